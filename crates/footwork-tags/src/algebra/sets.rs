//! Sets of many clips: a merge of the two lists of clips, with the algebra of one clip inside.

use footwork_base::IdVec;

use super::combine_ranges;
use crate::{ClipId, ClipInfo, Mask, MaskSet, RangeSet, SetAlgebra, SetOp};

impl SetAlgebra for RangeSet {
    type Extent = IdVec<ClipId, ClipInfo>;

    fn combine_into(&self, op: SetOp, other: &Self, out: &mut Self) {
        out.clear();
        merge(self.iter(), other.iter(), |clip, a, b| {
            let (a, b) = (a.unwrap_or(&[]), b.unwrap_or(&[]));
            // A clip that one operand lacks is copied or passed over.
            match (a, b) {
                (_, []) if op.holds(true, false) => out.push(clip, a),
                ([], _) if op.holds(false, true) => out.push(clip, b),
                (_, []) | ([], _) => {}
                _ => out.push_with(clip, |ranges| combine_ranges(op, a, b, ranges)),
            }
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
        let (empty, mut combined) = (Mask::new(0), Mask::new(0));
        merge(self.iter(), other.iter(), |clip, a, b| {
            let (a, b) = (a.unwrap_or(&empty), b.unwrap_or(&empty));
            a.combine_into(op, b, &mut combined);
            out.push(clip, &combined);
        });
    }

    fn complement_into(&self, clips: &Self::Extent, out: &mut Self) {
        Self::full(clips).combine_into(SetOp::Difference, self, out);
    }
}

/// Calls `visit` once for every clip of either rising list, rising, with what each list has of it.
fn merge<T>(
    a: impl Iterator<Item = (ClipId, T)>,
    b: impl Iterator<Item = (ClipId, T)>,
    mut visit: impl FnMut(ClipId, Option<T>, Option<T>),
) {
    let (mut a, mut b) = (a.peekable(), b.peekable());
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some((a, _)), Some((b, _))) => *a.min(b),
            (Some((clip, _)), None) | (None, Some((clip, _))) => *clip,
            (None, None) => return,
        };
        let of_clip = |item: &(ClipId, T)| item.0 == next;
        let a = a.next_if(of_clip).map(|(_, item)| item);
        let b = b.next_if(of_clip).map(|(_, item)| item);
        visit(next, a, b);
    }
}
