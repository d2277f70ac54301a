//! Clips with the same content as another clip.

use std::collections::hash_map::{Entry, HashMap};

use footwork_sidecar::{ClipHash, Line, Sidecar};

use super::report::{About, Report};
use footwork_library::{ClipEntry, Library};

pub(super) fn check(library: &Library, report: &mut Report<'_>) {
    let mut first_of: HashMap<ClipHash, &ClipEntry> = HashMap::new();
    for (_, entry) in library.originals() {
        match first_of.entry(entry.hash) {
            Entry::Vacant(place) => _ = place.insert(entry),
            Entry::Occupied(first) => {
                let first = first.get();
                let tags = if items(first).eq(items(entry)) {
                    ""
                } else {
                    ", but other tags or events"
                };
                let message = format!(
                    "it has the same content as {}{tags}; delete one of them, or list one in `exclude`",
                    first.name
                );
                let about = About {
                    clip: &entry.name,
                    span: None,
                    tag: None,
                    joint: None,
                };
                report.add("duplicate-clip", about, message);
            }
        }
    }
}

/// Returns the tags and events of a clip, in order.
fn items(entry: &ClipEntry) -> impl Iterator<Item = Line> {
    let lines = entry.labels().map(Sidecar::in_order);
    let lines: Vec<Line> = lines.iter().flat_map(Sidecar::lines).cloned().collect();
    let is_item = |line: &Line| matches!(line, Line::Tag(_) | Line::Event { .. });
    lines.into_iter().filter(is_item)
}
