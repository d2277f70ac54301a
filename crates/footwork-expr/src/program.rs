//! The bytecode: the steps of a stack machine, one after the other.
//!
//! As in Frykholm's article, each step is a 32-bit word: the upper 8 bits are the operation, the lower 24 bits its
//! operand. A float is in a separate word after the word of its step.
//!
//! | upper 8 bits | lower 24 bits | does |
//! |---|---|---|
//! | 0 end | 0 | stops: the stack holds one number for each output |
//! | 1 variable | its number | pushes the value of a variable |
//! | 2 float | 0 | pushes the float in the next word |
//! | 3 call | the function | takes its arguments from the stack and pushes its value |
//! | 4 power | -1 to 16, two's complement | takes a number and pushes its power, by products |

mod bytes;
mod listing;
mod verify;

pub use bytes::ReadError;
pub use listing::shortest_decimal;
pub use verify::VerifyError;

use footwork_base::maths::canonical;

use crate::function::{Function, MAX_POWER};

/// Compiled expressions: bytecode verified to be safe to run.
///
/// A program never pops an empty stack, never pushes past its stated depth, reads only its own variables, and ends.
///
/// ```
/// use footwork_expr::{Function, Program, ProgramStep};
///
/// // t sin 0.5 *
/// let steps = [
///     ProgramStep::Variable(0),
///     ProgramStep::Call(Function::Sin),
///     ProgramStep::Float(0.5),
///     ProgramStep::Call(Function::Multiply),
/// ];
/// let program = Program::from_steps(steps, 1, 0).unwrap();
/// assert_eq!(program.postfix(&["t"]), "t sin 0.5 *");
/// assert_eq!((program.output_count(), program.stack_depth()), (1, 2));
/// assert_eq!(Program::from_bytes(&program.to_bytes()), Ok(program));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The words of the steps, with the end step last.
    words: Vec<u32>,
    variables: u32,
    seed: u32,
    shape: Shape,
    /// The index and the bits of each output that is a single number, in rising order.
    constants: Vec<(usize, u32)>,
}

/// Facts about a program that verification established.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    /// The number of values on the stack at the end, at least one.
    outputs: usize,
    /// The largest number of values on the stack at once.
    depth: usize,
    /// The number of steps without the end step.
    steps: usize,
}

/// One step of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ProgramStep {
    /// Push the value of a variable.
    Variable(u32),
    /// Push a number.
    Float(f32),
    /// Call a function.
    Call(Function),
    /// Raise a number to a whole power from -1 to 16. Powers from -1 to 6 are `1 / x`, `1`, `x`, `x·x`, `x²·x`,
    /// `x²·x²`, `x²·x²·x` and `x²·x²·x²`, multiplied from left to right. Powers from 7 on are products of f64, with a
    /// single rounding.
    ///
    /// | power | -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 to 16 |
    /// |---|---|---|---|---|---|---|---|---|---|
    /// | largest error in units in the last place | 0.5 | exact | exact | 0.5 | 1.29 | 1.91 | 2.93 | 3.44 | 0.501 |
    ///
    /// [`Function::Pow`] handles powers unknown at compile time. Its error is at most 0.501 units in the last place. So
    /// `x ^ 3` and `x ^ y` with a `y` of 3 may differ in the last bits.
    Power(i32),
}

impl ProgramStep {
    /// Returns the number of values that the step pops before it pushes one.
    pub fn arity(self) -> usize {
        match self {
            Self::Variable(_) | Self::Float(_) => 0,
            Self::Call(function) => function.arguments().len(),
            Self::Power(_) => 1,
        }
    }
}

impl Program {
    /// Builds a program from steps. The values that the steps leave on the stack are the outputs. `seed` is the seed of
    /// `hash` and `noise`.
    ///
    /// # Errors
    /// Returns an error with the first step that cannot run.
    pub fn from_steps(
        steps: impl IntoIterator<Item = ProgramStep>,
        variables: u32,
        seed: u32,
    ) -> Result<Self, VerifyError> {
        let steps = steps.into_iter();
        // Most steps are one word.
        let mut words = Vec::with_capacity(steps.size_hint().0 * 5 / 4 + 4);
        for step in steps {
            step.write(&mut words);
        }
        words.push(word(END, 0));
        Self::from_words(words, variables, seed)
    }

    /// Returns the steps in order, without the end step.
    pub fn steps(&self) -> impl Iterator<Item = ProgramStep> + Clone {
        let mut words = self.words.iter().copied();
        std::iter::from_fn(move || ProgramStep::read(&mut words).ok().flatten())
    }

    /// Returns the number of steps without the end step.
    pub fn step_count(&self) -> usize {
        self.shape.steps
    }

    /// Returns the number of variables. Their values are given by index.
    pub fn variable_count(&self) -> usize {
        self.variables as usize
    }

    /// Returns the number of outputs, at least one.
    pub fn output_count(&self) -> usize {
        self.shape.outputs
    }

    /// Returns the largest number of values on the stack at once.
    pub fn stack_depth(&self) -> usize {
        self.shape.depth
    }

    /// Returns the seed of `hash` and `noise`.
    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// Returns the words of the bytecode, including the end step.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Returns the value of an output that compilation has folded into a number. Such an output has no variables, or is
    /// `x ^ 0`, which is 1 even for NaN. Returns `None` for any other output, such as `x * 0`, which may be NaN or -0,
    /// and for an index past the last output.
    ///
    /// ```
    /// use footwork_expr::compile;
    ///
    /// assert_eq!(compile("2 * (3 + 4)", &["x"]).unwrap().constant(0), Some(14.0));
    /// assert_eq!(compile("2 * pow(x, 0)", &["x"]).unwrap().constant(0), Some(2.0));
    /// assert_eq!(compile("x", &["x"]).unwrap().constant(0), None);
    /// ```
    pub fn constant(&self, output: usize) -> Option<f32> {
        let place = self.constants.binary_search_by_key(&output, |&(at, _)| at);
        let (_, bits) = self.constants[place.ok()?];
        Some(f32::from_bits(bits))
    }

    /// Returns the values of all outputs if all are constant, so that nothing needs to run; otherwise `None`.
    pub fn constants(&self) -> Option<Vec<f32>> {
        let all = self.constants.len() == self.output_count();
        let values = self.constants.iter().map(|&(_, bits)| f32::from_bits(bits));
        all.then(|| values.collect())
    }

    /// Returns the constant outputs in rising order. An output is constant if the last step that wrote to its place on
    /// the stack was a number.
    fn constant_outputs(&self) -> Vec<(usize, u32)> {
        if self.output_count() == 1 && self.step_count() > 1 {
            return Vec::new();
        }
        let mut stack = Vec::with_capacity(self.stack_depth());
        for step in self.steps() {
            stack.truncate(stack.len() - step.arity());
            stack.push(match step {
                ProgramStep::Float(value) => Some(canonical(value).to_bits()),
                _ => None,
            });
        }
        let numbered = stack.into_iter().enumerate();
        numbered
            .filter_map(|(output, bits)| Some((output, bits?)))
            .collect()
    }
}

const END: u8 = 0;
const VARIABLE: u8 = 1;
const FLOAT: u8 = 2;
const CALL: u8 = 3;
const POWER: u8 = 4;

/// The largest operand that fits into a word next to an operation.
const DATUM: u32 = 0xff_ffff;

fn word(operation: u8, datum: u32) -> u32 {
    u32::from(operation) << 24 | datum & DATUM
}

/// The reason why words are not a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoStep {
    /// The words end within the step.
    Cut,
    /// The word has an unknown operation or operand.
    Unknown(u32),
}

impl ProgramStep {
    fn write(self, words: &mut Vec<u32>) {
        match self {
            Self::Variable(number) => words.push(word(VARIABLE, number.min(DATUM))),
            Self::Float(value) => words.extend([word(FLOAT, 0), value.to_bits()]),
            Self::Call(function) => words.push(word(CALL, u32::from(function.number()))),
            Self::Power(power) => words.push(word(POWER, power.cast_unsigned())),
        }
    }

    /// Returns the next step; `None` at the end step.
    #[inline(always)]
    fn read(words: &mut impl Iterator<Item = u32>) -> Result<Option<Self>, NoStep> {
        let word = words.next().ok_or(NoStep::Cut)?;
        let [low, middle, high, operation] = word.to_le_bytes();
        let step = match (operation, high, middle, low) {
            (END, 0, 0, 0) => return Ok(None),
            (VARIABLE, ..) => Self::Variable(word & DATUM),
            (FLOAT, 0, 0, 0) => Self::Float(f32::from_bits(words.next().ok_or(NoStep::Cut)?)),
            (CALL, 0, 0, number) => match Function::from_number(number) {
                Some(function) => Self::Call(function),
                None => return Err(NoStep::Unknown(word)),
            },
            // Extends the sign of 24 bits.
            (POWER, ..) => match (word << 8).cast_signed() >> 8 {
                power @ -1..=MAX_POWER => Self::Power(power),
                _ => return Err(NoStep::Unknown(word)),
            },
            _ => return Err(NoStep::Unknown(word)),
        };
        Ok(Some(step))
    }
}
