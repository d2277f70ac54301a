//! Where the text of a query comes from: the line itself, a saved query, or standard input.

use std::io::Read;

use footwork::base::nearest;
use footwork::tags::query::MAX_TEXT_BYTES;

use super::source::{SAVED_QUERIES, Source};
use crate::failure::Failure;

/// The text of the query that an argument stands for.
pub(super) fn read(argument: &str, source: &Source) -> Result<String, Failure> {
    if argument == "-" {
        return from_stdin();
    }
    let Some(name) = argument.strip_prefix('@') else {
        return Ok(argument.to_owned());
    };
    let queries = &source.folder(SAVED_QUERIES)?.config().queries;
    queries.get(name).cloned().ok_or_else(|| {
        let near = nearest(name, queries.keys().map(String::as_str));
        let message = format!("footwork.toml has no query named `{name}`");
        Failure::plain("unknown-query", &message)
            .hint(near.map(|near| format!("did you mean @{near}?")))
    })
}

/// Reads no further than a query can be long.
fn from_stdin() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(MAX_TEXT_BYTES + 2).unwrap_or(u64::MAX);
    std::io::stdin()
        .take(limit)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::plain("input", &format!("standard input: {error}")))?;
    if bytes.len() > MAX_TEXT_BYTES + 1 {
        let message = format!("a query has at most {MAX_TEXT_BYTES} bytes");
        return Err(Failure::plain("query-too-long", &message));
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::plain("input", "the query on standard input is not UTF-8"))?;
    let text = text.trim_start_matches('\u{feff}');
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}
