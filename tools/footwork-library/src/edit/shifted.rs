//! Edits that move spans: their `by` lines follow.
//!
//! A client moves spans by removing them and adding them at their new frames. If all removed spans return with the same tags, moved by
//! the same number of frames, they are still the spans that a program proposed.

use std::collections::BTreeSet;

use footwork_base::{FrameRange, Name};
use footwork_sidecar::{Provenance, Sidecar};

use super::Operation;

/// Gives the spans that the operations moved the `by` lines that they had in `before`.
pub(crate) fn follow_shift(before: &Sidecar, operations: &[&Operation], after: &mut Sidecar) {
    let there: BTreeSet<_> = after.provenance().map(place).collect();
    let removed: BTreeSet<_> = removed(operations).collect();
    let is_moved = |by: &&Provenance| removed.contains(&place(by)) && !there.contains(&place(by));
    let lost = before.provenance().filter(is_moved);
    let lost: Vec<Provenance> = lost.cloned().collect();
    drop(there);
    let Some(by_frames) = (!lost.is_empty()).then(|| shift(operations)).flatten() else {
        return;
    };
    for by in lost {
        if let Some(range) = moved(by.range(), by_frames) {
            _ = after.set_provenance(by.at(range));
        }
    }
}

fn place(by: &Provenance) -> (&Name, FrameRange) {
    (by.tag(), by.range())
}

/// Returns the spans that the operations remove.
fn removed<'a>(operations: &'a [&Operation]) -> impl Iterator<Item = (&'a Name, FrameRange)> {
    operations.iter().filter_map(|operation| match operation {
        Operation::RemoveSpan { tag, range } => Some((tag, *range)),
        _ => None,
    })
}

/// Returns by how many frames the operations move all spans that they remove.
fn shift(operations: &[&Operation]) -> Option<i64> {
    let added = operations.iter().filter_map(|operation| match operation {
        Operation::AddSpan { tag, range } | Operation::Paint { tag, range } => Some((tag, *range)),
        _ => None,
    });
    let removed: BTreeSet<_> = removed(operations).collect();
    let added: BTreeSet<_> = added.collect();
    let (tag, first) = *removed.first()?;
    let same_tag = added.iter().filter(|(other, _)| *other == tag);
    let mut shifts = same_tag.map(|(_, range)| i64::from(range.start()) - i64::from(first.start()));
    shifts.find(|&by| {
        let mut removed = removed.iter();
        removed.all(|(tag, range)| {
            moved(*range, by).is_some_and(|range| added.contains(&(*tag, range)))
        })
    })
}

fn moved(range: FrameRange, by: i64) -> Option<FrameRange> {
    let frame = |frame: u32| u32::try_from(i64::from(frame) + by).ok();
    FrameRange::new(frame(range.start())?, frame(range.stop())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start: u32, stop: u32) -> FrameRange {
        FrameRange::new(start, stop).unwrap()
    }

    fn remove(tag: &str, start: u32, stop: u32) -> Operation {
        let tag = tag.parse().unwrap();
        Operation::RemoveSpan {
            tag,
            range: range(start, stop),
        }
    }

    fn add(tag: &str, start: u32, stop: u32) -> Operation {
        let tag = tag.parse().unwrap();
        Operation::AddSpan {
            tag,
            range: range(start, stop),
        }
    }

    fn check(operations: &[Operation], expected: &[&str]) {
        let text = b"footwork-tags 1\nclip a.bvh\ntag A 0 10\ntag A 20 30\ntag B 5 15\n\
                     by learned 0.90 A 0 10\nby learned 0.80 A 20 30\nby rules 1.00 B 5 15\n";
        let before = Sidecar::read("a.bvh.tags", text).unwrap().0;
        let mut after = before.clone();
        for operation in operations {
            match operation {
                Operation::RemoveSpan { tag, range } => _ = after.remove_span(tag, *range),
                Operation::AddSpan { tag, range } => _ = after.add_span(tag, *range),
                _ => {}
            }
        }
        let operations: Vec<&Operation> = operations.iter().collect();
        follow_shift(&before, &operations, &mut after);
        let found: Vec<String> = after.provenance().map(Provenance::to_string).collect();
        assert_eq!(found, expected, "{operations:?}");
    }

    #[test]
    fn lines_follow_spans_that_move_together() {
        let [a, b, c] = [
            "learned 0.90 A 0 10",
            "learned 0.80 A 20 30",
            "rules 1.00 B 5 15",
        ];
        check(&[], &[a, b, c]);
        let all = [
            remove("A", 0, 10),
            remove("A", 20, 30),
            remove("B", 5, 15),
            add("A", 20, 30),
            add("A", 40, 50),
            add("B", 25, 35),
        ];
        let moved = [
            "learned 0.90 A 20 30",
            "learned 0.80 A 40 50",
            "rules 1.00 B 25 35",
        ];
        check(&all, &moved);
        check(
            &[remove("A", 0, 10), add("A", 3, 13)],
            &["learned 0.90 A 3 13", b, c],
        );
        // Other lengths, other tags and different moves are other labels.
        check(&[remove("A", 0, 10), add("A", 0, 11)], &[b, c]);
        check(&[remove("A", 0, 10), add("B", 0, 10)], &[b, c]);
        check(
            &[
                remove("A", 0, 10),
                remove("A", 20, 30),
                add("A", 1, 11),
                add("A", 22, 32),
            ],
            &[c],
        );
        check(&[remove("A", 0, 10)], &[b, c]);
    }

    #[test]
    fn a_span_that_a_move_erases_lends_its_line_to_no_other() {
        let text = b"footwork-tags 1\nclip a.bvh\ntag A 0 10\ntag B 10 20\ntag B 20 30\nby learned 0.70 B 10 20\n";
        let before = Sidecar::read("a.bvh.tags", text).unwrap().0;
        let mut after = before.clone();
        let [a, b] = ["A", "B"].map(|tag| tag.parse().unwrap());
        after.remove_span(&a, range(0, 10));
        after.add_span(&a, range(10, 20));
        // As for tags that exclude each other.
        after.remove_span(&b, range(10, 20));
        let operations = [remove("A", 0, 10), add("A", 10, 20)];
        follow_shift(&before, &operations.each_ref(), &mut after);
        assert_eq!(after.provenance().count(), 0);
    }
}
