//! First intercepts from frame to frame, without searching again what cannot have changed.

use crate::intercept::Intercept;
use crate::path::BallPath;
use crate::player::{Player, PlayerError};
use crate::reach::{Cone, Reach, ReachModel};
use crate::scan::{self, Moment};
use crate::vector::most;

/// How far outside a place may be by rounding, in metres.
const ROUNDING_M: f64 = 1e-9;

/// The first intercepts of some players, kept from frame to frame.
///
/// It gives what a full search gives, to rounding, because reach never grows ([`ReachModel`]): while the ball is
/// untouched and a player does what the model allows,
///
/// - who could not take the ball before cannot now;
/// - the first moment of before is the first one now if it still is in reach, which is one distance;
/// - if it is not, the new one is later: the search goes on from there.
///
/// In the simple model a moment with some slack is not even looked at until the player could have lost it: running away
/// at top speed takes twice that speed from the slack, so the next look is after `slack / (2 · top speed)`, if since
/// the last look the player did what the model allows. For a player who waits that is half the waiting time; who is on
/// the run is looked at every frame.
///
/// All of that is against the player as it was when it was last searched. Who is then found farther, faster or more turned
/// than the model allows (a teleport, root motion) is searched anew, as is one whose model has
/// changed (a sprint, stamina, busy or not), and everyone for whom the path has changed before the moment. So it is
/// never wrong, only slower.
///
/// ```
/// use footwork_flight::{
///     BallParams, BallPath, BallPhysics, BallState, InterceptCache, Pitch, Player, PlayerId,
///     Prediction, PredictionOptions, ReachModel, first_intercept,
/// };
///
/// let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
/// let pass = BallState::new([0.0, 0.11, 0.0], [14.0, 0.0, 0.0], [0.0; 3]).unwrap();
/// let mut flight = Prediction::new(&physics, &pass, PredictionOptions::default()).unwrap();
/// flight.finish(&physics);
/// let path = BallPath::of(&flight);
///
/// let mut players = [Player::new(PlayerId::new(1), [20.0, 0.0, 6.0])];
/// let mut cache = InterceptCache::new(ReachModel::Simple);
/// for frame in 0..30 {
///     let now = f64::from(frame) / 60.0;
///     cache.update(&path, &players, now).unwrap();
///     let anew = first_intercept(&path, &players[0], ReachModel::Simple, now).unwrap();
///     let kept = cache.intercept(0, &path, &players[0]).unwrap();
///     assert!((kept.secs - anew.unwrap().secs).abs() < 1e-6);
///     // It runs there.
///     let [x, _, z] = [0, 1, 2].map(|axis| kept.position[axis] - players[0].position[axis]);
///     let distance = (x * x + z * z).sqrt();
///     players[0].position[0] += x / distance * 8.0 / 60.0;
///     players[0].position[2] += z / distance * 8.0 / 60.0;
/// }
/// // As fast as it can, so nothing was searched again.
/// assert_eq!(cache.searches(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct InterceptCache {
    model: ReachModel,
    entries: Vec<Entry>,
    /// The reach of the player at hand.
    reach: Option<Reach>,
    now_secs: f64,
    searches: u64,
}

/// What is known of one player.
#[derive(Clone, Debug)]
struct Entry {
    /// The player and its reach when it was last searched.
    searched: Player,
    reach: Reach,
    moment: Option<Moment>,
    /// Whether any of this is to be believed.
    is_known: bool,
    /// The disc at the last look, and when the next one is due.
    looked: Cone,
    next_look_secs: f64,
    revision: u64,
}

/// What a frame has to do for a player.
enum Work {
    Nothing,
    SearchFrom(f64),
}

impl InterceptCache {
    /// A cache that knows nothing yet.
    pub fn new(model: ReachModel) -> Self {
        Self {
            model,
            entries: Vec::new(),
            reach: None,
            now_secs: f64::NEG_INFINITY,
            searches: 0,
        }
    }

    /// Brings everything up to this frame. Players keep their places in the slice; one with another id in a
    /// place is searched anew.
    ///
    /// # Errors
    /// The first number of a player that is out of its range; then nothing is known of any.
    pub fn update(
        &mut self,
        path: &BallPath,
        players: &[Player],
        now_secs: f64,
    ) -> Result<(), PlayerError> {
        if now_secs < self.now_secs {
            self.forget();
        }
        self.now_secs = now_secs;
        self.entries.truncate(players.len());
        for (index, player) in players.iter().enumerate() {
            if let Err(error) = self.update_one(path, index, player) {
                self.forget();
                return Err(error);
            }
        }
        Ok(())
    }

    /// Forgets everything but the memory.
    pub fn forget(&mut self) {
        for entry in &mut self.entries {
            entry.is_known = false;
            entry.moment = None;
        }
        self.now_secs = f64::NEG_INFINITY;
    }

    fn update_one(
        &mut self,
        path: &BallPath,
        index: usize,
        player: &Player,
    ) -> Result<(), PlayerError> {
        let now = self.now_secs;
        let Some(entry) = self.entries.get_mut(index) else {
            player.check()?;
            let reach = Reach::of(self.model, player, now);
            let mut entry = Entry {
                searched: *player,
                looked: *reach.cone(),
                reach,
                moment: None,
                is_known: true,
                next_look_secs: now,
                revision: 0,
            };
            entry.search(path, now, now);
            self.searches += 1;
            self.entries.push(entry);
            return Ok(());
        };
        let is_same = entry.is_known && player.is_same_model(&entry.searched);
        if is_same {
            player.check_motion()?;
        } else {
            player.check()?;
        }
        let reach = match &mut self.reach {
            Some(reach) => {
                reach.become_of(self.model, player, now);
                reach
            }
            none => none.insert(Reach::of(self.model, player, now)),
        };
        let work = if is_same && entry.reach.contains(reach) {
            entry.work(path, reach, now)
        } else {
            Work::SearchFrom(now)
        };
        if let Work::SearchFrom(from_secs) = work {
            std::mem::swap(&mut entry.reach, reach);
            entry.searched = *player;
            entry.is_known = true;
            entry.search(path, most(from_secs, now), now);
            self.searches += 1;
        }
        Ok(())
    }

    /// The first moment of the player in this place of the slice.
    pub fn moment(&self, index: usize) -> Option<Moment> {
        self.entries.get(index)?.moment
    }

    /// The first intercept of the player in this place of the slice; path and player are those of the last update.
    pub fn intercept(&self, index: usize, path: &BallPath, player: &Player) -> Option<Intercept> {
        let moment = self.moment(index)?;
        let reach = Reach::of(self.model, player, self.now_secs);
        Some(Intercept::of(path, player, &reach, &moment, self.now_secs))
    }

    /// How often a path was searched, from anywhere on.
    pub fn searches(&self) -> u64 {
        self.searches
    }
}

impl Entry {
    /// What is left to do when the player's reach has not grown.
    fn work(&mut self, path: &BallPath, reach: &Reach, now: f64) -> Work {
        if self.revision != path.revision() {
            let from = match path.revision() == self.revision + 1 {
                true => path.changed_secs(),
                false => f64::NEG_INFINITY,
            };
            match self.moment {
                Some(moment) if moment.secs <= from => self.revision = path.revision(),
                _ => return Work::SearchFrom(from),
            }
        }
        let Some(moment) = self.moment else {
            return Work::Nothing;
        };
        if moment.secs < now {
            return Work::SearchFrom(now);
        }
        if now < self.next_look_secs && self.looked.contains(reach.cone()) {
            return Work::Nothing;
        }
        match reach.slack(moment.secs, moment.position) {
            Some(slack) if slack >= -ROUNDING_M => {
                self.looked = *reach.cone();
                self.next_look_secs = next_look(reach, slack, now);
                Work::Nothing
            }
            _ => Work::SearchFrom(moment.secs),
        }
    }

    /// Searches by the reach, which is that of now.
    fn search(&mut self, path: &BallPath, from_secs: f64, now: f64) {
        let height_m = self.searched.heights.hands_m;
        self.moment = scan::first_moment(path, &self.reach, height_m, from_secs);
        self.revision = path.revision();
        self.next_look_secs = now;
    }
}

/// Before this the player cannot have lost so much slack.
///
/// Running straight away takes its speed from the distance and as much from the disc that is left. The full
/// model may lose more in a moment by braking or turning, so it is looked at every frame.
fn next_look(reach: &Reach, slack: f64, now: f64) -> f64 {
    match reach {
        Reach::Simple(cone) if slack > 0.0 => now + slack / (2.0 * most(cone.speed, 1e-9)),
        _ => now,
    }
}
