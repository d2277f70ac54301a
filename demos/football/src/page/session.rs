//! A match that a page plays: frames and commands, one after the other, and the news for the page.

mod shows;

use std::collections::BTreeSet;
use std::sync::Arc;

use footwork::flight::PlayerId;
use footwork_base::Id;
use serde_json::json;
use thiserror::Error;

use crate::cast::Cast;
use crate::game::{Match, MatchError};
use crate::page::command::{Command, EditTarget, MatchStart, OVERLAYS, PageSetup};
use crate::page::idle;
use crate::page::mistakes::mistakes;
use crate::page::run::Run;
use crate::recording::Recording;
use crate::setup::{Edit, HumanInput, Seat, Setup};
use crate::switching::LogEntry;

/// Overlays and leaves are sent with every fourth frame: 15 times per second.
const OVERLAY_FRAMES: u64 = 4;
/// The frames of a replay that a tick plays on the way to its end, so that it does not block commands.
const CATCH_UP_FRAMES: usize = 30;

/// A match with its past, driven by a page.
pub struct Session {
    run: Run,
    start: MatchStart,
    is_paused: bool,
    /// Whether the match is paused until a human starts the kick-off.
    is_waiting: bool,
    is_slow: bool,
    /// Whether a replay runs to its end as fast as it can.
    is_catching_up: bool,
    on: BTreeSet<&'static str>,
    /// The footballer of the pose overlay.
    selected: PlayerId,
    /// Whether the page chose `selected`. Until then, turning on the pose overlay selects the footballer of the
    /// first human.
    is_chosen: bool,
    /// The last decision told to the page.
    told: Option<LogEntry>,
    news: News,
}

/// The output of a session since it was last taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct News {
    /// Messages as JSON, one per line.
    pub texts: String,
    /// The newest frame as numbers; empty if there is none.
    pub frame: Vec<f32>,
    /// The newest leaves as numbers; empty if there are none.
    pub leaves: Vec<f32>,
}

/// Why a session refused what a page sent. The match goes on as before.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The text is not a command, or not the setup of a match.
    #[error("not understood: {0}")]
    Text(#[from] serde_json::Error),
    /// The seed of a setup is not a whole number.
    #[error("the seed must be a whole number")]
    Seed,
    /// The match cannot begin.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The bytes are not a recording.
    #[error(transparent)]
    Recording(#[from] crate::recording::RecordingError),
}

impl Session {
    /// Begins a match. `setup` is JSON such as `{"aSide":5,"humans":1,"seed":"7"}`, and may have `halfSecs`, `leaves`, and
    /// a `start` of `"at-once"`, `"when-asked"` or `"paused"`.
    ///
    /// # Errors
    /// Returns an error if the text is not a setup, or if the match cannot begin.
    pub fn begin(cast: Arc<Cast>, setup: &str) -> Result<Self, SessionError> {
        let setup: PageSetup = serde_json::from_str(setup)?;
        let chosen = setup.over(&Setup::default()).ok_or(SessionError::Seed)?;
        let first = Match::new(cast, chosen)?;
        let start = setup.start.unwrap_or_default();
        let is_waiting = waits(start, &first);
        let mut session = Self {
            run: Run::new(first),
            start,
            is_paused: is_waiting || start == MatchStart::Paused,
            is_waiting,
            is_slow: false,
            is_catching_up: false,
            on: BTreeSet::from(["control", "leaves"]),
            selected: PlayerId::new(0),
            is_chosen: false,
            told: None,
            news: News::default(),
        };
        session.show_again();
        Ok(session)
    }

    /// Returns the news since the last call.
    pub fn take_news(&mut self) -> News {
        std::mem::take(&mut self.news)
    }

    /// Returns whether frames should pass at a quarter of the speed.
    pub fn is_slow(&self) -> bool {
        self.is_slow
    }

    /// Plays a frame, or several on the way to the end of a replay. Does nothing while paused.
    pub fn tick(&mut self) {
        if self.is_catching_up {
            self.catch_up();
        } else if !self.is_paused {
            self.step();
        }
    }

    fn catch_up(&mut self) {
        for _ in 0..CATCH_UP_FRAMES.min(self.run.ahead()) {
            if let Some(ended) = self.run.step() {
                self.say_replayed(ended);
            }
        }
        self.is_catching_up = self.run.ahead() > 0;
        if self.is_catching_up {
            self.show_frame();
        } else {
            self.show_again();
        }
    }

    fn step(&mut self) {
        let ended = self.run.step();
        self.show_frame();
        self.show_happenings();
        if let Some(ended) = ended {
            self.say_replayed(ended);
        }
        let frame = self.run.played().view().frame();
        if frame.is_multiple_of(OVERLAY_FRAMES) {
            self.show_overlays();
        }
        if self.run.ahead() > 0 && frame.is_multiple_of(30) {
            self.say_run();
        }
    }

    /// Returns a recording of the match so far, as bytes.
    pub fn recording(&self) -> Vec<u8> {
        self.run.recording().to_bytes()
    }

    /// Replaces the match by a recording, at its start.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a recording, or if its match cannot begin.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), SessionError> {
        let recording = Recording::from_bytes(bytes)?;
        let cast = Arc::clone(self.run.played().cast());
        let run = Run::of_recording(cast, &recording)?;
        self.waits_no_more();
        self.begin_run(run);
        Ok(())
    }

    /// Carries out a command, as JSON.
    ///
    /// # Errors
    /// Returns an error if the text is not a command.
    pub fn obey(&mut self, command: &str) -> Result<(), SessionError> {
        match serde_json::from_str::<Command>(command)? {
            Command::Input { human, input } => self.input(human, HumanInput::from(input)),
            Command::KickOff => {
                if self.is_waiting {
                    self.waits_no_more();
                    self.say_run();
                }
            }
            Command::Pause { is } => {
                self.is_waiting = false;
                self.is_paused = is;
                if is {
                    // The overlays of the frame on which it paused.
                    self.show_overlays();
                }
                self.say_run();
            }
            Command::Step => {
                self.is_waiting = false;
                self.is_paused = true;
                self.step();
                self.show_overlays();
                self.say_run();
            }
            Command::Slow { is } => {
                self.is_slow = is;
                self.say_run();
            }
            Command::Rewind => {
                self.is_catching_up = false;
                self.run.rewind();
                self.told = self.run.played().view().control_log().last().copied();
                self.show_again();
            }
            Command::CatchUp => self.is_catching_up = self.run.ahead() > 0,
            Command::Select { who } => {
                self.selected =
                    PlayerId::from_index(who).map_or(self.last(), |who| who.min(self.last()));
                self.is_chosen = true;
                self.show_overlays();
                self.show_scene();
            }
            Command::Overlay { name, is } => self.turn(&name, is),
            Command::Edit { id, target, text } => self.edit(id, target, text),
            Command::Restart { setup } => {
                if let Err(error) = self.restart(&setup) {
                    self.say(&json!({ "kind": "refused", "message": error.to_string() }));
                }
            }
        }
        Ok(())
    }

    fn input(&mut self, human: usize, input: HumanInput) {
        let Some(seat) = Seat::from_index(human) else {
            return;
        };
        let before = self.run.ahead();
        let idle = idle::why(&self.run.played().view(), seat, self.run.held(seat), input);
        self.run.hold(seat, input);
        if self.run.ahead() != before {
            self.say_run();
        }
        if let Some((who, why)) = idle {
            self.say(&json!({ "kind": "idle", "human": human, "who": who.index(), "why": why }));
        }
    }

    fn restart(&mut self, setup: &PageSetup) -> Result<(), SessionError> {
        let before = self.run.played();
        let setup = setup.over(before.setup()).ok_or(SessionError::Seed)?;
        let first = Match::new(Arc::clone(before.cast()), setup)?;
        self.waits_no_more();
        self.is_waiting = waits(self.start, &first);
        self.is_paused |= self.is_waiting;
        self.begin_run(Run::new(first));
        Ok(())
    }

    fn turn(&mut self, name: &str, is: bool) {
        let Some(name) = OVERLAYS.iter().find(|known| **known == name) else {
            return;
        };
        if is {
            self.on.insert(name)
        } else {
            self.on.remove(name)
        };
        if let Some(own) = self.own()
            && is
            && *name == "pose"
            && !self.is_chosen
        {
            self.selected = own;
            self.show_scene();
        }
        self.show_overlays();
    }

    /// Returns the last footballer.
    fn last(&self) -> PlayerId {
        PlayerId::new(2 * u32::from(self.run.played().setup().a_side) - 1)
    }

    /// Returns the footballer of the first human.
    fn own(&self) -> Option<PlayerId> {
        let view = self.run.played().view();
        let own = view
            .footballers()
            .find(|one| one.human == Some(Seat::new(0)));
        own.map(|own| own.who)
    }

    /// Resumes a match that was only waiting for its kick-off.
    fn waits_no_more(&mut self) {
        self.is_paused &= !std::mem::take(&mut self.is_waiting);
    }

    fn begin_run(&mut self, mut run: Run) {
        run.hold_as_in(&self.run);
        self.run = run;
        self.is_catching_up = false;
        self.told = None;
        self.selected = self.selected.min(self.last());
        self.show_again();
    }

    /// Tries an edit on a copy, so that mistakes show immediately. A valid edit takes effect in the next frame.
    fn edit(&mut self, id: u32, target: EditTarget, text: String) {
        let mut copy = self.run.played().clone();
        let (tried, edit) = match target {
            EditTarget::Wind { axis } => {
                let mut texts = self.run.wind().clone();
                if let Some(place) = texts.get_mut(axis) {
                    place.clone_from(&text);
                }
                (copy.set_wind(texts.clone()), Edit::Wind(texts))
            }
            EditTarget::Speed => (copy.set_speed(&text), Edit::Speed(text.clone())),
            EditTarget::Query { who } => {
                let edit = Edit::Query {
                    footballer: u8::try_from(who).unwrap_or(u8::MAX),
                    text: text.clone(),
                };
                let who = PlayerId::from_index(who).unwrap_or(PlayerId::new(u32::MAX));
                (copy.set_query(who, &text), edit)
            }
        };
        let found = tried.err().map_or_else(Vec::new, |refused| refused.errors);
        if found.is_empty() {
            self.run.edit(edit);
            self.show_scene();
        }
        let mistakes = mistakes(&text, &found);
        self.say(&json!({ "kind": "edited", "id": id, "target": target, "mistakes": mistakes }));
    }
}

/// Returns whether a match waits for its kick-off.
fn waits(start: MatchStart, first: &Match) -> bool {
    start == MatchStart::WhenAsked && first.setup().humans > 0
}

#[cfg(test)]
mod tests;
