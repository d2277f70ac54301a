//! Answers a single long clip. The query runs on the clip's words, one strip of frames after another, so that the words
//! fit the caches for any length of the clip. If the clip has few ranges, the query runs on its ranges instead.

use std::iter::once;
use std::ops::Range;

use super::by_tile::Tiles;
use super::dispatch::Work;
use super::edges;
use super::group::GROUP_FRAMES;
use super::job::{ClipBlock, Job};
use super::simd::Simd;
use super::tile::{LONG, TILE, groups_of};
use crate::block;
use crate::query::kernel::Leaf;
use crate::ranges::Ranges;
use crate::tag_block::Container;

/// The number of frames of a strip, which fills a tile.
const STRIP: u32 = 95 * GROUP_FRAMES;

const _: () = assert!(groups_of(STRIP) == TILE && LONG <= STRIP);

/// Answers a clip of [`LONG`] frames or more.
pub(super) struct AnswerLong<'a> {
    pub(super) tiles: &'a mut Tiles,
    pub(super) job: Job<'a>,
    pub(super) here: &'a ClipBlock<'a>,
    pub(super) place: u32,
}

impl Work for AnswerLong<'_> {
    type Out = ();

    #[inline(always)]
    fn run(self, simd: impl Simd) {
        let Self {
            tiles,
            job,
            here,
            place,
        } = self;
        if is_sparse(here, place) {
            tiles.step_by_step(job, here, place);
        } else {
            tiles.by_strips(job, here, place, simd);
        }
    }
}

impl Tiles {
    #[inline(always)]
    fn by_strips(&mut self, job: Job<'_>, here: &ClipBlock<'_>, place: u32, simd: impl Simd) {
        self.keep_ranges(job, here, place);
        let kernel = job.query.kernel();
        let frames = here.lengths[place as usize];
        let mut length = 0;
        for start in (0..frames).step_by(STRIP as usize) {
            let strip = start..frames.min(start.saturating_add(STRIP));
            let strip_frames = strip.end - strip.start;
            self.tile.fill(once((place, strip_frames)));
            self.raster.begin(kernel, self.tile.groups);
            for leaf in 0..kernel.leaves().len() {
                self.load_strip(job, here, leaf, place, &strip, simd);
            }
            let words = self.raster.run(kernel, &self.tile, |_| None, simd);
            let (words, first) = (&words[..self.tile.groups], length);
            length = edges::boundaries(words, strip_frames, simd, &mut self.out, first);
            for boundary in &mut self.out[first..length] {
                *boundary += start;
            }
            // Joins a range that continues in this strip.
            if first > 0 && first < length && self.out[first - 1] == self.out[first] {
                self.out.copy_within(first + 1..length, first - 1);
                length -= 2;
            }
        }
        self.set_found(place, 0..length);
    }

    /// Keeps the ranges of the leaves that are not tags, so that they are computed only once per clip.
    fn keep_ranges(&mut self, job: Job<'_>, here: &ClipBlock<'_>, place: u32) {
        let leaves = job.query.kernel().leaves();
        if self.kept.len() < leaves.len() {
            self.kept.resize_with(leaves.len(), Ranges::new);
        }
        let Some(clip) = block::clip(here.number, place) else {
            return;
        };
        for (leaf, kept) in leaves.iter().zip(&mut self.kept) {
            if let Leaf::Steps(steps) = leaf {
                let (plan, steps) = (job.query.plan(), steps.clone());
                let found = self.machine.run(plan, steps, job.database, clip, job.picks);
                kept.assign(found.map_or(&[], Ranges::as_slice));
            }
        }
    }

    /// Loads a leaf on a strip of a clip.
    #[inline(always)]
    fn load_strip(
        &mut self,
        job: Job<'_>,
        here: &ClipBlock<'_>,
        leaf: usize,
        place: u32,
        strip: &Range<u32>,
        simd: impl Simd,
    ) {
        let clips = here.leaf(job, leaf);
        if (clips.may & !clips.must) >> place & 1 == 0 {
            self.raster.set_constant(leaf, clips.must >> place & 1 == 1);
            return;
        }
        self.raster.clear(leaf);
        let span = 0..self.tile.groups;
        match here.leaves[leaf].map(|block| block.container(place)) {
            Some(Container::Words(bytes)) => {
                let before = strip.start as usize / 8;
                let bytes = bytes.get(before..).unwrap_or(&[]);
                self.raster.add_words(leaf, span, bytes, simd);
            }
            Some(Container::Runs(runs)) => {
                let mut sum = self.raster.long(leaf, span);
                for (start, stop) in cut(runs.ending_after(strip.start), strip) {
                    sum.add(start, stop);
                }
                sum.finish();
            }
            _ => {
                let ranges = self.kept[leaf].as_slice();
                let first = ranges.partition_point(|range| range.stop() <= strip.start);
                let ranges = ranges[first..].iter();
                let mut sum = self.raster.long(leaf, span);
                for (start, stop) in cut(ranges.map(|range| (range.start(), range.stop())), strip) {
                    sum.add(start, stop);
                }
                sum.finish();
            }
        }
    }
}

/// Cuts ranges to the strip and makes them relative to the strip's first frame. The first range must stop after the
/// start of the strip.
#[inline(always)]
fn cut(
    ranges: impl Iterator<Item = (u32, u32)>,
    strip: &Range<u32>,
) -> impl Iterator<Item = (u32, u32)> {
    let ranges = ranges.take_while(|(start, _)| *start < strip.end);
    ranges.map(|(start, stop)| {
        let (start, stop) = (start.max(strip.start), stop.min(strip.end));
        (start - strip.start, stop - strip.start)
    })
}

/// Returns whether the clip's tags have far fewer boundaries than the clip has words.
fn is_sparse(here: &ClipBlock<'_>, place: u32) -> bool {
    let words = here.lengths[place as usize] as usize / 64;
    let tags = here.leaves.iter().flatten();
    let boundaries = tags.map(|block| match block.container(place) {
        Container::Runs(runs) => 2 * runs.len(),
        Container::Words(_) => words,
        _ => 0,
    });
    boundaries.sum::<usize>() < words / 8
}
