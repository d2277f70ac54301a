//! The body of a footballer: its motion follows a wanted velocity, its feet stay in place while they stand, and its
//! root slides along other bodies.

use std::sync::Arc;

use footwork::flight::PlayerId;
use footwork::matching::{
    Filter, Goal, Motion, Place, Playback, PlaybackConfig, PlaybackError, PoseId, PoseSource,
    Repertoire, Rules, Search, Step, Why,
};

use crate::ball::Ball;
use crate::cast::Cast;
use crate::course::{Course, DIRECTION, POSITION, Wish};
use crate::crowd::{Crowd, SlideTrace};
use crate::flat::{self, Flat};
use crate::kick::{KickPlan, Stance};
use crate::setup::FRAME_SECS;
use crate::swing::{Lead, Swing};

/// The number of frames between a body's searches for another pose, staggered by footballer.
const LOOKS_EVERY_FRAMES: u64 = 8;
/// The half-life of the distance between the root and its course.
const PULL_HALFLIFE_SECS: f64 = 0.1;
/// The maximum speed at which the root is pulled to its course, as a share of its own speed.
const PULL_SHARE: f64 = 0.5;
/// A root nearer than this to its course is not moved.
const STILL_M: f64 = 0.01;
/// Turns smaller than this are ignored.
const STILL_RAD: f64 = 1e-4;
/// The share of the distance between the course and the root that the course closes in each frame. This share and
/// `LEASH_M` keep the course within reach of the legs.
const COMES_SHARE: f64 = 0.05;
/// The maximum distance between the course and the root.
const LEASH_M: f64 = 0.4;
/// The shortest time between two sounds of one foot.
const STRIKE_GAP_SECS: f64 = 0.15;

/// A body and the state of its motion.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    playback: Playback,
    course: Course,
    filter: Arc<Filter>,
    goal: Goal,
    /// The drawn pose. During a kick, its leg reaches for the ball.
    shown: Motion,
    wish: Wish,
    trace: SlideTrace,
    why: Option<Why>,
    velocity_mps: Flat,
    /// The speed of playback.
    rate: f64,
    /// How strongly searches prefer the motion of an untired footballer, from 0 to 1.
    style: f64,
    /// The kick in progress.
    swing: Option<Swing>,
    /// The fall in progress.
    fall: Option<usize>,
    /// The time at which each foot last came down, in seconds relative to now: zero or negative.
    struck_secs: [f64; 2],
    strikes: [bool; 2],
}

/// The surroundings of a moving body.
pub(crate) struct Stage<'a> {
    pub(crate) cast: &'a Cast,
    pub(crate) crowd: &'a mut Crowd,
    pub(crate) ball: &'a Ball,
    pub(crate) who: PlayerId,
    /// The footballer that the body passes through.
    pub(crate) but: Option<PlayerId>,
    pub(crate) frame: u64,
}

/// Returns whether it is this footballer's turn to search for another pose.
pub(crate) fn is_turn(frame: u64, who: PlayerId) -> bool {
    (frame + u64::from(who.number())).is_multiple_of(LOOKS_EVERY_FRAMES)
}

/// Whether to search for another pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// Immediately.
    Again,
    /// Not in this frame.
    Wait,
    /// Never: play on.
    On,
}

impl Body {
    /// Creates a standing body.
    ///
    /// # Errors
    /// Returns an error if the library has numbers that a playback rejects.
    pub(crate) fn new(
        cast: &Cast,
        filter: Arc<Filter>,
        start: PoseId,
        place: Place,
    ) -> Result<Self, PlaybackError> {
        let poses = cast.poses();
        let config = PlaybackConfig {
            rules: Rules {
                // The match decides when to search.
                every_secs: 3600.0,
                dwell_secs: 0.4,
                stay_share: 0.4,
                ..Rules::default()
            },
            ..cast.playback_config()
        };
        let playback = Playback::new(config, poses.rig().clone(), start, place)?;
        Ok(Self {
            shown: playback.shown().clone(),
            playback,
            course: Course::new(place),
            filter,
            goal: Goal::new(poses.index().schema()),
            wish: Wish::default(),
            trace: SlideTrace::default(),
            why: None,
            velocity_mps: [0.0; 2],
            rate: 1.0,
            style: 1.0,
            swing: None,
            fall: None,
            struck_secs: [f64::NEG_INFINITY; 2],
            strikes: [false; 2],
        })
    }

    /// Returns the place of the root.
    pub(crate) fn place(&self) -> Place {
        self.playback.place()
    }

    /// Returns the position on the ground.
    pub(crate) fn at(&self) -> Flat {
        self.playback.place().position_m
    }

    pub(crate) fn heading_rad(&self) -> f64 {
        self.playback.place().heading_rad
    }

    pub(crate) fn stance(&self) -> Stance {
        Stance {
            at: self.at(),
            heading_rad: self.heading_rad(),
            velocity_mps: self.velocity_mps,
        }
    }

    pub(crate) fn velocity_mps(&self) -> Flat {
        self.velocity_mps
    }

    pub(crate) fn shown(&self) -> &Motion {
        &self.shown
    }

    pub(crate) fn playback(&self) -> &Playback {
        &self.playback
    }

    pub(crate) fn course(&self) -> &Course {
        &self.course
    }

    pub(crate) fn trace(&self) -> &SlideTrace {
        &self.trace
    }

    pub(crate) fn wish(&self) -> &Wish {
        &self.wish
    }

    pub(crate) fn why(&self) -> Option<&Why> {
        self.why.as_ref()
    }

    pub(crate) fn rate(&self) -> f64 {
        self.rate
    }

    /// Returns the kick in progress, if there is one.
    pub(crate) fn swing(&self) -> Option<&Swing> {
        self.swing.as_ref()
    }

    /// Returns the index of the fall in progress, if there is one.
    pub(crate) fn fall(&self) -> Option<usize> {
        self.fall
    }

    /// Returns whether a kick or a fall is in progress. Meanwhile, the wish has no effect.
    pub(crate) fn is_led(&self) -> bool {
        self.swing.is_some() || self.fall.is_some()
    }

    /// Returns the feet that came down in the last frame.
    pub(crate) fn strikes(&self) -> [bool; 2] {
        self.strikes
    }

    /// Returns how strongly searches prefer the motion of an untired footballer, from 0 to 1.
    pub(crate) fn style(&self) -> f64 {
        self.style
    }

    /// Sets how strongly searches prefer the motion of an untired footballer, from 0 to 1.
    pub(crate) fn set_style(&mut self, weight: f64) {
        self.style = weight;
    }

    /// Replaces the filter, from the next search on.
    pub(crate) fn set_filter(&mut self, filter: Arc<Filter>) {
        self.filter = filter;
    }

    /// Returns whether each foot stands, according to the playing clip.
    pub(crate) fn stands(&self, cast: &Cast) -> [bool; 2] {
        cast.poses().standing(self.playback.matcher().state().pose)
    }

    /// Moves by one frame, or starts a kick in this frame.
    pub(crate) fn step(
        &mut self,
        stage: &mut Stage<'_>,
        wish: Wish,
        rate: f64,
        kick: Option<&KickPlan>,
    ) {
        let cast = stage.cast;
        let looks = is_turn(stage.frame, stage.who);
        self.wish = wish;
        self.rate = if self.is_led() { 1.0 } else { rate };
        let before = self.playback.place();
        self.course.follow(FRAME_SECS, &wish);
        let wanted = match (self.swing, self.fall, kick) {
            (Some(swing), ..) => {
                self.play(cast, &Search::default(), Look::On);
                self.swung(stage, swing)
            }
            (_, Some(which), _) => {
                self.play(cast, &Search::default(), Look::On);
                self.fall = self.still_falls(cast, which).then_some(which);
                self.playback.place()
            }
            (.., Some(plan)) => {
                self.begin(cast, plan);
                self.playback.place()
            }
            _ => {
                let look = if looks { Look::Again } else { Look::Wait };
                let filter = Arc::clone(&self.filter);
                let search = Search {
                    filter: Some(&filter),
                    ..Search::default()
                };
                self.play(cast, &search, look);
                self.pulled()
            }
        };
        self.slide(stage, before, wanted);
        self.reach(cast);
    }

    /// Starts a kick if the matcher jumps to one of the kick's poses. Otherwise plays on without the kick.
    fn begin(&mut self, cast: &Cast, plan: &KickPlan) {
        let filter = plan.filter(cast);
        let search = Search {
            filter: Some(&filter),
            ..Search::default()
        };
        let before = self.playback.matcher().state().pose;
        self.play(cast, &search, Look::Again);
        let state = self.playback.matcher().state();
        let has_begun = state.since_jump_secs == 0.0 && filter.allows(cast.index(), state.pose);
        if has_begun && before != state.pose {
            let frame = f64::from(state.pose.frame) + state.part;
            self.swing = Some(Swing::new(plan.kick, plan.heading_rad, frame));
        }
    }

    /// Starts a fall and gives up any kick. Returns the duration in seconds, or `None` if the fall does not exist or cannot
    /// begin.
    pub(crate) fn falls(&mut self, cast: &Cast, which: usize) -> Option<f64> {
        let fall = cast.falls().get(which)?;
        self.swing = None;
        self.fall = None;
        let search = Search {
            filter: Some(fall.filter()),
            ..Search::default()
        };
        self.goal_on();
        let poses = cast.poses();
        let (index, goal) = (poses.index(), &self.goal);
        let step = (self.playback).update(index, poses, 0.0, goal, true, &search);
        let Ok(Step::Jump { why, .. }) = step else {
            return None;
        };
        self.why = Some(why);
        self.fall = Some(which);
        Some(fall.secs())
    }

    /// Returns whether the clip of a fall is still playing.
    fn still_falls(&self, cast: &Cast, which: usize) -> bool {
        let state = self.playback.matcher().state();
        let frame = f64::from(state.pose.frame) + state.part;
        let fall = cast.falls().get(which);
        fall.is_some_and(|fall| fall.clip == state.pose.clip && !fall.is_over(frame))
    }

    /// Unsets the goal, so that motion just continues.
    fn goal_on(&mut self) {
        self.goal.unset(POSITION);
        self.goal.unset(DIRECTION);
    }

    /// Returns the place of the root during a swing. Ends the swing when the clip has been played far enough, the ball is gone
    /// or another clip plays.
    fn swung(&mut self, stage: &Stage<'_>, mut swing: Swing) -> Place {
        let kick = &stage.cast.kicks()[swing.kick];
        let state = self.playback.matcher().state();
        let frame = f64::from(state.pose.frame) + state.part;
        let place = self.playback.place();
        let is_other = state.pose.clip != kick.clip;
        let lead = swing.lead(kick, stage.ball, place, frame);
        self.swing = Some(swing);
        match lead {
            Lead::On(place) if !is_other => {
                if swing.is_over(kick) {
                    self.swing = None;
                }
                place
            }
            _ => {
                self.swing = None;
                place
            }
        }
    }

    /// Reaches for the ball with the leg. The reach starts from the foot's position in the clip, not from its blended or
    /// locked position.
    fn reach(&mut self, cast: &Cast) {
        let Some(swing) = self.swing else { return };
        let kick = &cast.kicks()[swing.kick];
        let Some((share, reach_m)) = swing.reach(kick) else {
            return;
        };
        let (place, figure) = (self.playback.place(), cast.figure());
        let state = self.playback.matcher().state();
        let mut plays = Motion::new(figure.joint_count());
        cast.poses().motion(state.pose, state.part, &mut plays);
        let [there, _] = figure.foot_m(&plays, &place, kick.foot);
        let [here, _] = figure.foot_m(&self.shown, &place, kick.foot);
        let way = [0, 1, 2].map(|axis| share * (there[axis] - here[axis] + reach_m[axis]));
        figure.move_ankle(&mut self.shown, &place, kick.foot, way);
    }

    /// Continues playback, and searches for another pose when one is due.
    fn play(&mut self, cast: &Cast, search: &Search<'_>, look: Look) {
        let poses = cast.poses();
        let index = poses.index();
        let looks = look == Look::Again;
        if looks {
            let place = self.playback.place();
            self.course
                .set_goal(index.schema(), place, &self.wish, self.rate, &mut self.goal);
        }
        if look == Look::On {
            self.goal_on();
        }
        let search = Search {
            weights: Some(cast.weights()),
            soft: cast.styles().costs(self.style),
            ..*search
        };
        let before = *self.playback.matcher().state();
        let (dt_secs, goal) = (FRAME_SECS * self.rate, &self.goal);
        let step = self
            .playback
            .update(index, poses, dt_secs, goal, looks, &search);
        match step {
            Ok(Step::Jump { why, .. }) => self.why = Some(why),
            Ok(_) => {}
            // The goal is finite and the filter belongs to this index, so no error is possible. After an error, the pose
            // would stay the same.
            Err(_) => return,
        }
        let state = *self.playback.matcher().state();
        let now = cast.pose_secs(state.pose, state.part);
        let from = match step {
            Ok(Step::Jump { .. }) => now,
            _ => cast.pose_secs(before.pose, before.part),
        };
        self.hear(cast, state.pose, from, now);
    }

    /// Finds the feet that came down between two times of the clip.
    fn hear(&mut self, cast: &Cast, pose: PoseId, from_secs: f64, to_secs: f64) {
        self.strikes = [false; 2];
        for secs in &mut self.struck_secs {
            *secs -= FRAME_SECS;
        }
        let Some(tracks) = cast.strikes(pose) else {
            return;
        };
        for (foot, track) in tracks.iter().enumerate() {
            let round = track.loop_secs().unwrap_or(0.0);
            let to = if to_secs < from_secs {
                to_secs + round
            } else {
                to_secs
            };
            let is_new = self.struck_secs[foot] < -STRIKE_GAP_SECS;
            if is_new && track.between(from_secs, to).next().is_some() {
                self.strikes[foot] = true;
                self.struck_secs[foot] = 0.0;
            }
        }
    }

    /// Returns the root pulled towards its course.
    fn pulled(&self) -> Place {
        let mut place = self.playback.place();
        let way = flat::sub(self.course.place.position_m, place.position_m);
        let far = flat::length(way);
        let pulled = 1.0 - libm::exp(-std::f64::consts::LN_2 * FRAME_SECS / PULL_HALFLIFE_SECS);
        let most = PULL_SHARE * self.playback.speed_mps() * FRAME_SECS;
        let pull = (pulled * far).min(most);
        if far > STILL_M {
            place.position_m = flat::add(place.position_m, flat::scale(way, pull / far));
        }
        let turn = flat::wrapped(self.course.place.heading_rad - place.heading_rad);
        let most = PULL_SHARE * self.course.turn_radps.abs() * FRAME_SECS;
        let turn = (turn * pulled).clamp(-most, most);
        if turn.abs() > STILL_RAD {
            place.heading_rad = flat::wrapped(place.heading_rad + turn);
        }
        place
    }

    /// Moves the root towards a wanted place, as far as other bodies let it.
    fn slide(&mut self, stage: &mut Stage<'_>, before: Place, wanted: Place) {
        let to = wanted.position_m;
        let to = (stage.crowd).slide(stage.who, to, stage.but, &mut self.trace);
        let pushed = flat::sub(to, wanted.position_m);
        let place = Place {
            position_m: to,
            heading_rad: wanted.heading_rad,
        };
        if place != self.playback.place() {
            self.playback.set_place(place);
        }
        self.velocity_mps = flat::scale(flat::sub(to, before.position_m), 1.0 / FRAME_SECS);
        self.course.come(place.position_m, COMES_SHARE, LEASH_M);
        if self.is_led() {
            // While a kick or a fall plays, the clip moves the root, and the course follows.
            self.course.lead(place, self.velocity_mps);
        } else if flat::length(pushed) > 1e-4 {
            // The course continues from where the slide ended.
            let mut course = self.course.place;
            course.position_m = flat::add(course.position_m, pushed);
            self.course.lead(course, self.velocity_mps);
        }
        self.shown.clone_from(self.playback.shown());
    }
}
