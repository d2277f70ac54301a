//! Networks in a game: an ONNX file with its specification in, tags and events out.
//!
//! A network exported with `FeatureSpec.to_onnx` in Python states which columns it takes, how they are scaled, and
//! what its outputs mean. A [`Player`] computes the columns of each pose, runs the network, and decodes the outputs. With the
//! feature `tract`, on by default, [`TractRunner`] runs the network in pure Rust. With the feature `ort`, `OrtRunner` runs it by ONNX
//! Runtime, loaded from a library that the program names. Implement [`Runner`] to use another library. `web/` has the same for pages
//! and Node, with onnxruntime-web and the npm package.
//!
//! tract, ONNX Runtime (from Rust and from Python) and onnxruntime-web return the same outputs within 1e-5 and
//! fire the same events, over ten minutes of motion: `cargo xtask soak` compares them.
//!
//! A [`Generator`] is a network that moves the character itself. `examples/generator.rs` plays one for a minute.
//!
//! ```no_run
//! use footwork::events::Guards;
//! use footwork::features::{Frame, Skeleton};
//! use footwork_onnx::{Given, Player, TractRunner};
//!
//! # fn play(skeleton: &Skeleton, frame: &Frame) -> Result<(), Box<dyn std::error::Error>> {
//! let (spec, runner) = TractRunner::open(&std::fs::read("foot_strikes.onnx")?)?;
//! let mut player = Player::new(&spec, skeleton, runner, Guards::default())?;
//! let left = player.outputs().event("Foot.Left");
//!
//! // Before the first update, so that an event on frame 0 is passed too.
//! let mut previous = -1.0;
//!
//! // In each update of the game:
//! let now = 1.0 / 60.0;
//! while player.next_frame_secs() <= now {
//!     player.push(frame, &Given::default())?;
//! }
//! for at in player.outputs().events().between(left.unwrap(), previous, now) {
//!     println!("left foot strike at {at} s");
//! }
//! previous = now;
//! # Ok(())
//! # }
//! ```
//!
//! | file in `integrations/onnx/src/` | holds |
//! |---|---|
//! | `runner.rs` | the trait of everything that runs a network |
//! | `generator.rs` | a network that computes each frame of a character from the previous frames and a control |
//! | `player.rs` | poses and tags in, tags and events out |
//! | `tract_runner.rs` | networks run by tract |
//! | `ort_runner.rs` | networks run by ONNX Runtime |

mod generator;
#[cfg(feature = "ort")]
mod ort_runner;
mod player;
mod runner;
#[cfg(feature = "tract")]
mod tract_runner;

pub use generator::{Generator, GeneratorError};
#[cfg(feature = "ort")]
pub use ort_runner::{OrtError, OrtRunner};
pub use player::{Given, Player, PlayerError};
pub use runner::Runner;
#[cfg(feature = "tract")]
pub use tract_runner::{TractError, TractRunner};
