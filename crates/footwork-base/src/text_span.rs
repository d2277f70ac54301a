//! Places in a text: spans of bytes, and lines with columns.

/// A run of bytes `[start, stop)` of a text. For something missing at the end of a text, the span is empty and at the
/// end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TextSpan {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub stop: usize,
}

impl TextSpan {
    /// Returns the bytes `[start, stop)`.
    pub const fn new(start: usize, stop: usize) -> Self {
        Self { start, stop }
    }

    /// Returns the smallest span that contains both spans.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            stop: self.stop.max(other.stop),
        }
    }

    /// Returns the bytes of the span as text; empty if `text` has no such span.
    pub fn slice(self, text: &str) -> &str {
        text.get(self.start..self.stop).unwrap_or("")
    }
}

/// A place in a text as people count it: lines and columns from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Position {
    /// Returns the position of the byte at `offset`. An offset past the end means the end.
    ///
    /// ```
    /// use footwork_base::Position;
    ///
    /// assert_eq!(Position::from_offset("ab\ncé!", 6), Position { line: 2, column: 3 });
    /// ```
    pub fn from_offset(text: &str, offset: usize) -> Self {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Self {
            line: before.bytes().filter(|&b| b == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}
