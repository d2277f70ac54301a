//! Reading standard input.

use std::io::Read;

use crate::failure::Failure;

/// A byte order mark and a line end, which surround a text.
const AROUND: usize = 5;

/// Reads a text without its byte order mark and last line end; `noun` says what it is, such as a query. Of a text
/// of more than `max_bytes`, returns only a beginning that is longer than that, for its parser to refuse.
pub(crate) fn read(noun: &str, max_bytes: usize) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    // Cutting a character takes up to three bytes.
    let limit = max_bytes + AROUND + 4;
    std::io::stdin()
        .take(u64::try_from(limit).unwrap_or(u64::MAX))
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::plain("input", format!("standard input: {error}")))?;
    let text = match str::from_utf8(&bytes) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() && bytes.len() == limit => {
            str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => {
            let message = format!("the {noun} on standard input is not UTF-8");
            return Err(Failure::plain("input", message));
        }
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = text.strip_suffix('\n').unwrap_or(text);
    Ok(text.strip_suffix('\r').unwrap_or(text).to_owned())
}
