//! A `kept` line: the decision to keep our labels although a second labeller's differ, which settles the difference.
//!
//! ```text
//! kept Gait.Run ours 0 25 theirs 0 10 12 20
//! kept Gait.Walk ours none theirs 12 20
//! ```
//!
//! The line has the frames that we gave a tag, and the touching or overlapping frames that the second labeller gave it.
//! It states that our frames are right. If either side changes its frames later, the difference is new and open again.

use std::fmt;

use footwork_base::{FrameRange, Name};

use super::words::{Fault, Words, fault};

/// The requirements of [`KeptLabels::new`], as an error message.
const NOT_KEPT: &str =
    "the two sides must differ, and the ranges of each must be in order and must not touch";

/// The frames that we gave a tag and keep, and the frames that a second labeller gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct KeptLabels {
    /// The tag.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    tag: Name,
    /// Our frames: `[start, stop)` each.
    #[cfg_attr(feature = "wire", serde(serialize_with = "as_pairs"))]
    #[cfg_attr(feature = "ts", ts(type = "Array<[number, number]>"))]
    ours: Vec<FrameRange>,
    /// The second labeller's frames: `[start, stop)` each.
    #[cfg_attr(feature = "wire", serde(serialize_with = "as_pairs"))]
    #[cfg_attr(feature = "ts", ts(type = "Array<[number, number]>"))]
    theirs: Vec<FrameRange>,
    #[cfg_attr(feature = "wire", serde(skip))]
    range: FrameRange,
}

#[cfg(feature = "wire")]
impl<'de> serde::Deserialize<'de> for KeptLabels {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Unchecked {
            tag: Name,
            ours: Vec<(u32, u32)>,
            theirs: Vec<(u32, u32)>,
        }
        let read = Unchecked::deserialize(from)?;
        let ranges = |side: Vec<(u32, u32)>| -> Option<Vec<FrameRange>> {
            let pairs = side.into_iter();
            pairs
                .map(|(start, stop)| FrameRange::new(start, stop))
                .collect()
        };
        ranges(read.ours)
            .zip(ranges(read.theirs))
            .and_then(|(ours, theirs)| Self::new(read.tag, ours, theirs))
            .ok_or_else(|| serde::de::Error::custom(NOT_KEPT))
    }
}

#[cfg(feature = "wire")]
fn as_pairs<S: serde::Serializer>(side: &[FrameRange], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(side.iter().map(|range| (range.start(), range.stop())))
}

impl KeptLabels {
    /// Creates kept labels from a tag, the frames that we gave the tag, and the frames that the other labeller
    /// gave it.
    ///
    /// `None` if the ranges of a side are out of order, touch or overlap, or if the two sides are equal.
    pub fn new(tag: Name, ours: Vec<FrameRange>, theirs: Vec<FrameRange>) -> Option<Self> {
        let is_apart = |side: &[FrameRange]| {
            let mut pairs = side.windows(2);
            pairs.all(|pair| pair[0].stop() < pair[1].start())
        };
        let both = ours.iter().chain(&theirs).copied();
        let range = both.reduce(FrameRange::hull)?;
        let is_difference = is_apart(&ours) && is_apart(&theirs) && ours != theirs;
        is_difference.then_some(Self {
            tag,
            ours,
            theirs,
            range,
        })
    }

    /// Returns the tag.
    pub fn tag(&self) -> &Name {
        &self.tag
    }

    /// Returns the frames that we gave the tag, in order; may be empty.
    pub fn ours(&self) -> &[FrameRange] {
        &self.ours
    }

    /// Returns the frames that the second labeller gave the tag, in order; may be empty.
    pub fn theirs(&self) -> &[FrameRange] {
        &self.theirs
    }

    /// Returns the frames from the first to the last one that either labeller tagged.
    pub fn range(&self) -> FrameRange {
        self.range
    }

    /// Returns the same decision for another tag.
    #[must_use]
    pub fn renamed(self, tag: Name) -> Self {
        Self { tag, ..self }
    }

    /// Returns the same decision with each range replaced by `to`; `None` if `to` has no replacement for a range, or if
    /// the result is not a difference.
    pub fn moved(&self, mut to: impl FnMut(FrameRange) -> Option<FrameRange>) -> Option<Self> {
        let mut side = |ranges: &[FrameRange]| ranges.iter().map(|range| to(*range)).collect();
        let (ours, theirs): (Option<Vec<_>>, Option<Vec<_>>) =
            (side(&self.ours), side(&self.theirs));
        Self::new(self.tag.clone(), ours?, theirs?)
    }
}

/// Formats the decision as the words after `kept`.
impl fmt::Display for KeptLabels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.tag)?;
        for (word, side) in [("ours", &self.ours), ("theirs", &self.theirs)] {
            write!(f, " {word}")?;
            if side.is_empty() {
                f.write_str(" none")?;
            }
            for range in side {
                write!(f, " {} {}", range.start(), range.stop())?;
            }
        }
        Ok(())
    }
}

/// Reads the words after `kept`.
pub(super) fn read(words: &mut Words<'_>) -> Result<KeptLabels, Fault> {
    let tag = words.name()?;
    let column = words.column() + 1;
    let ours = side(words, "ours")?;
    let theirs = side(words, "theirs")?;
    match KeptLabels::new(tag, ours, theirs) {
        Some(kept) => Ok(kept),
        None => fault(column, "bad-kept", NOT_KEPT),
    }
}

/// Reads a word and the ranges after it, or `none`.
fn side(words: &mut Words<'_>, word: &'static str) -> Result<Vec<FrameRange>, Fault> {
    if !words.optional(word) {
        let message = format!("expected `{word}` here, and ranges of frames or `none`");
        return fault(words.column(), "missing-word", message);
    }
    let mut ranges = Vec::new();
    if words.optional("none") {
        return Ok(ranges);
    }
    loop {
        ranges.push(words.range()?);
        if !words.is_at_digit() {
            return Ok(ranges);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Sidecar;
    use super::*;

    fn text_of(line: &str) -> String {
        format!("footwork-tags 1\n{line}\n")
    }

    fn read(line: &str) -> Sidecar {
        Sidecar::read("a.tags", text_of(line).as_bytes()).unwrap().0
    }

    fn range(start: u32, stop: u32) -> FrameRange {
        FrameRange::new(start, stop).unwrap()
    }

    #[test]
    fn lines_read_back_as_written() {
        for line in [
            "kept Gait.Run ours 0 25 theirs 0 10 12 20",
            "kept \"Hand made\" ours none theirs 12 20",
            "kept A ours 4294967294 4294967295 theirs none",
        ] {
            let sidecar = read(line);
            assert_eq!(sidecar.kept().count(), 1, "{line}");
            assert_eq!(sidecar.to_bytes(), text_of(line).as_bytes());
        }
    }

    #[test]
    fn kept_lines_without_a_difference_are_rejected_and_stay_unchanged() {
        for (line, column, code) in [
            ("kept", 5, "missing-word"),
            ("kept A", 7, "missing-word"),
            ("kept A ours", 12, "missing-word"),
            ("kept A ours theirs 0 9", 13, "bad-frame"),
            ("kept A ours 0 9", 16, "missing-word"),
            ("kept A ours 0 9 theirs", 23, "missing-word"),
            ("kept A ours 0 9 12 theirs none", 20, "bad-frame"),
            ("kept A ours 0 9 theirs 9 2", 24, "span-reversed"),
            ("kept A ours none theirs none", 8, "bad-kept"),
            ("kept A ours 0 9 theirs 0 9", 8, "bad-kept"),
            ("kept A ours 0 9 9 12 theirs none", 8, "bad-kept"),
            ("kept A ours 5 9 0 2 theirs none", 8, "bad-kept"),
            ("kept A ours 0 9 theirs none 3 4", 28, "trailing-text"),
        ] {
            let (sidecar, findings) = Sidecar::read("a.tags", text_of(line).as_bytes()).unwrap();
            assert_eq!(sidecar.to_bytes(), text_of(line).as_bytes());
            assert_eq!(sidecar.kept().count(), 0, "{line}");
            let place = findings[0].position.unwrap();
            let found = (place.line, place.column, findings[0].code);
            assert_eq!(found, (2, column, code), "{line}");
        }
    }

    #[test]
    fn a_later_decision_about_the_same_frames_replaces_an_earlier_one() {
        let tag: Name = "A".parse().unwrap();
        let mut sidecar = read(
            "tag A 0 9\nkept A ours 0 9 theirs 0 4\nkept A ours 20 30 theirs none\nkept B ours 0 9 theirs none",
        );
        let kept = KeptLabels::new(tag.clone(), vec![range(0, 12)], vec![range(3, 8)]).unwrap();
        assert!(sidecar.keep(kept.clone()));
        assert!(!sidecar.keep(kept));
        let expected = text_of(
            "tag A 0 9\nkept A ours 0 12 theirs 3 8\nkept A ours 20 30 theirs none\nkept B ours 0 9 theirs none",
        );
        assert_eq!(String::from_utf8(sidecar.to_bytes()).unwrap(), expected);
        let renamed = sidecar.rename(|name| (*name == tag).then(|| "C".parse().unwrap()));
        assert!(renamed);
        let tags: Vec<String> = sidecar.kept().map(|kept| kept.tag().to_string()).collect();
        assert_eq!(tags, ["B", "C", "C"]);
    }

    #[test]
    fn a_decision_moves_only_if_all_its_ranges_move() {
        let tag: Name = "A".parse().unwrap();
        let kept = KeptLabels::new(tag, vec![range(2, 9)], vec![range(3, 5), range(7, 9)]).unwrap();
        assert_eq!(kept.range(), range(2, 9));
        let later = kept.moved(|old| FrameRange::new(old.start() + 10, old.stop() + 10));
        assert_eq!(
            later.unwrap().to_string(),
            "A ours 12 19 theirs 13 15 17 19"
        );
        assert_eq!(kept.moved(|old| (old.start() < 7).then_some(old)), None);
        // If two ranges become one, the decision no longer applies.
        let merged = kept.moved(|old| FrameRange::new(old.start() / 4, old.stop() / 4 + 1));
        assert_eq!(merged, None);
    }
}
