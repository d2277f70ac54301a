//! A small football match in which all of Footwork plays at once: a ball on the wind, footballers that play clips which
//! queries allow, slide along each other, and ask who reaches the ball first.
//!
//! Data goes in one direction. A frame of 1/60 s is:
//!
//! ```text
//!  inputs ─► edits ─► ball ─► referee ─► prediction ─► outlook ─► control ─► minds and orders ─► bodies ─► touches ─► events
//!            wind,    flies   goals,     a slice       who can    whom each  an intent and      clips,    kicks,     steps,
//!            queries          restarts                 take it    human has  a wish             slide     tackles    leaves
//! ```
//!
//! | file, in that order | what |
//! |---|---|
//! | `setup` | what a match starts from, and what comes into a frame |
//! | `cast`, `style`, `figure` | the library of clips, loaded once; what is dear to somebody tired; the bones of everybody |
//! | `pitch`, `flat` | lines, posts, nets and surfaces; vectors of the ground |
//! | `wind`, `pace`, `leaves` | expressions that are edited live, and what rides on them |
//! | `ball` | its flight and its future in slices |
//! | `course`, `crowd`, `body` | a wish as a trajectory; sliding; the motion that follows |
//! | `intent`, `footballer`, `field`, `phase`, `event` | all that is known from frame to frame |
//! | `outlook` | who can take the ball when, and who should |
//! | `referee` | goals, the ball out of play, halves |
//! | `switching` | whom humans control, with a log of why |
//! | `formation`, `legs`, `strike`, `options`, `mind`, `orders` | what footballers want: scripted ones, and those of humans |
//! | `kicks`, `kick`, `swing` | kicks as clips; the one that meets the ball; a root that drifts and a leg that reaches |
//! | `fall` | falls as clips |
//! | `touch` | what feet and hands do to the ball |
//! | `game` | [`Match`]: a frame in this order |
//! | `hash`, `view`, `summary`, `recording` | all that decides the future as one number; what is drawn; figures of it; what came in, to play it again |
//! | `server`, `main` | the match in a browser: [`MatchServer`], and the program that serves it |
//!
//! The same setup and inputs give the same [`Match::hash`] on every machine, and a clone goes on to the same bits.

mod ball;
mod body;
mod cast;
mod chance;
mod course;
mod crowd;
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
mod leaves;
mod legs;
mod mind;
mod options;
mod orders;
mod outlook;
mod pace;
mod phase;
mod pitch;
mod recording;
mod referee;
mod server;
mod setup;
mod strike;
mod style;
mod summary;
mod swing;
mod switching;
mod touch;
mod view;
mod wind;

pub use ball::BALL_RADIUS_M;
pub use cast::{Cast, CastError};
pub use crowd::{BODY_RADIUS_M, SlideContact, SlideTrace};
pub use event::{KickKind, MatchEvent};
pub use figure::{Figure, FigureError, WorldJoint};
pub use game::{DEFAULT_QUERY, Match, MatchError, Part};
pub use pace::{DEFAULT_SPEED, SPEED_VARIABLES};
pub use phase::{Phase, Restart, RestartKind, RestartStage};
pub use pitch::{Ground, Pitch, Touched};
pub use recording::{
    MAX_EDITS, MAX_FRAMES, MAX_RECORDING_BYTES, Recording, RecordingError, ReplayError,
};
pub use server::{DEFAULT_MATCH_PORT, MatchServer, MatchStart, ServerError, ServerOptions};
pub use setup::{
    Edit, FRAME_RATE, FRAME_SECS, HumanInput, Inputs, MAX_HALF_SECS, MAX_LEAVES, MAX_TEXT_BYTES,
    Setup, SetupError,
};
pub use style::DEFAULT_STYLE;
pub use summary::{INSIDE_M, MET_M, MET_SECS, Summary};
pub use switching::{ControlChange, LogEntry};
pub use view::{BallView, FootballerView, PlayedView, View, WindowView};
pub use wind::{DEFAULT_WIND, EditErrors};
