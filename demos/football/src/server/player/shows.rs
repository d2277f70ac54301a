//! The output of a player: frames, overlays, events, and everything that new pages need.

use axum::body::Bytes;
use serde::Serialize;
use serde_json::json;

use super::Player;
use crate::server::encode;
use crate::server::happening::{Line, happenings, is_worth_telling};
use crate::server::overlay::Overlay;
use crate::server::run::{Replayed, RunState};
use crate::server::scene::Scene;
use crate::server::table::Sent;

impl Player {
    pub(super) fn say(&self, said: &impl Serialize) {
        if let Ok(text) = serde_json::to_string(said) {
            self.table.send(Sent::Text(text.into()));
        }
    }

    pub(super) fn state(&self) -> RunState {
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

    pub(super) fn say_run(&self) {
        let run = self.state();
        self.say(&json!({ "kind": "run", "run": run }));
        self.show_scene_to_new();
    }

    pub(super) fn say_replayed(&self, Replayed { hash, is_same }: Replayed) {
        let frame = self.run.played().view().frame();
        let hash = format!("{hash:016x}");
        self.say(&json!({ "kind": "replayed", "frame": frame, "hash": hash, "isSame": is_same }));
        self.say_run();
    }

    /// Sends everything again, after a change to another match or to another frame.
    pub(super) fn show_again(&mut self) {
        self.show_scene();
        self.show_frame();
        self.show_overlays();
    }

    pub(super) fn scene(&self) -> Option<Sent> {
        let on: Vec<&'static str> = self.on.iter().copied().collect();
        let scene = Scene::of(&self.run, &on, self.selected, self.state());
        let text = serde_json::to_string(&scene).ok()?;
        Some(Sent::Text(text.into()))
    }

    pub(super) fn show_scene(&self) {
        if let Some(scene) = self.scene() {
            self.table.send(scene);
        }
        self.show_scene_to_new();
    }

    /// Sets the messages that pages receive first when they join from now on.
    pub(super) fn show_scene_to_new(&self) {
        let mut first: Vec<Sent> = self.scene().into_iter().collect();
        let mut bytes = Vec::new();
        encode::frame(self.run.played(), &mut bytes);
        first.push(Sent::Bytes(Bytes::from(bytes)));
        self.table.set_first(first);
    }

    pub(super) fn show_frame(&mut self) {
        if !self.table.is_watched() {
            return;
        }
        self.bytes.clear();
        encode::frame(self.run.played(), &mut self.bytes);
        self.table
            .send(Sent::Bytes(Bytes::copy_from_slice(&self.bytes)));
    }

    pub(super) fn show_happenings(&mut self) {
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
            // The edit was valid when it arrived; the match has changed since.
            self.say(&json!({ "kind": "refused", "message": "the edit is no longer possible" }));
            self.show_scene();
        }
    }

    pub(super) fn show_overlays(&mut self) {
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
