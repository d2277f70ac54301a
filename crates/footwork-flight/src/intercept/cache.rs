//! First intercepts of players, kept from frame to frame. Searches only if the result can have changed.

mod full;

use full::FullEntry;

use crate::intercept::cutting::{Look, Work};
use crate::intercept::error::{SearchError, check_clock};
use crate::intercept::first::Intercept;
use crate::intercept::moment::InterceptMoment;
use crate::intercept::path::{BallPath, Line};
use crate::intercept::player::{CheckedModel, Player};
use crate::intercept::reach::{Cone, Full, ROUNDING_M, Reach, ReachModel};
use crate::intercept::scan::{self, Start};
use crate::intercept::search::PlayerIntercept;
use crate::intercept::window::InterceptWindow;
use crate::vector::{least, most};

/// The first intercepts of some players, kept from frame to frame.
///
/// The results equal those of a full search, up to rounding. They can be kept because reach never grows
/// ([`ReachModel`]). While the ball is untouched and a player moves within the model, three facts hold:
///
/// - A player who could not take the ball before still cannot.
/// - The first moment stays the first while the ball is in reach at that moment. One distance checks this.
/// - Once the ball is out of reach at that moment, the new first moment is later. If the new moment is on the same line
///   of the path, as usual, one root finds it. Otherwise the search continues from that line.
///
/// In the simple model, a moment with slack is not checked again until the player could have lost the slack. A player
/// who runs away at top speed loses slack at twice that speed. So the next check is due after `slack / (2 · top
/// speed)`, as long as the player moves within the model. For a player who waits, this is half the waiting time. A
/// player on the run is checked every frame.
///
/// Invariant: every entry is compared with the reach and the path of its last search. A player is searched again in
/// three cases:
///
/// - The player is farther, faster or more turned than the model allows, as after a teleport or with root motion.
/// - The player's reach has grown, as in a sprint, after a busy time or with a longer arm.
/// - The path has changed before the player's moment.
///
/// A path is identified by a hash of its knots ([`BallPath::revision`]), so several paths may share a cache. An
/// unexpected change costs time, never correctness.
///
/// ```
/// use footwork_flight::{
///     BallParams, BallPath, BallPhysics, BallState, InterceptCache, Pitch, Player, PlayerId,
///     Prediction, PredictionOptions, ReachModel, first_intercept,
/// };
///
/// let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
/// let pass = BallState::new(0.0, [0.0, 0.11, 0.0], [14.0, 0.0, 0.0]).unwrap();
/// let mut flight = Prediction::new(&physics, &pass, PredictionOptions::default()).unwrap();
/// flight.finish(&physics);
/// let path = BallPath::from_prediction(&flight);
///
/// let mut players = [Player::new(PlayerId::new(1), [20.0, 0.0, 6.0])];
/// let mut cache = InterceptCache::new(ReachModel::Simple);
/// for frame in 0..30 {
///     let now = f64::from(frame) / 60.0;
///     cache.update(&path, &players, now).unwrap();
///     let again = first_intercept(&path, &players[0], ReachModel::Simple, now).unwrap();
///     let kept = cache.intercept(0, &path, &players[0]).unwrap();
///     assert!((kept.secs - again.unwrap().secs).abs() < 1e-6);
///     // The player runs there.
///     let [x, _, z] = [0, 1, 2].map(|axis| kept.position[axis] - players[0].position[axis]);
///     let distance = (x * x + z * z).sqrt();
///     players[0].position[0] += x / distance * 6.5 / 60.0;
///     players[0].position[2] += z / distance * 6.5 / 60.0;
/// }
/// // The player ran as fast as it could, so nothing was searched again.
/// assert_eq!(cache.searches(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct InterceptCache {
    entries: Entries,
    now_secs: f64,
    searches: u64,
    scans: u64,
}

/// The entries of all players, by model.
#[derive(Clone, Debug)]
enum Entries {
    Simple(Vec<Entry>),
    Full(Vec<FullEntry>),
}

/// The state of one player of the simple model.
#[derive(Clone, Debug)]
struct Entry {
    /// The revision of the path at the last search; `None` if there was none. `reach` and `height_m` are those of that
    /// search.
    revision: Option<u64>,
    reach: Cone,
    height_m: f64,
    /// The first moment found.
    moment: Option<InterceptMoment>,
    /// The index of the line that the moment is on.
    line: usize,
    /// The time at which that line ends.
    line_end_secs: f64,
    rise: f64,
    /// The rarely changing numbers of the player that were last found valid.
    checked_model: CheckedModel,
    /// The reach at the last check.
    checked: Cone,
    /// The time at which the next check is due.
    next_check_secs: f64,
}

/// The work needed to update an entry.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Need {
    Nothing,
    /// The player is late for the moment. The next moment is later on the same path.
    LaterMoment,
    /// A search from this time on, in seconds.
    Search(f64),
}

impl InterceptCache {
    /// Returns an empty cache.
    pub fn new(model: ReachModel) -> Self {
        Self {
            entries: match model {
                ReachModel::Simple => Entries::Simple(Vec::new()),
                ReachModel::Full => Entries::Full(Vec::new()),
            },
            now_secs: f64::NEG_INFINITY,
            searches: 0,
            scans: 0,
        }
    }

    /// Returns the model.
    pub fn model(&self) -> ReachModel {
        match self.entries {
            Entries::Simple(_) => ReachModel::Simple,
            Entries::Full(_) => ReachModel::Full,
        }
    }

    /// Updates all first intercepts to this frame. Keep each player at the same index of the slice: another player at
    /// an index is searched again, unless the two differ only in their ids.
    ///
    /// # Errors
    /// Returns [`SearchError::Player`] for the first player with a number out of range. Players with such a number have
    /// no moment; all others are updated. Returns [`SearchError::Clock`] for a time off the path; the cache is then
    /// empty.
    pub fn update(
        &mut self,
        path: &BallPath,
        players: &[Player],
        now_secs: f64,
    ) -> Result<(), SearchError> {
        if now_secs < self.now_secs {
            self.clear();
        }
        if let Err(error) = check_clock(path, now_secs) {
            self.clear();
            return Err(error);
        }
        self.now_secs = now_secs;
        let updated = match &mut self.entries {
            Entries::Simple(entries) => update(entries, path, players, now_secs),
            Entries::Full(entries) => update(entries, path, players, now_secs),
        };
        self.searches += updated.searches;
        self.scans += updated.scans;
        updated.result
    }

    /// Clears the cache and keeps its memory.
    pub fn clear(&mut self) {
        match &mut self.entries {
            Entries::Simple(entries) => entries.iter_mut().for_each(Entry::clear),
            Entries::Full(entries) => entries.iter_mut().for_each(FullEntry::clear),
        }
        self.now_secs = f64::NEG_INFINITY;
    }

    /// Returns the first moment of the player at this index; `None` if the player has no moment.
    pub fn moment(&self, index: usize) -> Option<InterceptMoment> {
        match &self.entries {
            Entries::Simple(entries) => entries.get(index)?.moment,
            Entries::Full(entries) => entries.get(index)?.cutting.moment().copied(),
        }
    }

    /// Returns the first intercept of the player at this index; `None` if the player has none. Pass the path and the
    /// player of the last update.
    pub fn intercept(&self, index: usize, path: &BallPath, player: &Player) -> Option<Intercept> {
        let now = self.now_secs;
        match &self.entries {
            Entries::Simple(entries) => entries.get(index)?.intercept(path, player, now),
            Entries::Full(entries) => entries.get(index)?.cutting.intercept(path, player, now),
        }
    }

    /// Returns the first intercept in the same form as a search. It is unknown if the last update rejected the player
    /// or did not include it.
    pub fn player_intercept(
        &self,
        index: usize,
        path: &BallPath,
        player: &Player,
    ) -> PlayerIntercept {
        let now = self.now_secs;
        let first = match &self.entries {
            Entries::Simple(entries) => match entries.get(index) {
                Some(entry) if entry.revision.is_some() => entry.intercept(path, player, now),
                _ => return self.unknown(player),
            },
            Entries::Full(entries) => match entries.get(index) {
                Some(entry) if entry.revision.is_some() => {
                    entry.cutting.intercept(path, player, now)
                }
                _ => return self.unknown(player),
            },
        };
        PlayerIntercept::new(player.id, first, path, now)
    }

    fn unknown(&self, player: &Player) -> PlayerIntercept {
        let now = self.now_secs;
        // Before the first update, `now` is not finite. The intercept is then unknown from 0 s on.
        PlayerIntercept::unknown(player.id, if now.is_finite() { now } else { 0.0 })
    }

    /// Appends the windows of the player at this index, in order, as a search would. The first window starts at the
    /// first moment. Pass the path and the player of the last update. Each call computes the windows again from the
    /// first moment on.
    pub fn windows(
        &self,
        index: usize,
        path: &BallPath,
        player: &Player,
        windows: &mut Vec<InterceptWindow>,
    ) {
        let (Some(moment), now) = (self.moment(index), self.now_secs) else {
            return;
        };
        let height_m = path.limit(player.heights.hands_m, player.position[1]);
        let from = moment.secs;
        match self.entries {
            Entries::Simple(_) => {
                let reach = Cone::new(player, now);
                scan::all_windows(path, &reach, height_m, from, windows);
            }
            Entries::Full(_) => {
                let reach = Full::new(player, now);
                scan::all_windows(path, &reach, height_m, from, windows);
            }
        }
    }

    /// Returns how many first moments were computed, by a root on the same line or by a search.
    pub fn searches(&self) -> u64 {
        self.searches
    }

    /// Returns how many of the [`searches`](Self::searches) scanned the path. The rest needed only a root on the same
    /// line.
    pub fn scans(&self) -> u64 {
        self.scans
    }
}

/// The number of players with a new moment, the number of scans among these, and the error of a rejected player.
struct Updated {
    searches: u64,
    scans: u64,
    result: Result<(), SearchError>,
}

/// The data that the cache keeps for a player.
trait Kept: Sized {
    /// Returns the data before the first search.
    fn new() -> Self;
    fn clear(&mut self);
    /// Returns the rarely changing numbers of the player that were last found valid.
    fn checked_model(&mut self) -> &mut CheckedModel;
    /// Updates the data to this frame, and returns the work done.
    fn update(&mut self, path: &BallPath, player: &Player, now_secs: f64) -> Work;
}

/// Updates all entries.
///
/// Each player is checked just before its entry is used. So the processor has work while the next player is loaded.
fn update<E: Kept>(
    entries: &mut Vec<E>,
    path: &BallPath,
    players: &[Player],
    now_secs: f64,
) -> Updated {
    let mut updated = Updated {
        searches: 0,
        scans: 0,
        result: Ok(()),
    };
    entries.truncate(players.len());
    while entries.len() < players.len() {
        entries.push(E::new());
    }
    for (entry, player) in entries.iter_mut().zip(players) {
        if let Err(error) = player.check_after(entry.checked_model()) {
            updated.result = updated.result.and(Err(error.into()));
            entry.clear();
            continue;
        }
        let work = entry.update(path, player, now_secs);
        updated.searches += u64::from(work != Work::Nothing);
        updated.scans += u64::from(work == Work::Scan);
    }
    updated
}

/// Returns where the next search on this path starts, if one is needed. `revision` and `moment` are the path and result
/// of the last search.
fn start(
    revision: Option<u64>,
    moment: Option<&InterceptMoment>,
    path: &BallPath,
    now: f64,
) -> Look {
    if revision != Some(path.revision()) {
        let from = revision.map_or(f64::NEG_INFINITY, |revision| path.differs_secs(revision));
        match moment {
            // The path now starts after the moment.
            Some(moment) if moment.secs < path.begin_secs() => return Look::From(now),
            Some(moment) if moment.secs <= from => {}
            None if from == f64::INFINITY => {}
            _ => return Look::From(from),
        }
    }
    match moment {
        Some(moment) if moment.secs < now => Look::From(now),
        _ => Look::Kept,
    }
}

impl Kept for Entry {
    fn new() -> Self {
        let nowhere = Cone {
            x: 0.0,
            z: 0.0,
            ready_secs: f64::INFINITY,
            reach: 0.0,
            speed: 0.0,
        };
        Self {
            revision: None,
            reach: nowhere,
            checked: nowhere,
            checked_model: CheckedModel::of_new(),
            height_m: f64::NAN,
            moment: None,
            line: 0,
            line_end_secs: f64::NEG_INFINITY,
            rise: 0.0,
            next_check_secs: f64::NEG_INFINITY,
        }
    }

    fn clear(&mut self) {
        self.revision = None;
        self.moment = None;
    }

    #[inline(always)]
    fn checked_model(&mut self) -> &mut CheckedModel {
        &mut self.checked_model
    }

    #[inline]
    fn update(&mut self, path: &BallPath, player: &Player, now_secs: f64) -> Work {
        let reach = Cone::new(player, now_secs);
        let height_m = path.limit(player.heights.hands_m, player.position[1]);
        let need = self.need(path, &reach, height_m, now_secs);
        if need == Need::Nothing {
            return Work::Nothing;
        }
        self.reach = reach;
        self.height_m = height_m;
        self.renew(need, path, now_secs)
    }
}

impl Entry {
    fn intercept(&self, path: &BallPath, player: &Player, now_secs: f64) -> Option<Intercept> {
        let moment = self.moment.as_ref()?;
        let reach = Cone::new(player, now_secs);
        Some(Intercept::new(path, player, &reach, moment, now_secs))
    }

    /// Returns the work that the player's present reach and height require.
    #[inline]
    fn need(&mut self, path: &BallPath, reach: &Cone, height_m: f64, now: f64) -> Need {
        if self.revision.is_none()
            || height_m != self.height_m
            || !self.reach.surely_contains(reach)
        {
            return Need::Search(now);
        }
        match start(self.revision, self.moment.as_ref(), path, now) {
            Look::From(secs) => return Need::Search(secs),
            Look::Kept => {}
        }
        if self.revision != Some(path.revision()) {
            let from = self
                .revision
                .map_or(f64::NEG_INFINITY, |revision| path.differs_secs(revision));
            self.line_end_secs = least(self.line_end_secs, from);
            self.revision = Some(path.revision());
        }
        let Some(moment) = &self.moment else {
            return Need::Nothing;
        };
        if now < self.next_check_secs && self.checked.is_followed_by(reach, now) {
            return Need::Nothing;
        }
        match reach.slack(moment.secs, moment.position) {
            Some(slack) if slack >= -ROUNDING_M => {
                self.checked = *reach;
                self.next_check_secs = reach.next_check_secs(slack, now);
                Need::Nothing
            }
            Some(_) => Need::LaterMoment,
            None => Need::Search(moment.secs),
        }
    }

    /// Does the needed work. `self.reach` is already the present reach.
    #[inline]
    fn renew(&mut self, need: Need, path: &BallPath, now: f64) -> Work {
        let from_secs = match (need, &self.moment) {
            (Need::Nothing, _) => return Work::Nothing,
            (Need::Search(secs), _) => secs,
            (Need::LaterMoment, None) => now,
            (Need::LaterMoment, Some(moment)) => {
                if let Some(later) = self.later_on_line(moment) {
                    self.moment = Some(later);
                    self.next_check_secs = now;
                    return Work::Root;
                }
                moment.secs
            }
        };
        self.search(path, most(from_secs, now), now);
        Work::Scan
    }

    /// Returns the next moment on the line of `moment`; `None` unless the end of the line is in reach and the ball is
    /// still low enough. Solves for one root and does not read the path.
    #[inline]
    fn later_on_line(&self, moment: &InterceptMoment) -> Option<InterceptMoment> {
        if moment.secs >= self.line_end_secs {
            return None;
        }
        let cone = &self.reach;
        let line = Line {
            from_secs: moment.secs,
            from: moment.position,
            velocity: moment.velocity,
            height: moment.height_m,
            rise: self.rise,
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
        (later.height_m <= self.height_m).then_some(later)
    }

    /// Searches with `self.reach`.
    fn search(&mut self, path: &BallPath, from_secs: f64, now: f64) {
        let start = Start {
            secs: from_secs,
            line: self.line,
        };
        let first = scan::first_moment(path, &self.reach, self.height_m, start);
        self.line = first.map_or(0, |(line, _)| line);
        self.line_end_secs = path.end_secs(self.line);
        self.rise = path.line(self.line).map_or(0.0, |line| line.rise);
        self.moment = first.map(|(_, moment)| moment);
        self.revision = Some(path.revision());
        self.next_check_secs = now;
    }
}
