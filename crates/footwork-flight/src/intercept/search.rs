//! The search for all times at which each player can take the ball.

use std::fmt;

use crate::intercept::arrival::Arrival;
use crate::intercept::error::{SearchError, check_clock};
use crate::intercept::first::Intercept;
use crate::intercept::path::{After, BallPath};
use crate::intercept::player::{Player, PlayerId};
use crate::intercept::reach::{Cone, Full, Reach, ReachModel};
use crate::intercept::scan;
use crate::intercept::window::InterceptWindow;
use crate::vector::most;

/// The result of a search for one player.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayerIntercept {
    /// The player.
    pub player: PlayerId,
    /// The first way to take the ball; `None` if the path has none.
    pub first: Option<Intercept>,
    /// `None` if `first` is final. Otherwise the path predicted so far has no way to take the ball, and the player does
    /// not take it before this time, in seconds. The time is the end of that path, or the time of the search if a
    /// number of the player is out of range.
    pub not_before_secs: Option<f64>,
}

impl PlayerIntercept {
    /// Returns the result of a search of this path from `now_secs` on.
    pub(crate) fn new(
        player: PlayerId,
        first: Option<Intercept>,
        path: &BallPath,
        now_secs: f64,
    ) -> Self {
        let is_final = first.is_some() || path.after() != After::Unpredicted;
        Self {
            player,
            first,
            not_before_secs: (!is_final).then(|| most(path.known_secs(), now_secs)),
        }
    }

    /// Returns the result for a player that could not be searched at this time.
    pub(crate) fn unknown(player: PlayerId, now_secs: f64) -> Self {
        Self {
            player,
            first: None,
            not_before_secs: Some(now_secs),
        }
    }

    /// Returns when the player can first take the ball, if this is known.
    pub fn arrival(&self) -> Arrival {
        match (self.first, self.not_before_secs) {
            (Some(first), _) => Arrival::At(first.secs),
            (None, None) => Arrival::Never,
            (None, Some(not_before_secs)) => Arrival::Unknown { not_before_secs },
        }
    }
}

/// The error for lists of players and intercepts that do not match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnpairedError {
    /// The first index at which the lists differ, or at which one list ends.
    pub index: usize,
    /// The player at this index; `None` past the end of the players.
    pub player: Option<PlayerId>,
    /// The player of the intercept at this index; `None` past the end of the intercepts.
    pub intercept: Option<PlayerId>,
}

impl fmt::Display for UnpairedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |player: Option<PlayerId>| match player {
            Some(player) => format!("player {}", player.number()),
            None => "no player".to_owned(),
        };
        let (index, player) = (self.index, name(self.player));
        let intercept = name(self.intercept);
        write!(
            f,
            "the lists differ at index {index}: {player} in the players, {intercept} in the intercepts"
        )
    }
}

impl std::error::Error for UnpairedError {}

/// Checks that both lists have the same players in the same order.
pub(crate) fn paired(
    players: &[Player],
    intercepts: &[PlayerIntercept],
) -> Result<(), UnpairedError> {
    for index in 0..players.len().max(intercepts.len()) {
        let player = players.get(index).map(|player| player.id);
        let intercept = intercepts.get(index).map(|intercept| intercept.player);
        if player != intercept {
            return Err(UnpairedError {
                index,
                player,
                intercept,
            });
        }
    }
    Ok(())
}

/// A search for all windows of all players, which reuses its memory.
///
/// As in the WOF blog post *AI assisted footballer control switching*, the search keeps every span of time in which a
/// player can take the ball. The first span is not enough, because lobs come down and rebounds come back.
///
/// ```
/// use footwork_flight::{
///     BallParams, BallPath, BallPhysics, BallState, InterceptKind, InterceptSearch, Pitch, Player,
///     PlayerId, Prediction, PredictionOptions, ReachModel,
/// };
///
/// let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
/// let lob = BallState::new(0.0, [0.0, 0.11, 0.0], [9.0, 9.0, 0.0]).unwrap();
/// let mut flight = Prediction::new(&physics, &lob, PredictionOptions::default()).unwrap();
/// flight.finish(&physics);
///
/// // The first player stands under the lob, and the second where the lob comes down.
/// let players = [7.0, 12.0].map(|x| Player::new(PlayerId::new(x as u32), [x, 0.0, 0.0]));
/// let mut search = InterceptSearch::new(ReachModel::Simple);
/// search.run(&BallPath::from_prediction(&flight), &players, 0.0).unwrap();
/// assert_eq!(search.intercepts()[1].first.unwrap().kind, InterceptKind::PlayerWaits);
/// assert!(search.windows(0)[0].from_secs > 0.0);
/// ```
#[derive(Clone, Debug)]
pub struct InterceptSearch {
    model: ReachModel,
    intercepts: Vec<PlayerIntercept>,
    windows: Vec<InterceptWindow>,
    /// For each player, the end of its windows in `windows`.
    ends: Vec<usize>,
}

impl InterceptSearch {
    /// Creates an empty search with this model.
    pub fn new(model: ReachModel) -> Self {
        Self {
            model,
            intercepts: Vec::new(),
            windows: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Returns the model.
    pub fn model(&self) -> ReachModel {
        self.model
    }

    /// Searches the path from `now_secs` on, for all players.
    ///
    /// # Errors
    /// Returns [`SearchError::Player`] for the first player with a number out of range. Players with such a number have
    /// no windows; all others are searched. Returns [`SearchError::Clock`] for a time off the path; the results are
    /// then empty.
    pub fn run(
        &mut self,
        path: &BallPath,
        players: &[Player],
        now_secs: f64,
    ) -> Result<(), SearchError> {
        self.intercepts.clear();
        self.windows.clear();
        self.ends.clear();
        check_clock(path, now_secs)?;
        match self.model {
            ReachModel::Simple => self.all::<Cone>(path, players, now_secs),
            ReachModel::Full => self.all::<Full>(path, players, now_secs),
        }
    }

    fn all<R: Reach>(
        &mut self,
        path: &BallPath,
        players: &[Player],
        now_secs: f64,
    ) -> Result<(), SearchError> {
        let mut result = Ok(());
        for player in players {
            if let Err(error) = player.check() {
                result = result.and(Err(error.into()));
                self.intercepts
                    .push(PlayerIntercept::unknown(player.id, now_secs));
                self.ends.push(self.windows.len());
                continue;
            }
            let reach = R::new(player, now_secs);
            let height_m = path.limit(player.heights.hands_m, player.position[1]);
            let moment = scan::all_windows(path, &reach, height_m, now_secs, &mut self.windows);
            let first =
                moment.map(|moment| Intercept::new(path, player, &reach, &moment, now_secs));
            self.intercepts
                .push(PlayerIntercept::new(player.id, first, path, now_secs));
            self.ends.push(self.windows.len());
        }
        result
    }

    /// Returns the first intercepts, in the order of the players.
    pub fn intercepts(&self) -> &[PlayerIntercept] {
        &self.intercepts
    }

    /// Returns the windows of the player at this index of the last run, in order. They do not touch each other. The
    /// slice is empty past the last player.
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

/// Returns the first way in which one player can take the ball from `now_secs` on; `None` if there is none.
///
/// # Errors
/// Returns [`SearchError`] if a number of the player is out of range, or the time is off the path.
pub fn first_intercept(
    path: &BallPath,
    player: &Player,
    model: ReachModel,
    now_secs: f64,
) -> Result<Option<Intercept>, SearchError> {
    check_clock(path, now_secs)?;
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
    let height_m = path.limit(player.heights.hands_m, player.position[1]);
    let (_, moment) = scan::first_moment(path, &reach, height_m, start)?;
    Some(Intercept::new(path, player, &reach, &moment, now_secs))
}
