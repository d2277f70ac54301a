//! A reader that remembers the last part of its text, to show a mistake in its line without holding the whole text in
//! memory.

use std::io::{self, Read};

use crate::failure::Line;

/// The smallest remembered part, in bytes.
const KEPT: usize = 256 << 10;

/// The longest text, in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 30;

/// A reader and the last part of the text read so far.
pub(crate) struct Tail<R> {
    inner: R,
    kept: Vec<u8>,
    /// The number of bytes that are no longer remembered, and `lines`, the number of line ends in them.
    forgotten: usize,
    lines: usize,
}

impl<R> Tail<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self {
            inner,
            kept: Vec::new(),
            forgotten: 0,
            lines: 0,
        }
    }

    /// Returns line `number`, counted from 1; `None` if its start is no longer remembered or it is not UTF-8.
    pub(crate) fn line(&self, number: usize) -> Option<Line> {
        let mut starts_at = 0;
        let mut before = (self.lines + 1..number).peekable();
        if number <= self.lines || (self.forgotten > 0 && before.peek().is_none()) {
            return None;
        }
        for _ in before {
            let newline = self.kept[starts_at..].iter().position(|&b| b == b'\n')?;
            starts_at += newline + 1;
        }
        let bytes = &self.kept[starts_at..];
        let bytes = bytes.split(|&b| b == b'\n').next().unwrap_or_default();
        let text = str::from_utf8(bytes).ok()?;
        let bare = text.trim_start_matches('\u{feff}');
        Some(Line {
            number,
            offset: Some(self.forgotten + starts_at + text.len() - bare.len()),
            text: bare.trim_end_matches('\r').to_owned(),
        })
    }

    /// Returns the whole text without a byte order mark; `None` if a part is no longer remembered or the text is not
    /// UTF-8.
    pub(crate) fn whole(&self) -> Option<&str> {
        let text = str::from_utf8(&self.kept).ok()?;
        (self.forgotten == 0).then(|| text.trim_start_matches('\u{feff}'))
    }

    fn remember(&mut self, bytes: &[u8]) {
        self.kept.extend_from_slice(bytes);
        if self.kept.len() > 2 * KEPT {
            let forgotten = self.kept.len() - KEPT;
            let newlines = self.kept[..forgotten].iter().filter(|&&b| b == b'\n');
            self.lines += newlines.count();
            self.forgotten += forgotten;
            self.kept.drain(..forgotten);
        }
    }
}

impl<R: Read> Read for Tail<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.remember(&buffer[..count]);
        if self.forgotten + self.kept.len() > MAX_BYTES {
            Err(io::Error::other(format!(
                "the text is larger than the limit of {MAX_BYTES} bytes"
            )))
        } else {
            Ok(count)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line is found if its start is still remembered; else `line` returns `None`.
    #[test]
    fn lines_are_found_while_they_are_remembered() {
        let text: String = (1..=60_000).map(|n| format!("line {n} é\r\n")).collect();
        let mut tail = Tail::new(text.as_bytes());
        io::copy(&mut tail, &mut io::sink()).unwrap();
        assert!(tail.forgotten > 0 && tail.line(1).is_none());
        assert!(tail.line(tail.lines).is_none() && tail.line(60_002).is_none());
        for number in (tail.lines + 2..=60_000).step_by(97) {
            let line = tail.line(number).unwrap();
            assert_eq!(line.text, format!("line {number} é"));
            assert!(text[line.offset.unwrap()..].starts_with(&line.text));
        }
        let short = |text: &'static str| {
            let mut tail = Tail::new(text.as_bytes());
            io::copy(&mut tail, &mut io::sink()).unwrap();
            tail
        };
        assert_eq!(short("\u{feff}{}").line(1).unwrap().text, "{}");
        assert_eq!(short("").line(1).unwrap().text, "");
        assert_eq!(short("a\nb").line(2).unwrap().offset, Some(2));
    }
}
