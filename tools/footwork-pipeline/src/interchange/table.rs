//! The tags and events of clips as rows with exact frames: the input of every writer.

use footwork_base::{FrameRange, FrameRate, Name};

/// Rows by clip, ordered by the clips' names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TagTable {
    /// The clips, including those without rows.
    pub clips: Vec<ClipTable>,
}

/// The rows of one clip.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipTable {
    /// The clip's name.
    pub name: String,
    /// A path without an extension, for formats with one file per clip.
    pub path: String,
    /// Its length in frames.
    pub frames: u32,
    /// Its frame rate.
    pub rate: FrameRate,
    /// Its spans and events, in sidecar order.
    pub items: Vec<TableItem>,
}

/// The kind of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpanKind {
    /// A tag placed by hand.
    Tag,
    /// A tag placed by a rule.
    Rule,
    /// Frames that no rule may tag.
    Not,
}

impl SpanKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Tag, Self::Rule, Self::Not];

    /// Returns the word for this kind in files.
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
pub enum TableItem {
    /// Frames with a tag.
    Span {
        /// The kind of span.
        kind: SpanKind,
        /// The tag.
        name: Name,
        /// The frames as written in the sidecar; they may touch or overlap those of other spans.
        range: FrameRange,
    },
    /// A moment.
    Event {
        /// The name of the event.
        name: Name,
        /// The time in frames.
        time: f64,
        /// JSON on one line, kept exactly as written.
        data: Option<String>,
    },
}

impl TableItem {
    /// Returns the name of the tag or event.
    pub fn name(&self) -> &Name {
        match self {
            Self::Span { name, .. } | Self::Event { name, .. } => name,
        }
    }

    /// Returns the word for its kind in files.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Span { kind, .. } => kind.word(),
            Self::Event { .. } => EVENT,
        }
    }

    /// Returns the JSON of an event, with line endings and tabs between its tokens replaced by
    /// spaces.
    pub(super) fn data(&self) -> Option<String> {
        match self {
            Self::Event { data, .. } => data.as_ref().map(|data| one_line(data)),
            Self::Span { .. } => None,
        }
    }
}

/// Replaces line endings and tabs in JSON, which occur only between its tokens, by spaces.
pub(super) fn one_line(json: &str) -> String {
    json.replace(['\n', '\r', '\t'], " ")
}

/// The word for events.
pub(super) const EVENT: &str = "event";
