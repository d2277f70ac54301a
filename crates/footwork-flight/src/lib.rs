//! Where the ball will be, and who can take it: flight, bounces and rolls, predicted in slices with adaptive samples.
//!
//! After the WOF blog, *AI assisted footballer control switching* (2008). Who can get a ball and who should
//! be controlled are questions about its whole way: over a lob, off the crossbar, along the
//! banners. So the way is predicted by the same steps that move the live ball, and kept as few
//! samples from which everything else is found by formulas.
//!
//! ```text
//! BallState --BallStep--> steps of 1/240 s, a slice a frame
//!   -> Sample, greedily the farthest that stays within a radius of the truth; bounces are samples
//!   -> Segment -> Section, by heights of a player
//!   -> FlightEvent: bounce, roll, end (rest, out, horizon)
//!   -> BallPath --Player, ReachModel--> Window, Intercept -> Choice
//! ```
//!
//! ```
//! use footwork_flight::{
//!     BallParams, BallPhysics, BallState, EventKind, Pitch, Prediction, PredictionOptions,
//! };
//!
//! let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
//! // A drive at the crossbar, 20 m away.
//! let kick = BallState::new([32.5, 0.11, 0.0], [26.0, 7.55, 0.0], [0.0; 3]).unwrap();
//! let mut flight = Prediction::new(&physics, &kick, PredictionOptions::default()).unwrap();
//!
//! // A frame's worth is known, and used, at once.
//! flight.advance_steps(&physics, 300);
//! let bar = flight.events()[0];
//! assert_eq!(bar.kind, EventKind::Bounce);
//! assert!(bar.position[0] > 52.0 && bar.position[1] > 2.3);
//! // It comes back.
//! assert!(flight.position_at(1.2).unwrap()[0] < 52.0);
//! ```
//!
//! `docs/flight.png` of the repository shows flights with their samples and sections; the example
//! `flight_picture` draws it. Units are SI, y is up, positions are f64. The same input gives the same bits on every machine and for
//! every slicing.
//!
//! | module | what |
//! |---|---|
//! | [`params`] | what a ball is, and where each number is from |
//! | [`ball`] | its state |
//! | [`step`] | [`BallStep`], the seam to whatever moves the ball |
//! | [`physics`] | [`BallPhysics`], our own step |
//! | [`field`] | [`Field`], forces beside gravity and air |
//! | [`world`] | [`StaticWorld`], the seam to what the ball bounces off |
//! | [`statics`] | [`Statics`], planes, boxes and capsules, and a [`Pitch`] of them |
//! | [`prediction`] | [`Prediction`]: samples, segments, events |
//! | [`sections`] | sections by height |
//! | [`control`] | [`Control`]: whom each human controls, and why |
//! | [`player`] | [`Player`], who may get to the ball |
//! | [`path`] | [`BallPath`], the ball's way as the search reads it |
//! | [`reach`] | [`ReachModel`]: where a player can be, and why that never grows |
//! | [`search`], [`window`] | [`InterceptSearch`]: all times at which the ball can be taken |
//! | [`intercept`] | [`Intercept`]: time, place, kind, waiting time, effort, difficulty |
//! | [`cache`] | [`InterceptCache`]: the same from frame to frame, mostly without a search |
//! | [`choice`] | [`Choice`]: who should go, by weighted criteria, with a log |
//! | [`questions`], [`kick`] | who is first, is a pass safe, where to run, which kick arrives |
//!
#![doc = include_str!("../docs/measurements.md")]

mod ball;
mod control;
mod fnv;
mod intercept;
mod vector;

// Where the ball will be.
pub use ball::field::{Explosion, Field, Whirlwind};
pub use ball::kick::{Kick, KickStyle, KickTarget, kick_to};
pub use ball::params::{BallParams, Drag, ParamsError};
pub use ball::physics::BallPhysics;
pub use ball::prediction::{
    FlightBounds, FlightEnd, FlightEvent, FlightEventKind, MAX_EVENTS, MAX_HORIZON_SECS,
    Prediction, PredictionError, PredictionOptions, Sample, SampleReading, Segment,
};
pub use ball::sections::{HeightBand, HeightBands, HeightBandsError, HeightSection};
pub use ball::state::{
    BallError, BallState, Ground, MAX_POSITION_M, MAX_SPEED_MPS, MAX_SPIN_RADPS, STEP_SECS,
};
pub use ball::statics::{Pitch, Shape, ShapeError, Statics};
pub use ball::step::{BallMotion, BallStep, StepEvents, Touch, TouchKind};
pub use ball::world::{Contact, HitId, SLOP_M, StaticWorld, Surface};

// Who can take it.
pub use intercept::cache::InterceptCache;
pub use intercept::choice::{
    Choice, ChoiceError, ChoiceInput, ChoiceWeights, Criteria, RatedPlayer,
};
pub use intercept::first::{Intercept, InterceptKind, TakenBy};
pub use intercept::path::BallPath;
pub use intercept::player::{Busy, BusyWith, Heights, Player, PlayerError, PlayerId, TeamId};
pub use intercept::questions::{
    FirstThere, PassOutlook, Run, first_there, pass_outlook, where_to_run,
};
pub use intercept::reach::ReachModel;
pub use intercept::scan::InterceptMoment;
pub use intercept::search::{InterceptSearch, PlayerIntercept, UnpairedError, first_intercept};
pub use intercept::window::InterceptWindow;

// Whom each human controls.
pub use control::candidate::{ControlCandidate, PlayerCondition};
pub use control::decision::{Assignment, ControlDecision, ControlReason, ScoredCandidate};
pub use control::error::ControlError;
pub use control::log::{DecisionLog, DecisionLogEntry, ReplayError};
pub use control::micros::{MAX_CONTROL_SECS, Micros};
pub use control::rules::{ControlRules, ControlRulesError};
pub use control::score::ControlScore;
pub use control::situation::{
    ControlMode, ControlSettings, ControlSituation, Human, HumanId, ManualSwitch,
};
pub use control::state::{ControlState, HumanState, SwitchLock, SwitchRequest};
pub use control::stick::StickBlend;
pub use control::switching::Control;
