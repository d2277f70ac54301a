//! Detected events: feet that strike the ground, and the ends of the ranges that a query found.
//!
//! Detection is separate from writing: it returns events and changes nothing, so a caller can score or review them
//! first. [`add_detected`] then adds them to the sidecars as one edit, skipping events that the clips already have.
//! Invariant: an event within `same_within_frames` of another one with the same name is the same event, so adding
//! events twice changes nothing.

mod contact_frames;
mod pairs;
mod strikes;
mod write;

use footwork_base::Name;
use footwork_sidecar::Finding;
use footwork_tags::{ClipId, RangeSet};

use footwork_library::Library;

pub use contact_frames::contact_frames;
pub use pairs::{EventPairs, PairedTimes};
pub(crate) use strikes::{contacts_of_feet, foot_contacts};
pub use strikes::{detect_strikes, detect_strikes_in};
pub(crate) use write::missing_events;
pub use write::{AddedEvents, SAME_EVENT_FRAMES, SAME_EVENT_SECS, add_detected, existing_times};

/// A detected event.
#[derive(Clone, Debug, PartialEq)]
pub struct Detected {
    /// The clip; never a mirrored twin, whose events follow its original.
    pub clip: ClipId,
    /// The name of the event.
    pub name: Name,
    /// The time, in frames from the clip's start, rounded to hundredths.
    pub frame: f64,
    /// For a strike in a looping clip, the length of the loop in frames: distances to other events
    /// are measured across the seam too.
    pub round_frames: Option<u32>,
    /// The distance within which an event of the same name counts as the same event: [`SAME_EVENT_SECS`] for a strike,
    /// [`SAME_EVENT_FRAMES`] for an end of a range.
    pub same_within_frames: f64,
}

/// The detected events in all clips.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detection {
    /// The events, ordered by clip, name and time.
    pub events: Vec<Detected>,
    /// Findings about clips whose feet are not known.
    pub findings: Vec<Finding>,
    /// Findings about clips whose motion could not be read.
    pub unread: Vec<Finding>,
}

/// The end of a range at which an event is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeEnd {
    /// The first frame of the range.
    Starts,
    /// The frame after the range. A range that reaches the clip's end gets no event.
    Stops,
}

/// Returns an event at one end of each range. A range that reaches the end of its clip has no event at its stop.
/// Mirrored twins are skipped.
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
            same_within_frames: SAME_EVENT_FRAMES,
        })
    });
    events.collect()
}
