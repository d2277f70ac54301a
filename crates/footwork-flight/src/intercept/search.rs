//! Who can take the ball, where and when: the full search.

use std::fmt;

use crate::intercept::first::Intercept;
use crate::intercept::path::BallPath;
use crate::intercept::player::{Player, PlayerError, PlayerId};
use crate::intercept::reach::{Cone, Full, Reach, ReachModel};
use crate::intercept::scan;
use crate::intercept::window::InterceptWindow;

/// What a search found for one player. Plain data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerIntercept {
    /// Who.
    pub player: PlayerId,
    /// The first way to take the ball; `None` if there is no window.
    pub first: Option<Intercept>,
}

/// Players and what was found for them are not of the same players in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnpairedError {
    /// The first place where they differ, or where one list ends.
    pub place: usize,
    /// Whose place it is among the players.
    pub player: Option<PlayerId>,
    /// Whose it is among those found.
    pub found: Option<PlayerId>,
}

impl fmt::Display for UnpairedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |player: Option<PlayerId>| match player {
            Some(player) => format!("player {}", player.number()),
            None => "nobody".to_owned(),
        };
        let (place, player, found) = (self.place, name(self.player), name(self.found));
        write!(
            f,
            "in place {place} is {player}, but what was found is of {found}"
        )
    }
}

impl std::error::Error for UnpairedError {}

/// Whether both are of the same players in the same order.
pub(crate) fn paired(players: &[Player], found: &[PlayerIntercept]) -> Result<(), UnpairedError> {
    let places = if players.len() > found.len() {
        players.len()
    } else {
        found.len()
    };
    for place in 0..places {
        let player = players.get(place).map(|player| player.id);
        let found = found.get(place).map(|found| found.player);
        if player != found {
            return Err(UnpairedError {
                place,
                player,
                found,
            });
        }
    }
    Ok(())
}

/// A search for all windows of all players, in memory that is used again.
///
/// After the WOF blog, *AI assisted footballer control switching*: every time in which a player can take the ball is kept, not
/// only the first, because lobs and rebounds come down and come back.
///
/// ```
/// use footwork_flight::{
///     BallParams, BallPath, BallPhysics, BallState, InterceptKind, InterceptSearch, Pitch, Player,
///     PlayerId, Prediction, PredictionOptions, ReachModel,
/// };
///
/// let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
/// let lob = BallState::new([0.0, 0.11, 0.0], [9.0, 9.0, 0.0], [0.0; 3]).unwrap();
/// let mut flight = Prediction::new(&physics, &lob, PredictionOptions::default()).unwrap();
/// flight.finish(&physics);
///
/// // The first stands under the lob, the second where it comes down.
/// let players = [7.0, 12.0].map(|x| Player::new(PlayerId::new(x as u32), [x, 0.0, 0.0]));
/// let mut search = InterceptSearch::new(ReachModel::Simple);
/// search.run(&BallPath::from_prediction(&flight), &players, 0.0).unwrap();
/// assert_eq!(search.found()[1].first.unwrap().kind, InterceptKind::PlayerWaits);
/// assert!(search.windows(0)[0].from_secs > 0.0);
/// ```
#[derive(Clone, Debug)]
pub struct InterceptSearch {
    model: ReachModel,
    found: Vec<PlayerIntercept>,
    windows: Vec<InterceptWindow>,
    /// By player, where its windows end.
    ends: Vec<usize>,
}

impl InterceptSearch {
    /// A search by this model, with nothing found yet.
    pub fn new(model: ReachModel) -> Self {
        Self {
            model,
            found: Vec::new(),
            windows: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// The model.
    pub fn model(&self) -> ReachModel {
        self.model
    }

    /// Searches the path from now on, for all players.
    ///
    /// # Errors
    /// The first number of a player that is out of its range; then nothing is found for anyone.
    pub fn run(
        &mut self,
        path: &BallPath,
        players: &[Player],
        now_secs: f64,
    ) -> Result<(), PlayerError> {
        self.found.clear();
        self.windows.clear();
        self.ends.clear();
        for player in players {
            player.check()?;
        }
        match self.model {
            ReachModel::Simple => self.all::<Cone>(path, players, now_secs),
            ReachModel::Full => self.all::<Full>(path, players, now_secs),
        }
        Ok(())
    }

    fn all<R: Reach>(&mut self, path: &BallPath, players: &[Player], now_secs: f64) {
        for player in players {
            let reach = R::new(player, now_secs);
            let height_m = player.heights.hands_m;
            let moment = scan::all_windows(path, &reach, height_m, now_secs, &mut self.windows);
            self.found.push(PlayerIntercept {
                player: player.id,
                first: moment.map(|moment| Intercept::new(path, player, &reach, &moment, now_secs)),
            });
            self.ends.push(self.windows.len());
        }
    }

    /// What was found, in the order of the players.
    pub fn found(&self) -> &[PlayerIntercept] {
        &self.found
    }

    /// The windows of the player in this place of the last run, in order, none touching another; empty beyond the last
    /// player.
    pub fn windows(&self, index: usize) -> &[InterceptWindow] {
        let Some(&stop) = self.ends.get(index) else {
            return &[];
        };
        let start = index
            .checked_sub(1)
            .and_then(|before| self.ends.get(before));
        self.windows
            .get(start.copied().unwrap_or(0)..stop)
            .unwrap_or(&[])
    }
}

/// The first way in which one player can take the ball from now on, without looking for others.
///
/// # Errors
/// A number of the player that is out of its range.
pub fn first_intercept(
    path: &BallPath,
    player: &Player,
    model: ReachModel,
    now_secs: f64,
) -> Result<Option<Intercept>, PlayerError> {
    player.check()?;
    Ok(match model {
        ReachModel::Simple => first::<Cone>(path, player, now_secs),
        ReachModel::Full => first::<Full>(path, player, now_secs),
    })
}

fn first<R: Reach>(path: &BallPath, player: &Player, now_secs: f64) -> Option<Intercept> {
    let reach = R::new(player, now_secs);
    let start = scan::Start {
        secs: now_secs,
        line: 0,
    };
    let (_, moment) = scan::first_moment(path, &reach, player.heights.hands_m, start)?;
    Some(Intercept::new(path, player, &reach, &moment, now_secs))
}
