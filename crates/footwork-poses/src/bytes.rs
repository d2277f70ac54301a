//! Reads little-endian numbers from bytes.

/// Returns the 32-bit number at the offset `at`; 0 past the end.
#[inline(always)]
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let rest = bytes.get(at..).and_then(|rest| rest.first_chunk());
    rest.map_or(0, |chunk| u32::from_le_bytes(*chunk))
}

/// Returns the 64-bit number at the offset `at`; 0 past the end.
pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}

/// Returns the f32 at the offset `at`; 0 past the end.
#[inline(always)]
pub(crate) fn f32_at(bytes: &[u8], at: usize) -> f32 {
    f32::from_bits(u32_at(bytes, at))
}
