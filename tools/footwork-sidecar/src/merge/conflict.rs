//! Conflicts: items that the two sides changed in different ways.

use std::collections::BTreeMap;
use std::fmt;

use footwork_base::Name;

use super::three::take_one;
use crate::sidecar::{Line, LineKey, Sidecar};

/// One item that the sides changed in different ways, so that the user must choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// The item.
    pub item: ConflictItem,
    /// The item's lines in the base; empty if both sides added the item.
    pub base: Vec<Line>,
    /// The item's lines in ours; empty if ours removed the item.
    pub ours: Vec<Line>,
    /// The item's lines in theirs; empty if theirs removed the item.
    pub theirs: Vec<Line>,
}

/// The item of a conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConflictItem {
    /// A line of the header: `clip`, `frames`, `rate` or `hash`.
    Header(&'static str),
    /// All tags and events: the sides are for different versions of the clip.
    Content(RebasedSide),
    /// Spans of a tag that share frames in some version.
    Tag(Name),
    /// An event.
    Event(Name),
}

/// The side that is for another version of the clip than the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RebasedSide {
    /// Ours was rebased, and theirs changed tags or events on the old frames.
    Ours,
    /// Theirs was rebased, and ours changed tags or events on the old frames.
    Theirs,
    /// The sides are for two different versions of the clip, and neither is known to be the base's.
    Both,
}

impl Conflict {
    /// Returns the sort key of the conflict's first line in canonical order.
    pub(super) fn key(&self) -> Option<LineKey<'_>> {
        let lines = [&self.base, &self.ours, &self.theirs].into_iter().flatten();
        lines.filter_map(Line::key).min()
    }

    /// Returns the lines of both sides; common lines occur once.
    pub(super) fn both(&self) -> impl Iterator<Item = Line> {
        let mut ours: BTreeMap<String, usize> = BTreeMap::new();
        for line in &self.ours {
            *ours.entry(line.to_string()).or_default() += 1;
        }
        let theirs = self.theirs.iter();
        let only_theirs = theirs.filter(move |line| !take_one(&mut ours, &line.to_string()));
        self.ours.iter().chain(only_theirs).cloned()
    }
}

impl fmt::Display for ConflictItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header(keyword) => f.write_str(keyword),
            Self::Content(_) => f.write_str("content"),
            Self::Tag(name) => write!(f, "tag {name}"),
            Self::Event(name) => write!(f, "event {name}"),
        }
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let item = &self.item;
        if let ConflictItem::Content(moved) = item {
            return match moved {
                RebasedSide::Ours => write!(f, "{item}: {}", one_moved("ours", "theirs")),
                RebasedSide::Theirs => write!(f, "{item}: {}", one_moved("theirs", "ours")),
                RebasedSide::Both => write!(
                    f,
                    "{item}: ours and theirs are for different versions of the clip, so their frames \
                     have different numbers: keep the side of the version that stays, and make the \
                     edits of the other again"
                ),
            };
        }
        write!(
            f,
            "{}: {} became {} in ours and {} in theirs",
            self.item,
            shown(&self.base),
            shown(&self.ours),
            shown(&self.theirs)
        )
    }
}

fn one_moved(new: &str, old: &str) -> String {
    format!(
        "{new} was rebased to another version of the clip, and {old} changed tags or events of the old \
         frames: keep {new} and make the edits of {old} again, or keep {old} and rebase that"
    )
}

/// The maximum number of lines in a message, and of characters per line.
const SHOWN: (usize, usize) = (4, 80);

fn shown(lines: &[Line]) -> String {
    if lines.is_empty() {
        return "nothing".to_owned();
    }
    let mut words: Vec<String> = lines.iter().take(SHOWN.0).map(shortened).collect();
    if lines.len() > SHOWN.0 {
        words.push("…".to_owned());
    }
    words.join(", ")
}

fn shortened(line: &Line) -> String {
    let text = line.to_string();
    match text.char_indices().nth(SHOWN.1) {
        Some((stop, _)) => format!("`{}…`", &text[..stop]),
        None => format!("`{text}`"),
    }
}

/// Returns the text of `agreed`, with each conflict before the first line that sorts after it.
pub(super) fn write_with_markers(agreed: &Sidecar, conflicts: &[Conflict]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut waiting = conflicts.iter().peekable();
    for line in agreed.lines() {
        let key = line.key();
        while let Some(conflict) = waiting.next_if(|conflict| conflict.key() < key) {
            write_conflict(conflict, &mut out);
        }
        line.write_to(&mut out);
    }
    waiting.for_each(|conflict| write_conflict(conflict, &mut out));
    out
}

fn write_conflict(conflict: &Conflict, out: &mut Vec<u8>) {
    out.extend_from_slice(b"<<<<<<< ours\n");
    conflict.ours.iter().for_each(|line| line.write_to(out));
    out.extend_from_slice(b"=======\n");
    conflict.theirs.iter().for_each(|line| line.write_to(out));
    out.extend_from_slice(b">>>>>>> theirs\n");
}
