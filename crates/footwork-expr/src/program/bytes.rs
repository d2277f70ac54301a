//! A program as bytes: the same on every machine, and safe to load from anywhere.
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
//! All numbers are little-endian. Whether the words are a program is checked when they are read, and
//! never again.

use std::fmt;

use super::{Program, VerifyError};

const MAGIC: &[u8; 8] = b"footexpr";
const VERSION: u32 = 1;

/// Why bytes are no program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// The bytes begin as no program does.
    NoProgram,
    /// The version is another one than this crate's.
    Version {
        /// The version found.
        found: u32,
    },
    /// There are fewer or more bytes than the words take.
    Length {
        /// How many bytes there should be.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// The words are no program.
    Verify(VerifyError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoProgram => f.write_str("these bytes are no compiled expression"),
            Self::Version { found } => {
                write!(
                    f,
                    "the expression has version {found}; version {VERSION} is known"
                )
            }
            Self::Length { expected, found } => {
                write!(
                    f,
                    "the expression should take {expected} bytes and takes {found}"
                )
            }
            Self::Verify(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<VerifyError> for ReadError {
    fn from(error: VerifyError) -> Self {
        Self::Verify(error)
    }
}

impl Program {
    /// The program as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let count = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        let mut bytes = MAGIC.to_vec();
        for word in [VERSION, self.variables, self.seed, count] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(self.words.iter().flat_map(|word| word.to_le_bytes()));
        bytes
    }

    /// The program that [`to_bytes`](Self::to_bytes) wrote, checked so that it is safe to run.
    ///
    /// The bytes say how many variables there are, up to 4,294,967,295, and nothing of their names.
    /// Whoever has only so many values compares [`variable_count`](Self::variable_count) with that and
    /// refuses the program: to run it with too few values panics, but for
    /// [`Evaluator::block`](crate::Evaluator::block), where it is an error.
    ///
    /// # Errors
    /// What is wrong with the bytes. No memory is taken for words that are not there.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(ReadError::NoProgram)?;
        let (words, odd) = rest.as_chunks::<4>();
        let mut words = words.iter().map(|word| u32::from_le_bytes(*word));
        let mut next = || words.next().ok_or(ReadError::NoProgram);
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
        Ok(Self::verify(words.collect(), variables, seed)?)
    }
}
