//! Findings about files.

use pyo3::prelude::*;

use crate::pickle::{Reduced, reduced};

/// A problem or a noteworthy fact in a file, such as a repair by the reader.
#[pyclass(frozen, eq, hash, module = "footwork")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Finding {
    /// "note", "warning" or "error". An error means that something was left out.
    #[pyo3(get)]
    severity: String,
    /// The file, relative to the library, with `/`.
    #[pyo3(get)]
    file: String,
    /// The line, from 1, or None.
    #[pyo3(get)]
    line: Option<usize>,
    /// The column, from 1, or None.
    #[pyo3(get)]
    column: Option<usize>,
    /// A stable name for the kind of finding, such as "span-overlap".
    #[pyo3(get)]
    code: String,
    /// The problem, in one sentence.
    #[pyo3(get)]
    message: String,
    text: String,
}

impl From<&footwork_sidecar::Finding> for Finding {
    fn from(found: &footwork_sidecar::Finding) -> Self {
        Self {
            severity: found.severity.to_string(),
            file: found.file.clone(),
            line: found.position.map(|at| at.line),
            column: found.position.map(|at| at.column),
            code: found.code.to_owned(),
            message: found.message.clone(),
            text: found.to_string(),
        }
    }
}

#[pymethods]
impl Finding {
    /// Rebuilds the object from the values of `__reduce__`.
    #[staticmethod]
    fn _restored(words: [String; 5], line: Option<usize>, column: Option<usize>) -> Self {
        let [severity, file, code, message, text] = words;
        Self {
            severity,
            file,
            line,
            column,
            code,
            message,
            text,
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let words = [
            &self.severity,
            &self.file,
            &self.code,
            &self.message,
            &self.text,
        ];
        reduced(py, "finding", (words, self.line, self.column))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Finding {}>", self.text)
    }
}
