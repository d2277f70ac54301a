//! ELAN `.eaf`: annotations on tiers, in milliseconds; one file per clip.
//!
//! Footwork names tiers after the first part of tags and events: `Gait`, and `Gait 2` for spans that overlap others,
//! because annotations of one tier may not overlap. The tier's linguistic type gives the kind of its annotations
//! (`footwork-tag`, `-rule`, `-not`, `-event`), and the text of each annotation is the full name. For an event, the
//! data follows the name. An event is an annotation of one millisecond. The header names the clip and its rate.
//!
//! In files from other programs, an annotation `Run` on a tier `Gait` is a span of the tag `Gait.Run`. Annotations
//! without their own times are left out, and a finding says so.
//!
//! Spans round-trip exactly if a frame is longer than 1 ms. Events round-trip to 1 ms, or exactly if they are on whole
//! frames.
//!
//! Format: <https://www.mpi.nl/tools/elan/EAF_Annotation_Format_3.0_and_ELAN.pdf>

mod read;
mod write;
mod xml;

pub use read::read_eaf;
pub use write::write_eaf;

/// The prefix of a tier's type, before the word for the kind of item.
const TYPE_PREFIX: &str = "footwork-";

/// The header property with the clip's name.
const CLIP: &str = "footwork-clip";

/// The header property with the clip's frame rate.
const RATE: &str = "footwork-rate";

/// The resolution of times, in seconds.
const STEP_SECS: f64 = 1e-3;
