//! The arrays that an evaluator reads, and their errors.

/// The values of a variable in a call that computes an array of results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input<'a> {
    /// One value for each result.
    Slice(&'a [f32]),
    /// One value for all results.
    Uniform(f32),
}

/// The reason why arrays were rejected: their number or their lengths do not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockError {
    /// There are fewer inputs than variables.
    Inputs {
        /// The number of variables.
        expected: usize,
        /// The number of given inputs.
        found: usize,
    },
    /// The number of slices for outputs differs from the number of outputs.
    Outputs {
        /// The number of outputs.
        expected: usize,
        /// The number of given slices.
        found: usize,
    },
    /// An input differs in length from the first output.
    InputLength {
        /// The index of the input, from 0.
        index: usize,
        /// The length of the first output.
        expected: usize,
        /// The length of the input.
        found: usize,
    },
    /// An output differs in length from the first output.
    OutputLength {
        /// The index of the output, from 0.
        index: usize,
        /// The length of the first output.
        expected: usize,
        /// The length of the output.
        found: usize,
    },
}

footwork_base::display! { BlockError:
    Self::Inputs { expected, found } => "there are {expected} variables and {found} inputs";
    Self::Outputs { expected, found } => "there are {expected} outputs, and slices for {found}";
    Self::InputLength { index, expected, found, } => "input {index} has {found} values, the outputs have {expected}";
    Self::OutputLength { index, expected, found, } => "output {index} has {found} values, the first one has {expected}";
}

impl std::error::Error for BlockError {}
