//! Answers the questions of AI players: which player is first at the ball, whether a pass is safe, and where to run.

use crate::intercept::first::Intercept;
use crate::intercept::player::{Player, PlayerError, PlayerId, TeamId};
use crate::intercept::reach::{Cone, Full, Reach, ReachModel, Way};
use crate::intercept::search::{PlayerIntercept, UnpairedError, paired};
use crate::vector::most;

/// The first player to the ball, and its lead.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FirstThere {
    /// How the player takes the ball.
    pub intercept: Intercept,
    /// The lead over the next player, in seconds; infinite if no other player can take the ball.
    pub lead_secs: f64,
}

/// Returns the player who gets to the ball first; `None` if no player can take the ball. Among equal times, the lower id
/// wins.
pub fn first_there<'a>(
    intercepts: impl IntoIterator<Item = &'a PlayerIntercept>,
) -> Option<FirstThere> {
    let mut best: Option<FirstThere> = None;
    for intercept in intercepts.into_iter().filter_map(|found| found.first) {
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

/// The outlook of a pass.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PassOutlook {
    /// The passer's teammate who is first to the ball.
    pub receiver: Option<Intercept>,
    /// The opponent who is first to the ball.
    pub opponent: Option<Intercept>,
    /// The lead of the receiver over the opponent, in seconds: infinity without an opponent, and minus infinity without
    /// a receiver.
    pub margin_secs: f64,
}

impl PassOutlook {
    /// Returns whether the receiver's lead is at least `margin_secs`.
    pub fn is_safe(&self, margin_secs: f64) -> bool {
        self.margin_secs >= margin_secs
    }
}

/// Returns the outlook of a pass, from a search along the path that the ball would take. `players` and `intercepts` are
/// in the same order.
///
/// # Errors
/// Returns [`UnpairedError`] if the lists do not match.
pub fn pass_outlook(
    players: &[Player],
    intercepts: &[PlayerIntercept],
    passer: PlayerId,
    team: TeamId,
) -> Result<PassOutlook, UnpairedError> {
    paired(players, intercepts)?;
    let first = |is_own: bool| {
        let both = players.iter().zip(intercepts);
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

/// The run that takes a player to an intercept.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Run {
    /// The position of the player when it is ready, in metres. In the full model, the player drifts until then.
    pub start: [f64; 3],
    /// The nearest place from which the ball is in reach, in metres; y is the player's.
    pub place: [f64; 3],
    /// The time at which the player must be at `place`, in seconds.
    pub until_secs: f64,
    /// The speed of the straight run from `start` to `place`, in metres per second, at most the top speed. In the full
    /// model, the player first gets ready and turns to within 90° of the run's direction. Then the player changes to
    /// this speed at its acceleration. A player who cannot stop in time overshoots and comes back at this speed.
    pub speed_mps: f64,
}

/// Returns where and when a player must run for an intercept that `model` found.
///
/// A player who runs like this arrives in time, apart from two simplifications of the full model. Between the 16
/// directions of the model, distances are up to 2 % too short. And the model lets a player brake sideways and
/// accelerate ahead at the same time, each at full acceleration.
///
/// ```
/// use footwork_flight::{
///     BallParams, BallPath, BallPhysics, BallState, Pitch, Player, PlayerId, Prediction, PredictionOptions,
///     ReachModel, first_intercept, where_to_run,
/// };
///
/// let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
/// let pass = BallState::new(0.0, [0.0, 0.11, 0.0], [10.0, 0.0, 0.0]).unwrap();
/// let mut flight = Prediction::new(&physics, &pass, PredictionOptions::default()).unwrap();
/// flight.finish(&physics);
/// let (path, model) = (BallPath::from_prediction(&flight), ReachModel::Simple);
/// let player = Player::new(PlayerId::new(4), [12.0, 0.0, 9.0]);
/// let intercept = first_intercept(&path, &player, model, 0.0).unwrap().unwrap();
/// let run = where_to_run(model, &player, &intercept, 0.0).unwrap();
/// // The player runs at top speed until the ball is within reach.
/// assert!((run.speed_mps - 6.5).abs() < 1e-9);
/// assert!(run.place[2] > 0.0 && run.place[2] < 1.2);
/// ```
///
/// # Errors
/// Returns [`PlayerError`] if a number of the player is out of range.
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
    let along = if metres > 0.0 {
        away.map(|x| x / distance)
    } else {
        [0.0; 2]
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
        speed_mps: if metres > 0.0 {
            reach.cruise_mps(player, way)
        } else {
            0.0
        },
    }
}
