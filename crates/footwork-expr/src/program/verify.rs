//! Checks that words form a program that is safe to run, whatever their source.

use super::{NoStep, Program, ProgramStep, Shape};
use crate::limits::MAX_STEPS;

/// The reason why words are not a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// The words stop before the end step.
    NoEnd,
    /// Words follow the end step.
    WordsAfterEnd {
        /// The index of the first such word.
        index: usize,
    },
    /// A word is not a step.
    UnknownStep {
        /// The index of the step, from 0.
        index: usize,
        /// The word of the step.
        word: u32,
    },
    /// A step takes more numbers than are on the stack.
    Underflow {
        /// The index of the step, from 0.
        index: usize,
    },
    /// A step reads a variable that does not exist.
    UnknownVariable {
        /// The index of the step, from 0.
        index: usize,
        /// The variable.
        variable: u32,
    },
    /// There is no output.
    NoOutput,
    /// There are more than [`MAX_STEPS`] steps.
    TooLong,
}

footwork_base::display! { VerifyError:
    Self::NoEnd => "the program has no end";
    Self::WordsAfterEnd { index } => "word {index} follows the end";
    Self::UnknownStep { index, word } => "step {index} ({word:#010x}) is unknown";
    Self::Underflow { index } => "step {index} takes more numbers than the stack holds";
    Self::UnknownVariable { index, variable } => "step {index} reads variable {variable}, which does not exist";
    Self::NoOutput => "the program has no output";
    Self::TooLong => "the program has more steps than the limit of {MAX_STEPS}";
}

impl std::error::Error for VerifyError {}

impl Program {
    /// Builds a program from words, after checking that the program is safe to run.
    ///
    /// # Errors
    /// Returns the first fault that it finds in the words.
    pub fn from_words(words: Vec<u32>, variables: u32, seed: u32) -> Result<Self, VerifyError> {
        let mut shape = Shape {
            outputs: 0,
            depth: 0,
            steps: 0,
        };
        let mut left = words.iter().copied();
        loop {
            let index = shape.steps;
            let found = match ProgramStep::read(&mut left) {
                Ok(Some(found)) => found,
                Ok(None) => break,
                Err(NoStep::Cut) => return Err(VerifyError::NoEnd),
                Err(NoStep::Unknown(word)) => return Err(VerifyError::UnknownStep { index, word }),
            };
            if index == MAX_STEPS {
                return Err(VerifyError::TooLong);
            }
            if let ProgramStep::Variable(variable) = found
                && variable >= variables
            {
                return Err(VerifyError::UnknownVariable { index, variable });
            }
            let below = shape.outputs.checked_sub(found.arity());
            shape.outputs = below.ok_or(VerifyError::Underflow { index })? + 1;
            shape.depth = shape.depth.max(shape.outputs);
            shape.steps += 1;
        }
        if left.len() > 0 {
            let index = words.len() - left.len();
            return Err(VerifyError::WordsAfterEnd { index });
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
