//! Where the text of a query comes from: the line itself, a saved query, or standard input.

use footwork::tags::MAX_QUERY_BYTES;
use footwork_library::Library;

use crate::failure::Failure;
use crate::input;
use crate::source::{SAVED_QUERIES, Source};

/// The text of the query that an argument stands for.
pub(crate) fn read(argument: &str, source: &Source) -> Result<String, Failure> {
    match argument.starts_with('@') {
        true => read_for(argument, source.folder(SAVED_QUERIES)?),
        false => typed(argument),
    }
}

/// The same for a folder of clips.
pub(crate) fn read_for(argument: &str, library: &Library) -> Result<String, Failure> {
    let Some(name) = argument.strip_prefix('@') else {
        return typed(argument);
    };
    let config = library.config();
    config.queries.get(name).cloned().ok_or_else(|| {
        let message = format!("footwork.toml has no query named `{name}`");
        Failure::plain("unknown-query", &message).hint(config.hint_for_query(name))
    })
}

/// The argument itself, or standard input.
fn typed(argument: &str) -> Result<String, Failure> {
    match argument {
        "-" => input::read("query", MAX_QUERY_BYTES),
        text => Ok(text.to_owned()),
    }
}
