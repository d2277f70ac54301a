//! Plays a match: frames and orders, one after the other, and the messages to pages.

mod shows;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use footwork::flight::PlayerId;
use footwork_base::Id;
use serde_json::json;

use crate::game::Match;
use crate::recording::Recording;
use crate::server::MatchStart;
use crate::server::command::{Command, EditTarget, OVERLAYS};
use crate::server::export;
use crate::server::idle;
use crate::server::mistakes::mistakes;
use crate::server::run::Run;
use crate::server::table::{Order, Table};
use crate::setup::{Edit, HumanInput, Seat};
use crate::switching::LogEntry;

/// Overlays and leaves are sent with every fourth frame: 15 times per second.
const OVERLAY_FRAMES: u64 = 4;
/// The time for which a replay runs before orders are read again.
const SLICE: Duration = Duration::from_millis(12);

/// Plays a match and carries out the commands of pages.
pub(super) struct Player {
    run: Run,
    table: Arc<Table>,
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
    /// Whether a page chose it. Until then, turning on the pose overlay selects the footballer of the first human.
    is_chosen: bool,
    /// The last decision sent to pages.
    told: Option<LogEntry>,
    bytes: Vec<u8>,
}

impl Player {
    pub(super) fn new(first: Match, start: MatchStart, table: Arc<Table>) -> Self {
        let is_waiting = waits(start, &first);
        let player = Self {
            run: Run::new(first),
            table,
            start,
            is_paused: is_waiting || start == MatchStart::Paused,
            is_waiting,
            is_slow: false,
            is_catching_up: false,
            on: BTreeSet::from(["control", "leaves"]),
            selected: PlayerId::new(0),
            is_chosen: false,
            told: None,
            bytes: Vec::new(),
        };
        player.show_scene();
        player
    }

    pub(super) fn is_slow(&self) -> bool {
        self.is_slow
    }

    /// Plays a frame. Does nothing while paused: pages have the current frame, and a new page receives it when it
    /// joins.
    pub(super) fn tick(&mut self) {
        if self.is_catching_up {
            self.catch_up();
        } else if !self.is_paused {
            self.step();
        }
    }

    /// Replays for the duration of [`SLICE`] or to the end, so that a long replay does not block other orders.
    fn catch_up(&mut self) {
        let until = Instant::now() + SLICE;
        while self.run.ahead() > 0 && Instant::now() < until {
            if let Some(ended) = self.run.step() {
                self.say_replayed(ended);
            }
        }
        self.is_catching_up = self.run.ahead() > 0;
        if self.is_catching_up {
            self.show_frame()
        } else {
            self.show_again()
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

    pub(super) fn follow(&mut self, order: Order) {
        match order {
            Order::Page(command) => self.obey(command),
            Order::Recording(answer) => {
                _ = answer.send(self.run.recording().to_bytes());
            }
            Order::Load(bytes, answer) => _ = answer.send(self.load(&bytes)),
            Order::Replay(answer) => _ = answer.send(export::glb(&self.run)),
            Order::Stop => {}
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Input { human, input } => {
                let (before, input) = (self.run.ahead(), HumanInput::from(input));
                let Some(seat) = Seat::from_index(human) else {
                    return;
                };
                let view = self.run.played().view();
                let idle = idle::why(&view, seat, self.run.held(seat), input);
                self.run.hold(seat, input);
                if self.run.ahead() != before {
                    self.say_run();
                }
                if let Some((who, why)) = idle {
                    self.say(
                        &json!({ "kind": "idle", "human": human, "who": who.index(), "why": why }),
                    );
                }
            }
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
                let setup = setup.over(self.run.played().setup());
                let setup = setup.ok_or_else(|| "the seed must be a whole number".to_owned());
                let cast = Arc::clone(self.run.played().cast());
                let begun = setup
                    .and_then(|setup| Match::new(cast, setup).map_err(|error| error.to_string()));
                match begun {
                    Ok(first) => {
                        self.waits_no_more();
                        self.is_waiting = waits(self.start, &first);
                        self.is_paused |= self.is_waiting;
                        self.begin(Run::new(first));
                    }
                    Err(message) => self.say(&json!({ "kind": "refused", "message": message })),
                }
            }
        }
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
        match self.own() {
            Some(own) if is && *name == "pose" && !self.is_chosen => {
                self.selected = own;
                self.show_scene();
            }
            _ => self.show_scene_to_new(),
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

    fn load(&mut self, bytes: &[u8]) -> Result<(), String> {
        let recording = Recording::from_bytes(bytes).map_err(|error| error.to_string())?;
        let cast = Arc::clone(self.run.played().cast());
        let run = Run::of_recording(cast, &recording);
        let run = run.map_err(|error| error.to_string())?;
        self.waits_no_more();
        self.begin(run);
        Ok(())
    }

    /// Resumes if it was only waiting for the kick-off.
    fn waits_no_more(&mut self) {
        self.is_paused &= !std::mem::take(&mut self.is_waiting);
    }

    fn begin(&mut self, mut run: Run) {
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
