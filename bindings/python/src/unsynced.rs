//! Warnings about folders that could not be synced after saving.

use std::ffi::CString;

use footwork_store::Unsynced;
use pyo3::prelude::*;

use crate::errors::{FootworkWarning, value_error};

/// Warns once for each folder.
pub(crate) fn warn_unsynced<'a>(
    py: Python<'_>,
    unsynced: impl IntoIterator<Item = &'a Unsynced>,
) -> PyResult<()> {
    for unsynced in unsynced {
        let text = CString::new(unsynced.to_string()).map_err(value_error)?;
        PyErr::warn(py, &py.get_type::<FootworkWarning>(), &text, 1)?;
    }
    Ok(())
}
