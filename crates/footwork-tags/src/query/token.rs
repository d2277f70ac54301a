//! Splits the text of a query into tokens.

use std::borrow::Cow;

use footwork_base::{Name, TextErrorsBuilder, TextSpan};

use super::error::QueryErrorKind;
use crate::algebra::SetOp;

/// A token and its place.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind<'a>,
    pub(super) span: TextSpan,
}

#[derive(Clone, Debug)]
pub(super) enum TokenKind<'a> {
    /// A name in canonical spelling. `is_string` is true for a single quoted part, `below` if `.*` follows.
    Name {
        canonical: Cow<'a, str>,
        is_string: bool,
        below: bool,
    },
    All,
    None,
    /// The word `exact`, which is only valid as a function.
    Exact,
    /// Digits, perhaps with a decimal point, and the letters that follow.
    Number {
        digits: &'a str,
        unit: &'a str,
    },
    /// `{ text }`; the span includes the braces.
    Predicate,
    Operator(SetOp),
    Not,
    Open,
    Close,
    Comma,
    /// Text already reported as an error. The parser accepts it as an operand.
    Bad,
}

/// Splits a text into tokens. Unreadable text becomes [`TokenKind::Bad`] and an error.
pub(super) fn tokenize<'a>(
    text: &'a str,
    errors: &mut TextErrorsBuilder<QueryErrorKind>,
) -> Vec<Token<'a>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let (kind, length, error) = next(&text[at..], c);
        let span = TextSpan::new(at, at + length);
        if let Some((within, kind)) = error {
            let span = TextSpan::new(at + within.start, at + within.stop);
            errors.push(span, kind);
        }
        tokens.push(Token { kind, span });
        at += length;
    }
    tokens
}

/// A token, its length in bytes, and the error inside it.
type Next<'a> = (TokenKind<'a>, usize, Option<(TextSpan, QueryErrorKind)>);

fn next(text: &str, first: char) -> Next<'_> {
    let simple = match first {
        '(' => Some(TokenKind::Open),
        ')' => Some(TokenKind::Close),
        ',' => Some(TokenKind::Comma),
        '!' => Some(TokenKind::Not),
        '|' => Some(TokenKind::Operator(SetOp::Union)),
        '^' => Some(TokenKind::Operator(SetOp::SymmetricDifference)),
        '&' => Some(TokenKind::Operator(SetOp::Intersection)),
        '-' => Some(TokenKind::Operator(SetOp::Difference)),
        _ => None,
    };
    match (simple, first) {
        (Some(kind), _) => (kind, 1, None),
        (None, '{') => predicate(text),
        (None, c) if c.is_ascii_digit() => number(text),
        (None, '.') if text[1..].starts_with(|c: char| c.is_ascii_digit()) => number(text),
        (None, _) => match Name::scan(text) {
            Some(Ok(name)) => word(text, name.canonical, name.length, name.is_string),
            Some(Err(error)) => {
                let problem = error.to_string();
                // Where a broken string should end is unknown, so the rest of the text is bad.
                let kind = QueryErrorKind::BadString { problem };
                (TokenKind::Bad, text.len(), Some((error.span, kind)))
            }
            None => unexpected(text),
        },
    }
}

fn word<'a>(text: &'a str, canonical: Cow<'a, str>, length: usize, is_string: bool) -> Next<'a> {
    let rest = &text[length..];
    if let Some(after) = rest.strip_prefix('.') {
        let below = after.starts_with('*');
        let kind = TokenKind::Name {
            canonical,
            is_string: false,
            below,
        };
        let dot = TextSpan::new(length, length + 1);
        return if below {
            (kind, length + 2, None)
        } else {
            (kind, length + 1, Some((dot, QueryErrorKind::DanglingDot)))
        };
    }
    let kind = match &text[..length] {
        "not" => TokenKind::Not,
        "except" => TokenKind::Operator(SetOp::Difference),
        "and" => TokenKind::Operator(SetOp::Intersection),
        "xor" => TokenKind::Operator(SetOp::SymmetricDifference),
        "or" => TokenKind::Operator(SetOp::Union),
        "all" => TokenKind::All,
        "none" => TokenKind::None,
        "exact" => TokenKind::Exact,
        _ => TokenKind::Name {
            canonical,
            is_string,
            below: false,
        },
    };
    (kind, length, None)
}

/// Returns whether a name must be quoted in a query.
pub(super) fn is_reserved(name: &str) -> bool {
    ["not", "except", "and", "xor", "or", "all", "none", "exact"].contains(&name)
}

fn number(text: &str) -> Next<'_> {
    let run = |text: &str, fits: fn(char) -> bool| text.find(|c| !fits(c)).unwrap_or(text.len());
    let digits = run(text, |c| c.is_ascii_digit() || c == '.');
    let unit = run(&text[digits..], |c| c.is_alphanumeric() || c == '_');
    let kind = TokenKind::Number {
        digits: &text[..digits],
        unit: &text[digits..digits + unit],
    };
    (kind, digits + unit, None)
}

/// Reads a `{ … }`, which ends at the first `}` outside quotes.
fn predicate(text: &str) -> Next<'_> {
    let mut quoted = false;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'}' if !quoted => return (TokenKind::Predicate, at + 1, None),
            b'"' if !escaped => quoted = !quoted,
            _ => {}
        }
        escaped = quoted && byte == b'\\' && !escaped;
    }
    let open = TextSpan::new(0, 1);
    (
        TokenKind::Bad,
        text.len(),
        Some((open, QueryErrorKind::UnclosedBrace)),
    )
}

/// Returns an error for the unknown characters at the start of `text`, up to the next known one.
fn unexpected(text: &str) -> Next<'_> {
    let known = |c: char| c.is_whitespace() || "(),!|^&-{\"_".contains(c) || c.is_alphanumeric();
    let length = text
        .char_indices()
        .skip(1)
        .find(|&(_, c)| known(c))
        .map_or(text.len(), |(at, _)| at);
    let found = text[..length].chars().take(16).collect();
    let kind = QueryErrorKind::UnexpectedCharacter { found };
    (
        TokenKind::Bad,
        length,
        Some((TextSpan::new(0, length), kind)),
    )
}
