//! Scans words, lines and numbers directly from the bytes of a BVH file.

use super::error::{BvhError, BvhErrorKind};
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

    /// Builds an error at the read position.
    pub(super) fn error(&self, kind: BvhErrorKind) -> BvhError {
        self.error_at(self.at, kind)
    }

    /// Builds the error that `what` was expected at the next word.
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

    /// Skips white space, line ends included.
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

    /// Reads the next word, up to white space, a brace or a colon; empty if one of those comes first.
    pub(super) fn word(&mut self) -> &'a [u8] {
        self.skip_space();
        let rest = self.rest();
        let stops = |&b: &u8| is_space(b) || matches!(b, b'{' | b'}' | b':');
        let length = rest.iter().position(stops).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Skips white space, then `byte` if it comes next; returns whether it did.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        self.skip_space();
        let found = self.bytes.get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found
    }

    /// Skips the keyword, in any case, if it is the next word.
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

    /// Reads up to the next white space.
    pub(super) fn token(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|&b| is_space(b)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Reads the number that starts here and ends at white space or the end of the file.
    #[inline]
    pub(super) fn number(&mut self) -> Result<f64, BvhError> {
        match short_decimal(self.rest()) {
            Some((value, length)) => {
                self.at += length;
                Ok(value)
            }
            None => self.any_number(),
        }
    }

    /// Reads a number in any notation, with std's parser.
    #[cold]
    fn any_number(&mut self) -> Result<f64, BvhError> {
        let start = self.at;
        let token = self.token();
        let value = std::str::from_utf8(token)
            .ok()
            .and_then(|text| text.parse::<f64>().ok());
        match value {
            Some(value) if value.is_finite() => Ok(value),
            // Windows prints NaN and infinity as `-1.#IND00`, `1.#QNAN0`, `1.#INF00`.
            None if !token.contains(&b'#') => {
                let kind = BvhErrorKind::NotANumber {
                    found: shown(token),
                };
                Err(self.error_at(start, kind))
            }
            _ => {
                let kind = BvhErrorKind::NotFinite {
                    found: shown(token),
                };
                Err(self.error_at(start, kind))
            }
        }
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c)
}

/// Returns text of the file for use in a message: valid UTF-8 of at most 40 characters.
pub(super) fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(160)]);
    let mut shown: String = text.chars().take(40).collect();
    if shown.len() < text.len() || bytes.len() > 160 {
        shown.push('…');
    }
    shown
}

const POWERS_OF_TEN: [f64; 16] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
];

/// Parses a plain decimal of at most 15 digits and returns its value and length; `None` for any other text.
/// The result is rounded exactly: the digits and the power of ten are both exact in f64, so the division
/// is the only rounding.
#[inline]
fn short_decimal(bytes: &[u8]) -> Option<(f64, usize)> {
    let mut at = 0;
    let negative = bytes.first() == Some(&b'-');
    at += usize::from(negative);
    let first = at;
    let mut digits = 0u64;
    while let Some(digit) = bytes
        .get(at)
        .map(|b| b.wrapping_sub(b'0'))
        .filter(|&d| d < 10)
    {
        digits = digits.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    let mut count = at - first;
    let mut places = 0;
    if bytes.get(at) == Some(&b'.') {
        at += 1;
        let first = at;
        while let Some(digit) = bytes
            .get(at)
            .map(|b| b.wrapping_sub(b'0'))
            .filter(|&d| d < 10)
        {
            digits = digits.wrapping_mul(10).wrapping_add(u64::from(digit));
            at += 1;
        }
        places = at - first;
        count += places;
    }
    let ends = bytes.get(at).is_none_or(|&b| is_space(b));
    if !ends || count == 0 || count > 15 {
        return None;
    }
    let value = digits as f64 / POWERS_OF_TEN[places];
    Some((if negative { -value } else { value }, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_std() {
        for text in [
            "0",
            "-0",
            "0.0000",
            "-0.0000",
            "12.3456",
            "-179.99999",
            ".5",
            "5.",
            "-.25",
            "+3",
            "1e3",
            "1E-3",
            "-2.5e+2",
            "123456789012345",
            "1234567890.12345",
            "0.1234567890123456",
            "999999999999999999999999",
            "5e-324",
            "00012",
        ] {
            let value = Scanner::new(text.as_bytes()).number().unwrap();
            assert_eq!(
                value.to_bits(),
                text.parse::<f64>().unwrap().to_bits(),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in [
            "", "-", ".", "1,5", "x", "1.2.3", "--1", "1e", "0x10", "1\0",
        ] {
            let error = Scanner::new(text.as_bytes()).number().unwrap_err();
            assert_eq!(error.kind.code(), "not-a-number", "{text}");
        }
        for text in ["nan", "-NaN", "inf", "1e999", "-1.#IND00", "1.#QNAN"] {
            let error = Scanner::new(text.as_bytes()).number().unwrap_err();
            assert_eq!(error.kind.code(), "not-finite", "{text}");
        }
    }
}
