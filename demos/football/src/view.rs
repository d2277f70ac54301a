//! Views for drawing a match and its overlays, borrowed from the last frame without a copy.

use footwork::flight::{
    Arrival, BallState, ControlReason, InterceptKind, InterceptWindow, PlayerId, Prediction,
    RatedPlayer, Sample,
};
use footwork::matching::{Motion, Place, PoseId, Why};

use crate::cast::Cast;
use crate::crowd::SlideTrace;
use crate::event::MatchEvent;
use crate::field::Field;
use crate::footballer::Footballer;
use crate::intent::Intent;
use crate::leaves::Leaves;
use crate::phase::Phase;
use crate::pitch::Pitch;
use crate::setup::{Seat, Setup};
use crate::switching::{ControlChange, ControlCounts, LogEntry, Switching};

/// A frame of a match.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    cast: &'a Cast,
    field: &'a Field,
    switching: &'a Switching,
    leaves: &'a Leaves,
}

/// The state of the ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallView {
    /// In metres, y up.
    pub position: [f64; 3],
    /// In m/s.
    pub velocity: [f64; 3],
    /// Its rotation: `[x, y, z, w]`.
    pub orientation: [f64; 4],
    /// Whether it lies or rolls on a surface.
    pub is_on_ground: bool,
}

/// A footballer in a frame.
#[derive(Clone, Copy, Debug)]
pub struct FootballerView<'a> {
    /// Its index among all footballers, from 0.
    pub who: PlayerId,
    /// The team, 0 or 1.
    pub team: usize,
    /// Its number within the team, from 0; the keeper has 0.
    pub number: usize,
    /// The place of the root.
    pub place: Place,
    /// The pose: rotations of the joints of [`Cast::figure`], hips first, and the position of the hips.
    pub motion: &'a Motion,
    /// The velocity over the ground, in m/s.
    pub velocity_mps: [f64; 2],
    /// The wanted velocity, in m/s.
    pub wanted_mps: [f64; 2],
    /// Tiredness, from 0 to 1.
    pub tired: f64,
    /// Its intent: `stand`, `fetch`, `dribble`, `kick`, `press` or `keep`.
    pub intent: &'static str,
    /// The human that controls it.
    pub human: Option<Seat>,
    /// The human for which it is the next candidate.
    pub next_of: Option<Seat>,
    /// Its slide along others in this frame.
    pub slide: &'a SlideTrace,
}

/// The motion of a footballer, and the reason for it.
#[derive(Clone, Debug)]
pub struct PlayedView<'a> {
    /// The playing pose.
    pub pose: PoseId,
    /// The name of its clip.
    pub clip: &'a str,
    /// The tags that hold at the pose.
    pub tags: Vec<String>,
    /// The query for the motion it may play.
    pub query: &'a str,
    /// Why the last jump was made. Its costs are in the order of [`View::cost_groups`].
    pub why: Option<&'a Why>,
    /// Whether each foot stands, according to the clip.
    pub stands: [bool; 2],
    /// The speed of playback, the value of the speed expression.
    pub rate: f64,
}

/// A time window in which a footballer can take the ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WindowView {
    /// The footballer.
    pub who: PlayerId,
    /// The window.
    pub window: InterceptWindow,
    /// How the footballer and the ball meet in the first window: whether one of them waits, or both move.
    pub kind: Option<InterceptKind>,
    /// The position of the ball at the start of the window, in metres.
    pub position: [f64; 3],
}

impl<'a> View<'a> {
    pub(crate) fn new(
        cast: &'a Cast,
        field: &'a Field,
        switching: &'a Switching,
        leaves: &'a Leaves,
    ) -> Self {
        Self {
            cast,
            field,
            switching,
            leaves,
        }
    }

    /// Returns the setup of the match.
    pub fn setup(&self) -> &'a Setup {
        &self.field.setup
    }

    /// Returns the pitch.
    pub fn pitch(&self) -> &'a Pitch {
        &self.field.pitch
    }

    /// Returns the number of frames played.
    pub fn frame(&self) -> u64 {
        self.field.frame
    }

    /// Returns the clock of the ball, in seconds. Times refer to it unless their description names another clock.
    pub fn now_secs(&self) -> f64 {
        self.field.now_secs()
    }

    /// Returns the clock of the match: seconds in play over both halves.
    pub fn clock_secs(&self) -> f64 {
        self.field.clock_secs()
    }

    /// Returns the half: 1 or 2; 3 when the match is over.
    pub fn half(&self) -> u32 {
        self.field.half
    }

    /// Returns the goals, by team.
    pub fn score(&self) -> [u32; 2] {
        self.field.score
    }

    /// Returns the phase of the match.
    pub fn phase(&self) -> &'a Phase {
        &self.field.phase
    }

    /// Returns the direction in which each team attacks along x: 1 or -1.
    pub fn sides(&self) -> [f64; 2] {
        self.field.sides
    }

    /// Returns the ball.
    pub fn ball(&self) -> BallView {
        let state = self.field.ball.state();
        BallView {
            position: state.position,
            velocity: state.velocity,
            orientation: self.field.ball.orientation(),
            is_on_ground: state.ground.is_some(),
        }
    }

    /// Returns the seats with a human.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        let count = usize::from(self.field.setup.humans);
        Seat::ALL.into_iter().take(count)
    }

    /// Returns the footballers.
    pub fn footballers(&self) -> impl ExactSizeIterator<Item = FootballerView<'a>> + 'a {
        let view = *self;
        let all = self.field.footballers.iter();
        all.map(move |(who, footballer)| view.viewed(who, footballer))
    }

    /// Returns a footballer; `None` if there is no such footballer.
    pub fn footballer(&self, who: PlayerId) -> Option<FootballerView<'a>> {
        let footballer = self.field.footballers.get(who)?;
        Some(self.viewed(who, footballer))
    }

    fn viewed(&self, who: PlayerId, footballer: &'a Footballer) -> FootballerView<'a> {
        let mut humans = self
            .seats()
            .filter(|human| self.switching.next(*human) == Some(who));
        FootballerView {
            who,
            team: footballer.team,
            number: footballer.number,
            place: footballer.body.place(),
            motion: footballer.body.shown(),
            velocity_mps: footballer.body.velocity_mps(),
            wanted_mps: footballer.body.wish().velocity_mps,
            tired: footballer.tired,
            intent: match footballer.intent {
                Intent::Stand => "stand",
                Intent::Fetch => "fetch",
                Intent::Dribble(_) => "dribble",
                Intent::Kick(_) => "kick",
                Intent::Press => "press",
                Intent::Keep => "keep",
            },
            human: self.switching.human(who),
            next_of: humans.next(),
            slide: footballer.body.trace(),
        }
    }

    /// Returns the motion that a footballer plays; `None` if there is no such footballer.
    pub fn played(&self, who: PlayerId) -> Option<PlayedView<'a>> {
        let footballer = self.field.footballers.get(who)?;
        let body = &footballer.body;
        let pose = body.playback().matcher().state().pose;
        Some(PlayedView {
            pose,
            clip: self.cast.clip_name(pose),
            tags: self.cast.tags(pose),
            query: &footballer.query,
            why: body.why(),
            stands: body.stands(self.cast),
            rate: body.rate(),
        })
    }

    /// Returns the groups of features, in the order of the costs in a [`Why`].
    pub fn cost_groups(&self) -> impl Iterator<Item = &'a str> {
        let schema = self.cast.index().schema();
        schema.groups().iter().map(|group| group.name.as_str())
    }

    /// Returns the events of this frame.
    pub fn events(&self) -> &'a [MatchEvent] {
        &self.field.events
    }

    /// Returns the predicted flight.
    pub fn flight(&self) -> &'a Prediction<BallState> {
        self.field.ball.flight()
    }

    /// Returns the points of the predicted flight.
    pub fn path(&self) -> &'a [Sample] {
        self.field.ball.flight().samples()
    }

    /// Returns all windows in which footballers can take the ball.
    pub fn windows(&self) -> Vec<WindowView> {
        let mut all = Vec::new();
        let mut windows = Vec::new();
        for found in self.field.outlook.all_found() {
            let who = found.player;
            windows.clear();
            self.field
                .outlook
                .windows(who, &self.field.ball, &mut windows);
            let kind = found.first.map(|first| first.kind);
            all.extend(windows.iter().map(|&window| WindowView {
                who,
                window,
                kind,
                position: self.field.ball.position_at(window.from_secs),
            }));
        }
        all
    }

    /// Returns when a footballer can first take the ball, in seconds from now; [`Arrival::Unknown`] if it is not on the
    /// pitch, or if the flight predicted so far does not tell. For a dribbled ball this is a run to its current place,
    /// otherwise the predicted intercept.
    pub fn arrival(&self, who: PlayerId) -> Arrival {
        match self.field.arrival(who) {
            Arrival::At(secs) => Arrival::At(secs - self.now_secs()),
            Arrival::Unknown { not_before_secs } => Arrival::Unknown {
                not_before_secs: not_before_secs - self.now_secs(),
            },
            Arrival::Never => Arrival::Never,
        }
    }

    /// Returns whether the ball is dribbled, so that it will leave its predicted path.
    pub fn is_dribbled(&self) -> bool {
        self.field.is_dribbled()
    }

    /// Returns the footballer with the ball at its feet: a dribbler, or the footballer that touched the ball last, if
    /// it is still at the ball.
    pub(crate) fn with_ball(&self) -> Option<PlayerId> {
        if self.is_dribbled() {
            return self.field.holder();
        }
        let touch = self
            .field
            .last_touch
            .filter(|touch| touch.target.is_none())?;
        let is_there = self
            .arrival(touch.who)
            .secs()
            .is_some_and(|secs| secs <= 0.0);
        is_there.then_some(touch.who)
    }

    /// Returns the keeper that holds the ball, if one does.
    pub(crate) fn held_by(&self) -> Option<PlayerId> {
        self.field.held.map(|(who, _)| who)
    }

    /// Returns whether a footballer will kick as soon as it is in position.
    pub(crate) fn is_to_kick(&self, who: PlayerId) -> bool {
        let footballer = self.field.footballers.get(who);
        footballer.is_some_and(|one| one.hoped_restart(self.now_secs()).is_some())
    }

    /// Returns the footballer of a team that should go for the ball, and its best way of taking it; `None` if no
    /// footballer of the team can take it.
    pub fn choice(&self, team: usize) -> Option<&'a RatedPlayer> {
        let choice = self.field.outlook.choice(team);
        choice.rated(choice.chosen?)
    }

    /// Returns the rating of a footballer by the choice of its team; `None` if the footballer cannot take the ball.
    pub fn rated(&self, who: PlayerId) -> Option<&'a RatedPlayer> {
        let team = self.field.footballers.get(who)?.team;
        self.field.outlook.choice(team).rated(who)
    }

    /// Returns the intended receiver of the ball, if the last touch was a pass to one.
    pub fn target(&self) -> Option<PlayerId> {
        self.field.last_touch?.target
    }

    /// Returns the log of decisions about control, latest last.
    pub fn control_log(&self) -> &'a [LogEntry] {
        self.switching.log()
    }

    /// Returns how often control switched automatically so far, and how often the ball passed from one footballer's
    /// touch to another's.
    pub fn control_counts(&self) -> ControlCounts {
        self.switching.counts()
    }

    /// Returns how a human got its footballer; `None` while it controls none.
    pub fn control_change(&self, human: Seat) -> Option<ControlChange> {
        self.switching.change(human)
    }

    /// Returns whether a human still has its footballer by manual choice.
    pub(crate) fn is_chosen(&self, human: Seat) -> bool {
        self.switching.is_chosen(self.field, human)
    }

    /// Returns why control stayed or changed in this frame; `None` if there was no decision for this human.
    pub fn control_last(&self, human: Seat) -> Option<ControlReason> {
        self.switching.last(human)
    }

    /// Returns the maximum number of automatic switches of a human between two touches. A ball put on its spot counts
    /// as touched.
    pub fn most_switches(&self) -> u32 {
        self.switching.most_by_news()
    }

    /// Returns the texts of the wind, along x, y and z.
    pub fn wind(&self) -> &'a [String; 3] {
        self.field.wind.texts()
    }

    /// Returns the text of the speed expression.
    pub fn speed(&self) -> &'a str {
        self.field.pace.text()
    }

    /// Returns the positions of leaves and dust: all x, all y, all z, in metres.
    pub fn leaves(&self) -> [&'a [f32]; 3] {
        self.leaves.places()
    }

    /// Returns the depth of the deepest overlap of two footballers, in metres, and the two footballers. The depth is
    /// negative if no footballers overlap.
    pub fn deepest(&self) -> (f64, [PlayerId; 2]) {
        self.field.crowd.deepest()
    }

    /// Returns the footballer that a team chose to go for the ball.
    pub fn chosen(&self, team: usize) -> Option<PlayerId> {
        self.field.outlook.choice(team).chosen
    }
}
