//! Where the text of a query comes from: the line itself, a saved query, or standard input.

use footwork::base::nearest;
use footwork::tags::query::MAX_TEXT_BYTES;

use super::source::{SAVED_QUERIES, Source};
use super::standard_input;
use crate::failure::Failure;

/// The text of the query that an argument stands for.
pub(super) fn read(argument: &str, source: &Source) -> Result<String, Failure> {
    if argument == "-" {
        return standard_input::read("query", MAX_TEXT_BYTES);
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
