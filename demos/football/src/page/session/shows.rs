//! The news of a session: frames, overlays, events and the scene.

use serde::Serialize;
use serde_json::json;

use super::Session;
use crate::page::frame;
use crate::page::happening::{Line, happenings, is_worth_telling};
use crate::page::overlay::Overlay;
use crate::page::run::{Replayed, RunState};
use crate::page::scene::Scene;

impl Session {
    pub(super) fn say(&mut self, said: &impl Serialize) {
        // JSON has no line breaks, so they separate messages.
        if let Ok(text) = serde_json::to_string(said) {
            self.news.texts.push_str(&text);
            self.news.texts.push('\n');
        }
    }

    fn state(&self) -> RunState {
        let played = self.run.played();
        let hash = self.is_paused.then(|| format!("{:016x}", played.hash()));
        RunState {
            is_paused: self.is_paused,
            is_waiting: self.is_waiting,
            is_slow: self.is_slow,
            ahead: self.run.ahead(),
            frame: played.view().frame(),
            hash,
        }
    }

    pub(super) fn say_run(&mut self) {
        let run = self.state();
        self.say(&json!({ "kind": "run", "run": run }));
    }

    pub(super) fn say_replayed(&mut self, Replayed { hash, is_same }: Replayed) {
        let frame = self.run.played().view().frame();
        let hash = format!("{hash:016x}");
        self.say(&json!({ "kind": "replayed", "frame": frame, "hash": hash, "isSame": is_same }));
        self.say_run();
    }

    /// Shows everything again, after a change to another match or to another frame.
    pub(super) fn show_again(&mut self) {
        self.show_scene();
        self.show_frame();
        self.show_overlays();
    }

    pub(super) fn show_scene(&mut self) {
        let on: Vec<&'static str> = self.on.iter().copied().collect();
        // As a value, because the scene borrows the run.
        let scene = serde_json::to_value(Scene::of(&self.run, &on, self.selected, self.state()));
        if let Ok(scene) = scene {
            self.say(&scene);
        }
    }

    pub(super) fn show_frame(&mut self) {
        frame::frame(self.run.played(), &mut self.news.frame);
    }

    pub(super) fn show_happenings(&mut self) {
        let view = self.run.played().view();
        let (number, events) = (view.frame(), happenings(&view));
        let log = view.control_log();
        let known = self
            .told
            .and_then(|told| log.iter().rposition(|entry| *entry == told));
        let new = &log[known.map_or(0, |known| known + 1)..];
        let entries: Vec<Line> = new
            .iter()
            .filter(|entry| is_worth_telling(entry))
            .map(|entry| Line::of(entry, &view))
            .collect();
        self.told = new.last().copied().or(self.told);
        let has_refused = !self.run.played().refused().is_empty();
        if !events.is_empty() {
            self.say(&json!({ "kind": "events", "frame": number, "events": events }));
        }
        if !entries.is_empty() {
            self.say(&json!({ "kind": "log", "entries": entries }));
        }
        if has_refused {
            // The edit was valid when it arrived; the match has changed since.
            self.say(&json!({ "kind": "refused", "message": "the edit is no longer possible" }));
            self.show_scene();
        }
    }

    pub(super) fn show_overlays(&mut self) {
        let view = self.run.played().view();
        let overlay = serde_json::to_value(Overlay::of(&view, &self.on, self.selected));
        if let Ok(overlay) = overlay {
            self.say(&overlay);
        }
        if self.on.contains("leaves") {
            frame::leaves(&self.run.played().view(), &mut self.news.leaves);
        }
    }
}
