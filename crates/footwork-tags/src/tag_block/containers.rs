//! The containers of a block whose ends take two bytes, for loops over many clips.

/// The containers of a block.
#[derive(Clone, Copy)]
pub(crate) struct Containers<'a> {
    /// Clips that have one, and others that have all frames: one bit each.
    pub(crate) mixed: u64,
    pub(crate) all: u64,
    /// The end of each.
    pub(super) ends: &'a [[u8; 2]],
    pub(super) bytes: &'a [u8],
}

impl<'a> Containers<'a> {
    /// Returns the bytes from the container at `place`, which has one, to the end of the block.
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

    /// Returns the number of containers before that at `place`.
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
