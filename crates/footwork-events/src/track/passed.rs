//! The events that an update of the clock passes.

use super::EventTrack;

impl EventTrack {
    /// Returns the events that an update of the clock from `previous` to `now` passed, as times on that clock. Each event
    /// appears exactly once, in the order of passing.
    ///
    /// Forwards, these are the events in `(previous, now]`. Backwards, they are the events in `[now, previous)`.
    /// Consecutive updates return each event once, at any play rate. An update of length 0 passes no event. For a clock
    /// that starts on an event, use [`start`](Self::start).
    ///
    /// The clock of a looping track does not wrap. The second round goes from the length of the loop to twice the
    /// length, and an update may span several rounds. The result is empty if either time is NaN, infinite, or so far
    /// from 0 that an f64 no longer distinguishes events.
    ///
    /// ```
    /// use footwork_events::EventTrack;
    ///
    /// let track = EventTrack::new(vec![1.0, 2.0]).unwrap();
    /// assert_eq!(track.between(0.5, 1.0).collect::<Vec<_>>(), [1.0]);
    /// assert_eq!(track.between(1.0, 2.5).collect::<Vec<_>>(), [2.0]);
    /// assert_eq!(track.between(2.5, 1.0).collect::<Vec<_>>(), [2.0, 1.0]);
    /// assert_eq!(track.between(1.0, 1.0).count(), 0);
    /// assert_eq!(track.start(1.0).collect::<Vec<_>>(), [1.0]);
    /// ```
    pub fn between(&self, previous: f64, now: f64) -> PassedEvents<'_> {
        let numbers = self.numbers_between(previous, now);
        PassedEvents {
            track: self,
            numbers: numbers.unwrap_or_default(),
        }
    }

    /// Returns the events exactly at `at_secs`, the start of a clock.
    pub fn start(&self, at_secs: f64) -> PassedEvents<'_> {
        let numbers = self.coming(at_secs).and_then(|from| {
            let to = self.first_after(from, at_secs)?;
            Some(Numbers::Rising(from, to))
        });
        PassedEvents {
            track: self,
            numbers: numbers.unwrap_or_default(),
        }
    }

    fn numbers_between(&self, previous: f64, now: f64) -> Option<Numbers> {
        if !previous.is_finite() || !now.is_finite() {
            return None;
        }
        let (coming_previous, coming_now) = (self.coming(previous)?, self.coming(now)?);
        if previous <= now {
            let from = self.first_after(coming_previous, previous)?;
            let to = self.first_after(coming_now, now)?;
            Some(Numbers::Rising(from, to))
        } else {
            Some(Numbers::Falling(coming_now, coming_previous))
        }
    }

    /// Returns the number of the first event after a time. `number` is the first event at or after the time.
    fn first_after(&self, mut number: i64, at_secs: f64) -> Option<i64> {
        while self.nth(number).is_some_and(|time| time <= at_secs) {
            number = number.checked_add(1)?;
        }
        Some(number)
    }
}

/// The event numbers from the first up to but not including the second, passed forwards or backwards.
#[derive(Clone, Copy, Debug)]
enum Numbers {
    Rising(i64, i64),
    Falling(i64, i64),
}

impl Default for Numbers {
    fn default() -> Self {
        Self::Rising(0, 0)
    }
}

/// An iterator over the times of events passed by an update; see [`EventTrack::between`].
#[derive(Clone, Debug)]
pub struct PassedEvents<'a> {
    track: &'a EventTrack,
    numbers: Numbers,
}

impl Iterator for PassedEvents<'_> {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        let number = match &mut self.numbers {
            Numbers::Rising(from, to) | Numbers::Falling(from, to) if *from >= *to => return None,
            Numbers::Rising(from, _) => {
                *from += 1;
                *from - 1
            }
            Numbers::Falling(_, to) => {
                *to -= 1;
                *to
            }
        };
        self.track.nth(number)
    }
}
