//! Splits text into tokens, one at a time.

use std::borrow::Cow;

use footwork_base::{Name, TextSpan};

use super::{number, operator};
use crate::error::{ErrorList, ExprErrorKind};
use crate::function::Function;

/// A token and its span.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind<'a>,
    pub(super) span: TextSpan,
}

#[derive(Clone, Debug)]
pub(super) enum TokenKind<'a> {
    Number(f32),
    /// A name in canonical spelling.
    Name(Cow<'a, str>),
    /// An operator with two operands. `+` and `-` may also be signs.
    Operator(Function),
    Not,
    Question,
    Colon,
    Open,
    Close,
    Comma,
    /// Text already reported as an error. The parser accepts it as an operand.
    Bad,
    End,
}

/// The unread rest of a text.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

/// A token, its length in bytes, and its error.
type Next<'a> = (TokenKind<'a>, usize, Option<(TextSpan, ExprErrorKind)>);

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the text after the last token.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips to the end of the text.
    pub(super) fn stop(&mut self) {
        self.at = self.text.len();
    }

    /// Reads the next token. Reports unreadable text and returns it as [`TokenKind::Bad`].
    pub(super) fn next(&mut self, errors: &mut ErrorList) -> Token<'a> {
        self.at = self.text.len() - self.rest().trim_start().len();
        let at = self.at;
        let (kind, length, error) = next(self.rest());
        self.at += length;
        if let Some((within, kind)) = error {
            errors.push(TextSpan::new(at + within.start, at + within.stop), kind);
        }
        Token {
            kind,
            span: TextSpan::new(at, self.at),
        }
    }
}

fn next(text: &str) -> Next<'_> {
    let bytes = text.as_bytes();
    let simple = match bytes.first() {
        None => return (TokenKind::End, 0, None),
        Some(b'(') => Some(TokenKind::Open),
        Some(b')') => Some(TokenKind::Close),
        Some(b',') => Some(TokenKind::Comma),
        Some(b'?') => Some(TokenKind::Question),
        Some(b':') => Some(TokenKind::Colon),
        Some(b'0'..=b'9') => return number(text),
        Some(b'.') if bytes.get(1).is_some_and(u8::is_ascii_digit) => return number(text),
        Some(b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'"') => None,
        Some(_) => match operator::scan(text) {
            Some(found) => return operator(text, &found),
            None => None,
        },
    };
    if let Some(kind) = simple {
        return (kind, 1, None);
    }
    match Name::scan(text) {
        Some(Ok(name)) => word(text, name.canonical, name.length),
        Some(Err(error)) => {
            let problem = error.to_string();
            // Where a broken string should end is unknown, so the rest of the text is bad.
            let kind = ExprErrorKind::BadString { problem };
            (TokenKind::Bad, text.len(), Some((error.span, kind)))
        }
        None => unexpected(text),
    }
}

fn number(text: &str) -> Next<'_> {
    match number::scan(text) {
        (Ok(value), length) => (TokenKind::Number(value), length, None),
        (Err(kind), length) => {
            let error = (TextSpan::new(0, length), kind);
            (TokenKind::Bad, length, Some(error))
        }
    }
}

fn operator<'a>(text: &'a str, found: &operator::Spelled) -> Next<'a> {
    let kind = match found.operator {
        Function::Not => TokenKind::Not,
        operator => TokenKind::Operator(operator),
    };
    let error = found.instead.map(|write| {
        let found = text[..found.length].to_owned();
        let span = TextSpan::new(0, found.len());
        (span, ExprErrorKind::WrongOperator { found, write })
    });
    (kind, found.length, error)
}

fn word<'a>(text: &'a str, canonical: Cow<'a, str>, length: usize) -> Next<'a> {
    let Some(after) = text[length..].strip_prefix('.') else {
        return match operator::word(&text[..length]) {
            Some(found) => operator(text, &found),
            None => (TokenKind::Name(canonical), length, None),
        };
    };
    let dot = TextSpan::new(length, length + 1);
    let part = after.find(|c: char| c != '_' && !c.is_alphanumeric());
    let length = length + 1 + part.unwrap_or(after.len());
    let error = Some((dot, ExprErrorKind::DanglingDot));
    (TokenKind::Bad, length, error)
}

/// Returns an error for the unknown characters at the start of `text`, up to the next known one.
fn unexpected(text: &str) -> Next<'_> {
    let known = |(at, c): &(usize, char)| {
        c.is_whitespace()
            || c.is_alphanumeric()
            || "(),?:\"_".contains(*c)
            || operator::scan(&text[*at..]).is_some()
    };
    let length = text.char_indices().skip(1).find(known);
    let length = length.map_or(text.len(), |(at, _)| at);
    let found = text[..length].chars().take(16).collect();
    let kind = ExprErrorKind::UnexpectedCharacter { found };
    (
        TokenKind::Bad,
        length,
        Some((TextSpan::new(0, length), kind)),
    )
}
