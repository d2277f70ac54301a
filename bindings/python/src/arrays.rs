//! Arrays and numbers that Python gives, and what is wrong with them. `name` is what the caller
//! calls them.

use numpy::ndarray::ArrayViewD;
use numpy::{
    Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// "a float64 array of shape (3, 2)", or the type of what is no array.
pub(crate) fn described(given: &Bound<'_, PyAny>) -> String {
    match given.cast::<PyUntypedArray>() {
        Ok(array) => format!(
            "a {} array of shape {}",
            array.dtype(),
            shape_of(array.shape())
        ),
        Err(_) => match given.get_type().name() {
            Ok(name) => format!("`{name}`"),
            Err(_) => "something else".to_owned(),
        },
    }
}

/// A shape as Python prints it.
pub(crate) fn shape_of(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        more => {
            let sizes: Vec<String> = more.iter().map(ToString::to_string).collect();
            format!("({})", sizes.join(", "))
        }
    }
}

/// Room for so many values. What Python asks for may be more than there is memory, which must not
/// end the interpreter: MemoryError.
pub(crate) fn room<T>(count: usize) -> PyResult<Vec<T>> {
    let mut room = Vec::new();
    match room.try_reserve_exact(count) {
        Ok(()) => Ok(room),
        Err(_) => Err(PyMemoryError::new_err(format!(
            "there is no room for {count} values"
        ))),
    }
}

/// These values, or MemoryError.
pub(crate) fn gathered<T>(values: impl ExactSizeIterator<Item = T>) -> PyResult<Vec<T>> {
    let mut all = room(values.len())?;
    all.extend(values);
    Ok(all)
}

/// An array of this type, of any shape; copied only where its values do not lie as the processor
/// wants them, as in a part of a buffer that starts at an odd byte.
fn typed<'py, T: Element>(
    given: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<Option<Bound<'py, PyArrayDyn<T>>>> {
    match given.cast::<PyArrayDyn<T>>() {
        Err(_) => Ok(None),
        Ok(_) if is_masked(given)? => Err(PyTypeError::new_err(format!(
            "`{name}` is a masked array, and what is masked would count; use {name}.compressed() or {name}.filled(…)"
        ))),
        Ok(array) if is_aligned(array) => Ok(Some(array.clone())),
        Ok(array) => Ok(Some(array.call_method0("copy")?.cast_into()?)),
    }
}

/// Whether an array is one of `numpy.ma`, whose values are not all meant.
fn is_masked(array: &Bound<'_, PyAny>) -> PyResult<bool> {
    if array.is_exact_instance_of::<PyUntypedArray>() {
        return Ok(false);
    }
    array.is_instance(&array.py().import("numpy.ma")?.getattr("MaskedArray")?)
}

/// Whether all values of an array may be read where they are.
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

/// A float64 array of any shape, if it is one.
pub(crate) fn f64_array<'py>(
    given: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<Option<PyReadonlyArrayDyn<'py, f64>>> {
    let array = typed::<f64>(given, name)?;
    array.map(|array| reading(&array, name)).transpose()
}

/// A float32 array of any shape. Other types are not converted: a copy nobody asked for is no
/// help where arrays are large.
pub(crate) fn f32_array<'py>(
    given: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, f32>> {
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

/// The values of an array in the order of its indices, copied only where they do not lie so; other
/// threads may run meanwhile.
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

/// A whole number from 0 on.
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
    let wrong = match whole.lt(0)? {
        true => "must be at least 0, not",
        false => "is more than memory can hold:",
    };
    Err(PyValueError::new_err(format!("`{name}` {wrong} {whole}")))
}

/// One number.
pub(crate) fn number(given: &Bound<'_, PyAny>, name: &str) -> PyResult<f64> {
    given.extract().map_err(|_| {
        PyTypeError::new_err(format!(
            "`{name}` must be a number, not {}",
            described(given)
        ))
    })
}

/// Numbers of one dimension: any array of floats or whole numbers, or a sequence.
pub(crate) fn f64_list(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<f64>> {
    let wrong_shape = |shape: &[usize]| {
        PyValueError::new_err(format!(
            "`{name}` must have one dimension, not the shape {}",
            shape_of(shape)
        ))
    };
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
            "`{name}` must be numbers of one dimension, not {}",
            described(given)
        ))
    })
}

/// One number for each of `count`, or one for all of them.
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
            "`{name}` must be one number or {count}, not {}",
            each.len()
        )));
    }
    Ok(each)
}

/// Whole numbers in rows of two: an array of shape (n, 2) or a sequence of pairs.
pub(crate) fn frame_pairs(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<(u32, u32)>> {
    let rows: Vec<[i64; 2]> = if let Ok(array) = given.cast::<PyUntypedArray>() {
        match array.shape() {
            [_, 2] => {}
            // What `np.array([])` makes.
            [0] => return Ok(Vec::new()),
            other => {
                return Err(PyValueError::new_err(format!(
                    "`{name}` must have the shape (n, 2), not {}",
                    shape_of(other)
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
                    "range {index} (from 0) of `{name}` is [{start}, {stop}): a range starts at 0 or later \
                     and stops after it starts"
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
        "`{name}` must be whole numbers (int32 or int64), not {}",
        described(given)
    )))
}

/// The shape of an array whose last axis holds pairs (sin, cos), one after the other.
pub(crate) fn check_pairs(shape: &[usize], name: &str) -> PyResult<usize> {
    match shape.last() {
        Some(&width) if width >= 2 && width % 2 == 0 => Ok(width / 2),
        _ => Err(PyValueError::new_err(format!(
            "the last axis of `{name}` must hold pairs (sin, cos), and its shape is {}",
            shape_of(shape)
        ))),
    }
}
