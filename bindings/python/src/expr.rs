//! Expressions evaluated over arrays.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use footwork::expr::{Evaluator, Input, Program, compile as compile_text};
use numpy::ndarray::ArrayViewD;
use numpy::{
    PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use crate::arrays::{described, f32_array, flat, from_tensor, is_aligned, shape_text};
use crate::errors;
use crate::names::name_list;
use crate::pickle::{Reduced, reduced};

/// The length up to which arrays are evaluated without releasing the interpreter lock, because that would cost more than the
/// evaluation.
const MIN_DETACH_LEN: usize = 4096;

/// Compiles one line of maths over variables with these names, such as
/// `footwork.compile("clamp(speed / 4, 0, 1)", ["speed"])`.
///
/// Raises ExprError with every mistake.
#[pyfunction]
pub(crate) fn compile(text: &str, variables: &Bound<'_, PyAny>) -> PyResult<Expression> {
    let variables = name_list(variables, "variables")?;
    let names: Vec<&str> = variables.iter().map(String::as_str).collect();
    let program =
        compile_text(text, &names).map_err(|mistakes| errors::expr_error(text, &mistakes))?;
    Ok(Expression {
        text: text.to_owned(),
        postfix: program.postfix(&names),
        evaluators: Mutex::new(vec![Evaluator::new(&program)]),
        program,
        variables,
    })
}

/// A compiled expression. Call it with a value for each variable, by position or by name.
///
/// A value is a number or a float32 array. All arrays must have the same shape, which is also that of the result. If all
/// values are numbers, the result is a float. The evaluation is in float32, and gives the same bits on every machine. `out`
/// is a C-contiguous float32 array for the result. It must not share memory with a value. Expressions with the same text and
/// variables are equal.
#[pyclass(frozen, module = "footwork")]
pub(crate) struct Expression {
    text: String,
    postfix: String,
    variables: Vec<String>,
    program: Program,
    /// The evaluators that are not in use.
    evaluators: Mutex<Vec<Evaluator>>,
}

/// An argument of a call.
enum Value<'py> {
    Number(f32),
    Array(PyReadonlyArrayDyn<'py, f32>),
}

/// An argument that can be read without the interpreter lock.
enum Read<'a> {
    Number(f32),
    Array(ArrayViewD<'a, f32>),
}

impl<'a> Read<'a> {
    fn new(value: &'a Value<'_>) -> Self {
        match value {
            Value::Number(number) => Self::Number(*number),
            Value::Array(array) => Self::Array(array.as_array()),
        }
    }
}

fn value<'py>(given: &Bound<'py, PyAny>, name: &str) -> PyResult<Value<'py>> {
    let tensor = from_tensor(given)?;
    let given = tensor.as_ref().unwrap_or(given);
    let is_array = given
        .cast::<PyUntypedArray>()
        .is_ok_and(|array| array.ndim() > 0);
    if is_array {
        return f32_array(given, name).map(Value::Array);
    }
    match given.extract::<f32>() {
        Ok(number) => Ok(Value::Number(number)),
        Err(_) => Err(PyTypeError::new_err(format!(
            "`{name}` must be a number or a float32 array, not {}",
            described(given)
        ))),
    }
}

impl Expression {
    /// Returns the value of each variable, in order.
    fn values<'py>(
        &self,
        given: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<Value<'py>>> {
        let wrong = |message: String| Err(PyTypeError::new_err(message));
        let (count, wanted) = (given.len(), self.variables.len());
        if count > wanted {
            return wrong(format!("there are {wanted} variables and {count} values"));
        }
        if let Some(named) = named {
            for name in named.keys() {
                let name: String = name.extract()?;
                match self.variables.iter().position(|variable| *variable == name) {
                    None => return wrong(format!("there is no variable `{name}`")),
                    Some(place) if place < count => {
                        return wrong(format!("`{name}` is given twice"));
                    }
                    Some(_) => {}
                }
            }
        }
        let mut values = Vec::with_capacity(wanted);
        for (place, name) in self.variables.iter().enumerate() {
            let given = match (place < count, named) {
                (true, _) => Some(given.get_item(place)?),
                (false, Some(named)) => named.get_item(name)?,
                (false, None) => None,
            };
            match given {
                Some(given) => values.push(value(&given, name)?),
                None => return wrong(format!("the variable `{name}` has no value")),
            }
        }
        Ok(values)
    }

    /// Returns the common shape of the arrays; `None` without arrays.
    fn shape(&self, values: &[Value<'_>]) -> PyResult<Option<Vec<usize>>> {
        let mut shape: Option<Vec<usize>> = None;
        for (value, name) in values.iter().zip(&self.variables) {
            let Value::Array(array) = value else { continue };
            match &shape {
                None => shape = Some(array.shape().to_vec()),
                Some(shape) if shape == array.shape() => {}
                Some(shape) => {
                    return Err(PyValueError::new_err(format!(
                        "`{name}` has the shape {}, but an earlier array has {}",
                        shape_text(array.shape()),
                        shape_text(shape)
                    )));
                }
            }
        }
        Ok(shape)
    }

    fn run(&self, py: Python<'_>, values: &[Value<'_>], out: &mut [f32]) -> PyResult<()> {
        let is_short = work_is_short(values);
        let values: Vec<Read<'_>> = values.iter().map(Read::new).collect();
        let mut work = || {
            let mut copies: Vec<Vec<f32>> = values.iter().map(|_| Vec::new()).collect();
            let inputs = values.iter().zip(&mut copies).map(|(value, copy)| {
                Ok(match value {
                    Read::Number(number) => Input::Uniform(*number),
                    Read::Array(array) => Input::Slice(flat(array, copy)?),
                })
            });
            let inputs = inputs.collect::<PyResult<Vec<Input<'_>>>>()?;
            let mut evaluator = self.take();
            let done = evaluator.block(&inputs, &mut [&mut *out]);
            self.put_back(evaluator);
            done.map_err(errors::value_error)
        };
        if is_short { work() } else { py.detach(work) }
    }

    /// Returns an evaluator that no other call uses.
    fn take(&self) -> Evaluator {
        let mut evaluators = self
            .evaluators
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let free = evaluators.pop();
        drop(evaluators);
        free.unwrap_or_else(|| Evaluator::new(&self.program))
    }

    fn put_back(&self, evaluator: Evaluator) {
        let mut evaluators = self
            .evaluators
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        evaluators.push(evaluator);
    }
}

fn work_is_short(values: &[Value<'_>]) -> bool {
    !values.iter().any(|value| match value {
        Value::Number(_) => false,
        Value::Array(array) => array.len() > MIN_DETACH_LEN,
    })
}

#[pymethods]
impl Expression {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "expression", (&self.text, &self.variables))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            self.text == other.text && self.variables == other.variables
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.text, &self.variables).hash(&mut hasher);
        hasher.finish()
    }

    /// The source text.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The names of the variables.
    #[getter]
    fn variables(&self) -> Vec<String> {
        self.variables.clone()
    }

    /// The bytecode, in postfix order.
    #[getter]
    fn postfix(&self) -> &str {
        &self.postfix
    }

    /// Evaluates the expression.
    ///
    /// Raises TypeError for a wrong dtype or missing values, and ValueError for shapes that differ.
    #[pyo3(signature = (*values, out=None, **named))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        values: &Bound<'py, PyTuple>,
        out: Option<&Bound<'py, PyAny>>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let values = self.values(values, named)?;
        let shape = self.shape(&values)?;
        if let Some(out) = out {
            let array = written(out, shape.as_deref())?;
            let busy = |_| {
                PyValueError::new_err("`out` cannot be written to, or shares memory with a value")
            };
            let mut writing = array.try_readwrite().map_err(busy)?;
            self.run(py, &values, writing.as_slice_mut()?)?;
            drop(writing);
            return Ok(array.into_any());
        }
        let Some(shape) = shape else {
            let numbers = values.iter().map(|value| match value {
                Value::Number(number) => *number,
                Value::Array(_) => f32::NAN,
            });
            let numbers: Vec<f32> = numbers.collect();
            let mut evaluator = self.take();
            let number = evaluator.value(&numbers);
            self.put_back(evaluator);
            return Ok(f64::from(number).into_pyobject(py)?.into_any());
        };
        let result = zeros(py, shape)?;
        self.run(py, &values, result.try_readwrite()?.as_slice_mut()?)?;
        Ok(result.into_any())
    }

    fn __repr__(&self) -> String {
        format!(
            "<Expression {:?} over {}>",
            self.text,
            self.variables.join(", ")
        )
    }
}

/// Returns a new array, allocated by NumPy, which raises MemoryError if it does not fit.
fn zeros(py: Python<'_>, shape: Vec<usize>) -> PyResult<Bound<'_, PyArrayDyn<f32>>> {
    static ZEROS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let zeros = ZEROS.import(py, "numpy", "zeros")?;
    let shape = PyTuple::new(py, shape)?;
    Ok(zeros.call1((shape, dtype::<f32>(py)))?.cast_into()?)
}

/// Checks the `out` array.
fn written<'py>(
    out: &Bound<'py, PyAny>,
    shape: Option<&[usize]>,
) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
    let Ok(array) = out.cast::<PyArrayDyn<f32>>() else {
        return Err(PyTypeError::new_err(format!(
            "`out` must be a float32 array, not {}",
            described(out)
        )));
    };
    if !array.is_c_contiguous() || !is_aligned(array) {
        return Err(PyValueError::new_err(
            "`out` must be C-contiguous and aligned",
        ));
    }
    match shape {
        Some(shape) if shape != array.shape() => Err(PyValueError::new_err(format!(
            "`out` has the shape {}, the values have {}",
            shape_text(array.shape()),
            shape_text(shape)
        ))),
        _ => Ok(array.clone()),
    }
}
