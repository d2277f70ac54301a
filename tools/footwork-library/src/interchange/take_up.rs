//! The items of a library as a table, and what was placed on its clips taken up as one edit.

use footwork_sidecar::{Finding, Line, SIDECAR_SUFFIX, Severity, Sidecar, TagSpan};
use footwork_tags::ClipId;

use super::there::There;
use super::{ClipTable, Item, Placed, PlacedItem, SpanKind, Table};
use crate::{Change, EditError, Library};

/// What was added to a clip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addition {
    /// The clip.
    pub clip: ClipId,
    /// How many spans.
    pub spans: usize,
    /// How many events.
    pub events: usize,
    /// How many of both were there already.
    pub already: usize,
}

/// Lines of sidecars that no format has a place for.
#[derive(Default)]
struct LeftBehind {
    lines: usize,
    clips: usize,
    first: Option<String>,
}

impl LeftBehind {
    fn add(&mut self, clip: &str, lines: usize) {
        if lines > 0 {
            self.lines += lines;
            self.clips += 1;
            self.first.get_or_insert_with(|| clip.to_owned());
        }
    }

    fn finding(self) -> Option<Finding> {
        let first = self.first?;
        let what = match self.lines {
            1 => "1 note or unknown line is not exported".to_owned(),
            lines => format!("{lines} notes and unknown lines are not exported"),
        };
        let message = match self.clips {
            1 => what,
            clips => format!("{what}, of {clips} clips, this one and others"),
        };
        Some(Finding {
            severity: Severity::Note,
            file: first,
            position: None,
            code: "not-exported",
            message,
        })
    }
}

impl Library {
    /// The spans and events of these clips, as they stand. Mirrored twins are passed over, as
    /// their tags are those of their originals. What stands in sidecars besides is in the findings.
    pub fn to_table(&self, clips: &[ClipId]) -> (Table, Vec<Finding>) {
        let mut table = Table::default();
        let mut left = LeftBehind::default();
        for &clip in clips {
            let entry = &self.clips()[clip];
            if entry.mirror_of.is_some() {
                continue;
            }
            let lines = entry.labels().map_or(&[][..], Sidecar::lines);
            let is_left = |line: &&Line| match line {
                Line::Note(_) => true,
                Line::Other(bytes) => !bytes.is_empty(),
                _ => false,
            };
            left.add(&entry.name, lines.iter().filter(is_left).count());
            let file = entry.sidecar_name();
            let path = file.strip_suffix(SIDECAR_SUFFIX).unwrap_or(&file);
            table.clips.push(ClipTable {
                name: entry.name.clone(),
                path: path.to_owned(),
                frames: entry.frames,
                rate: entry.rate,
                items: lines.iter().filter_map(item_of).collect(),
            });
        }
        (table, left.finding().into_iter().collect())
    }

    /// What taking up `placed` would add, by clip.
    pub fn additions(&self, placed: &Placed) -> Vec<Addition> {
        let clips = placed.clips.iter().map(|placed| {
            let entry = &self.clips()[placed.clip];
            let header = Sidecar::new(entry.base_name(), entry.frames, entry.rate, entry.hash);
            let mut sidecar = entry.labels().cloned().unwrap_or(header);
            add(&mut sidecar, placed.clip, &placed.items)
        });
        clips.collect()
    }

    /// Adds what was placed to what the clips have, as one edit that the history calls `label`.
    /// A span that is there already, with the same frames, is not added again, whoever placed it; nor
    /// is an event of the same name, time and data, where times in seconds are the same within the
    /// file's step, and a row without data has that of the event. An event with other data is one
    /// more. Spans stay as authored.
    ///
    /// # Errors
    /// When a sidecar cannot be replaced; then none is.
    pub fn take_up(
        &mut self,
        label: &str,
        placed: &Placed,
    ) -> Result<(Change, Vec<Addition>), EditError> {
        let clips: Vec<ClipId> = placed.clips.iter().map(|placed| placed.clip).collect();
        let mut added: Vec<Addition> = Vec::new();
        let change = self.edit(label, &clips, |clip, sidecar| {
            let place = placed
                .clips
                .binary_search_by_key(&clip, |placed| placed.clip);
            let items = place.ok().and_then(|place| placed.clips.get(place));
            let addition = add(sidecar, clip, items.map_or(&[], |placed| &placed.items));
            let changed = addition.spans + addition.events > 0;
            // An edit that is made again begins again.
            added.retain(|other| other.clip != clip);
            added.push(addition);
            Ok(changed)
        })?;
        Ok((change, added))
    }
}

pub(super) fn item_of(line: &Line) -> Option<Item> {
    match line.clone() {
        Line::Tag(span) => Some(Item::Span {
            kind: match span.by_rule {
                true => SpanKind::Rule,
                false => SpanKind::Tag,
            },
            name: span.name,
            range: span.range,
        }),
        Line::Not { name, range } => Some(Item::Span {
            kind: SpanKind::Not,
            name,
            range,
        }),
        Line::Event { name, time, data } => Some(Item::Event { name, time, data }),
        _ => None,
    }
}

fn line_of(item: Item) -> Line {
    match item {
        Item::Span { kind, name, range } => match kind {
            SpanKind::Not => Line::Not { name, range },
            kind => Line::Tag(TagSpan {
                name,
                range,
                by_rule: kind == SpanKind::Rule,
            }),
        },
        Item::Event { name, time, data } => Line::Event { name, time, data },
    }
}

/// Adds what the sidecar did not have before. Rows are not held against each other: two of a file
/// are two, and each finds one of what was there.
fn add(sidecar: &mut Sidecar, clip: ClipId, items: &[PlacedItem]) -> Addition {
    let there = There::of(sidecar, items);
    let mut addition = Addition {
        clip,
        spans: 0,
        events: 0,
        already: 0,
    };
    for (PlacedItem { item, .. }, is_there) in items.iter().zip(there) {
        match (is_there, item) {
            (true, _) => addition.already += 1,
            (false, Item::Span { .. }) => addition.spans += 1,
            (false, Item::Event { .. }) => addition.events += 1,
        }
        if !is_there {
            sidecar.push(line_of(item.clone()));
        }
    }
    *sidecar = sidecar.in_order();
    addition
}
