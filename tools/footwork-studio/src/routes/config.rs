//! `POST /api/save-query`, `rename-query`, `remove-query` and `add-label`: changing `footwork.toml`.

use std::sync::Arc;

use axum::extract::State;
use footwork_library::{self as library, Change, ConfigEditError, Library};
use footwork_sidecar::TagStyle;

use super::edit::{kept, name};
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
    answer_edit(studio, move |studio| {
        // Only a query that can be asked is kept.
        Asked::of(&mut *studio.open_to_edit()?, &request.text)?.parse()?;
        let SaveQuery {
            name,
            text,
            replaces,
        } = &request;
        change(studio, |library| match replaces {
            Some(old) => library.replace_query(name, old, text),
            None => library.save_query(name, text),
        })
    })
    .await
}

pub(super) async fn rename_query(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<RenameQuery>,
) -> Result<Answer, Refusal> {
    answer_edit(studio, move |studio| {
        change(studio, |library| {
            library.rename_query(&request.name, &request.to)
        })
    })
    .await
}

pub(super) async fn remove_query(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<RemoveQuery>,
) -> Result<Answer, Refusal> {
    answer_edit(studio, move |studio| {
        change(studio, |library| library.remove_query(&request.name))
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
        LabelKind::Tag => library::LabelKind::Tag,
        LabelKind::Event => library::LabelKind::Event,
    };
    let style = TagStyle {
        colour: colour.as_deref().map(read_colour).transpose()?,
        key,
        description,
        mirror: None,
    };
    answer_edit(studio, move |studio| {
        change(studio, |library| {
            library.add_to_vocabulary(kind, &label, &style)
        })
    })
    .await
}

fn read_colour(text: &str) -> Result<[u8; 3], Refusal> {
    TagStyle::read_colour(text).ok_or_else(|| {
        let message = format!("`{text}` is no colour: `#` and six hexadecimal digits");
        Refusal::unprocessable("bad-colour", message)
    })
}

/// Changes `footwork.toml`, tells all pages, and says what the library is then.
fn change(
    studio: &Studio,
    edit: impl FnOnce(&mut Library) -> Result<Change, ConfigEditError>,
) -> Result<LibraryInfo, Refusal> {
    let lock = studio.wait_to_write()?;
    let mut open = studio.open_to_edit()?;
    let before = open.library.unsaved().len();
    let changed = Library::holding(&mut open.library, lock, edit);
    let change = changed.map_err(|error| kept(studio, &mut open, before, None, error.into()))?;
    if change == Change::Saved {
        open.changed();
        studio.tell_reworded(&mut open);
    }
    Ok(info(&mut open))
}
