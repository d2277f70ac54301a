//! The start of a match and the inputs of its frames.

use footwork_base::Id;
use thiserror::Error;

/// Frames per second.
pub const FRAME_RATE: u32 = 60;
/// The length of a frame, in seconds.
pub const FRAME_SECS: f64 = 1.0 / 60.0;
/// The longest half, in seconds.
pub const MAX_HALF_SECS: u32 = 3600;
/// The maximum number of leaves and grains of dust.
pub const MAX_LEAVES: u32 = 20_000;
/// The longest text of an edit, in bytes.
pub const MAX_TEXT_BYTES: usize = 4096;

/// The start of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Footballers in a team, including the keeper: 5 or 11.
    pub a_side: u8,
    /// The number of humans, from 0 to 2; the first plays for team 0, the second for team 1.
    pub humans: u8,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The length of a half in seconds, from 1 to [`MAX_HALF_SECS`].
    pub half_secs: u32,
    /// The number of leaves and grains of dust, at most [`MAX_LEAVES`]. They affect nothing else.
    pub leaves: u32,
}

impl Default for Setup {
    /// Returns a match of five a side without humans, two halves of 150 s, and 2,000 leaves.
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
#[error("{name} is {value}; it must be {expected}")]
pub struct SetupError {
    /// The field.
    pub name: &'static str,
    /// Its value.
    pub value: u32,
    /// The permitted values.
    pub expected: &'static str,
}

impl Setup {
    /// Checks that the numbers are in range.
    ///
    /// # Errors
    /// Returns the first number out of range.
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

    /// Returns the number of footballers. They are numbered team 0 first, then team 1, keepers first.
    pub fn footballer_count(&self) -> usize {
        2 * usize::from(self.a_side)
    }
}

footwork_base::typed_id! {
    /// A human at the controls, in the order of [`Inputs::humans`].
    pub struct Seat;
}

impl Seat {
    /// Both seats.
    pub const ALL: [Self; 2] = [Self::new(0), Self::new(1)];

    /// Returns the team that the human plays for.
    pub fn team(self) -> usize {
        self.index()
    }
}

/// The held and pressed buttons of a human in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HumanInput {
    /// The direction to run, along x and z of the pitch. A length above 1 counts as 1, a value that is not finite as 0.
    pub stick: [f32; 2],
    /// Run as fast as possible.
    pub sprint: bool,
    /// Pass along the ground to a footballer in the direction of the stick.
    pub pass: bool,
    /// Pass into the space ahead of a footballer.
    pub through: bool,
    /// Pass through the air.
    pub lob: bool,
    /// Shoot at the goal.
    pub shoot: bool,
    /// Tackle an opponent for the ball.
    pub tackle: bool,
    /// Control another footballer, once per press. All other buttons act in every frame while held.
    pub switch: bool,
}

/// A change of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The force of the wind on a ball along x, y and z; see [`Match::set_wind`](crate::Match::set_wind).
    Wind([String; 3]),
    /// The motion that a footballer walks and runs with; see [`Match::set_query`](crate::Match::set_query).
    Query {
        /// The footballer.
        footballer: u8,
        /// The query.
        text: String,
    },
    /// The speed of playback; see [`Match::set_speed`](crate::Match::set_speed).
    Speed(String),
}

/// All inputs of a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    /// The input of each human; those beyond [`Setup::humans`] are ignored.
    pub humans: [HumanInput; 2],
    /// Edits, applied before anything moves. An invalid edit changes nothing.
    pub edits: Vec<Edit>,
}
