//! Makes text from files and file names safe for a terminal. Characters that would move the cursor, change colours or
//! reverse the direction of writing are shown as visible symbols, such as ␛.

use std::borrow::Cow;

use footwork_pipeline::picture;

/// Returns a safe version of a text, which may have several lines.
pub(crate) fn text(text: &str) -> Cow<'_, str> {
    replaced(text, |character| character != '\n')
}

/// Returns a safe version of a text as one line.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    replaced(text, |_| true)
}

fn replaced(text: &str, is_replaced: impl Fn(char) -> bool) -> Cow<'_, str> {
    let picture = |character| picture(character).filter(|_| is_replaced(character));
    if text.chars().any(|character| picture(character).is_some()) {
        text.chars().map(|c| picture(c).unwrap_or(c)).collect()
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_become_visible_symbols() {
        let check = |given, as_text, as_line| {
            assert_eq!((&*text(given), &*line(given)), (as_text, as_line));
        };
        check("walk_01 漢字 é", "walk_01 漢字 é", "walk_01 漢字 é");
        check("\x1b[31m", "␛[31m", "␛[31m");
        check("a\nb\tc\r\n", "a\nb␉c␍\n", "a␊b␉c␍␊");
        check("\0\x1f\x7f\u{9b}2J", "␀␟␡\u{fffd}2J", "␀␟␡\u{fffd}2J");
        check(
            "\u{202e}x\u{2069}",
            "\u{fffd}x\u{fffd}",
            "\u{fffd}x\u{fffd}",
        );
    }
}
