//! The sidecar: the text file next to a clip that holds its tags and events.
//!
//! ```text
//! footwork-tags 1
//! clip walk_01.bvh
//! frames 344
//! rate 120
//! hash xxh3:0123456789abcdef
//! state done by "Ann" on 2026-11-26
//! reference videos/walk_01.mp4 offset 1.5
//! note "second take, left shoe squeaks"
//! tag Gait.Run 12 36
//! tag Gait.Run 36 120 rule
//! tag "Hand made" 0 344
//! not Gait.Walk 200 230
//! event Foot.Left 13.25
//! event Foot.Left 45 data {"surface":"grass"}
//! kept Gait.Run ours 12 120 theirs 12 100
//! by learned 0.93 Gait.Run 12 36
//! ```
//!
//! One item per line, in canonical order: the header as above, then the state, the reference, notes, tags by name,
//! start and stop, `not` lines, events by name and time, `kept` lines, which record decisions of a comparison with a
//! second labeller, and `by` lines, which record the programs that proposed spans. Names sort part by part, whether
//! quoted or not. Every line, including the last, ends in LF. A last line without LF may be cut off, even inside a
//! number, so it is read and reported as a warning.
//!
//! A sidecar is kept in memory as its lines. Unknown lines therefore stay in place, byte for byte, and reading and
//! writing a canonical file changes nothing.

mod edit;
mod kept;
mod line;
mod provenance;
mod read;
mod reference;
mod sources;
mod state;
mod words;
mod work;
mod write;

use footwork_base::{FrameRate, Name};

use crate::finding::Finding;
use crate::hash::ClipHash;
pub use kept::KeptLabels;
pub(crate) use line::LineKey;
pub use line::{Line, Overlap, TagSpan};
pub use provenance::Provenance;
pub use read::unended_line;
pub use reference::{MAX_REFERENCE_OFFSET_SECS, MAX_REFERENCE_RATE, Reference};
pub(crate) use sources::{best, by_hand};
pub use state::{Day, ParseDayError, ParseStateError, SignedState, WorkState};

/// The suffix that turns a clip's file name into the name of its sidecar.
pub const SIDECAR_SUFFIX: &str = ".tags";

/// The version of the format that this crate writes.
pub const SIDECAR_VERSION: u32 = 1;

/// The size of the largest sidecar that can be read, in bytes.
pub const MAX_SIDECAR_BYTES: usize = 16 << 20;

/// The maximum number of findings of one sidecar, not counting a final finding that reports omitted ones.
pub const MAX_SIDECAR_FINDINGS: usize = 1000;

/// The upper bound of event times in frames, exclusive, because frames are numbered by `u32`.
pub const MAX_EVENT_FRAMES: f64 = 4_294_967_296.0;

/// The tags and events of one clip, as the lines of its sidecar.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Sidecar {
    lines: Vec<Line>,
}

impl Sidecar {
    /// Creates a sidecar that has only a header.
    pub fn new(clip: &str, frames: u32, rate: FrameRate, hash: ClipHash) -> Self {
        Self {
            lines: vec![
                Line::Version,
                Line::Clip(clip.to_owned()),
                Line::Frames(frames),
                Line::Rate(rate),
                Line::Hash(hash),
            ],
        }
    }

    /// Reads a sidecar. Mistakes are reported as findings in `file`, and the lines with mistakes are kept unchanged.
    ///
    /// # Errors
    /// If the bytes are not a sidecar, are of a newer version, are too large, or contain the markers of a merge
    /// conflict. The finding gives the reason.
    pub fn read(file: &str, bytes: &[u8]) -> Result<(Self, Vec<Finding>), Box<Finding>> {
        read::read(file, bytes)
    }

    /// Returns the text of the sidecar in canonical order. Unknown lines stay after the line that they followed.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        write::in_order(&self.lines).for_each(|line| line.write_to(&mut out));
        out
    }

    /// Returns the same sidecar with its lines in canonical order.
    pub fn in_order(&self) -> Self {
        Self {
            lines: write::in_order(&self.lines).cloned().collect(),
        }
    }

    /// Creates a sidecar from its lines.
    pub fn from_lines(lines: Vec<Line>) -> Self {
        Self { lines }
    }

    /// Returns the tag spans that overlap an earlier span of the same tag.
    pub fn overlaps(&self) -> Vec<Overlap<'_>> {
        line::overlaps(&self.lines)
    }

    /// Returns whether the sidecar has lines after its header.
    pub fn has_items(&self) -> bool {
        self.lines().iter().any(|line| {
            let in_header = |line: &Line| {
                matches!(
                    line,
                    Line::Version | Line::Clip(_) | Line::Frames(_) | Line::Rate(_) | Line::Hash(_)
                )
            };
            !in_header(line)
        })
    }

    /// Returns all lines, in their current order.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns the file name of the clip.
    pub fn clip(&self) -> Option<&str> {
        self.lines.iter().find_map(|line| match line {
            Line::Clip(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// Returns the length of the clip when it was tagged, in frames.
    pub fn frames(&self) -> Option<u32> {
        self.lines.iter().find_map(|line| match line {
            Line::Frames(frames) => Some(*frames),
            _ => None,
        })
    }

    /// Returns the frame rate of the clip when it was tagged.
    pub fn rate(&self) -> Option<FrameRate> {
        self.lines.iter().find_map(|line| match line {
            Line::Rate(rate) => Some(*rate),
            _ => None,
        })
    }

    /// Returns the content hash of the clip when it was tagged.
    pub fn hash(&self) -> Option<ClipHash> {
        self.lines.iter().find_map(|line| match line {
            Line::Hash(hash) => Some(*hash),
            _ => None,
        })
    }

    /// Returns the tag spans as written in the file.
    pub fn tags(&self) -> impl Iterator<Item = &TagSpan> {
        self.lines.iter().filter_map(|line| match line {
            Line::Tag(span) => Some(span),
            _ => None,
        })
    }

    /// Returns the events, each with its name and its time in frames.
    pub fn events(&self) -> impl Iterator<Item = (&Name, f64)> {
        self.lines.iter().filter_map(|line| match line {
            Line::Event { name, time, .. } => Some((name, *time)),
            _ => None,
        })
    }

    /// Returns the notes.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().filter_map(|line| match line {
            Line::Note(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// Appends a line, whatever its place in canonical order.
    pub fn push(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Removes the lines for which `doomed` returns true; returns their number.
    pub fn remove(&mut self, mut doomed: impl FnMut(&Line) -> bool) -> usize {
        let before = self.lines.len();
        self.lines.retain(|line| !doomed(line));
        before - self.lines.len()
    }

    /// Replaces each line with the lines that `change` pushes for it.
    pub fn rewrite(&mut self, mut change: impl FnMut(Line, &mut Vec<Line>)) {
        let mut lines = Vec::with_capacity(self.lines.len());
        for line in std::mem::take(&mut self.lines) {
            change(line, &mut lines);
        }
        self.lines = lines;
    }

    /// Inserts the lines together at the canonical place of the first of them: before the first existing line that
    /// sorts after it.
    pub fn insert(&mut self, lines: impl IntoIterator<Item = Line>) {
        let mut lines = lines.into_iter().peekable();
        let Some(first) = lines.peek() else {
            return;
        };
        let key = first.key();
        let after = |other: &Line| other.key().is_some() && other.key() > key;
        let place = self.lines.iter().position(after);
        let place = place.unwrap_or(self.lines.len());
        self.lines.splice(place..place, lines);
    }
}
