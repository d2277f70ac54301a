//! Words of 64 frames, in groups.

use std::array;

/// Words are read and written in groups of this many.
pub(super) const LANES: usize = 8;

/// The frames of a group.
pub(super) const GROUP_FRAMES: u32 = 64 * 8;

/// As many words as the widest processor combines at once, which is a line of its cache. The lowest
/// bit of a word is its first frame.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Group(pub(super) [u64; LANES]);

/// A group as it is stored, on any machine: the lowest byte of each word first.
type StoredGroup = [u8; 8 * LANES];

impl Group {
    pub(super) const NONE: Self = Self([0; LANES]);
    pub(super) const ALL: Self = Self([u64::MAX; LANES]);

    #[inline(always)]
    pub(super) fn from_stored(bytes: &StoredGroup) -> Self {
        let words = bytes.as_chunks::<8>().0;
        Self(array::from_fn(|lane| u64::from_le_bytes(words[lane])))
    }
}
