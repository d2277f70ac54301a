//! `POST /api/save-query`, `rename-query`, `remove-query` and `add-label`: edits of `footwork.toml`.

use std::sync::Arc;

use axum::extract::State;
use footwork_library::{self as library, Change, Editor};
use footwork_sidecar::{SettingsEdit, TagStyle};

use super::edit::name;
use super::library::info;
use super::query::Asked;
use crate::answer::Answer;
use crate::api::{AddLabel, LabelKind, LibraryInfo, RemoveQuery, RenameQuery, SaveQuery};
use crate::body::Json;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer_edit};

pub(super) async fn save_query(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<SaveQuery>,
) -> Result<Answer, Refusal> {
    answer_edit(studio, move |studio, editor| {
        // Only a valid query is saved.
        Asked::from_text(&mut *studio.open_to_edit()?, &request.text)?.parse()?;
        let SaveQuery {
            name,
            text,
            replaces,
        } = request;
        let edit = match replaces {
            Some(old) => SettingsEdit::ReplaceQuery {
                name,
                old,
                new: text,
            },
            None => SettingsEdit::SaveQuery { name, query: text },
        };
        change(studio, editor, edit)
    })
    .await
}

pub(super) async fn rename_query(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<RenameQuery>,
) -> Result<Answer, Refusal> {
    let RenameQuery { name, to } = request;
    answer_edit(studio, move |studio, editor| {
        change(studio, editor, SettingsEdit::RenameQuery { name, to })
    })
    .await
}

pub(super) async fn remove_query(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<RemoveQuery>,
) -> Result<Answer, Refusal> {
    let RemoveQuery { name } = request;
    answer_edit(studio, move |studio, editor| {
        change(studio, editor, SettingsEdit::RemoveQuery { name })
    })
    .await
}

pub(super) async fn add_label(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<AddLabel>,
) -> Result<Answer, Refusal> {
    let AddLabel {
        kind,
        name: text,
        colour,
        key,
        description,
    } = request;
    let label = name(&text)?;
    let kind = match kind {
        LabelKind::Tag => footwork_sidecar::LabelKind::Tag,
        LabelKind::Event => footwork_sidecar::LabelKind::Event,
    };
    let style = TagStyle {
        colour: colour.as_deref().map(read_colour).transpose()?,
        key,
        description,
        mirror: None,
    };
    let name = label;
    answer_edit(studio, move |studio, editor| {
        change(studio, editor, SettingsEdit::AddLabel { kind, name, style })
    })
    .await
}

fn read_colour(text: &str) -> Result<[u8; 3], Refusal> {
    TagStyle::read_colour(text).ok_or_else(|| {
        let message = format!("`{text}` is no colour: `#` and six hexadecimal digits");
        Refusal::unprocessable("bad-colour", message)
    })
}

/// Changes `footwork.toml`, notifies all pages and returns the new state of the library.
fn change(
    studio: &Studio,
    editor: &mut Editor,
    edit: SettingsEdit,
) -> Result<LibraryInfo, Refusal> {
    let edit = library::Edit::from(edit);
    let (saved, mut open) = studio.commit(editor, None, |library| library.plan(&edit))?;
    if saved.change() == Change::Saved {
        open.changed();
        studio.tell_reworded(&mut open);
    }
    Ok(info(&mut open))
}
