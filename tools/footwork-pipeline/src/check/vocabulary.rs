//! Tags and events that are missing from the vocabulary of `footwork.toml`. A tag with a rule counts as known.

use std::collections::BTreeMap;

use footwork_base::{FrameRange, Name};
use footwork_sidecar::{ExclusiveGroup, Line, SETTINGS_FILE, Settings, Sidecar};

use super::events::frame_of;
use super::known::Known;
use super::report::{About, Report};
use footwork_library::Library;

const CODE: &str = "not-in-vocabulary";

pub(super) fn check(library: &Library, report: &mut Report<'_>) {
    let settings = library.settings();
    let tags = Known::new(
        "a",
        "tag",
        settings.tags.keys().chain(settings.rules.keys()),
    );
    let events = Known::new("an", "event", settings.events.keys());
    if !settings.tags.is_empty() {
        check_lists(settings, &tags, report);
        check_uses(&uses(library, tag_of), &tags, &events, report);
    }
    if !settings.events.is_empty() {
        check_uses(&uses(library, event_of), &events, &tags, report);
    }
}

/// The first occurrence of each name in each clip, and the number of occurrences.
type Uses<'a> = BTreeMap<&'a Name, BTreeMap<&'a str, (FrameRange, usize)>>;

fn uses<'a>(
    library: &'a Library,
    mut of: impl FnMut(&'a Line, u32) -> Option<(&'a Name, FrameRange)>,
) -> Uses<'a> {
    let mut uses = Uses::new();
    for (_, entry) in library.originals() {
        for line in entry.labels().into_iter().flat_map(Sidecar::lines) {
            let Some((name, span)) = of(line, entry.frames) else {
                continue;
            };
            let clips = uses.entry(name).or_default();
            let (first, count) = clips.entry(&entry.name).or_insert((span, 0));
            (*first, *count) = ((*first).min(span), *count + 1);
        }
    }
    uses
}

fn tag_of(line: &Line, _: u32) -> Option<(&Name, FrameRange)> {
    match line {
        Line::Tag(span) => Some((&span.name, span.range)),
        Line::Not { name, range } => Some((name, *range)),
        _ => None,
    }
}

fn event_of(line: &Line, frames: u32) -> Option<(&Name, FrameRange)> {
    match line {
        Line::Event { name, time, .. } => Some((name, frame_of(*time, frames)?)),
        _ => None,
    }
}

/// Reports one finding per name and clip. `known` is the vocabulary to which the names should belong, and `other` the
/// vocabulary of the other kind.
fn check_uses(uses: &Uses<'_>, known: &Known<'_>, other: &Known<'_>, report: &mut Report<'_>) {
    let kind = known.kind;
    for (&name, clips) in uses.iter().filter(|(name, _)| !known.has(name)) {
        let right = match (other.has(name), known.nearest(name, false)) {
            (true, _) => format!("it is {} {}", other.article, other.kind),
            (false, Some(near)) => format!("did you mean {near}?"),
            (false, None) => format!("add it to footwork.toml as [{kind}s.{}]", key(name)),
        };
        for (clip, (first, count)) in clips {
            let times = match count {
                1 => String::new(),
                count => format!(" ({count} times)"),
            };
            let message = format!("{name} is not in the vocabulary of {kind}s{times}; {right}");
            let about = About {
                clip,
                span: Some(*first),
                tag: Some(name),
                joint: None,
            };
            report.add(CODE, about, message);
        }
    }
}

/// Formats a name as a TOML key.
fn key(name: &Name) -> String {
    if name.as_str().contains('"') {
        format!("'{name}'")
    } else {
        format!("\"{name}\"")
    }
}

/// Checks that the tags in exclusive groups and `[checks]` exist; a check of an unknown tag has no effect.
fn check_lists(settings: &Settings, tags: &Known<'_>, report: &mut Report<'_>) {
    let mut check = |list: &str, name: &Name, fault: &str| {
        let near = tags
            .nearest(name, true)
            .filter(|near| near != name.as_str());
        let right = match near {
            Some(near) => format!("did you mean {near}?"),
            None => "the check has no effect for it".to_owned(),
        };
        let message = format!("{list} names {name}{fault}; {right}");
        let about = About {
            clip: SETTINGS_FILE,
            span: None,
            tag: Some(name),
            joint: None,
        };
        report.add(CODE, about, message);
    };
    let no_such = ", and the vocabulary has no such tag";
    let is_known = |name: &Name| tags.has(name) || tags.has_below(name);
    for group in &settings.exclusive {
        let is_parent = matches!(group, ExclusiveGroup::Below(_));
        for name in group.names() {
            if is_parent && tags.has(name) && !tags.has_below(name) {
                let fault = " alone, and the vocabulary has no tag below it";
                check("exclusive", name, fault);
            } else if !is_known(name) {
                check("exclusive", name, no_such);
            }
        }
    }
    let checks = &settings.checks;
    for (list, sets) in [("required", &checks.required), ("covered", &checks.covered)] {
        for name in sets.iter().flatten().filter(|name| !is_known(name)) {
            check(list, name, no_such);
        }
    }
}
