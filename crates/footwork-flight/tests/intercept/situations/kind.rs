//! The kinds of situations, and how to recognise them.

use footwork_flight::{BallPhysics, BallState, Player, PlayerId, Prediction, ReachModel, Statics};

use super::brute::{First, firsts};

/// The kind of a situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    LobOverTheFirst,
    Rebound,
    BusyNearest,
    FastPass,
    Keeper,
    TwoHumans,
    FullModel,
}

impl Kind {
    pub(crate) const ALL: [Self; 7] = [
        Self::LobOverTheFirst,
        Self::Rebound,
        Self::BusyNearest,
        Self::FastPass,
        Self::Keeper,
        Self::TwoHumans,
        Self::FullModel,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::LobOverTheFirst => "lob over the first man",
            Self::Rebound => "rebound off the frame",
            Self::BusyNearest => "busy nearest man",
            Self::FastPass => "fast pass",
            Self::Keeper => "keeper's ball",
            Self::TwoHumans => "two humans",
            Self::FullModel => "full model",
        }
    }

    /// Returns the number of situations of this kind for one seed.
    pub(crate) fn count(self) -> usize {
        match self {
            Self::TwoHumans | Self::FullModel => 20,
            _ => 40,
        }
    }

    /// Returns how many situations of this kind have a ball that no player can reach.
    pub(crate) fn unreachable(self) -> usize {
        match self {
            Self::FastPass => 12,
            _ => 0,
        }
    }

    pub(crate) fn model(self) -> ReachModel {
        match self {
            Self::FullModel => ReachModel::Full,
            _ => ReachModel::Simple,
        }
    }

    /// Returns whether a situation is of this kind.
    pub(crate) fn is(
        self,
        is_unreachable: bool,
        players: &[Player],
        path: &[[f64; 3]],
        hit_secs: Option<f64>,
    ) -> bool {
        let first_of = |players: &[Player]| firsts(self.model(), players, path).first().copied();
        let one = PlayerId::new(0);
        let Some(First { secs, player }) = first_of(players) else {
            return is_unreachable;
        };
        match self {
            _ if is_unreachable => false,
            Self::LobOverTheFirst => player != one && passes_over(&players[0], path, secs),
            Self::Rebound => hit_secs.is_some_and(|hit| secs > hit),
            Self::BusyNearest => {
                let mut free = players.to_vec();
                free[0].busy = None;
                first_of(&free).is_some_and(|first| first.player == one) && player != one
            }
            Self::Keeper => player == one,
            _ => true,
        }
    }
}

/// Returns the time in seconds at which the ball first touches anything but the ground; `None` if it never does.
pub(crate) fn rebound_secs(
    physics: &BallPhysics<Statics>,
    flight: &Prediction<BallState>,
) -> Option<f64> {
    let ground = physics.world().shapes().first();
    let is_other = |hit| physics.world().shape(hit) != ground;
    let mut events = flight.events().iter();
    events
        .find(|event| event.hit.is_some_and(is_other))
        .map(|event| event.secs)
}

/// Returns whether the ball passes over a player's head before `secs`, near enough to be taken if the ball were lower.
fn passes_over(player: &Player, path: &[[f64; 3]], secs: f64) -> bool {
    let home = player.position;
    let before = (0_u32..)
        .zip(path)
        .take_while(|(milli, _)| f64::from(*milli) < secs * 1000.0);
    before.map(|(_, ball)| ball).any(|ball| {
        let away = libm::hypot(ball[0] - home[0], ball[2] - home[2]);
        away <= player.reach_m && ball[1] > player.heights.hands_m
    })
}
