//! A place that breaks a rule.

use std::fmt;

/// Whether a finding fails `tidy`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    Warning,
    Error,
}

/// One place that breaks a rule. Prints as `path:line: what is wrong; what would be right`.
///
/// The order of the fields is the order in which findings are listed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    pub(crate) weight: Weight,
    pub(crate) path: String,
    /// Counted from one.
    pub(crate) line: usize,
    pub(crate) wrong: String,
    pub(crate) right: String,
}

impl Finding {
    /// Returns a finding that fails `tidy`.
    pub(crate) fn error(
        path: &str,
        line: usize,
        wrong: impl Into<String>,
        right: impl Into<String>,
    ) -> Self {
        Self {
            weight: Weight::Error,
            path: path.to_owned(),
            line,
            wrong: wrong.into(),
            right: right.into(),
        }
    }

    /// Returns a finding that `tidy` only lists.
    pub(crate) fn warning(
        path: &str,
        line: usize,
        wrong: impl Into<String>,
        right: impl Into<String>,
    ) -> Self {
        Self {
            weight: Weight::Warning,
            ..Self::error(path, line, wrong, right)
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            weight,
            path,
            line,
            wrong,
            right,
        } = self;
        let mark = match weight {
            Weight::Warning => "warning: ",
            Weight::Error => "",
        };
        write!(f, "{mark}{path}:{line}: {wrong}; {right}")
    }
}

#[cfg(test)]
mod tests {
    use super::Finding;

    #[test]
    fn prints_place_fault_and_remedy() {
        let error = Finding::error("a.rs", 3, "this is wrong", "that is right");
        assert_eq!(error.to_string(), "a.rs:3: this is wrong; that is right");
        let warning = Finding::warning("a.rs", 3, "long", "split it");
        assert_eq!(warning.to_string(), "warning: a.rs:3: long; split it");
    }
}
