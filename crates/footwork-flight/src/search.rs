//! Who can take the ball, where and when: the full search.

use crate::intercept::Intercept;
use crate::path::BallPath;
use crate::player::{Player, PlayerError, PlayerId};
use crate::reach::{Reach, ReachModel};
use crate::scan;
use crate::window::Window;

/// What a search found for one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Who.
    pub player: PlayerId,
    /// The first way to take the ball; `None` if there is no window.
    pub first: Option<Intercept>,
    first_window: usize,
    windows: usize,
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
/// search.run(&BallPath::of(&flight), &players, 0.0).unwrap();
/// let [under, beyond] = search.found() else { unreachable!() };
/// assert_eq!(beyond.first.unwrap().kind, InterceptKind::PlayerWaits);
/// assert!(search.windows(under)[0].from_secs > 0.0);
/// ```
#[derive(Clone, Debug)]
pub struct InterceptSearch {
    model: ReachModel,
    found: Vec<Found>,
    windows: Vec<Window>,
    reach: Option<Reach>,
}

impl InterceptSearch {
    /// A search by this model, with nothing found yet.
    pub fn new(model: ReachModel) -> Self {
        Self {
            model,
            found: Vec::new(),
            windows: Vec::new(),
            reach: None,
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
        for player in players {
            player.check()?;
        }
        for player in players {
            let found = self.one(path, player, now_secs);
            self.found.push(found);
        }
        Ok(())
    }

    fn one(&mut self, path: &BallPath, player: &Player, now_secs: f64) -> Found {
        let reach = match &mut self.reach {
            Some(reach) => {
                reach.become_of(self.model, player, now_secs);
                reach
            }
            none => none.insert(Reach::of(self.model, player, now_secs)),
        };
        let first_window = self.windows.len();
        let height_m = player.heights.hands_m;
        let moment = scan::all_windows(path, reach, height_m, now_secs, &mut self.windows);
        Found {
            player: player.id,
            first: moment.map(|moment| Intercept::of(path, player, reach, &moment, now_secs)),
            first_window,
            windows: self.windows.len() - first_window,
        }
    }

    /// What was found, in the order of the players.
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// The windows of a player of the last run, in order, none touching another.
    pub fn windows(&self, found: &Found) -> &[Window] {
        let stop = found.first_window + found.windows;
        self.windows.get(found.first_window..stop).unwrap_or(&[])
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
    let reach = Reach::of(model, player, now_secs);
    let moment = scan::first_moment(path, &reach, player.heights.hands_m, now_secs);
    Ok(moment.map(|moment| Intercept::of(path, player, &reach, &moment, now_secs)))
}
