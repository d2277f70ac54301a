//! Sinks for answers: ranges, masks, a block of a cached answer, the number of frames, or whether there is any
//! frame.

use footwork_base::FrameRange;

use super::edges::Boundaries;
use super::engine::Sink;
use super::simd::Simd;
use crate::block::{self, RangeBlock};
use crate::ids::ClipId;
use crate::mask::Mask;
use crate::mask_set::MaskSet;
use crate::range_set::RangeSet;

impl Sink for &mut RangeSet {
    fn expect(&mut self, blocks: usize, done_blocks: usize) {
        self.reserve(blocks, done_blocks);
    }

    #[inline(always)]
    fn whole(&mut self, clip: ClipId, clip_frames: u32) -> bool {
        self.push_with(clip, |out| out.extend(FrameRange::new(0, clip_frames)));
        true
    }

    #[inline(always)]
    fn boundaries(
        &mut self,
        clip: ClipId,
        boundaries: Boundaries<'_>,
        _: u32,
        simd: impl Simd,
    ) -> bool {
        self.push_with(clip, |out| boundaries.append_to(out, simd));
        true
    }
}

/// A sink of masks, built in one reused mask.
pub(super) struct Masks<'a> {
    pub(super) out: &'a mut MaskSet,
    pub(super) mask: &'a mut Mask,
}

impl Sink for Masks<'_> {
    fn boundaries(
        &mut self,
        clip: ClipId,
        boundaries: Boundaries<'_>,
        clip_frames: u32,
        _: impl Simd,
    ) -> bool {
        self.mask.reset(clip_frames);
        boundaries
            .ranges()
            .for_each(|range| self.mask.insert(range));
        self.out.push(clip, self.mask);
        true
    }
}

impl Sink for RangeBlock {
    fn boundaries(
        &mut self,
        clip: ClipId,
        boundaries: Boundaries<'_>,
        _: u32,
        simd: impl Simd,
    ) -> bool {
        self.push_with(block::place(clip).1, |out| boundaries.append_to(out, simd));
        true
    }
}

/// Counts the frames of an answer.
#[derive(Default)]
pub(super) struct Count(pub(super) u64);

impl Sink for Count {
    fn whole(&mut self, _: ClipId, clip_frames: u32) -> bool {
        self.0 += u64::from(clip_frames);
        true
    }

    fn boundaries(&mut self, _: ClipId, boundaries: Boundaries<'_>, _: u32, _: impl Simd) -> bool {
        let counts = boundaries
            .ranges()
            .map(|range| u64::from(range.frame_count()));
        self.0 += counts.sum::<u64>();
        true
    }
}

/// Finds out whether an answer has any frame.
#[derive(Default)]
pub(super) struct Any(pub(super) bool);

impl Sink for Any {
    fn whole(&mut self, _: ClipId, _: u32) -> bool {
        self.0 = true;
        false
    }

    fn boundaries(&mut self, _: ClipId, _: Boundaries<'_>, _: u32, _: impl Simd) -> bool {
        self.0 = true;
        false
    }
}
