//! The arrays that an evaluator reads, and what can be wrong with them.

/// The values of a variable for an array of results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input<'a> {
    /// One value for each result.
    Slice(&'a [f32]),
    /// One value for all of them.
    Uniform(f32),
}

/// Why arrays are rejected: they are not as many or as long as they should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockError {
    /// There are fewer inputs than variables.
    Inputs {
        /// How many variables there are.
        expected: usize,
        /// How many inputs were given.
        found: usize,
    },
    /// There are not as many slices for outputs as there are outputs.
    Outputs {
        /// How many outputs there are.
        expected: usize,
        /// How many slices were given.
        found: usize,
    },
    /// An input is not as long as the first output.
    InputLength {
        /// Which input, from 0.
        index: usize,
        /// How long the first output is.
        expected: usize,
        /// How long the input is.
        found: usize,
    },
    /// An output is not as long as the first one.
    OutputLength {
        /// Which output, from 0.
        index: usize,
        /// How long the first output is.
        expected: usize,
        /// How long this one is.
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
