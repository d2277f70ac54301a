//! Numbers of a text.

use footwork_base::TextSpan;

use super::token::{Next, TokenKind};
use crate::ExprErrorKind;

/// Reads the number at the start of `text`, which begins with a digit or with a point before one.
pub(super) fn scan(text: &str) -> Next<'_> {
    let length = length(text.as_bytes());
    let rest = &text[length..];
    let word = &rest[..rest.find(|c: char| !continues(c)).unwrap_or(rest.len())];
    if rest.starts_with('.') || !word.is_empty() && is_bad(&text[..length], word) {
        // All of a thing like 1.2.3 or 0x1.8.
        let run = |c: char| continues(c) || c == '.';
        let stop = text.find(|c| !run(c)).unwrap_or(text.len());
        return bad(&text[..stop], |found| ExprErrorKind::BadNumber { found });
    }
    match text[..length].parse::<f32>() {
        Ok(value) if value.is_finite() => (TokenKind::Number(value), length, None),
        Ok(_) => bad(&text[..length], |found| ExprErrorKind::NumberTooLarge {
            found,
        }),
        Err(_) => bad(&text[..length], |found| ExprErrorKind::BadNumber { found }),
    }
}

/// How many bytes at the start are a number: digits, a point, an exponent with digits.
fn length(bytes: &[u8]) -> usize {
    let digits = |from: usize| {
        let rest = bytes.get(from..).unwrap_or(&[]);
        rest.iter().take_while(|b| b.is_ascii_digit()).count()
    };
    let mut at = digits(0);
    if bytes.get(at) == Some(&b'.') {
        at += 1 + digits(at + 1);
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        match digits(at + 1 + sign) {
            0 => {}
            count => at += 1 + sign + count,
        }
    }
    at
}

fn continues(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Whether a number and the word that follows it directly are one mistake, rather than a product
/// without its `*`.
fn is_bad(number: &str, word: &str) -> bool {
    let mut chars = word.chars();
    match chars.next() {
        Some('_') => true,
        Some('e' | 'E' | 'f' | 'F') => chars.next().is_none(),
        Some('x' | 'X' | 'b' | 'B' | 'o' | 'O') => {
            number == "0" && chars.next().is_some_and(|c| c.is_ascii_hexdigit())
        }
        _ => false,
    }
}

fn bad(text: &str, kind: impl FnOnce(String) -> ExprErrorKind) -> Next<'_> {
    let span = TextSpan::new(0, text.len());
    let found = text.chars().take(40).collect();
    (TokenKind::Bad, text.len(), Some((span, kind(found))))
}
