//! Masks: one operation a word.

use crate::{Mask, SetAlgebra, SetOp};

impl SetAlgebra for Mask {
    /// The clip's length in frames. Masks of unequal length combine over the longer clip.
    type Extent = u32;

    fn combine_into(&self, op: SetOp, other: &Self, out: &mut Self) {
        let frames = self.clip_frames().max(other.clip_frames());
        let (a, b) = (self.words(), other.words());
        let word = |words: &[u64], i: usize| words.get(i).copied().unwrap_or(0);
        match op {
            SetOp::Union => out.rebuild(frames, |i| word(a, i) | word(b, i)),
            SetOp::Intersection => out.rebuild(frames, |i| word(a, i) & word(b, i)),
            SetOp::Difference => out.rebuild(frames, |i| word(a, i) & !word(b, i)),
            SetOp::SymmetricDifference => out.rebuild(frames, |i| word(a, i) ^ word(b, i)),
        }
    }

    fn complement_into(&self, frames: &u32, out: &mut Self) {
        let words = self.words();
        out.rebuild(*frames, |i| !words.get(i).copied().unwrap_or(0));
    }
}
