//! The words that every Footwork crate shares.
//!
//! | module | words |
//! |---|---|
//! | [`range`] | [`FrameRange`], a non-empty half-open run of frames |
//! | [`rate`] | [`FrameRate`], frames a second as an exact fraction |
//! | [`amount`] | [`Amount`], a length of time in frames or seconds |
//! | [`time`] | [`Seconds`] and the one place where seconds become frames |
//! | [`id`] | typed ids ([`typed_id!`]) and the arrays they index ([`IdVec`]) |
//! | [`maths`] | sin to noise of f32, the same bits on every machine |
//! | [`name`] | [`Name`], what tags, events and channels are called |
//! | [`quoted`] | JSON strings, for the parts of names that are no identifiers |
//! | [`simd`] | [`SimdLevel`], which instructions the processor has |
//! | [`text`] | [`TextSpan`], [`Position`]: where in a text |
//! | [`diagnostic`] | [`Diagnostic`], what is wrong there and what would be right |
//! | [`mod@nearest`] | "did you mean …" |

pub mod amount;
pub mod diagnostic;
pub mod id;
pub mod maths;
pub mod name;
pub mod nearest;
pub mod quoted;
pub mod range;
pub mod rate;
pub mod simd;
pub mod text;
pub mod time;

pub use amount::{Amount, ParseAmountError};
pub use diagnostic::Diagnostic;
pub use id::{Id, IdVec, TooManyIds};
pub use name::{Name, ParseNameError, ScannedName};
pub use nearest::nearest;
pub use range::FrameRange;
pub use rate::{FrameRate, ParseRateError};
pub use simd::{FoundSimd, SimdLevel};
pub use text::{Position, TextSpan};
pub use time::{ParseSecondsError, Seconds, TimeError, frames_from_secs};
