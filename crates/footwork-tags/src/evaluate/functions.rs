//! What the functions of the query language do to the ranges of one clip.

mod pick;
mod relate;
mod select;
mod shape;

#[cfg(feature = "rayon")]
pub(super) use pick::operand_of;
pub(super) use pick::{Picks, pick};

use crate::query::node::Function;
use crate::{ClipInfo, Ranges};

/// A function of one query; `pick`, which looks at all clips, is answered by [`Picks`].
pub(super) fn of_one(function: Function, a: &Ranges, clip: &ClipInfo, out: &mut Ranges) {
    let frames = |amount: crate::Amount| amount.in_frames(clip.rate);
    let ranges = a.as_slice();
    out.rebuild(|out| match function {
        Function::First(n) => select::first(ranges, frames(n), out),
        Function::Last(n) => select::last(ranges, frames(n), out),
        Function::Longer(n) => select::longer(ranges, frames(n), out),
        Function::Shorter(n) => select::shorter(ranges, frames(n), out),
        Function::Nth(k) => select::nth(ranges, k, out),
        Function::Starts => select::first(ranges, 1, out),
        Function::Ends => select::last(ranges, 1, out),
        Function::Clips => select::clips(ranges, clip.frames, out),
        Function::Grow { before, after } => {
            shape::grow(ranges, frames(before), frames(after), clip.frames, out);
        }
        Function::Shrink { before, after } => {
            shape::shrink(ranges, frames(before), frames(after), out);
        }
        Function::Close(n) => shape::close(ranges, frames(n), out),
        Function::Before(n) => shape::before(ranges, frames(n), out),
        Function::After(n) => shape::after(ranges, frames(n), clip.frames, out),
        _ => out.extend_from_slice(ranges),
    });
}

/// A function of two queries.
pub(super) fn of_two(
    function: Function,
    a: &Ranges,
    b: &Ranges,
    clip: &ClipInfo,
    out: &mut Ranges,
) {
    let frames = |amount: crate::Amount| amount.in_frames(clip.rate);
    let (a, b) = (a.as_slice(), b.as_slice());
    out.rebuild(|out| match function {
        Function::Overlapping => relate::overlapping(a, b, out),
        Function::Within => relate::within(a, b, out),
        Function::Containing => relate::containing(a, b, out),
        Function::Then(n) => relate::then(a, b, frames(n), out),
        Function::Until(n) => relate::until(a, b, frames(n), out),
        Function::Since(n) => relate::since(a, b, frames(n), out),
        _ => {}
    });
}
