//! Runs of frames on which a raw signal turns at a constant rate, or stands still.

use std::ops::Range;

use footwork_base::FrameRate;

use crate::{Encoding, EventTrack};

/// Frames with the same nearest event, all of them within its window or none of them within any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) start: usize,
    pub(super) stop: usize,
    /// The time of the event, or `None` where no event is near.
    pub(super) event: Option<f64>,
}

impl Segment {
    pub(super) fn frames(&self) -> Range<usize> {
        self.start..self.stop
    }
}

/// Replaces `out` by the segments of `count` frames from `first` on, which they count from.
pub(super) fn segments(
    track: &EventTrack,
    encoding: &Encoding,
    rate: FrameRate,
    first: i64,
    count: usize,
    out: &mut Vec<Segment>,
) {
    out.clear();
    let frames = Frames {
        numerator: rate.numerator() as f64,
        denominator: rate.denominator() as f64,
        per_sec: rate.as_f64(),
        first: first as f64,
        count,
    };
    let mut start = 0;
    let mut nearest = track.nearest(frames.time(0));
    while start < count {
        let Some((number, event)) = nearest.and_then(|n| Some((n, track.nth(n)?))) else {
            push(out, start, count, None);
            return;
        };
        let next = track.nth(number + 1);
        let stop = next.map_or(count, |next| {
            let middle = event + 0.5 * (next - event);
            frames.first_where(start, middle, |time| next - time <= time - event)
        });
        let window = encoding.window_secs();
        let enter = frames.first_where(start, event - window, |time| event - time < window);
        let enter = enter.min(stop);
        let leave = frames.first_where(enter, event + window, |time| time - event >= window);
        let leave = leave.min(stop);
        push(out, start, enter, None);
        push(out, enter, leave, Some(event));
        push(out, leave, stop, None);
        start = stop;
        nearest = Some(number + 1);
    }
}

/// Appends a segment, unless it is empty; one without an event joins such a one before it.
fn push(out: &mut Vec<Segment>, start: usize, stop: usize, event: Option<f64>) {
    if start >= stop {
        return;
    }
    match out.last_mut() {
        Some(last) if last.event.is_none() && event.is_none() => last.stop = stop,
        _ => out.push(Segment { start, stop, event }),
    }
}

/// The frames that are counted.
struct Frames {
    /// Of the rate.
    numerator: f64,
    denominator: f64,
    per_sec: f64,
    first: f64,
    count: usize,
}

impl Frames {
    fn time(&self, frame: usize) -> f64 {
        // As `frame_time` has it, with the numbers at hand; frames are exact in f64.
        (self.first + frame as f64) * self.denominator / self.numerator
    }

    /// The first frame from `from` on whose time passes a test that all later ones pass too, which
    /// is near the time `about`; `count` if there is none.
    fn first_where(&self, from: usize, about: f64, passes: impl Fn(f64) -> bool) -> usize {
        let guess = libm::ceil(about * self.per_sec - self.first);
        let guess = libm::fmin(libm::fmax(guess, from as f64), self.count as f64);
        // Invariant: between `from` and `count`.
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a place"
        )]
        let mut frame = guess as usize;
        while frame > from && passes(self.time(frame - 1)) {
            frame -= 1;
        }
        while frame < self.count && !passes(self.time(frame)) {
            frame += 1;
        }
        frame
    }
}
