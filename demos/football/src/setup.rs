//! What a match starts from, and what comes into it from outside.

use thiserror::Error;

/// Frames in a second.
pub const FRAME_RATE: u32 = 60;
/// How long a frame is.
pub const FRAME_SECS: f64 = 1.0 / 60.0;
/// The longest half.
pub const MAX_HALF_SECS: u32 = 3600;
/// The most leaves and grains of dust.
pub const MAX_LEAVES: u32 = 20_000;
/// The longest text of an edit.
pub const MAX_TEXT_BYTES: usize = 4096;

/// What a match starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Footballers in a team, the keeper among them: 5 or 11.
    pub a_side: u8,
    /// How many humans play, from 0 to 2; the first in team 0, the second in team 1.
    pub humans: u8,
    /// The seed of all chance.
    pub seed: u64,
    /// How long a half is; from 1 to [`MAX_HALF_SECS`].
    pub half_secs: u32,
    /// How many leaves and grains of dust there are, at most [`MAX_LEAVES`]; they change nothing else.
    pub leaves: u32,
}

impl Default for Setup {
    /// Five a side without humans, two halves of 150 s, 2000 leaves.
    fn default() -> Self {
        Self {
            a_side: 5,
            humans: 0,
            seed: 0,
            half_secs: 150,
            leaves: 2000,
        }
    }
}

/// A number of a [`Setup`] that is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{name} is {value}; it has to be {expected}")]
pub struct SetupError {
    /// The field.
    pub name: &'static str,
    /// Its value.
    pub value: u32,
    /// What it can be.
    pub expected: &'static str,
}

impl Setup {
    /// Checks that the numbers are in range.
    ///
    /// # Errors
    /// The first that is not.
    pub fn check(&self) -> Result<(), SetupError> {
        let wrong = |name, value, expected| {
            Err(SetupError {
                name,
                value,
                expected,
            })
        };
        if ![5, 11].contains(&self.a_side) {
            return wrong("a_side", u32::from(self.a_side), "5 or 11");
        }
        if self.humans > 2 {
            return wrong("humans", u32::from(self.humans), "from 0 to 2");
        }
        if !(1..=MAX_HALF_SECS).contains(&self.half_secs) {
            return wrong("half_secs", self.half_secs, "from 1 to 3600");
        }
        if self.leaves > MAX_LEAVES {
            return wrong("leaves", self.leaves, "at most 20000");
        }
        Ok(())
    }

    /// How many footballers there are; their numbers are those of team 0, then those of team 1, keepers first.
    pub fn footballer_count(&self) -> usize {
        2 * usize::from(self.a_side)
    }
}

/// What a human holds and presses in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HumanInput {
    /// Where to go, along x and z of the pitch; what is longer than 1 counts as 1, what is no number as 0.
    pub stick: [f32; 2],
    /// Run as fast as possible.
    pub sprint: bool,
    /// Pass along the ground to a footballer in the direction of the stick.
    pub pass: bool,
    /// Pass into the space before a footballer.
    pub through: bool,
    /// Pass through the air.
    pub lob: bool,
    /// Shoot at the goal.
    pub shoot: bool,
    /// Take the ball from somebody.
    pub tackle: bool,
    /// Control another footballer, once each time that it goes down. What else is held is asked for in every frame.
    pub switch: bool,
}

/// A change from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The force of the wind on a ball along x, y and z; see [`Match::set_wind`](crate::Match::set_wind).
    Wind([String; 3]),
    /// What a footballer may play when it walks and runs; see [`Match::set_query`](crate::Match::set_query).
    Query {
        /// The footballer.
        footballer: u8,
        /// The query.
        text: String,
    },
    /// How fast motion plays; see [`Match::set_speed`](crate::Match::set_speed).
    Speed(String),
}

/// Everything that comes into a frame from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    /// By number; those beyond [`Setup::humans`] are ignored.
    pub humans: [HumanInput; 2],
    /// Made before anything moves. What is wrong changes nothing.
    pub edits: Vec<Edit>,
}
