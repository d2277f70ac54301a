//! CSV cells that no spreadsheet evaluates. All cells are written and read here.
//!
//! A spreadsheet treats a cell that starts with `=`, `+`, `-` or `@` as a formula, and names of clips and tags are
//! untrusted. So such a text gets a leading apostrophe, unless it is a number such as `-1.5`. A control character
//! becomes its Unicode picture, and a character that changes the writing direction becomes its number: `�202e;`.
//! Reading reverses all of this, so every text round-trips.

use std::borrow::Cow;

/// Returns the picture of a character that controls the terminal, ends a line or changes the writing direction; `None`
/// for any other character.
pub fn picture(character: char) -> Option<char> {
    match character {
        '\0'..='\x1f' => char::from_u32('␀' as u32 + character as u32),
        '\x7f' => Some('␡'),
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' => Some(MARK),
        _ => None,
    }
}

/// The mark before the number of a character. The number is in hexadecimal digits, followed by a semicolon.
const MARK: char = char::REPLACEMENT_CHARACTER;

/// Returns the control character that has this picture; `None` if there is none.
fn pictured(picture: char) -> Option<char> {
    match picture {
        '␀'..='␟' => char::from_u32(picture as u32 - '␀' as u32),
        '␡' => Some('\x7f'),
        _ => None,
    }
}

/// Returns whether a cell shows a character as its number: if the character has no picture, or is itself a picture or
/// the mark.
fn is_numbered(character: char) -> bool {
    picture(character) == Some(MARK) || character == MARK || pictured(character).is_some()
}

/// Returns a cell with this text, quoted if necessary (RFC 4180).
///
/// ```
/// use footwork_pipeline::csv_cell;
///
/// assert_eq!(csv_cell("=1+1"), "'=1+1");
/// assert_eq!(csv_cell("-1.5"), "-1.5");
/// assert_eq!(csv_cell("a,b\u{7}"), "\"a,b␇\"");
/// ```
pub fn csv_cell(text: &str) -> Cow<'_, str> {
    let cell = plain_cell(text);
    if cell.contains([',', '"']) {
        format!("\"{}\"", cell.replace('"', "\"\"")).into()
    } else {
        cell
    }
}

/// Returns a cell like [`csv_cell`], but never quoted, for cells separated by tabs.
pub(crate) fn plain_cell(text: &str) -> Cow<'_, str> {
    let is_odd = |character| picture(character).is_some() || is_numbered(character);
    let shown: Cow<'_, str> = if text.contains(is_odd) {
        Cow::Owned(text.chars().map(shown).collect())
    } else {
        text.into()
    };
    if starts_formula(&shown) && !is_number(text) {
        format!("'{shown}").into()
    } else {
        shown
    }
}

fn shown(character: char) -> String {
    if is_numbered(character) {
        format!("{MARK}{:x};", u32::from(character))
    } else {
        picture(character).unwrap_or(character).to_string()
    }
}

/// Returns the text of a cell that [`csv_cell`] wrote, without its quotes.
pub(crate) fn csv_text(cell: Cow<'_, str>) -> Cow<'_, str> {
    let is_escaped = |text: &str| text.strip_prefix('\'').is_some_and(starts_formula);
    let cell = match cell {
        Cow::Borrowed(text) if is_escaped(text) => Cow::Borrowed(&text[1..]),
        Cow::Owned(text) if is_escaped(&text) => Cow::Owned(text[1..].to_owned()),
        cell => cell,
    };
    if cell.contains(|character| character == MARK || pictured(character).is_some()) {
        Cow::Owned(unshown(&cell))
    } else {
        cell
    }
}

fn unshown(cell: &str) -> String {
    let mut text = String::with_capacity(cell.len());
    let mut rest = cell.chars();
    while let Some(character) = rest.next() {
        let numbered = Some(rest.as_str()).filter(|_| character == MARK);
        let numbered = numbered.and_then(|rest| {
            let (digits, rest) = rest.split_once(';')?;
            let number = u32::from_str_radix(digits, 16).ok()?;
            let character = char::from_u32(number).filter(|&c| is_numbered(c))?;
            Some((character, rest))
        });
        match numbered {
            Some((character, after)) => {
                text.push(character);
                rest = after.chars();
            }
            None => text.push(pictured(character).unwrap_or(character)),
        }
    }
    text
}

/// Returns whether a spreadsheet may treat a text as a formula. White space and invisible characters at the start are
/// skipped, as spreadsheets do. Apostrophes are skipped too, so that a text that already starts with an apostrophe gets
/// another one and reads back. Tabs and carriage returns have already become pictures.
fn starts_formula(text: &str) -> bool {
    let is_skipped = |character: char| {
        let is_invisible = matches!(
            character,
            '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}'
        );
        character == '\'' || character.is_whitespace() || is_invisible
    };
    let text = text.trim_start_matches(is_skipped);
    text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '␉', '␍'])
}

/// Returns whether a text is a number such as `-1.5`, `+2e3` or `-inf`, which spreadsheets treat as a value.
fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn texts_that_start_as_formulas_are_escaped_and_numbers_are_not() {
        let check = |text: &str, cell: &str| assert_eq!(csv_cell(text), cell, "{text:?}");
        check("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0");
        check("+1-2", "'+1-2");
        check("-x.bvh", "'-x.bvh");
        check("@SUM(A1,A2)", "\"'@SUM(A1,A2)\"");
        check("\t=1", "'␉=1");
        check("\r=1", "'␍=1");
        check("'=1", "''=1");
        check("'tis", "'tis");
        check("", "");
        for number in ["-1.5", "+2", "-1e-7", "-inf", "-0", "3"] {
            check(number, number);
        }
        for odd in ["\u{200b}", "\u{feff}", "\u{a0}", " ", "\u{3000}"] {
            check(&format!("{odd}=1"), &format!("'{odd}=1"));
        }
        for formula in ["＝1", "＋1", "－1", "＠A1"] {
            check(formula, &format!("'{formula}"));
        }
        check("a\nb\u{202e}c\u{9b}", "a␊b\u{fffd}202e;c\u{fffd}9b;");
        check(
            "a\u{2028}␊\u{fffd}",
            "a\u{fffd}2028;\u{fffd}240a;\u{fffd}fffd;",
        );
        check("say \"so\"", "\"say \"\"so\"\"\"");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(
            if std::env::var_os("FOOTWORK_SOAK").is_some() { 100_000 } else { 2000 }
        ))]

        /// No cell holds a formula or a control character, and every text reads back.
        #[test]
        fn no_cell_is_a_formula_or_has_controls(
            text in "(?s:['=+@＝\t\r\n\u{202e}\u{2028}\u{feff}\u{a0}\u{fffd}\u{7f}␉␡;\\-a1.,\" é]|.){0,8}"
        ) {
            let cell = csv_cell(&text);
            prop_assert!(!cell.contains(|c| picture(c).is_some()), "{:?}", cell);
            let inner = match cell.strip_prefix('"') {
                Some(quoted) => quoted.strip_suffix('"').unwrap().replace("\"\"", "\""),
                None => cell.into_owned(),
            };
            let first = inner.trim_start_matches(['\u{feff}', '\u{a0}', ' ']);
            let is_formula = first.starts_with(['=', '+', '-', '@', '＝', '\t', '\r']);
            prop_assert!(!is_formula || inner.parse::<f64>().is_ok(), "{:?}", inner);
            prop_assert_eq!(csv_text(inner.into()), text.as_str());
            prop_assert_eq!(csv_text(plain_cell(&text)), text.as_str());
        }

        /// A cell of another program is read without a panic, and unchanged unless it has escapes that only Footwork
        /// writes.
        #[test]
        fn a_cell_of_another_program_is_read(cell in "['=a1;\u{fffd}␉é]{0,8}") {
            let text = csv_text(cell.as_str().into()).into_owned();
            let is_plain = !cell.contains(['\'', '\u{fffd}', '␉']);
            prop_assert!(!is_plain || text == cell, "{:?}", text);
        }
    }
}
