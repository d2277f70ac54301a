//! What is wrong in `footwork.toml`: errors that keep it from being read, and findings.

use std::fmt;

use footwork_base::Position;

use super::SETTINGS_FILE;
use crate::finding::{Finding, Severity};

/// `footwork.toml` cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError {
    /// The position, if the error is at one place.
    pub position: Option<Position>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(SETTINGS_FILE)?;
        if let Some(at) = self.position {
            write!(f, ":{}:{}", at.line, at.column)?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for SettingsError {}

pub(super) fn finding(position: Option<Position>, code: &'static str, message: String) -> Finding {
    Finding {
        severity: Severity::Warning,
        file: SETTINGS_FILE.to_owned(),
        position,
        code,
        message,
    }
}

/// Returns the finding for an unknown key, which may be a typo.
pub(super) fn unknown_key(at: Position, key: &str) -> Finding {
    let message = format!("this version does not know the key `{key}`");
    finding(Some(at), "unknown-key", message)
}
