//! The engine: a query on a block of 64 clips.
//!
//! First whole clips: bitmaps say which clips can have no frame in the answer and which have all.
//! Those between are answered by words of 64 frames, whose cost hardly depends on how many ranges
//! there are: many clips at once, so that what has to be foreseen is foreseen for all of them. Only
//! a long clip, on which words would be many for few ranges, is answered by ranges, one step of the
//! query after the other.

use footwork_base::FrameRange;

use super::by_clip::Machine;
use super::dispatch::prefetch;
use super::edges;
use super::functions::Picks;
use super::kernel::{Clips, FIRST_LEAF, Leaf};
use super::raster::{ALL_BITS, Group, NO_BITS, Raster};
use super::simd::Simd;
use super::tile::{SHORT, Tile};
use crate::block;
use crate::query::BoundQuery;
use crate::tag_block::{Container, TagBlock, places};
use crate::{ClipId, Database, Ranges, TagId};

/// Where the frames of the clips go; each says whether it wants the next clip.
pub(super) trait Sink {
    /// A clip all of whose frames are in the answer.
    fn whole(&mut self, clip: ClipId, clip_frames: u32) -> bool;

    /// A clip with some ranges: starts and stops in turn, at least one range.
    fn boundaries(&mut self, clip: ClipId, boundaries: &[u32], clip_frames: u32) -> bool;
}

/// Memory that is kept from clip to clip and from query to query.
#[derive(Clone, Debug)]
pub(super) struct Engine {
    machine: Machine,
    raster: Raster,
    /// What each value of the kernel is on the clips of the block.
    clips: Vec<Clips>,
    /// The clips that are answered at once.
    tile: Tile,
    /// The words of the answer on them.
    words: Vec<Group>,
    /// Its boundaries, clip by clip, and where those of the clip at each place end, or less.
    out: Vec<u32>,
    ends: [usize; 64],
}

impl Default for Engine {
    fn default() -> Self {
        Self {
            machine: Machine::default(),
            raster: Raster::default(),
            clips: Vec::new(),
            tile: Tile::default(),
            words: Vec::new(),
            out: Vec::new(),
            ends: [0; 64],
        }
    }
}

/// What stays the same for all blocks of a query.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub(super) database: &'a Database,
    pub(super) query: &'a BoundQuery,
    pub(super) picks: &'a Picks,
}

impl Engine {
    /// Gives the frames of each clip of a block that has any to the sink; returns whether it wants
    /// more.
    #[inline(always)]
    pub(super) fn block(
        &mut self,
        job: Job<'_>,
        number: usize,
        simd: impl Simd,
        sink: &mut impl Sink,
    ) -> bool {
        let kernel = job.query.kernel();
        let clips = job.database.clips().as_slice();
        let clips = &clips[clips.len().min(number * block::CLIPS)..];
        let valid = match clips.len() {
            0 => return true,
            fewer @ 1..block::CLIPS => (1 << fewer) - 1,
            _ => u64::MAX,
        };
        let leaf = |leaf: usize| match &kernel.leaves()[leaf] {
            Leaf::Tag(tag) => match job.tag_block(*tag, number) {
                Some(block) => Clips {
                    may: block.some(),
                    must: block.all(),
                },
                None => Clips::NONE,
            },
            Leaf::Steps(_) => Clips {
                may: u64::MAX,
                must: 0,
            },
        };
        let answer = kernel.run(leaf, &mut self.clips);
        job.ask_for_blocks(number);
        let mut left = answer.may & valid;
        for place in places(left) {
            prefetch(&clips[place as usize].frames);
        }
        let mixed = left & !answer.must;
        let frames_of = |place: u32| clips[place as usize].frames;
        while left != 0 {
            let answered = self.answer(job, number, left & mixed, frames_of, simd);
            // With those that are whole, up to the next that is not answered yet.
            let next = left & mixed & !answered;
            let before = (next & next.wrapping_neg()).wrapping_sub(1);
            let mut start = 0;
            for place in places(left & before) {
                let (frames, Some(clip)) = (frames_of(place), block::clip(number, place)) else {
                    return false;
                };
                let wants_more = if mixed >> place & 1 == 0 {
                    frames == 0 || sink.whole(clip, frames)
                } else if let Some(boundaries) = self.out.get(start..self.ends[place as usize % 64])
                    && !boundaries.is_empty()
                {
                    start += boundaries.len();
                    sink.boundaries(clip, boundaries, frames)
                } else {
                    true
                };
                if !wants_more {
                    return false;
                }
            }
            left &= !before;
        }
        true
    }

    /// Answers the first of these clips, as many as at once; returns which.
    #[inline(always)]
    fn answer(
        &mut self,
        job: Job<'_>,
        number: usize,
        clips: u64,
        frames_of: impl Fn(u32) -> u32,
        simd: impl Simd,
    ) -> u64 {
        self.tile.clear();
        let mut answered = 0;
        for place in places(clips) {
            let frames = frames_of(place);
            if frames >= LONG && self.is_sparse(job, number, place, frames) {
                if answered == 0 {
                    self.step_by_step(job, number, place);
                    return 1 << place;
                }
                break;
            }
            if frames > 0 && !self.tile.push(place, frames) {
                break;
            }
            answered |= 1 << place;
        }
        if self.tile.places == 0 {
            self.ends = [0; 64];
            return answered;
        }
        let kernel = job.query.kernel();
        self.raster.begin(kernel, self.tile.groups);
        job.ask_for_leaf(number, 0, self.tile.places);
        for leaf in 0..kernel.leaves().len() {
            job.ask_for_leaf(number, leaf + 1, self.tile.places);
            self.load(job, number, leaf, simd);
        }
        let words = self.raster.run(kernel, simd);
        self.words.clear();
        self.words.extend_from_slice(&words[..self.tile.groups]);
        self.words.resize(words.len(), Group::NONE);
        for place in places(self.tile.places) {
            let last = self.tile.span(place).end - 1;
            edges::cut(&mut self.words[last], self.tile.frames(place));
        }
        edges::boundaries(&self.words, &self.tile, simd, &mut self.out, &mut self.ends);
        answered
    }

    /// Whether the tags of a clip have much fewer boundaries than the clip has words.
    fn is_sparse(&self, job: Job<'_>, number: usize, place: u32, frames: u32) -> bool {
        let words = frames as usize / 64;
        let tags = job.query.kernel().tags();
        let boundaries = tags.map(
            |tag| match job.tag_block(tag, number).map(|b| b.of(place)) {
                Some(Container::Runs(runs)) => 2 * runs.len(),
                Some(Container::Words(_)) => words,
                _ => 0,
            },
        );
        boundaries.sum::<usize>() < words / 8
    }

    /// Answers a clip by the ranges of one step after the other.
    fn step_by_step(&mut self, job: Job<'_>, number: usize, place: u32) {
        self.out.clear();
        self.ends = [0; 64];
        let Some(clip) = block::clip(number, place) else {
            return;
        };
        let plan = job.query.plan();
        let found = self
            .machine
            .run(plan, 0..plan.len(), job.database, clip, job.picks);
        for range in found.into_iter().flatten() {
            self.out.extend([range.start(), range.stop()]);
        }
        self.ends[place as usize % 64] = self.out.len();
    }

    /// Loads a leaf on the clips of the tile.
    #[inline(always)]
    fn load(&mut self, job: Job<'_>, number: usize, leaf: usize, simd: impl Simd) {
        let (operand, tile) = (FIRST_LEAF + leaf, &self.tile);
        let clips = self.clips[operand];
        let (may, must) = (clips.may & tile.places, clips.must & tile.places);
        if may == 0 || must == tile.places {
            self.raster.set_constant(operand, may != 0);
            return;
        }
        let block = match &job.query.kernel().leaves()[leaf] {
            Leaf::Tag(tag) => job.tag_block(*tag, number),
            Leaf::Steps(_) => None,
        };
        let words = block.map_or(0, |block| block.words() & may & !must);
        // The clips whose ranges are added. Always in order: what is written of one clip may reach
        // into the next.
        let mut ranges = may & !words;
        if words != 0 && tile.most <= SHORT {
            // All of the same kind, whatever is on a clip.
            for place in places(tile.places) {
                let constant = match must >> place & 1 {
                    0 => &NO_BITS,
                    _ => &ALL_BITS,
                };
                let bytes = match block {
                    Some(block) if words >> place & 1 == 1 => block.containers_from(place),
                    _ => constant,
                };
                self.raster
                    .copy(operand, tile.span(place).start, tile.most, bytes);
            }
            ranges &= !must;
            if ranges == 0 {
                return;
            }
        } else {
            self.raster.clear(operand);
            for place in places(words) {
                if let Some(block) = block
                    && let Container::Words(bytes) = block.of(place)
                {
                    self.raster.copy_long(operand, tile.span(place), bytes);
                }
            }
        }
        match &job.query.kernel().leaves()[leaf] {
            Leaf::Tag(_) => {
                for place in places(ranges) {
                    let span = tile.span(place);
                    let Some(block) = block else {
                        return;
                    };
                    match block.of(place) {
                        Container::Runs(runs) => self.raster.add_runs(operand, span, runs, simd),
                        Container::All => {
                            let whole = FrameRange::new(0, tile.frames(place));
                            self.raster.add_ranges(operand, span, whole.as_slice());
                        }
                        Container::None | Container::Words(_) => {}
                    }
                }
            }
            Leaf::Steps(steps) => {
                for place in places(ranges) {
                    let Some(clip) = block::clip(number, place) else {
                        return;
                    };
                    let plan = job.query.plan();
                    let found =
                        self.machine
                            .run(plan, steps.clone(), job.database, clip, job.picks);
                    let ranges = found.map_or(&[][..], Ranges::as_slice);
                    self.raster.add_ranges(operand, tile.span(place), ranges);
                }
            }
        }
        self.raster.finish(operand, simd);
    }
}

impl<'a> Job<'a> {
    /// The block of a tag, where the tag is on any clip up to there.
    #[inline(always)]
    fn tag_block(self, tag: TagId, number: usize) -> Option<&'a TagBlock> {
        let block = self.database.tag_blocks(tag).get(number);
        block.map(|block| &**block)
    }

    /// Asks memory for what the next blocks begin with.
    #[inline(always)]
    fn ask_for_blocks(self, number: usize) {
        for tag in self.query.kernel().tags() {
            if let Some(second) = self.tag_block(tag, number + 2) {
                prefetch(second);
            }
            if let Some(next) = self.tag_block(tag, number + 1) {
                next.prefetch();
            }
        }
    }

    /// Asks memory for what a leaf has on these clips, where that is too large to be asked for with
    /// the block.
    #[inline(always)]
    fn ask_for_leaf(self, number: usize, leaf: usize, clips: u64) {
        if let Some(Leaf::Tag(tag)) = self.query.kernel().leaves().get(leaf)
            && let Some(block) = self.tag_block(*tag, number)
            && block.is_large()
        {
            for place in places(clips) {
                block.prefetch_large(place);
            }
        }
    }
}

/// Clips of fewer frames than this take few words, whatever is on them.
const LONG: u32 = 1 << 14;
