//! What every text language of Footwork says about a mistake.

use crate::TextSpan;

/// One mistake in a text: where, which kind, what is wrong, and what would be right.
///
/// The errors of each language (queries, expressions) convert into this, so that a command line,
/// an editor or another language can show all of them alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The bytes of the text that are wrong.
    pub span: TextSpan,
    /// A stable name of the kind of mistake, such as `unknown-tag`.
    pub code: &'static str,
    /// What is wrong, in one sentence without a final full stop.
    pub message: String,
    /// What would be right, where that is known.
    pub hint: Option<String>,
}
