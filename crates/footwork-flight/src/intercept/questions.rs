//! What players without a human ask: who is first, is this pass safe, where to run.

use crate::intercept::first::Intercept;
use crate::intercept::player::{Player, PlayerError, PlayerId, TeamId};
use crate::intercept::reach::{Cone, Full, Reach, ReachModel, Way};
use crate::intercept::search::{PlayerIntercept, UnpairedError, paired};
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
pub fn first_there<'a>(found: impl IntoIterator<Item = &'a PlayerIntercept>) -> Option<FirstThere> {
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
///
/// # Errors
/// Lists that are not of the same players in the same order.
pub fn pass_outlook(
    players: &[Player],
    found: &[PlayerIntercept],
    passer: PlayerId,
    team: TeamId,
) -> Result<PassOutlook, UnpairedError> {
    paired(players, found)?;
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
    Ok(PassOutlook {
        receiver,
        opponent,
        margin_secs,
    })
}

/// Where a player has to be, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Where the player is when it is ready, in metres: where it is now, or in the full model where it drifts to.
    pub start: [f64; 3],
    /// The place nearest to that from which the ball is in reach, in metres; y is the player's.
    pub place: [f64; 3],
    /// When, in seconds.
    pub until_secs: f64,
    /// The speed to run at on the straight way there, in metres a second; no more than its top speed. In the full model it is
    /// the speed to change to, at the player's acceleration, from when it is ready and has turned to within 90° of the way; or
    /// the speed to come back at, of who cannot stop before the place.
    pub speed_mps: f64,
}

/// Where to run for an intercept of this player that this model found.
///
/// Who runs so is there in time. Two things the full model does not count: it takes the place to be as near as the nearest two
/// of its 16 directions say, which is up to 2 % nearer than it is; and it lets a player brake sideways and speed up at once, each
/// at its whole acceleration.
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
/// let (path, model) = (BallPath::from_prediction(&flight), ReachModel::Simple);
/// let player = Player::new(PlayerId::new(4), [12.0, 0.0, 9.0]);
/// let intercept = first_intercept(&path, &player, model, 0.0).unwrap().unwrap();
/// let run = where_to_run(model, &player, &intercept, 0.0).unwrap();
/// // Flat out, until the ball is an arm's length away.
/// assert!((run.speed_mps - 8.0).abs() < 1e-9);
/// assert!(run.place[2] > 0.0 && run.place[2] < 0.8);
/// ```
///
/// # Errors
/// A number of the player that is out of its range.
pub fn where_to_run(
    model: ReachModel,
    player: &Player,
    intercept: &Intercept,
    now_secs: f64,
) -> Result<Run, PlayerError> {
    player.check()?;
    Ok(match model {
        ReachModel::Simple => run(&Cone::new(player, now_secs), player, intercept),
        ReachModel::Full => run(&Full::new(player, now_secs), player, intercept),
    })
}

fn run<R: Reach>(reach: &R, player: &Player, intercept: &Intercept) -> Run {
    let cone = reach.cone();
    let away = [
        intercept.position[0] - cone.x,
        intercept.position[2] - cone.z,
    ];
    let distance = (away[0] * away[0] + away[1] * away[1]).sqrt();
    let metres = most(distance - cone.reach, 0.0);
    let along = match metres > 0.0 {
        true => away.map(|x| x / distance),
        false => [0.0; 2],
    };
    let way = Way {
        along,
        metres,
        until_secs: intercept.secs,
    };
    let y = player.position[1];
    Run {
        start: [cone.x, y, cone.z],
        place: [cone.x + along[0] * metres, y, cone.z + along[1] * metres],
        until_secs: intercept.secs,
        speed_mps: match metres > 0.0 {
            true => reach.cruise_mps(player, way),
            false => 0.0,
        },
    }
}
