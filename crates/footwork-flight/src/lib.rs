//! Predicts where the ball will be, which players can take it, and which player each human should control.
//!
//! A ball is stepped at 240 Hz through drag, lift, bounces and rolls. A prediction takes the same steps ahead of time,
//! a slice per frame, and reduces the whole flight to a few samples. A search finds when each player can first reach
//! the ball on this path. From these times, control switching assigns a player to each human. The crate follows the WOF
//! blog post *AI assisted footballer control switching* (2008).
//!
//! ```
//! use footwork_flight::{
//!     BallParams, BallPath, BallPhysics, BallState, FlightEventKind, Pitch, Player, PlayerId, Prediction,
//!     PredictionOptions, ReachModel, first_intercept,
//! };
//!
//! // A drive at the crossbar from 20 m.
//! let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
//! let kick = BallState::new(0.0, [32.5, 0.11, 0.0], [26.0, 7.55, 0.0]).unwrap();
//! let mut flight = Prediction::new(&physics, &kick, PredictionOptions::default()).unwrap();
//!
//! // The part of the flight that a frame predicts is usable at once.
//! flight.advance_frame(&physics, 0.0);
//! let bar = flight.events()[0];
//! assert_eq!(bar.kind, FlightEventKind::Bounce);
//! assert!(bar.position[0] > 52.0 && bar.position[1] > 2.3);
//!
//! // The rebound falls to a player on the edge of the box.
//! flight.finish(&physics);
//! let striker = Player::new(PlayerId::new(9), [40.0, 0.0, 0.0]);
//! let path = BallPath::from_prediction(&flight);
//! let taken = first_intercept(&path, &striker, ReachModel::Full, bar.secs).unwrap().unwrap();
//! assert!(taken.secs > bar.secs && taken.position[0] < 52.0);
//! ```
//!
//! Units are SI and y is up; positions are f64. The same input gives the same bits on every machine and for every
//! slicing. `docs/flight.png` in the repository shows flights with their samples and height sections. To draw it, run
//! `cargo run -p footwork-pictures -- flight`.
//!
//! # In a game
//!
//! The crate is not on crates.io yet. Depend on it by path, from a clone of the repository next to the game:
//!
//! ```toml
//! [dependencies]
//! footwork-flight = { path = "../footwork/crates/footwork-flight", features = ["serde"] }
//! ```
//!
//! `examples/game_loop.rs` is a whole game loop. It steps a ball, predicts in slices, searches, chooses, switches
//! control, kicks and replays.
//!
//! **Possession belongs to the game.** This crate steps a free ball. The game places a ball at a player's feet or in a
//! keeper's hands.
//! - A dribble is a series of small touches. At each touch call [`BallState::kick`], restart the prediction, and
//!   set `is_touched` and `touched_by` of the [`ControlSituation`]. For the rules, consecutive touches by one
//!   player count as one.
//! - A held ball is in a keeper's hands or shielded at a player's feet. Place the ball in each frame with
//!   [`BallState::new`] at the current time. No other player can take it, so do not predict, search or decide. At the
//!   release, kick the ball, restart the prediction and report a touch.
//! - A player has the ball in reach if `first.secs <= now_secs` for its first intercept. Handle kicks before the search,
//!   with the results of the previous frame. If several players can take the ball, or if the player has just kicked it,
//!   the game decides who takes it.
//! - Give the player in possession a [`Busy`] for the duration of its kick or trap. Set `is_pass_target` and
//!   `is_keeper` of each [`ControlCandidate`], because a search does not know them.
//! - With humans on both teams, choose once for each team, with its goal, and give each candidate the choice of its team.
//! - Call [`Prediction::advance_frame`] once per frame and [`Prediction::restart`] once per kick. A prediction is
//!   complete after [`PredictionOptions::frames`]. The default of 8 takes 0.13 s at 60 Hz but 0.4 s at 20 Hz; 3 frames
//!   are better at 20 Hz. Until then, an arrival may be [`Arrival::Unknown`], and control uses the earliest time at
//!   which the player may arrive. A touch before then does not delay completion.
//! - Frames need not be whole steps. Step while `ball.secs() + 0.5 * STEP_SECS` is not after the time of the frame, and
//!   pass `ball.secs()` as `now_secs` everywhere. The half step is a margin for rounding, which would sometimes lose a
//!   whole step.
//! - The game chooses the numbers of ids, such as `PlayerId::new(7)`; [`Id`] converts them from and to indices.
//! - With the feature `serde`, states, parameters, players, situations, decisions and logs can be saved. To continue
//!   with the same decisions, save the ball, the players, each [`Human`], the [`ControlRules`] and [`ControlState`],
//!   and the prediction as [`Prediction`] describes. Paths, caches and choices are rebuilt. JSON must keep every bit of a
//!   number: `serde_json` does with its feature `float_roundtrip`.
//!
//! ```ignore
#![doc = include_str!("../examples/game_loop.rs")]
//! ```
//!
//! # The source, in order of data flow
//!
//! The source has three folders under `src/`. Each folder imports only from the folders before it.
//!
//! | `ball/` | holds |
//! |---|---|
//! | `params.rs`, `state.rs` | [`BallParams`], with the source of each number; [`BallState`] |
//! | `step.rs`, `world.rs`, `field.rs` | the seams: [`BallStep`] moves the ball, a [`StaticWorld`] stops it, a [`Field`] pushes it |
//! | `physics.rs`, `physics/` | [`BallPhysics`], our step, in swept pieces: `air`, `impact`, `roll`, the `sides` beside a rolling ball, the `slide` of one that rattles, the `sweep` and the `body` they share |
//! | `statics.rs`, `statics/` | [`Statics`], swept in closed form: `plane`, `cuboid` and `capsule`, with the code that convex shapes share in `convex`; `push_out` frees a ball that starts inside; [`Pitch`] |
//! | `prediction.rs`, `prediction/` | [`Prediction`]: `build` steps it, the `sampler` chooses samples, `sample` reads them, `clock` times a ball at rest |
//! | `sections.rs` | [`HeightSection`]: when the ball is at which height |
//! | `kick.rs` | [`kick_to`]: the kick that arrives, by shooting |
//!
//! | `intercept/` | holds |
//! |---|---|
//! | `player.rs` | [`Player`] |
//! | `path.rs`, `path/` | [`BallPath`]: the flight as lines, with a hash, and bounds for every four lines |
//! | `reach.rs`, `reach/` | [`ReachModel`]: where a player can be, and why that never grows; the growing disc of `cone`, which is the whole reach in `simple`, and which `full` cuts along 16 directions by the player's fastest motion along each (`motion`, `farthest`, `dash`) |
//! | `scan.rs`, `window.rs`, `moment.rs` | one reach against one path: bounds first, roots only where a line crosses |
//! | `search.rs`, `error.rs` | [`InterceptSearch`]: all windows of all players |
//! | `first.rs`, `arrival.rs` | [`Intercept`]: the first one, each number with its formula; [`Arrival`]: its time, or never, or not known yet |
//! | `cache.rs`, `cache/`, `cutting.rs` | [`InterceptCache`]: first intercepts from frame to frame, mostly without a search; in the full model by cutting planes |
//! | `choice.rs`, `later.rs`, `questions.rs` | [`Choice`]: who should go and when, by weighted criteria; who is first, is a pass safe, where to run |
//!
//! | `control/` | holds |
//! |---|---|
//! | `situation.rs`, `candidate.rs` | [`ControlSituation`]: what a decision looks at |
//! | `rules.rs`, `micros.rs` | [`ControlRules`]; whole microseconds, so that sums and ties are exact |
//! | `table.rs`, `score.rs` | the situation checked and sorted; each candidate's [`ControlScore`] |
//! | `judge.rs`, `greedy.rs`, `stages.rs` | the rules for one human and one candidate; who goes first; the stages of a decision |
//! | `switching.rs`, `state.rs` | [`Control`] and all that it remembers |
//! | `decision.rs`, `stick.rs` | [`ControlDecision`]: assignments with reasons; [`StickBlend`] |
//! | `log.rs`, `hash.rs` | [`DecisionLog`]: decisions hashed and replayed |
//!
#![doc = include_str!("../docs/measurements.md")]

mod ball;
mod control;
mod fnv;
#[cfg(feature = "serde")]
mod ids;
mod intercept;
mod out_of_range;
mod vector;

pub use footwork_base::Id;

// Where the ball will be.
pub use ball::field::{Explosion, Field, Whirlwind};
pub use ball::kick::{Kick, KickStyle, KickTarget, kick_to};
pub use ball::params::{BallParams, Drag};
pub use ball::physics::BallPhysics;
pub use ball::prediction::{
    FlightBounds, FlightEnd, FlightEvent, FlightEventKind, MAX_EVENTS, MAX_HORIZON_SECS,
    Prediction, PredictionError, PredictionOptions, Sample, SampleReading, Segment,
};
pub use ball::sections::{HeightBand, HeightBands, HeightBandsError, HeightSection};
pub use ball::state::{
    BallError, BallState, Ground, MAX_BALL_SECS, MAX_POSITION_M, MAX_SPEED_MPS, MAX_SPIN_RADPS,
    STEP_SECS,
};
pub use ball::statics::{Pitch, Shape, ShapeError, Statics};
pub use ball::step::{BallMotion, BallStep, Rest, StepEvents, Touch, TouchKind};
pub use ball::world::{Contact, HitId, SLOP_M, StaticWorld, Surface};

// Who can take it.
pub use intercept::arrival::Arrival;
pub use intercept::cache::InterceptCache;
pub use intercept::choice::{
    Choice, ChoiceError, ChoiceInput, ChoiceWeights, Criteria, RatedPlayer,
};
pub use intercept::error::SearchError;
pub use intercept::first::{Intercept, InterceptKind, TakenBy};
pub use intercept::moment::InterceptMoment;
pub use intercept::path::BallPath;
pub use intercept::player::{Busy, BusyWith, Heights, Player, PlayerError, PlayerId, TeamId};
pub use intercept::questions::{
    FirstThere, PassOutlook, Run, first_there, pass_outlook, where_to_run,
};
pub use intercept::reach::ReachModel;
pub use intercept::search::{InterceptSearch, PlayerIntercept, UnpairedError, first_intercept};
pub use intercept::window::InterceptWindow;

// Which player each human controls.
pub use control::candidate::{ControlCandidate, PlayerCondition};
pub use control::decision::{Assignment, ControlDecision, ControlReason, ScoredCandidate};
pub use control::error::ControlError;
pub use control::log::{DecisionLog, DecisionLogEntry, ReplayError};
pub use control::micros::{MAX_CONTROL_SECS, MAX_LATE_SECS, Micros};
pub use control::rules::ControlRules;
pub use control::score::ControlScore;
pub use control::situation::{
    ControlMode, ControlSettings, ControlSituation, Human, HumanId, ManualSwitch,
};
pub use control::state::{ControlState, HumanState, LeftPlayer, SwitchLock, SwitchRequest};
pub use control::stick::StickBlend;
pub use control::switching::Control;
pub use out_of_range::OutOfRangeError;
