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

/// A read-only array over the part of the owner that `part` borrows. Two arrays over the same part have
/// the same address.
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
    // SAFETY: `part` borrows from what the Arc holds, for as long as that is borrowed. The base of the
    // array keeps a clone of the Arc: what it holds is neither moved nor freed nor lent to be changed
    // until the array and all views of it are gone. The flag below is set before anybody else sees
    // the array; NumPy does not take it back where the base is no array and has no buffer.
    let array = unsafe { PyArray::borrow_from_array(&part, memory.into_any()) };
    drop(array.try_readwrite()?.make_nonwriteable());
    Ok(array)
}
