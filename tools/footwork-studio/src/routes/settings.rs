//! `POST /api/save-query`, `rename-query`, `remove-query`, `add-label` and `set-up`: edits of `footwork.toml`.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use footwork_library::{self as library, Change, Editor, Library};
use footwork_pipeline::{RuleError, check_rules};
use footwork_sidecar::{RuleText, SettingsEdit, TagStyle};

use super::edit::name;
use super::library::info;
use super::query::Asked;
use super::rules::mistaken;
use crate::answer::Answer;
use crate::api::{
    AddLabel, LabelKind, LibraryInfo, NewRule, RemoveQuery, RenameQuery, SaveQuery, SetUp,
};
use crate::body::Json;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer_edit};

pub(super) async fn save_query(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<SaveQuery>,
) -> Result<Answer, Refusal> {
    answer_edit(studio, move |studio, editor| {
        // Save only a valid query.
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
        change(studio, editor, library::Edit::from(edit))
    })
    .await
}

pub(super) async fn rename_query(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<RenameQuery>,
) -> Result<Answer, Refusal> {
    let RenameQuery { name, to } = request;
    answer_edit(studio, move |studio, editor| {
        let edit = SettingsEdit::RenameQuery { name, to };
        change(studio, editor, library::Edit::from(edit))
    })
    .await
}

pub(super) async fn remove_query(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<RemoveQuery>,
) -> Result<Answer, Refusal> {
    let RemoveQuery { name } = request;
    answer_edit(studio, move |studio, editor| {
        let edit = SettingsEdit::RemoveQuery { name };
        change(studio, editor, library::Edit::from(edit))
    })
    .await
}

pub(super) async fn add_label(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<AddLabel>,
) -> Result<Answer, Refusal> {
    let edit = new_label(request)?;
    answer_edit(studio, move |studio, editor| {
        change(studio, editor, library::Edit::from(edit))
    })
    .await
}

pub(super) async fn set_up(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<SetUp>,
) -> Result<Answer, Refusal> {
    let SetUp {
        labels,
        exclusive,
        rules,
    } = request;
    let mut edits = Vec::new();
    for label in labels {
        edits.push(new_label(label)?);
    }
    for tag in exclusive {
        let tag = name(&tag)?;
        edits.push(SettingsEdit::AddExclusive { tag });
    }
    for NewRule { tag, query } in rules {
        let tag = name(&tag)?;
        edits.push(SettingsEdit::AddRule { tag, query });
    }
    answer_edit(studio, move |studio, editor| {
        let library = {
            // A label or rule declared in the meantime keeps its settings.
            let mut open = studio.open_to_edit()?;
            let settings = open.library.settings();
            edits.retain(|edit| match edit {
                SettingsEdit::AddLabel { kind, name, .. } => match kind {
                    footwork_sidecar::LabelKind::Tag => !settings.tags.contains_key(name),
                    footwork_sidecar::LabelKind::Event => !settings.events.contains_key(name),
                },
                SettingsEdit::AddRule { tag, .. } => !settings.rules.contains_key(tag),
                _ => true,
            });
            open.copy()
        };
        check_new_rules(&library, &edits)?;
        let edit = library::Edit {
            settings: edits,
            ..library::Edit::new("set up the library")
        };
        change(studio, editor, edit)
    })
    .await
}

/// Refuses new rules that cannot run, because the next `footwork rules` would reject them. Ignores errors in existing
/// rules.
fn check_new_rules(library: &Library, edits: &[SettingsEdit]) -> Result<(), Refusal> {
    let settings = library.settings();
    let (mut rules, mut declared) = (settings.rules.clone(), Vec::new());
    let mut added = BTreeSet::new();
    for edit in edits {
        match edit {
            SettingsEdit::AddRule { tag, query } => {
                rules.insert(tag.clone(), RuleText::last(query.clone()));
                added.insert(tag);
            }
            SettingsEdit::AddLabel { kind, name, .. }
                if *kind == footwork_sidecar::LabelKind::Tag =>
            {
                declared.push(name.clone());
            }
            _ => {}
        }
    }
    if added.is_empty() {
        return Ok(());
    }
    let mut errors = match check_rules(library.database(), &declared, &rules) {
        Ok(()) => return Ok(()),
        Err(errors) => errors,
    };
    errors.retain(|error| match error {
        RuleError::Query { tag, .. } => added.contains(tag),
        RuleError::Circle { tags } => tags.iter().any(|tag| added.contains(tag)),
        _ => true,
    });
    if errors.is_empty() {
        Ok(())
    } else {
        Err(mistaken(&errors))
    }
}

fn new_label(label: AddLabel) -> Result<SettingsEdit, Refusal> {
    let AddLabel {
        kind,
        name: text,
        colour,
        key,
        description,
        mirror,
    } = label;
    let kind = match kind {
        LabelKind::Tag => footwork_sidecar::LabelKind::Tag,
        LabelKind::Event => footwork_sidecar::LabelKind::Event,
    };
    let style = TagStyle {
        colour: colour.as_deref().map(read_colour).transpose()?,
        key,
        description,
        mirror: mirror.as_deref().map(name).transpose()?,
    };
    let name = name(&text)?;
    Ok(SettingsEdit::AddLabel { kind, name, style })
}

fn read_colour(text: &str) -> Result<[u8; 3], Refusal> {
    TagStyle::read_colour(text).ok_or_else(|| {
        let message = format!("`{text}` is not a colour: write `#` and six hexadecimal digits");
        Refusal::unprocessable("bad-colour", message)
    })
}

/// Changes `footwork.toml`, notifies all pages, and returns the new state of the library.
fn change(
    studio: &Studio,
    editor: &mut Editor,
    edit: library::Edit,
) -> Result<LibraryInfo, Refusal> {
    let (saved, mut open) = studio.commit(editor, None, |library| library.plan(&edit))?;
    if saved.change() == Change::Saved {
        open.changed();
        studio.tell_reworded(&mut open);
    }
    Ok(info(&mut open))
}
