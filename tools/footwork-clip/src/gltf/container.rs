//! The chunks of a GLB file, and the check that a file is glTF.
//!
//! The `gltf` crate's own reader trusts the length in the header, so it is not used here.

use super::error::GltfError;
use crate::finding::BYTE_ORDER_MARK;

const MAGIC: &[u8] = b"glTF";

/// The JSON of a file, and the binary chunk of a GLB, if present.
#[derive(Debug)]
pub(super) struct Container<'a> {
    pub(super) json: &'a [u8],
    pub(super) bin: Option<&'a [u8]>,
    /// The chunks after the binary chunk, which belong to extensions.
    pub(super) rest: &'a [u8],
}

impl<'a> Container<'a> {
    /// Splits a GLB into chunks; any other file is all JSON.
    pub(super) fn parse(bytes: &'a [u8]) -> Result<Self, GltfError> {
        if !bytes.starts_with(MAGIC) {
            return Ok(Self {
                json: bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes),
                bin: None,
                rest: &[],
            });
        }
        let fail = |code, message: String| Err(GltfError::new(code, "", message));
        let (Some(version), Some(length)) = (word(bytes, 4), word(bytes, 8)) else {
            return fail("truncated", "the file ends within the GLB header".into());
        };
        if version == 1 {
            return Err(super::lenient::version_1());
        }
        if version != 2 {
            return fail("version", format!("GLB version {version} is not 2"));
        }
        let found = bytes.len();
        let bytes = match bytes.get(..length) {
            Some(inside) if length >= 12 => inside,
            Some(_) => {
                return fail(
                    "chunk-length",
                    format!("the GLB header says {length} bytes, less than itself"),
                );
            }
            None => {
                return fail(
                    "truncated",
                    format!("the GLB header says {length} bytes, and the file has {found}"),
                );
            }
        };
        let mut rest = bytes.get(12..).unwrap_or_default();
        let mut chunks = Vec::new();
        // Chunks after the second belong to extensions.
        while !rest.is_empty() && chunks.len() < 2 {
            let index = chunks.len();
            let (Some(length), Some(kind)) = (word(rest, 0), rest.get(4..8)) else {
                return fail(
                    "truncated",
                    format!("the file ends within the header of GLB chunk {index}"),
                );
            };
            let body = rest.get(8..).unwrap_or_default();
            let Some((content, after)) = body.split_at_checked(length) else {
                return fail(
                    "chunk-length",
                    format!(
                        "GLB chunk {index} says {length} bytes, and {} are left",
                        body.len()
                    ),
                );
            };
            chunks.push((kind, content));
            rest = after;
        }
        match chunks.as_slice() {
            [(b"JSON", json), others @ ..] => Ok(Self {
                json,
                rest,
                bin: others
                    .first()
                    .filter(|(kind, _)| *kind == b"BIN\0")
                    .map(|(_, content)| *content),
            }),
            _ => fail("no-json", "the first chunk of the GLB is not JSON".into()),
        }
    }
}

/// Reads the little-endian `u32` at an offset.
fn word(bytes: &[u8], at: usize) -> Option<usize> {
    let four: [u8; 4] = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(four)).ok()
}
