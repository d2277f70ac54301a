//! Events of single frames as smooth signals that a network can predict, and back to times.
//!
//! After D. Holden, *Encoding Events for Neural Networks* (2021). A foot strike, a sound, a point
//! where two clips meet: an event is on one frame, and a network that is to predict it as 0, 0, 0,
//! 1, 0 learns badly. Instead each event becomes the time to the nearest one, as an angle, as the
//! sine and cosine of that angle; what comes back fires where the angle falls through zero.
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
//! // Windows of 0.3 s to both sides; smoothed by one frame.
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
//! Times are f64 seconds, also between frames; frame i is at i / rate. Signals are f32, worked out
//! in f64, and the same bits on every machine.
//!
//! | module | what |
//! |---|---|
//! | [`track`] | the times of one event; which of them an update passed |
//! | [`encoding`] | the window and the smoothing; their defaults from data, and what is wrong with them |
//! | [`encode`] | tracks to signals, and the plain reference |
//! | [`decode`] | one pair, or a whole signal, to times |
//! | [`trigger`] | a stream of pairs to moments, for one event of one character |
//! | [`guards`] | what a trigger checks before it fires |
//! | [`mod@score`] | found events against true ones |
//! | [`mod@contacts`] | when feet touch the ground, by their heights and speeds |
//! | [`channel`] | what the columns are called |

pub mod channel;
pub mod contacts;
pub mod decode;
pub mod encode;
pub mod encoding;
pub mod guards;
pub mod score;
pub mod track;
pub mod trigger;

pub use contacts::{Contact, ContactError, ContactOptions, JointTrack, contacts};
pub use decode::Decoded;
pub use encode::EncodeError;
pub use encoding::{Encoding, EncodingError, EncodingWarning};
pub use guards::{Guards, GuardsError, Rejections};
pub use score::{Score, ScoreError, Tolerance, score};
pub use track::{EventTrack, TooClose, TrackError};
pub use trigger::{Passing, Trigger};
