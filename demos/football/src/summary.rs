//! Statistics of a match, taken from its views frame by frame: printed by headless runs and checked by tests.

use footwork::flight::PlayerId;
use footwork_base::Id;

use crate::event::MatchEvent;
use crate::flat;
use crate::game::Match;
use crate::phase::{Phase, Restart};
use crate::setup::FRAME_SECS;
use crate::switching::ControlCounts;

/// A kick counts as met only if the foot meets the ball within this time of its contact frame, in seconds.
pub const MET_SECS: f64 = 0.03;
/// A kick counts as met only if the foot is at most this far from the ball, in metres.
pub const MET_M: f64 = 0.1;
/// Footballers that overlap more deeply than this count as inside each other.
pub const INSIDE_M: f64 = 0.02;

/// The statistics of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Frames.
    pub frames: u64,
    /// Goals, by team.
    pub goals: [u32; 2],
    /// Kicks that met the ball within [`MET_SECS`] and [`MET_M`].
    pub met: u32,
    /// Kicks that met the ball later or farther away.
    pub missed: u32,
    /// Swings that missed the ball.
    pub whiffs: u32,
    /// Kicks by kind: passes, through balls, lobs, shots, clearances.
    pub kinds: [u32; 5],
    /// The largest distance of a foot from the ball in a kick, in metres.
    pub farthest_m: f64,
    /// Touches without a kick.
    pub touches: u32,
    /// Balls caught by keepers.
    pub saves: u32,
    /// Tackles, and the ones that won the ball.
    pub tackles: [u32; 2],
    /// Restarts.
    pub restarts: u32,
    /// Restarts not taken in time.
    pub late_restarts: u32,
    /// The time between a restart being ready and being taken, in seconds: the sum, and the longest.
    pub ready_secs: [f64; 2],
    /// Restarts taken.
    pub taken: u32,
    /// Passes received by the passer's own team, and all passes.
    pub passes: [u32; 2],
    /// Audible steps.
    pub steps: u64,
    /// How far toes slid while they stood according to the clip, in metres, and how long they stood, in seconds.
    pub skate: [f64; 2],
    /// The longest overlap of two footballers, in seconds.
    pub inside_secs: f64,
    /// The deepest overlap of two footballers, in metres.
    pub deepest_m: f64,
    /// The longest time without a touch, in seconds.
    pub untouched_secs: f64,
    /// Whether any number was not finite.
    pub is_broken: bool,
    /// Automatic switches of control, and touches by another footballer than before.
    pub control: [u32; 2],
    /// The maximum number of automatic switches of a human between two touches. A ball put on its spot counts as
    /// touched.
    pub most_switches: u32,
    /// Seconds in play.
    pub played_secs: f64,
    toes: Vec<[Option<[f32; 3]>; 2]>,
    inside_for_secs: f64,
    last_touch_secs: f64,
    /// The time from which a restart may be taken, in seconds.
    ready_since_secs: Option<f64>,
    /// The team of the last pass.
    pass: Option<usize>,
}

impl Summary {
    /// Returns the sliding speed of toes in contact, in cm/s.
    pub fn skate_cmps(&self) -> f64 {
        if self.skate[1] > 0.0 {
            100.0 * self.skate[0] / self.skate[1]
        } else {
            0.0
        }
    }

    /// Returns all kicks.
    pub fn kicks(&self) -> u32 {
        self.met + self.missed + self.whiffs
    }

    /// Adds the frame just played.
    pub fn watch(&mut self, game: &Match) {
        let view = game.view();
        self.frames += 1;
        self.goals = view.score();
        let ControlCounts { switches, touches } = view.control_counts();
        self.control = [switches, touches];
        self.most_switches = view.most_switches();
        self.played_secs = view.clock_secs();
        let ball = view.ball();
        let is_finite = |numbers: &[f64]| numbers.iter().all(|number| number.is_finite());
        self.is_broken |= !is_finite(&ball.position) || !is_finite(&ball.velocity);
        for event in view.events() {
            self.hear(event, game);
        }
        let now = view.now_secs();
        if matches!(view.phase(), Phase::Play | Phase::Restart(_)) {
            self.untouched_secs = self.untouched_secs.max(now - self.last_touch_secs);
        } else {
            self.last_touch_secs = now;
        }
        self.watch_restart(view.phase(), now);
        let (deepest_m, _) = view.deepest();
        self.deepest_m = match self.frames {
            1 => deepest_m,
            _ => self.deepest_m.max(deepest_m),
        };
        self.inside_for_secs = if deepest_m > INSIDE_M {
            self.inside_for_secs + FRAME_SECS
        } else {
            0.0
        };
        self.inside_secs = self.inside_secs.max(self.inside_for_secs);
        self.watch_toes(game);
    }

    /// Measures how long a restart takes.
    fn watch_restart(&mut self, phase: &Phase, now_secs: f64) {
        let ready_secs = phase.restart().and_then(Restart::ready_secs);
        if ready_secs.is_some() {
            self.ready_since_secs = ready_secs;
            return;
        }
        let Some(since_secs) = self.ready_since_secs.take() else {
            return;
        };
        if self.last_touch_secs == now_secs {
            let secs = now_secs - since_secs;
            self.taken += 1;
            self.ready_secs[0] += secs;
            self.ready_secs[1] = self.ready_secs[1].max(secs);
        } else {
            self.late_restarts += 1;
        }
    }

    fn watch_toes(&mut self, game: &Match) {
        let view = game.view();
        let figure = game.cast().figure();
        self.toes
            .resize(view.footballers().len(), Default::default());
        for footballer in view.footballers() {
            let stands = view.played(footballer.who).map(|played| played.stands);
            let stands = stands.unwrap_or_default();
            self.is_broken |= !footballer
                .motion
                .rotations
                .as_flattened()
                .iter()
                .all(|part| part.is_finite());
            for (foot, stands) in stands.into_iter().enumerate() {
                let [_, toe] = figure.foot_m(footballer.motion, &footballer.place, foot);
                let last = &mut self.toes[footballer.who.index()][foot];
                if let (true, Some(before)) = (stands, *last) {
                    let [x, _, z] = [0, 1, 2].map(|axis| f64::from(toe[axis] - before[axis]));
                    self.skate[0] += flat::length([x, z]);
                    self.skate[1] += FRAME_SECS;
                }
                *last = stands.then_some(toe);
            }
        }
    }

    fn hear(&mut self, event: &MatchEvent, game: &Match) {
        let view = game.view();
        let team = |who: PlayerId| who.index() / usize::from(view.setup().a_side);
        let mut touched = None;
        match event {
            MatchEvent::Kick {
                footballer,
                kind,
                gap_m,
                late_secs,
                ..
            } => {
                self.kinds[*kind as usize] += 1;
                self.farthest_m = self.farthest_m.max(*gap_m);
                if *gap_m <= MET_M && late_secs.abs() <= MET_SECS {
                    self.met += 1
                } else {
                    self.missed += 1
                }
                touched = Some(*footballer);
            }
            MatchEvent::Whiff { .. } => self.whiffs += 1,
            MatchEvent::Touch { footballer, .. } => {
                self.touches += 1;
                touched = Some(*footballer);
            }
            MatchEvent::Save { footballer } => {
                self.saves += 1;
                touched = Some(*footballer);
            }
            MatchEvent::Tackle { is_won, .. } => {
                self.tackles[0] += 1;
                self.tackles[1] += u32::from(*is_won);
            }
            MatchEvent::FootContact { .. } => self.steps += 1,
            MatchEvent::Whistle if view.phase().restart().is_some() => self.restarts += 1,
            _ => {}
        }
        if let Some(who) = touched {
            self.last_touch_secs = view.now_secs();
            if let Some(passing) = self.pass.take() {
                self.passes[0] += u32::from(passing == team(who));
                self.passes[1] += 1;
            }
            if view.target().is_some() {
                self.pass = Some(team(who));
            }
        }
    }
}
