//! Which ends the lines of a text have, so that a file which is written again keeps them.

use std::borrow::Cow;

/// The ends of the lines of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnds {
    /// `\n`.
    Lf,
    /// `\r\n`.
    Crlf,
}

impl LineEnds {
    /// Those of the first line; `None` where no line has an end.
    pub fn detect(text: &str) -> Option<Self> {
        let at = text.find('\n')?;
        Some(match text[..at].ends_with('\r') {
            true => Self::Crlf,
            false => Self::Lf,
        })
    }

    /// The text with these ends.
    pub fn apply(self, text: String) -> String {
        match self {
            Self::Lf => text,
            Self::Crlf => to_lf(&text).replace('\n', "\r\n"),
        }
    }
}

/// The text with `\n` at the end of each line.
pub(crate) fn to_lf(text: &str) -> Cow<'_, str> {
    match text.contains("\r\n") {
        true => text.replace("\r\n", "\n").into(),
        false => text.into(),
    }
}
