//! ELAN `.eaf`: annotations on tiers, in milliseconds; one file a clip.
//!
//! What we write has tiers named after the first part of tags and events: `Gait`, and `Gait 2` for
//! spans that overlap others of it, as annotations of one tier may not. The tier's linguistic type
//! says what its annotations are (`footwork-tag`, `-rule`, `-not`, `-event`), and the text of each
//! is the whole name, an event's with its data behind it. An event is an annotation of one millisecond. The header
//! names the clip and its rate.
//!
//! Of files of others, an annotation `Run` on a tier `Gait` is a span of the tag `Gait.Run`.
//! Annotations without times of their own are left out, and that is said.
//!
//! Spans come back exactly while a frame is longer than a millisecond, and events to
//! one; those on whole frames exactly.
//!
//! Format: <https://www.mpi.nl/tools/elan/EAF_Annotation_Format_3.0_and_ELAN.pdf>

mod read;
mod write;
mod xml;

pub use read::read;
pub use write::write;

/// What types of tiers are called, before the word for the kind of item.
const TYPE_PREFIX: &str = "footwork-";

/// The property of the header with the clip's name.
const CLIP: &str = "footwork-clip";

/// The property of the header with the clip's frame rate.
const RATE: &str = "footwork-rate";

/// The step of times in seconds.
const STEP_SECS: f64 = 1e-3;
