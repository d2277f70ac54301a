//! Evaluates leaves of a query other than tags on one clip: events, predicates and similar poses.

use footwork_base::FrameRange;

use crate::database::Database;
use crate::ids::{ClipId, EventId};
use crate::ranges::Ranges;
use crate::resolver::Similar;

/// Writes the first frame at or after each event.
pub(super) fn first_frames(
    database: &Database,
    events: &[EventId],
    clip: ClipId,
    out: &mut Ranges,
) {
    around(database, events, clip, out, |time| {
        let frame = whole(time.ceil());
        (frame, frame)
    });
}

/// Writes the frames at most `distance` from each event.
pub(super) fn near(
    database: &Database,
    events: &[EventId],
    clip: ClipId,
    distance: u32,
    out: &mut Ranges,
) {
    // For whole f and n, f + n >= t is the same as f + n >= ceil(t), and f - n <= t is the same as
    // f - n <= floor(t).
    around(database, events, clip, out, |time| {
        let (first, last) = (whole(time.ceil()), whole(time.floor()));
        (
            first.saturating_sub(distance),
            last.saturating_add(distance),
        )
    });
}

/// Writes the frames from `first` to `last` around each event, cut to the clip.
fn around(
    database: &Database,
    events: &[EventId],
    clip: ClipId,
    out: &mut Ranges,
    frames_of: impl Fn(f64) -> (u32, u32),
) {
    let clip_frames = database.clips()[clip].frames;
    out.rebuild(|ranges| {
        for &event in events {
            for &time in database.event_times(event, clip) {
                let (first, last) = frames_of(time);
                let stop = last.saturating_add(1).min(clip_frames);
                ranges.extend(FrameRange::new(first, stop));
            }
        }
    });
}

/// Returns a whole number as a frame, saturating at both ends.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, which is intended"
)]
fn whole(frame: f64) -> u32 {
    frame as u32
}

/// Writes the frames for which a predicate holds, cut to the clip.
pub(super) fn predicate(database: &Database, text: &str, clip: ClipId, out: &mut Ranges) {
    out.clear();
    if let Some(resolver) = database.resolver() {
        let clip_frames = database.clips()[clip].frames;
        resolver.frames(text, clip, clip_frames, out);
        out.clamp(clip_frames);
    }
}

/// Writes the frames of the clip that are similar to the given frames, cut to the clip.
pub(super) fn similar(database: &Database, asked: &Similar, clip: ClipId, out: &mut Ranges) {
    out.clear();
    if let Some(resolver) = database.resolver() {
        let clip_frames = database.clips()[clip].frames;
        resolver.similar(asked, clip, clip_frames, out);
        out.clamp(clip_frames);
    }
}
