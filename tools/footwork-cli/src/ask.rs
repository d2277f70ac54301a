//! Reads the text of a query, and binds the query to the names of a library.

use footwork::base::Position;
use footwork::tags::{BoundQuery, Database, MAX_QUERY_BYTES, Query};
use footwork_library::Library;
use footwork_sidecar::Finding;

use crate::failure::Failure;
use crate::input;
use crate::output::{Speech, note};
use crate::reading::Reading;
use crate::source::{SAVED_QUERIES, Source};

/// Returns the text of a query argument: the text itself, a saved query for `@NAME`, or standard input for `-`.
pub(crate) fn text(argument: &str, source: &Source) -> Result<String, Failure> {
    if argument.starts_with('@') {
        text_for(argument, source.folder(SAVED_QUERIES)?)
    } else {
        typed(argument)
    }
}

/// Does what [`text`] does, for a folder of clips.
pub(crate) fn text_for(argument: &str, library: &Library) -> Result<String, Failure> {
    let Some(name) = argument.strip_prefix('@') else {
        return typed(argument);
    };
    let settings = library.settings();
    settings.queries.get(name).cloned().ok_or_else(|| {
        let message = format!("footwork.toml has no query named `{name}`");
        Failure::plain("unknown-query", message).maybe_hint(settings.hint_for_query(name))
    })
}

/// Returns the argument itself, or standard input if it is `-`.
fn typed(argument: &str) -> Result<String, Failure> {
    match argument {
        "-" => input::read("query", MAX_QUERY_BYTES),
        text => Ok(text.to_owned()),
    }
}

/// Parses a query, binds it to the names of a library, and prints notes on likely mistakes. If a file could not be read,
/// the error about an unknown name says that the name may be in that file.
pub(crate) fn parse<'t>(
    text: &'t str,
    db: &Database,
    reading: &Reading,
    speech: Speech,
) -> Result<(Query<'t>, BoundQuery), Failure> {
    let (query, bound) = Query::parse_for(text, db).map_err(|errors| {
        let errors = errors.iter().map(|error| error.to_diagnostic());
        reading.doubted(Failure::in_text("query", text, errors))
    })?;
    for hint in bound.hints() {
        let more = hint.hint.as_ref().map(|hint| format!("; {hint}"));
        let message = format!("{}{}", hint.message, more.unwrap_or_default());
        speech.note(&[Finding {
            position: Some(Position::from_offset(text, hint.span.start)),
            ..note("query", hint.code, message)
        }]);
    }
    Ok((query, bound))
}
