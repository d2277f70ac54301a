//! `GET /api/library`: the library's name, its vocabulary, and the functions of its query language.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use axum::extract::State;
use footwork_base::Name;
use footwork_expr::Function;
use footwork_library::{PREDICATE_FUNCTIONS, skeleton_lines};
use footwork_sidecar::TagStyle;
use footwork_tags::QueryFunction;

use crate::answer::Answer;
use crate::api::{Callable, ExclusiveGroup, Label, LibraryInfo};
use crate::open_library::{OpenLibrary, findings};
use crate::refusal::Refusal;
use crate::studio::{Studio, answer};

pub(super) async fn show(State(studio): State<Arc<Studio>>) -> Result<Answer, Refusal> {
    answer(studio, |studio| Ok(info(&mut studio.open()))).await
}

/// Describes the library.
pub(super) fn info(open: &mut OpenLibrary) -> LibraryInfo {
    let counts = Counts::new(open);
    let open = &*open;
    let library = &open.library;
    let settings = library.settings();
    let tag_names = open.tag_names().iter();
    let event_names: BTreeSet<&Name> = library.database().events().map(|(name, _)| name).collect();
    let (tag_places, event_places) = (places(&settings.tag_order), places(&settings.event_order));
    let mut notes = library.assumptions();
    if !library.clips().is_empty() {
        // The findings of a library without clips include these notes already.
        notes.extend(library.notes_on_libraries_inside());
    }
    LibraryInfo {
        name: settings
            .name
            .clone()
            .unwrap_or_else(|| folder_name(library.root())),
        root: library.root().display().to_string(),
        revision: open.revision,
        tags: tag_names
            .zip(counts.tags)
            .map(|(name, clips)| {
                let place = tag_places.get(name).copied();
                label(name, settings.tags.get(name), place, clips)
            })
            .collect(),
        events: event_names
            .into_iter()
            .map(|name| {
                let clips = counts.events.get(name).copied();
                let place = event_places.get(name).copied();
                label(name, settings.events.get(name), place, clips.unwrap_or(0))
            })
            .collect(),
        exclusive: settings.exclusive.iter().map(exclusive_group).collect(),
        provenance: settings.studio.provenance,
        queries: settings.queries.clone(),
        query_functions: query_functions(),
        expression_functions: expression_functions(),
        channels: library.expressions().channels().to_vec(),
        findings: findings(open.findings().chain(&notes)),
        bodies: skeleton_lines(&library.skeletons()),
        second: open
            .second
            .as_ref()
            .map(|second| folder_name(second.folder())),
        unsaved: open.unsaved.clone(),
    }
}

fn folder_name(root: &Path) -> String {
    let full = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let name = full
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| full.display().to_string())
}

/// The number of clips that have each tag and each event.
struct Counts {
    /// The numbers for tags, indexed like the list of tags.
    tags: Vec<u32>,
    events: BTreeMap<Name, u32>,
}

impl Counts {
    fn new(open: &mut OpenLibrary) -> Self {
        let mut tags = vec![0; open.tag_names().len()];
        for row in open.all_rows().iter() {
            for &place in &row.tags {
                if let Some(count) = tags.get_mut(place as usize) {
                    *count += 1;
                }
            }
        }
        let mut events: BTreeMap<&Name, u32> = BTreeMap::new();
        for entry in open.library.clips().values() {
            let names: BTreeSet<&Name> = entry.events().map(|(name, _)| name).collect();
            for name in names {
                *events.entry(name).or_insert(0) += 1;
            }
        }
        let events = events.into_iter();
        Self {
            tags,
            events: events.map(|(name, count)| (name.clone(), count)).collect(),
        }
    }
}

/// Returns the index of each name in a vocabulary.
fn places(order: &[Name]) -> BTreeMap<&Name, u32> {
    order.iter().zip(0..).collect()
}

fn label(name: &Name, style: Option<&TagStyle>, place: Option<u32>, clips: u32) -> Label {
    let colour = |[red, green, blue]: [u8; 3]| {
        let mut text = "#".to_owned();
        _ = write!(text, "{red:02x}{green:02x}{blue:02x}");
        text
    };
    Label {
        name: name.to_string(),
        colour: style.and_then(|style| style.colour).map(colour),
        key: style.and_then(|style| style.key.clone()),
        description: style.and_then(|style| style.description.clone()),
        place,
        clips,
    }
}

fn exclusive_group(group: &footwork_sidecar::ExclusiveGroup) -> ExclusiveGroup {
    match group {
        footwork_sidecar::ExclusiveGroup::Below(tag) => ExclusiveGroup::Below {
            tag: tag.to_string(),
        },
        footwork_sidecar::ExclusiveGroup::Tags(tags) => ExclusiveGroup::Tags {
            tags: tags.iter().map(ToString::to_string).collect(),
        },
    }
}

/// Returns the functions of queries.
fn query_functions() -> Vec<Callable> {
    let callable = |function: QueryFunction| Callable {
        name: function
            .call
            .split('(')
            .next()
            .unwrap_or_default()
            .to_owned(),
        call: function.call.to_owned(),
        summary: sentence(function.meaning),
    };
    footwork_tags::query_functions().map(callable).collect()
}

/// Returns a text as a sentence, with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().map(char::to_uppercase);
    first
        .into_iter()
        .flatten()
        .chain(rest)
        .chain(['.'])
        .collect()
}

/// Returns the functions that predicates can call: functions of numbers, of channels over a time window, and of events.
fn expression_functions() -> Vec<Callable> {
    let own = PREDICATE_FUNCTIONS.iter().map(|function| Callable {
        name: function.name.to_owned(),
        call: function.call.to_owned(),
        summary: function.summary.to_owned(),
    });
    let functions = Function::call_names().flat_map(|name| {
        Function::called(name).iter().filter_map(move |function| {
            Some(Callable {
                name: name.to_owned(),
                call: function.call()?,
                summary: function.summary().to_owned(),
            })
        })
    });
    own.chain(functions).collect()
}

#[cfg(test)]
mod tests {
    use super::query_functions;

    #[test]
    fn functions_are_described_in_sentences() {
        let functions = query_functions();
        let grow = functions.iter().find(|function| function.name == "grow");
        let grow = grow.unwrap();
        assert_eq!(grow.call, "grow(query, amount[, amount after])");
        assert!(grow.summary.starts_with("Each range longer") && grow.summary.ends_with("clip."));
    }
}
