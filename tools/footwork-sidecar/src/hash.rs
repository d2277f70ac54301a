//! The fingerprint of a clip's content, which shows whether a clip has changed.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use twox_hash::XxHash3_64;

/// The xxh3-64 hash of a clip file's bytes, or of one clip's content in a file of several clips. Printed as `xxh3:` and
/// sixteen hexadecimal digits.
///
/// ```
/// use footwork_sidecar::ClipHash;
///
/// let hash = ClipHash::from_bytes(b"HIERARCHY");
/// assert_eq!(hash.to_string().parse(), Ok(hash));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClipHash(u64);

impl ClipHash {
    /// Returns the hash of some bytes.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(XxHash3_64::oneshot(bytes))
    }

    /// Creates a hash from its number, such as the fingerprint of a clip that is part of a file or spread over several
    /// files.
    pub fn from_number(number: u64) -> Self {
        Self(number)
    }

    /// Returns the hash as a number.
    pub fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for ClipHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "xxh3:{:016x}", self.0)
    }
}

/// The text is not a clip hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a hash is `xxh3:` and sixteen hexadecimal digits in lower case")]
pub struct ParseHashError;

impl FromStr for ClipHash {
    type Err = ParseHashError;

    fn from_str(text: &str) -> Result<Self, ParseHashError> {
        let digits = text.strip_prefix("xxh3:").ok_or(ParseHashError)?;
        let canonical = digits.len() == 16
            && digits
                .bytes()
                .all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if !canonical {
            return Err(ParseHashError);
        }
        u64::from_str_radix(digits, 16)
            .map(Self)
            .map_err(|_| ParseHashError)
    }
}
