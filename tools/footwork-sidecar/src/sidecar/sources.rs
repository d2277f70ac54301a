//! The `by` lines of a sidecar.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use footwork_base::{FrameRange, Name};

use super::provenance::Provenance;
use super::{Line, Sidecar, TagSpan};

impl Sidecar {
    /// Returns the `by` lines: the programs that proposed accepted spans.
    pub fn provenance(&self) -> impl Iterator<Item = &Provenance> {
        self.lines().iter().filter_map(|line| match line {
            Line::By(provenance) => Some(provenance),
            _ => None,
        })
    }

    /// Records which program proposed a hand-made span, instead of an earlier record; returns whether there is such a span.
    pub fn set_provenance(&mut self, provenance: Provenance) -> bool {
        let key = (&provenance.tag, provenance.range);
        let is_there = by_hand(self.lines()).any(|span| span == key);
        if is_there {
            self.remove(|line| matches!(line, Line::By(other) if (&other.tag, other.range) == key));
            self.insert([Line::By(provenance)]);
        }
        is_there
    }

    /// Removes the `by` lines whose span is gone, and all but the best line of each span.
    pub fn drop_lost_provenance(&mut self) {
        if self.provenance().next().is_none() {
            return;
        }
        let spans: BTreeSet<_> = by_hand(&self.lines).collect();
        let best = best(self.provenance());
        let is_lost = |by: &&Provenance| {
            let span = (&by.tag, by.range);
            !spans.contains(&span) || best.get(&span) != Some(by)
        };
        let lost: BTreeSet<String> = self
            .provenance()
            .filter(is_lost)
            .map(Provenance::to_string)
            .collect();
        if !lost.is_empty() {
            self.remove(|line| matches!(line, Line::By(by) if lost.contains(&by.to_string())));
        }
    }
}

/// Returns the line of each span: among several, the one with the highest score, and among those the first by the name of
/// its source.
pub(crate) fn best<'a>(
    lines: impl Iterator<Item = &'a Provenance>,
) -> BTreeMap<(&'a Name, FrameRange), &'a Provenance> {
    let mut best: BTreeMap<_, &Provenance> = BTreeMap::new();
    for by in lines {
        let kept = best.entry((&by.tag, by.range)).or_insert(by);
        let rank = |by: &'a Provenance| (by.hundredths, Reverse(&by.source));
        if rank(by) > rank(kept) {
            *kept = by;
        }
    }
    best
}

/// Iterates over the hand-made spans.
pub(crate) fn by_hand(lines: &[Line]) -> impl Iterator<Item = (&Name, FrameRange)> {
    lines.iter().filter_map(|line| match line {
        Line::Tag(TagSpan {
            name,
            range,
            by_rule: false,
        }) => Some((name, *range)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(lines: &str) -> String {
        format!("footwork-tags 1\n{lines}\n")
    }

    fn read(lines: &str) -> Sidecar {
        Sidecar::read("a.tags", text_of(lines).as_bytes())
            .unwrap()
            .0
    }

    fn range(start: u32, stop: u32) -> FrameRange {
        FrameRange::new(start, stop).unwrap()
    }

    #[test]
    fn lines_read_back_as_written() {
        for line in [
            "by learned 0.93 Gait.Run 12 36",
            "by rules 1.00 \"Hand made\" 0 4294967295",
            "by \"second labeller\" 0.00 A 7 8",
        ] {
            let sidecar = read(line);
            assert_eq!(sidecar.provenance().count(), 1, "{line}");
            assert_eq!(sidecar.to_bytes(), text_of(line).as_bytes());
        }
    }

    #[test]
    fn a_line_with_a_mistake_stays_as_it_is() {
        for (line, column, code) in [
            ("by", 3, "missing-word"),
            ("by learned", 11, "missing-word"),
            ("by \"\" 0.50 A 0 9", 6, "bad-word"),
            ("by learned 0.9 A 0 9", 12, "bad-score"),
            ("by learned 0.931 A 0 9", 12, "bad-score"),
            ("by learned 1.01 A 0 9", 12, "bad-score"),
            ("by learned 3.00 A 0 9", 12, "bad-score"),
            ("by learned -0.50 A 0 9", 12, "bad-score"),
            ("by learned 0,50 A 0 9", 12, "bad-score"),
            ("by learned Gait.Run 12 36", 12, "bad-score"),
            ("by learned 0.50", 16, "missing-word"),
            ("by learned 0.50 A 9 2", 19, "span-reversed"),
            ("by learned 0.50 A 0 9 rule", 22, "trailing-text"),
        ] {
            let (sidecar, findings) = Sidecar::read("a.tags", text_of(line).as_bytes()).unwrap();
            assert_eq!(sidecar.to_bytes(), text_of(line).as_bytes());
            assert_eq!(sidecar.provenance().count(), 0, "{line}");
            let place = findings[0].position.unwrap();
            let found = (place.line, place.column, findings[0].code);
            assert_eq!(found, (2, column, code), "{line}");
        }
    }

    #[test]
    fn only_a_source_with_a_name_and_a_score_between_0_and_1_is_recorded() {
        let new =
            |source: &str, score| Provenance::new(source, score, "A".parse().unwrap(), range(0, 9));
        assert_eq!(
            new("learned", 0.929).unwrap().to_string(),
            "learned 0.93 A 0 9"
        );
        assert_eq!(new("learned", 1.0).unwrap().score(), 1.0);
        for (source, score) in [
            ("", 0.5),
            ("learned", 1.001),
            ("learned", -0.001),
            ("learned", f64::NAN),
        ] {
            assert_eq!(new(source, score), None, "{source} {score}");
        }
    }

    #[test]
    fn a_line_belongs_to_its_span_alone() {
        let lines = "tag A 0 9\ntag A 20 30\ntag B 0 9\ntag C 0 9 rule\n\
                     by learned 0.90 A 0 9\nby learned 0.80 A 20 30\nby learned 0.70 B 0 9";
        let gone = |change: &dyn Fn(&mut Sidecar)| {
            let mut sidecar = read(lines);
            let before: Vec<String> = sidecar.provenance().map(Provenance::to_string).collect();
            change(&mut sidecar);
            let after: Vec<String> = sidecar.provenance().map(Provenance::to_string).collect();
            before
                .into_iter()
                .filter(|line| !after.contains(line))
                .collect::<Vec<_>>()
        };
        let a: Name = "A".parse().unwrap();
        let nothing: [&str; 0] = [];
        assert_eq!(gone(&|s| _ = s.paint(&a, range(2, 7))), nothing);
        assert_eq!(gone(&|s| _ = s.paint(&a, range(12, 15))), nothing);
        assert_eq!(gone(&|s| _ = s.add_span(&a, range(5, 25))), nothing);
        assert_eq!(
            gone(&|s| _ = s.paint(&a, range(8, 12))),
            ["learned 0.90 A 0 9"]
        );
        assert_eq!(
            gone(&|s| _ = s.erase(&a, range(25, 26))),
            ["learned 0.80 A 20 30"]
        );
        assert_eq!(
            gone(&|s| _ = s.remove_span(&a, range(0, 9))),
            ["learned 0.90 A 0 9"]
        );
        let mut sidecar = read(lines);
        sidecar.rename(|name| (*name == a).then(|| "C".parse().unwrap()));
        let after: Vec<String> = sidecar.provenance().map(Provenance::to_string).collect();
        assert_eq!(
            after,
            [
                "learned 0.70 B 0 9",
                "learned 0.90 C 0 9",
                "learned 0.80 C 20 30"
            ]
        );
    }

    #[test]
    fn a_later_record_of_a_span_replaces_an_earlier_one() {
        let mut sidecar = read("tag A 0 9\ntag B 0 9 rule\nby learned 0.90 A 0 9");
        let by = |source, tag: &str, range| {
            Provenance::new(source, 0.5, tag.parse().unwrap(), range).unwrap()
        };
        assert!(sidecar.set_provenance(by("similar", "A", range(0, 9))));
        assert!(!sidecar.set_provenance(by("similar", "A", range(0, 8))));
        assert!(
            !sidecar.set_provenance(by("similar", "B", range(0, 9))),
            "a rule placed it"
        );
        let expected = text_of("tag A 0 9\ntag B 0 9 rule\nby similar 0.50 A 0 9");
        assert_eq!(String::from_utf8(sidecar.to_bytes()).unwrap(), expected);
    }
}
