//! How a player takes a ball: when, where, who waits, and what it asks of the player.

use crate::intercept::path::BallPath;
use crate::intercept::player::{Player, PlayerId};
use crate::intercept::reach::Reach;
use crate::intercept::scan::InterceptMoment;
use crate::vector::{least, length, most, vector};

/// Below this height in metres a ball is for the feet, and no harder to take the higher it is.
const KNEE_M: f64 = 0.6;
/// A ball that comes at this speed, in metres a second, is as hard to take as any.
const HARD_MPS: f64 = 40.0;
/// Less waiting than this is none.
const NO_WAIT_SECS: f64 = 1e-6;

/// Who waits for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InterceptKind {
    /// The player could be there before the ball can be taken: it is still too high.
    PlayerWaits,
    /// The ball lies still when the player comes.
    BallWaits,
    /// Both come at the same time.
    OnTheRun,
}

impl InterceptKind {
    /// `player_waits`, `ball_waits` or `on_the_run`.
    pub fn name(self) -> &'static str {
        match self {
            Self::PlayerWaits => "player_waits",
            Self::BallWaits => "ball_waits",
            Self::OnTheRun => "on_the_run",
        }
    }
}

/// How high a ball is for the player who takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TakenBy {
    /// Standing.
    Standing,
    /// In a jump.
    Jump,
    /// With the hands, beyond what a jump gives the head.
    Hands,
}

/// The first way in which a player can take the ball.
///
/// With the moment T at which the first window begins, the place P of the ball then, the player's reach ρ, its top speed s
/// with what stamina leaves of it, the time R at which it is ready, and its place p then:
///
/// | what | formula |
/// |---|---|
/// | arrival | the earliest time since which P has been in reach without a break until T: T itself if P is within 1 µm of the edge then; R for who does not move |
/// | kind | `BallWaits` if the ball lies still for good at T; else `PlayerWaits` if the arrival is before T; else `OnTheRun` |
/// | waiting time | `T −` arrival; of a ball that waits, T − the later of when it came to rest and now |
/// | run | how far P is outside of ρ around p: `max(0, |P − p| − ρ)`, horizontally |
/// | pace | the share of top speed that the run takes: `run / (s (T − R))`, at most 1; 0 without a run |
/// | effort | `pace · run / s`: the seconds that it would take at top speed, less if there is more time |
/// | difficulty | `1 − (1 − h / 2) (1 − v)`, h the share of the way from 0.6 m to the player's highest, v the ball's speed relative to the player's run as a share of 40 m/s |
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intercept {
    /// Who.
    pub player: PlayerId,
    /// When the first window begins, in seconds.
    pub secs: f64,
    /// Where the ball's centre is then.
    pub position: [f64; 3],
    /// What its height asks for.
    pub taken_by: TakenBy,
    /// Who waits.
    pub kind: InterceptKind,
    /// How long, in seconds.
    pub wait_secs: f64,
    /// How far the player runs, in metres.
    pub run_m: f64,
    /// From 0 for standing to 1 for top speed.
    pub pace: f64,
    /// In seconds of running at top speed.
    pub effort: f64,
    /// From 0 for a ball that lies still to 1.
    pub difficulty: f64,
}

impl Intercept {
    /// The height of the ball's centre above y = 0, in metres.
    pub fn height_m(&self) -> f64 {
        self.position[1]
    }

    /// What a moment is for a player with this reach.
    pub(crate) fn new<R: Reach>(
        path: &BallPath,
        player: &Player,
        reach: &R,
        moment: &InterceptMoment,
        now_secs: f64,
    ) -> Self {
        let &InterceptMoment {
            secs,
            position,
            velocity,
        } = moment;
        let waited = secs - reach.arrival_secs(secs, position);
        let (kind, wait_secs) = if secs >= path.rest_secs() {
            let since = most(path.rest_secs(), now_secs);
            (InterceptKind::BallWaits, most(secs - since, 0.0))
        } else if waited > NO_WAIT_SECS {
            (InterceptKind::PlayerWaits, waited)
        } else {
            (InterceptKind::OnTheRun, 0.0)
        };
        let cone = reach.cone();
        let (dx, dz) = (position[0] - cone.x, position[2] - cone.z);
        let distance = (dx * dx + dz * dz).sqrt();
        let run_m = match cone.speed > 0.0 {
            true => most(distance - cone.reach, 0.0),
            false => 0.0,
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
            taken_by: taken_by(player, position[1]),
            kind,
            wait_secs,
            run_m,
            pace,
            effort: pace * at_top_secs,
            difficulty: difficulty(player, position[1], length(relative)),
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
