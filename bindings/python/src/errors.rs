//! Exceptions of errors. Their classes are in `python/footwork/_errors.py`, so that Python can
//! derive from them, pickle them and see their types.

use std::io;
use std::path::Path;

use footwork::base::Diagnostic;
use footwork::expr::ExprErrors;
use footwork::tags::QueryErrors;
use footwork_clip::ClipError as ClipFileError;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

mod classes {
    //! The classes, which Python imports when the first one is raised.

    pyo3::import_exception!(footwork._errors, QueryError);
    pyo3::import_exception!(footwork._errors, ExprError);
    pyo3::import_exception!(footwork._errors, ClipError);
    pyo3::import_exception!(footwork._errors, ChannelError);
    pyo3::import_exception!(footwork._errors, FootworkWarning);
}

pub(crate) use classes::FootworkWarning;

/// A mistake as `_errors.Diagnostic` takes it, without the place in characters.
type Mistake = (usize, usize, String, String, Option<String>);

fn mistake(found: Diagnostic) -> Mistake {
    let Diagnostic {
        span,
        code,
        message,
        hint,
    } = found;
    (span.start, span.stop, code.to_owned(), message, hint)
}

/// `footwork.QueryError`, with every mistake.
pub(crate) fn of_query(text: &str, errors: &QueryErrors) -> PyErr {
    let mistakes: Vec<Mistake> = errors
        .iter()
        .map(|error| mistake(error.to_diagnostic()))
        .collect();
    classes::QueryError::new_err((errors.to_string(), text.to_owned(), mistakes))
}

/// `footwork.ExprError`, with every mistake.
pub(crate) fn of_expr(text: &str, errors: &ExprErrors) -> PyErr {
    let mistakes: Vec<Mistake> = errors.to_diagnostics().into_iter().map(mistake).collect();
    classes::ExprError::new_err((errors.to_string(), text.to_owned(), mistakes))
}

/// `footwork.ClipError`: a file, or an animation of one, is no clip.
pub(crate) fn of_clip(path: &str, error: &ClipFileError) -> PyErr {
    let place = error.position.map(|at| (at.line, at.column));
    classes::ClipError::new_err((
        format!("{path}: {error}"),
        error.code.to_owned(),
        error.message.clone(),
        error.hint.clone(),
        place,
    ))
}

/// `footwork.ChannelError`: no such channel, or not of this clip.
pub(crate) fn of_channel(message: String) -> PyErr {
    classes::ChannelError::new_err(message)
}

/// A `ValueError` that says what the error says.
pub(crate) fn of_value(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// `FileNotFoundError` and its like, with the path.
pub(crate) fn of_io(path: &Path, error: &io::Error) -> PyErr {
    let path = path.display().to_string();
    match error.raw_os_error() {
        // With a number Python chooses the class.
        Some(number) => PyOSError::new_err((number, plain(error), path)),
        None => PyOSError::new_err(format!("{path}: {error}")),
    }
}

/// The text of an error without the number that Rust puts behind it.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((plain, _)) => plain.to_owned(),
        None => text,
    }
}
