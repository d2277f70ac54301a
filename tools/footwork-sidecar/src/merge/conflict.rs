//! What both sides changed, each in its own way.

use std::collections::BTreeMap;
use std::fmt;

use footwork_base::Name;

use super::content::Moved;
use super::lists::take_one;
use crate::Line;
use crate::sidecar::LineKey;

/// One thing that both sides changed, each in its own way, so that somebody has to choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// What it is.
    pub item: Item,
    /// The lines that it was; none where both sides added it.
    pub base: Vec<Line>,
    /// The lines that ours has instead; none where ours removed it.
    pub ours: Vec<Line>,
    /// The lines that theirs has instead; none where theirs removed it.
    pub theirs: Vec<Line>,
}

/// What a conflict is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A line of the header: `clip`, `frames`, `rate` or `hash`.
    Header(&'static str),
    /// The frames of everything: the sides are for different versions of the clip.
    Content(Moved),
    /// Spans of a tag that share frames, in one version or another.
    Tag(Name),
    /// An event.
    Event(Name),
}

impl Conflict {
    /// The place of its first line in canonical order.
    pub(super) fn key(&self) -> Option<LineKey<'_>> {
        let lines = [&self.base, &self.ours, &self.theirs].into_iter().flatten();
        lines.filter_map(Line::key).min()
    }

    /// The lines of both sides, those that both have once.
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

impl fmt::Display for Item {
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
        if let Item::Content(moved) = item {
            return match moved {
                Moved::Ours => write!(f, "{item}: {}", one_moved("ours", "theirs")),
                Moved::Theirs => write!(f, "{item}: {}", one_moved("theirs", "ours")),
                Moved::Both => write!(
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

/// The most lines, and characters of a line, that a message shows.
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
