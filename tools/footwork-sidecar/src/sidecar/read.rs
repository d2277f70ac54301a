//! Parses the text of a sidecar into lines.

use std::cmp::Ordering;

use footwork_base::Position;

use super::kept;
use super::line::{Line, TagSpan, overlaps};
use super::provenance;
use super::reference;
use super::state;
use super::words::{Fault, Words, fault, shown};
use super::{MAX_SIDECAR_BYTES, MAX_SIDECAR_FINDINGS, SIDECAR_VERSION, Sidecar};
use crate::finding::{Finding, Severity};

pub(super) fn read(file: &str, bytes: &[u8]) -> Result<(Sidecar, Vec<Finding>), Box<Finding>> {
    let mut reader = Reader {
        file,
        findings: Vec::new(),
    };
    if bytes.len() > MAX_SIDECAR_BYTES {
        let message = format!(
            "the sidecar is larger than the limit of {} MiB",
            MAX_SIDECAR_BYTES >> 20
        );
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
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let mut lines = Vec::new();
    let mut crlf = None;
    for (number, raw) in (1..).zip(body.split(|&b| b == b'\n')) {
        let text = without_returns(raw);
        reader.refuse_marker(number, text)?;
        let line = match number {
            1 => reader.version(text).map(|()| Line::Version)?,
            _ => reader.line(number, text),
        };
        if text.len() < raw.len() && line.key().is_some() {
            crlf = crlf.or(Some(number));
        }
        lines.push(match line {
            // In a file with LF, unknown lines keep every byte.
            Line::Other(_) if crlf != Some(1) => Line::Other(raw.to_vec()),
            line => line,
        });
    }
    if unmarked.is_some() {
        let message = "the file starts with a byte order mark; an edit drops it".to_owned();
        reader.report(Severity::Note, 1, 1, "byte-order-mark", message);
    }
    if let Some(first) = crlf {
        let message = "lines end in CR LF; an edit writes LF".to_owned();
        reader.report(Severity::Note, first, 1, "crlf", message);
    }
    if let Some(number) = unended_line(bytes) {
        reader.check_end(number, lines.last());
    }
    reader.check_order(&lines);
    reader.check_overlaps(&lines);
    Ok((Sidecar { lines }, reader.findings))
}

/// Returns the number of the last line if the line has no line end and so may be cut off; else `None`.
pub fn unended_line(text: &[u8]) -> Option<usize> {
    let is_open = text.last().is_some_and(|&last| last != b'\n');
    is_open.then(|| text.split(|&byte| byte == b'\n').count())
}

/// Returns the line without trailing CR characters.
fn without_returns(line: &[u8]) -> &[u8] {
    let stop = line.iter().rposition(|&b| b != b'\r');
    &line[..stop.map_or(0, |last| last + 1)]
}

/// Returns whether the line is a conflict marker of git.
fn is_marker(line: &[u8]) -> bool {
    let starts: [&[u8]; 3] = [b"<<<<<<< ", b"||||||| ", b">>>>>>> "];
    // A longer row of `=` may be a user's own text.
    line == b"=======" || starts.iter().any(|start| line.starts_with(start))
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
        let finding = match self.findings.len().cmp(&MAX_SIDECAR_FINDINGS) {
            Ordering::Less => self.finding(severity, line, column, code, message),
            Ordering::Equal => {
                let message = "this file has more mistakes, here and elsewhere".to_owned();
                self.finding(Severity::Error, line, column, "more-findings", message)
            }
            Ordering::Greater => return,
        };
        self.findings.push(finding);
    }

    /// Rejects a line that is a conflict marker: the file holds both versions, and has no meaning until the conflict is
    /// resolved.
    fn refuse_marker(&self, number: usize, line: &[u8]) -> Result<(), Box<Finding>> {
        if !is_marker(line) {
            return Ok(());
        }
        let message = "a merge left both versions here; keep the lines that are right and save the \
                       file without the markers (git merges tags line by line unless `footwork \
                       merge-driver` does it)";
        let (severity, code) = (Severity::Error, "merge-conflict");
        Err(Box::new(self.finding(
            severity,
            number,
            1,
            code,
            message.to_owned(),
        )))
    }

    /// Checks the first line, which decides whether the file is a sidecar that can be read.
    fn version(&self, raw: &[u8]) -> Result<(), Box<Finding>> {
        let text = std::str::from_utf8(raw).unwrap_or("");
        let refuse = |code, message: String| {
            Err(Box::new(self.finding(Severity::Error, 1, 1, code, message)))
        };
        let Some(version) = text.strip_prefix("footwork-tags ") else {
            return refuse(
                "no-sidecar",
                format!("the first line of a sidecar must be `footwork-tags {SIDECAR_VERSION}`"),
            );
        };
        if version == SIDECAR_VERSION.to_string() {
            return Ok(());
        }
        let is_number = version.bytes().all(|b| b.is_ascii_digit());
        let is_newer = is_number && version.starts_with(|first| ('1'..='9').contains(&first));
        let version = shown(version);
        if is_newer {
            refuse(
                "newer-version",
                format!(
                    "this is version {version} of the format, and this program reads {SIDECAR_VERSION}: \
                     open it with a newer Footwork"
                ),
            )
        } else {
            refuse(
                "no-sidecar",
                format!(
                    "`{version}` is not a version of the format; this program reads {SIDECAR_VERSION}"
                ),
            )
        }
    }

    /// Reads one line. A line that cannot be read is reported and kept unchanged.
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
                    let message =
                        "this version does not know this kind of line and keeps it unchanged";
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
                let message = format!("{message}; the line is ignored and kept unchanged");
                self.report(Severity::Error, number, column, code, message);
                Line::Other(raw.to_vec())
            }
        }
    }

    /// Reports a last line without a line end. Such a line may be cut off inside a number or a word and still be
    /// readable. If it stops inside its keyword, it is certainly cut off.
    fn check_end(&mut self, number: usize, last: Option<&Line>) {
        let is_cut = match last {
            Some(Line::Other(text)) => !text.is_empty() && is_start_of_keyword(text),
            _ => false,
        };
        let (severity, message) = if is_cut {
            let message = "the file is cut off in this line, which is ignored and kept unchanged";
            (Severity::Error, message)
        } else {
            let message = "the last line has no line end, so the file may be cut off here; if the \
                           line is whole, end it";
            (Severity::Warning, message)
        };
        let code = "no-final-newline";
        self.report(severity, number, 1, code, message.to_owned());
    }

    /// Reports header lines that are missing or duplicate, and the first line that is out of order.
    fn check_order(&mut self, lines: &[Line]) {
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
                    format!("there is no readable `{keyword}` line; the clip's own value is used");
                self.report(Severity::Warning, 1, 1, "missing-header", message);
            }
            if let Some((second, _)) = found.next() {
                let message = format!("a second `{keyword}` line; the first one is used");
                self.report(Severity::Warning, second + 1, 1, "double-header", message);
            }
        }
        let single: [(&str, Test); 2] = [
            ("state", |line| matches!(line, Line::State(_))),
            ("reference", |line| matches!(line, Line::Reference(_))),
        ];
        for (keyword, is) in single {
            let mut found = (1..).zip(lines).filter(|(_, line)| is(line));
            if let Some((second, _)) = found.nth(1) {
                let message = format!("a second `{keyword}` line; the first one is used");
                self.report(Severity::Warning, second, 1, "double-header", message);
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

    /// Reports spans of one tag that share frames, which are kept unchanged.
    fn check_overlaps(&mut self, lines: &[Line]) {
        for overlap in overlaps(lines) {
            let message = overlap.to_string();
            self.report(Severity::Warning, overlap.line, 1, "span-overlap", message);
        }
    }
}

/// Returns whether a line is of a certain kind.
type Test = fn(&Line) -> bool;

/// The first words of lines after the first one.
const KEYWORDS: [&str; 12] = [
    "clip",
    "frames",
    "rate",
    "hash",
    "state",
    "reference",
    "note",
    "tag",
    "not",
    "event",
    "kept",
    "by",
];

fn is_start_of_keyword(text: &[u8]) -> bool {
    let mut keywords = KEYWORDS.iter();
    keywords.any(|keyword| keyword.as_bytes().starts_with(text))
}

/// Reads a line; `None` if its kind is not known.
fn read_line(text: &str) -> Result<Option<Line>, Fault> {
    let mut words = Words { text, at: 0 };
    let keyword = text.split(' ').next().unwrap_or("");
    words.at = keyword.len();
    let line = match keyword {
        "clip" => Line::Clip(words.file_name("the clip's file name")?),
        "frames" => Line::Frames(words.frame("the number of frames")?),
        "rate" => Line::Rate(words.parse("a rate such as 120 or 30000/1001")?),
        "hash" => Line::Hash(words.parse("`xxh3:` and sixteen hexadecimal digits")?),
        "state" => Line::State(state::read(&mut words)?),
        "reference" => Line::Reference(reference::read(&mut words)?),
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
        "kept" => Line::Kept(kept::read(&mut words)?),
        "by" => Line::By(provenance::read(&mut words)?),
        _ => return Ok(None),
    };
    words.end()?;
    Ok(Some(line))
}
