//! What a verb prints when it succeeds, and how the process then exits.

use std::io::{self, Write};

use clap::ValueEnum;
use footwork_library::Library;
use serde::Serialize;

use crate::failure::Failure;

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

/// What to print on standard output, and the exit code.
pub(crate) struct Done {
    stdout: Vec<u8>,
    code: u8,
}

impl Done {
    /// This text, which may be coloured.
    pub(crate) fn text(text: String) -> Self {
        Self {
            stdout: text.into_bytes(),
            code: 0,
        }
    }

    /// This value as JSON.
    pub(crate) fn json(value: &impl Serialize) -> Result<Self, Failure> {
        let mut stdout = serde_json::to_vec(value)
            .map_err(|error| Failure::plain("output", &error.to_string()))?;
        stdout.push(b'\n');
        Ok(Self { stdout, code: 0 })
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
        let mut stdout = anstream::stdout();
        let written = stdout.write_all(&self.stdout).and_then(|()| stdout.flush());
        match written {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                let message = format!("standard output: {error}");
                Err(Failure::plain("output", &message))
            }
            _ => Ok(self.code),
        }
    }
}

/// Prints on standard error, where nobody may be listening.
pub(crate) fn to_stderr(text: &str) {
    let mut stderr = anstream::stderr();
    let newline = if text.ends_with('\n') { "" } else { "\n" };
    // There is no place left to report that errors cannot be printed.
    let _ = write!(stderr, "{text}{newline}");
}

/// Says what opening a library found wrong in single files.
pub(crate) fn report_findings(library: &Library) {
    for finding in library.findings() {
        to_stderr(&finding.to_string());
    }
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
