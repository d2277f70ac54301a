//! Scans words and lines directly from the bytes of a BVH file.

use super::error::{BvhError, BvhErrorKind, Mistake};
use crate::finding::{BYTE_ORDER_MARK, position_of};

/// A read position in the file.
pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    /// Starts at the beginning of the file, after a byte order mark if it has one.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let at = if bytes.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        };
        Self { bytes, at }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// Returns the bytes `[start, stop)`.
    pub(super) fn between(&self, start: usize, stop: usize) -> &'a [u8] {
        &self.bytes[start..stop]
    }

    /// Builds an error at byte `offset`.
    pub(super) fn error_at(&self, offset: usize, kind: BvhErrorKind) -> BvhError {
        BvhError {
            position: position_of(self.bytes, offset),
            kind,
        }
    }

    /// Builds the error for a mistake.
    pub(super) fn error_of(&self, mistake: Mistake) -> BvhError {
        self.error_at(mistake.at, mistake.kind)
    }

    /// Builds an error at the read position.
    pub(super) fn error(&self, kind: BvhErrorKind) -> BvhError {
        self.error_at(self.at, kind)
    }

    /// Builds an error that says what the next word should have been: `what`.
    pub(super) fn expected(&mut self, what: &'static str) -> BvhError {
        self.skip_space();
        let start = self.at;
        let found = match self.word() {
            b"" => &self.bytes[start..(start + 1).min(self.bytes.len())],
            word => word,
        };
        let found = shown(found);
        self.error_at(start, BvhErrorKind::Expected { what, found })
    }

    pub(super) fn position(&self, offset: usize) -> footwork_base::Position {
        position_of(self.bytes, offset)
    }

    /// Skips white space, line endings included.
    pub(super) fn skip_space(&mut self) {
        while self.bytes.get(self.at).is_some_and(|&b| is_space(b)) {
            self.at += 1;
        }
    }

    /// Skips white space within the line.
    pub(super) fn skip_blanks(&mut self) {
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\t' | 0x0b | 0x0c)) {
            self.at += 1;
        }
    }

    /// Whether the read position is at the end of a line or of the file.
    pub(super) fn at_line_end(&self) -> bool {
        matches!(self.bytes.get(self.at), None | Some(b'\r' | b'\n'))
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// Reads the next word, up to white space, a brace or a colon; empty if a brace or a colon comes first.
    pub(super) fn word(&mut self) -> &'a [u8] {
        self.skip_space();
        let rest = self.rest();
        let stops = |&b: &u8| is_space(b) || matches!(b, b'{' | b'}' | b':');
        let length = rest.iter().position(stops).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Skips white space, then `byte` if it comes next; returns whether it was skipped.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        self.skip_space();
        let found = self.bytes.get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found
    }

    /// Skips the keyword if it is the next word, in upper or lower case. Returns whether it was.
    pub(super) fn take_word(&mut self, keyword: &str) -> bool {
        self.skip_space();
        let start = self.at;
        let found = self.word().eq_ignore_ascii_case(keyword.as_bytes());
        if !found {
            self.at = start;
        }
        found
    }

    /// Reads the rest of the line up to a brace, trimmed.
    pub(super) fn name(&mut self) -> &'a [u8] {
        self.skip_blanks();
        let rest = self.rest();
        let stops = |&b: &u8| matches!(b, b'\r' | b'\n' | b'{' | b'}');
        let length = rest.iter().position(stops).unwrap_or(rest.len());
        self.at += length;
        rest[..length].trim_ascii()
    }

    /// Advances the read position by `length` bytes.
    pub(super) fn skip(&mut self, length: usize) {
        self.at += length;
    }

    /// Moves the read position to the end of the line that contains byte `start`.
    pub(super) fn skip_line(&mut self, start: usize) {
        let rest = &self.bytes[start..];
        let ends = |b: &u8| matches!(b, b'\r' | b'\n');
        self.at = start + rest.iter().position(ends).unwrap_or(rest.len());
    }

    /// Reads up to the next white space.
    pub(super) fn token(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|&b| is_space(b)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }
}

pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c)
}

/// Returns text of the file for use in a message: valid UTF-8 of at most 40 characters, and `…` if there is more.
pub(super) fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(160)]);
    let mut shown: String = text.chars().take(40).collect();
    if shown.len() < text.len() || bytes.len() > 160 {
        shown.push('…');
    }
    shown
}
