//! A match with its past: it can be rewound and replayed, played on from any point of the replay, saved and loaded.
//!
//! A match is deterministic, so its past is stored as the inputs of every frame. A clone of the match each second
//! shortens the replay. After a rewind, the recorded inputs are ahead and are replayed. If a human presses a key, the
//! inputs ahead are discarded and the match continues from there. If no key is pressed, the replay must end with the
//! hash of the state before the rewind.

use std::collections::VecDeque;
use std::sync::Arc;

use footwork::flight::PlayerId;
use footwork_base::Id;
use serde::Serialize;

use crate::cast::Cast;
use crate::game::{Match, MatchError};
use crate::recording::{MAX_FRAMES, Recording};
use crate::setup::{Edit, HumanInput, Inputs, Seat};

/// The number of frames of a rewind.
const REWIND_FRAMES: usize = 600;
/// The number of frames between clones.
const CLONE_FRAMES: usize = 60;
/// The maximum number of clones. A rewind cannot go beyond the oldest.
const MAX_CLONES: usize = 120;

/// A match that can be rewound.
pub(super) struct Run {
    played: Match,
    /// The inputs of all frames. Those before `at` have been played, and the rest are ahead.
    inputs: Vec<Inputs>,
    /// The number of frames played.
    at: usize,
    clones: VecDeque<(usize, Match)>,
    /// The hash of the state that a replay should end in.
    expected: Option<u64>,
    held: [HumanInput; 2],
    /// Buttons pressed since the last frame, even if already released.
    pressed: [HumanInput; 2],
    edits: Vec<Edit>,
}

/// The state of a run, for the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RunState {
    pub(super) is_paused: bool,
    pub(super) is_waiting: bool,
    pub(super) is_slow: bool,
    pub(super) ahead: usize,
    pub(super) frame: u64,
    pub(super) hash: Option<String>,
}

/// The end of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Replayed {
    pub(super) hash: u64,
    /// Whether the state equals the expected one.
    pub(super) is_same: bool,
}

impl Run {
    pub(super) fn new(first: Match) -> Self {
        Self {
            clones: VecDeque::from([(0, first.clone())]),
            played: first,
            inputs: Vec::new(),
            at: 0,
            expected: None,
            held: [HumanInput::default(); 2],
            pressed: [HumanInput::default(); 2],
            edits: Vec::new(),
        }
    }

    /// Loads a recording at its start, with all frames ahead.
    pub(super) fn of_recording(cast: Arc<Cast>, recording: &Recording) -> Result<Self, MatchError> {
        let mut run = Self::new(Match::new(cast, *recording.setup())?);
        run.inputs = recording.inputs().cloned().collect();
        run.expected = Some(recording.hash());
        Ok(run)
    }

    /// Returns a recording of the match so far.
    pub(super) fn recording(&self) -> Recording {
        let mut recording = Recording::new(*self.played.setup());
        let hash = self.played.hash();
        for inputs in &self.inputs[..self.at] {
            if !recording.push(inputs, hash) {
                break;
            }
        }
        recording
    }

    /// Returns the match.
    pub(super) fn played(&self) -> &Match {
        &self.played
    }

    /// Returns the number of recorded frames ahead.
    pub(super) fn ahead(&self) -> usize {
        self.inputs.len() - self.at
    }

    /// Returns the held buttons of a human.
    pub(super) fn held(&self, human: Seat) -> HumanInput {
        self.held.get(human.index()).copied().unwrap_or_default()
    }

    /// Keeps the held sticks and the sprint of the previous run, since pages do not send them again. Other buttons must
    /// be pressed again.
    pub(super) fn hold_as_in(&mut self, before: &Self) {
        self.held = before.held.map(|held| HumanInput {
            stick: held.stick,
            sprint: held.sprint,
            ..HumanInput::default()
        });
    }

    /// Sets the held buttons of a human. Any button takes over from a replay.
    pub(super) fn hold(&mut self, human: Seat, input: HumanInput) {
        let seat = human.index();
        if let (Some(held), Some(pressed)) = (self.held.get_mut(seat), self.pressed.get_mut(seat)) {
            *held = input;
            *pressed = with_buttons(*pressed, input);
            if input != HumanInput::default() {
                self.take_over();
            }
        }
    }

    /// Adds an edit to the next frame.
    pub(super) fn edit(&mut self, edit: Edit) {
        self.take_over();
        self.edits.retain(|before| !is_of_same(before, &edit));
        self.edits.push(edit);
    }

    /// Returns the wind of the next frame, including edits waiting for it.
    pub(super) fn wind(&self) -> &[String; 3] {
        let edited = self.edited(|edit| match edit {
            Edit::Wind(texts) => Some(texts),
            _ => None,
        });
        edited.unwrap_or_else(|| self.played.view().wind())
    }

    /// Returns the speed expression of the next frame.
    pub(super) fn speed(&self) -> &str {
        let edited = self.edited(|edit| match edit {
            Edit::Speed(text) => Some(text.as_str()),
            _ => None,
        });
        edited.unwrap_or_else(|| self.played.view().speed())
    }

    /// Returns the query of a footballer in the next frame.
    pub(super) fn query(&self, who: PlayerId) -> &str {
        let edited = self.edited(|edit| match edit {
            Edit::Query { footballer, text } if u32::from(*footballer) == who.number() => {
                Some(text.as_str())
            }
            _ => None,
        });
        let played = || self.played.view().played(who);
        edited.unwrap_or_else(|| played().map_or("", |played| played.query))
    }

    fn edited<'a, T>(&'a self, find: impl FnMut(&'a Edit) -> Option<T>) -> Option<T> {
        self.edits.iter().find_map(find)
    }

    /// Discards the inputs ahead.
    fn take_over(&mut self) {
        self.inputs.truncate(self.at);
        self.expected = None;
    }

    /// Plays a frame, unless the run has [`MAX_FRAMES`] already. Returns the result of a replay if one ended with this
    /// frame.
    pub(super) fn step(&mut self) -> Option<Replayed> {
        if self.at >= MAX_FRAMES as usize {
            return None;
        }
        let was_replay = self.at < self.inputs.len();
        if !was_replay {
            let pressed = std::mem::take(&mut self.pressed);
            self.inputs.push(Inputs {
                humans: [0, 1].map(|human| with_buttons(self.held[human], pressed[human])),
                edits: std::mem::take(&mut self.edits),
            });
        }
        self.played.step(&self.inputs[self.at]);
        self.at += 1;
        if self.at.is_multiple_of(CLONE_FRAMES)
            && self.clones.back().is_none_or(|(at, _)| *at < self.at)
        {
            self.clones.push_back((self.at, self.played.clone()));
            if self.clones.len() > MAX_CLONES {
                self.clones.pop_front();
            }
        }
        let has_ended = was_replay && self.at == self.inputs.len();
        has_ended.then(|| self.ended())
    }

    fn ended(&mut self) -> Replayed {
        let hash = self.played.hash();
        let expected = self.expected.take();
        Replayed {
            hash,
            is_same: expected.is_none_or(|expected| expected == hash),
        }
    }

    /// Goes back ten seconds, or as far as the clones reach.
    pub(super) fn rewind(&mut self) {
        // The edits were for a frame that is no longer next.
        self.edits.clear();
        if self.expected.is_none() {
            // A replay is checked only if the rewind starts at the last input; otherwise the state at the end is
            // unknown.
            let is_at_end = self.ahead() == 0;
            self.expected = is_at_end.then(|| self.played.hash());
        }
        self.go_to(self.at.saturating_sub(REWIND_FRAMES));
    }

    /// Goes to a past frame.
    fn go_to(&mut self, wanted: usize) {
        let before = self.clones.iter().rposition(|(at, _)| *at <= wanted);
        let place = before.unwrap_or(0);
        let Some((at, clone)) = self.clones.get(place) else {
            return;
        };
        let wanted = wanted.max(*at);
        self.at = *at;
        self.played = clone.clone();
        // Replaying gives the same states, so the clones up to here stay valid.
        while self.at < wanted && self.at < self.inputs.len() {
            self.played.step(&self.inputs[self.at]);
            self.at += 1;
        }
        self.clones.retain(|(at, _)| *at <= wanted);
    }
}

/// Returns whether two edits change the same text.
fn is_of_same(a: &Edit, b: &Edit) -> bool {
    match (a, b) {
        (Edit::Wind(_), Edit::Wind(_)) | (Edit::Speed(_), Edit::Speed(_)) => true,
        (Edit::Query { footballer: a, .. }, Edit::Query { footballer: b, .. }) => a == b,
        _ => false,
    }
}

/// Returns the first input with the buttons of both, except sprint.
fn with_buttons(input: HumanInput, other: HumanInput) -> HumanInput {
    HumanInput {
        stick: input.stick,
        sprint: input.sprint,
        pass: input.pass || other.pass,
        through: input.through || other.through,
        lob: input.lob || other.lob,
        shoot: input.shoot || other.shoot,
        tackle: input.tackle || other.tackle,
        switch: input.switch || other.switch,
    }
}

#[cfg(test)]
mod tests;
