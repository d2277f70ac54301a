//! Checks and conversions of the arrays and numbers that callers pass from Python. Everywhere, `name` is
//! the argument's name, which the error messages quote.

use numpy::ndarray::ArrayViewD;
use numpy::{
    Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// Describes an array by its dtype and shape, such as "a float64 array of shape (3, 2)", and any other value by the
/// name of its type.
pub(crate) fn described(given: &Bound<'_, PyAny>) -> String {
    match given.cast::<PyUntypedArray>() {
        Ok(array) => format!(
            "a {} array of shape {}",
            array.dtype(),
            shape_text(array.shape())
        ),
        Err(_) => match given.get_type().name() {
            Ok(name) => format!("`{name}`"),
            Err(_) => "something else".to_owned(),
        },
    }
}

/// Formats a shape in Python's notation, such as `(3,)` or `(3, 2)`.
pub(crate) fn shape_text(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        more => {
            let sizes: Vec<String> = more.iter().map(ToString::to_string).collect();
            format!("({})", sizes.join(", "))
        }
    }
}

/// Returns an empty vector with room for `count` values. Raises MemoryError, instead of aborting the interpreter, if they do
/// not fit.
pub(crate) fn room<T>(count: usize) -> PyResult<Vec<T>> {
    let mut room = Vec::new();
    match room.try_reserve_exact(count) {
        Ok(()) => Ok(room),
        Err(_) => Err(PyMemoryError::new_err(format!(
            "not enough memory for {count} values"
        ))),
    }
}

/// Collects the values. Raises MemoryError if they do not fit.
pub(crate) fn gathered<T>(values: impl ExactSizeIterator<Item = T>) -> PyResult<Vec<T>> {
    let mut all = room(values.len())?;
    all.extend(values);
    Ok(all)
}

/// Returns an array of any shape, if its dtype is `T`. Copies it only if its values are misaligned, for example in a part of
/// a buffer that starts at an odd byte.
fn typed<'py, T: Element>(
    given: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<Option<Bound<'py, PyArrayDyn<T>>>> {
    match given.cast::<PyArrayDyn<T>>() {
        Err(_) => Ok(None),
        Ok(_) if is_masked(given)? => Err(PyTypeError::new_err(format!(
            "`{name}` is a masked array, and its mask would be ignored; use {name}.compressed() or {name}.filled(…)"
        ))),
        Ok(array) if is_aligned(array) => Ok(Some(array.clone())),
        Ok(array) => Ok(Some(array.call_method0("copy")?.cast_into()?)),
    }
}

/// Returns the values of a PyTorch tensor as an array: in the same memory, unless it is on another device. `None` for
/// anything else.
pub(crate) fn from_tensor<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if given.cast::<PyUntypedArray>().is_ok() || !given.hasattr("__dlpack__")? {
        return Ok(None);
    }
    let Ok(detached) = given.call_method0("detach") else {
        return Ok(None);
    };
    detached
        .call_method0("cpu")?
        .call_method0("numpy")
        .map(Some)
}

/// Returns whether the array is a `numpy.ma.MaskedArray`, in which some values do not count.
fn is_masked(array: &Bound<'_, PyAny>) -> PyResult<bool> {
    if array.is_exact_instance_of::<PyUntypedArray>() {
        return Ok(false);
    }
    array.is_instance(&array.py().import("numpy.ma")?.getattr("MaskedArray")?)
}

/// Returns whether every value is aligned, so that the array can be read in place.
pub(crate) fn is_aligned<T: Element>(array: &Bound<'_, PyArrayDyn<T>>) -> bool {
    let size = size_of::<T>();
    let is_whole = |stride: &isize| stride.unsigned_abs().is_multiple_of(size);
    array.data().is_aligned() && array.strides().iter().all(is_whole)
}

fn reading<'py, T: Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
    name: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let busy = |_| PyValueError::new_err(format!("`{name}` is being written to by another call"));
    array.try_readonly().map_err(busy)
}

/// Returns an array of any shape, or `None` if it is not float64.
pub(crate) fn f64_array<'py>(
    given: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<Option<PyReadonlyArrayDyn<'py, f64>>> {
    let array = typed::<f64>(given, name)?;
    array.map(|array| reading(&array, name)).transpose()
}

/// Returns a float32 array of any shape. Rejects other dtypes instead of converting them: a silent copy of a large array does
/// more harm than good.
pub(crate) fn f32_array<'py>(
    given: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, f32>> {
    let tensor = from_tensor(given)?;
    let given = tensor.as_ref().unwrap_or(given);
    match typed::<f32>(given, name)? {
        Some(array) => reading(&array, name),
        None => {
            let remedy = match given.cast::<PyUntypedArray>() {
                Ok(_) => format!("; use {name}.astype(np.float32)"),
                Err(_) => format!("; use np.asarray({name}, np.float32)"),
            };
            Err(PyTypeError::new_err(format!(
                "`{name}` must be a float32 array, not {}{remedy}",
                described(given)
            )))
        }
    }
}

/// Returns the values of an array in C order, copied to `copy` only if the array is not contiguous. Does not need the
/// interpreter lock.
pub(crate) fn flat<'a, T: Copy>(
    array: &'a ArrayViewD<'_, T>,
    copy: &'a mut Vec<T>,
) -> PyResult<&'a [T]> {
    if let Some(values) = array.as_slice() {
        return Ok(values);
    }
    *copy = gathered(array.iter().copied())?;
    Ok(copy)
}

/// Returns a non-negative whole number.
pub(crate) fn count(given: &Bound<'_, PyAny>, name: &str) -> PyResult<usize> {
    if let Ok(count) = given.extract() {
        return Ok(count);
    }
    let index = given.py().import("operator")?.getattr("index")?;
    let Ok(whole) = index.call1((given,)) else {
        return Err(PyTypeError::new_err(format!(
            "`{name}` must be a whole number, not {}",
            described(given)
        )));
    };
    let wrong = if whole.lt(0)? {
        "must be at least 0, not"
    } else {
        "is too large:"
    };
    Err(PyValueError::new_err(format!("`{name}` {wrong} {whole}")))
}

/// Returns one number.
pub(crate) fn number(given: &Bound<'_, PyAny>, name: &str) -> PyResult<f64> {
    given.extract().map_err(|_| {
        PyTypeError::new_err(format!(
            "`{name}` must be a number, not {}",
            described(given)
        ))
    })
}

/// Returns the numbers of a sequence, or of a one-dimensional array of f64, f32, i32, i64 or u32.
pub(crate) fn f64_list(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<f64>> {
    let wrong_shape = |shape: &[usize]| {
        PyValueError::new_err(format!(
            "`{name}` must be one-dimensional, not of shape {}",
            shape_text(shape)
        ))
    };
    let tensor = from_tensor(given)?;
    let given = tensor.as_ref().unwrap_or(given);
    if let Ok(array) = given.cast::<PyUntypedArray>()
        && array.ndim() != 1
    {
        return Err(wrong_shape(array.shape()));
    }
    macro_rules! converted {
        ($($kind:ty => $convert:expr),*) => {$(
            if let Some(array) = typed::<$kind>(given, name)? {
                let array = reading(&array, name)?;
                let values = array.as_array();
                return given.py().detach(|| gathered(values.iter().copied().map($convert)));
            }
        )*};
    }
    converted!(f64 => |x| x, f32 => f64::from, i32 => f64::from, i64 => |x| x as f64, u32 => f64::from);
    let is_array = given.cast::<PyUntypedArray>().is_ok();
    let listed = if is_array {
        None
    } else {
        given.extract::<Vec<f64>>().ok()
    };
    listed.ok_or_else(|| {
        PyTypeError::new_err(format!(
            "`{name}` must be a sequence of numbers, or a one-dimensional array of float64, float32, int32, int64 or \
             uint32, not {}",
            described(given)
        ))
    })
}

/// Returns `count` numbers. Repeats a single number.
pub(crate) fn f64_each(given: &Bound<'_, PyAny>, count: usize, name: &str) -> PyResult<Vec<f64>> {
    let is_array = given
        .cast::<PyUntypedArray>()
        .is_ok_and(|array| array.ndim() > 0);
    if !is_array && let Ok(one) = given.extract::<f64>() {
        return gathered(std::iter::repeat_n(one, count));
    }
    let each = f64_list(given, name)?;
    if each.len() != count {
        return Err(PyValueError::new_err(format!(
            "`{name}` must be one number or {count} numbers, not {}",
            each.len()
        )));
    }
    Ok(each)
}

/// Returns frame ranges from an array of shape (n, 2) or a sequence of pairs.
pub(crate) fn frame_pairs(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<(u32, u32)>> {
    let rows: Vec<[i64; 2]> = if let Ok(array) = given.cast::<PyUntypedArray>() {
        match array.shape() {
            [_, 2] => {}
            // `np.array([])`.
            [0] => return Ok(Vec::new()),
            other => {
                return Err(PyValueError::new_err(format!(
                    "`{name}` must have the shape (n, 2), not {}",
                    shape_text(other)
                )));
            }
        }
        let values = i64_values(given, name)?;
        gathered(values.as_chunks().0.iter().copied())?
    } else {
        given.extract().map_err(|_| {
            PyTypeError::new_err(format!(
                "`{name}` must be whole numbers of shape (n, 2), not {}",
                described(given)
            ))
        })?
    };
    let mut pairs = room(rows.len())?;
    for (index, [start, stop]) in rows.into_iter().enumerate() {
        match (u32::try_from(start), u32::try_from(stop)) {
            (Ok(start), Ok(stop)) if start < stop => pairs.push((start, stop)),
            _ => {
                return Err(PyValueError::new_err(format!(
                    "range {index} of `{name}`, counted from 0, is [{start}, {stop}): a range must start at 0 or later \
                     and stop after it starts"
                )));
            }
        }
    }
    Ok(pairs)
}

fn i64_values(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<i64>> {
    macro_rules! converted {
        ($($kind:ty),*) => {$(
            if let Some(array) = typed::<$kind>(given, name)? {
                return gathered(reading(&array, name)?.as_array().iter().copied().map(i64::from));
            }
        )*};
    }
    converted!(i64, i32, u32, i16, u16);
    Err(PyTypeError::new_err(format!(
        "`{name}` must be whole numbers (int16, int32, int64, uint16 or uint32), not {}",
        described(given)
    )))
}

/// Checks that the last axis holds (sin, cos) pairs, and returns their number.
pub(crate) fn check_pairs(shape: &[usize], name: &str) -> PyResult<usize> {
    match shape.last() {
        Some(&width) if width >= 2 && width % 2 == 0 => Ok(width / 2),
        _ => Err(PyValueError::new_err(format!(
            "the last axis of `{name}` must hold (sin, cos) pairs, but the shape is {}",
            shape_text(shape)
        ))),
    }
}
