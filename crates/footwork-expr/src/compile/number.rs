//! Parses numbers.

use crate::error;
use crate::error::ExprErrorKind;

/// The number at the start of a text or its error, and the length in bytes.
pub(super) type Scanned = (Result<f32, ExprErrorKind>, usize);

/// Reads the number at the start of `text`. The text must begin with a digit, or with a point and a
/// digit.
pub(super) fn scan(text: &str) -> Scanned {
    let length = length(text.as_bytes());
    let rest = &text[length..];
    let word = &rest[..rest.find(|c: char| !continues(c)).unwrap_or(rest.len())];
    if rest.starts_with('.') || !word.is_empty() && is_bad(&text[..length], word) {
        // The error covers the whole of a text such as 1.2.3 or 0x1.8.
        let stop = text.find(|c| !continues(c) && c != '.');
        return bad(&text[..stop.unwrap_or(text.len())]);
    }
    match text[..length].parse::<f32>() {
        Ok(value) if value.is_finite() => (Ok(value), length),
        Ok(_) => {
            let found = error::short(&text[..length]);
            (Err(ExprErrorKind::NumberTooLarge { found }), length)
        }
        Err(_) => bad(&text[..length]),
    }
}

/// Returns the number of bytes at the start that form a number: digits, a point, and an exponent
/// with digits.
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

/// Returns whether a number and the word directly after it count as one bad number. Otherwise they
/// count as a product without its `*`.
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

fn bad(text: &str) -> Scanned {
    let found = error::short(text);
    (Err(ExprErrorKind::BadNumber { found }), text.len())
}
