//! Words of 64 frames, in groups.

use std::array;

use crate::algebra::SetOp;

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

/// Arithmetic of groups by the instructions of one level.
pub(super) trait Lanes: Copy {
    /// `more - less`, and one less in each word for which `borrows` has a bit.
    fn subtract(self, more: Group, less: Group, borrows: u8) -> Group;

    /// `a op b`.
    fn combine(self, op: SetOp, a: Group, b: Group) -> Group;
}

impl Group {
    pub(super) const NONE: Self = Self([0; LANES]);
    pub(super) const ALL: Self = Self([u64::MAX; LANES]);

    #[inline(always)]
    pub(super) fn from_stored(bytes: &StoredGroup) -> Self {
        let words = bytes.as_chunks::<8>().0;
        Self(array::from_fn(|lane| u64::from_le_bytes(words[lane])))
    }

    /// The same without the bits of frames at or past `frames`.
    #[inline(always)]
    pub(super) fn before(self, frames: u32) -> Self {
        let mut left = frames;
        Self(self.0.map(|word| {
            let inside = match left {
                0..64 => (1 << left) - 1,
                64.. => u64::MAX,
            };
            left = left.saturating_sub(64);
            word & inside
        }))
    }
}
