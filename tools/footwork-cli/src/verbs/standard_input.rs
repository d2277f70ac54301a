//! A text from standard input.

use std::io::Read;

use crate::failure::Failure;

/// Reads a text of at most `most` bytes, and no further; `noun` is what it is, a query say, and
/// `too_long` the code of the mistake. A byte order mark and the last line end are no part of it.
pub(super) fn read(noun: &str, most: usize, too_long: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(most + 2).unwrap_or(u64::MAX);
    std::io::stdin()
        .take(limit)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::plain("input", &format!("standard input: {error}")))?;
    if bytes.len() > most + 1 {
        let message = format!("the {noun} on standard input has more than {most} bytes");
        return Err(Failure::plain(too_long, &message));
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        let message = format!("the {noun} on standard input is not UTF-8");
        Failure::plain("input", &message)
    })?;
    let text = text.trim_start_matches('\u{feff}');
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}
