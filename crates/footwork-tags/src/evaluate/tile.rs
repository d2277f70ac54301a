//! A tile: some clips of a block, whose words stand one clip behind the other.

use std::ops::Range;

use super::group::LANES;
use crate::block::places;

/// How many groups of words a tile takes.
pub(super) const TILE: usize = 96;

/// The most groups of a short clip: as many words as one word has a bit for each of.
pub(super) const SHORT: usize = 64 / LANES;

/// Clips of fewer frames take few words, whatever is on them: not worth to be answered alone.
pub(super) const LONG: u32 = 1 << 14;

/// The clips that are answered at once.
///
/// Those of the same number of groups stand together, so that loops over their groups are as long
/// as the ones before.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    /// Their places in the block: one bit each.
    pub(super) places: u64,
    /// How many groups they take in all.
    pub(super) groups: usize,
    /// For each number of groups that any clip has, the places of the clips with so many.
    sizes: [(usize, u64); SHORT + 1],
    /// How many such numbers there are.
    size_count: usize,
    /// The first group and the length of the clip at each place.
    first: [usize; 64],
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

/// How many groups a clip takes: one bit more than frames, which is in no range.
#[inline(always)]
pub(super) const fn groups_of(frames: u32) -> usize {
    frames as usize / (64 * LANES) + 1
}

impl Tile {
    /// Takes the clips that `clips` gives, place and length, until it ends or there is no more
    /// room; none of them takes more than a tile has.
    #[inline(always)]
    pub(super) fn fill(&mut self, clips: impl Iterator<Item = (u32, u32)>) {
        (self.places, self.groups) = (0, 0);
        // Those of one group, two and so on, and one that is longer than short, always alone.
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

    /// The clips by their number of groups.
    #[inline(always)]
    pub(super) fn sizes(&self) -> &[(usize, u64)] {
        self.sizes.get(..self.size_count).unwrap_or(&[])
    }

    /// Those of these clips that the tile has, in its order, each with its groups.
    #[inline(always)]
    pub(super) fn clips(&self, of: u64) -> impl Iterator<Item = (u32, Range<usize>)> {
        self.sizes().iter().flat_map(move |&(groups, which)| {
            places(which & of).map(move |place| {
                let first = self.first(place);
                (place, first..first + groups)
            })
        })
    }

    /// The length of the clip at `place`.
    #[inline(always)]
    pub(super) fn frames(&self, place: u32) -> u32 {
        self.frames[place as usize % 64]
    }

    /// The first group of the clip at `place`.
    #[inline(always)]
    pub(super) fn first(&self, place: u32) -> usize {
        self.first[place as usize % 64]
    }
}
