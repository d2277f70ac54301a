//! Mistakes in `footwork.toml`: errors that keep it from being read, and findings.

use footwork_base::{Position, nearest};
use thiserror::Error;

use super::SETTINGS_FILE;
use crate::finding::{Finding, Severity};

/// `footwork.toml` cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{SETTINGS_FILE}{}: {message}",
    .position.map(|at| format!(":{}:{}", at.line, at.column)).unwrap_or_default()
)]
pub struct SettingsError {
    /// The position, if the error is at one place.
    pub position: Option<Position>,
    /// The mistake.
    pub message: String,
}

pub(super) fn finding(position: Option<Position>, code: &'static str, message: String) -> Finding {
    Finding {
        severity: Severity::Warning,
        file: SETTINGS_FILE.to_owned(),
        position,
        code,
        message,
    }
}

/// Returns the finding for an unknown key, which may be a misspelling of a known key.
pub(super) fn unknown_key(at: Position, key: &str, known: &[&str]) -> Finding {
    let near = nearest(key, known.iter().copied());
    let near = near.map(|near| format!("; did you mean `{near}`?"));
    let near = near.unwrap_or_default();
    let message = format!("this version does not know the key `{key}`{near}");
    finding(Some(at), "unknown-key", message)
}
