//! The words of all clips of a block whose containers are nothing but words, for loops that do not ask
//! which clips have one.

use std::hint::select_unpredictable;

use super::{Containers, places};
use crate::evaluate::dispatch::prefetch_first_later;

/// The words of the clips that have no container: as many as a clip of fewer than 4,096 frames has.
static NO_FRAMES: [u8; MOST] = [0; MOST];
static ALL_FRAMES: [u8; MOST] = [0xff; MOST];

/// The bytes of 4,096 frames.
const MOST: usize = 4096 / 8;

/// The words of a block's clips.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<'a> {
    /// Clips that have a container, and others that have all frames: one bit each.
    mixed: u64,
    all: u64,
    bytes: &'a [u8],
    /// Where each clip's container starts, if it has one.
    starts: [u16; 64],
}

impl<'a> Words<'a> {
    /// Those of a tag that is on no clip, and those of one that is on all frames.
    pub(crate) const NONE: Self = Self::same(0);
    pub(crate) const ALL: Self = Self::same(u64::MAX);

    const fn same(all: u64) -> Self {
        Self {
            mixed: 0,
            all,
            bytes: &[],
            starts: [0; 64],
        }
    }

    pub(crate) fn new(containers: Containers<'a>) -> Self {
        let mut starts = [0; 64];
        // They stand behind their ends.
        let mut start = u16::try_from(size_of_val(containers.ends)).unwrap_or(u16::MAX);
        for (place, end) in places(containers.mixed).zip(containers.ends) {
            starts[place as usize % 64] = start;
            start = u16::from_le_bytes(*end);
        }
        Self {
            mixed: containers.mixed,
            all: containers.all,
            bytes: containers.bytes,
            starts,
        }
    }

    /// The words of the clip at `place`, if it has fewer than 4,096 frames, and anything behind them:
    /// without a branch, as which clips have a container is not foreseen.
    #[inline(always)]
    pub(crate) fn of(&self, place: u32) -> &'a [u8] {
        let bit = 1u64 << (place % 64);
        let start = usize::from(self.starts[place as usize % 64]);
        let words = self.bytes.get(start..).unwrap_or(&[]);
        let same = select_unpredictable(self.all & bit != 0, &ALL_FRAMES, &NO_FRAMES);
        select_unpredictable(self.mixed & bit != 0, words, same)
    }

    /// Prefetches the words of the clip at `place`, or the first of them if it is long.
    #[inline(always)]
    pub(crate) fn prefetch(&self, place: u32) {
        prefetch_first_later(self.of(place));
    }
}
