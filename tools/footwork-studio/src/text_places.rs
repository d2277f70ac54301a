//! Converts places in a text from bytes to UTF-16 code units, which JavaScript counts.

use footwork_base::Diagnostic;

use crate::api::Mistake;

/// Converts mistakes in a text; their places are then in UTF-16 code units.
pub(crate) fn mistakes(text: &str, found: &[Diagnostic]) -> Vec<Mistake> {
    let mistake = |diagnostic: &Diagnostic| Mistake {
        start: utf16_at(text, diagnostic.span.start),
        stop: utf16_at(text, diagnostic.span.stop),
        message: diagnostic.message.clone(),
        hint: diagnostic.hint.clone(),
    };
    found.iter().map(mistake).collect()
}

/// Returns the number of UTF-16 code units before a byte of a text. A byte inside a character counts as the end of that
/// character, and a byte after the text as the end of the text.
fn utf16_at(text: &str, byte: usize) -> u32 {
    let before = text.char_indices().take_while(|(at, _)| *at < byte);
    let units: usize = before.map(|(_, character)| character.len_utf16()).sum();
    u32::try_from(units).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::utf16_at;

    #[test]
    fn characters_count_as_javascript_counts_them() {
        // Characters of one byte and one unit, two bytes and one unit, and four bytes and two units.
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
