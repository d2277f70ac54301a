//! One array in NumPy's [format](https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html): a header in the
//! syntax of a Python dictionary, and the numbers.

use super::NumpyError;

pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// The maximum length of a header in bytes.
pub(super) const MAX_HEADER_BYTES: usize = 1 << 16;

/// An array of numbers, the last index fastest.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Array {
    /// The length of each axis; empty for a single number.
    pub(crate) shape: Vec<usize>,
    /// The numbers; their count is the product of `shape`.
    pub(crate) values: Vec<f64>,
}

/// The type of an array's numbers.
#[derive(Clone, Copy)]
enum Kind {
    F4,
    F8,
    I4,
    I8,
}

impl Array {
    /// Reads the array in a file, with at most `limit` numbers.
    pub(crate) fn parse(bytes: &[u8], limit: usize) -> Result<Self, NumpyError> {
        let (header, body) = split(bytes)?;
        let Layout {
            shape,
            kind,
            is_little,
            count,
        } = Layout::new(header, limit)?;
        let width = kind.width();
        let Some(body) = count
            .checked_mul(width)
            .and_then(|length| body.get(..length))
        else {
            let found = body.len() / width;
            let message =
                format!("the array has {found} of the {count} numbers that its shape needs");
            return Err(NumpyError::new("truncated", message));
        };
        let values = body
            .chunks_exact(width)
            .map(|chunk| number(kind, is_little, chunk));
        let values: Vec<f64> = values.collect();
        let is_fortran = header.contains("'fortran_order': True");
        Ok(match (is_fortran, shape.as_slice()) {
            (true, &[rows, columns]) => Self {
                values: (0..count)
                    .map(|at| values[at % columns * rows + at / columns])
                    .collect(),
                shape,
            },
            (true, [_, _, ..]) => {
                let message = "arrays in Fortran's order are read only up to two axes";
                return Err(NumpyError::new("array-type", message));
            }
            _ => Self { shape, values },
        })
    }

    /// Returns the length in bytes of the array file that begins with `start`; an error if the array has more than
    /// `limit` numbers.
    pub(super) fn file_length(start: &[u8], limit: usize) -> Result<usize, NumpyError> {
        let (header, body) = split(start)?;
        let Layout { kind, count, .. } = Layout::new(header, limit)?;
        let numbers = count.saturating_mul(kind.width());
        Ok((start.len() - body.len()).saturating_add(numbers))
    }

    /// Returns the shape of the array in a file; `None` if the file is not an array.
    pub(crate) fn shape_of(bytes: &[u8]) -> Option<Vec<usize>> {
        let (header, _) = split(bytes).ok()?;
        kind_in(header)?;
        shape_in(header).ok()
    }
}

impl Kind {
    /// Returns the size of one number in bytes.
    fn width(self) -> usize {
        match self {
            Self::F4 | Self::I4 => 4,
            Self::F8 | Self::I8 => 8,
        }
    }
}

/// The layout of an array's numbers, read from its header.
struct Layout {
    shape: Vec<usize>,
    kind: Kind,
    is_little: bool,
    count: usize,
}

impl Layout {
    /// Reads a header; at most `limit` numbers may follow.
    fn new(header: &str, limit: usize) -> Result<Self, NumpyError> {
        let shape = shape_in(header)?;
        let Some((kind, is_little)) = kind_in(header) else {
            return Err(NumpyError::new(
                "array-type",
                "the array does not hold numbers of 4 or 8 bytes",
            ));
        };
        let count = shape
            .iter()
            .try_fold(1usize, |count, &length| count.checked_mul(length));
        let count = count.filter(|&count| count <= limit).ok_or_else(|| {
            NumpyError::new(
                "too-many-values",
                format!("the array has more numbers than the limit of {limit}"),
            )
        })?;
        Ok(Self {
            shape,
            kind,
            is_little,
            count,
        })
    }
}

/// Splits a file into the text of its header and its numbers.
fn split(bytes: &[u8]) -> Result<(&str, &[u8]), NumpyError> {
    let fail = || NumpyError::new("truncated", "the file ends within the header of the array");
    if !bytes.starts_with(MAGIC) {
        return Err(NumpyError::new("no-array", "it is not an array of NumPy"));
    }
    let (length, start) = match bytes.get(6) {
        Some(1) => {
            let two = bytes
                .get(8..10)
                .and_then(|two| two.try_into().ok())
                .ok_or_else(fail)?;
            (usize::from(u16::from_le_bytes(two)), 10)
        }
        _ => {
            let four = bytes
                .get(8..12)
                .and_then(|four| four.try_into().ok())
                .ok_or_else(fail)?;
            (
                usize::try_from(u32::from_le_bytes(four)).unwrap_or(usize::MAX),
                12,
            )
        }
    };
    let header = length
        .checked_add(start)
        .filter(|_| length <= MAX_HEADER_BYTES);
    let header = header
        .and_then(|stop| bytes.get(start..stop))
        .ok_or_else(fail)?;
    let text = std::str::from_utf8(header).map_err(|_| fail())?;
    Ok((text, bytes.get(start + length..).unwrap_or_default()))
}

/// Returns the value of a key in the header, up to the end of the text.
fn value<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = header.split_once(&format!("'{key}':"))?;
    Some(rest.trim_start())
}

fn shape_in(header: &str) -> Result<Vec<usize>, NumpyError> {
    let tuple = value(header, "shape").and_then(|rest| rest.strip_prefix('('));
    let inside = tuple
        .and_then(|rest| rest.split_once(')'))
        .map(|(inside, _)| inside);
    let lengths = inside
        .unwrap_or("?")
        .split(',')
        .map(str::trim)
        .filter(|length| !length.is_empty());
    let lengths: Result<Vec<usize>, _> = lengths
        .map(|length| length.trim_end_matches('L').parse())
        .collect();
    lengths.map_err(|_| NumpyError::new("no-array", "the header of the array has no shape"))
}

fn kind_in(header: &str) -> Option<(Kind, bool)> {
    let name = value(header, "descr")?
        .strip_prefix('\'')?
        .split('\'')
        .next()?;
    let (order, kind) = name.split_at_checked(1)?;
    let kind = match kind {
        "f4" => Kind::F4,
        "f8" => Kind::F8,
        "i4" => Kind::I4,
        "i8" => Kind::I8,
        _ => return None,
    };
    Some((kind, order != ">"))
}

fn number(kind: Kind, is_little: bool, chunk: &[u8]) -> f64 {
    let mut bytes = [0; 8];
    let width = chunk.len().min(8);
    bytes[..width].copy_from_slice(&chunk[..width]);
    if !is_little {
        bytes[..width].reverse();
    }
    let [a, b, c, d, ..] = bytes;
    match kind {
        Kind::F4 => f64::from(f32::from_le_bytes([a, b, c, d])),
        Kind::I4 => f64::from(i32::from_le_bytes([a, b, c, d])),
        Kind::F8 => f64::from_le_bytes(bytes),
        // Frame rates and counts are far below 2^53.
        Kind::I8 => i64::from_le_bytes(bytes) as f64,
    }
}
