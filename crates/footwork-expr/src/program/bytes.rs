//! Reads and writes a program as bytes. The bytes are the same on every machine, and loading is safe for any bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `footexpr` |
//! | 4 | version, 1 |
//! | 4 | variables |
//! | 4 | seed |
//! | 4 | words |
//! | 4 each | the words |
//!
//! All numbers are little-endian. Reading checks the words, so running does not check them again.

use super::{Program, VerifyError};

const MAGIC: &[u8; 8] = b"footexpr";
const VERSION: u32 = 1;

/// The reason why bytes were not read as a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// The bytes do not begin with `footexpr`, or end within the header.
    NotAProgram,
    /// The version is not the one that this crate reads.
    Version {
        /// The version found.
        found: u32,
    },
    /// There are fewer or more bytes than the header says.
    Length {
        /// The expected number of bytes.
        expected: u64,
        /// The number of bytes found.
        found: u64,
    },
    /// The words are not a program.
    Verify(VerifyError),
}

footwork_base::display! { ReadError:
    Self::NotAProgram => "these bytes are not a compiled expression";
    Self::Version { found } => "the expression has version {found}; this program reads version {VERSION}, \
                             so compile the text again";
    Self::Length { expected, found } => "the expression should be {expected} bytes long and is {found}";
    Self::Verify(_) => "the bytecode of the expression is not safe to run";
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Verify(error) => Some(error),
            _ => None,
        }
    }
}

impl From<VerifyError> for ReadError {
    fn from(error: VerifyError) -> Self {
        Self::Verify(error)
    }
}

impl Program {
    /// Returns the program as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let count = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        let mut bytes = MAGIC.to_vec();
        for word in [VERSION, self.variables, self.seed, count] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(self.words.iter().flat_map(|word| word.to_le_bytes()));
        bytes
    }

    /// Reads the program that [`to_bytes`](Self::to_bytes) wrote, and checks that it is safe to run.
    ///
    /// The bytes give the number of variables, up to 4,294,967,295, but not their names. Before running the program,
    /// compare [`variable_count`](Self::variable_count) with the number of values that you have. With too few values,
    /// [`StackMachine::run`](crate::StackMachine::run) and [`Evaluator::value`](crate::Evaluator::value) panic, and
    /// [`Evaluator::block`](crate::Evaluator::block) returns an error.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a valid program. Memory is allocated only for words that are present.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(ReadError::NotAProgram)?;
        let (words, odd) = rest.as_chunks::<4>();
        let mut words = words.iter().map(|word| u32::from_le_bytes(*word));
        let mut next = || words.next().ok_or(ReadError::NotAProgram);
        let found = next()?;
        if found != VERSION {
            return Err(ReadError::Version { found });
        }
        let (variables, seed, count) = (next()?, next()?, next()?);
        if words.len() as u64 != u64::from(count) || !odd.is_empty() {
            let header = MAGIC.len() as u64 + 16;
            return Err(ReadError::Length {
                expected: header + 4 * u64::from(count),
                found: bytes.len() as u64,
            });
        }
        Ok(Self::from_words(words.collect(), variables, seed)?)
    }
}
