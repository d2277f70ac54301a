//! The line endings of a text, which a rewritten file keeps.

use std::borrow::Cow;

/// The line endings of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnds {
    /// `\n`.
    Lf,
    /// `\r\n`.
    Crlf,
}

impl LineEnds {
    /// Returns the line ending of the first line; `None` if no line has one.
    pub fn detect(text: &str) -> Option<Self> {
        let at = text.find('\n')?;
        Some(if text[..at].ends_with('\r') {
            Self::Crlf
        } else {
            Self::Lf
        })
    }

    /// Returns the text with these line endings. `Lf` returns the text unchanged.
    pub fn apply(self, text: String) -> String {
        match self {
            Self::Lf => text,
            Self::Crlf => to_lf(&text).replace('\n', "\r\n"),
        }
    }
}

/// Returns the text with `\n` at the end of each line.
pub(crate) fn to_lf(text: &str) -> Cow<'_, str> {
    if text.contains("\r\n") {
        text.replace("\r\n", "\n").into()
    } else {
        text.into()
    }
}
