//! The engine: evaluates a query on blocks of 64 clips.
//!
//! Bitmaps first find the clips that have no frame in the answer, and the clips that have all. Words of 64 frames
//! answer the other clips, in loops with well predicted branches. Many short clips are answered at once, and a long
//! clip strip by strip. The cost hardly depends on the number of ranges. Only a long clip with few ranges is answered
//! on its ranges, one step of the query after another. If the tags are much larger than a cache, words are read clip by
//! clip.
//!
//! `docs/design/tag-engine.md` gives the reasons and figures.

use std::mem::{swap, take};
use std::ops::Range;

use footwork_base::SupportedLevel;

use super::by_strip::AnswerLong;
use super::by_tile::{AnswerTile, Tiles};
use super::by_words::AnswerWords;
use super::dispatch::{self, Work, prefetch_later};
use super::edges::Boundaries;
use super::job::{ClipBlock, Job};
use super::simd::{Loops, Simd};
use super::tile::LONG;
use crate::block;
use crate::block::places;
use crate::ids::{ClipId, ClipInfo};
use crate::query::kernel::{Clips, Leaf};

/// A receiver of the frames of clips. `whole` and `boundaries` return whether the sink wants further clips.
pub(super) trait Sink {
    /// Receives a clip with all frames in the answer.
    fn whole(&mut self, clip: ClipId, clip_frames: u32) -> bool {
        let all = [0, clip_frames];
        self.boundaries(clip, Boundaries::new(&all, 2), clip_frames, Loops)
    }

    /// Receives a clip with at least one range in the answer.
    fn boundaries(
        &mut self,
        clip: ClipId,
        boundaries: Boundaries<'_>,
        clip_frames: u32,
        simd: impl Simd,
    ) -> bool;

    /// Makes room for `_blocks` more blocks, assuming that they are like the `_done_blocks` so far.
    fn expect(&mut self, _blocks: usize, _done_blocks: usize) {}
}

/// A sink makes room for this number of blocks per finished block.
const GROWTH: usize = 32;

/// The size of a typical second-level cache, in bytes. If the tags of a query take less, they are likely to be in the
/// cache. Prefetching would then gain nothing and cost up to a tenth of the time.
const NEAR_BYTES: usize = 1 << 20;

/// If the tags of a query take more bytes than this, their words are read clip by clip; see `by_words`.
const FAR_BYTES: usize = 4 * NEAR_BYTES;

/// Memory reused from clip to clip and from query to query.
#[derive(Clone, Debug, Default)]
pub(super) struct Engine {
    tiles: Tiles,
    /// The value of each operand of the kernel on the clips of a block.
    values: Vec<Clips>,
    /// The current block and the next block, emptied.
    blocks: [ClipBlock<'static>; 2],
}

/// Prefetches the containers of the block two blocks ahead, and the bitmaps of the block three blocks ahead.
#[inline(always)]
fn prefetch_blocks(job: Job<'_>, number: usize) {
    for tag in job.query.kernel().tags() {
        if let Some(third) = job.tag_block(tag, number + 3) {
            prefetch_later(third);
        }
        if let Some(second) = job.tag_block(tag, number + 2) {
            prefetch_later(second.head());
        }
    }
}

impl Engine {
    /// Returns whether the query holds on a frame. Often the bitmaps of the clip decide that. Otherwise the kernel runs
    /// on single bits.
    pub(super) fn holds(&mut self, job: Job<'_>, clip: ClipId, frame: u32) -> bool {
        let (database, kernel) = (job.database, job.query.kernel());
        let is_inside = |clip: &ClipInfo| frame < clip.frames;
        if !database.clips().get(clip).is_some_and(is_inside) {
            return false;
        }
        let (number, place) = block::place(clip);
        let leaf = |leaf| job.clips_of_leaf(leaf, number);
        let clips = kernel.run(leaf, &mut self.values);
        let (may, must) = (clips.may >> place & 1, clips.must >> place & 1);
        if may == must {
            return must == 1;
        }
        let machine = &mut self.tiles.machine;
        let on_frame = |leaf: usize| {
            let holds = match &kernel.leaves()[leaf] {
                Leaf::Tag(tag) => database.tag_frames(*tag).container(clip).contains(frame),
                Leaf::Clips(clips) => clips.block(number) >> place & 1 == 1,
                Leaf::Steps(steps) => {
                    let plan = job.query.plan();
                    let found = machine.run(plan, steps.clone(), database, clip, job.picks);
                    found.is_some_and(|found| found.contains(frame))
                }
            };
            if holds { Clips::ALL } else { Clips::NONE }
        };
        kernel.run(on_frame, &mut self.values).may != 0
    }

    /// Passes the frames of each clip in the answer to the sink, block by block, until the sink wants no more.
    pub(super) fn blocks(
        &mut self,
        job: Job<'_>,
        numbers: Range<usize>,
        level: SupportedLevel,
        sink: &mut impl Sink,
    ) {
        let [mut here, mut next] = take(&mut self.blocks).map(ClipBlock::emptied);
        next.read_bitmaps(job, numbers.start, &mut self.values);
        let bytes = numbers.len().saturating_mul(next.bytes());
        let is_near = bytes <= NEAR_BYTES;
        let is_far = bytes > FAR_BYTES;
        if is_far {
            next.read_words(job);
        }
        // The number of blocks after which the sink makes room again.
        let mut seen = 1;
        for number in numbers.clone() {
            swap(&mut here, &mut next);
            if !is_near {
                prefetch_blocks(job, number);
            }
            if number + 1 < numbers.end {
                next.read_bitmaps(job, number + 1, &mut self.values);
                if is_far {
                    next.read_words(job);
                }
            } else {
                next.mixed = 0;
            }
            let block = GiveBlock {
                tiles: &mut self.tiles,
                job,
                here: &here,
                next: &next,
                is_near,
                level,
                sink,
            };
            if !dispatch::run(level, block) {
                break;
            }
            let done = number + 1 - numbers.start;
            if done == seen {
                seen *= GROWTH;
                sink.expect(seen.min(numbers.len()) - done, done);
            }
        }
        // In this order, the first block to fill gets memory even if the other block was never filled.
        self.blocks = [next, here].map(ClipBlock::emptied);
    }
}

/// Passes the frames of each clip of a block to the sink. Returns whether the sink wants more.
struct GiveBlock<'a, S> {
    tiles: &'a mut Tiles,
    job: Job<'a>,
    here: &'a ClipBlock<'a>,
    next: &'a ClipBlock<'a>,
    is_near: bool,
    level: SupportedLevel,
    sink: &'a mut S,
}

impl<S: Sink> Work for GiveBlock<'_, S> {
    type Out = bool;

    #[inline(always)]
    fn run(self, simd: impl Simd) -> bool {
        let (here, job) = (self.here, self.job);
        let mut left = here.may;
        while left != 0 {
            let clips = left & here.mixed;
            let first = clips.trailing_zeros();
            // Dispatched, so that the answering code is not compiled again for each sink.
            let answered = match here.lengths.get(first as usize) {
                None => 0,
                Some(LONG..) => {
                    let clip = AnswerLong {
                        tiles: self.tiles,
                        job,
                        here,
                        place: first,
                    };
                    dispatch::run(self.level, clip);
                    1 << first
                }
                Some(_) if here.are_short_words(clips) => {
                    let words = AnswerWords {
                        tiles: self.tiles,
                        job,
                        here,
                        next: self.next,
                        clips,
                    };
                    dispatch::run(self.level, words);
                    clips
                }
                Some(_) => {
                    let clips = AnswerTile {
                        tiles: self.tiles,
                        job,
                        here,
                        next: self.next,
                        is_near: self.is_near,
                        clips,
                    };
                    dispatch::run(self.level, clips)
                }
            };
            // Passes the answered clips before the next unanswered clip, including whole clips.
            let next = clips & !answered;
            let before = (next & next.wrapping_neg()).wrapping_sub(1);
            for place in places(left & before) {
                let frames = here.lengths[place as usize];
                let Some(clip) = block::clip(here.number, place) else {
                    return false;
                };
                let wants_more = if here.mixed >> place & 1 == 0 {
                    frames == 0 || self.sink.whole(clip, frames)
                } else {
                    let found = self.tiles.found(place);
                    found.is_empty() || self.sink.boundaries(clip, found, frames, simd)
                };
                if !wants_more {
                    return false;
                }
            }
            left &= !before;
        }
        true
    }
}
