//! The map from the frames of a clip to the frames of a clip derived from it.

use footwork_base::{FrameRange, FrameRate};

/// Maps the frames of a range to the frames of a clip derived from it, which may have another rate.
///
/// A new frame has the tags of the moment that it samples. Spans that touch still touch, and disjoint spans stay
/// disjoint. Events keep their time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameMap {
    range: FrameRange,
    /// New frames per old frame, as a fraction.
    ratio: [f64; 2],
    frames: u32,
}

impl FrameMap {
    /// Returns the map for a range of a clip that keeps its rate.
    pub fn of_range(range: FrameRange) -> Self {
        Self {
            range,
            ratio: [1.0; 2],
            frames: range.frame_count(),
        }
    }

    /// Returns the map for a range whose frames are sampled at another rate, as `frames` new frames.
    pub fn resampled(range: FrameRange, from: FrameRate, to: FrameRate, frames: u32) -> Self {
        let ratio = [[to, from], [from, to]].map(|[above, below]| {
            let [above, below] = [above.numerator(), below.denominator()];
            above as f64 * below as f64
        });
        Self {
            range,
            ratio,
            frames,
        }
    }

    /// Returns the old frames.
    pub fn range(&self) -> FrameRange {
        self.range
    }

    /// Returns the new frames whose moments lie in an old span; `None` if there are none.
    ///
    /// ```
    /// use footwork_base::FrameRange;
    /// use footwork_pipeline::FrameMap;
    ///
    /// let range = |start, stop| FrameRange::new(start, stop).unwrap();
    /// let map = FrameMap::resampled(range(0, 60), "60".parse().unwrap(), "30".parse().unwrap(), 30);
    /// assert_eq!(map.span(range(10, 21)), Some(range(5, 11)));
    /// assert_eq!(map.span(range(11, 12)), None);
    /// ```
    pub fn span(&self, span: FrameRange) -> Option<FrameRange> {
        let inside = span.intersection(self.range)?;
        let end = |frame: u32| {
            let moved = self.scaled(f64::from(frame - self.range.start()));
            footwork_base::to_u32(moved.ceil()).min(self.frames)
        };
        FrameRange::new(end(inside.start()), end(inside.stop()))
    }

    /// Returns the new time of an old time, in frames; `None` if the old time is outside the range. A shifted time
    /// keeps its decimal places, so that 13.1 minus 12 is 1.1. Other times are rounded to a millionth of a frame. A
    /// time between the last new frame and the end of the range becomes the last frame.
    pub fn time(&self, time: f64) -> Option<f64> {
        let [start, stop] = [self.range.start(), self.range.stop()].map(f64::from);
        if !(start..stop).contains(&time) {
            return None;
        }
        if self.ratio[0] == self.ratio[1] {
            return Some(shifted(time, start));
        }
        let moved = (1e6 * self.scaled(time - start)).round() / 1e6;
        let end = f64::from(self.frames);
        Some(if moved < end { moved } else { end - 1.0 })
    }

    fn scaled(&self, frames: f64) -> f64 {
        frames * self.ratio[0] / self.ratio[1]
    }
}

fn shifted(time: f64, start: f64) -> f64 {
    let text = time.to_string();
    let places = text.split_once('.').map_or(0, |(_, places)| places.len());
    let moved = time - start;
    format!("{moved:.places$}").parse().unwrap_or(moved)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn range(start: u32, stop: u32) -> FrameRange {
        FrameRange::new(start, stop).unwrap()
    }

    proptest! {
        /// A new frame has a tag if and only if the moment that it samples has the tag.
        #[test]
        fn a_new_frame_has_the_tags_of_its_moment(
            (from, to) in (1u64..=240, 1u64..=240),
            frames in 1u32..300,
            (start, length) in (0u32..300, 1u32..300),
        ) {
            let count = u32::try_from(u64::from(frames - 1) * to / from + 1).unwrap();
            let rate = |rate| FrameRate::whole(rate).unwrap();
            let map = FrameMap::resampled(range(0, frames), rate(from), rate(to), count);
            let span = map.span(range(start, start + length));
            for new in 0..count {
                // Frame `new` is at `new * from / to` old frames.
                let [at, from_at, stop_at] =
                    [u64::from(new) * from, u64::from(start) * to, u64::from(start + length) * to];
                let is_tagged = span.is_some_and(|span| (span.start()..span.stop()).contains(&new));
                prop_assert_eq!(is_tagged, (from_at..stop_at).contains(&at), "{}", new);
            }
        }

        /// Events keep their time. Only at the end of the clip may they move, by up to one frame.
        #[test]
        fn events_keep_their_time(
            (from, to) in (1u64..=240, 1u64..=240),
            frames in 1u32..300,
            share in 0.0..1.0,
        ) {
            let count = u32::try_from(u64::from(frames - 1) * to / from + 1).unwrap();
            let rate = |rate| FrameRate::whole(rate).unwrap();
            let map = FrameMap::resampled(range(0, frames), rate(from), rate(to), count);
            let time = share * f64::from(frames);
            let moved = map.time(time).unwrap();
            prop_assert!((0.0..f64::from(count)).contains(&moved));
            let late = moved / to as f64 - time / from as f64;
            let is_last = moved == f64::from(count - 1);
            prop_assert!(late.abs() < 1e-6 || is_last && late < 0.0 && time >= f64::from(frames - 1), "{}", late);
        }
    }
}
