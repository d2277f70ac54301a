//! What players without a human ask: who is first, is this pass safe, where to run.

use crate::intercept::Intercept;
use crate::player::{Player, PlayerId};
use crate::search::Found;
use crate::vector::most;

/// Who gets to the ball first, and by how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstThere {
    /// How it takes the ball.
    pub intercept: Intercept,
    /// How much later the next one can, in seconds; infinite if nobody else can.
    pub lead_secs: f64,
}

/// Who gets to the ball first of those found; the lower id where times are equal.
pub fn first_there<'a>(found: impl IntoIterator<Item = &'a Found>) -> Option<FirstThere> {
    let mut best: Option<FirstThere> = None;
    for intercept in found.into_iter().filter_map(|found| found.first) {
        best = Some(match best {
            None => FirstThere {
                intercept,
                lead_secs: f64::INFINITY,
            },
            Some(first) => {
                let then = &first.intercept;
                let order = intercept.secs.total_cmp(&then.secs);
                let is_earlier = order.then(intercept.player.cmp(&then.player)).is_lt();
                let apart = (intercept.secs - then.secs).abs();
                if is_earlier {
                    FirstThere {
                        intercept,
                        lead_secs: apart,
                    }
                } else {
                    FirstThere {
                        lead_secs: if apart < first.lead_secs {
                            apart
                        } else {
                            first.lead_secs
                        },
                        ..first
                    }
                }
            }
        });
    }
    best
}

/// What becomes of a pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PassOutlook {
    /// Who of the own team is first to take it, the passer left out.
    pub receiver: Option<Intercept>,
    /// Which opponent is.
    pub opponent: Option<Intercept>,
    /// How much earlier the receiver can take it, in seconds: infinite without an opponent, minus infinity without
    /// a receiver.
    pub margin_secs: f64,
}

impl PassOutlook {
    /// Whether the own team is first by at least this many seconds.
    pub fn is_safe(&self, margin_secs: f64) -> bool {
        self.margin_secs >= margin_secs
    }
}

/// Whether a pass arrives: from a search over the path of the ball as it would be kicked, with `players` in the order
/// of `found`.
pub fn pass_outlook(
    players: &[Player],
    found: &[Found],
    passer: PlayerId,
    team: u32,
) -> PassOutlook {
    let first = |is_own: bool| {
        let both = players.iter().zip(found);
        let side =
            both.filter(|(player, _)| (player.team == team) == is_own && player.id != passer);
        first_there(side.map(|(_, found)| found)).map(|first| first.intercept)
    };
    let (receiver, opponent) = (first(true), first(false));
    let margin_secs = match (&receiver, &opponent) {
        (None, _) => f64::NEG_INFINITY,
        (Some(_), None) => f64::INFINITY,
        (Some(ours), Some(theirs)) => theirs.secs - ours.secs,
    };
    PassOutlook {
        receiver,
        opponent,
        margin_secs,
    }
}

/// Where a player has to be, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// The nearest place from which the ball is in reach, in metres; y is the player's.
    pub place: [f64; 3],
    /// When, in seconds.
    pub until_secs: f64,
    /// The speed on the straight way there from when the player is ready, in metres a second; no more than its top
    /// speed.
    pub speed_mps: f64,
}

/// Where to run for an intercept of this player.
///
/// ```
/// use footwork_flight::{
///     BallParams, BallPath, BallPhysics, BallState, Pitch, Player, PlayerId, Prediction, PredictionOptions,
///     ReachModel, first_intercept, where_to_run,
/// };
///
/// let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
/// let pass = BallState::new([0.0, 0.11, 0.0], [10.0, 0.0, 0.0], [0.0; 3]).unwrap();
/// let mut flight = Prediction::new(&physics, &pass, PredictionOptions::default()).unwrap();
/// flight.finish(&physics);
/// let player = Player::new(PlayerId::new(4), [12.0, 0.0, 9.0]);
/// let intercept = first_intercept(&BallPath::of(&flight), &player, ReachModel::Simple, 0.0);
/// let run = where_to_run(&player, &intercept.unwrap().unwrap(), 0.0);
/// // Flat out, until the ball is an arm's length away.
/// assert!((run.speed_mps - 8.0).abs() < 1e-9);
/// assert!(run.place[2] > 0.0 && run.place[2] < 0.8);
/// ```
pub fn where_to_run(player: &Player, intercept: &Intercept, now_secs: f64) -> Run {
    let ball = intercept.position;
    let away = [ball[0] - player.position[0], ball[2] - player.position[2]];
    let distance = (away[0] * away[0] + away[1] * away[1]).sqrt();
    let run_m = most(distance - player.reach_m, 0.0);
    let share = if distance > 0.0 {
        run_m / distance
    } else {
        0.0
    };
    let [x, y, z] = player.position;
    let free_secs = intercept.secs - most(now_secs, player.ready_secs());
    let top = player.top_speed_mps * player.stamina;
    let speed_mps = if run_m <= 0.0 {
        0.0
    } else if free_secs * top > run_m {
        run_m / free_secs
    } else {
        top
    };
    Run {
        place: [x + away[0] * share, y, z + away[1] * share],
        until_secs: intercept.secs,
        speed_mps,
    }
}
