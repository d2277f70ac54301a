//! A tile: clips of a block to answer together. Their words are laid out one clip after another.

use std::ops::Range;

use super::group::LANES;
use crate::block::places;

/// The maximum number of groups in a tile.
pub(super) const TILE: usize = 96;

/// The maximum number of groups of a short clip. A `u64` has one bit for each word of such a clip.
pub(super) const SHORT: usize = 64 / LANES;

/// From this number of frames on, a clip is answered alone. Shorter clips have too few words for that to pay.
pub(super) const LONG: u32 = 1 << 14;

/// The clips to answer together.
///
/// Clips with the same number of groups are next to each other, so that the lengths of loops over groups are predicted
/// well.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    /// The places of the clips in the block: one bit each.
    pub(super) places: u64,
    /// The number of groups of all clips.
    pub(super) groups: usize,
    /// For each occurring number of groups, the places of the clips with that number.
    sizes: [(usize, u64); SHORT + 1],
    /// The number of used entries of `sizes`.
    size_count: usize,
    /// The number of the first group of the clip at each place.
    first: [usize; 64],
    /// The length of the clip at each place.
    frames: [u32; 64],
}

impl Default for Tile {
    fn default() -> Self {
        Self {
            places: 0,
            groups: 0,
            sizes: [(0, 0); SHORT + 1],
            size_count: 0,
            first: [0; 64],
            frames: [0; 64],
        }
    }
}

/// Returns the number of groups of a clip. The groups have room for at least one bit more than the clip has frames. No
/// range contains that bit.
#[inline(always)]
pub(super) const fn groups_of(frames: u32) -> usize {
    frames as usize / (64 * LANES) + 1
}

impl Tile {
    /// Takes clips, given by place and length, until the tile is full. No clip may be larger than a tile.
    #[inline(always)]
    pub(super) fn fill(&mut self, clips: impl Iterator<Item = (u32, u32)>) {
        (self.places, self.groups) = (0, 0);
        // Lays out the clips of one group, then the clips of two groups, and so on. A clip that is not short has a tile
        // of its own.
        let mut of_size = [0_u64; SHORT + 1];
        for (place, frames) in clips {
            let groups = groups_of(frames);
            let most = if groups > SHORT { 0 } else { TILE - groups };
            if self.groups > most {
                break;
            }
            self.frames[place as usize % 64] = frames;
            self.places |= 1 << place;
            of_size[(groups - 1).min(SHORT)] |= 1 << place;
            self.groups += groups;
            if groups > SHORT {
                break;
            }
        }
        self.size_count = 0;
        let mut first = 0;
        for (groups, which) in (1..).zip(of_size) {
            if which == 0 {
                continue;
            }
            let groups = if groups > SHORT { self.groups } else { groups };
            self.sizes[self.size_count % (SHORT + 1)] = (groups, which);
            self.size_count += 1;
            for place in places(which) {
                self.first[place as usize % 64] = first;
                first += groups;
            }
        }
    }

    /// Returns the places of the clips, by their number of groups.
    #[inline(always)]
    pub(super) fn sizes(&self) -> &[(usize, u64)] {
        self.sizes.get(..self.size_count).unwrap_or(&[])
    }

    /// Iterates over the given clips in the order of the tile, each with the range of its groups.
    #[inline(always)]
    pub(super) fn clips(&self, of: u64) -> impl Iterator<Item = (u32, Range<usize>)> {
        self.sizes().iter().flat_map(move |&(groups, which)| {
            places(which & of).map(move |place| {
                let first = self.first(place);
                (place, first..first + groups)
            })
        })
    }

    /// Returns the length of the clip at `place`.
    #[inline(always)]
    pub(super) fn frames(&self, place: u32) -> u32 {
        self.frames[place as usize % 64]
    }

    /// Returns the number of the first group of the clip at `place`.
    #[inline(always)]
    pub(super) fn first(&self, place: u32) -> usize {
        self.first[place as usize % 64]
    }
}
