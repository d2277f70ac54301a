//! Events that are found by a machine: feet that strike the ground, and ends of what queries find.
//!
//! What is found is a proposal. [`add_detected`] adds it to the sidecars as one edit, but
//! for events that are there already.

mod pairs;
mod strikes;
mod write;

use footwork_base::Name;
use footwork_sidecar::Finding;
use footwork_tags::{ClipId, RangeSet};

use footwork_library::Library;

pub use pairs::EventPairs;
pub use strikes::{detect_strikes, detect_strikes_in};
pub use write::{SAME_FRAMES, SAME_SECS, add_detected, already_there};

/// An event that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Detected {
    /// The clip; no mirrored twin, as those follow their originals.
    pub clip: ClipId,
    /// What the event is called.
    pub name: Name,
    /// When it is, in frames from the clip's start, in hundredths.
    pub frame: f64,
    /// Of a strike in a clip that loops, the length of a round in frames: what is near it across the
    /// seam is the same.
    pub round_frames: Option<u32>,
    /// An event of its name within this distance is the same: [`SAME_SECS`] of a strike,
    /// [`SAME_FRAMES`] of an end of a range.
    pub same_within_frames: f64,
}

/// What was found in all clips.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detection {
    /// By clip, name and time.
    pub events: Vec<Detected>,
    /// Clips without feet that are known by name.
    pub findings: Vec<Finding>,
    /// Clips whose motion could not be read.
    pub unread: Vec<Finding>,
}

/// Which ends of ranges are events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeEnd {
    /// The first frame of a range.
    Starts,
    /// The frame behind a range; a range that reaches the clip's end has none.
    Stops,
}

/// Events at one end of each range. Twins are passed over.
pub fn detect_ends(
    library: &Library,
    found: &RangeSet,
    at: RangeEnd,
    name: &Name,
) -> Vec<Detected> {
    let originals = library.originals();
    let events = originals.flat_map(|(clip, entry)| {
        let frames = found.ranges(clip).iter().map(move |range| match at {
            RangeEnd::Starts => range.start(),
            RangeEnd::Stops => range.stop(),
        });
        let inside = frames.filter(|&frame| frame < entry.frames);
        inside.map(move |frame| Detected {
            clip,
            name: name.clone(),
            frame: f64::from(frame),
            round_frames: None,
            same_within_frames: SAME_FRAMES,
        })
    });
    events.collect()
}
