//! The engine: a query on a block of 64 clips.
//!
//! First whole clips: bitmaps say which clips can have no frame in the answer and which have all.
//! Each clip between is answered by words of 64 frames, whose cost hardly depends on how many
//! ranges there are; by a sweep over the boundaries of one or two tags where they are few; and by
//! ranges, one step of the query after the other, where a long clip would take many words for few.

use super::by_clip::Machine;
use super::dispatch::prefetch;
use super::edges::{self, PlacesOf};
use super::functions::Picks;
use super::kernel::{Clips, FIRST_LEAF, Leaf, TABLE_LEAVES, Table, Value};
use super::raster::Raster;
use super::sweep;
use crate::block;
use crate::query::BoundQuery;
use crate::tag_block::{Container, places};
use crate::{ClipId, Database};

/// Where the frames of the clips go; each says whether it wants the next clip.
pub(super) trait Sink {
    /// A clip all of whose frames are in the answer.
    fn whole(&mut self, clip: ClipId, clip_frames: u32) -> bool;

    /// A clip with some ranges: starts and stops in turn, at least one range.
    fn boundaries(&mut self, clip: ClipId, boundaries: &[u32], clip_frames: u32) -> bool;
}

/// Memory that is kept from clip to clip and from query to query.
#[derive(Clone, Debug, Default)]
pub(super) struct Engine {
    machine: Machine,
    raster: Raster,
    /// The leaves that are on some frames of the clip at hand, at the front.
    mixed: Vec<usize>,
    /// What each value of the kernel is on the clips of the block.
    clips: Vec<Clips>,
    /// The boundaries of leaves on the clip at hand, one list after the other, and where each
    /// begins.
    lists: Vec<u32>,
    starts: [usize; TABLE_LEAVES],
    /// The boundaries of the answer are the first ones of `out`.
    out: Vec<u32>,
}

/// What stays the same for all blocks of a query.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub(super) database: &'a Database,
    pub(super) query: &'a BoundQuery,
    pub(super) picks: &'a Picks,
}

/// A clip of a block.
#[derive(Clone, Copy)]
struct Place {
    number: usize,
    place: u32,
    clip: ClipId,
    frames: u32,
}

impl Engine {
    /// Gives the frames of each clip of a block that has any to the sink; returns whether it wants
    /// more.
    #[inline(always)]
    pub(super) fn block(
        &mut self,
        job: Job<'_>,
        number: usize,
        places_of: impl PlacesOf,
        sink: &mut impl Sink,
    ) -> bool {
        let kernel = job.query.kernel();
        let clips = job.database.clips().as_slice();
        let first = number * block::CLIPS;
        let valid = match clips.len().saturating_sub(first) {
            0 => return true,
            fewer @ 1..block::CLIPS => (1 << fewer) - 1,
            _ => u64::MAX,
        };
        let leaf = |leaf: usize| match &kernel.leaves()[leaf] {
            Leaf::Tag(tag) => match job.database.tag_blocks(*tag).get(number) {
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
        let mixed = answer.may & !answer.must & valid;
        Self::ask_for_blocks(job, number);
        for place in places(answer.may & valid) {
            prefetch(&clips[first + place as usize].frames);
        }
        // Asked for clip by clip is only what is too large to be asked for with its block.
        let is_large = |tag| {
            let block = job.database.tag_blocks(tag).get(number);
            block.is_some_and(|block| block.is_large())
        };
        let mut later = match kernel.tags().any(is_large) {
            true => places(mixed),
            false => places(0),
        };
        for place in later.by_ref().take(CLIPS_AHEAD) {
            Self::ask_for_clip(job, number, place);
        }
        for place in places(answer.may & valid) {
            if mixed >> place & 1 == 1
                && let Some(later) = later.next()
            {
                Self::ask_for_clip(job, number, later);
            }
            let frames = clips[first + place as usize].frames;
            let Some(clip) = block::clip(number, place) else {
                return false;
            };
            if frames == 0 {
                continue;
            }
            let wants_more = if answer.must >> place & 1 == 1 {
                sink.whole(clip, frames)
            } else {
                let place = Place {
                    number,
                    place,
                    clip,
                    frames,
                };
                let length = self.clip(job, place, places_of);
                length == 0 || sink.boundaries(clip, &self.out[..length], frames)
            };
            if !wants_more {
                return false;
            }
        }
        true
    }

    /// Asks memory for what the next blocks begin with.
    #[inline(always)]
    fn ask_for_blocks(job: Job<'_>, number: usize) {
        for tag in job.query.kernel().tags() {
            let blocks = job.database.tag_blocks(tag);
            if let Some(second) = blocks.get(number + 2) {
                prefetch(&**second);
            }
            if let Some(next) = blocks.get(number + 1) {
                next.prefetch();
            }
        }
    }

    /// Asks memory for what stands in a clip that is answered soon.
    #[inline(always)]
    fn ask_for_clip(job: Job<'_>, number: usize, place: u32) {
        for tag in job.query.kernel().tags() {
            if let Some(block) = job.database.tag_blocks(tag).get(number) {
                block.prefetch_large(place);
            }
        }
    }

    /// A clip on which the answer is not decided by whole clips; returns how many boundaries it
    /// has.
    #[inline(always)]
    fn clip(&mut self, job: Job<'_>, place: Place, places_of: impl PlacesOf) -> usize {
        let kernel = job.query.kernel();
        self.raster.begin(kernel);
        // Which leaves are on some frames, without a choice inside, as none could be foreseen.
        let leaves = &self.clips[FIRST_LEAF..][..kernel.leaves().len()];
        if self.mixed.len() < leaves.len() {
            self.mixed.resize(leaves.len(), 0);
        }
        let (mut count, mut case) = (0, 0);
        for (leaf, clips) in leaves.iter().enumerate() {
            let all = clips.must >> place.place & 1 == 1;
            let some = clips.may >> place.place & 1 == 1;
            self.raster.set_constant(FIRST_LEAF + leaf, all);
            case |= usize::from(all) << (leaf % TABLE_LEAVES);
            self.mixed[count] = leaf;
            count += usize::from(some & !all);
        }
        if let Some(table) = kernel.table_of_tags()
            && self.list(job, count, place)
        {
            return self.sweep(count, case, table, place.frames);
        }
        if place.frames >= LONG && self.is_sparse(job, count, place) {
            return self.step_by_step(job, place);
        }
        self.raster.make_room(kernel, place.frames);
        for index in 0..count {
            self.load(job, self.mixed[index], place);
        }
        let words = self.raster.run(kernel);
        edges::boundaries(words, place.frames, places_of, &mut self.out)
    }

    /// Lists the boundaries of the first `count` of the mixed leaves, which are tags; returns
    /// whether to sweep over them.
    #[inline(always)]
    fn list(&mut self, job: Job<'_>, count: usize, place: Place) -> bool {
        if count > MOST_LISTS {
            return false;
        }
        self.lists.clear();
        for index in 0..count {
            let Leaf::Tag(tag) = &job.query.kernel().leaves()[self.mixed[index]] else {
                return false;
            };
            let Some(block) = job.database.tag_blocks(*tag).get(place.number) else {
                return false;
            };
            let Container::Runs(runs) = block.of(place.place) else {
                return false;
            };
            self.starts[index] = self.lists.len();
            runs.append_to(&mut self.lists);
            self.lists.extend([sweep::END; 2]);
        }
        self.lists.len() <= MOST_SWEPT
    }

    #[inline(always)]
    fn sweep(&mut self, count: usize, case: usize, table: &Table, frames: u32) -> usize {
        let mut bits = [0; TABLE_LEAVES];
        for (bit, leaf) in bits.iter_mut().zip(&self.mixed[..count]) {
            *bit = 1 << leaf;
        }
        let starts = &self.starts[..count];
        sweep::sweep(
            &self.lists,
            starts,
            &bits[..count],
            case,
            table,
            frames,
            &mut self.out,
        )
    }

    /// Whether the tags of a clip have much fewer boundaries than the clip has words.
    fn is_sparse(&self, job: Job<'_>, count: usize, place: Place) -> bool {
        let words = place.frames as usize / 64;
        let leaves = job.query.kernel().leaves();
        let boundaries = self.mixed[..count].iter().map(|&leaf| {
            let Leaf::Tag(tag) = &leaves[leaf] else {
                return 0;
            };
            match job.database.tag_frames(*tag).container(place.clip) {
                Container::Runs(runs) => 2 * runs.len(),
                Container::Words(_) => words,
                Container::None | Container::All => 0,
            }
        });
        boundaries.sum::<usize>() < words / 8
    }

    /// Answers a clip by the ranges of one step after the other.
    fn step_by_step(&mut self, job: Job<'_>, place: Place) -> usize {
        let plan = job.query.plan();
        let steps = 0..plan.len();
        let found = self
            .machine
            .run(plan, steps, job.database, place.clip, job.picks);
        self.out.clear();
        for range in found.into_iter().flatten() {
            self.out.extend([range.start(), range.stop()]);
        }
        self.out.len()
    }

    /// Loads a leaf that is on some frames of a clip.
    #[inline(always)]
    fn load(&mut self, job: Job<'_>, leaf: usize, place: Place) {
        let operand = FIRST_LEAF + leaf;
        match &job.query.kernel().leaves()[leaf] {
            Leaf::Tag(tag) => {
                let Some(block) = job.database.tag_blocks(*tag).get(place.number) else {
                    return;
                };
                match block.of(place.place) {
                    Container::None | Container::All => {}
                    Container::Runs(runs) => self.raster.set_runs(operand, runs),
                    Container::Words(bytes) => self.raster.set_words(operand, bytes),
                }
            }
            Leaf::Steps(steps) => {
                let plan = job.query.plan();
                let steps = steps.clone();
                let found = self
                    .machine
                    .run(plan, steps, job.database, place.clip, job.picks);
                let ranges = found.map_or(&[][..], |ranges| ranges.as_slice());
                self.raster.set_ranges(operand, ranges);
            }
        }
    }
}

/// How many clips before they are answered memory is asked for them: on libraries that the caches
/// of the processor cannot hold, queries otherwise wait for one clip after the other.
const CLIPS_AHEAD: usize = 2;
/// More lists than this are swept more slowly than words are combined.
const MOST_LISTS: usize = 2;
/// The same for boundaries, with what ends the lists.
const MOST_SWEPT: usize = 64;
/// Clips of fewer frames than this take few words, whatever is on them.
const LONG: u32 = 1 << 14;
