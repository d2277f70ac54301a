//! Encodes events on single frames as smooth signals that a network can predict, and decodes signals to times.
//!
//! The method follows D. Holden, *Encoding Events for Neural Networks* (2021). An event, such as a foot strike or a
//! sound, is on one frame, and networks are bad at predicting 0, 0, 0, 1, 0. Instead, every frame holds the time to the
//! nearest event, as the sine and cosine of an angle. An event fires when the predicted angle falls through zero.
//!
//! ```text
//! signed time to the nearest event, positive before it
//!   -> at most the window W, before or after     -> angle = π · time / W
//!   -> (sin, cos)                                -> a light Gaussian smoothing
//!   -> the network                               -> atan2 -> time -> Trigger
//! ```
//!
//! ```
//! use footwork_base::FrameRate;
//! use footwork_events::{Encoding, EventTrack, Guards};
//!
//! let strikes = EventTrack::new(vec![0.5, 1.1, 1.75]).unwrap();
//! let rate = FrameRate::whole(60).unwrap();
//! // The window is 0.3 s to both sides, and the smoothing is one frame.
//! let encoding = Encoding::new(0.3, rate.period_secs()).unwrap();
//!
//! // Two columns, (sin, cos), and a row for each of 120 frames.
//! let signal = encoding.encode(&[strikes], rate, 120).unwrap();
//! assert_eq!(signal.len(), 120 * 2);
//!
//! let decoded = encoding.decode_all(signal.as_chunks().0, rate, Guards::default()).unwrap();
//! for (found, truth) in decoded.times.iter().zip([0.5, 1.1, 1.75]) {
//!     assert!((found - truth).abs() < 0.01 / 60.0);
//! }
//! ```
//!
//! Times are f64 seconds and may lie between frames. Frame i is at i / rate. Signals are f32, computed in f64, and have
//! the same bits on every machine.
//!
//! # From times to signals and back
//!
//! The files in `crates/footwork-events/src/`, in the order of the data:
//!
//! | file | holds |
//! |---|---|
//! | `track.rs`, `track/passed.rs` | the times of one event, looping or not; the events passed by an update of the clock |
//! | `encoding.rs` | the window and the smoothing of a signal; their defaults from data |
//! | `encode.rs`, `encode/error.rs` | the entry points for encoding tracks as signals |
//! | `encode/oracle.rs`, `kernel.rs` | the plain encoder for tests; the Gaussian |
//! | `encode/tile.rs` | a few hundred frames of all tracks at a time |
//! | `encode/segments.rs`, `origins.rs`, `clock.rs` | the frames on which a point turns; its value next to the event; the times of frames |
//! | `encode/turns.rs`, `point.rs` | a point that turns at a constant rate, from a table |
//! | `encode/frames.rs`, `percentile.rs` | conversions of frames to numbers, indexes and times; percentiles of sorted numbers |
//! | `encode/changes.rs` | the effect of smoothing where a point starts and stops turning |
//! | `decode.rs` | decoding pairs and whole signals to times |
//! | `trigger.rs`, `trigger/`, `guards.rs` | detecting events in a stream of pairs or probabilities, and the checks before one fires |
//! | `probability.rs`, `decode_peaks.rs`, `target.rs` | events as a probability per frame instead of a pair; the choice of one of the two |
//! | `network_events.rs` | the events that a network predicts, on the clock of a game |
//! | `contacts.rs`, `contacts/floor.rs` | ground contacts of feet, from speeds and heights above a local floor |
//! | `score.rs` | found events compared with true ones |

mod contacts;
mod decode;
mod decode_peaks;
mod encode;
mod encoding;
mod guards;
mod network_events;
mod percentile;
mod probability;
mod score;
mod target;
mod track;
mod trigger;

pub use contacts::{
    Contact, ContactError, ContactOptions, JointTrack, contacts, heights_above_floor,
};
pub use decode::Decoded;
pub use decode_peaks::TuneError;
pub use encode::{EncodeError, MAX_LOOP_EVENTS, MAX_SMOOTHING_FRAMES, column_names, encode_oracle};
pub use encoding::{Encoding, EncodingError, EncodingWarning, MAX_WINDOW_SECS};
pub use guards::{Guards, GuardsError, Rejections};
pub use network_events::{NetworkEvents, PairCountError};
pub use probability::{Probability, ProbabilityError};
pub use score::{
    EventLists, Score, ScoreError, TimingError, Tolerance, score, score_all, score_each,
};
pub use target::EventTarget;
pub use track::{EventTrack, MAX_TIME_SECS, MIN_GAP_FRAMES, PassedEvents, TooClose, TrackError};
pub use trigger::{Passing, Trigger};
