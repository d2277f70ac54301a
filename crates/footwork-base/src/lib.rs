//! Types that all Footwork crates share: frames and times, names and ids, and places and errors in texts. Also maths
//! functions with the same bits on every machine.
//!
//! ```
//! use footwork_base::{FrameRange, FrameRate, Name, Seconds, maths, nearest};
//!
//! // Time is counted in frames. Seconds are converted to frames once, exactly.
//! let rate: FrameRate = "30000/1001".parse()?;
//! assert_eq!("1.001".parse::<Seconds>()?.to_frames(rate), Some(30));
//! assert_eq!(FrameRange::new(12, 36).unwrap().frame_count(), 24);
//!
//! // A name has one canonical spelling, and `nearest` corrects a misspelt one.
//! let name: Name = r#""Gait".Run"#.parse()?;
//! assert_eq!(name.as_str(), "Gait.Run");
//! assert_eq!(nearest("Gait.Rnu", ["Gait.Run", "Gait.Walk"]), Some("Gait.Run"));
//!
//! assert_eq!(maths::sin(0.5).to_bits(), 0x3ef5_7744);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file in `crates/footwork-base/src/` | holds |
//! |---|---|
//! | `range.rs` | [`FrameRange`], a non-empty half-open range of frames |
//! | `rate.rs` | [`FrameRate`], frames per second as an exact fraction |
//! | `time.rs`, `decimal.rs` | [`Seconds`], and the one place where seconds become frames |
//! | `amount.rs` | [`Amount`], a length of time in frames or seconds |
//! | `name.rs` | [`Name`], what tags, events and channels are called |
//! | `number.rs` | narrowing numbers: [`to_f32`], [`to_u32`] |
//! | `quoted.rs` | [`quote`] and [`unquote`]: JSON strings, for parts of names that are not identifiers |
//! | `id.rs` | typed ids ([`typed_id!`]) and [`IdVec`], an array indexed only by its own id type |
//! | `clip_pattern.rs` | [`ClipPattern`], which clip names match |
//! | `heading.rs` | [`Heading`]: the source of the direction in which a character faces |
//! | `up_axis.rs` | [`UpAxis`]: the direction of a file's coordinates that points up |
//! | `fbx_range.rs` | [`FbxRange`]: which frames of an FBX animation count |
//! | `length_unit.rs` | [`LengthUnit`], the unit of lengths in a motion file |
//! | `role.rs` | [`Role`], the part that a joint plays in a humanoid skeleton |
//! | `text_span.rs` | [`TextSpan`] and [`Position`]: places in a text |
//! | `text_error.rs` | [`TextErrors`]: everything that is wrong with a text |
//! | `suggestion.rs` | [`Suggestion`] and [`nearest()`]: "did you mean …" |
//! | `display.rs` | [`display!`]: the messages of an error type, written as a table |
//! | `simd.rs` | [`SimdLevel`]: which SIMD instructions are in use |
//! | `maths.rs`, `maths/` | [`maths`]: f32 functions, from sine to noise |

mod amount;
mod clip_pattern;
mod decimal;
mod display;
mod fbx_range;
mod heading;
mod id;
mod length_unit;
pub mod maths;
mod name;
mod number;
mod quoted;
mod range;
mod rate;
mod role;
mod simd;
mod suggestion;
mod text_error;
mod text_span;
mod time;
mod up_axis;

pub use amount::{Amount, ParseAmountError};
pub use clip_pattern::ClipPattern;
pub use fbx_range::{FbxRange, ParseFbxRangeError};
pub use heading::{Heading, ParseHeadingError};
pub use id::{Id, IdVec, TooManyIds};
pub use length_unit::{LengthUnit, ParseUnitError};
pub use name::{Name, ParseNameError, ScannedName};
pub use number::{to_f32, to_u32};
pub use quoted::{QuoteError, QuoteErrorKind, quote, unquote};
pub use range::FrameRange;
pub use rate::{FrameRate, ParseRateError};
pub use role::{Role, UnknownRole};
pub use simd::{SimdLevel, SimdWork, SupportedLevel};
pub use suggestion::{Suggestion, nearest};
pub use text_error::{
    Diagnostic, MAX_TEXT_ERRORS, TextError, TextErrorKind, TextErrors, TextErrorsBuilder,
};
pub use text_span::{Position, TextSpan};
pub use time::{ParseSecondsError, Seconds, TimeError, frames_from_secs};
pub use up_axis::{ParseUpAxisError, UpAxis};
