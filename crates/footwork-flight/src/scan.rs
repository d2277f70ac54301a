//! The search itself: one player's reach against the ball's path, line by line.

use crate::path::{BallPath, Line};
use crate::reach::Reach;
use crate::vector::most;
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

/// Gives the windows of every line from this time on, in order, with the line, until `found` says that it is enough.
///
/// Of a line it looks at the ends first: the slack of the disc is concave along it, so that ends inside mean all inside,
/// and it changes no faster than ball and disc move, so that ends far outside mean all outside.
fn scan(
    path: &BallPath,
    reach: &Reach,
    height_m: f64,
    from_secs: f64,
    mut found: impl FnMut(&Line, Window) -> bool,
) {
    let cone = reach.cone();
    let start = most(from_secs, cone.ready_secs);
    let first = path.line_index(start);
    let knots = path.secs.len();
    let (secs, x, y, z, speed) = (
        &path.secs[..knots],
        &path.x[..knots],
        &path.y[..knots],
        &path.z[..knots],
        &path.speed[..knots],
    );
    let mut before: Option<f64> = None;
    for index in first..knots.saturating_sub(1) {
        let to_secs = secs[index + 1];
        let to_slack = cone.slack(to_secs, x[index + 1], z[index + 1]);
        let known = before.replace(to_slack);
        if (y[index] > height_m && y[index + 1] > height_m) || to_secs < start {
            continue;
        }
        let from_slack = match known {
            Some(slack) => slack,
            None => cone.slack(secs[index], x[index], z[index]),
        };
        // Before the player is ready the same formula holds.
        let most_slack =
            from_slack + to_slack + (speed[index] + cone.speed) * (to_secs - secs[index]);
        if most_slack < 0.0 {
            continue;
        }
        let Some(line) = path.line(index) else { break };
        let mut part = Window {
            from_secs: secs[index],
            to_secs,
        };
        let mut slacks = [from_slack, to_slack];
        if part.from_secs < start {
            part.from_secs = start;
            slacks[0] = slack_on(reach, &line, start);
        }
        let Some(part) = low_part(&line, part, [y[index], y[index + 1]], height_m) else {
            continue;
        };
        if part.from_secs > line.from_secs && part.from_secs > start {
            slacks[0] = slack_on(reach, &line, part.from_secs);
        }
        if part.to_secs < to_secs {
            slacks[1] = slack_on(reach, &line, part.to_secs);
        }
        let windows = reach.windows(&line, part, slacks.map(|slack| slack >= 0.0));
        for &window in windows.as_slice() {
            if found(&line, window) {
                return;
            }
        }
    }
}

fn slack_on(reach: &Reach, line: &Line, secs: f64) -> f64 {
    let [x, _, z] = line.at(secs);
    reach.cone().slack(secs, x, z)
}

/// The part of a line that is no higher than the height.
fn low_part(line: &Line, part: Window, ends: [f64; 2], height_m: f64) -> Option<Window> {
    if ends[0] <= height_m && ends[1] <= height_m {
        return Some(part);
    }
    let crossing = line.from_secs + (height_m - line.from[1]) / line.velocity[1];
    let low = if ends[0] <= height_m {
        Window {
            to_secs: if crossing < part.to_secs {
                crossing
            } else {
                part.to_secs
            },
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

/// The first moment from this time on at which the ball can be taken.
pub(crate) fn first_moment(
    path: &BallPath,
    reach: &Reach,
    height_m: f64,
    from_secs: f64,
) -> Option<Moment> {
    let mut moment = None;
    scan(path, reach, height_m, from_secs, |line, window| {
        moment = Some(Moment {
            secs: window.from_secs,
            position: line.at(window.from_secs),
            velocity: line.velocity,
        });
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
    let begin = windows.len();
    scan(path, reach, height_m, from_secs, |line, window| {
        if moment.is_none() {
            moment = Some(Moment {
                secs: window.from_secs,
                position: line.at(window.from_secs),
                velocity: line.velocity,
            });
        }
        match windows.get_mut(begin..).and_then(<[Window]>::last_mut) {
            Some(last) if window.from_secs <= last.to_secs + ONE_SECS => {
                last.to_secs = most(last.to_secs, window.to_secs);
            }
            _ => windows.push(window),
        }
        false
    });
    moment
}
