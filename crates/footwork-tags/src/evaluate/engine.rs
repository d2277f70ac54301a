//! The engine: a query on blocks of 64 clips.
//!
//! First whole clips: bitmaps say which clips can have no frame in the answer and which have all.
//! Those between are answered by words of 64 frames, whose cost hardly depends on how many ranges
//! there are: many short clips at once, or a long one strip by strip, in loops whose branches are
//! predicted well. Only a long clip with few ranges is answered by these, one step of the query after
//! the other.

use std::mem::{swap, take};
use std::ops::Range;

use footwork_base::SupportedLevel;

use super::by_strip::AnswerLong;
use super::by_tile::{Answer, Tiles};
use super::dispatch::{self, Work, prefetch_later};
use super::edges::Boundaries;
use super::job::{ClipBlock, Job};
use super::simd::{Loops, Simd};
use super::tile::LONG;
use crate::block;
use crate::block::places;
use crate::ids::ClipId;
use crate::query::kernel::Clips;

/// Where the frames of the clips go; each says whether it wants the next clip.
pub(super) trait Sink {
    /// A clip all of whose frames are in the answer.
    fn whole(&mut self, clip: ClipId, clip_frames: u32) -> bool {
        let all = [0, clip_frames];
        self.boundaries(clip, Boundaries::new(&all, 2), clip_frames, Loops)
    }

    /// A clip with some ranges, at least one.
    fn boundaries(
        &mut self,
        clip: ClipId,
        boundaries: Boundaries<'_>,
        clip_frames: u32,
        simd: impl Simd,
    ) -> bool;

    /// Makes room for so many blocks, going by what those that are done brought.
    fn expect(&mut self, _blocks: usize, _done_blocks: usize) {}
}

/// How many times the blocks that are done a sink makes room for at once.
const GROWTH: usize = 32;

/// What a second cache of today's processors holds, in bytes. To prefetch what is in it already costs
/// up to a tenth and gains nothing.
const NEAR: usize = 1 << 20;

/// Memory that is kept from clip to clip and from query to query.
#[derive(Clone, Debug, Default)]
pub(super) struct Engine {
    tiles: Tiles,
    /// What each value of the kernel is on the clips of a block.
    values: Vec<Clips>,
    /// The block at hand and the next, emptied.
    blocks: [ClipBlock<'static>; 2],
}

/// Prefetches what the blocks after the next begin with.
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
    /// Gives the frames of each clip that has any to the sink, block by block, until it wants no
    /// more.
    pub(super) fn blocks(
        &mut self,
        job: Job<'_>,
        numbers: Range<usize>,
        level: SupportedLevel,
        sink: &mut impl Sink,
    ) {
        let [mut here, mut next] = take(&mut self.blocks).map(ClipBlock::emptied);
        next.look_at(job, numbers.start, &mut self.values);
        let bytes = numbers.len().saturating_mul(next.bytes());
        let is_near = bytes <= NEAR;
        // The number of blocks after which the sink hears how it goes on.
        let mut seen = 1;
        for number in numbers.clone() {
            swap(&mut here, &mut next);
            if !is_near {
                prefetch_blocks(job, number);
            }
            if number + 1 < numbers.end {
                next.look_at(job, number + 1, &mut self.values);
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
        // So that the one that is filled first has memory, even if the other was never filled.
        self.blocks = [next, here].map(ClipBlock::emptied);
    }
}

/// Gives the frames of each clip of a block that has any to the sink; returns whether it wants
/// more.
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
            // Neither is compiled again for each sink.
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
                Some(_) => {
                    let clips = Answer {
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
            // With those that are whole, up to the next that is not answered yet.
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
