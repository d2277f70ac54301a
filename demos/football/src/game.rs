//! A match, and the order of work within a frame.

use std::sync::Arc;

use footwork::flight::PlayerId;
use footwork::matching::{Filter, Place};
use footwork_base::{Id, IdVec};
use thiserror::Error;

use crate::ball::Ball;
use crate::body::{Body, Stage, is_turn};
use crate::cast::Cast;
use crate::chance::Chance;
use crate::course::Wish;
use crate::crowd::Crowd;
use crate::field::Field;
use crate::flat;
use crate::footballer::Footballer;
use crate::formation;
use crate::hash::StateHash;
use crate::intent::Intent;
use crate::kick::{self, KickPlan};
use crate::leaves::Leaves;
use crate::legs;
use crate::mind::{self, restart};
use crate::orders;
use crate::outlook::Outlook;
use crate::pace::{DEFAULT_SPEED, FIT, Pace};
use crate::phase::Phase;
use crate::pitch::Pitch;
use crate::referee;
use crate::setup::{Edit, Inputs, Setup, SetupError};
use crate::switching::Switching;
use crate::touch;
use crate::view::View;
use crate::wind::{DEFAULT_WIND, EditErrors, Wind};

/// The default query for walking and running.
pub const DEFAULT_QUERY: &str = "Gait - clips(Kick)";
/// The running speed of the clips in m/s, before [`FIT`] scales it.
const CLIP_RUN_MPS: f64 = 3.7;

/// How long a human may wait to take a restart, counted from the moment it may be taken.
const HUMAN_RESTART_SECS: f64 = 4.0;
/// The extra time for a human who requested a kick that has not begun.
const RUN_UP_SECS: f64 = 2.5;

/// A part of a frame, in order of execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Edits, four steps of the ball, and the referee.
    Ball,
    /// The next slice of the ball's prediction.
    Prediction,
    /// The footballers who can take the ball, and the one who should.
    Outlook,
    /// The footballers under human control.
    Control,
    /// The intents of footballers, with the passes they consider.
    Minds,
    /// Plans of kicks, searches, blends, feet and sliding.
    Bodies,
    /// Kicks, touches and the sounds of steps.
    Touches,
    /// Leaves and dust.
    Leaves,
}

impl Part {
    /// All parts, in order.
    pub const ALL: [Self; 8] = [
        Self::Ball,
        Self::Prediction,
        Self::Outlook,
        Self::Control,
        Self::Minds,
        Self::Bodies,
        Self::Touches,
        Self::Leaves,
    ];
}

/// Why a match could not begin.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// A number of the setup is out of range.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The cast has nothing to play, or numbers out of range for playback.
    #[error("the library cannot be played: {0}")]
    Cast(String),
}

/// A match. Its state is plain data: a clone that gets the same inputs continues bit for bit the same, and rewinding
/// relies on this.
#[derive(Clone, Debug)]
pub struct Match {
    cast: Arc<Cast>,
    field: Field,
    switching: Switching,
    leaves: Leaves,
    /// Compiled filters, by the text of their query.
    filters: Vec<(String, Arc<Filter>)>,
    /// The refused edits of the last frame, with their mistakes.
    refused: Vec<(Edit, EditErrors)>,
}

impl Match {
    /// Creates a match before its first kick-off.
    ///
    /// # Errors
    /// Returns an error if the setup is out of range or the library has nothing playable.
    pub fn new(cast: Arc<Cast>, setup: Setup) -> Result<Self, MatchError> {
        setup.check()?;
        let wrong = |what: &str| MatchError::Cast(what.to_owned());
        let filter = cast.filter(DEFAULT_QUERY);
        let filter = filter.map_err(|errors| wrong(&errors.errors[0].message))?;
        let filter = Arc::new(filter);
        let pitch = Pitch::new(setup.a_side);
        let sides = [1.0, -1.0];
        let wind = Wind::new(DEFAULT_WIND.map(str::to_owned));
        let wind = wind.map_err(|errors| wrong(&errors.errors[0].message))?;
        let pace = Pace::new(DEFAULT_SPEED);
        let pace = pace.map_err(|errors| wrong(&errors.errors[0].message))?;
        let footballers = footballers(&cast, &setup, &pitch, sides, &filter)?;
        let places: Vec<_> = footballers.values().map(|each| each.body.at()).collect();
        let ball =
            Ball::new(&pitch, &wind).ok_or(wrong("the ball cannot be placed on the pitch"))?;
        let crowd =
            Crowd::new(&pitch, &places).ok_or(wrong("the crowd cannot be placed on the pitch"))?;
        let switching = Switching::new(setup.humans).ok_or(wrong("control cannot be set up"))?;
        let mut field = Field {
            setup,
            frame: 0,
            chance: Chance::new(setup.seed),
            pitch,
            sides,
            wind,
            pace,
            ball,
            footballers,
            crowd,
            outlook: Outlook::new(),
            phase: Phase::Play,
            played_frames: 0,
            half: 1,
            score: [0; 2],
            last_touch: None,
            freed_secs: 0.0,
            touched_now: None,
            held: None,
            events: Vec::new(),
            trail: StateHash::START,
        };
        referee::kick_off(&mut field, 0);
        put_taker(&cast, &mut field, &filter)?;
        field.outlook_at_everybody();
        Ok(Self {
            leaves: Leaves::new(setup.leaves, setup.seed, &pitch),
            cast,
            field,
            switching,
            filters: vec![(DEFAULT_QUERY.to_owned(), filter)],
            refused: Vec::new(),
        })
    }

    /// Plays a frame of 1/60 s. Accepts any inputs.
    pub fn step(&mut self, inputs: &Inputs) {
        self.step_by_parts(inputs, |_| {});
    }

    /// Plays a frame and calls `done` after each part of it, to measure its cost.
    pub fn step_by_parts(&mut self, inputs: &Inputs, mut done: impl FnMut(Part)) {
        self.field.events.clear();
        self.refused.clear();
        for edit in &inputs.edits {
            if let Err(errors) = self.edit(edit) {
                self.refused.push((edit.clone(), errors));
            }
        }
        let field = &mut self.field;
        if !touch::carry(field) {
            field.ball.step(&mut field.events);
        }
        referee::judge(field);
        done(Part::Ball);
        field.ball.predict();
        done(Part::Prediction);
        field.outlook_at_everybody();
        done(Part::Outlook);
        self.switching.decide(field, inputs);
        // The next decision sees the kicks and touches of this frame.
        field.touched_now = None;
        done(Part::Control);
        self.decide(inputs);
        done(Part::Minds);
        self.move_bodies();
        done(Part::Bodies);
        touch::kick(&self.cast, &mut self.field);
        touch::touch(&self.cast, &mut self.field);
        self.hear_feet();
        let field = &mut self.field;
        field.trail = StateHash::trail(field);
        done(Part::Touches);
        let now = field.ball.secs();
        self.leaves.step(&mut field.wind, field.frame, now);
        field.frame += 1;
        done(Part::Leaves);
    }

    /// Decides the intents of all footballers.
    fn decide(&mut self, inputs: &Inputs) {
        for who in self.field.footballers.ids() {
            if self.field.footballers[who].body.is_led() {
                // A swing or a fall cannot be interrupted.
                continue;
            }
            let human = self.switching.human(who);
            let input = human.and_then(|human| inputs.humans.get(human.index()));
            let (intent, wish) = match input {
                Some(input) if self.may_be_led(who) => orders::decide(&mut self.field, who, input),
                _ => mind::decide(&mut self.field, who),
            };
            let now = self.field.now_secs();
            let footballer = &mut self.field.footballers[who];
            footballer.set_intent(intent, now);
            footballer.wish = wish;
        }
    }

    /// Returns whether the inputs of the human in control decide what this footballer does. A human who does not take a
    /// restart in time loses this right, since the other footballers are waiting.
    fn may_be_led(&self, who: PlayerId) -> bool {
        match &self.field.phase {
            Phase::Play => true,
            Phase::Restart(restart) => {
                let ready_secs = restart.ready_secs();
                let waits_secs = ready_secs.map_or(0.0, |since| self.field.now_secs() - since);
                let taker = &self.field.footballers[restart.taker];
                // A kick requested in time is still played, unless the walk behind the ball takes too long.
                let is_asked = taker.hoped_restart(self.field.now_secs()).is_some();
                let grace_secs = if is_asked { RUN_UP_SECS } else { 0.0 };
                restart.taker != who || waits_secs < HUMAN_RESTART_SECS + grace_secs
            }
            _ => false,
        }
    }

    /// Moves all footballers.
    fn move_bodies(&mut self) {
        let field = &mut self.field;
        let now = field.ball.secs();
        field.crowd.begin_frame();
        for who in field.footballers.ids() {
            let plan = plan(&self.cast, field, who);
            let footballer = &mut field.footballers[who];
            let mut wish = footballer.wish;
            if footballer.is_busy(now) {
                wish.velocity_mps = flat::scale(wish.velocity_mps, 0.2);
            }
            let rate = rate(&mut field.pace, footballer, &wish);
            let mut stage = Stage {
                cast: &self.cast,
                crowd: &mut field.crowd,
                ball: &field.ball,
                who,
                but: footballer.tackles(now),
                frame: field.frame,
            };
            footballer.body.step(&mut stage, wish, rate, plan.as_ref());
            footballer.tire();
            if is_turn(field.frame + 1, who) {
                // The next search for a pose uses these values.
                let top = field.pace.rate(footballer.tired, FIT[1], CLIP_RUN_MPS);
                footballer.top_speed_mps = CLIP_RUN_MPS * top;
                let style = field.pace.style(footballer.tired);
                footballer.body.set_style(style);
            }
        }
    }

    /// Reports the feet that came down in this frame, with the surface under them.
    fn hear_feet(&mut self) {
        let field = &mut self.field;
        for (who, footballer) in field.footballers.iter() {
            let body = &footballer.body;
            for (foot, struck) in body.strikes().into_iter().enumerate() {
                if struck {
                    let figure = self.cast.figure();
                    let [_, toe] = figure.foot_m(body.shown(), &body.place(), foot);
                    let position = toe.map(f64::from);
                    let pace = flat::length(body.velocity_mps()) / 7.0;
                    field.events.push(crate::event::MatchEvent::FootContact {
                        footballer: who,
                        foot,
                        position,
                        ground: field.pitch.ground(flat::below(position)),
                        hardness: pace.clamp(0.05, 1.0),
                    });
                }
            }
        }
    }

    /// Returns a view for drawing.
    pub fn view(&self) -> View<'_> {
        View::new(&self.cast, &self.field, &self.switching, &self.leaves)
    }

    /// Returns the clips it plays.
    pub fn cast(&self) -> &Arc<Cast> {
        &self.cast
    }

    /// Returns the setup it started from.
    pub fn setup(&self) -> &Setup {
        &self.field.setup
    }

    /// Returns the refused edits of the last frame, with their mistakes. A refused edit changes nothing.
    pub fn refused(&self) -> &[(Edit, EditErrors)] {
        &self.refused
    }

    /// Returns a hash of everything that decides the future. Equal states have equal hashes; different states have
    /// different ones, barring a collision.
    pub fn hash(&self) -> u64 {
        StateHash::of(&self.field, &self.switching)
    }

    fn edit(&mut self, edit: &Edit) -> Result<(), EditErrors> {
        match edit {
            Edit::Wind(texts) => self.set_wind(texts.clone()),
            Edit::Query { footballer, text } => {
                self.set_query(PlayerId::new(u32::from(*footballer)), text)
            }
            Edit::Speed(text) => self.set_speed(text),
        }
    }

    /// Sets the force of the wind on the ball, in newtons along x, y and z, as expressions of
    /// [`ExpressionField::VARIABLES`](footwork::ExpressionField::VARIABLES). Recordings contain only the edits of
    /// [`Inputs::edits`].
    ///
    /// # Errors
    /// Returns the mistakes in the first text that has any. The old wind then stays.
    pub fn set_wind(&mut self, texts: [String; 3]) -> Result<(), EditErrors> {
        let wind = Wind::new(texts)?;
        self.field.ball.set_wind(&wind);
        self.field.wind = wind;
        Ok(())
    }

    /// Sets the motion that a footballer walks and runs with: a query over the tags of the library.
    ///
    /// # Errors
    /// Returns the mistakes in the text, or an error if it finds nothing playable or there is no such footballer. The
    /// old query then stays.
    pub fn set_query(&mut self, who: PlayerId, text: &str) -> Result<(), EditErrors> {
        let known = self.filters.iter().find(|(known, _)| known == text);
        let filter = match known {
            Some((_, filter)) => Arc::clone(filter),
            None => Arc::new(self.cast.filter(text)?),
        };
        let Some(footballer) = self.field.footballers.get_mut(who) else {
            return Err(EditErrors::from_one(
                "no-footballer",
                "there is no such footballer",
            ));
        };
        if known.is_none() {
            self.filters.push((text.to_owned(), Arc::clone(&filter)));
        }
        footballer.query = text.to_owned();
        footballer.body.set_filter(filter);
        Ok(())
    }

    /// Sets the speed of playback: an expression of [`SPEED_VARIABLES`](crate::SPEED_VARIABLES).
    ///
    /// # Errors
    /// Returns the mistakes in the text. The old expression stays.
    pub fn set_speed(&mut self, text: &str) -> Result<(), EditErrors> {
        self.field.pace = Pace::new(text)?;
        Ok(())
    }
}

/// Returns the kick that a footballer can begin now, if there is one. A footballer who is too far from the start of its
/// kick walks there.
fn plan(cast: &Cast, field: &mut Field, who: PlayerId) -> Option<KickPlan> {
    let footballer = &field.footballers[who];
    let Intent::Kick(wish) = footballer.intent else {
        return None;
    };
    if footballer.body.is_led() || footballer.is_busy(field.now_secs()) {
        return None;
    }
    if let Some(restart) = field.phase.restart()
        && !restart::may_kick(field, who, restart, &wish)
    {
        return None;
    }
    let stance = footballer.body.stance();
    let plan = kick::plan(cast, &field.ball, &stance, &wish, footballer.aims)?;
    field.footballers[who].aims = Some(plan.kick);
    if plan.is_within_reach {
        return Some(plan);
    }
    let wish = legs::to_start(field, who, plan.root_m, plan.start_heading_rad);
    field.footballers[who].wish = wish;
    None
}

/// Returns the speed of playback for a footballer.
fn rate(pace: &mut Pace, footballer: &Footballer, wish: &Wish) -> f64 {
    let wanted = flat::length(footballer.body.course().velocity_mps)
        .max(0.6 * flat::length(wish.velocity_mps));
    let clip = footballer.body.playback().speed_mps();
    let fit = if wanted > 0.5 && clip > 0.5 {
        (wanted / clip).clamp(FIT[0], FIT[1])
    } else {
        1.0
    };
    pace.rate(footballer.tired, fit, wanted)
}

/// Puts the taker of the first kick-off behind the ball.
fn put_taker(cast: &Cast, field: &mut Field, filter: &Arc<Filter>) -> Result<(), MatchError> {
    let wrong = |what: &str| MatchError::Cast(what.to_owned());
    let Some(&restart) = field.phase.restart() else {
        return Ok(());
    };
    let along = restart::aim(field, restart.taker, &restart);
    let place = Place {
        position_m: restart::run_up(&restart, along),
        heading_rad: flat::heading(along),
    };
    let start = cast
        .start(filter)
        .ok_or(wrong("the query allows no pose"))?;
    let body = Body::new(cast, Arc::clone(filter), start, place);
    field.footballers[restart.taker].body = body.map_err(|error| wrong(&error.to_string()))?;
    let places: Vec<_> = field
        .footballers
        .values()
        .map(|each| each.body.at())
        .collect();
    field.crowd = Crowd::new(&field.pitch, &places)
        .ok_or(wrong("the crowd cannot be placed on the pitch"))?;
    Ok(())
}

fn footballers(
    cast: &Cast,
    setup: &Setup,
    pitch: &Pitch,
    sides: [f64; 2],
    filter: &Arc<Filter>,
) -> Result<IdVec<PlayerId, Footballer>, MatchError> {
    let start = cast.start(filter);
    let start = start.ok_or_else(|| MatchError::Cast("the query allows no pose".to_owned()))?;
    let a_side = usize::from(setup.a_side);
    let make = |who: usize| -> Result<Footballer, MatchError> {
        let (team, number) = (who / a_side, who % a_side);
        let side = sides[team];
        let at = formation::kick_off(pitch, number, a_side, side);
        let place = Place {
            position_m: at,
            heading_rad: flat::heading([side, 0.0]),
        };
        let body = Body::new(cast, Arc::clone(filter), start, place);
        let body = body.map_err(|error| MatchError::Cast(error.to_string()))?;
        Ok(Footballer {
            team,
            number,
            body,
            intent: Intent::Stand,
            wish: Wish::default(),
            query: DEFAULT_QUERY.to_owned(),
            tired: 0.0,
            top_speed_mps: CLIP_RUN_MPS * FIT[1],
            busy: None,
            tackles: None,
            aims: None,
            touched_secs: f64::NEG_INFINITY,
            intends_secs: 0.0,
        })
    };
    let mut all = IdVec::new();
    for who in 0..setup.footballer_count() {
        let added = all.push(make(who)?);
        added.map_err(|error| MatchError::Cast(error.to_string()))?;
    }
    Ok(all)
}
