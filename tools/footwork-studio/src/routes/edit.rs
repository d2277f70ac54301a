//! `POST /api/edit`: edits. The response is sent once an edit is on disk.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use footwork_base::Name;
use footwork_library::{self as library, ClipEdit, Editor};
use footwork_tags::ClipId;

use super::retry::try_again;
use crate::answer::Answer;
use crate::api::{Edit, Edited};
use crate::body::Json;
use crate::edit_ids::Outcome;
use crate::open_library::OpenLibrary;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer_edit};

/// The longest label of an edit, in characters.
const MAX_LABEL_CHARS: usize = 200;

/// The longest id of an edit, in bytes.
const MAX_ID_BYTES: usize = 100;

pub(super) async fn edit(
    State(studio): State<Arc<Studio>>,
    Json(edit): Json<Edit>,
) -> Result<Answer, Refusal> {
    answer_edit(studio, move |studio, editor| {
        check_id(&edit.id)?;
        let (made, outcome) = {
            let open = studio.open_to_edit()?;
            (read(&open, &edit)?, open.edits.find(&edit.id))
        };
        let clips: Vec<ClipId> = made.clips.iter().map(|of_clip| of_clip.clip).collect();
        if outcome.is_some() || is_kept(editor, &edit.id) {
            again(studio, editor, &edit.id, &clips)
        } else {
            make(studio, editor, &edit.id, &made, &clips)
        }
    })
    .await
}

/// Makes a new edit.
fn make(
    studio: &Studio,
    editor: &mut Editor,
    id: &str,
    edit: &library::Edit,
    clips: &[ClipId],
) -> Result<Edited, Refusal> {
    let (saved, mut open) = studio.commit(editor, Some(id), |library| library.plan(edit))?;
    let edited = edited(studio, &mut open, saved.change(), clips);
    let changed = edited.changed;
    open.edits.remember(id, Outcome::Made { changed });
    Ok(with_labels(&open, edited, clips))
}

/// Answers a resent edit with the outcome of the first request. If that edit could not be saved, first retries all
/// unsaved edits.
fn again(
    studio: &Studio,
    editor: &mut Editor,
    id: &str,
    clips: &[ClipId],
) -> Result<Edited, Refusal> {
    let mut problem = None;
    if is_kept(editor, id) {
        let retried = try_again(studio, editor)?;
        problem = retried.problems.into_iter().next();
    }
    let open = studio.open();
    match (open.edits.find(id), problem) {
        (Some(Outcome::Made { changed }), _) => {
            let edited = Edited {
                changed,
                ..unedited(&open, clips)
            };
            Ok(with_labels(&open, edited, clips))
        }
        (None, Some(problem)) => Err(Refusal {
            status: StatusCode::SERVICE_UNAVAILABLE,
            problem,
        }),
        _ => Err(Refusal::new(
            StatusCode::GONE,
            "discarded",
            "the edit could not be saved, and was discarded",
        )),
    }
}

/// Returns whether the editor keeps the edit as one that could not be saved.
fn is_kept(editor: &Editor, id: &str) -> bool {
    let unsaved = editor.unsaved().iter();
    unsaved
        .filter_map(|unsaved| unsaved.id.as_deref())
        .any(|other| other == id)
}

/// Returns the result of an edit with all labels of its clips.
fn with_labels(open: &OpenLibrary, edited: Edited, clips: &[ClipId]) -> Edited {
    Edited {
        labels: clips.iter().map(|&clip| open.labels(clip)).collect(),
        ..edited
    }
}

/// Rejects long ids, because the server remembers them.
fn check_id(id: &str) -> Result<(), Refusal> {
    if (1..=MAX_ID_BYTES).contains(&id.len()) {
        Ok(())
    } else {
        Err(Refusal::bad_request(
            "bad-id",
            format!("the id of an edit must have 1 to {MAX_ID_BYTES} bytes"),
        ))
    }
}

/// Returns the result of an edit, and sends the changes to the other pages.
pub(super) fn edited(
    studio: &Studio,
    open: &mut OpenLibrary,
    change: library::Change,
    clips: &[ClipId],
) -> Edited {
    let changed = change == library::Change::Saved;
    if changed {
        let clips = open.with_twins(clips.iter().copied());
        studio.tell_labels(open, &clips);
    }
    Edited {
        changed,
        ..unedited(open, clips)
    }
}

/// Returns the result of an edit that changed nothing.
fn unedited(open: &OpenLibrary, clips: &[ClipId]) -> Edited {
    Edited {
        changed: false,
        revision: open.revision,
        labels: Vec::new(),
        rows: open.rows(&open.with_twins(clips.iter().copied())),
    }
}

/// Converts an edit from the type of the API to that of the library.
fn read(open: &OpenLibrary, edit: &Edit) -> Result<library::Edit, Refusal> {
    let mut seen = BTreeSet::new();
    let clips = edit.clips.iter().map(|of_clip| {
        let clip = open.clip(&of_clip.clip)?;
        if !seen.insert(clip) {
            let message = format!("{} occurs twice", of_clip.clip);
            return Err(Refusal::bad_request("twice", message));
        }
        Ok(ClipEdit {
            clip,
            operations: of_clip.operations.clone(),
        })
    });
    Ok(library::Edit {
        clips: clips.collect::<Result<_, Refusal>>()?,
        ..library::Edit::new(label(edit))
    })
}

/// Parses the name of a tag or an event, or refuses the request.
pub(super) fn name(text: &str) -> Result<Name, Refusal> {
    text.parse::<Name>().map_err(|error| {
        let message =
            format!("`{text}` is not a name: a name is identifiers or JSON strings joined by dots");
        let hint = error.suggestion.map(|name| format!("write {name}"));
        Refusal::unprocessable("bad-name", message).hint(hint)
    })
}

/// Returns the label of the edit in the history: the label from the page, followed by the clip or the number of clips.
fn label(edit: &Edit) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let said: String = edit
        .label
        .chars()
        .map(plain)
        .take(MAX_LABEL_CHARS)
        .collect();
    let clips = match edit.clips.as_slice() {
        [only] => only.clip.clone(),
        clips => format!("{} clips", clips.len()),
    };
    format!("{} {clips}", said.trim()).trim().to_owned()
}

#[cfg(test)]
mod in_doubt;
#[cfg(test)]
mod while_writing;
