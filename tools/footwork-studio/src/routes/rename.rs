//! `POST /api/rename-tag`: renames a tag in the whole library.

use std::sync::Arc;

use axum::extract::State;
use footwork_library::Change;

use super::edit::name;
use crate::answer::Answer;
use crate::api::{RenameTag, RenamedTag};
use crate::body::Json;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer_edit};

pub(super) async fn rename_tag(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<RenameTag>,
) -> Result<Answer, Refusal> {
    let (old, new) = (name(&request.name)?, name(&request.to)?);
    answer_edit(studio, move |studio, editor| {
        let renaming = studio.open_to_edit()?.library.renaming(&old, &new);
        let (saved, mut open) = studio.commit(editor, None, |library| {
            library.plan(&library.renaming(&old, &new).edit)
        })?;
        let changed = saved.change() == Change::Saved;
        if changed {
            let clips = renaming.edit.clips.iter().map(|of_clip| of_clip.clip);
            let clips = open.with_twins(clips);
            studio.tell_labels(&mut open, &clips);
            studio.tell_reworded(&mut open);
        }
        let mut left = open.library.texts_that_name(&old, &new);
        left.extend(renaming.unread);
        Ok(RenamedTag {
            changed,
            clips: u32::try_from(renaming.clips).unwrap_or(u32::MAX),
            left,
            revision: open.revision,
        })
    })
    .await
}
