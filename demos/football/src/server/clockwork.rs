//! The thread that plays: a frame every sixtieth of a second, whatever pages do, and orders in between.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use footwork_base::Diagnostic;
use serde::Serialize;
use serde_json::json;

use crate::game::Match;
use crate::recording::Recording;
use crate::server::command::{Command, EditTarget, OVERLAYS};
use crate::server::encode;
use crate::server::export;
use crate::server::happening::{Line, happenings, is_worth_telling};
use crate::server::overlay::Overlay;
use crate::server::run::{Replayed, Run, RunState};
use crate::server::scene::Scene;
use crate::server::table::{Order, Sent, Table};
use crate::setup::{Edit, HumanInput};
use crate::switching::LogEntry;

/// How long a frame takes, and in slow motion.
const FRAME: Duration = Duration::from_nanos(1_000_000_000 / 60);
const SLOW_FRAME: Duration = Duration::from_nanos(4 * 1_000_000_000 / 60);
/// After a hold-up this many frames are caught up with; of a longer one the rest is left out.
const MAX_BEHIND: u32 = 4;
/// Overlays and leaves go with every fourth frame: 15 a second.
const OVERLAY_FRAMES: u64 = 4;

/// The thread, until it is stopped.
pub(super) struct Clockwork {
    table: Arc<Table>,
    thread: Option<JoinHandle<()>>,
}

impl Clockwork {
    pub(super) fn start(
        first: Match,
        starts_paused: bool,
        table: Arc<Table>,
        orders: Receiver<Order>,
    ) -> io::Result<Self> {
        let mut player = Player::new(first, starts_paused, Arc::clone(&table));
        let thread = thread::Builder::new().name("match".to_owned());
        let thread = thread.spawn(move || player.play(&orders))?;
        Ok(Self {
            table,
            thread: Some(thread),
        })
    }

    pub(super) fn stop(&mut self) {
        self.table.order(Order::Stop);
        if let Some(thread) = self.thread.take() {
            // Whatever it panicked with was printed.
            _ = thread.join();
        }
    }
}

/// What the thread has.
struct Player {
    run: Run,
    table: Arc<Table>,
    is_paused: bool,
    is_slow: bool,
    on: BTreeSet<&'static str>,
    selected: usize,
    /// The last decision that pages know.
    told: Option<LogEntry>,
    bytes: Vec<u8>,
}

impl Player {
    fn new(first: Match, is_paused: bool, table: Arc<Table>) -> Self {
        let player = Self {
            run: Run::new(first),
            table,
            is_paused,
            is_slow: false,
            on: BTreeSet::from(["control", "leaves"]),
            selected: 0,
            told: None,
            bytes: Vec::new(),
        };
        player.show_scene();
        player
    }

    fn play(&mut self, orders: &Receiver<Order>) {
        let mut next = Instant::now();
        loop {
            let now = Instant::now();
            if now < next {
                match orders.recv_timeout(next - now) {
                    Ok(Order::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                    Ok(order) => self.follow(order),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                continue;
            }
            let frame = if self.is_slow { SLOW_FRAME } else { FRAME };
            next += frame;
            let behind = now.saturating_duration_since(next);
            if behind > frame * MAX_BEHIND {
                next = now;
            }
            if !self.is_paused {
                self.step();
            } else if self.table.is_watched() {
                // So that a page that comes late has something to show.
                self.show_frame();
            }
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

    fn follow(&mut self, order: Order) {
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
                let before = self.run.ahead();
                self.run.hold(human, HumanInput::from(input));
                if self.run.ahead() != before {
                    self.say_run();
                }
            }
            Command::Pause { is } => {
                self.is_paused = is;
                self.say_run();
            }
            Command::Step => {
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
                self.run.rewind();
                self.told = self.run.played().view().control_log().last().copied();
                self.show_again();
            }
            Command::CatchUp => {
                while self.run.ahead() > 0 {
                    if let Some(ended) = self.run.step() {
                        self.say_replayed(ended);
                    }
                }
                self.show_again();
            }
            Command::Select { who } => {
                self.selected = who.min(self.run.played().setup().footballer_count() - 1);
                self.show_overlays();
                self.show_scene();
            }
            Command::Overlay { name, is } => self.turn(&name, is),
            Command::Edit { id, target, text } => self.edit(id, target, text),
            Command::Restart { setup } => {
                let setup = setup.over(self.run.played().setup());
                let setup = setup.ok_or_else(|| "a seed is a whole number".to_owned());
                let cast = Arc::clone(self.run.played().cast());
                let begun = setup
                    .and_then(|setup| Match::new(cast, setup).map_err(|error| error.to_string()));
                match begun {
                    Ok(first) => self.begin(Run::new(first)),
                    Err(message) => self.say(&json!({ "kind": "refused", "message": message })),
                }
            }
        }
    }

    fn turn(&mut self, name: &str, is: bool) {
        let Some(name) = OVERLAYS.iter().find(|known| **known == name) else {
            return;
        };
        match is {
            true => self.on.insert(name),
            false => self.on.remove(name),
        };
        self.show_scene_to_new();
        self.show_overlays();
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), String> {
        let recording = Recording::from_bytes(bytes).map_err(|error| error.to_string())?;
        let cast = Arc::clone(self.run.played().cast());
        let run = Run::of_recording(cast, &recording);
        self.begin(run.map_err(|error| error.to_string())?);
        Ok(())
    }

    fn begin(&mut self, run: Run) {
        self.run = run;
        self.told = None;
        self.selected = self
            .selected
            .min(self.run.played().setup().footballer_count() - 1);
        self.show_again();
    }

    /// Tries an edit on a copy, so that mistakes are known at once; what is right is made in the next frame.
    fn edit(&mut self, id: u32, target: EditTarget, text: String) {
        let mut copy = self.run.played().clone();
        let view = self.run.played().view();
        let (tried, edit) = match target {
            EditTarget::Wind { axis } => {
                let mut texts = view.wind().clone();
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
                (copy.set_query(who, &text), edit)
            }
        };
        let found = tried.err().map_or_else(Vec::new, |refused| refused.errors);
        if found.is_empty() {
            self.run.edit(edit);
            self.say_run();
        }
        let mistakes = mistakes(&text, &found);
        self.say(&json!({ "kind": "edited", "id": id, "target": target, "mistakes": mistakes }));
    }

    fn say(&self, said: &impl Serialize) {
        if let Ok(text) = serde_json::to_string(said) {
            self.table.send(Sent::Text(text.into()));
        }
    }

    fn state(&self) -> RunState {
        let played = self.run.played();
        let hash = self.is_paused.then(|| format!("{:016x}", played.hash()));
        RunState {
            is_paused: self.is_paused,
            is_slow: self.is_slow,
            ahead: self.run.ahead(),
            frame: played.view().frame(),
            hash,
        }
    }

    fn say_run(&self) {
        let run = self.state();
        self.say(&json!({ "kind": "run", "run": run }));
        self.show_scene_to_new();
    }

    fn say_replayed(&self, Replayed { hash, is_same }: Replayed) {
        let frame = self.run.played().view().frame();
        let hash = format!("{hash:016x}");
        self.say(&json!({ "kind": "replayed", "frame": frame, "hash": hash, "isSame": is_same }));
        self.say_run();
    }

    /// Everything anew: another match, or another time.
    fn show_again(&mut self) {
        self.show_scene();
        self.show_overlays();
    }

    fn scene(&self) -> Option<Sent> {
        let on: Vec<&'static str> = self.on.iter().copied().collect();
        let scene = Scene::of(self.run.played(), &on, self.selected, self.state());
        let text = serde_json::to_string(&scene).ok()?;
        Some(Sent::Text(text.into()))
    }

    fn show_scene(&self) {
        if let Some(scene) = self.scene() {
            self.table.send(scene);
        }
        self.show_scene_to_new();
    }

    /// What pages get that come from now on.
    fn show_scene_to_new(&self) {
        let mut first: Vec<Sent> = self.scene().into_iter().collect();
        let mut bytes = Vec::new();
        encode::frame(
            self.run.played().cast(),
            &self.run.played().view(),
            &mut bytes,
        );
        first.push(Sent::Bytes(Bytes::from(bytes)));
        self.table.set_first(first);
    }

    fn show_frame(&mut self) {
        if !self.table.is_watched() {
            return;
        }
        let played = self.run.played();
        self.bytes.clear();
        encode::frame(played.cast(), &played.view(), &mut self.bytes);
        self.table
            .send(Sent::Bytes(Bytes::copy_from_slice(&self.bytes)));
    }

    fn show_happenings(&mut self) {
        let view = self.run.played().view();
        let events = happenings(&view);
        if !events.is_empty() {
            self.say(&json!({ "kind": "events", "frame": view.frame(), "events": events }));
        }
        let log = view.control_log();
        let known = self
            .told
            .and_then(|told| log.iter().rposition(|entry| *entry == told));
        let new = &log[known.map_or(0, |known| known + 1)..];
        if !new.is_empty() {
            let entries: Vec<Line> = new
                .iter()
                .filter(|entry| is_worth_telling(entry))
                .map(|entry| Line::of(entry, &view))
                .collect();
            if !entries.is_empty() {
                self.say(&json!({ "kind": "log", "entries": entries }));
            }
            self.told = log.last().copied();
        }
        if !self.run.played().refused().is_empty() {
            // It was right when it was tried.
            self.say(&json!({ "kind": "refused", "message": "an edit is no longer possible" }));
        }
    }

    fn show_overlays(&mut self) {
        if !self.table.is_watched() {
            return;
        }
        let view = self.run.played().view();
        self.say(&Overlay::of(&view, &self.on, self.selected));
        if self.on.contains("leaves") {
            self.bytes.clear();
            encode::leaves(&view, &mut self.bytes);
            self.table
                .send(Sent::Bytes(Bytes::copy_from_slice(&self.bytes)));
        }
    }
}

/// A mistake in a text, as the page underlines it.
#[derive(Serialize)]
struct Mistake {
    start: usize,
    stop: usize,
    message: String,
    hint: Option<String>,
}

fn mistakes(text: &str, found: &[Diagnostic]) -> Vec<Mistake> {
    let mistake = |diagnostic: &Diagnostic| Mistake {
        start: utf16_at(text, diagnostic.span.start),
        stop: utf16_at(text, diagnostic.span.stop),
        message: diagnostic.message.clone(),
        hint: diagnostic.hint.clone(),
    };
    found.iter().map(mistake).collect()
}

/// The number of UTF-16 code units, in which JavaScript counts, before a byte of a text.
fn utf16_at(text: &str, byte: usize) -> usize {
    let before = text.char_indices().take_while(|(at, _)| *at < byte);
    before.map(|(_, character)| character.len_utf16()).sum()
}
