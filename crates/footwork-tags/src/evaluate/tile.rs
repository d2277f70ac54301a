//! A tile: some clips of a block, whose words stand one clip behind the other.

use std::ops::Range;

use super::raster::{CHUNK, LANES};

/// How many groups of words a tile takes, unless its only clip takes more.
pub(super) const TILE: usize = 64;

/// The most groups of a short clip: as many words as one word has a bit for each of.
pub(super) const SHORT: usize = 64 / LANES;

/// The first frame of each group of a short clip.
const BASES: [u32; SHORT] = [0, 512, 1024, 1536, 2048, 2560, 3072, 3584];

/// The clips that are answered at once.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    /// Their places in the block: one bit each.
    pub(super) places: u64,
    /// How many groups they take in all, and the most that one takes.
    pub(super) groups: usize,
    pub(super) most: usize,
    /// The first group and the length of the clip at each place.
    first: [usize; 64],
    frames: [u32; 64],
    /// The place of the clip that each group is of, and its first frame there; more than there are.
    place_of: Vec<u32>,
    base_of: Vec<u32>,
}

impl Default for Tile {
    fn default() -> Self {
        Self {
            places: 0,
            groups: 0,
            most: 0,
            first: [0; 64],
            frames: [0; 64],
            place_of: Vec::new(),
            base_of: Vec::new(),
        }
    }
}

impl Tile {
    pub(super) fn clear(&mut self) {
        (self.places, self.groups, self.most) = (0, 0, 0);
    }

    /// Adds a clip behind the others; `false` where it finds no room.
    #[inline(always)]
    pub(super) fn push(&mut self, place: u32, frames: u32) -> bool {
        // One bit more than frames, which is in no range, so that those of two clips never meet.
        let groups = frames as usize / (64 * LANES) + 1;
        let first = self.groups;
        if first > 0 && first + groups > TILE {
            return false;
        }
        if self.base_of.len() < first + groups + SHORT {
            let room = first + groups.max(TILE) + SHORT;
            self.place_of.resize(room, 0);
            self.base_of.resize(room, 0);
        }
        // More than it takes, for a loop whose length can be foreseen.
        let places = self.place_of[first..].as_chunks_mut::<SHORT>().0;
        let bases = self.base_of[first..].as_chunks_mut::<SHORT>().0;
        let frames_before = (0u32..).step_by(64 * LANES * SHORT);
        let chunks = places.iter_mut().zip(bases).zip(frames_before);
        for ((places, bases), before) in chunks.take(groups.div_ceil(SHORT)) {
            *places = [place; SHORT];
            *bases = BASES.map(|base| before.wrapping_add(base));
        }
        self.first[place as usize % 64] = first;
        self.frames[place as usize % 64] = frames;
        self.places |= 1 << place;
        self.groups += groups;
        self.most = self.most.max(groups);
        true
    }

    /// The length of the clip at `place`.
    #[inline(always)]
    pub(super) fn frames(&self, place: u32) -> u32 {
        self.frames[place as usize % 64]
    }

    /// The groups of the clip at `place`.
    #[inline(always)]
    pub(super) fn span(&self, place: u32) -> Range<usize> {
        let first = self.first[place as usize % 64];
        first..first + self.frames(place) as usize / (64 * LANES) + 1
    }

    /// The places of the clips that groups from `first` on are of, and their first frames there;
    /// anything behind the last.
    #[inline(always)]
    pub(super) fn homes(&self, first: usize) -> (&[u32; CHUNK], &[u32; CHUNK]) {
        let places = self.place_of[first..].first_chunk();
        let bases = self.base_of[first..].first_chunk();
        (places.unwrap_or(&[0; CHUNK]), bases.unwrap_or(&[0; CHUNK]))
    }
}
