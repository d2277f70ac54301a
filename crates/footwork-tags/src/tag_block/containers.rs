//! The containers of a block whose ends take two bytes, for loops over many clips.

use std::hint::select_unpredictable;

/// The size of the words of 4,096 frames, in bytes.
const MAX_SHORT_BYTES: usize = 4096 / 8;

/// The words of clips with no frame, which have no container.
static NO_FRAMES: [u8; MAX_SHORT_BYTES] = [0; MAX_SHORT_BYTES];
/// The words of clips with all frames, which have no container.
static ALL_FRAMES: [u8; MAX_SHORT_BYTES] = [0xff; MAX_SHORT_BYTES];

/// The containers of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Containers<'a> {
    /// The clips with a container, one bit each.
    pub(crate) mixed: u64,
    /// The clips with all frames, which have no container, one bit each.
    pub(crate) all: u64,
    /// The end of each container in `bytes`.
    pub(super) ends: &'a [[u8; 2]],
    pub(super) bytes: &'a [u8],
}

impl<'a> Containers<'a> {
    /// The containers of a tag on no frame.
    pub(crate) const NONE: Self = Self::constant(0);
    /// The containers of a tag on all frames.
    pub(crate) const ALL: Self = Self::constant(u64::MAX);

    const fn constant(all: u64) -> Self {
        Self {
            mixed: 0,
            all,
            ends: &[],
            bytes: &[],
        }
    }

    /// Returns the words of a clip, followed by unrelated bytes. The clip must have fewer than 4,096 frames, and all
    /// containers of the block must be words. The code does not branch on whether the clip has a container, because
    /// that is unpredictable.
    #[inline(always)]
    pub(crate) fn short_words(self, place: u32) -> &'a [u8] {
        let bit = 1u64 << (place % 64);
        let constant = select_unpredictable(self.all & bit != 0, &ALL_FRAMES, &NO_FRAMES);
        select_unpredictable(self.mixed & bit != 0, self.bytes_from(place), constant)
    }

    /// Returns the bytes of the block from the container at `place` to the end. The container must exist.
    #[inline(always)]
    pub(crate) fn bytes_from(self, place: u32) -> &'a [u8] {
        self.bytes
            .get(self.start(self.rank(place))..)
            .unwrap_or(&[])
    }

    /// Returns the ranges of the container at `place`, of three bytes each.
    #[inline(always)]
    pub(crate) fn narrow_runs(self, place: u32) -> &'a [[u8; 3]] {
        let rank = self.rank(place);
        let bytes = self.bytes.get(self.start(rank)..self.start(rank + 1));
        bytes.unwrap_or(&[]).as_chunks().0
    }

    /// Returns the number of containers before the container at `place`.
    #[inline(always)]
    fn rank(self, place: u32) -> usize {
        (self.mixed & ((1u64 << (place % 64)) - 1)).count_ones() as usize
    }

    #[inline(always)]
    fn start(self, rank: usize) -> usize {
        let before = self.ends.get(rank.wrapping_sub(1));
        before.map_or(size_of_val(self.ends), |end| {
            usize::from(u16::from_le_bytes(*end))
        })
    }
}
