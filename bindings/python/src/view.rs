//! NumPy arrays that view memory owned by Rust: nothing is copied, and the memory lives until the last
//! array is dropped.

#![allow(
    unsafe_code,
    reason = "an array over memory owned by Rust can only be made by unsafe code"
)]

use std::any::Any;
use std::sync::Arc;

use numpy::ndarray::{ArrayView, Dimension};
use numpy::{Element, PyArray, PyArrayMethods};
use pyo3::prelude::*;

/// The owner of an array's memory, kept alive as the array's `base`.
#[pyclass(frozen, module = "footwork._footwork")]
struct Memory {
    /// Never read.
    _owner: Box<dyn Any + Send + Sync>,
}

/// Returns a read-only array over the part of the owner that `part` borrows. Two arrays over the same part have the same
/// address.
pub(crate) fn view<'py, O, T, D>(
    py: Python<'py>,
    owner: &Arc<O>,
    part: impl for<'a> FnOnce(&'a O) -> PyResult<ArrayView<'a, T, D>>,
) -> PyResult<Bound<'py, PyArray<T, D>>>
where
    O: ?Sized + Send + Sync + 'static,
    T: Element,
    D: Dimension,
{
    let memory = Memory {
        _owner: Box::new(Arc::clone(owner)),
    };
    let memory = Bound::new(py, memory)?;
    let part = part(owner)?;
    // SAFETY: `part` borrows from the Arc's contents. The array's base keeps a clone of the Arc, so the
    // contents are neither moved, freed nor mutably borrowed until the array and all views of it are
    // gone. The flag below is cleared before other code sees the array, and NumPy refuses to set it
    // again if the base is neither an array nor a buffer.
    let array = unsafe { PyArray::borrow_from_array(&part, memory.into_any()) };
    drop(array.try_readwrite()?.make_nonwriteable());
    Ok(array)
}
