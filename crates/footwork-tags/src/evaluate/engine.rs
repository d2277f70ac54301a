//! The engine: a query on a block of 64 clips.
//!
//! First whole clips: bitmaps say which clips can have no frame in the answer and which have all.
//! Each clip between is answered by a sweep over the boundaries of its ranges where they are few,
//! else by words of 64 frames, whose cost hardly depends on how many ranges there are.

use super::by_clip::Machine;
use super::functions::Picks;
use super::kernel::{Clips, Leaf, Table};
use super::raster::{self, Raster, Value};
use super::sweep;
use crate::block;
use crate::query::BoundQuery;
use crate::tag_block::{Container, places};
use crate::{ClipId, Database, TagId};

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
    /// What each leaf is on the clips of the block.
    clips: Vec<Clips>,
    pub(super) clip_stack: Vec<Clips>,
    /// What each leaf is on the clip at hand.
    kinds: Vec<Kind>,
    /// The boundaries of leaves, one list after the other.
    pub(super) lists: Vec<u32>,
    pub(super) starts: Vec<usize>,
    pub(super) bits: Vec<usize>,
    states: Vec<Value>,
    /// The boundaries of the answer are the first `out_length` of `out`.
    pub(super) out: Vec<u32>,
    pub(super) out_length: usize,
}

/// What a leaf is on a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Constant(bool),
    /// Ranges or words of a tag.
    Tag(TagId),
    /// Ranges that were worked out, in `lists` from here to there.
    Listed(usize, usize),
}

/// What stays the same for all blocks of a query.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub(super) database: &'a Database,
    pub(super) query: &'a BoundQuery,
    pub(super) picks: &'a Picks,
}

/// With more boundaries than this, words are faster than a sweep: never where a long clip would
/// take more words than it has boundaries.
pub(super) fn most_swept(clip_frames: u32) -> usize {
    64.max(clip_frames as usize / 64)
}

impl Engine {
    /// Gives the frames of each clip of a block that has any to the sink; returns whether it wants
    /// more.
    #[inline(always)]
    pub(super) fn block(&mut self, job: Job<'_>, number: usize, sink: &mut impl Sink) -> bool {
        let kernel = job.query.kernel();
        if let Some(table) = kernel.table_of_tags() {
            return self.block_of_few_tags(job, table, number, sink);
        }
        let clips = job.database.clips();
        let count = clips
            .len()
            .saturating_sub(number * block::CLIPS)
            .min(block::CLIPS);
        let valid = match count {
            0 => return true,
            block::CLIPS => u64::MAX,
            fewer => (1 << fewer) - 1,
        };
        self.clips.clear();
        self.clips
            .extend(kernel.leaves().iter().map(|leaf| match leaf {
                Leaf::Tag(tag) => match job.database.tag_blocks(*tag).get(number) {
                    Some(block) => Clips {
                        may: block.some(),
                        must: block.all(),
                    },
                    None => Clips { may: 0, must: 0 },
                },
                Leaf::Steps(_) => Clips {
                    may: u64::MAX,
                    must: 0,
                },
            }));
        let answer = kernel.run(&self.clips, &mut self.clip_stack);
        for place in places(answer.may & valid) {
            let Some(clip) = block::clip(number, place) else {
                return false;
            };
            let frames = clips[clip].frames;
            if frames == 0 {
                continue;
            }
            let wants_more = match answer.must >> place & 1 {
                1 => sink.whole(clip, frames),
                _ => self.clip(job, number, place, clip, frames, sink),
            };
            if !wants_more {
                return false;
            }
        }
        true
    }

    /// A clip on which the answer is not decided by whole clips.
    #[inline(always)]
    fn clip(
        &mut self,
        job: Job<'_>,
        number: usize,
        place: u32,
        clip: ClipId,
        frames: u32,
        sink: &mut impl Sink,
    ) -> bool {
        let kernel = job.query.kernel();
        self.lists.clear();
        self.kinds.clear();
        let (mut boundaries, mut words) = (0, false);
        for leaf in kernel.leaves() {
            let kind = match leaf {
                Leaf::Tag(tag) => match container(job.database, *tag, number, place) {
                    Container::None => Kind::Constant(false),
                    Container::All => Kind::Constant(true),
                    Container::Runs(runs) => {
                        boundaries += 2 * runs.len();
                        Kind::Tag(*tag)
                    }
                    Container::Words(_) => {
                        words = true;
                        Kind::Tag(*tag)
                    }
                },
                Leaf::Steps(steps) => {
                    let kind = self.work_out(job, steps.clone(), clip, frames);
                    if let Kind::Listed(start, stop) = kind {
                        boundaries += stop - start;
                    }
                    kind
                }
            };
            self.kinds.push(kind);
        }
        let few = boundaries <= most_swept(frames);
        match kernel.table().filter(|_| few && !words) {
            Some(table) => self.sweep(job, table, number, place, frames),
            None if words || !few => self.raster(job, number, place, frames),
            None => self.step_by_step(job, clip, frames),
        }
        self.give(clip, frames, sink)
    }

    /// Gives the answer to the sink, unless it is empty.
    #[inline(always)]
    pub(super) fn give(&self, clip: ClipId, frames: u32, sink: &mut impl Sink) -> bool {
        self.out_length == 0 || sink.boundaries(clip, &self.out[..self.out_length], frames)
    }

    /// The ranges of steps that are no set operators, behind the lists.
    fn work_out(
        &mut self,
        job: Job<'_>,
        steps: std::ops::Range<usize>,
        clip: ClipId,
        frames: u32,
    ) -> Kind {
        let found = self
            .machine
            .run(job.query.plan(), steps, job.database, clip, job.picks);
        match found.map(|ranges| ranges.as_slice()) {
            None | Some([]) => Kind::Constant(false),
            Some([all]) if all.frame_count() == frames => Kind::Constant(true),
            Some(ranges) => {
                let start = self.lists.len();
                self.lists.extend(
                    ranges
                        .iter()
                        .flat_map(|range| [range.start(), range.stop()]),
                );
                Kind::Listed(start, self.lists.len())
            }
        }
    }

    #[inline(always)]
    fn sweep(&mut self, job: Job<'_>, table: &Table, number: usize, place: u32, frames: u32) {
        self.starts.clear();
        self.bits.clear();
        let mut case = 0;
        for (leaf, &kind) in self.kinds.iter().enumerate() {
            if let Kind::Constant(all) = kind {
                case |= usize::from(all) << leaf;
                continue;
            }
            self.starts.push(self.lists.len());
            self.bits.push(1 << leaf);
            match kind {
                Kind::Listed(start, stop) => self.lists.extend_from_within(start..stop),
                Kind::Tag(tag) => {
                    if let Container::Runs(runs) = container(job.database, tag, number, place) {
                        runs.append_to(&mut self.lists);
                    }
                }
                Kind::Constant(_) => {}
            }
            self.lists.push(sweep::END);
        }
        self.run_sweep(case, table, frames);
    }

    #[inline(always)]
    fn raster(&mut self, job: Job<'_>, number: usize, place: u32, frames: u32) {
        self.start_raster(job, frames);
        let mut rows = 0;
        for &kind in &self.kinds {
            match kind {
                Kind::Constant(all) => {
                    self.states.push(Value::Constant(all));
                    continue;
                }
                Kind::Tag(tag) => {
                    let container = container(job.database, tag, number, place);
                    self.raster.load(rows, container);
                }
                Kind::Listed(start, stop) => {
                    self.raster.load_boundaries(rows, &self.lists[start..stop]);
                }
            }
            self.states.push(Value::Row(rows));
            rows += 1;
        }
        self.run_raster(job, rows, frames);
    }

    /// Answers a clip by words, from the containers of all leaves.
    #[inline(always)]
    pub(super) fn raster_leaves<'c>(
        &mut self,
        job: Job<'_>,
        containers: impl Iterator<Item = Container<'c>>,
        frames: u32,
    ) {
        self.start_raster(job, frames);
        let mut rows = 0;
        for container in containers {
            let state = match container {
                Container::None => Value::Constant(false),
                Container::All => Value::Constant(true),
                mixed => {
                    self.raster.load(rows, mixed);
                    rows += 1;
                    Value::Row(rows - 1)
                }
            };
            self.states.push(state);
        }
        self.run_raster(job, rows, frames);
    }

    /// Answers a clip with few boundaries by the ranges of one step after the other, where there
    /// are too many leaves for a truth table.
    fn step_by_step(&mut self, job: Job<'_>, clip: ClipId, frames: u32) {
        let steps = 0..job.query.plan().len();
        self.lists.clear();
        let all = match self.work_out(job, steps, clip, frames) {
            Kind::Constant(all) => all,
            _ => {
                std::mem::swap(&mut self.lists, &mut self.out);
                self.out_length = self.out.len();
                return;
            }
        };
        self.all_or_nothing(all, frames);
    }

    fn all_or_nothing(&mut self, all: bool, frames: u32) {
        self.out_length = 0;
        if all {
            self.out.splice(..self.out.len().min(2), [0, frames]);
            self.out_length = 2;
        }
    }

    #[inline(always)]
    fn start_raster(&mut self, job: Job<'_>, frames: u32) {
        let kernel = job.query.kernel();
        self.states.clear();
        self.raster
            .start(kernel.leaves().len() + kernel.depth() + 1, frames);
    }

    #[inline(always)]
    fn run_raster(&mut self, job: Job<'_>, rows: usize, frames: u32) {
        match self.raster.run(job.query.kernel(), &self.states, rows) {
            Ok(words) => self.out_length = raster::boundaries(words, frames, &mut self.out),
            Err(all) => self.all_or_nothing(all, frames),
        }
    }

    #[inline(always)]
    pub(super) fn run_sweep(&mut self, case: usize, table: &Table, frames: u32) {
        let Self {
            lists,
            starts,
            bits,
            out,
            ..
        } = self;
        self.out_length = sweep::sweep(lists, starts, bits, case, table, frames, out);
    }
}

#[inline(always)]
fn container(database: &Database, tag: TagId, number: usize, place: u32) -> Container<'_> {
    let block = database.tag_blocks(tag).get(number);
    block.map_or(Container::None, |block| block.of(place))
}
