//! Errors in queries.

use footwork_base::{Diagnostic, Suggestion, TextError, TextErrorKind, TextErrors};

use super::tree::{MAX_QUERY_BYTES, MAX_QUERY_NESTING};

/// One error of a query, with its place.
pub type QueryError = TextError<QueryErrorKind>;

/// All errors of a query, in the order of the text. The list is never empty.
pub type QueryErrors = TextErrors<QueryErrorKind>;

/// The error for a [`BoundQuery`](crate::BoundQuery) that is not
/// [current](crate::BoundQuery::is_current). Its ids may now mean other tags and clips, so it was
/// not evaluated. Bind the query again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StaleQuery;

footwork_base::display! { StaleQuery:
    Self => "the query was bound to another database, or before a clip, a tag, an event or a resolver was added; \
             bind it again";
}

impl std::error::Error for StaleQuery {}

/// An error in a query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryErrorKind {
    /// The text is longer than [`MAX_QUERY_BYTES`].
    TooLong,
    /// Parentheses and calls nest deeper than [`MAX_QUERY_NESTING`].
    TooDeep,
    /// There are more errors than the list has room for.
    TooManyErrors,
    /// Characters that have no meaning in a query.
    UnexpectedCharacter {
        /// The characters.
        found: String,
    },
    /// Not a valid JSON string.
    BadString {
        /// The fault in the string.
        problem: String,
    },
    /// A number that is not allowed in its place.
    BadNumber {
        /// The number as written.
        found: String,
        /// A sentence about which numbers are allowed.
        fitting: &'static str,
    },
    /// A name that ends in a dot, without a further part or `*`.
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
    },
    /// A `(` without a `)`.
    Unclosed,
    /// A `)` without a `(`.
    Unopened,
    /// A `{` without a `}`.
    UnclosedBrace,
    /// A reserved word of the language, used as a name.
    Reserved {
        /// The word.
        word: String,
    },
    /// A tag that the database lacks.
    UnknownTag {
        /// The name.
        name: String,
        /// A similar known name, or advice on what to write instead.
        suggestion: Option<Suggestion>,
    },
    /// An event that the database lacks.
    UnknownEvent {
        /// The name.
        name: String,
        /// A similar known name, or advice on what to write instead.
        suggestion: Option<Suggestion>,
    },
    /// An unknown function.
    UnknownFunction {
        /// The name of the function.
        name: String,
        /// A similar function, or all functions.
        suggestion: Suggestion,
    },
    /// An argument of the wrong kind.
    WrongArgument {
        /// The expected kind of argument.
        expected: &'static str,
        /// The correct form of the call.
        usage: &'static str,
    },
    /// Too few or too many arguments.
    ArgumentCount {
        /// The correct form of the call.
        usage: &'static str,
    },
    /// A `{ … }` for a database without a resolver.
    NoResolver,
    /// A `similar` for a database without a resolver.
    NoPoses,
    /// No clip has the name.
    UnknownClip {
        /// The name.
        name: String,
        /// A similar known name.
        suggestion: Option<Suggestion>,
    },
    /// A pattern that matches several clips where only one is allowed.
    SeveralClips {
        /// The pattern.
        pattern: String,
        /// The names of the first two matching clips.
        names: [String; 2],
    },
    /// A frame past the end of its clip.
    FrameOutside {
        /// The frame.
        frame: u32,
        /// The name of the clip.
        clip: String,
        /// The clip's length in frames.
        clip_frames: u32,
    },
    /// An error from the resolver, about the text inside `{ … }` or the clip of `similar`.
    Predicate(Diagnostic),
}

impl TextErrorKind for QueryErrorKind {
    fn code(&self) -> &'static str {
        use QueryErrorKind as K;
        match self {
            K::TooLong => "query-too-long",
            K::TooDeep => "query-too-deep",
            K::TooManyErrors => "too-many-errors",
            K::UnexpectedCharacter { .. } => "unexpected-character",
            K::BadString { .. } => "bad-string",
            K::BadNumber { .. } => "bad-number",
            K::DanglingDot => "dangling-dot",
            K::MissingOperand { .. } => "missing-operand",
            K::MissingOperator { .. } => "missing-operator",
            K::Unclosed => "unclosed-parenthesis",
            K::Unopened => "unopened-parenthesis",
            K::UnclosedBrace => "unclosed-brace",
            K::Reserved { .. } => "reserved-word",
            K::UnknownTag { .. } => "unknown-tag",
            K::UnknownEvent { .. } => "unknown-event",
            K::UnknownFunction { .. } => "unknown-function",
            K::WrongArgument { .. } => "wrong-argument",
            K::ArgumentCount { .. } => "argument-count",
            K::NoResolver | K::NoPoses => "no-resolver",
            K::UnknownClip { .. } => "unknown-clip",
            K::SeveralClips { .. } => "several-clips",
            K::FrameOutside { .. } => "frame-outside",
            K::Predicate(inner) => inner.code,
        }
    }

    fn hint(&self) -> Option<String> {
        use QueryErrorKind as K;
        match self {
            K::UnknownTag { suggestion, .. }
            | K::UnknownEvent { suggestion, .. }
            | K::UnknownClip { suggestion, .. } => suggestion.as_ref().map(ToString::to_string),
            K::UnknownFunction { suggestion, .. } => Some(suggestion.to_string()),
            K::WrongArgument { usage, .. } | K::ArgumentCount { usage } => {
                Some(format!("the call is {usage}"))
            }
            K::Reserved { word } => Some(format!(
                "a tag of this name is written \"{word}\" in quotes"
            )),
            K::DanglingDot => Some("`Gait.*` is everything below `Gait`".to_owned()),
            K::MissingOperator { .. } => Some(
                "`&` is both, `|` is either, `-` is without; a name with a space is quoted"
                    .to_owned(),
            ),
            K::MissingOperand { found } => match found.as_str() {
                "&" | "|" => Some(format!("one `{found}` is enough")),
                _ => None,
            },
            K::BadNumber { fitting, .. } => Some((*fitting).to_owned()),
            K::UnexpectedCharacter { found } if found.contains(['<', '>', '=', '*', '/']) => {
                Some("a condition on the motion is written in braces: `{ speed > 3 }`".to_owned())
            }
            K::SeveralClips { names: [a, b], .. } => Some(format!("it could be `{a}` or `{b}`")),
            K::FrameOutside { clip_frames, .. } => {
                let last = clip_frames.checked_sub(1);
                last.map(|last| format!("its frames are 0 to {last}"))
            }
            K::NoResolver | K::NoPoses => Some(
                "query the folder of clips, or make it a tag with a rule before compiling"
                    .to_owned(),
            ),
            K::Predicate(inner) => inner.hint.clone(),
            _ => None,
        }
    }

    fn too_many() -> Self {
        Self::TooManyErrors
    }
}

// The message, without the place and the hint.
footwork_base::display! { QueryErrorKind:
    Self::TooLong => "the query is longer than the limit of {MAX_QUERY_BYTES} bytes";
    Self::TooDeep => "parentheses are nested deeper than the limit of {MAX_QUERY_NESTING}";
    Self::TooManyErrors => "more mistakes follow";
    Self::UnexpectedCharacter { found } => "`{found}` has no meaning in a query";
    Self::BadString { problem } => "{problem}";
    Self::BadNumber { found, .. } => "`{found}` is not a number that fits here";
    Self::DanglingDot => "expected a name or `*` after the dot";
    Self::MissingOperand { found } if found.is_empty() => "expected a tag or `(` before the end";
    Self::MissingOperand { found } => "expected a tag or `(` before `{found}`";
    Self::MissingOperator { found } => "expected an operator before `{found}`";
    Self::Unclosed => "this `(` has no `)`";
    Self::Unopened => "this `)` has no `(`";
    Self::UnclosedBrace => "this `{{` has no `}}`";
    Self::Reserved { word } => "`{word}` is a word of the query language";
    Self::UnknownTag { name, .. } => "unknown tag `{name}`";
    Self::UnknownEvent { name, .. } => "unknown event `{name}`";
    Self::UnknownFunction { name, .. } => "unknown function `{name}`";
    Self::WrongArgument { expected, .. } => "expected {expected} here";
    Self::ArgumentCount { .. } => "wrong number of arguments";
    Self::NoResolver => "`{{ … }}` needs the motion of the clips, which a compiled library does not have";
    Self::NoPoses => "`similar` needs the motion of the clips, which a compiled library does not have";
    Self::UnknownClip { name, .. } => "unknown clip `{name}`";
    Self::SeveralClips { pattern, .. } => "several clips are named `{pattern}`, and only one is allowed";
    Self::FrameOutside { frame, clip, .. } => "`{clip}` has no frame {frame}";
    Self::Predicate(inner) => "{}", inner.message;
}
