//! Ranges: one sweep over the boundaries of both operands, for every operator.

use footwork_base::FrameRange;

use crate::{Ranges, SetAlgebra, SetOp};

impl SetAlgebra for Ranges {
    type Extent = u32;

    fn combine_into(&self, op: SetOp, other: &Self, out: &mut Self) {
        out.rebuild(|buffer| combine_ranges(op, self.as_slice(), other.as_slice(), buffer));
    }

    fn complement_into(&self, frames: &u32, out: &mut Self) {
        let all = FrameRange::new(0, *frames);
        out.rebuild(|buffer| {
            combine_ranges(SetOp::Difference, all.as_slice(), self.as_slice(), buffer);
        });
    }
}

/// Appends the canonical ranges of `a op b` to `out`; both operands are canonical.
///
/// A boundary of either operand flips whether its frames are in; the result opens or closes where
/// `op` of both changes. Boundaries of one operand are distinct, so results never touch.
pub(crate) fn combine_ranges(
    op: SetOp,
    a: &[FrameRange],
    b: &[FrameRange],
    out: &mut Vec<FrameRange>,
) {
    let (mut a, mut b) = (Boundaries::new(a), Boundaries::new(b));
    let mut open: Option<u32> = None;
    while let Some(frame) = a.peek().into_iter().chain(b.peek()).min() {
        a.pass(frame);
        b.pass(frame);
        match (open, op.holds(a.inside, b.inside)) {
            (None, true) => open = Some(frame),
            (Some(start), false) => {
                out.extend(FrameRange::new(start, frame));
                open = None;
            }
            _ => {}
        }
    }
}

/// The starts and stops of ranges, one after the other.
struct Boundaries<'a> {
    ranges: &'a [FrameRange],
    inside: bool,
}

impl<'a> Boundaries<'a> {
    fn new(ranges: &'a [FrameRange]) -> Self {
        Self {
            ranges,
            inside: false,
        }
    }

    fn peek(&self) -> Option<u32> {
        let range = self.ranges.first()?;
        Some(if self.inside {
            range.stop()
        } else {
            range.start()
        })
    }

    /// Steps over the boundary at `frame`, if the next one is there.
    fn pass(&mut self, frame: u32) {
        if self.peek() == Some(frame) {
            if self.inside {
                self.ranges = &self.ranges[1..];
            }
            self.inside = !self.inside;
        }
    }
}
