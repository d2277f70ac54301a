//! The moments after the first at which a player can take the ball. A later moment can be better, such as one when a
//! falling ball is easier to take or a slower run is enough.

use crate::intercept::first::Intercept;
use crate::intercept::moment::InterceptMoment;
use crate::intercept::path::BallPath;
use crate::intercept::player::Player;
use crate::intercept::reach::Reach;
use crate::vector::{least, most};

/// The longest time between two checked moments, in seconds. A ball that falls from 2.4 m drops by 0.3 m in this time.
const APART_SECS: f64 = 0.05;
/// The largest number of checked moments, which cover at least 1.5 s.
const MAX_MOMENTS: usize = 60;

/// Passes the later moments inside the windows of a player to `visit`, in order: the ends of the lines of the path, and
/// moments between them. Stops at the first moment for which `is_late` returns `true`, and after [`MAX_MOMENTS`].
pub(crate) fn later<R: Reach>(
    path: &BallPath,
    player: &Player,
    first: &Intercept,
    now_secs: f64,
    is_late: impl Fn(f64) -> bool,
    mut visit: impl FnMut(Intercept),
) {
    let mut reach = None;
    let limit_m = path.limit(player.heights.hands_m, player.position[1]);
    let (mut index, mut left) = (path.line_index(first.secs), MAX_MOMENTS);
    let mut before_secs = first.secs;
    while let Some(line) = path.line(index) {
        let (begin, end) = (most(line.from_secs, first.secs), path.end_secs(index));
        let parts = most(libm::ceil((end - begin) / APART_SECS), 1.0);
        let mut part = 1.0;
        while part <= parts {
            let secs = least(begin + (end - begin) * (part / parts), end);
            part += 1.0;
            if left == 0 || is_late(secs) {
                return;
            }
            // Skips times close to the last moment: a path through every step has more lines than useful moments.
            if secs - before_secs < 0.5 * APART_SECS {
                continue;
            }
            left -= 1;
            before_secs = secs;
            let moment = InterceptMoment::on(line, secs);
            let reach = reach.get_or_insert_with(|| R::new(player, now_secs));
            let slack = reach.slack(secs, moment.position);
            if moment.height_m <= limit_m && slack.is_some_and(|slack| slack >= 0.0) {
                visit(Intercept::new(path, player, reach, &moment, now_secs));
            }
        }
        if line.from_secs >= path.rest_secs() {
            return;
        }
        index += 1;
    }
}
