//! How a step of `cargo xtask` ends.

use std::process::ExitCode;

/// How a step ended; the text says why it did not pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    Pass,
    Skip(String),
    Fail(String),
}

impl Outcome {
    /// Prints the reason, if there is one, and turns the outcome into an exit code.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Outcome::Pass => ExitCode::SUCCESS,
            Outcome::Skip(reason) => {
                eprintln!("skipped: {reason}");
                ExitCode::SUCCESS
            }
            Outcome::Fail(reason) => {
                eprintln!("error: {reason}");
                ExitCode::FAILURE
            }
        }
    }

    pub(crate) fn word_and_reason(&self) -> (&'static str, &str) {
        match self {
            Outcome::Pass => ("pass", ""),
            Outcome::Skip(reason) => ("skip", reason),
            Outcome::Fail(reason) => ("FAIL", reason),
        }
    }
}
