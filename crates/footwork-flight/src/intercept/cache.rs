//! First intercepts from frame to frame, without searching again what cannot have changed.

use crate::intercept::first::Intercept;
use crate::intercept::path::{BallPath, Line};
use crate::intercept::player::{Player, PlayerError};
use crate::intercept::reach::{Cone, Full, Reach, ReachModel};
use crate::intercept::scan::{self, InterceptMoment, Start};
use crate::intercept::search::PlayerIntercept;
use crate::intercept::window::InterceptWindow;
use crate::vector::{least, most};

/// How far outside a place may be by rounding, in metres.
const ROUNDING_M: f64 = 1e-9;

/// The first intercepts of some players, kept from frame to frame.
///
/// It gives what a full search gives, to rounding, because reach never grows ([`ReachModel`]): while the ball is
/// untouched and a player does what the model allows,
///
/// - who could not take the ball before cannot now;
/// - the first moment of before is the first one now if it still is in reach, which is one distance;
/// - if it is not, the new one is later: in the simple model mostly on the same line of the path, which is one root; else the
///   search goes on from there.
///
/// In the simple model a moment with some slack is not even looked at until the player could have lost it: running away
/// at top speed takes twice that speed from the slack, so the next look is after `slack / (2 · top speed)`, if since
/// the last look the player did what the model allows. For a player who waits that is half the waiting time; who is on
/// the run is looked at every frame.
///
/// All of that is against the reach and the path of the last search. Who is then found farther, faster or more turned
/// than the model allows (a teleport, root motion) is searched anew, as is one who reaches more than it did (a
/// sprint, not busy after all, a longer arm), and everyone for whom the path has changed before the moment: a path is known
/// by a hash of its knots ([`BallPath::revision`]), whichever of several paths it is. So it is never wrong, only slower.
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
/// let path = BallPath::from_prediction(&flight);
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
    entries: Entries,
    now_secs: f64,
    searches: u64,
}

/// What is known of all players, by their model.
#[derive(Clone, Debug)]
enum Entries {
    Simple(Vec<Entry<Cone>>),
    Full(Vec<Entry<Full>>),
}

/// What is known of one player.
#[derive(Clone, Debug)]
struct Entry<R> {
    /// The path, the reach and the height of the last search; `None` if nothing is known.
    revision: Option<u64>,
    reach: R,
    height_m: f64,
    /// What it found, on which line, and until when the ball stays on that line.
    moment: Option<InterceptMoment>,
    line: usize,
    line_end_secs: f64,
    /// The disc at the last look, and when the next one is due.
    looked: Cone,
    next_look_secs: f64,
}

/// What an entry needs to be true again.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Need {
    Nothing,
    /// The player is too late for the moment: the new one is later on the same path.
    LaterMoment,
    /// A search of the path from this time on.
    Search(f64),
}

impl InterceptCache {
    /// A cache that knows nothing yet.
    pub fn new(model: ReachModel) -> Self {
        Self {
            entries: match model {
                ReachModel::Simple => Entries::Simple(Vec::new()),
                ReachModel::Full => Entries::Full(Vec::new()),
            },
            now_secs: f64::NEG_INFINITY,
            searches: 0,
        }
    }

    /// The model.
    pub fn model(&self) -> ReachModel {
        match self.entries {
            Entries::Simple(_) => ReachModel::Simple,
            Entries::Full(_) => ReachModel::Full,
        }
    }

    /// Brings everything up to this frame. Players keep their places in the slice; one who takes the place of another is
    /// searched anew, unless nothing but the id differs.
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
        let updated = match &mut self.entries {
            Entries::Simple(entries) => update(entries, path, players, now_secs),
            Entries::Full(entries) => update(entries, path, players, now_secs),
        };
        match updated {
            Ok(searches) => self.searches += searches,
            Err(_) => self.forget(),
        }
        updated.map(|_| ())
    }

    /// Forgets everything but the memory.
    pub fn forget(&mut self) {
        match &mut self.entries {
            Entries::Simple(entries) => entries.iter_mut().for_each(Entry::forget),
            Entries::Full(entries) => entries.iter_mut().for_each(Entry::forget),
        }
        self.now_secs = f64::NEG_INFINITY;
    }

    /// The first moment of the player in this place of the slice.
    pub fn moment(&self, index: usize) -> Option<InterceptMoment> {
        match &self.entries {
            Entries::Simple(entries) => entries.get(index)?.moment,
            Entries::Full(entries) => entries.get(index)?.moment,
        }
    }

    /// The first intercept of the player in this place of the slice; path and player are those of the last update.
    pub fn intercept(&self, index: usize, path: &BallPath, player: &Player) -> Option<Intercept> {
        let (moment, now) = (self.moment(index)?, self.now_secs);
        Some(match self.entries {
            Entries::Simple(_) => {
                Intercept::new(path, player, &Cone::new(player, now), &moment, now)
            }
            Entries::Full(_) => Intercept::new(path, player, &Full::new(player, now), &moment, now),
        })
    }

    /// The same as a search gives it.
    pub fn found(&self, index: usize, path: &BallPath, player: &Player) -> PlayerIntercept {
        PlayerIntercept {
            player: player.id,
            first: self.intercept(index, path, player),
        }
    }

    /// How often a moment had to be found anew: on the line of the one before, or by a search from anywhere on.
    pub fn searches(&self) -> u64 {
        self.searches
    }
}

/// Brings all up to this frame, and returns for how many a moment had to be found.
///
/// Players are checked one by one, just before they are used, so that there is something to do while the next one comes from
/// memory.
fn update<R: Reach>(
    entries: &mut Vec<Entry<R>>,
    path: &BallPath,
    players: &[Player],
    now_secs: f64,
) -> Result<u64, PlayerError> {
    let mut searches = 0;
    entries.truncate(players.len());
    for (entry, player) in entries.iter_mut().zip(players) {
        player.check()?;
        let reach = R::new(player, now_secs);
        let height_m = player.heights.hands_m;
        let need = entry.need(path, &reach, height_m, now_secs);
        if need != Need::Nothing {
            entry.reach = reach;
            entry.height_m = height_m;
            entry.renew(need, path, now_secs);
            searches += 1;
        }
    }
    for player in &players[entries.len()..] {
        player.check()?;
        let reach = R::new(player, now_secs);
        let mut entry = Entry {
            revision: None,
            looked: *reach.cone(),
            reach,
            height_m: player.heights.hands_m,
            moment: None,
            line: 0,
            line_end_secs: f64::NEG_INFINITY,
            next_look_secs: now_secs,
        };
        entry.search(path, now_secs, now_secs);
        searches += 1;
        entries.push(entry);
    }
    Ok(searches)
}

impl<R: Reach> Entry<R> {
    fn forget(&mut self) {
        self.revision = None;
        self.moment = None;
    }

    /// What is needed for the reach and the height of now.
    #[inline]
    fn need(&mut self, path: &BallPath, reach: &R, height_m: f64, now: f64) -> Need {
        if height_m != self.height_m || !self.reach.contains(reach) {
            return Need::Search(now);
        }
        if self.revision != Some(path.revision()) {
            let from = self
                .revision
                .map_or(f64::NEG_INFINITY, |revision| path.differs_secs(revision));
            match &self.moment {
                // The path begins later than that now.
                Some(moment) if moment.secs < path.begin_secs() => return Need::Search(now),
                Some(moment) if moment.secs <= from => {}
                None if from == f64::INFINITY => {}
                _ => return Need::Search(from),
            }
            self.revision = Some(path.revision());
            self.line_end_secs = least(self.line_end_secs, from);
        }
        let Some(moment) = &self.moment else {
            return Need::Nothing;
        };
        if moment.secs < now {
            return Need::Search(now);
        }
        if now < self.next_look_secs && self.looked.is_followed_by(reach.cone(), now) {
            return Need::Nothing;
        }
        match reach.slack(moment.secs, moment.position) {
            Some(slack) if slack >= -ROUNDING_M => {
                self.looked = *reach.cone();
                self.next_look_secs = reach.next_look_secs(slack, now);
                Need::Nothing
            }
            Some(_) => Need::LaterMoment,
            None => Need::Search(moment.secs),
        }
    }

    /// Finds what is needed by the reach, which is that of now.
    #[inline]
    fn renew(&mut self, need: Need, path: &BallPath, now: f64) {
        let from_secs = match (need, &self.moment) {
            (Need::Nothing, _) => return,
            (Need::Search(secs), _) => secs,
            (Need::LaterMoment, None) => now,
            (Need::LaterMoment, Some(moment)) => {
                if let Some(later) = self.later_on_line(moment) {
                    self.moment = Some(later);
                    self.next_look_secs = now;
                    return;
                }
                moment.secs
            }
        };
        self.search(path, most(from_secs, now), now);
    }

    /// The first moment of a disc that is outside at this one and inside when the line ends, if the ball is still low then:
    /// one root, and nothing of the path is read.
    #[inline]
    fn later_on_line(&self, moment: &InterceptMoment) -> Option<InterceptMoment> {
        if !R::IS_DISC || moment.secs >= self.line_end_secs {
            return None;
        }
        let cone = self.reach.cone();
        let line = Line {
            from_secs: moment.secs,
            from: moment.position,
            velocity: moment.velocity,
        };
        let rest = InterceptWindow {
            from_secs: moment.secs,
            to_secs: self.line_end_secs,
        };
        let [x, _, z] = line.at(rest.to_secs);
        if cone.excess(rest.to_secs, x, z) > 0.0 {
            return None;
        }
        let later = InterceptMoment::on(&line, cone.entering(&line, rest));
        (later.position[1] <= self.height_m).then_some(later)
    }

    /// Searches by the reach, which is that of now.
    fn search(&mut self, path: &BallPath, from_secs: f64, now: f64) {
        let start = Start {
            secs: from_secs,
            line: self.line,
        };
        let first = scan::first_moment(path, &self.reach, self.height_m, start);
        self.line = first.map_or(0, |(line, _)| line);
        self.line_end_secs = path.end_secs(self.line);
        self.moment = first.map(|(_, moment)| moment);
        self.revision = Some(path.revision());
        self.next_look_secs = now;
    }
}
