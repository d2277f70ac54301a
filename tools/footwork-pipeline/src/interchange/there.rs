//! Finds the items of a file that a clip already has.

use std::collections::{BTreeMap, BTreeSet};

use footwork_base::{FrameRange, Name};
use footwork_sidecar::{Line, Sidecar};

use super::table::one_line;
use super::{PlacedItem, SpanKind, TableItem};

/// The spans and events of a clip that no row has matched yet.
struct There {
    spans: BTreeSet<(Name, FrameRange, bool)>,
    /// The data of each event, by name and the bits of the time, which sort like the time because it is not negative.
    events: BTreeMap<(Name, u64), Vec<Option<String>>>,
}

/// Returns, for each item, whether the sidecar already has it.
pub(super) fn are_there(sidecar: &Sidecar, items: &[PlacedItem]) -> Vec<bool> {
    let mut there = There {
        spans: BTreeSet::new(),
        events: BTreeMap::new(),
    };
    for item in sidecar.lines().iter().filter_map(item_of) {
        let data = item.data();
        match item {
            TableItem::Span { kind, name, range } => {
                _ = there.spans.insert((name, range, is_tag(kind)));
            }
            TableItem::Event { name, time, .. } => {
                let key = (name, time.to_bits());
                there.events.entry(key).or_default().push(data);
            }
        }
    }
    let same = |data: &Option<String>, other: &Option<String>| data == other;
    let mut found: Vec<bool> = items
        .iter()
        .map(|placed| there.finds(placed, same))
        .collect();
    // A row without data matches any remaining event.
    for (found, placed) in found.iter_mut().zip(items) {
        let says_none = matches!(&placed.item, TableItem::Event { data: None, .. });
        if !*found && says_none {
            *found = there.finds(placed, |_, _| true);
        }
    }
    found
}

impl There {
    fn finds(
        &mut self,
        PlacedItem {
            item,
            within_frames,
        }: &PlacedItem,
        fits: impl Fn(&Option<String>, &Option<String>) -> bool,
    ) -> bool {
        match item {
            TableItem::Span { kind, name, range } => {
                self.spans.contains(&(name.clone(), *range, is_tag(*kind)))
            }
            TableItem::Event { name, time, data } => {
                let data = data.as_deref().map(one_line);
                let bits = |time: f64| (name.clone(), time.max(0.0).to_bits());
                let near = bits(time - within_frames)..=bits(time + within_frames);
                let near = self.events.range(near).filter_map(|(key, all)| {
                    let at = all.iter().position(|other| fits(&data, other))?;
                    Some((key, at, (f64::from_bits(key.1) - time).abs()))
                });
                let nearest = near.min_by(|a, b| a.2.total_cmp(&b.2));
                let Some((key, at, _)) = nearest else {
                    return false;
                };
                let key = key.clone();
                let all = self.events.get_mut(&key);
                all.is_some_and(|all| {
                    all.swap_remove(at);
                    true
                })
            }
        }
    }
}

fn is_tag(kind: SpanKind) -> bool {
    kind != SpanKind::Not
}

/// Converts a line of a sidecar to an item of a table.
pub(super) fn item_of(line: &Line) -> Option<TableItem> {
    match line.clone() {
        Line::Tag(span) => Some(TableItem::Span {
            kind: if span.by_rule {
                SpanKind::Rule
            } else {
                SpanKind::Tag
            },
            name: span.name,
            range: span.range,
        }),
        Line::Not { name, range } => Some(TableItem::Span {
            kind: SpanKind::Not,
            name,
            range,
        }),
        Line::Event { name, time, data } => Some(TableItem::Event { name, time, data }),
        _ => None,
    }
}
