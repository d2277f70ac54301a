//! Mistakes in a text, with positions in UTF-16 code units, as JavaScript counts them.

use footwork_base::Diagnostic;
use serde::Serialize;

/// A mistake in a text, as the page underlines it.
#[derive(Serialize)]
pub(super) struct Mistake {
    start: usize,
    stop: usize,
    message: String,
    hint: Option<String>,
}

pub(super) fn mistakes(text: &str, found: &[Diagnostic]) -> Vec<Mistake> {
    let mistake = |diagnostic: &Diagnostic| Mistake {
        start: utf16_at(text, diagnostic.span.start),
        stop: utf16_at(text, diagnostic.span.stop),
        message: diagnostic.message.clone(),
        hint: diagnostic.hint.clone(),
    };
    found.iter().map(mistake).collect()
}

/// Returns the number of UTF-16 code units, in which JavaScript counts, before a byte of a text.
fn utf16_at(text: &str, byte: usize) -> usize {
    let before = text.char_indices().take_while(|(at, _)| *at < byte);
    before.map(|(_, character)| character.len_utf16()).sum()
}

#[cfg(test)]
mod tests {
    use super::utf16_at;

    #[test]
    fn characters_count_as_javascript_counts_them() {
        // `a` and `b` take one byte and one unit each, `ü` two bytes and one unit, the emoji four bytes and two units.
        let text = "aü🏃b";
        let check = |byte, expected| assert_eq!(utf16_at(text, byte), expected, "{byte}");
        check(0, 0);
        check(1, 1);
        check(3, 2);
        check(7, 4);
        check(8, 5);
        check(100, 5);
    }
}
