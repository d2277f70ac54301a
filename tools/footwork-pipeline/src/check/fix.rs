//! Edits that fix findings. They are offered only if most people would make the same fix.

use std::collections::BTreeSet;

use footwork_base::{FrameRange, Name};
use footwork_library::{ClipEntry, Library, Operation};

use super::events::frame_of;
use super::report::CheckFinding;

/// An edit of a clip that fixes a finding about it.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckFix {
    /// The text for a button, such as `Fill the gap`.
    pub title: String,
    /// The operations on the clip.
    pub operations: Vec<Operation>,
}

/// Returns the edits that could fix a finding. Returns several edits if each of them may be right. Returns none if only
/// a person can decide, or if the clip cannot be edited.
///
/// | code | edit |
/// |---|---|
/// | `span-outside`, `event-outside` | cuts off the span at the clip's end, or removes the span or event |
/// | `span-overlap` | merges the spans |
/// | `span-short` | removes the frames |
/// | `gap` | fills the gap |
/// | `exclusive-overlap` | leaves the frames to one of the tags: one edit per tag, the finding's tag first |
/// | `event-at-edge` | removes the event |
pub fn finding_fixes(library: &Library, finding: &CheckFinding) -> Vec<CheckFix> {
    let clip = library.database().clip_by_name(&finding.clip);
    let entry = clip.map(|clip| &library.clips()[clip]);
    let is_editable = |entry: &&ClipEntry| {
        entry.mirror_of.is_none() && !entry.sidecar_is_broken && !entry.is_stale()
    };
    let (Some(entry), Some(tag)) = (entry.filter(is_editable), finding.tag.as_ref()) else {
        return Vec::new();
    };
    match (finding.code, finding.span) {
        ("exclusive-overlap", Some(range)) => to_one(library, entry, tag, range),
        _ => one(entry, tag, finding).into_iter().collect(),
    }
}

/// Returns one edit for each of the mutually exclusive tags on the frames. The edit leaves the frames to that tag.
fn to_one(library: &Library, entry: &ClipEntry, tag: &Name, range: FrameRange) -> Vec<CheckFix> {
    if range.stop() > entry.frames {
        return Vec::new();
    }
    let groups = &library.settings().exclusive;
    let excludes = |other: &Name| groups.iter().any(|group| group.excludes(tag, other));
    let there = entry.tags().filter(|span| span.range.overlaps(range));
    let rivals: BTreeSet<&Name> = there.map(|span| &span.name).collect();
    let rivals = rivals.into_iter().filter(|rival| excludes(rival));
    let keep = |tag: &Name| CheckFix {
        title: format!("Keep {tag}"),
        operations: vec![Operation::Paint {
            tag: tag.clone(),
            range,
        }],
    };
    std::iter::once(tag).chain(rivals).map(keep).collect()
}

fn one(entry: &ClipEntry, tag: &Name, finding: &CheckFinding) -> Option<CheckFix> {
    match finding.code {
        "event-outside" => {
            let is_outside = |time: f64| time >= f64::from(entry.frames);
            remove_events(entry, tag, is_outside)
        }
        "event-at-edge" => {
            let is_there = |time: f64| frame_of(time, entry.frames) == finding.span;
            remove_events(entry, tag, is_there)
        }
        code => of_frames(code, tag.clone(), finding.span?, entry.frames),
    }
}

fn of_frames(code: &str, tag: Name, range: FrameRange, frames: u32) -> Option<CheckFix> {
    let is_inside = range.stop() <= frames;
    let (title, operation) = match code {
        "span-outside" => {
            let range = FrameRange::new(range.start().max(frames), range.stop())?;
            ("Cut off", Operation::Erase { tag, range })
        }
        "span-short" => ("Remove", Operation::Erase { tag, range }),
        "span-overlap" if is_inside => ("Merge", Operation::Paint { tag, range }),
        "gap" if is_inside => ("Fill the gap", Operation::Paint { tag, range }),
        _ => return None,
    };
    Some(CheckFix {
        title: title.to_owned(),
        operations: vec![operation],
    })
}

fn remove_events(entry: &ClipEntry, event: &Name, is_it: impl Fn(f64) -> bool) -> Option<CheckFix> {
    let times = entry
        .events()
        .filter(|(name, time)| *name == event && is_it(*time));
    let remove = |(event, time): (&Name, f64)| Operation::RemoveEvent {
        event: event.clone(),
        time,
    };
    let operations: Vec<Operation> = times.map(remove).collect();
    let title = "Remove".to_owned();
    (!operations.is_empty()).then_some(CheckFix { title, operations })
}
