//! Events on the first or the last frame of a clip. Detectors often place an event there if they found no real one.

use footwork_base::FrameRange;

use super::report::Report;
use super::subject::Subject;

pub(super) fn check(subject: &Subject<'_>, report: &mut Report<'_>) {
    let frames = subject.entry.frames;
    for (name, time) in subject.entry.events() {
        let Some(frame) = frame_of(time, frames) else {
            continue;
        };
        let edge = match frame.start() {
            0 => "first",
            start if start + 1 == frames => "last",
            _ => continue,
        };
        let message = format!(
            "{name} at {time} is on the {edge} frame; is it where the event happens, or where the \
             clip is cut?"
        );
        report.add(
            "event-at-edge",
            subject.about(Some(frame), Some(name)),
            message,
        );
    }
}

/// Returns the frame on which queries see an event: the first frame at or after its time. `None` if the clip has no
/// such frame.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "times are not negative, and less than the number of frames here"
)]
pub(super) fn frame_of(time: f64, frames: u32) -> Option<FrameRange> {
    if !(0.0..f64::from(frames)).contains(&time) {
        return None;
    }
    let frame = (time.ceil() as u32).min(frames.checked_sub(1)?);
    FrameRange::new(frame, frame + 1)
}
