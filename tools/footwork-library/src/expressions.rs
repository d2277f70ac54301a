//! Evaluates expressions over the channels of clips to curves, with one value per frame. They are the same expressions
//! as between the braces of a [predicate](crate::predicate).

use std::sync::Arc;

use footwork_base::Diagnostic;
use footwork_clip::ClipError;
use footwork_tags::ClipId;
use thiserror::Error;

use crate::library::Library;
use crate::predicate::{Predicate, Predicates};

/// Evaluates expressions over the channels of a library's clips.
///
/// The evaluator sees the library at the time of its creation, except for the data of events, which is current. It can
/// be used while the library is edited.
#[derive(Clone, Debug)]
pub struct Expressions {
    predicates: Arc<Predicates>,
}

/// The value of an expression in a clip.
#[derive(Clone, Debug, PartialEq)]
pub enum Curve {
    /// One number per frame; NaN on frames on which the expression is undefined.
    Values(Vec<f32>),
    /// The clip lacks this joint, without which the expression is NaN on every frame.
    Lacks(String),
}

/// Why an expression has no curve.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CurveError {
    /// The text has mistakes, each with its position.
    #[error("{}", .0.first().map_or("the expression is wrong", |first| &first.message))]
    Text(Vec<Diagnostic>),
    /// The clip cannot be read.
    #[error(transparent)]
    Clip(ClipError),
}

/// A function that exists only in predicates, not in other expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PredicateFunction {
    /// Its name.
    pub name: &'static str,
    /// The form of a call.
    pub call: &'static str,
    /// A summary of its result.
    pub summary: &'static str,
}

/// The functions that evaluate an expression over a window of time, and the function that reads the data of events. All
/// other functions are in [`footwork_expr::Function`].
pub const PREDICATE_FUNCTIONS: [PredicateFunction; 7] = [
    function("lag", "lag(c, t)", "The expression at the time t earlier."),
    function("lead", "lead(c, t)", "The expression at the time t later."),
    function(
        "mean",
        "mean(c, w)",
        "The mean of the expression over a window of length w around the frame.",
    ),
    function(
        "lowest",
        "lowest(c, w)",
        "The least value of the expression in a window of length w around the frame.",
    ),
    function(
        "highest",
        "highest(c, w)",
        "The greatest value of the expression in a window of length w around the frame.",
    ),
    function(
        "rate",
        "rate(c)",
        "The change of the expression per second.",
    ),
    function(
        "data",
        "data(event, field)",
        "A field of the data that an event carries, on its frame.",
    ),
];

const fn function(
    name: &'static str,
    call: &'static str,
    summary: &'static str,
) -> PredicateFunction {
    PredicateFunction {
        name,
        call,
        summary,
    }
}

impl Library {
    /// Returns an evaluator of expressions over the channels of its clips.
    pub fn expressions(&self) -> Expressions {
        Expressions {
            predicates: self.shared_predicates(),
        }
    }
}

impl Expressions {
    /// Returns the names of the channels of all clips.
    pub fn channels(&self) -> &[String] {
        self.predicates.names()
    }

    /// Compiles an expression.
    ///
    /// # Errors
    /// If the text has mistakes; all are returned, with their positions.
    pub fn compile(&self, text: &str) -> Result<Arc<Predicate>, Vec<Diagnostic>> {
        self.predicates.compiled(text)
    }

    /// Returns the value of an expression on each frame of a clip. The needed channels are read from the clip's file on
    /// first use, and then cached.
    ///
    /// # Errors
    /// If the text has mistakes, or the clip cannot be read.
    pub fn curve(&self, text: &str, clip: ClipId) -> Result<Curve, CurveError> {
        let predicate = self.predicates.compiled(text).map_err(CurveError::Text)?;
        let values = self.predicates.values(&predicate, clip);
        let values = values.map_err(CurveError::Clip)?;
        if let (Some(joint), Some(values)) = (self.predicates.lacks(&predicate, clip), &values)
            && values.iter().all(|value| value.is_nan())
        {
            return Ok(Curve::Lacks(joint.to_owned()));
        }
        // The joint was removed from the file after the library was opened.
        Ok(values.map_or_else(|| Curve::Lacks(String::new()), Curve::Values))
    }
}

#[cfg(test)]
mod tests {
    use footwork_clip::Window;

    use super::PREDICATE_FUNCTIONS;

    #[test]
    fn all_windows_are_listed() {
        let listed = PREDICATE_FUNCTIONS.map(|function| function.name);
        assert_eq!(listed[..6], Window::NAMES);
    }
}
