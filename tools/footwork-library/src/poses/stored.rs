//! The binary form of a signature in the pose cache.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `FWPOSE`, then the version in 2 bytes |
//! | 8, 8 | the rate's numerator and denominator |
//! | 4 | the number of frames |
//! | 2 | the length of the root joint's name, then that name in UTF-8; positions are relative to this joint |
//! | 2 | the number of joints; then, for each, its name's length in 2 bytes and the name in UTF-8 |
//! | 1 | 1 if partners follow, else 0; then, for each joint, the index of its partner in 2 bytes |
//! | 2 each | the values, frame by frame |
//! | 4 | CRC-32 of everything before |
//!
//! All numbers are little-endian.

use footwork_base::FrameRate;
use thiserror::Error;

use super::signature::{MAX_VALUES, Signature, width};

const MAGIC: &[u8; 6] = b"FWPOSE";
const VERSION: u16 = 2;

/// Why bytes are not a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StoredError {
    /// The bytes have another format or version.
    #[error("not poses that this version can read")]
    Foreign,
    /// The bytes were truncated or changed.
    #[error("the poses are damaged")]
    Damaged,
    /// The checksum is right, but the content is inconsistent.
    #[error("the poses do not fit together")]
    Wrong,
}

impl Signature {
    /// Returns the signature as bytes; equal signatures have equal bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.rate.numerator().to_le_bytes());
        bytes.extend(self.rate.denominator().to_le_bytes());
        bytes.extend(self.frames.to_le_bytes());
        put_name(&mut bytes, &self.root);
        bytes.extend(short(self.joints.len()));
        for name in &self.joints {
            put_name(&mut bytes, name);
        }
        bytes.push(u8::from(self.partners.is_some()));
        for partner in self.partners.iter().flatten() {
            bytes.extend(short(*partner));
        }
        bytes.extend(
            self.millimetres
                .iter()
                .flat_map(|value| value.to_le_bytes()),
        );
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a signature. Allocates no more memory than the input can fill.
    ///
    /// # Errors
    /// If the bytes are not a signature, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StoredError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(StoredError::Foreign)?;
        if u16::from_le_bytes(take(&mut rest)?) != VERSION {
            return Err(StoredError::Foreign);
        }
        let (content, sum) = bytes.split_last_chunk().ok_or(StoredError::Damaged)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
            return Err(StoredError::Damaged);
        }
        rest = &rest[..rest.len() - sum.len()];
        read(rest)
    }
}

/// Reads the content between the version and the checksum.
fn read(mut rest: &[u8]) -> Result<Signature, StoredError> {
    let rest = &mut rest;
    let numerator = u64::from_le_bytes(take(rest)?);
    let denominator = u64::from_le_bytes(take(rest)?);
    // Equal signatures have equal bytes, so the fraction is in lowest terms.
    let rate = FrameRate::new(numerator, denominator)
        .filter(|rate| (rate.numerator(), rate.denominator()) == (numerator, denominator))
        .ok_or(StoredError::Wrong)?;
    let frames = u32::from_le_bytes(take(rest)?);
    let root = take_name(rest)?;
    let count = usize::from(u16::from_le_bytes(take(rest)?));
    let mut joints = Vec::new();
    for _ in 0..count {
        joints.push(take_name(rest)?);
    }
    let partners = match take(rest)? {
        [0] => None,
        [1] => Some(partners(rest, count)?),
        _ => return Err(StoredError::Wrong),
    };
    let values = (frames as usize).checked_mul(width(count));
    let is_right = |values: usize| values <= MAX_VALUES && rest.len() == 2 * values;
    if frames == 0 || !values.is_some_and(is_right) {
        return Err(StoredError::Wrong);
    }
    let (pairs, _) = rest.as_chunks();
    Ok(Signature {
        rate,
        frames,
        root,
        joints,
        partners,
        millimetres: pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect(),
    })
}

/// Reads each joint's partner, and checks that partners refer to each other.
fn partners(rest: &mut &[u8], count: usize) -> Result<Vec<usize>, StoredError> {
    let read = (0..count).map(|_| Ok(usize::from(u16::from_le_bytes(take(rest)?))));
    let partners: Vec<usize> = read.collect::<Result<_, _>>()?;
    let is_mutual = |(joint, partner): (usize, &usize)| partners.get(*partner) == Some(&joint);
    if partners.iter().enumerate().all(is_mutual) {
        Ok(partners)
    } else {
        Err(StoredError::Wrong)
    }
}

fn put_name(bytes: &mut Vec<u8>, name: &str) {
    bytes.extend(short(name.len()));
    let end = name.len().min(usize::from(u16::MAX));
    bytes.extend(&name.as_bytes()[..end]);
}

fn take_name(rest: &mut &[u8]) -> Result<String, StoredError> {
    let length = usize::from(u16::from_le_bytes(take(rest)?));
    let (name, after) = rest.split_at_checked(length).ok_or(StoredError::Wrong)?;
    *rest = after;
    let name = std::str::from_utf8(name).map_err(|_| StoredError::Wrong)?;
    Ok(name.to_owned())
}

/// Takes the next `N` bytes.
fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], StoredError> {
    let (chunk, after) = rest.split_first_chunk().ok_or(StoredError::Wrong)?;
    *rest = after;
    Ok(*chunk)
}

/// Returns a length as two bytes. It always fits, because signatures have few joints with short names.
fn short(length: usize) -> [u8; 2] {
    u16::try_from(length).unwrap_or(u16::MAX).to_le_bytes()
}
