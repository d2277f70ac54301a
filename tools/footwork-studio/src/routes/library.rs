//! `GET /api/library`: what it is called, its vocabulary, its language.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use axum::extract::State;
use footwork_base::Name;
use footwork_expr::Function;
use footwork_library::expressions::WINDOW_FUNCTIONS;
use footwork_library::{self as library, TagStyle};

use crate::answer::Answer;
use crate::api::{Callable, ExclusiveGroup, Label, LibraryInfo};
use crate::open_library::OpenLibrary;
use crate::refusal::Refusal;
use crate::rows::findings;
use crate::studio::{Studio, answer};

pub(super) async fn show(State(studio): State<Arc<Studio>>) -> Result<Answer, Refusal> {
    answer(studio, |studio| Ok(info(&mut studio.open()))).await
}

/// What there is to say of a library.
pub(super) fn info(open: &mut OpenLibrary) -> LibraryInfo {
    let counts = Counts::of(open);
    let open = &*open;
    let library = &open.library;
    let config = library.config();
    let tag_names = open.tag_names().iter();
    let event_names: BTreeSet<&Name> = library.database().events().map(|(name, _)| name).collect();
    let units = library.estimated_units();
    let own = open.trouble.iter().chain(&open.unwatched);
    let all = own.chain(library.findings()).chain(&units);
    LibraryInfo {
        name: config
            .name
            .clone()
            .unwrap_or_else(|| folder_name(library.root())),
        root: library.root().display().to_string(),
        revision: open.revision,
        tags: tag_names
            .zip(counts.tags)
            .map(|(name, clips)| label(name, config.tags.get(name), clips))
            .collect(),
        events: event_names
            .into_iter()
            .map(|name| {
                let clips = counts.events.get(name).copied();
                label(name, config.events.get(name), clips.unwrap_or(0))
            })
            .collect(),
        exclusive: config.exclusive.iter().map(exclusive_group).collect(),
        queries: config.queries.clone(),
        query_functions: query_functions(),
        expression_functions: expression_functions(),
        channels: library.expressions().channels().to_vec(),
        findings: findings(all),
        unsaved: library.unsaved().map(str::to_owned).collect(),
    }
}

fn folder_name(root: &Path) -> String {
    let full = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let name = full
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| full.display().to_string())
}

/// In how many clips tags and events are.
struct Counts {
    /// By the places of the tags.
    tags: Vec<u32>,
    events: BTreeMap<Name, u32>,
}

impl Counts {
    fn of(open: &mut OpenLibrary) -> Self {
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

fn label(name: &Name, style: Option<&TagStyle>, clips: u32) -> Label {
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
        known: style.is_some(),
        clips,
    }
}

fn exclusive_group(group: &library::ExclusiveGroup) -> ExclusiveGroup {
    match group {
        library::ExclusiveGroup::Below(tag) => ExclusiveGroup::Below {
            tag: tag.to_string(),
        },
        library::ExclusiveGroup::Tags(tags) => ExclusiveGroup::Tags {
            tags: tags.iter().map(ToString::to_string).collect(),
        },
    }
}

/// What can be called in queries, with what it gives.
const QUERY_CALLS: [[&str; 2]; 25] = [
    ["first(q, n)", "The first n frames of each range."],
    ["last(q, n)", "The last n frames of each range."],
    ["longer(q, n)", "Ranges of at least n frames."],
    ["shorter(q, n)", "Ranges of at most n frames."],
    [
        "nth(q, k)",
        "Range number k of each clip, from 0, or from -1 backwards from the end.",
    ],
    [
        "pick(q, k, seed)",
        "k ranges of the whole result, chosen by a hash.",
    ],
    [
        "grow(q, n)",
        "Each range n frames longer before and after, inside its clip.",
    ],
    [
        "grow(q, n, m)",
        "Each range n frames longer before and m after, inside its clip.",
    ],
    [
        "shrink(q, n)",
        "Each range that much shorter, also at the ends of its clip.",
    ],
    [
        "shrink(q, n, m)",
        "Each range n frames shorter before and m after.",
    ],
    [
        "close(q, n)",
        "Gaps of at most n frames between two ranges are filled.",
    ],
    ["starts(q)", "The first frame of each range."],
    ["ends(q)", "The last frame of each range."],
    ["before(q, n)", "The n frames before each range starts."],
    ["after(q, n)", "The n frames after each range stops."],
    [
        "overlapping(a, b)",
        "Whole ranges of a that share a frame with b.",
    ],
    [
        "within(a, b)",
        "Whole ranges of a that lie inside one range of b.",
    ],
    [
        "containing(a, b)",
        "Whole ranges of a that contain a range of b.",
    ],
    [
        "then(a, b, n)",
        "Whole ranges of b that start at most n frames after a range of a stops.",
    ],
    [
        "until(a, b, n)",
        "Frames from which b is reached in at most n frames, a holding up to there.",
    ],
    [
        "since(a, b, n)",
        "Frames at most n frames after b, a holding since.",
    ],
    [
        "event(Name)",
        "The first frame at or after each event of this name or below it.",
    ],
    [
        "near(Name, n)",
        "Frames at most n frames from such an event.",
    ],
    ["clip(\"pattern\")", "Whole clips by name."],
    ["clips(q)", "Whole clips that have any frame in q."],
];

fn query_functions() -> Vec<Callable> {
    let exact = ["exact(Name)", "The tag itself, without those below it."];
    let calls = QUERY_CALLS.iter().chain(std::iter::once(&exact));
    let callable = |[call, summary]: &[&str; 2]| Callable {
        name: call.split('(').next().unwrap_or(call).to_owned(),
        call: (*call).to_owned(),
        summary: (*summary).to_owned(),
    };
    calls.map(callable).collect()
}

/// What can be called between braces: functions of numbers, and channels in windows of time.
fn expression_functions() -> Vec<Callable> {
    let windows = WINDOW_FUNCTIONS.iter().map(|window| Callable {
        name: window.name.to_owned(),
        call: window.call.to_owned(),
        summary: window.summary.to_owned(),
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
    windows.chain(functions).collect()
}

#[cfg(test)]
mod tests {
    use footwork_tags::Query;

    use super::query_functions;

    /// Each call is one of the language, as it stands there but for its parameters.
    #[test]
    fn calls_can_be_parsed() {
        for function in query_functions() {
            let text = function.call.replace("(Name", "(A");
            let text = text.replace(", seed", ", 7").replace(", k", ", 2");
            let text = text.replace(", n", ", 3").replace(", m", ", 4");
            assert!(
                Query::parse(&text).is_ok(),
                "{text}: {:?}",
                Query::parse(&text)
            );
        }
    }

    /// The language's own page has a table of them.
    #[test]
    fn all_calls_are_listed() {
        let documented = include_str!("../../../../crates/footwork-tags/src/query.rs");
        let rows = documented
            .lines()
            .filter_map(|line| line.strip_prefix("//! | `"));
        let calls = rows.filter_map(|row| row.split(" | ").next());
        let calls = calls.flat_map(|cell| cell.split('`').filter(|part| part.contains('(')));
        let calls: Vec<&str> = calls.collect();
        assert!(calls.len() >= 25, "{calls:?}");
        let listed = query_functions();
        for call in calls {
            assert!(
                listed.iter().any(|function| function.call == call),
                "{call}"
            );
        }
    }
}
