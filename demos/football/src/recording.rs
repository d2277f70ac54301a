//! Recordings: the setup of a match and what came into each of its frames, which is all that it takes to play it again.

mod bytes;

use std::sync::Arc;

use thiserror::Error;

use crate::cast::Cast;
use crate::game::{Match, MatchError};
use crate::setup::{Inputs, Setup};

pub use bytes::RecordingError;

/// The most frames of a recording: two hours.
pub const MAX_FRAMES: u32 = 2 * 3600 * 60;
/// The most edits of a recording.
pub const MAX_EDITS: u32 = 10_000;

/// The most bytes of a recording.
pub const MAX_RECORDING_BYTES: usize = 32 << 20;

/// What came into a match, frame by frame.
///
/// Equal inputs of frames in a row are kept once.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    setup: Setup,
    runs: Vec<(u32, Inputs)>,
    frames: u32,
    edits: u32,
    /// The hash of the match after the last frame.
    hash: u64,
}

/// Why a recording does not play as it did.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The match cannot begin.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The match came out otherwise: it was recorded with other clips, or by another version.
    #[error(
        "the match ends with the hash {found:016x} instead of {recorded:016x}: it was recorded with other clips or by another version"
    )]
    Other {
        /// The hash that was recorded.
        recorded: u64,
        /// That of the match that was played now.
        found: u64,
    },
}

impl Recording {
    /// Nothing yet.
    pub fn new(setup: Setup) -> Self {
        Self {
            setup,
            runs: Vec::new(),
            frames: 0,
            edits: 0,
            hash: 0,
        }
    }

    /// What the match starts from.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// How many frames there are.
    pub fn frame_count(&self) -> u32 {
        self.frames
    }

    /// The hash of the match after the last frame.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Adds a frame: what came in, and the hash of the match after it. Returns whether there was room.
    pub fn push(&mut self, inputs: &Inputs, hash: u64) -> bool {
        let edits = u32::try_from(inputs.edits.len()).unwrap_or(u32::MAX);
        if self.frames >= MAX_FRAMES || edits > MAX_EDITS - self.edits {
            return false;
        }
        let mut inputs = inputs.clone();
        for human in &mut inputs.humans {
            // What is no number counts as 0 in a match too.
            if human.stick.iter().any(|part| !part.is_finite()) {
                human.stick = [0.0; 2];
            }
        }
        self.frames += 1;
        self.edits += edits;
        self.hash = hash;
        match self.runs.last_mut() {
            Some((count, last)) if *last == inputs && edits == 0 => *count += 1,
            _ => self.runs.push((1, inputs)),
        }
        true
    }

    /// What came into each frame.
    pub fn inputs(&self) -> impl Iterator<Item = &Inputs> {
        let runs = self.runs.iter();
        runs.flat_map(|(count, inputs)| std::iter::repeat_n(inputs, *count as usize))
    }

    /// Plays it again, and hands each frame to `watch`.
    ///
    /// # Errors
    /// If the match cannot begin, or if it does not end as it did.
    pub fn replay(
        &self,
        cast: &Arc<Cast>,
        mut watch: impl FnMut(&Match),
    ) -> Result<Match, ReplayError> {
        let mut game = Match::new(Arc::clone(cast), self.setup)?;
        for inputs in self.inputs() {
            game.step(inputs);
            watch(&game);
        }
        let (found, recorded) = (game.hash(), self.hash);
        match self.frames == 0 || found == recorded {
            true => Ok(game),
            false => Err(ReplayError::Other { recorded, found }),
        }
    }
}
