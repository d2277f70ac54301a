//! Answers short clips together, by running the query on the words of a tile.

use std::ops::Range;

use super::by_clip::Machine;
use super::dispatch::Work;
use super::edges::{self, Boundaries};
use super::group::Group;
use super::job::{ClipBlock, Job};
use super::raster::Raster;
use super::simd::Simd;
use super::stored::{Ahead, Stored};
use super::tile::{LONG, SHORT, Tile};
use crate::block;
use crate::block::places;
use crate::query::kernel::Leaf;
use crate::ranges::Ranges;
use crate::tag_block::{Container, TagBlock};

/// Answers tiles, and keeps its memory from one tile to the next.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    pub(super) tile: Tile,
    pub(super) raster: Raster,
    /// Answers leaves other than tags, and the whole query on a long clip with few ranges.
    pub(super) machine: Machine,
    /// The ranges of leaves other than tags on a long clip.
    pub(super) kept: Vec<Ranges>,
    /// The boundaries of the answer. `found` has the range of each clip.
    pub(super) out: Vec<u32>,
    /// The values that the chains compute for a clip answered by its words.
    pub(super) made: Vec<[Group; SHORT]>,
    found: [Range<usize>; 64],
}

impl Default for Tiles {
    fn default() -> Self {
        Self {
            tile: Tile::default(),
            raster: Raster::default(),
            machine: Machine::default(),
            kept: Vec::new(),
            out: Vec::new(),
            made: Vec::new(),
            found: [const { 0..0 }; 64],
        }
    }
}

/// Answers clips in order, up to a full tile or the first long clip. Returns the answered clips.
pub(super) struct AnswerTile<'a> {
    pub(super) tiles: &'a mut Tiles,
    pub(super) job: Job<'a>,
    pub(super) here: &'a ClipBlock<'a>,
    /// The next block to answer.
    pub(super) next: &'a ClipBlock<'a>,
    /// Whether the data is in a near cache, so that prefetching is not needed.
    pub(super) is_near: bool,
    pub(super) clips: u64,
}

impl Work for AnswerTile<'_> {
    type Out = u64;

    #[inline(always)]
    fn run(self, simd: impl Simd) -> u64 {
        let Self {
            tiles,
            job,
            here,
            clips,
            ..
        } = self;
        let with_frames = places(clips).map(|place| (place, here.lengths[place as usize]));
        tiles
            .tile
            .fill(with_frames.take_while(|(_, frames)| *frames < LONG));
        let kernel = job.query.kernel();
        tiles.raster.begin(kernel, tiles.tile.groups);
        for leaf in 0..kernel.leaves().len() {
            tiles.load(job, here, leaf, simd);
        }
        let ahead = match clips & !tiles.tile.places {
            _ if self.is_near => Ahead::new(here, 0),
            0 => Ahead::new(self.next, self.next.mixed),
            rest => Ahead::new(here, rest),
        };
        let stored = |leaf: usize| Stored::new(here, leaf, ahead);
        let words = tiles.raster.run(kernel, &tiles.tile, stored, simd);
        let mut length = 0;
        for &(groups, which) in tiles.tile.sizes() {
            for place in places(which) {
                let start = length;
                let words = &words[tiles.tile.first(place)..][..groups];
                let frames = tiles.tile.frames(place);
                length = edges::boundaries(words, frames, simd, &mut tiles.out, length);
                tiles.found[place as usize % 64] = start..length;
            }
        }
        tiles.tile.places
    }
}

impl Tiles {
    /// Returns the boundaries of a clip that has just been answered.
    #[inline(always)]
    pub(super) fn found(&self, place: u32) -> Boundaries<'_> {
        let found = &self.found[place as usize % 64];
        Boundaries::new(self.out.get(found.start..).unwrap_or(&[]), found.len())
    }

    /// Records the range of a clip's boundaries in `out`.
    #[inline(always)]
    pub(super) fn set_found(&mut self, place: u32, found: Range<usize>) {
        self.found[place as usize % 64] = found;
    }

    /// Answers a clip on ranges, one step of the plan after another.
    pub(super) fn step_by_step(&mut self, job: Job<'_>, here: &ClipBlock<'_>, place: u32) {
        self.out.clear();
        self.set_found(place, 0..0);
        let Some(clip) = block::clip(here.number, place) else {
            return;
        };
        let plan = job.query.plan();
        let found = self
            .machine
            .run(plan, 0..plan.len(), job.database, clip, job.picks);
        for range in found.into_iter().flatten() {
            self.out.extend([range.start(), range.stop()]);
        }
        self.set_found(place, 0..self.out.len());
    }

    /// Loads a leaf on the clips of the tile.
    #[inline(always)]
    fn load(&mut self, job: Job<'_>, here: &ClipBlock<'_>, leaf: usize, simd: impl Simd) {
        let clips = here.leaf(job, leaf);
        let (may, must) = (clips.may & self.tile.places, clips.must & self.tile.places);
        if may == 0 || must == self.tile.places {
            self.raster.set_constant(leaf, may != 0);
            return;
        }
        let block = here.leaves[leaf];
        if block.is_some_and(|block| self.leave_stored(block, leaf)) {
            return;
        }
        self.raster.clear(leaf);
        match (&job.query.kernel().leaves()[leaf], block) {
            (Leaf::Tag(_), None) => {}
            (Leaf::Clips(_), _) => {
                for (place, span) in self.tile.clips(may) {
                    let frames = self.tile.frames(place);
                    self.raster.add(leaf, span, Container::All, frames, simd);
                }
            }
            (Leaf::Tag(_), Some(block)) => {
                for (place, span) in self.tile.clips(may) {
                    let frames = self.tile.frames(place);
                    self.raster
                        .add(leaf, span, block.container(place), frames, simd);
                }
            }
            (Leaf::Steps(steps), _) => {
                for (place, span) in self.tile.clips(may) {
                    if let Some(clip) = block::clip(here.number, place) {
                        let (plan, steps) = (job.query.plan(), steps.clone());
                        let found = self.machine.run(plan, steps, job.database, clip, job.picks);
                        let ranges = found.into_iter().flatten();
                        let ranges = ranges.map(|range| (range.start(), range.stop()));
                        self.raster.add_ranges(leaf, span, ranges, simd);
                    }
                }
            }
        }
    }

    /// Returns whether a tag is combined directly from its storage. That is possible if its containers on the clips of
    /// the tile are all ranges of three bytes, or all words.
    #[inline(always)]
    fn leave_stored(&mut self, block: &TagBlock, leaf: usize) -> bool {
        let mixed = block.mixed() & self.tile.places;
        if block.narrow_runs(mixed).is_some() {
            self.raster.set_runs(leaf);
            return true;
        }
        if mixed & !block.words() != 0 || block.containers().is_none() {
            return false;
        }
        self.raster.set_words(leaf);
        true
    }
}
