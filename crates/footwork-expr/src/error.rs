//! Errors in expressions.

use footwork_base::{Suggestion, TextError, TextErrorKind, TextErrors, TextErrorsBuilder};

use crate::function::Function;
use crate::limits::{MAX_NESTING, MAX_STEPS, MAX_TEXT_BYTES};

/// One error in an expression, with its place.
pub type ExprError = TextError<ExprErrorKind>;

/// All errors in the expressions of one compilation.
pub type ExprErrors = TextErrors<ExprErrorKind>;

/// Collects the errors of one compilation.
pub(crate) type ErrorList = TextErrorsBuilder<ExprErrorKind>;

/// An error in an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExprErrorKind {
    /// The text is longer than [`MAX_TEXT_BYTES`].
    TooLong,
    /// Parentheses and calls nest deeper than [`MAX_NESTING`].
    TooDeep,
    /// The program has more steps than [`MAX_STEPS`].
    TooManySteps,
    /// There are more errors than the list has room for.
    TooManyErrors,
    /// Characters that have no meaning in an expression.
    UnexpectedCharacter {
        /// The characters.
        found: String,
    },
    /// An operator of another language.
    WrongOperator {
        /// The operator as written.
        found: String,
        /// The operator of this language with that meaning.
        write: &'static str,
    },
    /// A string that is not a JSON string.
    BadString {
        /// The fault in the string.
        problem: String,
    },
    /// A number that cannot be read.
    BadNumber {
        /// The number as written.
        found: String,
    },
    /// A number too large for an f32.
    NumberTooLarge {
        /// The number as written.
        found: String,
    },
    /// A name that ends in a dot.
    DanglingDot,
    /// An operand is missing before `found`, or at the end of the text if `found` is empty.
    MissingOperand {
        /// The text found instead.
        found: String,
    },
    /// Two operands without an operator between them.
    MissingOperator {
        /// The second operand's first word.
        found: String,
        /// The two operands with a `*` between them, if they are short.
        product: Option<String>,
    },
    /// A `(` without a `)`.
    Unclosed,
    /// A `)` without a `(`.
    Unopened,
    /// A `,` that is not between the arguments of a call.
    StrayComma {
        /// The decimal number that was probably intended.
        decimal: Option<String>,
    },
    /// A `?` without a `:`.
    MissingColon,
    /// A `:` without a `?`.
    StrayColon,
    /// A comparison of a comparison.
    ChainedComparison {
        /// The first operator.
        first: &'static str,
        /// The second operator.
        second: &'static str,
    },
    /// A name that is neither a variable nor a constant.
    UnknownName {
        /// The name.
        name: String,
        /// The name that was probably intended.
        suggestion: Suggestion,
    },
    /// An unknown function.
    UnknownFunction {
        /// The name of the function.
        name: String,
        /// The name that was probably intended.
        suggestion: Suggestion,
    },
    /// A function without arguments in parentheses.
    NotCalled {
        /// The name of the function.
        name: &'static str,
    },
    /// Too few or too many arguments.
    ArgumentCount {
        /// The function.
        function: &'static str,
    },
    /// A variable whose name is invalid or not in canonical spelling.
    BadVariable {
        /// The name as given.
        name: String,
        /// A similar valid name.
        suggestion: Option<String>,
    },
    /// A variable with the name of a function or a constant.
    ReservedVariable {
        /// The name of the variable.
        name: String,
    },
    /// A variable given twice.
    DuplicateVariable {
        /// The name of the variable.
        name: String,
    },
    /// No text was given.
    NoOutput,
}

impl TextErrorKind for ExprErrorKind {
    fn code(&self) -> &'static str {
        use ExprErrorKind as K;
        match self {
            K::TooLong => "expr-too-long",
            K::TooDeep => "expr-too-deep",
            K::TooManySteps => "too-many-steps",
            K::TooManyErrors => "too-many-errors",
            K::UnexpectedCharacter { .. } => "unexpected-character",
            K::WrongOperator { .. } => "wrong-operator",
            K::BadString { .. } => "bad-string",
            K::BadNumber { .. } => "bad-number",
            K::NumberTooLarge { .. } => "number-too-large",
            K::DanglingDot => "dangling-dot",
            K::MissingOperand { .. } => "missing-operand",
            K::MissingOperator { .. } => "missing-operator",
            K::Unclosed => "unclosed-parenthesis",
            K::Unopened => "unopened-parenthesis",
            K::StrayComma { .. } => "stray-comma",
            K::MissingColon => "missing-colon",
            K::StrayColon => "stray-colon",
            K::ChainedComparison { .. } => "chained-comparison",
            K::UnknownName { .. } => "unknown-name",
            K::UnknownFunction { .. } => "unknown-function",
            K::NotCalled { .. } => "not-called",
            K::ArgumentCount { .. } => "argument-count",
            K::BadVariable { .. } => "bad-variable",
            K::ReservedVariable { .. } => "reserved-variable",
            K::DuplicateVariable { .. } => "duplicate-variable",
            K::NoOutput => "no-output",
        }
    }

    fn hint(&self) -> Option<String> {
        use ExprErrorKind as K;
        let hint = match self {
            K::TooManyErrors => return None,
            K::TooLong | K::TooDeep | K::TooManySteps => {
                "compute parts of it separately and pass them as variables".to_owned()
            }
            K::UnexpectedCharacter { found } => character_hint(found).to_owned(),
            K::WrongOperator { found, write } if found == "=" => {
                format!("an expression cannot assign; write `{write}` to compare")
            }
            K::WrongOperator { found, write } if found == "|" => {
                format!("write `{write}`; the absolute value is abs(x)")
            }
            K::WrongOperator { write, .. } => format!("write `{write}`"),
            K::BadString { .. } => "a string is written as in JSON: \"left hand\"".to_owned(),
            K::BadNumber { found } => number_hint(found),
            K::NumberTooLarge { .. } => "the largest number is 3.4028235e38".to_owned(),
            K::DanglingDot => {
                "a part that is not an identifier needs quotes: hand.\"2\"".to_owned()
            }
            K::MissingOperand { found } if found.is_empty() || "),:?".contains(found) => {
                "write the missing part, such as `t` or `1`".to_owned()
            }
            K::MissingOperand { .. } => {
                "an operator needs an operand on both sides: `a * b`".to_owned()
            }
            K::MissingOperator { product, .. } => match product {
                Some(product) => format!("write `{product}`"),
                None => "a product is written with `*`".to_owned(),
            },
            K::Unclosed => "write `)` where it ends".to_owned(),
            K::Unopened => "add a `(`, or remove the `)`".to_owned(),
            K::StrayComma { decimal } => match decimal {
                Some(decimal) => format!("write `{decimal}`, with a point"),
                None => "a `,` separates the arguments of a call: `max(a, b)`".to_owned(),
            },
            K::MissingColon | K::StrayColon => "the complete form is `c ? a : b`".to_owned(),
            K::ChainedComparison { first, second } => {
                format!("write `a {first} b && b {second} c`")
            }
            K::UnknownName { suggestion, .. } | K::UnknownFunction { suggestion, .. } => {
                suggestion.to_string()
            }
            K::NotCalled { name } | K::ArgumentCount { function: name } => {
                format!("the call is {}", Function::usage(name))
            }
            K::BadVariable { suggestion, .. } => match suggestion {
                Some(name) => format!("write it as {name}"),
                None => "a name is identifiers or JSON strings joined by dots".to_owned(),
            },
            K::ReservedVariable { .. } => "give the variable another name".to_owned(),
            K::DuplicateVariable { .. } => "give each variable once".to_owned(),
            K::NoOutput => "give at least one expression".to_owned(),
        };
        Some(hint)
    }

    fn too_many() -> Self {
        Self::TooManyErrors
    }

    /// Returns false for errors in the list of variables.
    fn is_in_text(&self) -> bool {
        use ExprErrorKind as K;
        !matches!(
            self,
            K::BadVariable { .. } | K::ReservedVariable { .. } | K::DuplicateVariable { .. }
        )
    }
}

/// Returns a hint for a character without a meaning.
fn character_hint(found: &str) -> &'static str {
    match found.chars().next() {
        Some(';') => "an expression is one formula and ends without a `;`",
        Some('[' | ']' | '{' | '}') => "parts are grouped by `(` and `)`",
        Some('.') => "a number has a digit before or after its point: 0.5",
        Some('#') => "an expression has no comments",
        Some('²') => "write `^ 2`",
        Some('³') => "write `^ 3`",
        Some('√') => "write sqrt(x)",
        Some('∞') => "infinity is 1 / 0",
        Some(c) if c.is_alphanumeric() => {
            "a name that is not an identifier needs quotes: \"left hand\""
        }
        _ => "in names, odd characters are written in quotes: \"left hand\"",
    }
}

/// Returns a hint for a number that cannot be read.
fn number_hint(found: &str) -> String {
    let lower = found.to_ascii_lowercase();
    let is_based = lower
        .strip_prefix('0')
        .is_some_and(|rest| rest.starts_with(['x', 'b', 'o']));
    match (lower.strip_suffix('f'), lower.strip_suffix('e')) {
        _ if is_based => "numbers are decimal: 16, not 0x10".to_owned(),
        (_, Some(number)) => {
            format!("an exponent has digits: `{number}e3`; for a product write `{number} * e`")
        }
        (Some(number), _) => format!("a number has no suffix: write `{number}`"),
        _ if found.contains('_') => format!("write `{}`", found.replace('_', "")),
        _ => "a number is written 10, .5 or 1.5e-3".to_owned(),
    }
}

footwork_base::display! { ExprErrorKind:
    Self::TooLong => "the expression is longer than the limit of {MAX_TEXT_BYTES} bytes";
    Self::TooDeep => "parentheses are nested deeper than the limit of {MAX_NESTING}";
    Self::TooManySteps => "the expression needs more steps than the limit of {MAX_STEPS}";
    Self::TooManyErrors => "more mistakes follow";
    Self::UnexpectedCharacter { found } => "`{found}` has no meaning in an expression";
    Self::WrongOperator { found, .. } => "`{found}` is not an operator";
    Self::BadString { problem } => "{problem}";
    Self::BadNumber { found } => "`{found}` is not a number";
    Self::NumberTooLarge { found } => "`{found}` is too large";
    Self::DanglingDot => "expected a part of the name after the dot";
    Self::MissingOperand { found } if found.is_empty() => "expected a number, a name or `(` before the end";
    Self::MissingOperand { found } => "expected a number, a name or `(` before `{found}`";
    Self::MissingOperator { found, .. } => "expected an operator before `{found}`";
    Self::Unclosed => "this `(` has no `)`";
    Self::Unopened => "this `)` has no `(`";
    Self::StrayComma { .. } => "this `,` separates nothing";
    Self::MissingColon => "this `?` has no `:`";
    Self::StrayColon => "this `:` has no `?`";
    Self::ChainedComparison { .. } => "this compares a number with 0 or 1";
    Self::UnknownName { name, .. } => "unknown name `{name}`";
    Self::UnknownFunction { name, .. } => "unknown function `{name}`";
    Self::NotCalled { name } => "`{name}` is a function";
    Self::ArgumentCount { function } => "wrong number of arguments of `{function}`";
    Self::BadVariable { name, .. } => "`{name}` is not the name of a variable";
    Self::ReservedVariable { name } => "`{name}` cannot be a variable: the language reserves this name";
    Self::DuplicateVariable { name } => "the variable `{name}` is given twice";
    Self::NoOutput => "there is no expression";
}

/// The maximum length of a quoted text in a message, in characters.
pub(crate) const MAX_SHOWN_CHARS: usize = 40;

/// Shortens a text to [`MAX_SHOWN_CHARS`] characters.
pub(crate) fn short(text: &str) -> String {
    text.chars().take(MAX_SHOWN_CHARS).collect()
}
