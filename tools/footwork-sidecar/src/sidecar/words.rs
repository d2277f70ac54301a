//! The words of one line of a sidecar, and the errors in them.

use footwork_base::{FrameRange, Name};
use footwork_base::{quote, unquote};

use super::MAX_EVENT_FRAMES;

/// An error in a line: its column in characters, counted from 1, a code and a message.
pub(super) struct Fault {
    pub(super) column: usize,
    pub(super) code: &'static str,
    pub(super) message: String,
}

pub(super) fn fault<T>(
    column: usize,
    code: &'static str,
    message: impl Into<String>,
) -> Result<T, Fault> {
    Err(Fault {
        column,
        code,
        message: message.into(),
    })
}

/// A cursor over the words of a line.
pub(super) struct Words<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Words<'a> {
    pub(super) fn column(&self) -> usize {
        self.text[..self.at].chars().count() + 1
    }

    /// Skips the single space before the next item.
    fn space(&mut self, expected: &str) -> Result<&'a str, Fault> {
        match self.text[self.at..].strip_prefix(' ') {
            Some(rest) if !rest.is_empty() => {
                self.at += 1;
                Ok(rest)
            }
            _ => fault(
                self.column(),
                "missing-word",
                format!("expected {expected} here"),
            ),
        }
    }

    pub(super) fn word(&mut self, expected: &str) -> Result<&'a str, Fault> {
        let rest = self.space(expected)?;
        let word = rest.split(' ').next().unwrap_or("");
        self.at += word.len();
        Ok(word)
    }

    pub(super) fn parse<T: std::str::FromStr>(&mut self, expected: &str) -> Result<T, Fault> {
        let column = self.column() + 1;
        let word = self.word(expected)?;
        let error = |_| Fault {
            column,
            code: "bad-word",
            message: format!("`{}` is not {expected}", shown(word)),
        };
        word.parse().map_err(error)
    }

    pub(super) fn frame(&mut self, what: &str) -> Result<u32, Fault> {
        let column = self.column() + 1;
        let word = self.word(what)?;
        let digits = word.bytes().all(|b| b.is_ascii_digit());
        match word.parse() {
            Ok(frame) if digits => Ok(frame),
            _ => fault(
                column,
                "bad-frame",
                format!("`{}` is not {what}, a whole number below 2^32", shown(word)),
            ),
        }
    }

    pub(super) fn range(&mut self) -> Result<FrameRange, Fault> {
        let column = self.column() + 1;
        let (start, stop) = (
            self.frame("the first frame")?,
            self.frame("the frame after the last")?,
        );
        match FrameRange::new(start, stop) {
            Some(range) => Ok(range),
            None if start == stop => fault(column, "span-empty", "the span holds no frame"),
            None => fault(
                column,
                "span-reversed",
                format!("the span is reversed; {stop} {start} would be right"),
            ),
        }
    }

    pub(super) fn name(&mut self) -> Result<Name, Fault> {
        let rest = self.space("a name")?;
        let column = self.column();
        let scanned = match Name::scan(rest) {
            Some(Ok(scanned)) => scanned,
            Some(Err(error)) => {
                let before = rest.get(..error.span.start).unwrap_or("");
                return fault(
                    column + before.chars().count(),
                    "bad-name",
                    error.to_string(),
                );
            }
            None => {
                return fault(
                    column,
                    "bad-name",
                    "expected a name; names with special characters are quoted",
                );
            }
        };
        let Ok(name) = scanned.canonical.parse() else {
            return fault(column, "bad-name", "a part of the name is empty");
        };
        self.at += scanned.length;
        match self.text.as_bytes().get(self.at) {
            None | Some(b' ') => Ok(name),
            Some(_) => fault(
                self.column(),
                "bad-name",
                "the name is incomplete; parts with special characters are quoted",
            ),
        }
    }

    pub(super) fn string(&mut self) -> Result<String, Fault> {
        let rest = self.space("a string in quotes")?;
        let column = self.column();
        match unquote(rest) {
            Some(Ok((value, length))) => {
                self.at += length;
                Ok(value)
            }
            Some(Err(error)) => {
                let before = rest.get(..error.span.start).unwrap_or("");
                fault(
                    column + before.chars().count(),
                    "bad-string",
                    error.to_string(),
                )
            }
            None => fault(column, "bad-string", "expected a string in quotes"),
        }
    }

    pub(super) fn file_name(&mut self, what: &str) -> Result<String, Fault> {
        if self.text[self.at..].starts_with(" \"") {
            return self.string();
        }
        Ok(self.word(what)?.to_owned())
    }

    pub(super) fn time(&mut self) -> Result<f64, Fault> {
        let column = self.column() + 1;
        let word = self.word("a time in frames")?;
        let plain = word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        match word.parse::<f64>() {
            Ok(time) if plain && time < MAX_EVENT_FRAMES => Ok(time),
            _ => fault(
                column,
                "bad-time",
                format!("`{}` is not a time in frames, such as 13.25", shown(word)),
            ),
        }
    }

    /// Reads `data` and a JSON value that extends to the end of the line.
    pub(super) fn data(&mut self) -> Result<Option<String>, Fault> {
        if !self.optional("data") {
            return Ok(None);
        }
        let json = self.space("a JSON value")?;
        let column = self.column();
        match serde_json::from_str::<serde::de::IgnoredAny>(json) {
            Ok(_) => {
                self.at = self.text.len();
                Ok(Some(json.to_owned()))
            }
            Err(error) => {
                // serde_json counts bytes and adds a line number, which is always 1 here.
                let before = json.char_indices().map(|(at, _)| at + 1);
                let before = before.take_while(|&byte| byte < error.column()).count();
                let error = error.to_string();
                let (what, _) = error.rsplit_once(" at line ").unwrap_or((&error, ""));
                fault(
                    column + before,
                    "bad-json",
                    format!("the data is not JSON: {what}"),
                )
            }
        }
    }

    /// Skips `word` if it comes next; returns whether it was skipped.
    pub(super) fn optional(&mut self, word: &str) -> bool {
        let next = self.text[self.at..].strip_prefix(' ');
        let found = next.is_some_and(|rest| rest.split(' ').next() == Some(word));
        if found {
            self.at += 1 + word.len();
        }
        found
    }

    /// Returns whether a number comes next.
    pub(super) fn is_at_digit(&self) -> bool {
        let next = self.text[self.at..].strip_prefix(' ');
        next.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    }

    pub(super) fn end(&self) -> Result<(), Fault> {
        match &self.text[self.at..] {
            "" => Ok(()),
            rest => fault(
                self.column(),
                "trailing-text",
                format!(
                    "expected the end of the line, found `{}`",
                    shown(rest.trim())
                ),
            ),
        }
    }
}

/// Returns a file name, quoted unless it reads back as one word.
pub(super) fn word(name: &str) -> String {
    let plain = !name.is_empty()
        && !name.starts_with('"')
        && !name.contains(|c: char| c.is_whitespace() || c.is_control());
    if plain { name.to_owned() } else { quote(name) }
}

/// Returns a word, shortened and escaped for a message.
pub(super) fn shown(word: &str) -> String {
    word.chars().take(40).flat_map(char::escape_debug).collect()
}
