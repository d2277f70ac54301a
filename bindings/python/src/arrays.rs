//! Arrays and numbers that Python gives, and what is wrong with them. `name` is what the caller
//! calls them.

use numpy::{
    Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
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

/// An array of this type, of any shape; nothing is copied.
fn typed<'py, T: Element>(given: &Bound<'py, PyAny>) -> Option<Bound<'py, PyArrayDyn<T>>> {
    given.cast::<PyArrayDyn<T>>().ok().cloned()
}

fn reading<'py, T: Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
    name: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let busy = |_| PyValueError::new_err(format!("`{name}` is being written to by another call"));
    array.try_readonly().map_err(busy)
}

/// A float32 array of any shape. Other types are not converted: a copy nobody asked for is no
/// help where arrays are large.
pub(crate) fn f32_array<'py>(
    given: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, f32>> {
    match typed::<f32>(given) {
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

/// The values of an array in the order of its indices, copied only where they do not lie so.
pub(crate) fn flat<'a, T: Element + Copy>(
    array: &'a PyReadonlyArrayDyn<'_, T>,
    room: &'a mut Vec<T>,
) -> &'a [T] {
    // Fortran order is contiguous too, in another order.
    if array.is_c_contiguous()
        && let Ok(values) = array.as_slice()
    {
        return values;
    }
    room.extend(array.as_array().iter().copied());
    room
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
            if let Some(array) = typed::<$kind>(given) {
                return Ok(reading(&array, name)?.as_array().iter().copied().map($convert).collect());
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
        return Ok(vec![one; count]);
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
    let rows: Vec<(i64, i64)> = if let Ok(array) = given.cast::<PyUntypedArray>() {
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
        values
            .as_chunks()
            .0
            .iter()
            .map(|&[start, stop]| (start, stop))
            .collect()
    } else {
        given.extract().map_err(|_| {
            PyTypeError::new_err(format!(
                "`{name}` must be whole numbers of shape (n, 2), not {}",
                described(given)
            ))
        })?
    };
    let mut pairs = Vec::with_capacity(rows.len());
    for (index, (start, stop)) in rows.into_iter().enumerate() {
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
            if let Some(array) = typed::<$kind>(given) {
                return Ok(reading(&array, name)?.as_array().iter().copied().map(i64::from).collect());
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
