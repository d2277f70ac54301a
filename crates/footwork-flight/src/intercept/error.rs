//! Why a search is refused, in whole or for one player.

use crate::intercept::path::{After, BallPath};
use crate::intercept::player::PlayerError;

/// How far off the path the time of a search may be, in seconds, because the ball is stepped a little ahead of the game
/// or behind it.
const SLACK_SECS: f64 = 0.1;

/// Why a search failed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SearchError {
    /// A number of a player is out of range. If several players have such numbers, this is the first. All other players
    /// were searched.
    Player(PlayerError),
    /// The time is NaN or not on the path, as after the horizon or with the time of another clock. No player was
    /// searched.
    Clock {
        /// The time, in seconds.
        now_secs: f64,
        /// The time at which the path starts.
        from_secs: f64,
        /// The time at which it ends.
        to_secs: f64,
    },
}

footwork_base::display! { SearchError:
    Self::Player(error) => "{error}";
    Self::Clock { now_secs, from_secs, to_secs } => "now_secs: {now_secs} is not on the path of the ball, from {from_secs} to {to_secs} s";
}

impl std::error::Error for SearchError {}

impl From<PlayerError> for SearchError {
    fn from(error: PlayerError) -> Self {
        Self::Player(error)
    }
}

/// Refuses a time that is not on the path. After the end of a path whose ball is gone, and on an empty path, it accepts
/// every time except NaN.
pub(crate) fn check_clock(path: &BallPath, now_secs: f64) -> Result<(), SearchError> {
    off_path(path, now_secs).map_or(Ok(()), |[from_secs, to_secs]| {
        Err(SearchError::Clock {
            now_secs,
            from_secs,
            to_secs,
        })
    })
}

/// Returns when the path starts and ends, if [`check_clock`] refuses the time.
pub(crate) fn off_path(path: &BallPath, now_secs: f64) -> Option<[f64; 2]> {
    let (from_secs, to_secs) = (path.begin_secs(), path.known_secs());
    let is_begun = now_secs >= from_secs - SLACK_SECS;
    let is_on = is_begun && (now_secs <= to_secs + SLACK_SECS || path.after() == After::Gone);
    let is_fine = is_on || (from_secs > to_secs && !now_secs.is_nan());
    (!is_fine).then_some([from_secs, to_secs])
}
