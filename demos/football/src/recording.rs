//! Recordings: the setup of a match and the inputs of each of its frames, enough to play it again.

mod bytes;

use std::sync::Arc;

use thiserror::Error;

use crate::cast::Cast;
use crate::game::{Match, MatchError};
use crate::setup::{Inputs, Setup};

pub use bytes::RecordingError;

/// The maximum number of frames of a recording: two hours.
pub const MAX_FRAMES: u32 = 2 * 3600 * 60;
/// The maximum number of edits of a recording.
pub const MAX_EDITS: u32 = 10_000;

/// The maximum size of a recording, in bytes.
pub const MAX_RECORDING_BYTES: usize = 32 << 20;

/// The inputs of a match, frame by frame.
///
/// Equal inputs of consecutive frames are stored once.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    setup: Setup,
    runs: Vec<(u32, Inputs)>,
    frames: u32,
    edits: u32,
    /// The hash of the match after the last frame.
    hash: u64,
}

/// Why a recording could not be replayed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The match cannot begin.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The match ended differently: it was recorded with other clips, or by another version.
    #[error(
        "the match ends with the hash {found:016x} instead of {recorded:016x}: it was recorded with other clips or by another version"
    )]
    Other {
        /// The recorded hash.
        recorded: u64,
        /// The hash of the match played now.
        found: u64,
    },
}

impl Recording {
    /// Creates an empty recording.
    pub fn new(setup: Setup) -> Self {
        Self {
            setup,
            runs: Vec::new(),
            frames: 0,
            edits: 0,
            hash: 0,
        }
    }

    /// Returns the setup of the match.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the number of frames.
    pub fn frame_count(&self) -> u32 {
        self.frames
    }

    /// Returns the hash of the match after the last frame.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Adds a frame: its inputs, and the hash of the match after it. Returns whether there was room.
    pub fn push(&mut self, inputs: &Inputs, hash: u64) -> bool {
        let edits = u32::try_from(inputs.edits.len()).unwrap_or(u32::MAX);
        if self.frames >= MAX_FRAMES || edits > MAX_EDITS - self.edits {
            return false;
        }
        let mut inputs = inputs.clone();
        for human in &mut inputs.humans {
            // A match treats non-finite values as 0 too.
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

    /// Returns the inputs of each frame.
    pub fn inputs(&self) -> impl Iterator<Item = &Inputs> {
        let runs = self.runs.iter();
        runs.flat_map(|(count, inputs)| std::iter::repeat_n(inputs, *count as usize))
    }

    /// Plays the match again and passes each frame to `watch`.
    ///
    /// # Errors
    /// Returns an error if the match cannot begin, or if it does not end with the recorded hash.
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
        if self.frames == 0 || found == recorded {
            Ok(game)
        } else {
            Err(ReplayError::Other { recorded, found })
        }
    }
}
