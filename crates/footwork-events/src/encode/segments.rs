//! Finds the frames on which a raw signal turns. On all other frames the signal is constant.

use std::ops::Range;

use super::clock::{Clock, larger, smaller, whole};
use super::frames::signed;
use super::origins::{MAX_EVENTS, Origins};
use super::point::Point;
use crate::encoding::Encoding;
use crate::track::EventTrack;

/// The frames in an event's window that are nearer to this event than to any other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) event: f64,
    pub(super) start: i64,
    pub(super) stop: i64,
    /// The frame nearest to the event, and the signal there.
    pub(super) origin: (i64, Point),
}

/// The number of events in a chunk processed at once.
const CHUNK: usize = 8;

/// Reads the segments of a track, one run of frames after another.
pub(super) struct Segments<'a> {
    track: &'a EventTrack,
    clock: Clock,
    window_secs: f64,
    radians_per_sec: f64,
    /// The number of the event nearest to the next frame, or of an earlier event.
    nearest: Option<i64>,
}

impl<'a> Segments<'a> {
    pub(super) fn new(track: &'a EventTrack, clock: Clock, encoding: &Encoding) -> Self {
        Self {
            track,
            clock,
            window_secs: encoding.window_secs(),
            radians_per_sec: encoding.angle(1.0),
            nearest: None,
        }
    }

    /// Replaces `out` with the segments of `frames`, cut off at the first and the last frame. The next call must start
    /// at frame `next`.
    #[inline(always)]
    pub(super) fn read(&mut self, frames: &Range<i64>, next: i64, out: &mut Vec<Segment>) {
        out.clear();
        let near = Frames {
            clock: self.clock,
            first: frames.start as f64,
            count: (frames.end - frames.start) as f64,
        };
        let first_secs = self.clock.time(near.first);
        let nearest = self.nearest.or_else(|| self.track.nearest(first_secs));
        let Some(mut number) = nearest else {
            return;
        };
        let (mut runs, mut origins) = (Runs::default(), Origins::default());
        let mut start = 0.0;
        while start < near.count {
            let count = runs.find(self.track, number, self.window_secs, &near);
            if count == 0 {
                return;
            }
            let events = &runs.events[..count.next_multiple_of(CHUNK)];
            origins.find(events, self.clock, self.radians_per_sec);
            for lane in 0..count {
                let enter = larger(start, runs.enters[lane]);
                let leave = smaller(runs.stops[lane], runs.leaves[lane]);
                if enter < leave {
                    out.push(Segment {
                        event: runs.events[lane],
                        start: frames.start + counted(enter),
                        stop: frames.start + counted(leave),
                        origin: origins.get(lane),
                    });
                }
                start = larger(start, runs.stops[lane]);
                number += 1;
                if frames.start + counted(start) < next {
                    self.nearest = Some(number);
                }
            }
        }
    }
}

/// For each of several events: the first frame of its window, the first frame after its window, and the first frame that is
/// nearer to the next event.
struct Runs {
    /// The events, then the following event. Missing events are infinity.
    events: [f64; MAX_EVENTS + 1],
    enters: [f64; MAX_EVENTS],
    leaves: [f64; MAX_EVENTS],
    stops: [f64; MAX_EVENTS],
}

impl Default for Runs {
    fn default() -> Self {
        Self {
            events: [f64::INFINITY; MAX_EVENTS + 1],
            enters: [0.0; MAX_EVENTS],
            leaves: [0.0; MAX_EVENTS],
            stops: [0.0; MAX_EVENTS],
        }
    }
}

impl Runs {
    /// Processes the events from `number` on, up to the end of the frames. Returns the number of processed events.
    #[inline(always)]
    fn find(&mut self, track: &EventTrack, number: i64, window: f64, frames: &Frames) -> usize {
        let end_secs = frames.clock.time(frames.first + frames.count);
        let mut count = 0;
        let mut next = track.nth(number);
        while count < MAX_EVENTS
            && let Some(event) = next
        {
            self.events[count] = event;
            count += 1;
            next = track.nth(number + signed(count));
            if event >= end_secs {
                break;
            }
        }
        let room = count.next_multiple_of(CHUNK);
        self.events[count..=room].fill(f64::INFINITY);
        self.events[count] = next.unwrap_or(f64::INFINITY);

        let events = &self.events[..room];
        let runs = events.iter().zip(&mut self.enters);
        for (event, enter) in runs {
            *enter = frames.first_where(event - window, |time| event - time < window);
        }
        let runs = events.iter().zip(&mut self.leaves);
        for (event, leave) in runs {
            *leave = frames.first_where(event + window, |time| time - event >= window);
        }
        let runs = events.iter().zip(&self.events[1..]).zip(&mut self.stops);
        for ((event, coming), stop) in runs {
            let middle = event + 0.5 * (coming - event);
            *stop = frames.first_where(middle, |time| coming - time <= time - event);
        }
        count
    }
}

/// A run of frames. All numbers are whole numbers.
struct Frames {
    clock: Clock,
    first: f64,
    count: f64,
}

impl Frames {
    /// Returns the first frame whose time passes a test; the number of frames if none does. The frame is near the time
    /// `about`. All later frames must pass the test too.
    #[inline(always)]
    fn first_where(&self, about: f64, passes: impl Fn(f64) -> bool) -> f64 {
        // Rounds up, except just above a frame, because events are often on a frame.
        const UP: f64 = 0.5 - 1e-6;
        let guess = self.clock.frames(about) - self.first + UP;
        let guess = whole(smaller(larger(guess, 0.0), self.count));
        // Rounding moves the guess by at most one frame. Beyond 2^48 frames the error may be larger, because an f64 no
        // longer distinguishes such close times.
        let time = |frame| self.clock.time(self.first + frame);
        let late = if passes(time(guess - 1.0)) { 1.0 } else { 0.0 };
        let early = if passes(time(guess)) { 0.0 } else { 1.0 };
        smaller(larger(guess - late + early, 0.0), self.count)
    }
}

/// Converts to a whole number of frames.
#[allow(clippy::cast_possible_truncation, reason = "far below 2^53")]
fn counted(frames: f64) -> i64 {
    frames as i64
}
