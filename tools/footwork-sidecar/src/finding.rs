//! What is wrong in a file of the library, and where.

use std::fmt;

use footwork_base::Position;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something was done about it, or nothing needs to be.
    Note,
    /// Somebody should look at it.
    Warning,
    /// Something could not be read and is left out.
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

/// One thing that a file of the library gets wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// The file, relative to the library's root, with `/`.
    pub file: String,
    /// Where in the file, when it is at one place.
    pub position: Option<Position>,
    /// A stable name of the kind of finding, such as `span-overlap`.
    pub code: &'static str,
    /// What is wrong and what was or should be done, without a final full stop.
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
