//! JSON strings, the form in which Footwork texts write words that are not plain identifiers.

use crate::text_span::TextSpan;

/// An error in a quoted string. Its span counts bytes from the opening quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuoteError {
    /// The wrong bytes.
    pub span: TextSpan,
    /// The rule that the bytes break.
    pub kind: QuoteErrorKind,
}

/// The ways in which a quoted string can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QuoteErrorKind {
    /// No closing quote before the end of the text.
    Unterminated,
    /// A wrong escape: a backslash followed by something other than `" \ / b f n r t u`, a `\u`
    /// without four hexadecimal digits, or half a surrogate pair.
    Escape,
    /// A control character. JSON requires it to be escaped.
    Control,
}

crate::display! { QuoteError:
    Self { kind: QuoteErrorKind::Unterminated, .. } => "the string has no closing quote";
    Self { kind: QuoteErrorKind::Escape, .. } => "this is not an escape of a JSON string";
    Self { kind: QuoteErrorKind::Control, .. } => "a control character inside a string must be escaped";
}

impl std::error::Error for QuoteError {}

/// Reads the JSON string at the start of `text`. Returns its value and its length in bytes, quotes
/// included. Returns `None` if `text` does not start with `"`.
///
/// ```
/// use footwork_base::unquote;
///
/// assert_eq!(unquote(r#""a\u00e9" rest"#), Some(Ok(("aé".to_owned(), 9))));
/// assert_eq!(unquote("plain"), None);
/// assert!(unquote("\"open").unwrap().is_err());
/// ```
pub fn unquote(text: &str) -> Option<Result<(String, usize), QuoteError>> {
    let inner = text.strip_prefix('"')?;
    Some(unquote_inner(inner))
}

fn unquote_inner(inner: &str) -> Result<(String, usize), QuoteError> {
    let fail = |kind, start: usize, stop: usize| QuoteError {
        span: TextSpan::new(start + 1, stop + 1),
        kind,
    };
    let mut value = String::new();
    let mut chars = inner.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok((value, at + 2)),
            '\\' => {
                let (decoded, length) = escape(&inner[at..]).ok_or_else(|| {
                    let shown = inner[at..]
                        .chars()
                        .take(2)
                        .map(char::len_utf8)
                        .sum::<usize>();
                    fail(QuoteErrorKind::Escape, at, at + shown)
                })?;
                value.push(decoded);
                // An escape is ASCII, so each byte is one character. The loop has already consumed
                // the first.
                for _ in 1..length {
                    chars.next();
                }
            }
            c if u32::from(c) < 0x20 => return Err(fail(QuoteErrorKind::Control, at, at + 1)),
            c => value.push(c),
        }
    }
    Err(QuoteError {
        span: TextSpan::new(0, inner.len() + 1),
        kind: QuoteErrorKind::Unterminated,
    })
}

/// Returns the character that an escape at the start of `text` stands for, and the escape's length.
fn escape(text: &str) -> Option<(char, usize)> {
    let simple = match text.as_bytes().get(1)? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let high = hex4(text, 2)?;
            if !(0xd800..0xdc00).contains(&high) {
                return char::from_u32(high).map(|c| (c, 6));
            }
            let low = text.get(6..8).filter(|u| *u == "\\u").and(hex4(text, 8))?;
            if !(0xdc00..0xe000).contains(&low) {
                return None;
            }
            let code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
            return char::from_u32(code).map(|c| (c, 12));
        }
        _ => return None,
    };
    Some((simple, 2))
}

fn hex4(text: &str, at: usize) -> Option<u32> {
    let digits = text.get(at..at + 4)?;
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, 16).ok()
}

/// Writes `value` as a JSON string, quotes included, on one line.
///
/// ```
/// use footwork_base::quote;
///
/// assert_eq!(quote("Hand \"made\"\n"), r#""Hand \"made\"\n""#);
/// ```
pub fn quote(value: &str) -> String {
    let mut out = String::with_capacity(value.len() + 2);
    out.push('"');
    for c in value.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Also escapes the characters that some readers treat as line ends, which JSON does not
            // require.
            c if c.is_control() || c == '\u{2028}' || c == '\u{2029}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_string_reads_back() {
        for value in [
            "",
            "a b",
            "\"\\/",
            "\u{8}\u{c}\n\r\t\0",
            "é漢😀\u{2028}\u{85}",
        ] {
            let text = quote(value);
            assert_eq!(unquote(&text), Some(Ok((value.to_owned(), text.len()))));
        }
    }

    #[test]
    fn surrogate_pairs_join_and_single_halves_are_refused() {
        assert_eq!(
            unquote(r#""\ud83d\ude00""#),
            Some(Ok(("😀".to_owned(), 14)))
        );
        for text in [
            r#""\ud83d""#,
            r#""\ude00""#,
            r#""\ud83dx""#,
            r#""\u+123""#,
            "\"\\",
            "\"\\é\"",
        ] {
            assert!(unquote(text).is_some_and(|r| r.is_err()), "{text}");
        }
    }
}
