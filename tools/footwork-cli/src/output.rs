//! Prints the answer and the findings of a verb, and decides the exit code.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::ValueEnum;
use footwork::base::nearest;
use footwork_library::is_hidden_clip;
use footwork_sidecar::{Finding, SETTINGS_FILE, Severity};
use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::progress;
use crate::shown;
use crate::table::Table;

/// The format in which an answer is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// For people.
    Table,
    /// For programs; stable, described by schemas.
    Json,
    /// For spreadsheets.
    Csv,
}

/// The values of `--format`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatArg {
    /// For people.
    Table,
    /// For programs; stable, described by schemas.
    Json,
    /// For spreadsheets.
    Csv,
    /// SARIF 2.1.0, for code scanning; only for `check`.
    Sarif,
    /// `JUnit` XML, for test reports; only for `check`.
    Junit,
    /// Annotations in a log of GitHub Actions; only for `check`.
    Github,
}

/// A format of findings that only `check` prints.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FindingFormat {
    /// SARIF 2.1.0.
    Sarif,
    /// `JUnit` XML.
    Junit,
    /// Annotations of GitHub Actions.
    Github,
}

impl FormatArg {
    /// Returns the format of answers and, for `check`, the format of findings that replaces it.
    pub(crate) fn formats(self) -> (Format, Option<FindingFormat>) {
        match self {
            Self::Table => (Format::Table, None),
            Self::Json => (Format::Json, None),
            Self::Csv => (Format::Csv, None),
            Self::Sarif => (Format::Json, Some(FindingFormat::Sarif)),
            Self::Junit => (Format::Table, Some(FindingFormat::Junit)),
            Self::Github => (Format::Table, Some(FindingFormat::Github)),
        }
    }
}

/// The formats in which a verb prints its answer and its findings.
#[derive(Clone, Copy)]
pub(crate) struct Speech {
    pub(crate) format: Format,
    /// The format of the findings of `check`, if they are not printed as a table, JSON or CSV.
    pub(crate) findings: Option<FindingFormat>,
    pub(crate) errors: ErrorFormat,
}

impl Speech {
    /// Returns the answer in the requested format. Only the function for that format is called.
    pub(crate) fn answer(
        self,
        json: &impl Serialize,
        csv: impl FnOnce() -> String,
        text: impl FnOnce() -> String,
    ) -> Result<Done, Failure> {
        match self.format {
            Format::Json => Done::json(json),
            Format::Csv => Ok(Done::csv(csv())),
            Format::Table => Ok(Done::text(text())),
        }
    }

    /// Returns the answer for a table of one row. As JSON, the answer is a single object.
    pub(crate) fn record(
        self,
        table: &Table,
        text: impl FnOnce() -> String,
    ) -> Result<Done, Failure> {
        self.answer(&table.first(), || table.csv(), text)
    }

    /// Prints on standard error the findings that did not stop the verb.
    pub(crate) fn note(self, findings: &[Finding]) {
        self.errors.note(findings);
    }

    /// Notes that no clip matches `--clips`, which is usually a typing mistake.
    pub(crate) fn no_clip_matches<'a>(self, glob: &str, names: impl Iterator<Item = &'a str>) {
        let parts = names.flat_map(|name| [Some(name), name.rsplit('/').next()]);
        let hint = match nearest(glob, parts.flatten()) {
            _ if is_hidden_clip(glob) => {
                "; a library passes over files and folders whose names begin with a dot".to_owned()
            }
            Some(near) => format!("; did you mean {near}?"),
            None => String::new(),
        };
        let message = format!("no clip's name matches {glob}{hint}");
        self.note(&[note("--clips", "no-clip-matches", message)]);
    }
}

/// Returns a note without a place in its file.
pub(crate) fn note(file: &str, code: &'static str, message: impl Into<String>) -> Finding {
    Finding {
        severity: Severity::Note,
        file: file.to_owned(),
        position: None,
        code,
        message: message.into(),
    }
}

/// Returns a warning without a place in its file.
pub(crate) fn warning(file: &str, code: &'static str, message: impl Into<String>) -> Finding {
    Finding {
        severity: Severity::Warning,
        ..note(file, code, message)
    }
}

/// The text to print on standard output, and the exit code.
pub(crate) struct Done {
    stdout: Vec<u8>,
    is_styled: bool,
    code: u8,
}

impl Done {
    /// Returns an answer that is a text for people, with control characters as visible symbols.
    pub(crate) fn text(text: String) -> Self {
        match shown::text(&text) {
            Cow::Borrowed(_) => Self::bytes(text.into_bytes()),
            Cow::Owned(shown) => Self::bytes(shown.into_bytes()),
        }
    }

    /// Returns an answer that is help, coloured on a terminal.
    pub(crate) fn help(text: String) -> Self {
        Self {
            is_styled: true,
            ..Self::bytes(text.into_bytes())
        }
    }

    /// Returns an answer that consists of rows of CSV.
    pub(crate) fn csv(rows: String) -> Self {
        Self::bytes(rows.into_bytes())
    }

    /// Returns an answer to print byte for byte.
    pub(crate) fn bytes(stdout: Vec<u8>) -> Self {
        Self {
            stdout,
            is_styled: false,
            code: 0,
        }
    }

    /// Returns an answer that is a value as JSON.
    pub(crate) fn json(value: &impl Serialize) -> Result<Self, Failure> {
        let mut stdout = serde_json::to_vec(value)
            .map_err(|error| Failure::plain("output", error.to_string()))?;
        stdout.push(b'\n');
        Ok(Self::bytes(stdout))
    }

    /// Makes the process exit with 1 if `found` is true. A later call with `false` does not revert that.
    pub(crate) fn finding(self, found: bool) -> Self {
        Self {
            code: self.code | u8::from(found),
            ..self
        }
    }

    /// Prints the answer and returns the exit code. It is not an error if the reader of standard output stops reading.
    pub(crate) fn print(self) -> Result<u8, Failure> {
        let printed = if self.is_styled {
            print(anstream::stdout(), &self.stdout)
        } else {
            print(io::stdout(), &self.stdout)
        };
        // The work is done before the answer is printed. The hint says so, so that the user does not run the command
        // again.
        printed.map_err(|failure| failure.hint(DONE_UNSAID))?;
        Ok(self.code)
    }
}

/// The hint for an answer that cannot be printed.
const DONE_UNSAID: &str =
    "only the answer could not be printed: the command and its changes are complete";

/// Prints part of an answer on standard output. Returns whether standard output is still open.
pub(crate) fn say(text: &str, format: Format) -> Result<bool, Failure> {
    let text = match format {
        Format::Table => shown::text(text),
        Format::Json | Format::Csv => text.into(),
    };
    print(io::stdout(), text.as_bytes())
}

/// Prints on standard output. Returns whether standard output is still open.
fn print(mut stdout: impl Write, bytes: &[u8]) -> Result<bool, Failure> {
    progress::clear();
    let written = stdout.write_all(bytes);
    match written.and_then(|()| stdout.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::plain(
            "output",
            format!("standard output: {error}"),
        )),
    }
}

/// Prints on standard error, which may be closed.
fn to_stderr(mut stderr: impl Write, text: &str) {
    progress::clear();
    let newline = if text.ends_with('\n') { "" } else { "\n" };
    // There is no other place to report this error.
    let _ = write!(stderr, "{text}{newline}");
}

/// The format in which errors and findings are printed on standard error.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ErrorFormat {
    /// For people: the line, carets under the place, a hint.
    Text,
    /// For programs: one JSON object per line, `{"findings": …}` and `{"errors": …}`.
    Json,
}

impl ErrorFormat {
    /// Prints an error.
    pub(crate) fn fail(self, failure: &Failure) {
        match self {
            Self::Text => to_stderr(anstream::stderr(), &failure.to_text()),
            Self::Json => to_stderr(io::stderr(), &failure.to_json()),
        }
    }

    fn note(self, findings: &[Finding]) {
        match self {
            Self::Text => grouped(findings)
                .iter()
                .for_each(|line| to_stderr(io::stderr(), &shown::line(line))),
            Self::Json if findings.is_empty() => {}
            Self::Json => {
                let findings: Vec<_> = findings.iter().map(finding_to_json).collect();
                to_stderr(io::stderr(), &json!({ "findings": findings }).to_string());
            }
        }
    }
}

/// The largest number of findings of one kind to print one by one.
const MAX_ALIKE: usize = 3;

/// Returns a line for each finding, in order. More than [`MAX_ALIKE`] notes or warnings of one kind become a single
/// line, with the first of them and their number. Errors, and findings that suggest a setting, are of one kind only if
/// their messages are equal.
fn grouped(findings: &[Finding]) -> Vec<String> {
    fn kind(finding: &Finding) -> (Severity, &str, Option<&str>) {
        let differs =
            finding.severity == Severity::Error || finding.message.contains(SETTINGS_FILE);
        let message = differs.then_some(finding.message.as_str());
        (finding.severity, finding.code, message)
    }
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for finding in findings {
        *counts.entry(kind(finding)).or_default() += 1;
    }
    let mut lines = Vec::new();
    for finding in findings {
        match counts.get_mut(&kind(finding)) {
            Some(0) => {}
            Some(count) if *count > MAX_ALIKE => {
                let more = *count - 1;
                let code = finding.code;
                lines.push(format!(
                    "{finding} (and {more} more like it; `--errors json` lists each {code})"
                ));
                *count = 0;
            }
            _ => lines.push(finding.to_string()),
        }
    }
    lines
}

fn finding_to_json(finding: &Finding) -> Value {
    json!({
        "file": finding.file,
        "line": finding.position.map(|at| at.line),
        "column": finding.position.map(|at| at.column),
        "severity": finding.severity.to_string(),
        "code": finding.code,
        "message": finding.message,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(file: &str, severity: Severity, code: &'static str, message: &str) -> Finding {
        Finding {
            severity,
            ..note(file, code, message)
        }
    }

    #[test]
    fn thirty_eight_equal_warnings_are_one_line() {
        let warnings: Vec<Finding> = (0..38)
            .map(|i| {
                finding(
                    &format!("{i}.bvh"),
                    Severity::Warning,
                    "frame-count",
                    &format!("{i} rows"),
                )
            })
            .collect();
        let expected = "0.bvh: warning[frame-count]: 0 rows \
                        (and 37 more like it; `--errors json` lists each frame-count)";
        assert_eq!(grouped(&warnings), [expected]);
        // Up to three findings have lines of their own.
        assert_eq!(grouped(&warnings[..3]).len(), 3);
    }

    #[test]
    fn errors_with_different_messages_have_separate_lines() {
        let error = |file: &str, message: &str| finding(file, Severity::Error, "shape", message);
        let mut errors: Vec<Finding> = (0..5).map(|i| error("a", &i.to_string())).collect();
        assert_eq!(grouped(&errors).len(), 5);
        errors.extend((0..5).map(|_| error("b", "the same")));
        let lines = grouped(&errors);
        assert_eq!(lines.len(), 6);
        assert!(
            lines[5].starts_with("b: error[shape]: the same (and 4 more"),
            "{}",
            lines[5]
        );
    }
}
