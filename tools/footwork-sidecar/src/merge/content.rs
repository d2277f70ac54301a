//! Determines whether the three versions use the same frame numbers. A rebased sidecar uses other frame numbers than
//! the base.
//!
//! Frame 40 of one version of a clip is not frame 40 of another, so tags and events may only be compared if all three
//! sidecars are for the same version. The header shows whether they are:
//!
//! | `frames`, `rate` and `hash` | compared with the base | result |
//! |---|---|---|
//! | both sides as in the base, or missing | same frames | merged line by line |
//! | new on one side; the other changed no tag or event | same frames, in effect | the tags and events of the first side |
//! | new on one side; the other changed tags or events | different frames | one conflict of all |
//! | new on both sides, and different | different frames | one conflict of all |
//! | new on both sides, and the same | different frames in the base | the common lines; every other name is a conflict |
//!
//! If a side lacks such a line, the base's line is used.

use std::collections::BTreeMap;

use super::conflict::{ConflictItem, RebasedSide};
use super::parts::Parts;
use super::three::{Three, take_one};
use crate::sidecar::{Line, Sidecar};

/// Which of three sidecars use the same frame numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    /// All three versions.
    Alike,
    /// Both sides use the same numbers, but the base does not.
    BaseApart,
    /// The sides use different numbers; holds the rebased side.
    Apart(RebasedSide),
}

/// Compares the frames of three sidecars.
pub(super) fn counting(sides: &Three<Sidecar>) -> Counting {
    let base = Content::from_sidecar(&sides.base);
    let ours = Content::from_sidecar(&sides.ours).or(&base);
    let theirs = Content::from_sidecar(&sides.theirs).or(&base);
    let moved = (base.contradicts(&ours), base.contradicts(&theirs));
    if !ours.contradicts(&theirs) {
        return match moved {
            (false, false) => Counting::Alike,
            _ => Counting::BaseApart,
        };
    }
    let of_frames = sides.map(|side| texts(side.lines().iter().filter(|line| is_of_frames(line))));
    match moved {
        (true, false) if of_frames.theirs == of_frames.base => Counting::Alike,
        (false, true) if of_frames.ours == of_frames.base => Counting::Alike,
        (true, false) => Counting::Apart(RebasedSide::Ours),
        (false, true) => Counting::Apart(RebasedSide::Theirs),
        _ => Counting::Apart(RebasedSide::Both),
    }
}

/// Adds one conflict of all tags and events, and of the header lines that identify the version of the clip.
pub(super) fn conflict(moved: RebasedSide, sides: &Three<Sidecar>, parts: &mut Parts) {
    let lines = sides.map(|side| {
        let lines = side.lines().iter().filter(|line| is_counted(line));
        lines.cloned().collect()
    });
    parts.conflict(ConflictItem::Content(moved), lines);
}

/// Returns the lines that this conflict leaves in the merged sidecar: the lines of the rebased side, or of ours if both
/// were rebased. The changes of the other side are added as notes, so all frame numbers belong to one version of the
/// clip.
pub(super) fn kept(moved: RebasedSide, sides: &Three<Sidecar>) -> Vec<Line> {
    let (kept, other, name) = match moved {
        RebasedSide::Ours | RebasedSide::Both => (&sides.ours, &sides.theirs, "theirs"),
        RebasedSide::Theirs => (&sides.theirs, &sides.ours, "ours"),
    };
    let base = sides.base.lines();
    let mut lines: Vec<Line> = kept
        .lines()
        .iter()
        .filter(|l| is_counted(l))
        .cloned()
        .collect();
    lines.extend(only_in(other.lines(), base).map(|line| note(name, "has", line)));
    if moved != RebasedSide::Both {
        let gone = only_in(base, other.lines()).filter(|line| is_of_frames(line));
        lines.extend(gone.map(|line| note(name, "removed", line)));
    }
    lines
}

fn note(side: &str, did: &str, line: &Line) -> Line {
    Line::Note(format!("not merged, {side} {did}: {line}"))
}

/// Returns the lines of one sidecar that depend on frame numbers and are missing from the other.
fn only_in<'a>(lines: &'a [Line], others: &[Line]) -> impl Iterator<Item = &'a Line> {
    let mut left: BTreeMap<String, usize> = BTreeMap::new();
    for line in others {
        *left.entry(line.to_string()).or_default() += 1;
    }
    let counted = lines.iter().filter(|line| is_counted(line));
    counted.filter(move |line| !take_one(&mut left, &line.to_string()))
}

/// Returns whether the line identifies the version of the clip.
pub(super) fn is_content(line: &Line) -> bool {
    matches!(line, Line::Frames(_) | Line::Rate(_) | Line::Hash(_))
}

/// Returns whether the line refers to frames of the clip.
fn is_of_frames(line: &Line) -> bool {
    matches!(line, Line::Tag(_) | Line::Not { .. } | Line::Event { .. })
}

fn is_counted(line: &Line) -> bool {
    is_content(line) || is_of_frames(line)
}

fn texts<'a>(lines: impl Iterator<Item = &'a Line>) -> Vec<String> {
    let mut texts: Vec<String> = lines.map(Line::to_string).collect();
    texts.sort();
    texts
}

/// The version of the clip that a sidecar is for: its lines `frames`, `rate` and `hash`.
struct Content([Vec<String>; 3]);

impl Content {
    fn from_sidecar(sidecar: &Sidecar) -> Self {
        let tests: [fn(&Line) -> bool; 3] = [
            |line| matches!(line, Line::Frames(_)),
            |line| matches!(line, Line::Rate(_)),
            |line| matches!(line, Line::Hash(_)),
        ];
        Self(tests.map(|is| texts(sidecar.lines().iter().filter(|line| is(line)))))
    }

    /// Fills in missing lines from the base.
    fn or(mut self, base: &Self) -> Self {
        for (own, base) in self.0.iter_mut().zip(&base.0) {
            if own.is_empty() {
                own.clone_from(base);
            }
        }
        self
    }

    /// Returns whether both versions have the same kind of line with different values.
    fn contradicts(&self, other: &Self) -> bool {
        let mut pairs = self.0.iter().zip(&other.0);
        pairs.any(|(a, b)| !a.is_empty() && !b.is_empty() && a != b)
    }
}
