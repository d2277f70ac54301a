//! Errors in texts that people write, such as queries and expressions.
//!
//! Each language has one enum of error kinds, which implements [`TextErrorKind`]. Its parser collects errors in a
//! [`TextErrorsBuilder`] and continues after each error. Callers receive all errors as [`TextErrors`]. A [`Diagnostic`]
//! is an error without its type, which lets tools show errors of several languages.

use std::fmt;

use crate::text_span::TextSpan;

/// The maximum number of errors in a list. If there are more, one further entry says so.
pub const MAX_TEXT_ERRORS: usize = 50;

/// The kinds of errors in texts of one language.
///
/// `Display` writes one sentence, without the place and without the hint.
pub trait TextErrorKind: fmt::Debug + fmt::Display {
    /// Returns a stable name in kebab case, such as `unknown-tag`.
    fn code(&self) -> &'static str;

    /// Returns advice on how to fix the error; `None` if there is none.
    fn hint(&self) -> Option<String>;

    /// Returns the kind of the last entry of a full list, which stands for all errors after the first
    /// [`MAX_TEXT_ERRORS`].
    fn too_many() -> Self;

    /// Returns whether the error has a place in the text. An error in another argument has none.
    fn is_in_text(&self) -> bool {
        true
    }
}

/// One error of a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError<K> {
    /// The index of the text among the texts compiled together, from 0.
    pub text: usize,
    /// The wrong bytes. For something missing at the end of the text, the span is empty and at the end. If the error is
    /// not in the text, the span is empty and at the start.
    pub span: TextSpan,
    /// The kind of error.
    pub kind: K,
}

impl<K: TextErrorKind> TextError<K> {
    /// Returns the stable name of the kind of error.
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// Returns advice on how to fix the error; `None` if there is none.
    pub fn hint(&self) -> Option<String> {
        self.kind.hint()
    }

    /// Returns whether the error is in the text, at [`span`](Self::span).
    pub fn is_in_text(&self) -> bool {
        self.kind.is_in_text()
    }

    /// Returns the error as a [`Diagnostic`], the form that all languages share.
    pub fn to_diagnostic(&self) -> Diagnostic {
        Diagnostic::new(self.span, self.code(), self.to_string()).with_hint(self.hint())
    }
}

/// The message without the place and the hint.
impl<K: TextErrorKind> fmt::Display for TextError<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.kind, f)
    }
}

impl<K: TextErrorKind> std::error::Error for TextError<K> {}

/// An error or a hint of any language: its place, kind, problem and fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The wrong bytes.
    pub span: TextSpan,
    /// A stable name of the kind of error, such as `unknown-tag`.
    pub code: &'static str,
    /// The problem, in one sentence without a full stop.
    pub message: String,
    /// Advice on how to fix the problem, if there is any.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// Creates an error without a hint.
    pub fn new(span: TextSpan, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            span,
            code,
            message: message.into(),
            hint: None,
        }
    }

    /// Returns the error with this hint, or with none.
    pub fn with_hint(mut self, hint: impl Into<Option<String>>) -> Self {
        self.hint = hint.into();
        self
    }

    /// Returns the error with its span moved by `bytes`, for a text that is part of a longer text.
    pub fn moved_by(mut self, bytes: usize) -> Self {
        self.span.start += bytes;
        self.span.stop += bytes;
        self
    }
}

/// All errors of a text, or of several texts compiled together, in the order of the texts.
///
/// The list is never empty. If there are more than [`MAX_TEXT_ERRORS`] errors, one further entry says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextErrors<K> {
    errors: Vec<TextError<K>>,
    /// The number of texts compiled together.
    texts: usize,
}

impl<K> TextErrors<K> {
    /// Creates a list of one error in one text.
    pub fn from_one(span: TextSpan, kind: K) -> Self {
        let error = TextError {
            text: 0,
            span,
            kind,
        };
        Self {
            errors: vec![error],
            texts: 1,
        }
    }

    /// Returns the first error.
    pub fn first(&self) -> &TextError<K> {
        &self.errors[0]
    }

    /// Returns the errors in order.
    pub fn iter(&self) -> std::slice::Iter<'_, TextError<K>> {
        self.errors.iter()
    }

    /// Returns the number of errors, at least 1.
    #[allow(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.errors.len()
    }
}

impl<K: TextErrorKind> TextErrors<K> {
    /// Returns the errors as [`Diagnostic`]s, the form that all languages share.
    pub fn to_diagnostics(&self) -> Vec<Diagnostic> {
        self.iter().map(TextError::to_diagnostic).collect()
    }
}

impl<'a, K> IntoIterator for &'a TextErrors<K> {
    type Item = &'a TextError<K>;
    type IntoIter = std::slice::Iter<'a, TextError<K>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<K> IntoIterator for TextErrors<K> {
    type Item = TextError<K>;
    type IntoIter = std::vec::IntoIter<TextError<K>>;

    fn into_iter(self) -> Self::IntoIter {
        self.errors.into_iter()
    }
}

/// Every error with its place and its hint, on one line.
impl<K: TextErrorKind> fmt::Display for TextErrors<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{error}")?;
            if error.is_in_text() {
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

impl<K: TextErrorKind> std::error::Error for TextErrors<K> {}

/// Collects the errors of a text while it is read.
///
/// ```
/// use std::fmt;
/// use footwork_base::{TextErrorKind, TextErrorsBuilder, TextSpan};
///
/// #[derive(Debug)]
/// struct OddByte;
///
/// impl fmt::Display for OddByte {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         f.write_str("this byte is odd")
///     }
/// }
///
/// impl TextErrorKind for OddByte {
///     fn code(&self) -> &'static str {
///         "odd-byte"
///     }
///     fn hint(&self) -> Option<String> {
///         None
///     }
///     fn too_many() -> Self {
///         Self
///     }
/// }
///
/// let mut errors = TextErrorsBuilder::new();
/// assert!(errors.is_empty());
/// errors.push(TextSpan::new(4, 5), OddByte);
/// errors.push(TextSpan::new(1, 2), OddByte);
/// let errors = errors.finish().unwrap_err();
/// assert_eq!(errors.first().span.start, 1);
/// assert_eq!(errors.to_string(), "this byte is odd (at byte 1); this byte is odd (at byte 4)");
/// ```
#[derive(Clone, Debug)]
pub struct TextErrorsBuilder<K> {
    /// The first [`MAX_TEXT_ERRORS`] errors, in the order in which they were added.
    errors: Vec<TextError<K>>,
    /// The text and span of the first error that `errors` has no room for.
    more: Option<(usize, TextSpan)>,
    texts: usize,
    /// The index of the current text.
    text: usize,
}

impl<K: TextErrorKind> TextErrorsBuilder<K> {
    /// Creates an empty builder for the errors of one text.
    pub const fn new() -> Self {
        Self::for_texts(1)
    }

    /// Creates an empty builder for the errors of several texts. The first text is the current one.
    pub const fn for_texts(texts: usize) -> Self {
        Self {
            errors: Vec::new(),
            more: None,
            texts,
            text: 0,
        }
    }

    /// Makes the text with this index, from 0, the current one. Errors added later belong to it.
    pub fn begin_text(&mut self, text: usize) {
        self.text = text;
    }

    /// Adds an error. After the first [`MAX_TEXT_ERRORS`] errors, keeps only the fact that there are more.
    pub fn push(&mut self, span: TextSpan, kind: K) {
        let text = self.text;
        if self.errors.len() < MAX_TEXT_ERRORS {
            self.errors.push(TextError { text, span, kind });
        } else {
            self.more.get_or_insert((text, span));
        }
    }

    /// Returns whether there are no errors so far.
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// Returns whether the list is full. Further errors would not be listed, so parsing can stop.
    pub fn is_full(&self) -> bool {
        self.more.is_some()
    }

    /// Returns whether the most recent error has this span in the current text.
    pub fn ends_at(&self, span: TextSpan) -> bool {
        let last = self.errors.last();
        last.is_some_and(|last| (last.text, last.span) == (self.text, span))
    }

    /// Returns the errors so far, to add details that become known only later.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, TextError<K>> {
        self.errors.iter_mut()
    }

    /// Returns `Ok` if there are no errors.
    ///
    /// # Errors
    /// Returns all errors in the order of the texts. Errors at the same place stay in the order in which they were
    /// added.
    pub fn finish(self) -> Result<(), TextErrors<K>> {
        if self.errors.is_empty() {
            return Ok(());
        }
        let mut errors = self.errors;
        errors.sort_by_key(|error| (error.text, error.span));
        errors.extend(self.more.map(|(text, span)| TextError {
            text,
            span,
            kind: K::too_many(),
        }));
        Err(TextErrors {
            errors,
            texts: self.texts,
        })
    }
}

impl<K: TextErrorKind> Default for TextErrorsBuilder<K> {
    fn default() -> Self {
        Self::new()
    }
}
