//! The values of `__reduce__`. The functions that rebuild objects are in `python/footwork/_pickle.py`, so that pickles refer
//! to stable names, whatever the compiled half is called.

use pyo3::BoundObject;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A function of `_pickle.py` and its arguments.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// Returns the function with this name and these arguments.
pub(crate) fn reduced<'py, A>(
    py: Python<'py>,
    function: &str,
    arguments: A,
) -> PyResult<Reduced<'py>>
where
    A: IntoPyObject<'py, Target = PyTuple>,
    A::Error: Into<PyErr>,
{
    let function = py.import("footwork._pickle")?.getattr(function)?;
    let arguments = arguments.into_pyobject(py).map_err(Into::into)?;
    Ok((function, arguments.into_bound()))
}
