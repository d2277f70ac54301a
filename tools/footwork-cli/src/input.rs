//! A text from standard input.

use std::io::Read;

use crate::failure::Failure;

/// What may be read beside a text: a byte order mark and a line end.
const AROUND: usize = 5;

/// Reads a text; `noun` is what it is, a query say. A byte order mark and the last line end are no
/// part of it. Of a text that has more than `most` bytes only the beginning is read, which is still
/// longer than that, for whoever parses it to refuse.
pub(crate) fn read(noun: &str, most: usize) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    // A character that is cut off leaves less than it should be by up to three bytes.
    let limit = most + AROUND + 4;
    std::io::stdin()
        .take(u64::try_from(limit).unwrap_or(u64::MAX))
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::plain("input", &format!("standard input: {error}")))?;
    let text = match str::from_utf8(&bytes) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() && bytes.len() == limit => {
            str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => {
            let message = format!("the {noun} on standard input is not UTF-8");
            return Err(Failure::plain("input", &message));
        }
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = text.strip_suffix('\n').unwrap_or(text);
    Ok(text.strip_suffix('\r').unwrap_or(text).to_owned())
}
