//! Expressions: one line of maths that gives a number per frame or particle.

use footwork::expr::{Compiler, Evaluator, Function, Input, Program};
use std::ffi::c_char;

use crate::door::{Buffer, call, fill_text, out, slice, slice_mut, text};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};

static EXPRESSIONS: Table<Compiled> = Table::new(Kind::Expression);

struct Compiled {
    evaluator: Evaluator,
    variables: usize,
    room: Room,
}

/// Memory for the arguments of a block, always empty.
#[derive(Default)]
struct Room {
    inputs: Vec<Input<'static>>,
    outputs: Vec<&'static mut [f32]>,
}

/// Compiled expressions with the same variables. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_expression {
    /// 0 is null.
    pub handle: u64,
}

/// A UTF-8 text, which needs no NUL at its end.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_text {
    /// The first byte; may be null if there are none.
    pub bytes: *const c_char,
    /// The number of bytes.
    pub len: usize,
}

/// The values of a variable for a block: one per result, or one for all.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_input {
    /// One value per result; null to use `uniform` for all.
    pub values: *const f32,
    /// The value for all results.
    pub uniform: f32,
}

/// Writes the functions that expressions can call, one per line: a call such as `sin(x)`, a tab, and its meaning. It allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_expression_functions(
    lines: *mut c_char,
    lines_capacity: usize,
    lines_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(lines, lines_capacity, lines_count, "lines")?;
        let functions = Function::call_names().flat_map(Function::called);
        let line = |it: &Function| it.call().map(|call| format!("{call}\t{}\n", it.summary()));
        fill_text(room, &functions.filter_map(line).collect::<String>())?;
    })
}

/// Compiles expressions with the same variables. There is one output per text. `seed` is the seed of `hash` and `noise`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_expression_compile(
    texts: *const fw_text,
    texts_count: usize,
    variables: *const fw_text,
    variables_count: usize,
    seed: u32,
    expression: *mut fw_expression,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(expression, "expression")?;
        let texts = texts_of(slice(texts, texts_count, "texts")?, "texts")?;
        let variables = texts_of(slice(variables, variables_count, "variables")?, "variables")?;
        let program = Compiler::new(&variables).seed(seed).compile_all(&texts)?;
        handle.write(fw_expression {
            handle: EXPRESSIONS.insert(Compiled::new(&program))?,
        });
    })
}

/// Reads a compiled program, and checks all of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_expression_from_bytes(
    bytes: *const u8,
    bytes_len: usize,
    expression: *mut fw_expression,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(expression, "expression")?;
        let program = Program::from_bytes(slice(bytes, bytes_len, "bytes")?);
        let program =
            program.map_err(|wrong| Fault::new(fw_status::FW_BAD_DATA, wrong.to_string()))?;
        handle.write(fw_expression {
            handle: EXPRESSIONS.insert(Compiled::new(&program))?,
        });
    })
}

/// Destroys an expression.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_expression_destroy(
    expression: fw_expression,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        EXPRESSIONS.remove(expression.handle)?;
    })
}

/// Writes the first output for these values of the variables. There must be at least as many values as variables.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_expression_value(
    expression: fw_expression,
    values: *const f32,
    values_count: usize,
    value: *mut f32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let value = out(value, "value")?;
        let values = slice(values, values_count, "values")?;
        let mut compiled = EXPRESSIONS.take(expression.handle)?;
        compiled.check(values.len())?;
        value.write(compiled.evaluator.value(values));
    })
}

/// Computes outputs for arrays. `outputs[k][i]` is output `k` for the values `i` of the inputs. There must be at least as
/// many inputs as variables, and as many outputs as texts. Each pointer must be to `length` floats. Outputs must not overlap
/// inputs or each other.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_expression_block(
    expression: fw_expression,
    inputs: *const fw_input,
    inputs_count: usize,
    outputs: *const *mut f32,
    outputs_count: usize,
    length: usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let inputs = slice(inputs, inputs_count, "inputs")?;
        let outputs = slice(outputs, outputs_count, "outputs")?;
        let mut compiled = EXPRESSIONS.take(expression.handle)?;
        keep_apart(inputs, outputs, length)?;
        let Compiled {
            evaluator, room, ..
        } = &mut *compiled;
        // The vectors are empty: only their memory is reused.
        let mut given: Vec<Input<'_>> = std::mem::take(&mut room.inputs);
        let mut wanted: Vec<&mut [f32]> = std::mem::take(&mut room.outputs);
        for input in inputs {
            given.push(if input.values.is_null() {
                Input::Uniform(input.uniform)
            } else {
                Input::Slice(slice(input.values, length, "values of an input")?)
            });
        }
        for &output in outputs {
            wanted.push(slice_mut(output, length, "an output")?);
        }
        let done = evaluator.block(&given, &mut wanted);
        room.inputs = emptied(given, |_| Input::Uniform(0.0));
        room.outputs = emptied(wanted, |_| &mut [][..]);
        done.map_err(|wrong| Fault::new(fw_status::FW_BAD_SIZE, wrong.to_string()))?;
    })
}

/// Rejects outputs that overlap inputs or each other.
fn keep_apart(inputs: &[fw_input], outputs: &[*mut f32], length: usize) -> Result<(), Fault> {
    let bytes = length.saturating_mul(size_of::<f32>());
    let overlap = |one: usize, other: usize| one.abs_diff(other) < bytes;
    let read = inputs
        .iter()
        .filter(|input| !input.values.is_null())
        .map(|input| input.values.addr());
    for (index, output) in outputs.iter().enumerate() {
        let others = outputs[..index].iter().map(|other| other.addr());
        if read
            .clone()
            .chain(others)
            .any(|other| overlap(output.addr(), other))
        {
            let message = format!("output {index} overlaps an input or another output");
            return Err(Fault::new(fw_status::FW_BAD_SIZE, message));
        }
    }
    Ok(())
}

/// Reuses the memory of a vector for elements of another lifetime. Collecting in place allocates nothing.
fn emptied<A, B>(mut vector: Vec<A>, never: impl Fn(A) -> B) -> Vec<B> {
    vector.clear();
    vector.into_iter().map(never).collect()
}

/// Converts texts to `&str`.
///
/// # Safety
/// As for [`slice`].
pub(crate) unsafe fn texts_of<'a>(
    texts: &[fw_text],
    name: &'static str,
) -> Result<Vec<&'a str>, Fault> {
    // SAFETY: as the caller promises.
    (texts.iter())
        .map(|one| unsafe { text(one.bytes, one.len, name) })
        .collect()
}

impl Compiled {
    fn new(program: &Program) -> Self {
        Self {
            evaluator: Evaluator::new(program),
            variables: program.variable_count(),
            room: Room::default(),
        }
    }

    /// Rejects too few values.
    fn check(&self, found: usize) -> Result<(), Fault> {
        if found >= self.variables {
            return Ok(());
        }
        let message = format!("there are {} variables and {found} values", self.variables);
        Err(Fault::new(fw_status::FW_BAD_SIZE, message))
    }
}
