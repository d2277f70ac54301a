//! A mistake in a file of the library, and its place.

use std::fmt;

use footwork_base::Position;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The problem is already handled, or harmless.
    Note,
    /// The problem should be reviewed.
    Warning,
    /// A file or line could not be read and was left out, or a check fails.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// One problem in a file of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The severity.
    pub severity: Severity,
    /// The file, relative to the library's root, with `/`.
    pub file: String,
    /// The position in the file, if the finding has one.
    pub position: Option<Position>,
    /// A stable name of the kind of finding, such as `span-overlap`.
    pub code: &'static str,
    /// The mistake, and the action taken or advised, without a final full stop.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(at) = self.position {
            write!(f, ":{}:{}", at.line, at.column)?;
        }
        write!(f, ": {}[{}]: {}", self.severity, self.code, self.message)
    }
}
