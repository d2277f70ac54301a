//! Which version of the clip each side counts frames in: a rebased sidecar has other numbers.
//!
//! | `frames`, `rate` and `hash` | the base counts | what is merged |
//! |---|---|---|
//! | of both sides as in the base, or not known | the same frames | line by line |
//! | of one side are new, and the other changed nothing of frames | the same, for that | the new ones |
//! | of one side are new, and the other changed tags or events | | nothing: one conflict of all |
//! | of both sides are new, each in its own way | | nothing: one conflict of all |
//! | of both sides are new and the same | other frames | what both have; every other name is a conflict |
//!
//! A side that lacks a line of the three is taken to count as the base does.

use std::collections::BTreeMap;

use super::conflict::{ConflictItem, RebasedSide};
use super::lists::take_one;
use super::parts::Parts;
use super::three::Three;
use crate::sidecar::{Line, Sidecar};

/// How the frames of three sidecars compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    /// Their lines can be compared.
    Alike,
    /// Those of the sides can, those of the base cannot.
    BaseApart,
    /// Those of one side cannot.
    Apart(RebasedSide),
}

/// How the frames of the sidecars compare.
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

/// One conflict of all lines that say frames, and of those that say which frames these are.
pub(super) fn conflict(moved: RebasedSide, sides: &Three<Sidecar>, parts: &mut Parts) {
    let lines = sides.map(|side| {
        let lines = side.lines().iter().filter(|line| is_counted(line));
        lines.cloned().collect()
    });
    parts.conflict(ConflictItem::Content(moved), lines);
}

/// The lines of such a conflict in one sidecar of one counting: those of the rebased side, or of
/// ours where both were, and what the other side changed as notes.
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

/// Counted lines of one sidecar that another does not have.
fn only_in<'a>(lines: &'a [Line], others: &[Line]) -> impl Iterator<Item = &'a Line> {
    let mut left: BTreeMap<String, usize> = BTreeMap::new();
    for line in others {
        *left.entry(line.to_string()).or_default() += 1;
    }
    let counted = lines.iter().filter(|line| is_counted(line));
    counted.filter(move |line| !take_one(&mut left, &line.to_string()))
}

/// Whether the line says which content the clip has.
pub(super) fn is_content(line: &Line) -> bool {
    matches!(line, Line::Frames(_) | Line::Rate(_) | Line::Hash(_))
}

/// Whether the line is of frames of the clip.
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

/// What a sidecar says of its clip: its lines `frames`, `rate` and `hash`.
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

    /// With the lines of the base where there are none.
    fn or(mut self, base: &Self) -> Self {
        for (own, base) in self.0.iter_mut().zip(&base.0) {
            if own.is_empty() {
                own.clone_from(base);
            }
        }
        self
    }

    /// Whether both say something of one of them, and not the same.
    fn contradicts(&self, other: &Self) -> bool {
        let mut pairs = self.0.iter().zip(&other.0);
        pairs.any(|(a, b)| !a.is_empty() && !b.is_empty() && a != b)
    }
}
