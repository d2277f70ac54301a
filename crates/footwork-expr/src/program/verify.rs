//! Whether words are a program that is safe to run, whoever wrote them.

use std::fmt;

use super::{MAX_STEPS, NoStep, Program, Shape, Step};

/// Why words are no program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// There is no end where the words end.
    NoEnd,
    /// There are words behind the end.
    WordsBehindEnd {
        /// The first of them.
        word: usize,
    },
    /// A word that is no step.
    UnknownStep {
        /// Which step, from 0.
        step: usize,
        /// Its word.
        word: u32,
    },
    /// A step that takes more numbers than are on the stack.
    Underflow {
        /// Which step, from 0.
        step: usize,
    },
    /// A step that reads a variable that there is not.
    UnknownVariable {
        /// Which step, from 0.
        step: usize,
        /// The variable.
        variable: u32,
    },
    /// There is no output.
    NoOutput,
    /// There are more than [`MAX_STEPS`] steps.
    TooLong,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEnd => f.write_str("the program has no end"),
            Self::WordsBehindEnd { word } => write!(f, "word {word} stands behind the end"),
            Self::UnknownStep { step, word } => write!(f, "step {step} ({word:#010x}) is unknown"),
            Self::Underflow { step } => {
                write!(f, "step {step} takes more numbers than the stack holds")
            }
            Self::UnknownVariable { step, variable } => {
                write!(
                    f,
                    "step {step} reads variable {variable}, which there is not"
                )
            }
            Self::NoOutput => f.write_str("the program leaves no number"),
            Self::TooLong => write!(f, "a program has at most {MAX_STEPS} steps"),
        }
    }
}

impl std::error::Error for VerifyError {}

impl Program {
    /// Takes words that are a program.
    ///
    /// # Errors
    /// The first thing that makes them none.
    pub fn verify(words: Vec<u32>, variables: u32, seed: u32) -> Result<Self, VerifyError> {
        let mut shape = Shape {
            outputs: 0,
            depth: 0,
            steps: 0,
        };
        let mut left = words.iter().copied();
        loop {
            let step = shape.steps;
            let found = match Step::read(&mut left) {
                Ok(Some(found)) => found,
                Ok(None) => break,
                Err(NoStep::Cut) => return Err(VerifyError::NoEnd),
                Err(NoStep::Unknown(word)) => return Err(VerifyError::UnknownStep { step, word }),
            };
            if step == MAX_STEPS {
                return Err(VerifyError::TooLong);
            }
            if let Step::Variable(variable) = found
                && variable >= variables
            {
                return Err(VerifyError::UnknownVariable { step, variable });
            }
            let below = shape.outputs.checked_sub(found.arity());
            shape.outputs = below.ok_or(VerifyError::Underflow { step })? + 1;
            shape.depth = shape.depth.max(shape.outputs);
            shape.steps += 1;
        }
        if left.len() > 0 {
            let word = words.len() - left.len();
            return Err(VerifyError::WordsBehindEnd { word });
        }
        if shape.outputs == 0 {
            return Err(VerifyError::NoOutput);
        }
        let mut program = Self {
            words,
            variables,
            seed,
            shape,
            constants: Vec::new(),
        };
        program.constants = program.constant_outputs();
        Ok(program)
    }
}
