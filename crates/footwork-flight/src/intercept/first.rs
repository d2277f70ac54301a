//! The first intercept: its time and place, its difficulty, and whether the player or the ball waits.

use crate::intercept::moment::InterceptMoment;
use crate::intercept::path::BallPath;
use crate::intercept::player::{Player, PlayerId};
use crate::intercept::reach::{Cone, Reach};
use crate::vector::{least, length, most, vector};

/// A ball below this height, in metres, is for the feet, and its height does not matter.
const KNEE_M: f64 = 0.6;
/// The speed of the hardest ball, in metres per second.
const HARD_MPS: f64 = 40.0;
/// The duration, in seconds, below which a wait counts as zero.
const NO_WAIT_SECS: f64 = 1e-6;

/// Whether the player waits for the ball, or the ball for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum InterceptKind {
    /// The player is at the place before it can take the ball there.
    PlayerWaits,
    /// The ball lies still when the player arrives.
    BallWaits,
    /// Player and ball arrive at the same time.
    OnTheRun,
}

impl InterceptKind {
    /// Returns `player_waits`, `ball_waits` or `on_the_run`.
    pub fn name(self) -> &'static str {
        match self {
            Self::PlayerWaits => "player_waits",
            Self::BallWaits => "ball_waits",
            Self::OnTheRun => "on_the_run",
        }
    }
}

/// How a player takes a ball, depending on its height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TakenBy {
    /// Standing.
    Standing,
    /// In a jump.
    Jump,
    /// In a jump with the hands above the head.
    Hands,
}

/// The first way in which a player can take the ball.
///
/// In the formulas, the first window starts at the time T with the ball at the place P. The player has the reach ρ
/// and the speed s, which is its top speed times its stamina. It is ready at the time R, and is then at the place p.
///
/// | value | formula |
/// |---|---|
/// | arrival | the time since which P has been in reach without a break up to T; T itself if P is within 1 µm of the edge; R for a player who cannot move |
/// | kind | `BallWaits` if the ball lies still for good at T; else `PlayerWaits` if the arrival is before T; else `OnTheRun` |
/// | waiting time | `T −` arrival; for a ball that waits, T minus the later of the present time and the time at which the ball came to rest |
/// | run | `max(0, d − ρ)`, with the horizontal distance d from p to P |
/// | pace | the fraction of top speed that the run takes: `run / (s (T − R))`, at most 1; 0 without a run |
/// | effort | `pace · run / s`: seconds at top speed, less if there is more time |
/// | difficulty | `1 − (1 − h / 2) (1 − v)`: h is the height as a fraction of the way from 0.6 m to the highest ball that the player can take, v the ball's speed relative to the running player as a fraction of 40 m/s |
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Intercept {
    /// The player.
    pub player: PlayerId,
    /// The time at which the first window starts, in seconds.
    pub secs: f64,
    /// The centre of the ball at that time, in metres.
    pub position: [f64; 3],
    /// The height of the ball above the ground, in metres; above the player's feet if the world does not know the
    /// ground.
    pub height_m: f64,
    /// How the player takes the ball.
    pub taken_by: TakenBy,
    /// Whether the player or the ball waits.
    pub kind: InterceptKind,
    /// How long the player or the ball waits, in seconds.
    pub wait_secs: f64,
    /// The distance that the player runs, in metres.
    pub run_m: f64,
    /// The fraction of top speed that the run takes, from 0 for standing to 1.
    pub pace: f64,
    /// The effort, in seconds of running at top speed.
    pub effort: f64,
    /// The difficulty, from 0 to 1. It is 0 for a ball up to 0.6 m high that does not move relative to the player.
    pub difficulty: f64,
}

impl Intercept {
    /// Returns the intercept at a moment for a player with this reach.
    pub(crate) fn new<R: Reach>(
        path: &BallPath,
        player: &Player,
        reach: &R,
        moment: &InterceptMoment,
        now_secs: f64,
    ) -> Self {
        let arrival_secs = reach.arrival_secs(moment.secs, moment.position);
        Self::arriving(path, player, reach.cone(), arrival_secs, moment, now_secs)
    }

    /// Returns the intercept at a moment for a player who could have waited at its place since `arrival_secs`.
    #[inline(always)]
    pub(crate) fn arriving(
        path: &BallPath,
        player: &Player,
        cone: &Cone,
        arrival_secs: f64,
        moment: &InterceptMoment,
        now_secs: f64,
    ) -> Self {
        let &InterceptMoment {
            secs,
            position,
            velocity,
            height_m,
        } = moment;
        let height_m = path.height_above(height_m, player.position[1]);
        let waited = secs - arrival_secs;
        let (kind, wait_secs) = if secs >= path.rest_secs() {
            let since = most(path.rest_secs(), now_secs);
            (InterceptKind::BallWaits, most(secs - since, 0.0))
        } else if waited > NO_WAIT_SECS {
            (InterceptKind::PlayerWaits, waited)
        } else {
            (InterceptKind::OnTheRun, 0.0)
        };
        let (dx, dz) = (position[0] - cone.x, position[2] - cone.z);
        let distance = (dx * dx + dz * dz).sqrt();
        let run_m = if cone.speed > 0.0 {
            most(distance - cone.reach, 0.0)
        } else {
            0.0
        };
        let at_top_secs = if run_m > 0.0 {
            run_m / most(cone.speed, 1e-9)
        } else {
            0.0
        };
        let pace = if run_m > 0.0 {
            least(at_top_secs / most(secs - cone.ready_secs, 1e-9), 1.0)
        } else {
            0.0
        };
        let run = pace * cone.speed / most(distance, 1e-9);
        let relative = vector(velocity) - vector([dx * run, 0.0, dz * run]);
        Self {
            player: player.id,
            secs,
            position,
            height_m,
            taken_by: taken_by(player, height_m),
            kind,
            wait_secs,
            run_m,
            pace,
            effort: pace * at_top_secs,
            difficulty: difficulty(player, height_m, length(relative)),
        }
    }
}

fn taken_by(player: &Player, height_m: f64) -> TakenBy {
    let heights = player.heights;
    match height_m {
        h if h <= heights.standing_m => TakenBy::Standing,
        h if h <= heights.jumping_m => TakenBy::Jump,
        _ => TakenBy::Hands,
    }
}

fn difficulty(player: &Player, height_m: f64, relative_mps: f64) -> f64 {
    let above = most(height_m - KNEE_M, 0.0);
    let highest = most(player.heights.hands_m - KNEE_M, 1e-9);
    let height = least(above / highest, 1.0);
    let speed = least(relative_mps / HARD_MPS, 1.0);
    1.0 - (1.0 - 0.5 * height) * (1.0 - speed)
}
