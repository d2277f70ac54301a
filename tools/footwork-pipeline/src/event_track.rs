//! The events of a clip as a track of times, the input of event encodings.

use footwork_events::{EventTrack, TrackError};
use footwork_tags::{ClipId, EventId};

use footwork_library::Library;

/// Returns the times of the given events in a clip, in seconds. If the clip loops, the track loops
/// too.
///
/// # Errors
/// Returns a [`TrackError`], which events of a library never cause.
pub fn event_track(
    library: &Library,
    events: &[EventId],
    clip: ClipId,
) -> Result<EventTrack, TrackError> {
    let entry = &library.clips()[clip];
    let rate = entry.rate;
    let secs = |frame: f64| frame * rate.denominator() as f64 / rate.numerator() as f64;
    let frames = events.iter();
    let frames = frames.flat_map(|&event| library.database().event_times(event, clip));
    match entry.round_frames.map(f64::from) {
        // In a loop, the last frame is the first one again.
        Some(round) => {
            let within = frames.map(|frame| secs(frame % round));
            EventTrack::looped(within.collect(), secs(round))
        }
        None => EventTrack::new(frames.copied().map(secs).collect()),
    }
}
