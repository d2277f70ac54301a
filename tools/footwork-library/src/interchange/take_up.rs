//! The items of a library as a table, and what was placed on its clips taken up as one edit.

use std::collections::BTreeSet;

use footwork_tags::ClipId;

use super::{ClipTable, Item, Placed, PlacedItem, SpanKind, Table};
use crate::library::SIDECAR_SUFFIX;
use crate::{Change, EditError, Finding, Library, Line, Severity, Sidecar, TagSpan};

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

impl Library {
    /// The spans and events of these clips, as they stand. Mirrored twins are passed over, as
    /// their tags are those of their originals. What stands in sidecars besides is in the findings.
    pub fn to_table(&self, clips: &[ClipId]) -> (Table, Vec<Finding>) {
        let (mut table, mut findings) = (Table::default(), Vec::new());
        for &clip in clips {
            let entry = &self.clips()[clip];
            if entry.mirror_of.is_some() {
                continue;
            }
            let lines = entry.labels().map_or(&[][..], Sidecar::lines);
            let left = lines.iter().filter(|line| match line {
                Line::Note(_) => true,
                Line::Other(bytes) => !bytes.is_empty(),
                _ => false,
            });
            let left = left.count();
            let file = entry.sidecar_name();
            let path = file.strip_suffix(SIDECAR_SUFFIX).unwrap_or(&file);
            table.clips.push(ClipTable {
                name: entry.name.clone(),
                path: path.to_owned(),
                frames: entry.frames,
                rate: entry.rate,
                items: lines.iter().filter_map(item_of).collect(),
            });
            if left > 0 {
                findings.push(Finding {
                    severity: Severity::Note,
                    message: format!("{left} notes and unknown lines are not exported"),
                    file,
                    position: None,
                    code: "not-exported",
                });
            }
        }
        (table, findings)
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
    /// A span or event that is there already is not added again; spans stay as authored.
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

/// Adds what the sidecar does not have. A span is there already when its tag has the same frames,
/// whoever placed it; an event is when one of its name is close.
fn add(sidecar: &mut Sidecar, clip: ClipId, items: &[PlacedItem]) -> Addition {
    let mut spans = BTreeSet::new();
    let mut events = BTreeSet::new();
    let is_tag = |kind: SpanKind| kind != SpanKind::Not;
    for item in sidecar.lines().iter().filter_map(item_of) {
        match item {
            Item::Span { kind, name, range } => _ = spans.insert((name, range, is_tag(kind))),
            // The bits of floats that are not negative order as the floats do.
            Item::Event { name, time, .. } => _ = events.insert((name, time.to_bits())),
        }
    }
    let mut addition = Addition {
        clip,
        spans: 0,
        events: 0,
        already: 0,
    };
    for PlacedItem {
        item,
        within_frames,
    } in items
    {
        let is_new = match item {
            Item::Span { kind, name, range } => spans.insert((name.clone(), *range, is_tag(*kind))),
            Item::Event { name, time, .. } => {
                let bits = |time: f64| (name.clone(), time.max(0.0).to_bits());
                let near = bits(time - within_frames)..=bits(time + within_frames);
                let is_new = events.range(near).next().is_none();
                if is_new {
                    events.insert(bits(*time));
                }
                is_new
            }
        };
        match (is_new, item) {
            (false, _) => addition.already += 1,
            (true, Item::Span { .. }) => addition.spans += 1,
            (true, Item::Event { .. }) => addition.events += 1,
        }
        if is_new {
            sidecar.push(line_of(item.clone()));
        }
    }
    *sidecar = sidecar.in_order();
    addition
}
