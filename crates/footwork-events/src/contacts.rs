//! Detects when a foot touches the ground, from the heights and speeds of the foot's joints.
//!
//! L. Ikemoto, O. Arikan and D. Forsyth, *Knowing When to Put Your Foot Down* (2006), compare a learned detector with
//! the usual baseline: thresholds for height and speed. Here heights are measured above a local floor
//! (`contacts/floor.rs`), so that feet on steps and boxes touch the ground too. Each threshold has hysteresis: the
//! value to lift is larger than the value to touch, so that noise around either value makes no contacts. Neither
//! threshold considers weight: a foot that hovers slowly just above the ground counts as touching, and a sliding foot
//! does not. A small step on the spot, lower than `lift_height_m` and slower than `lift_speed_mps`, is missed: the foot
//! keeps touching.

mod floor;

use footwork_base::{FrameRange, FrameRate};

pub use floor::heights_above_floor;

/// The thresholds of contacts. The defaults were tuned on one half of the sample library. `samples/README.md` has the
/// results on the other half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactOptions {
    /// The clearance, in metres. After a joint rises by more than the clearance, it may come down on another floor. The
    /// floor of a frame is the lowest height of the joint before such a rise, looking both ahead and back. Infinity
    /// means one floor for all frames. The clearance must be larger than the noise of a standing foot, and smaller than
    /// the height of feet over edges.
    pub clear_height_m: f64,
    /// The height above the floor up to which a joint starts to touch, in metres.
    pub touch_height_m: f64,
    /// The height above the floor up to which a joint keeps touching, in metres.
    pub lift_height_m: f64,
    /// The speed up to which a joint starts to touch, in m/s. A joint touches only if both its height and its speed are
    /// low enough.
    pub touch_speed_mps: f64,
    /// The speed up to which a joint keeps touching, in m/s.
    pub lift_speed_mps: f64,
    /// Two contacts with a gap shorter than this are merged, in seconds.
    pub close_secs: f64,
    /// The shortest duration of a contact, in seconds. Shorter contacts are dropped.
    pub min_secs: f64,
}

impl Default for ContactOptions {
    fn default() -> Self {
        Self {
            clear_height_m: 0.02,
            touch_height_m: 0.04,
            lift_height_m: 0.12,
            touch_speed_mps: 1.0,
            lift_speed_mps: 1.5,
            close_secs: 0.1,
            min_secs: 0.1,
        }
    }
}

/// The tracks of one joint of a foot, with one number per frame.
#[derive(Clone, Copy, Debug)]
pub struct JointTrack<'a> {
    /// Heights above any level plane, in metres.
    pub heights: &'a [f32],
    /// Speeds over the ground in m/s, in all directions including up. For a body that steps in place, the speeds are
    /// relative to the ground that moves below the body.
    pub speeds: &'a [f32],
}

/// A time during which a foot touches the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The frames on which the foot touches.
    pub range: FrameRange,
    /// The time of the strike, in seconds. It is the last time that a threshold is crossed, between the first frame of
    /// the range and the frame before. `None` if the foot is down on frame 0.
    pub strike_secs: Option<f64>,
    /// The time of the lift, in seconds. It is the first time that a threshold is crossed, between the last frame of
    /// the range and the frame after. `None` if the foot is down on the last frame.
    pub lift_secs: Option<f64>,
}

/// The reason why contacts could not be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContactError {
    /// The number of heights or speeds of this joint differs from the number of heights of the first joint.
    LengthsDiffer {
        /// The index of the joint, from 0.
        index: usize,
    },
    /// A height or speed is NaN or infinite.
    NotANumber {
        /// The index of the joint, from 0.
        index: usize,
        /// The frame.
        frame: usize,
    },
    /// There are more frames than a `u32` can count.
    TooManyFrames,
    /// A number is NaN, a lift threshold is below its touch threshold, or a time or the height to clear is negative.
    BadOptions,
}

footwork_base::display! { ContactError:
    Self::LengthsDiffer { index: joint } => "joint {joint} (from 0) has a different number of heights or speeds";
    Self::NotANumber { index: joint, frame, } => "joint {joint} (from 0) has a height or speed on frame {frame} that is not finite";
    Self::TooManyFrames => "there are more frames than can be counted";
    Self::BadOptions => "a number is NaN, a lift threshold is below its touch threshold, or a time or the height to clear is negative";
}

impl std::error::Error for ContactError {}

/// Returns the contacts of a foot with these joints. The contacts are in order and separated by gaps. A foot touches
/// while any of its joints touches.
///
/// Each joint is examined separately. Then short gaps are closed, and then short contacts are dropped. A contact at the
/// first or the last frame is kept even if it is short, because its full length is unknown. Without joints or frames
/// the result is empty.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_events::{ContactOptions, JointTrack, contacts};
///
/// // A foot that comes down at 1 m/s, rests and is lifted again.
/// let heights = [0.5, 0.3, 0.1, 0.0, 0.0, 0.0, 0.2, 0.4];
/// let speeds = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0];
/// let joint = JointTrack { heights: &heights, speeds: &speeds };
/// let options = ContactOptions {
///     touch_height_m: 0.05,
///     lift_height_m: 0.05,
///     touch_speed_mps: 2.0,
///     lift_speed_mps: 2.0,
///     ..ContactOptions::default()
/// };
/// let rate = FrameRate::whole(10).unwrap();
/// let found = contacts(&[joint], rate, &options).unwrap();
/// assert_eq!(found.len(), 1);
/// assert_eq!((found[0].range.start(), found[0].range.stop()), (3, 6));
/// // The foot is 5 cm high halfway between frames 2 and 3, and a quarter of the way from frame 5 to frame 6.
/// assert!((found[0].strike_secs.unwrap() - 0.25).abs() < 1e-6);
/// assert!((found[0].lift_secs.unwrap() - 0.525).abs() < 1e-6);
/// ```
///
/// # Errors
/// Returns a [`ContactError`] for invalid options or tracks.
pub fn contacts(
    joints: &[JointTrack<'_>],
    rate: FrameRate,
    options: &ContactOptions,
) -> Result<Vec<Contact>, ContactError> {
    options.check()?;
    let frames = joints.first().map_or(0, |joint| joint.heights.len());
    u32::try_from(frames).map_err(|_| ContactError::TooManyFrames)?;
    let mut touches = Vec::new();
    for (index, joint) in joints.iter().enumerate() {
        joint.check(index, frames)?;
        touches.extend(joint.touches(options));
    }
    touches.sort_unstable_by_key(|touch| touch.start);
    let period = rate.period_secs();
    let secs = |frames: usize| frames as f64 * period;
    let is_one =
        |a: &Touch, b: &Touch| b.start <= a.stop || secs(b.start - a.stop) < options.close_secs;
    let mut joined: Vec<Touch> = Vec::new();
    for touch in touches {
        match joined.last_mut() {
            Some(last) if is_one(last, &touch) => last.join(&touch),
            _ => joined.push(touch),
        }
    }
    let is_long = |touch: &Touch| {
        let is_cut = touch.strike.is_none() || touch.lift.is_none();
        is_cut || secs(touch.stop - touch.start) >= options.min_secs
    };
    let contact = |touch: &Touch| {
        let [start, stop] = [touch.start, touch.stop].map(u32::try_from);
        Some(Contact {
            range: FrameRange::new(start.ok()?, stop.ok()?)?,
            strike_secs: touch.strike.map(|frame| frame * period),
            lift_secs: touch.lift.map(|frame| frame * period),
        })
    };
    let long = joined.iter().filter(|touch| is_long(touch));
    Ok(long.filter_map(contact).collect())
}

impl ContactOptions {
    /// Checks that all numbers are in range, as [`contacts`] does.
    ///
    /// # Errors
    /// Returns [`ContactError::BadOptions`].
    pub fn check(&self) -> Result<(), ContactError> {
        let is_ordered = self.touch_height_m <= self.lift_height_m
            && self.touch_speed_mps <= self.lift_speed_mps;
        let is_time = |secs: f64| secs >= 0.0;
        if is_ordered
            && is_time(self.close_secs)
            && is_time(self.min_secs)
            && self.clear_height_m >= 0.0
        {
            Ok(())
        } else {
            Err(ContactError::BadOptions)
        }
    }
}

/// The frames on which a joint touches, with its start and end in fractional frames.
#[derive(Clone, Copy, Debug)]
struct Touch {
    start: usize,
    stop: usize,
    strike: Option<f64>,
    lift: Option<f64>,
}

impl Touch {
    /// Joins a contact that starts no earlier than this contact.
    fn join(&mut self, other: &Self) {
        if other.start == self.start {
            self.strike = self.strike.zip(other.strike).map(|(a, b)| libm::fmin(a, b));
        }
        if other.stop > self.stop {
            (self.stop, self.lift) = (other.stop, other.lift);
        } else if other.stop == self.stop {
            self.lift = self.lift.zip(other.lift).map(|(a, b)| libm::fmax(a, b));
        }
    }
}

impl JointTrack<'_> {
    fn check(&self, joint: usize, frames: usize) -> Result<(), ContactError> {
        if self.heights.len() != frames || self.speeds.len() != frames {
            return Err(ContactError::LengthsDiffer { index: joint });
        }
        let mut both = self.heights.iter().zip(self.speeds);
        match both.position(|(height, speed)| !height.is_finite() || !speed.is_finite()) {
            Some(frame) => Err(ContactError::NotANumber {
                index: joint,
                frame,
            }),
            None => Ok(()),
        }
    }

    fn touches(&self, options: &ContactOptions) -> Vec<Touch> {
        let heights = heights_above_floor(self.heights, options.clear_height_m);
        let touch = [options.touch_height_m, options.touch_speed_mps];
        let lift = [options.lift_height_m, options.lift_speed_mps];
        let mut touches: Vec<Touch> = Vec::new();
        let mut is_down = false;
        let mut before: Option<[f64; 2]> = None;
        for (frame, (&height, &speed)) in heights.iter().zip(self.speeds).enumerate() {
            let now = [height, f64::from(speed)];
            let limits = if is_down { lift } else { touch };
            let holds = now.iter().zip(&limits).all(|(value, limit)| value <= limit);
            if holds && !is_down {
                // The last time that a threshold is crossed.
                let strike = before.map(|before| {
                    let shares = crossings(before, now, touch);
                    (frame as f64 - 1.0) + shares.into_iter().fold(0.0, libm::fmax)
                });
                touches.push(Touch {
                    start: frame,
                    stop: self.heights.len(),
                    strike,
                    lift: None,
                });
            }
            if let (true, false, Some(last), Some(before)) =
                (is_down, holds, touches.last_mut(), before)
            {
                // The first time that a threshold is crossed.
                let shares = crossings(now, before, lift).map(|share| 1.0 - share);
                last.stop = frame;
                last.lift = Some((frame as f64 - 1.0) + shares.into_iter().fold(1.0, libm::fmin));
            }
            is_down = holds;
            before = Some(now);
        }
        touches
    }
}

/// Returns, for each value, the fraction of the way from `far` to `near` at which the value falls to its limit. The
/// fraction is 0 if `far` is not above the limit.
fn crossings(far: [f64; 2], near: [f64; 2], limits: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|which| {
        let (far, near, limit) = (far[which], near[which], limits[which]);
        if far > limit {
            (far - limit) / (far - near)
        } else {
            0.0
        }
    })
}
