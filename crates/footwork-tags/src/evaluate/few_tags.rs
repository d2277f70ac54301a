//! Queries of at most eight tags and nothing else: the most common ones, with the least to do for
//! each clip.
//!
//! The truth table of the whole query is known beforehand. What a tag is on all or no frames of a
//! clip fixes a bit of the case; only the others are swept.

use super::engine::{Engine, Job, Sink, most_swept};
use super::kernel::{Clips, TABLE_LEAVES, Table};
use super::sweep::END;
use crate::block;
use crate::tag_block::{Container, TagBlock, places};

impl Engine {
    /// [`Engine::block`] for such a query.
    #[inline(always)]
    pub(super) fn block_of_few_tags(
        &mut self,
        job: Job<'_>,
        table: &Table,
        number: usize,
        sink: &mut impl Sink,
    ) -> bool {
        let kernel = job.query.kernel();
        let mut blocks: [Option<&TagBlock>; TABLE_LEAVES] = [None; TABLE_LEAVES];
        let mut clips = [Clips { may: 0, must: 0 }; TABLE_LEAVES];
        let tags = kernel.tags();
        for (leaf, &tag) in tags.iter().enumerate() {
            if let Some(block) = job.database.tag_blocks(tag).get(number) {
                blocks[leaf] = Some(block);
                clips[leaf] = Clips {
                    may: block.some(),
                    must: block.all(),
                };
            }
        }
        let all = job.database.clips().as_slice();
        let first = number * block::CLIPS;
        let valid = match all.len().saturating_sub(first) {
            0 => return true,
            fewer @ 1..block::CLIPS => (1 << fewer) - 1,
            _ => u64::MAX,
        };
        let answer = kernel.run(&clips, &mut self.clip_stack);
        for place in places(answer.may & valid) {
            let Some(clip) = block::clip(number, place) else {
                return false;
            };
            let frames = all[first + place as usize].frames;
            if frames == 0 {
                continue;
            }
            if answer.must >> place & 1 == 1 {
                if !sink.whole(clip, frames) {
                    return false;
                }
                continue;
            }
            let blocks = &blocks[..tags.len()];
            match self.lists_of_few_tags(blocks, &clips, place, frames) {
                Some(case) => self.run_sweep(case, table, frames),
                None => self.raster_of_few_tags(job, blocks, place, frames),
            }
            if !self.give(clip, frames, sink) {
                return false;
            }
        }
        true
    }

    /// Lists the boundaries of the tags that are on some frames of a clip, and returns the case of
    /// those that are on all; `None` when one is stored as words or there are too many boundaries.
    #[inline(always)]
    fn lists_of_few_tags(
        &mut self,
        blocks: &[Option<&TagBlock>],
        clips: &[Clips; TABLE_LEAVES],
        place: u32,
        frames: u32,
    ) -> Option<usize> {
        self.lists.clear();
        self.starts.clear();
        self.bits.clear();
        let mut case = 0;
        for (leaf, block) in blocks.iter().enumerate() {
            if clips[leaf].must >> place & 1 == 1 {
                case |= 1 << leaf;
                continue;
            }
            if clips[leaf].may >> place & 1 == 0 {
                continue;
            }
            match block.map_or(Container::None, |block| block.of(place)) {
                Container::Runs(runs) => {
                    self.starts.push(self.lists.len());
                    self.bits.push(1 << leaf);
                    runs.append_to(&mut self.lists);
                    self.lists.push(END);
                }
                Container::Words(_) => return None,
                Container::None | Container::All => {}
            }
        }
        let boundaries = self.lists.len() - self.starts.len();
        (boundaries <= most_swept(frames)).then_some(case)
    }

    #[inline(always)]
    fn raster_of_few_tags(
        &mut self,
        job: Job<'_>,
        blocks: &[Option<&TagBlock>],
        place: u32,
        frames: u32,
    ) {
        let of = |leaf: usize| blocks[leaf].map_or(Container::None, |block| block.of(place));
        self.raster_leaves(job, (0..blocks.len()).map(of), frames);
    }
}
