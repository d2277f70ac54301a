//! Sets of many clips: a merge of the two lists of clips, with the algebra of one clip inside.

use footwork_base::IdVec;

use super::combine_ranges;
use crate::{ClipId, ClipInfo, Mask, MaskSet, RangeSet, SetAlgebra, SetOp};

impl SetAlgebra for RangeSet {
    type Extent = IdVec<ClipId, ClipInfo>;

    fn combine_into(&self, op: SetOp, other: &Self, out: &mut Self) {
        out.clear();
        merge_clips(self.clips(), other.clips(), |clip| {
            let (a, b) = (self.of_clip(clip), other.of_clip(clip));
            out.push_with(clip, |ranges| combine_ranges(op, a, b, ranges));
        });
    }

    fn complement_into(&self, clips: &Self::Extent, out: &mut Self) {
        Self::full(clips).combine_into(SetOp::Difference, self, out);
    }
}

impl SetAlgebra for MaskSet {
    type Extent = IdVec<ClipId, ClipInfo>;

    fn combine_into(&self, op: SetOp, other: &Self, out: &mut Self) {
        out.clear();
        let empty = Mask::new(0);
        merge_clips(self.clips(), other.clips(), |clip| {
            let (a, b) = (self.of_clip(clip), other.of_clip(clip));
            let combined = a.unwrap_or(&empty).combine(op, b.unwrap_or(&empty));
            out.push(clip, &combined);
        });
    }

    fn complement_into(&self, clips: &Self::Extent, out: &mut Self) {
        Self::full(clips).combine_into(SetOp::Difference, self, out);
    }
}

/// Calls `visit` once for every clip of either rising list, rising.
fn merge_clips<'a>(a: &'a [ClipId], b: &'a [ClipId], mut visit: impl FnMut(ClipId)) {
    let mut lists = [a, b];
    while let Some(&clip) = lists.iter().filter_map(|list| list.first()).min() {
        for list in &mut lists {
            if list.first() == Some(&clip) {
                *list = &list[1..];
            }
        }
        visit(clip);
    }
}
