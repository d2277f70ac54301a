//! Findings: mistakes that a reader noticed or repaired in a file that it could still read.

use std::fmt;

use footwork_base::Position;

/// A mistake in a file that did not prevent it from being read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// A stable name of the kind of finding, such as `frame-count`.
    pub code: &'static str,
    /// The position in the file, if the mistake has one.
    pub position: Option<Position>,
    /// The mistake, and how the reader handled it, without a final full stop.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some(at) => write!(
                f,
                "line {}, column {}: {}",
                at.line, at.column, self.message
            ),
            None => f.write_str(&self.message),
        }
    }
}

/// An animation that a reader rejected while reading the rest of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedAnimation<E> {
    /// The animation's name, unique in the file.
    pub name: String,
    /// The mistake in the animation.
    pub error: E,
}

/// Returns the line and column of byte `offset` in a file that may not be UTF-8; columns count characters.
pub(crate) fn position_of(bytes: &[u8], offset: usize) -> Position {
    let before = &bytes[..offset.min(bytes.len())];
    let line_start = before
        .iter()
        .rposition(|&b| b == b'\n')
        .map_or(0, |at| at + 1);
    let is_character_start = |b: &&u8| (**b & 0b1100_0000) != 0b1000_0000;
    let mut in_line = &before[line_start..];
    if line_start == 0 {
        in_line = in_line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(in_line);
    }
    Position {
        line: before.iter().filter(|&&b| b == b'\n').count() + 1,
        column: in_line.iter().filter(is_character_start).count() + 1,
    }
}

/// The mark that some editors write before UTF-8 text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
