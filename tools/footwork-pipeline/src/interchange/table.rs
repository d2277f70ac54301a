//! The tags and events of clips as rows, with exact frames: what every format writes.

use footwork_base::{FrameRange, FrameRate, Name};

/// Rows by clip, in the order of the clips' names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The clips, also those without rows.
    pub clips: Vec<ClipTable>,
}

/// The rows of one clip.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipTable {
    /// The clip's name.
    pub name: String,
    /// A path for a file of this clip alone, without an extension of its own.
    pub path: String,
    /// Its length in frames.
    pub frames: u32,
    /// Its frame rate.
    pub rate: FrameRate,
    /// Its spans and events, in the order of a sidecar.
    pub items: Vec<Item>,
}

/// What the frames of a span are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpanKind {
    /// A tag that somebody placed.
    Tag,
    /// A tag that a rule placed.
    Rule,
    /// Frames that no rule may give the tag.
    Not,
}

impl SpanKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Tag, Self::Rule, Self::Not];

    /// The word that files have for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Tag => "tag",
            Self::Rule => "rule",
            Self::Not => "not",
        }
    }
}

/// A span or an event.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Frames with a tag.
    Span {
        /// What they are.
        kind: SpanKind,
        /// The tag.
        name: Name,
        /// The frames, as authored: they may touch or overlap others.
        range: FrameRange,
    },
    /// A moment.
    Event {
        /// The kind of event.
        name: Name,
        /// The time in frames.
        time: f64,
        /// JSON on one line that is carried through.
        data: Option<String>,
    },
}

impl Item {
    /// The tag or event.
    pub fn name(&self) -> &Name {
        match self {
            Self::Span { name, .. } | Self::Event { name, .. } => name,
        }
    }

    /// The word that files have for its kind.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Span { kind, .. } => kind.word(),
            Self::Event { .. } => EVENT,
        }
    }

    /// The JSON of an event, without the line ends and tabs that JSON may have between its words.
    pub(super) fn data(&self) -> Option<String> {
        match self {
            Self::Event { data, .. } => data.as_ref().map(|data| one_line(data)),
            Self::Span { .. } => None,
        }
    }
}

/// JSON without line ends and tabs, which stand only between its words.
pub(super) fn one_line(json: &str) -> String {
    json.replace(['\n', '\r', '\t'], " ")
}

/// The word for events.
pub(super) const EVENT: &str = "event";
