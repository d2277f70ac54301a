//! Cells of CSV that do nothing in a spreadsheet: the one place through which all of them go.
//!
//! A spreadsheet takes a cell that starts with `=`, `+`, `-` or `@` for a formula, and names of clips and tags come from
//! anybody. So such a text gets an apostrophe in front, which reading takes away again. A number is no text: `-1.5`
//! stays. Control characters, and those that turn the direction of writing, become pictures of themselves.

use std::borrow::Cow;

/// Returns the picture of a control character or of one that turns the direction of writing; `None` for any other.
pub fn picture(character: char) -> Option<char> {
    match character {
        '\0'..='\x1f' => char::from_u32('␀' as u32 + character as u32),
        '\x7f' => Some('␡'),
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' => Some('\u{fffd}'),
        _ => None,
    }
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
    match cell.contains([',', '"']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")).into(),
        false => cell,
    }
}

/// The same without quotes, for cells between tabs.
pub(crate) fn plain_cell(text: &str) -> Cow<'_, str> {
    let shown: Cow<'_, str> = match text.contains(|character| picture(character).is_some()) {
        true => text.chars().map(|c| picture(c).unwrap_or(c)).collect(),
        false => text.into(),
    };
    match starts_formula(&shown) && !is_number(text) {
        true => format!("'{shown}").into(),
        false => shown,
    }
}

/// Returns the text of a cell that [`csv_cell`] wrote, but for characters that became pictures.
pub(crate) fn csv_text(cell: Cow<'_, str>) -> Cow<'_, str> {
    match cell.strip_prefix('\'') {
        Some(text) if starts_formula(text) => match cell {
            Cow::Borrowed(cell) => Cow::Borrowed(&cell[1..]),
            Cow::Owned(_) => Cow::Owned(text.to_owned()),
        },
        _ => cell,
    }
}

/// Whether a spreadsheet may take a text for a formula, behind any apostrophes: so each text has a cell of its own. A tab and
/// a carriage return are pictures by now.
fn starts_formula(text: &str) -> bool {
    let text = text.trim_start_matches('\'');
    text.starts_with(['=', '+', '-', '@', '␉', '␍'])
}

/// `-1.5`, `+2e3` and `-inf`, which no spreadsheet takes for more than a value.
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
        check("a\nb\u{202e}c\u{9b}", "a␊b\u{fffd}c\u{fffd}");
        check("say \"so\"", "\"say \"\"so\"\"\"");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(
            if std::env::var_os("FOOTWORK_SOAK").is_some() { 100_000 } else { 2000 }
        ))]

        /// Nothing that a spreadsheet or a terminal would carry out is left, and the text reads back.
        #[test]
        fn no_cell_is_a_formula_or_has_controls(text in "['=+@\t\r\n\u{202e}\u{7f}\\-a1.,\"é]{0,8}") {
            let cell = csv_cell(&text);
            prop_assert!(!cell.contains(|c| picture(c).is_some()), "{:?}", cell);
            let inner = match cell.strip_prefix('"') {
                Some(quoted) => quoted.strip_suffix('"').unwrap().replace("\"\"", "\""),
                None => cell.into_owned(),
            };
            let is_formula = inner.starts_with(['=', '+', '-', '@', '\t', '\r']);
            prop_assert!(!is_formula || inner.parse::<f64>().is_ok(), "{:?}", inner);
            let shown: String = text.chars().map(|c| picture(c).unwrap_or(c)).collect();
            prop_assert_eq!(csv_text(inner.into()), shown);
        }
    }
}
