//! The mistakes of texts that are compiled together.

use std::fmt;

use footwork_base::TextSpan;

use super::{ExprError, ExprErrorKind};

/// More mistakes than this help nobody.
const MAX_ERRORS: usize = 50;

/// Every mistake found, in the order of the texts; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExprErrors {
    errors: Vec<ExprError>,
    /// How many texts were compiled together.
    texts: usize,
}

impl ExprErrors {
    pub(crate) fn one(error: ExprError) -> Self {
        Self {
            errors: vec![error],
            texts: 1,
        }
    }

    /// The mistakes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &ExprError> {
        self.errors.iter()
    }

    /// How many there are; at least 1.
    #[allow(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.errors.len()
    }
}

impl<'a> IntoIterator for &'a ExprErrors {
    type Item = &'a ExprError;
    type IntoIter = std::slice::Iter<'a, ExprError>;

    fn into_iter(self) -> Self::IntoIter {
        self.errors.iter()
    }
}

impl fmt::Display for ExprErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{error}")?;
            if !error.is_of_variables() {
                write!(f, " (at byte {}", error.span.start)?;
                if self.texts > 1 {
                    write!(f, " of text {}", error.text)?;
                }
                f.write_str(")")?;
            }
            if let Some(hint) = error.hint() {
                write!(f, ", {hint}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for ExprErrors {}

/// The mistakes found so far.
#[derive(Debug, Default)]
pub(crate) struct ErrorList {
    errors: Vec<ExprError>,
    /// The text that is being read.
    pub(crate) text: usize,
}

impl ErrorList {
    /// Adds a mistake; the first one too many is that there are too many.
    pub(crate) fn push(&mut self, span: TextSpan, kind: ExprErrorKind) {
        let kind = match self.errors.len() {
            n if n < MAX_ERRORS => kind,
            MAX_ERRORS => ExprErrorKind::TooManyErrors,
            _ => return,
        };
        self.errors.push(ExprError::new(self.text, span, kind));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// Whether the last mistake is that what stands here is wrong.
    pub(crate) fn are_at(&self, span: TextSpan) -> bool {
        let last = self.errors.last();
        last.is_some_and(|last| last.text == self.text && last.span == span)
    }

    /// Whether no more are listed.
    pub(crate) fn is_full(&self) -> bool {
        self.errors.len() > MAX_ERRORS
    }

    /// Ok without mistakes, else all of them in order.
    pub(crate) fn check(mut self, texts: usize) -> Result<(), ExprErrors> {
        if self.errors.is_empty() {
            return Ok(());
        }
        let last = |error: &ExprError| error.kind == ExprErrorKind::TooManyErrors;
        self.errors
            .sort_by_key(|error| (last(error), error.text, error.span));
        let errors = self.errors;
        Err(ExprErrors { errors, texts })
    }
}
