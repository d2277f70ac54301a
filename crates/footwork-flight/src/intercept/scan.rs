//! The search itself: one player's reach against the path, line by line.

use crate::intercept::moment::InterceptMoment;
use crate::intercept::path::{BLOCK, BallPath, Line};
use crate::intercept::reach::{Area, Cone};
use crate::intercept::window::InterceptWindow;
use crate::vector::{least, most};

/// Windows at most this far apart, in seconds, are merged, because the gap between them is rounding error.
const ONE_SECS: f64 = 1e-9;

/// The start of a scan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    /// The earliest time, in seconds. With NaN the scan finds nothing.
    pub(crate) secs: f64,
    /// The index of the line at this time, or a guess of it.
    pub(crate) line: usize,
}

/// Calls `found` with each window and the index of its line, in order from the start. Stops when `found` returns
/// `true`.
///
/// Most lines need no root. If a circle around the next four lines is out of reach of the disc, or inside the disc, the
/// four lines are too. Once the disc surrounds the rest of the path, the search is over. Along a single line the slack
/// of the disc is concave. If both ends of the line are inside, the whole line is inside. If both are outside, the
/// whole line is outside, unless it [dips](Cone::dips) into the disc. A dip needs a long enough line: a parabola with
/// the leading coefficient a and positive values p and q at its ends, which are h apart, reaches zero only if `√p + √q
/// ≤ √a h`. So p + q is at most the squared length of the line.
fn scan<R: Area>(
    path: &BallPath,
    reach: &R,
    height_m: f64,
    start: Start,
    mut found: impl FnMut(usize, InterceptWindow) -> bool,
) {
    let cone = *reach.cone();
    let (sure, sure_secs) = reach.sure();
    let from_secs = most(start.secs, cone.ready_secs);
    if !from_secs.is_finite() {
        return;
    }
    let mut index = path.line_index_near(from_secs, start.line);
    let Some(line) = path.line(index) else { return };
    let mut from = Corner::new(&cone, most(line.from_secs, from_secs), line, height_m);
    let knots = path.secs.len();
    let (secs, x, height, z) = (
        &path.secs[..knots],
        &path.x[..knots],
        &path.height[..knots],
        &path.z[..knots],
    );
    let knot = |index: usize| Corner {
        secs: secs[index],
        excess: cone.excess(secs[index], x[index], z[index]),
        is_low: height[index] <= height_m,
    };
    let last = knots - 1;
    let end = [x[last], z[last]];
    let mut is_block = true;
    while index < last {
        if is_block {
            let stop = ((index / BLOCK + 1) * BLOCK).min(last);
            let block = &path.blocks[index / BLOCK];
            if block.lowest > height_m || cone.misses(secs[stop], block) {
                index = stop;
                from = knot(stop);
                continue;
            }
            if from.excess <= 0.0 && from.secs >= sure_secs && from.secs <= secs[stop] {
                let rest = &path.rest[index];
                if rest.height <= height_m && sure.surrounds(from.secs, end, rest.radius) {
                    let to_secs = secs[last];
                    found(index, from.until(to_secs));
                    return;
                }
                let middle = [block.x, block.z];
                if block.highest <= height_m && sure.surrounds(from.secs, middle, block.radius) {
                    if found(index, from.until(secs[stop])) {
                        return;
                    }
                    index = stop;
                    from = knot(stop);
                    continue;
                }
            }
        }
        let (at, to) = (index, knot(index + 1));
        let begin = from;
        index += 1;
        from = to;
        is_block = index.is_multiple_of(BLOCK);
        let is_inside = [begin.excess <= 0.0, to.excess <= 0.0];
        if to.secs < begin.secs || !(begin.is_low || to.is_low) {
            continue;
        }
        let part = begin.until(to.secs);
        let is_whole = begin.is_low && to.is_low;
        if R::IS_DISC && is_whole && is_inside == [true, true] {
            if found(at, part) {
                return;
            }
            continue;
        }
        let is_outside = is_inside == [false, false];
        if is_outside && begin.excess + to.excess > path.rest[at].square {
            continue;
        }
        let Some(line) = path.line(at) else { break };
        if is_outside && !cone.dips(line, part) {
            continue;
        }
        let low = if is_whole {
            Some((part, is_inside))
        } else {
            low_part(line, part, begin.is_low, height_m).map(|part| {
                let ends = [part.from_secs, part.to_secs];
                (
                    part,
                    ends.map(|secs| Corner::new(&cone, secs, line, height_m).excess <= 0.0),
                )
            })
        };
        let outer = low.and_then(|(part, is_inside)| cone.window(line, part, is_inside));
        let Some(outer) = outer else { continue };
        let is_enough = if R::IS_DISC {
            found(at, outer)
        } else {
            let windows = reach.cut(line, outer);
            let mut windows = windows.as_ref().iter();
            windows.any(|&window| found(at, window))
        };
        if is_enough {
            return;
        }
    }
}

/// An end of a part of a line.
#[derive(Clone, Copy)]
struct Corner {
    secs: f64,
    excess: f64,
    is_low: bool,
}

impl Corner {
    fn new(cone: &Cone, secs: f64, line: &Line, height_m: f64) -> Self {
        let [x, _, z] = line.at(secs);
        Self {
            secs,
            excess: cone.excess(secs, x, z),
            is_low: line.height_at(secs) <= height_m,
        }
    }

    fn until(&self, to_secs: f64) -> InterceptWindow {
        InterceptWindow {
            from_secs: self.secs,
            to_secs,
        }
    }
}

/// Returns the part of a line below a height. Exactly one end of the line must be above the height.
fn low_part(
    line: &Line,
    part: InterceptWindow,
    begins_low: bool,
    height_m: f64,
) -> Option<InterceptWindow> {
    let crossing = line.from_secs + (height_m - line.height) / line.rise;
    let low = if begins_low {
        InterceptWindow {
            to_secs: least(crossing, part.to_secs),
            ..part
        }
    } else {
        InterceptWindow {
            from_secs: most(part.from_secs, crossing),
            ..part
        }
    };
    (low.from_secs <= low.to_secs).then_some(low)
}

impl InterceptMoment {
    fn new(path: &BallPath, index: usize, secs: f64) -> Option<Self> {
        path.line(index).map(|line| Self::on(line, secs))
    }

    #[inline]
    pub(crate) fn on(line: &Line, secs: f64) -> Self {
        Self {
            secs,
            position: line.at(secs),
            velocity: line.velocity,
            height_m: line.height_at(secs),
        }
    }
}

/// Returns the first moment at which the ball can be taken, and the index of its line; `None` if there is none.
pub(crate) fn first_moment<R: Area>(
    path: &BallPath,
    reach: &R,
    height_m: f64,
    start: Start,
) -> Option<(usize, InterceptMoment)> {
    let mut first = None;
    scan(path, reach, height_m, start, |index, window| {
        first = InterceptMoment::new(path, index, window.from_secs).map(|moment| (index, moment));
        true
    });
    first
}

/// Appends all windows from `from_secs` on. Returns the first moment; `None` if there is no window.
pub(crate) fn all_windows<R: Area>(
    path: &BallPath,
    reach: &R,
    height_m: f64,
    from_secs: f64,
    windows: &mut Vec<InterceptWindow>,
) -> Option<InterceptMoment> {
    let start = Start {
        secs: from_secs,
        line: 0,
    };
    let mut moment = None;
    let mut open: Option<InterceptWindow> = None;
    scan(path, reach, height_m, start, |index, window| {
        match &mut open {
            Some(last) if window.from_secs <= last.to_secs + ONE_SECS => {
                last.to_secs = window.to_secs;
            }
            Some(last) => windows.push(std::mem::replace(last, window)),
            None => {
                moment = InterceptMoment::new(path, index, window.from_secs);
                open = Some(window);
            }
        }
        false
    });
    windows.extend(open);
    moment
}
