//! Conversion of errors to exceptions. The exception classes are in `python/footwork/_errors.py`, so that Python can derive
//! from them, pickle them and see their types.

use std::io;
use std::path::Path;

use footwork::base::Diagnostic;
use footwork::expr::ExprErrors;
use footwork::tags::QueryErrors;
use footwork_clip::ClipError as ClipFileError;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::finding::Finding;

mod classes {
    //! The classes, imported from Python when the first one is raised.

    pyo3::import_exception!(footwork._errors, QueryError);
    pyo3::import_exception!(footwork._errors, ExprError);
    pyo3::import_exception!(footwork._errors, ClipError);
    pyo3::import_exception!(footwork._errors, ChannelError);
    pyo3::import_exception!(footwork._errors, ChangedError);
    pyo3::import_exception!(footwork._errors, LibraryError);
    pyo3::import_exception!(footwork._errors, FootworkWarning);
}

pub(crate) use classes::FootworkWarning;

/// The arguments of `_errors.Diagnostic`, except the span in characters.
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

/// Makes a `footwork.QueryError` with every mistake.
pub(crate) fn query_error(text: &str, errors: &QueryErrors) -> PyErr {
    let mistakes: Vec<Mistake> = errors
        .iter()
        .map(|error| mistake(error.to_diagnostic()))
        .collect();
    classes::QueryError::new_err((errors.to_string(), text.to_owned(), mistakes))
}

/// Makes a `footwork.ExprError` with every mistake.
pub(crate) fn expr_error(text: &str, errors: &ExprErrors) -> PyErr {
    let mistakes: Vec<Mistake> = errors.to_diagnostics().into_iter().map(mistake).collect();
    classes::ExprError::new_err((errors.to_string(), text.to_owned(), mistakes))
}

/// Makes a `footwork.ChangedError` for something that has changed on disk; `name` says what.
pub(crate) fn changed_error(name: &str, message: String) -> PyErr {
    classes::ChangedError::new_err((message, name.to_owned()))
}

/// Makes a `footwork.ClipError`, or a `footwork.ChangedError` if the clip changed since its library was opened.
pub(crate) fn load_error(name: &str, error: &ClipFileError) -> PyErr {
    match error.code {
        "changed" => changed_error(name, format!("{name}: {error}")),
        _ => clip_error(name, error),
    }
}

/// Makes a `footwork.ClipError` for a file or animation that is not a clip.
pub(crate) fn clip_error(path: &str, error: &ClipFileError) -> PyErr {
    let place = error.position.map(|at| (at.line, at.column));
    classes::ClipError::new_err((
        format!("{path}: {error}"),
        error.code.to_owned(),
        error.message.clone(),
        error.hint.clone(),
        place,
    ))
}

/// Makes a `footwork.LibraryError` for a part of a library that could not be read.
pub(crate) fn library_error(message: String, findings: Vec<Finding>) -> PyErr {
    classes::LibraryError::new_err((message, findings))
}

/// Makes a `footwork.ChannelError` for an unknown channel, or for a joint that the clip lacks.
pub(crate) fn channel_error(message: String) -> PyErr {
    classes::ChannelError::new_err(message)
}

/// Makes a `ValueError` with the error's message.
pub(crate) fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the text of an error with its causes.
pub(crate) fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

/// Makes an `OSError` with the path, as the fitting subclass, such as `FileNotFoundError`.
pub(crate) fn io_error(path: &Path, error: &io::Error) -> PyErr {
    let path = path.display().to_string();
    match error.raw_os_error() {
        // Given an errno, Python picks the subclass.
        Some(number) => PyOSError::new_err((number, plain(error), path)),
        None => PyOSError::new_err(format!("{path}: {error}")),
    }
}

/// Returns the error's message without the errno that Rust appends.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((plain, _)) => plain.to_owned(),
        None => text,
    }
}
