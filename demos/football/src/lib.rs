//! A small football match that uses all parts of Footwork together: a ball in the wind, and footballers that play the
//! clips their queries allow, slide along each other, and compute who reaches the ball first.
//!
//! Data flows in one direction. A frame of 1/60 s is:
//!
//! ```text
//!  inputs ─► edits ─► ball ─► referee ─► prediction ─► outlook ─► control ─► minds and orders ─► bodies ─► touches ─► events
//!            wind,    flies   goals,     a slice       who can    whom each  an intent and      clips,    kicks,     steps,
//!            queries          restarts                 take it    human has  a wish             slide     tackles    leaves
//! ```
//!
//! | files, in the order of a frame | contents |
//! |---|---|
//! | `setup` | the start of a match, and the inputs of a frame |
//! | `labelled`, `cast`, `style`, `figure` | tags and poses, loaded once; pose costs of tired footballers; the shared bones |
//! | `pitch`, `flat` | lines, posts, nets and surfaces; vectors on the ground |
//! | `wind`, `pace`, `leaves` | expressions edited live, and what they move |
//! | `ball` | its flight, predicted in slices |
//! | `course`, `crowd`, `body` | the trajectory towards a wanted velocity; sliding; the motion along that trajectory |
//! | `intent`, `footballer`, `field`, `phase`, `event` | the state from frame to frame |
//! | `outlook` | who can take the ball when, and who should |
//! | `referee` | goals, the ball out of play, halves |
//! | `switching` | the footballer of each human, with a log of reasons |
//! | `formation`, `legs`, `strike`, `options`, `mind`, `orders` | the intents of footballers, scripted and human |
//! | `kicks`, `kick`, `swing` | clips of kicks; choosing a kick that meets the ball; correcting the root and the leg |
//! | `fall` | falls as clips |
//! | `touch` | touches by feet and hands |
//! | `game` | [`Match`]: a frame in this order |
//! | `hash`, `view`, `summary`, `recording` | the state as one hash; views for drawing; statistics; inputs for replays |
//! | `page`, `door` | the match as a page shows it: [`Session`], and the functions that a browser calls |
//!
//! The same setup and inputs give the same [`Match::hash`] on every machine, and a clone of a match continues bit for bit
//! the same.

mod ball;
mod body;
mod cast;
mod cast_error;
mod chance;
mod course;
mod crowd;
#[cfg(target_arch = "wasm32")]
mod door;
mod event;
mod fall;
mod field;
mod figure;
mod flat;
mod footballer;
mod formation;
mod game;
mod hash;
mod intent;
mod kick;
mod kicks;
mod labelled;
mod leaves;
mod legs;
mod mind;
mod options;
mod orders;
mod outlook;
mod pace;
mod page;
mod phase;
mod pitch;
mod recording;
mod referee;
mod setup;
mod strike;
mod style;
mod summary;
mod swing;
mod switching;
mod touch;
mod view;
mod wind;

pub use footwork::flight::PlayerId;

pub use ball::BALL_RADIUS_M;
pub use cast::Cast;
pub use cast_error::CastError;
pub use crowd::{BODY_RADIUS_M, SlideContact, SlideTrace};
pub use event::{KickKind, MatchEvent};
pub use figure::{Figure, WorldJoint};
pub use game::{DEFAULT_QUERY, Match, MatchError, Part};
pub use pace::{DEFAULT_SPEED, SPEED_VARIABLES};
pub use page::{News, Session, SessionError};
pub use phase::{Phase, Restart, RestartKind, RestartStage};
pub use pitch::{Ground, Pitch, Touched};
pub use recording::{
    MAX_EDITS, MAX_FRAMES, MAX_RECORDING_BYTES, Recording, RecordingError, ReplayError,
};
pub use setup::{
    Edit, FRAME_RATE, FRAME_SECS, HumanInput, Inputs, MAX_HALF_SECS, MAX_LEAVES, MAX_TEXT_BYTES,
    Seat, Setup, SetupError,
};
pub use style::DEFAULT_STYLE;
pub use summary::{INSIDE_M, MET_M, MET_SECS, Summary};
pub use switching::{ControlChange, ControlCounts, LogEntry};
pub use view::{BallView, FootballerView, PlayedView, View, WindowView};
pub use wind::{DEFAULT_WIND, EditErrors};
