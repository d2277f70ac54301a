//! Words of 64 frames, in groups.

#![allow(
    unsafe_code,
    reason = "groups are read as words without a bounds check per word"
)]

use std::array;
use std::slice;

use crate::algebra::SetOp;

/// The number of words in a group.
pub(super) const LANES: usize = 8;

/// The number of frames in a group.
pub(super) const GROUP_FRAMES: u32 = 64 * 8;

/// A group of words. It fills a 512-bit register and a cache line. The lowest bit of a word is the word's first frame.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Group(pub(super) [u64; LANES]);

/// A group in stored form. The lowest byte of each word comes first on any machine.
type StoredGroup = [u8; 8 * LANES];

/// Arithmetic on groups with the instructions of one level.
pub(super) trait Lanes: Copy {
    /// Returns `more - less`, and subtracts one more from each word whose bit in `borrows` is set.
    fn subtract(self, more: Group, less: Group, borrows: u8) -> Group;

    /// Returns `a op b`.
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
}

/// Returns the words of groups in order.
#[inline(always)]
pub(super) fn words(groups: &[Group]) -> &[u64] {
    const { assert!(size_of::<Group>() == size_of::<[u64; LANES]>()) }
    // SAFETY: a group is `LANES` words and nothing else, and aligned more strictly than a word.
    unsafe { slice::from_raw_parts(groups.as_ptr().cast(), groups.len() * LANES) }
}

/// Returns the words of groups in order, mutably.
#[inline(always)]
pub(super) fn words_mut(groups: &mut [Group]) -> &mut [u64] {
    // SAFETY: as above, and every value of a word is valid.
    unsafe { slice::from_raw_parts_mut(groups.as_mut_ptr().cast(), groups.len() * LANES) }
}
