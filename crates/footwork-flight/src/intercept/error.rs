//! The errors of a search, for all players or for one player.

use crate::intercept::path::{After, BallPath};
use crate::intercept::player::PlayerError;

/// The permitted distance of a search's time from the path, in seconds. The ball may be stepped a little ahead of the
/// game or behind it.
const SLACK_SECS: f64 = 0.1;

/// Why a search failed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SearchError {
    /// A number of a player is out of range. If several players have such numbers, this is the error of the first. All
    /// other players were searched.
    Player(PlayerError),
    /// The time is NaN or not on the path, as after the horizon or with the time of another clock. No player was
    /// searched.
    Clock {
        /// The time, in seconds.
        now_secs: f64,
        /// The time at which the path starts, in seconds.
        from_secs: f64,
        /// The time at which the path ends, in seconds.
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

/// Refuses a time that is not on the path. If the ball is gone at the end of the path, accepts every time after the
/// end. If the path is empty, accepts every time except NaN.
pub(crate) fn check_clock(path: &BallPath, now_secs: f64) -> Result<(), SearchError> {
    off_path(path, now_secs).map_or(Ok(()), |[from_secs, to_secs]| {
        Err(SearchError::Clock {
            now_secs,
            from_secs,
            to_secs,
        })
    })
}

/// Returns the times at which the path starts and ends if [`check_clock`] refuses the time; `None` if it accepts the
/// time.
pub(crate) fn off_path(path: &BallPath, now_secs: f64) -> Option<[f64; 2]> {
    let (from_secs, to_secs) = (path.begin_secs(), path.known_secs());
    let is_begun = now_secs >= from_secs - SLACK_SECS;
    let is_on = is_begun && (now_secs <= to_secs + SLACK_SECS || path.after() == After::Gone);
    let is_fine = is_on || (from_secs > to_secs && !now_secs.is_nan());
    (!is_fine).then_some([from_secs, to_secs])
}
