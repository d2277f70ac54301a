//! The search itself: one player's reach against the ball's path, line by line.

use crate::path::{BallPath, Line};
use crate::reach::{Cone, Reach};
use crate::vector::{least, most};
use crate::window::Window;

/// Windows that are this near are one: the hole between them is rounding.
const ONE_SECS: f64 = 1e-9;

/// The ball at the first moment at which it can be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// When, in seconds.
    pub secs: f64,
    /// Where the ball's centre is.
    pub position: [f64; 3],
    /// How it moves along its path, in metres a second.
    pub velocity: [f64; 3],
}

/// Gives the windows of every line from this time on, in order, with the line's index, until `found` says that it is enough.
///
/// Once the disc surrounds all that is left of the path, the search is over. Most lines before need no root: the slack of the disc is concave along a line, so that ends inside mean all inside, and
/// ends outside mean all outside unless [`Cone::dips`]. That takes a line that is long enough: for a
/// parabola `a u² + …` with ends p and q above zero to touch it, `√p + √q ≤ √a h`, and so p + q is at most the square of the
/// line's length.
fn scan(
    path: &BallPath,
    reach: &Reach,
    height_m: f64,
    from_secs: f64,
    mut found: impl FnMut(usize, Window) -> bool,
) {
    let cone = *reach.cone();
    let is_disc = reach.is_disc();
    let (sure, sure_secs) = reach.sure();
    let start = most(from_secs, cone.ready_secs);
    let first = path.line_index(start);
    let Some(line) = path.line(first) else { return };
    let mut from = Corner::new(&cone, most(line.from_secs, start), &line, height_m);
    let knots = path.secs.len();
    let (secs, x, y, z) = (
        &path.secs[..knots],
        &path.x[..knots],
        &path.y[..knots],
        &path.z[..knots],
    );
    let end = [x[knots - 1], z[knots - 1]];
    let lines = path.rest.iter().enumerate().take(knots - 1).skip(first);
    for (index, rest) in lines {
        let next = index + 1;
        let to = Corner {
            secs: secs[next],
            excess: cone.excess(secs[next], x[next], z[next]),
            is_low: y[next] <= height_m,
        };
        let (begin, is_inside) = (from, [from.excess <= 0.0, to.excess <= 0.0]);
        from = to;
        if to.secs < begin.secs || !(begin.is_low || to.is_low) {
            continue;
        }
        let part = Window {
            from_secs: begin.secs,
            to_secs: to.secs,
        };
        let is_whole = begin.is_low && to.is_low;
        if is_inside == [true, true]
            && begin.secs >= sure_secs
            && rest.height <= height_m
            && sure.surrounds(begin.secs, end, rest.radius)
        {
            let to_secs = secs[knots - 1];
            found(index, Window { to_secs, ..part });
            return;
        }
        if is_disc && is_whole && is_inside == [true, true] {
            if found(index, part) {
                return;
            }
            continue;
        }
        let is_outside = is_inside == [false, false];
        if is_outside && begin.excess + to.excess > rest.square {
            continue;
        }
        let Some(line) = path.line(index) else { break };
        if is_outside && !cone.dips(&line, part) {
            continue;
        }
        let low = if is_whole {
            Some((part, is_inside))
        } else {
            low_part(&line, part, begin.is_low, height_m).map(|part| {
                let ends = [part.from_secs, part.to_secs];
                (
                    part,
                    ends.map(|secs| Corner::new(&cone, secs, &line, height_m).excess <= 0.0),
                )
            })
        };
        let Some((part, is_inside)) = low else {
            continue;
        };
        let Some(outer) = cone.window(&line, part, is_inside) else {
            continue;
        };
        let is_enough = if is_disc {
            found(index, outer)
        } else {
            let windows = reach.cut(&line, outer);
            windows
                .as_slice()
                .iter()
                .any(|&window| found(index, window))
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
        let [x, y, z] = line.at(secs);
        Self {
            secs,
            excess: cone.excess(secs, x, z),
            is_low: y <= height_m,
        }
    }
}

/// The part of a line that is no higher than the height, which one end of it is above.
fn low_part(line: &Line, part: Window, begins_low: bool, height_m: f64) -> Option<Window> {
    let crossing = line.from_secs + (height_m - line.from[1]) / line.velocity[1];
    let low = if begins_low {
        Window {
            to_secs: least(crossing, part.to_secs),
            ..part
        }
    } else {
        Window {
            from_secs: most(part.from_secs, crossing),
            ..part
        }
    };
    (low.from_secs <= low.to_secs).then_some(low)
}

impl Moment {
    fn new(path: &BallPath, index: usize, secs: f64) -> Option<Self> {
        let line = path.line(index)?;
        Some(Self {
            secs,
            position: line.at(secs),
            velocity: line.velocity,
        })
    }
}

/// The first moment from this time on at which the ball can be taken.
pub(crate) fn first_moment(
    path: &BallPath,
    reach: &Reach,
    height_m: f64,
    from_secs: f64,
) -> Option<Moment> {
    let mut moment = None;
    scan(path, reach, height_m, from_secs, |index, window| {
        moment = Moment::new(path, index, window.from_secs);
        true
    });
    moment
}

/// Adds all windows from this time on, and returns the first moment.
pub(crate) fn all_windows(
    path: &BallPath,
    reach: &Reach,
    height_m: f64,
    from_secs: f64,
    windows: &mut Vec<Window>,
) -> Option<Moment> {
    let mut moment = None;
    let mut open: Option<Window> = None;
    scan(path, reach, height_m, from_secs, |index, window| {
        match &mut open {
            Some(last) if window.from_secs <= last.to_secs + ONE_SECS => {
                last.to_secs = window.to_secs;
            }
            Some(last) => windows.push(std::mem::replace(last, window)),
            None => {
                moment = Moment::new(path, index, window.from_secs);
                open = Some(window);
            }
        }
        false
    });
    windows.extend(open);
    moment
}
