//! What a verb prints when it succeeds, and how the process then exits.

use std::io::{self, Write};

use clap::ValueEnum;
use footwork::base::{Diagnostic, Position};
use footwork_library::Editor;
use footwork_sidecar::{Finding, Severity};
use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::progress;
use crate::shown;

/// How an answer is printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Table,
    /// For programs; stable, described by schemas.
    Json,
    /// For spreadsheets.
    Csv,
}

/// How a verb is to speak.
#[derive(Clone, Copy)]
pub(crate) struct Speech {
    pub(crate) format: Format,
    pub(crate) errors: ErrorFormat,
}

/// What to print on standard output, and the exit code.
pub(crate) struct Done {
    stdout: Vec<u8>,
    is_styled: bool,
    code: u8,
}

impl Done {
    /// This text for people, with what would do something to a terminal shown as pictures.
    pub(crate) fn text(text: String) -> Self {
        Self::bytes(shown::text(&text).into_owned().into_bytes())
    }

    /// Help, coloured on a terminal.
    pub(crate) fn help(text: String) -> Self {
        Self {
            is_styled: true,
            ..Self::bytes(text.into_bytes())
        }
    }

    /// These rows of CSV.
    pub(crate) fn csv(rows: String) -> Self {
        Self::bytes(rows.into_bytes())
    }

    /// These bytes.
    pub(crate) fn bytes(stdout: Vec<u8>) -> Self {
        Self {
            stdout,
            is_styled: false,
            code: 0,
        }
    }

    /// This value as JSON.
    pub(crate) fn json(value: &impl Serialize) -> Result<Self, Failure> {
        let mut stdout = serde_json::to_vec(value)
            .map_err(|error| Failure::plain("output", &error.to_string()))?;
        stdout.push(b'\n');
        Ok(Self::bytes(stdout))
    }

    /// The same, but exiting with 1 when `found` is a finding.
    pub(crate) fn finding(self, found: bool) -> Self {
        Self {
            code: u8::from(found),
            ..self
        }
    }

    /// Prints, and returns the exit code. A reader that stops reading is no mistake.
    pub(crate) fn print(self) -> Result<u8, Failure> {
        match self.is_styled {
            true => print(anstream::stdout(), &self.stdout)?,
            false => print(io::stdout(), &self.stdout)?,
        };
        Ok(self.code)
    }
}

/// Prints a part of an answer that goes on; returns whether somebody still reads.
pub(crate) fn say(text: &str, format: Format) -> Result<bool, Failure> {
    let text = match format {
        Format::Table => shown::text(text),
        Format::Json | Format::Csv => text.into(),
    };
    print(io::stdout(), text.as_bytes())
}

/// Prints on standard output; returns whether somebody still reads.
fn print(mut stdout: impl Write, bytes: &[u8]) -> Result<bool, Failure> {
    progress::clear();
    let written = stdout.write_all(bytes);
    match written.and_then(|()| stdout.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => {
            let message = format!("standard output: {error}");
            Err(Failure::plain("output", &message))
        }
    }
}

/// Prints on standard error, where nobody may be listening.
fn to_stderr(mut stderr: impl Write, text: &str) {
    progress::clear();
    let newline = if text.ends_with('\n') { "" } else { "\n" };
    // There is no place left to report that errors cannot be printed.
    let _ = write!(stderr, "{text}{newline}");
}

/// How errors and findings are printed on standard error.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ErrorFormat {
    /// For people: the line, carets under the place, a hint.
    Text,
    /// For programs: one JSON object a line, `{"findings": …}` and `{"errors": …}`.
    Json,
}

impl ErrorFormat {
    /// Says what is wrong with the input.
    pub(crate) fn fail(self, failure: &Failure) {
        match self {
            Self::Text => to_stderr(anstream::stderr(), &failure.to_text()),
            Self::Json => to_stderr(io::stderr(), &failure.to_json()),
        }
    }

    /// Says what is no mistake in a query and yet may not be what was meant.
    pub(crate) fn hint(self, text: &str, hint: &Diagnostic) {
        let at = Position::from_offset(text, hint.span.start);
        let more = hint.hint.as_ref().map(|hint| format!("; {hint}"));
        self.note(&[Finding {
            severity: Severity::Note,
            file: "query".to_owned(),
            position: Some(at),
            code: hint.code,
            message: format!("{}{}", hint.message, more.unwrap_or_default()),
        }]);
    }

    /// Says that `--clips` leaves nothing, which is mostly a typing mistake.
    pub(crate) fn no_clip_matches(self, glob: &str) {
        self.note(&[Finding {
            severity: Severity::Note,
            file: "--clips".to_owned(),
            position: None,
            code: "no-clip-matches",
            message: format!("no clip's name matches {glob}"),
        }]);
    }

    /// Says what edits found that did not keep them from being made.
    pub(crate) fn note_remarks(self, editor: &mut Editor) {
        self.note(&editor.take_remarks());
    }

    /// Says what was noticed on the way and did not keep the verb from its work.
    pub(crate) fn note(self, findings: &[Finding]) {
        match self {
            Self::Text => findings
                .iter()
                .for_each(|finding| to_stderr(io::stderr(), &shown::line(&finding.to_string()))),
            Self::Json if findings.is_empty() => {}
            Self::Json => {
                let findings: Vec<_> = findings.iter().map(finding_to_json).collect();
                to_stderr(io::stderr(), &json!({ "findings": findings }).to_string());
            }
        }
    }
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

/// Fields of CSV, quoted where they need it (RFC 4180).
pub(crate) fn csv_row(fields: &[String]) -> String {
    let quoted = fields.iter().map(|field| {
        if field.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", field.replace('"', "\"\""))
        } else {
            field.clone()
        }
    });
    quoted.collect::<Vec<_>>().join(",") + "\n"
}
