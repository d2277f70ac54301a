//! Lookups of clips by number or name, and of tags and events by name, and checks of names.

use footwork::base::{Id, Name, nearest};
use footwork::tags::{ClipId, Database, EventId, TagId};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arrays::described;
use crate::errors::value_error;

/// Returns the clip with this number or full name.
pub(crate) fn clip_id(database: &Database, given: &Bound<'_, PyAny>) -> PyResult<ClipId> {
    if let Ok(name) = given.extract::<String>() {
        return database.clip_by_name(&name).ok_or_else(|| {
            let known = database.clips().values().map(|clip| clip.name.as_str());
            unknown("clip", &name, nearest(&name, known))
        });
    }
    let Ok(number) = given.extract::<i64>() else {
        return Err(PyTypeError::new_err(format!(
            "a clip must be given by its name or number, not by {}",
            described(given)
        )));
    };
    let count = database.clips().len();
    let id = usize::try_from(number)
        .ok()
        .filter(|&number| number < count);
    id.and_then(ClipId::from_index).ok_or_else(|| {
        PyIndexError::new_err(format!(
            "there is no clip {number}: there are {count}, counted from 0"
        ))
    })
}

/// Returns a sequence of names, passed as `argument`.
pub(crate) fn name_list(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<Vec<String>> {
    let wrong = |what: &str| {
        PyTypeError::new_err(format!(
            "`{argument}` must be a sequence of names, not {what}"
        ))
    };
    // A string is a sequence too, of its characters.
    if given.is_instance_of::<PyString>() {
        return Err(wrong("one text"));
    }
    given.extract().map_err(|_| wrong(&described(given)))
}

/// Parses a dotted name.
pub(crate) fn name(text: &str) -> PyResult<Name> {
    text.parse::<Name>()
        .map_err(|error| value_error(format!("`{text}`: {error}")))
}

/// Returns the tag with exactly this name.
pub(crate) fn tag_id(database: &Database, text: &str) -> PyResult<TagId> {
    let wanted = name(text)?;
    let found = database.tags().find(|(name, _)| **name == wanted);
    found.map(|(_, id)| id).ok_or_else(|| {
        let known: Vec<String> = database.tags().map(|(name, _)| name.to_string()).collect();
        unknown("tag", text, nearest(text, known.iter().map(String::as_str)))
    })
}

/// Returns the event with exactly this name.
pub(crate) fn event_id(database: &Database, text: &str) -> PyResult<EventId> {
    let wanted = name(text)?;
    let found = database.events().find(|(name, _)| **name == wanted);
    found
        .map(|(_, id)| id)
        .ok_or_else(|| unknown_event(database, text))
}

/// Makes a KeyError with the nearest known event as a suggestion.
pub(crate) fn unknown_event(database: &Database, text: &str) -> PyErr {
    let known: Vec<String> = database
        .events()
        .map(|(name, _)| name.to_string())
        .collect();
    unknown(
        "event",
        text,
        nearest(text, known.iter().map(String::as_str)),
    )
}

fn unknown(what: &str, name: &str, near: Option<&str>) -> PyErr {
    let hint = near.map_or_else(String::new, |near| format!(", did you mean `{near}`?"));
    PyKeyError::new_err(format!("unknown {what} `{name}`{hint}"))
}
