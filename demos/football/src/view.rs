//! What is drawn of a match, and what its overlays show: read from the frame that was played, without a copy.

use footwork::flight::{
    Arrival, BallState, ControlReason, InterceptKind, InterceptWindow, Prediction, RatedPlayer,
    Sample,
};
use footwork::matching::{Motion, Place, PoseId, Why};
use footwork_base::Id;

use crate::cast::Cast;
use crate::crowd::SlideTrace;
use crate::event::MatchEvent;
use crate::field::Field;
use crate::footballer::{Footballer, player_id};
use crate::intent::Intent;
use crate::leaves::Leaves;
use crate::phase::Phase;
use crate::pitch::Pitch;
use crate::setup::Setup;
use crate::switching::{ControlChange, LogEntry, Switching};

/// A frame of a match.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    cast: &'a Cast,
    field: &'a Field,
    switching: &'a Switching,
    leaves: &'a Leaves,
}

/// Where the ball is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallView {
    /// In metres, y up.
    pub position: [f64; 3],
    /// In m/s.
    pub velocity: [f64; 3],
    /// How it is turned: `[x, y, z, w]`.
    pub orientation: [f64; 4],
    /// Whether it lies or rolls on something.
    pub is_on_ground: bool,
}

/// A footballer in a frame.
#[derive(Clone, Copy, Debug)]
pub struct FootballerView<'a> {
    /// Its place among all, from 0.
    pub who: usize,
    /// 0 or 1.
    pub team: usize,
    /// Its number within the team, from 0; that of the keeper is 0.
    pub number: usize,
    /// Where the root is.
    pub place: Place,
    /// The pose: rotations of the joints of [`Cast::figure`], the hips first, and where those are.
    pub motion: &'a Motion,
    /// Over the ground, in m/s.
    pub velocity_mps: [f64; 2],
    /// Where it wants to go, in m/s.
    pub wanted_mps: [f64; 2],
    /// From 0 to 1.
    pub tired: f64,
    /// What it is about: `stand`, `fetch`, `dribble`, `kick`, `press` or `keep`.
    pub intent: &'static str,
    /// Which human controls it.
    pub human: Option<usize>,
    /// For which human it is the next candidate.
    pub next_of: Option<usize>,
    /// How it slid along others in this frame.
    pub slide: &'a SlideTrace,
}

/// What a footballer plays, and why.
#[derive(Clone, Debug)]
pub struct PlayedView<'a> {
    /// The pose that plays.
    pub pose: PoseId,
    /// The name of its clip.
    pub clip: &'a str,
    /// The tags that hold there.
    pub tags: Vec<String>,
    /// What it may play.
    pub query: &'a str,
    /// Why the last jump was made; the groups of its costs are those of the schema of [`View::cost_groups`].
    pub why: Option<&'a Why>,
    /// Which feet stand, as the clip says.
    pub stands: [bool; 2],
    /// How fast motion plays: what the speed expression says.
    pub rate: f64,
}

/// A time in which somebody can take the ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WindowView {
    /// Who.
    pub who: usize,
    /// When.
    pub window: InterceptWindow,
    /// Who waits for whom in the first of its windows.
    pub kind: Option<InterceptKind>,
    /// Where the ball is when the window starts.
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

    /// What the match started from.
    pub fn setup(&self) -> &'a Setup {
        &self.field.setup
    }

    /// The pitch.
    pub fn pitch(&self) -> &'a Pitch {
        &self.field.pitch
    }

    /// How many frames were stepped.
    pub fn frame(&self) -> u64 {
        self.field.frame
    }

    /// The clock of the ball, in seconds: that of all times here.
    pub fn now_secs(&self) -> f64 {
        self.field.now_secs()
    }

    /// The clock of the match: seconds in play, both halves.
    pub fn clock_secs(&self) -> f64 {
        self.field.clock_secs()
    }

    /// 1 or 2; 3 when it is over.
    pub fn half(&self) -> u32 {
        self.field.half
    }

    /// Goals, by team.
    pub fn score(&self) -> [u32; 2] {
        self.field.score
    }

    /// What is going on.
    pub fn phase(&self) -> &'a Phase {
        &self.field.phase
    }

    /// Which way each team attacks along x: 1 or -1.
    pub fn sides(&self) -> [f64; 2] {
        self.field.sides
    }

    /// The ball.
    pub fn ball(&self) -> BallView {
        let state = self.field.ball.state();
        BallView {
            position: state.position,
            velocity: state.velocity,
            orientation: self.field.ball.orientation(),
            is_on_ground: state.ground.is_some(),
        }
    }

    /// Everybody.
    pub fn footballers(&self) -> impl ExactSizeIterator<Item = FootballerView<'a>> + 'a {
        let view = *self;
        let all = self.field.footballers.iter().enumerate();
        all.map(move |(who, footballer)| view.footballer(who, footballer))
    }

    fn footballer(&self, who: usize, footballer: &'a Footballer) -> FootballerView<'a> {
        let humans = 0..usize::from(self.field.setup.humans);
        let mut humans = humans.filter(|human| self.switching.next(*human) == Some(who));
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

    /// What a footballer plays; `None` if there is no such footballer.
    pub fn played(&self, who: usize) -> Option<PlayedView<'a>> {
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

    /// The groups of features, in the order of the costs of a [`Why`].
    pub fn cost_groups(&self) -> impl Iterator<Item = &'a str> {
        let schema = self.cast.character().poses().index().schema();
        schema.groups().iter().map(|group| group.name.as_str())
    }

    /// What happened in this frame.
    pub fn events(&self) -> &'a [MatchEvent] {
        &self.field.events
    }

    /// The predicted flight, as far as it is known.
    pub fn flight(&self) -> &'a Prediction<BallState> {
        self.field.ball.flight()
    }

    /// Where the ball will be, as points of that flight.
    pub fn path(&self) -> &'a [Sample] {
        self.field.ball.flight().samples()
    }

    /// When footballers can take the ball: all windows of everybody.
    pub fn windows(&self) -> Vec<WindowView> {
        let mut all = Vec::new();
        let mut windows = Vec::new();
        for (who, found) in self.field.outlook.found().iter().enumerate() {
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

    /// When a footballer can first take the ball, in seconds from now; [`Arrival::Unknown`] for one who is not there. From
    /// somebody who dribbles it, that is after a run to where it is now, else as predicted.
    pub fn arrival(&self, who: usize) -> Arrival {
        match self.field.arrival(who) {
            Arrival::At(secs) => Arrival::At(secs - self.now_secs()),
            Arrival::Unknown { not_before_secs } => Arrival::Unknown {
                not_before_secs: not_before_secs - self.now_secs(),
            },
            Arrival::Never => Arrival::Never,
        }
    }

    /// Whether somebody takes the ball along, so that it will not follow its predicted path.
    pub fn is_dribbled(&self) -> bool {
        self.field.is_dribbled()
    }

    /// Who has the ball at its feet: takes it along, or touched it last and stands at it.
    pub(crate) fn with_ball(&self) -> Option<usize> {
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

    /// Which keeper has the ball in its hands.
    pub(crate) fn held_by(&self) -> Option<usize> {
        self.field.held.map(|(who, _)| who)
    }

    /// Whether a footballer is about to kick as soon as it stands right.
    pub(crate) fn is_to_kick(&self, who: usize) -> bool {
        let footballer = self.field.footballers.get(who);
        footballer.is_some_and(|one| one.hoped_restart(self.now_secs()).is_some())
    }

    /// Who of a team should go for the ball, and how it takes it best.
    pub fn choice(&self, team: usize) -> Option<&'a RatedPlayer> {
        let choice = self.field.outlook.choice(team);
        choice.rated(choice.chosen?)
    }

    /// The rating of a footballer by the choice of its team.
    pub fn rated(&self, who: usize) -> Option<&'a RatedPlayer> {
        let team = self.field.footballers.get(who)?.team;
        self.field.outlook.choice(team).rated(player_id(who))
    }

    /// For whom the ball is.
    pub fn target(&self) -> Option<usize> {
        self.field.last_touch?.target
    }

    /// Decisions about control, the latest last.
    pub fn control_log(&self) -> &'a [LogEntry] {
        self.switching.log()
    }

    /// Automatic switches of control so far, and touches by another footballer than before.
    pub fn control_counts(&self) -> (u32, u32) {
        self.switching.counts()
    }

    /// How a human got its footballer; `None` while it controls nobody.
    pub fn control_change(&self, human: usize) -> Option<ControlChange> {
        self.switching.change(human)
    }

    /// Whether a human has its footballer by choice, which still stands.
    pub(crate) fn is_chosen(&self, human: usize) -> bool {
        self.switching.is_chosen(self.field, human)
    }

    /// Why it has stayed or changed in this frame; `None` if nothing was decided for that human.
    pub fn control_last(&self, human: usize) -> Option<ControlReason> {
        self.switching.last(human)
    }

    /// The most automatic switches of a human between two touches; a ball that is put on its spot counts as touched.
    pub fn most_switches(&self) -> u32 {
        self.switching.most_by_news()
    }

    /// The texts of the wind, along x, y and z.
    pub fn wind(&self) -> &'a [String; 3] {
        self.field.wind.texts()
    }

    /// The text of the speed expression.
    pub fn speed(&self) -> &'a str {
        self.field.pace.text()
    }

    /// Leaves and dust: all x, all y, all z, in metres.
    pub fn leaves(&self) -> [&'a [f32]; 3] {
        self.leaves.places()
    }

    /// How deep the two who are deepest in each other are, in metres, and who they are.
    pub fn deepest(&self) -> (f64, [usize; 2]) {
        self.field.crowd.deepest()
    }

    /// The footballer who a choice chose; for overlays of all.
    pub fn chosen(&self, team: usize) -> Option<usize> {
        self.field.outlook.choice(team).chosen.map(Id::index)
    }
}
