//! Text to lines.

use std::cmp::Ordering;

use footwork_base::quoted::unquote;
use footwork_base::{FrameRange, Name, Position};

use super::{LATEST_EVENT, Line, MAX_BYTES, MAX_FINDINGS, Sidecar, TagSpan, VERSION};
use crate::{Finding, Severity};

pub(super) fn read(file: &str, bytes: &[u8]) -> Result<(Sidecar, Vec<Finding>), Box<Finding>> {
    let mut reader = Reader {
        file,
        findings: Vec::new(),
    };
    if bytes.len() > MAX_BYTES {
        let message = format!("a sidecar has at most {} MiB", MAX_BYTES >> 20);
        return Err(Box::new(reader.finding(
            Severity::Error,
            1,
            1,
            "sidecar-too-large",
            message,
        )));
    }
    let unmarked = bytes.strip_prefix(b"\xef\xbb\xbf");
    let bytes = unmarked.unwrap_or(bytes);
    let crlf = bytes
        .iter()
        .position(|&b| b == b'\n')
        .is_some_and(|at| bytes[..at].ends_with(b"\r"));
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let mut lines = Vec::new();
    for (number, raw) in (1..).zip(body.split(|&b| b == b'\n')) {
        let raw = if crlf {
            raw.strip_suffix(b"\r").unwrap_or(raw)
        } else {
            raw
        };
        if number == 1 {
            reader.version(raw)?;
            lines.push(Line::Version);
        } else {
            lines.push(reader.line(number, raw));
        }
    }
    if unmarked.is_some() {
        let message = "the file starts with a byte order mark; an edit drops it".to_owned();
        reader.report(Severity::Note, 1, 1, "byte-order-mark", message);
    }
    if crlf {
        let message = "lines end in CR LF; an edit writes LF".to_owned();
        reader.report(Severity::Note, 1, 1, "crlf", message);
    }
    if body.len() == bytes.len() {
        let message = "the last line has no line end; an edit adds it".to_owned();
        let last = lines.len();
        reader.report(Severity::Note, last, 1, "no-final-newline", message);
    }
    reader.check_order(&lines);
    reader.check_overlaps(&lines);
    Ok((Sidecar { lines }, reader.findings))
}

/// What is wrong with a line: the column in characters, from 1, a code and a sentence.
struct Fault {
    column: usize,
    code: &'static str,
    message: String,
}

fn fault<T>(column: usize, code: &'static str, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault {
        column,
        code,
        message: message.into(),
    })
}

struct Reader<'a> {
    file: &'a str,
    findings: Vec<Finding>,
}

impl Reader<'_> {
    fn finding(
        &self,
        severity: Severity,
        line: usize,
        column: usize,
        code: &'static str,
        message: String,
    ) -> Finding {
        Finding {
            severity,
            file: self.file.to_owned(),
            position: Some(Position { line, column }),
            code,
            message,
        }
    }

    fn report(
        &mut self,
        severity: Severity,
        line: usize,
        column: usize,
        code: &'static str,
        message: String,
    ) {
        let finding = match self.findings.len().cmp(&MAX_FINDINGS) {
            Ordering::Less => self.finding(severity, line, column, code, message),
            Ordering::Equal => {
                let message = "more is wrong with this file, here and elsewhere".to_owned();
                self.finding(Severity::Error, line, column, "more-findings", message)
            }
            Ordering::Greater => return,
        };
        self.findings.push(finding);
    }

    /// The first line decides whether this is a sidecar that can be read at all.
    fn version(&self, raw: &[u8]) -> Result<(), Box<Finding>> {
        let text = std::str::from_utf8(raw).unwrap_or("");
        let refuse = |code, message: String| {
            Err(Box::new(self.finding(Severity::Error, 1, 1, code, message)))
        };
        let Some(version) = text.strip_prefix("footwork-tags ") else {
            return refuse(
                "no-sidecar",
                format!("the first line of a sidecar is `footwork-tags {VERSION}`"),
            );
        };
        if version == VERSION.to_string() {
            return Ok(());
        }
        let is_number = version.bytes().all(|b| b.is_ascii_digit());
        let is_newer = is_number && version.starts_with(|first| ('1'..='9').contains(&first));
        let version = shown(version);
        match is_newer {
            true => refuse(
                "newer-version",
                format!(
                    "this is version {version} of the format, and this program reads {VERSION}"
                ),
            ),
            false => refuse(
                "no-sidecar",
                format!("`{version}` is not a version of the format; this program reads {VERSION}"),
            ),
        }
    }

    /// Reads one line; one that cannot be read is reported and kept as it is.
    fn line(&mut self, number: usize, raw: &[u8]) -> Line {
        let read = match std::str::from_utf8(raw) {
            Ok(text) => read_line(text),
            Err(error) => {
                let before = std::str::from_utf8(&raw[..error.valid_up_to()]).unwrap_or("");
                fault(
                    before.chars().count() + 1,
                    "not-utf8",
                    "these bytes are not UTF-8",
                )
            }
        };
        match read {
            Ok(Some(line)) => line,
            Ok(None) => {
                if !raw.is_empty() {
                    let message = "this version does not know such lines; it stays as it is";
                    self.report(
                        Severity::Warning,
                        number,
                        1,
                        "unknown-line",
                        message.to_owned(),
                    );
                }
                Line::Other(raw.to_vec())
            }
            Err(Fault {
                column,
                code,
                message,
            }) => {
                let message = format!("{message}; the line is left out and stays as it is");
                self.report(Severity::Error, number, column, code, message);
                Line::Other(raw.to_vec())
            }
        }
    }

    /// Reports header lines that are missing or twice there, and the first line out of order.
    fn check_order(&mut self, lines: &[Line]) {
        type Test = fn(&Line) -> bool;
        let header: [(&str, Test); 4] = [
            ("clip", |line| matches!(line, Line::Clip(_))),
            ("frames", |line| matches!(line, Line::Frames(_))),
            ("rate", |line| matches!(line, Line::Rate(_))),
            ("hash", |line| matches!(line, Line::Hash(_))),
        ];
        for (keyword, is) in header {
            let mut found = lines.iter().enumerate().filter(|(_, line)| is(line));
            if found.next().is_none() {
                let message =
                    format!("there is no readable `{keyword}` line; the clip's own is used");
                self.report(Severity::Warning, 1, 1, "missing-header", message);
            }
            if let Some((second, _)) = found.next() {
                let message = format!("a second `{keyword}` line; the first one counts");
                self.report(Severity::Warning, second + 1, 1, "double-header", message);
            }
        }
        let known: Vec<_> = (1..)
            .zip(lines)
            .filter_map(|(number, line)| line.key().map(|key| (number, key)))
            .collect();
        if let Some(pair) = known.windows(2).find(|pair| pair[1].1 < pair[0].1) {
            let message = "this line belongs before the one above; an edit sorts the file";
            self.report(
                Severity::Note,
                pair[1].0,
                1,
                "out-of-order",
                message.to_owned(),
            );
        }
    }

    /// Reports spans of one tag that share frames. They are kept until somebody decides.
    fn check_overlaps(&mut self, lines: &[Line]) {
        let mut spans: Vec<(&TagSpan, usize)> = Vec::new();
        for (number, line) in (1..).zip(lines) {
            if let Line::Tag(span) = line {
                spans.push((span, number));
            }
        }
        spans.sort();
        // The span of the same name that reaches furthest so far.
        let mut furthest: Option<&TagSpan> = None;
        for (span, number) in spans {
            match furthest.filter(|before| before.name == span.name) {
                Some(before) if before.range.overlaps(span.range) => {
                    let message = format!(
                        "{} {} overlaps {} of the same tag",
                        span.name, span.range, before.range
                    );
                    self.report(Severity::Warning, number, 1, "span-overlap", message);
                    if span.range.stop() > before.range.stop() {
                        furthest = Some(span);
                    }
                }
                _ => furthest = Some(span),
            }
        }
    }
}

/// Reads a line of a known kind; `None` for another kind.
fn read_line(text: &str) -> Result<Option<Line>, Fault> {
    let mut words = Words { text, at: 0 };
    let keyword = text.split(' ').next().unwrap_or("");
    words.at = keyword.len();
    let line = match keyword {
        "clip" => Line::Clip(words.file_name()?),
        "frames" => Line::Frames(words.frame("the number of frames")?),
        "rate" => Line::Rate(words.parse("a rate such as 120 or 30000/1001")?),
        "hash" => Line::Hash(words.parse("`xxh3:` and sixteen hexadecimal digits")?),
        "note" => Line::Note(words.string()?),
        "tag" => {
            let (name, range) = (words.name()?, words.range()?);
            let by_rule = words.optional("rule");
            Line::Tag(TagSpan {
                name,
                range,
                by_rule,
            })
        }
        "not" => Line::Not {
            name: words.name()?,
            range: words.range()?,
        },
        "event" => Line::Event {
            name: words.name()?,
            time: words.time()?,
            data: words.data()?,
        },
        _ => return Ok(None),
    };
    words.end()?;
    Ok(Some(line))
}

/// What is left of a line, word by word.
struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    fn column(&self) -> usize {
        self.text[..self.at].chars().count() + 1
    }

    /// Steps over the one space before the next item.
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

    fn word(&mut self, expected: &str) -> Result<&'a str, Fault> {
        let rest = self.space(expected)?;
        let word = rest.split(' ').next().unwrap_or("");
        self.at += word.len();
        Ok(word)
    }

    fn parse<T: std::str::FromStr>(&mut self, expected: &str) -> Result<T, Fault> {
        let column = self.column() + 1;
        let word = self.word(expected)?;
        let error = |_| Fault {
            column,
            code: "bad-word",
            message: format!("`{}` is not {expected}", shown(word)),
        };
        word.parse().map_err(error)
    }

    fn frame(&mut self, what: &str) -> Result<u32, Fault> {
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

    fn range(&mut self) -> Result<FrameRange, Fault> {
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

    fn name(&mut self) -> Result<Name, Fault> {
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
            None => return fault(column, "bad-name", "expected a name; odd ones are quoted"),
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
                "the name is not whole; odd parts are quoted",
            ),
        }
    }

    fn string(&mut self) -> Result<String, Fault> {
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

    fn file_name(&mut self) -> Result<String, Fault> {
        if self.text[self.at..].starts_with(" \"") {
            return self.string();
        }
        Ok(self.word("the clip's file name")?.to_owned())
    }

    fn time(&mut self) -> Result<f64, Fault> {
        let column = self.column() + 1;
        let word = self.word("a time in frames")?;
        let plain = word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        match word.parse::<f64>() {
            Ok(time) if plain && time < LATEST_EVENT => Ok(time),
            _ => fault(
                column,
                "bad-time",
                format!("`{}` is not a time in frames, such as 13.25", shown(word)),
            ),
        }
    }

    /// `data` and a JSON value up to the end of the line.
    fn data(&mut self) -> Result<Option<String>, Fault> {
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
                // The error counts bytes, and names its place in the words of a whole file.
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

    /// Steps over `word`, if it is what comes next.
    fn optional(&mut self, word: &str) -> bool {
        let next = self.text[self.at..].strip_prefix(' ');
        let found = next.is_some_and(|rest| rest.split(' ').next() == Some(word));
        if found {
            self.at += 1 + word.len();
        }
        found
    }

    fn end(&self) -> Result<(), Fault> {
        match &self.text[self.at..] {
            "" => Ok(()),
            rest => fault(
                self.column(),
                "trailing-text",
                format!(
                    "nothing is expected after this, but there is `{}`",
                    shown(rest.trim())
                ),
            ),
        }
    }
}

/// A word as far as it helps in a message.
fn shown(word: &str) -> String {
    word.chars().take(40).flat_map(char::escape_debug).collect()
}
