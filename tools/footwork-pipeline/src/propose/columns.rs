//! The motion of a clip as rows of 35 numbers, 30 per second, that mean the same on every skeleton.
//!
//! Joints are found by role. Lengths are in legs (thigh plus shin), so that bodies of different size compare. The origin is
//! the ground below the hips, and the heading is across the hip joints, so that neither the place nor the direction counts.

use std::ops::Range;

use footwork_base::{FrameRange, FrameRate, Id, Role, to_f32, to_u32};
use footwork_clip::{Clip, JointId, Motion};
use footwork_events::ContactOptions;

use crate::detect::contact_frames;

/// The number of rows per second.
pub(crate) const ROWS_PER_SEC: u32 = 30;
/// The number of columns.
pub(crate) const COLUMNS: usize = 35;

/// The joints with a position and a speed. Left and right follow each other.
const JOINTS: [Role; 7] = [
    Role::Head,
    Role::LeftHand,
    Role::RightHand,
    Role::LeftLowerLeg,
    Role::RightLowerLeg,
    Role::LeftFoot,
    Role::RightFoot,
];
/// The first column of the positions; the height of the hips comes before.
const POSITIONS: usize = 1;
/// The first column of the speeds.
const SPEEDS: usize = POSITIONS + 3 * JOINTS.len();
/// The columns of the root's velocity to the left, up and ahead, and of its turn rate.
const ROOT: usize = SPEEDS + JOINTS.len();
/// The columns of the contacts of the left and the right foot.
const CONTACTS: usize = ROOT + 4;

/// One row.
pub(crate) type Row = [f32; COLUMNS];

/// The motion of a clip as rows of numbers.
///
/// The columns are the height of the hips; the positions of head, hands, knees and ankles, each to the left, up and ahead;
/// their speeds; the velocity of the hips to the left, up and ahead; the turn rate; and whether each foot is on the ground.
/// The columns of a joint that the skeleton lacks are NaN.
#[derive(Clone, Debug, PartialEq)]
pub struct MotionColumns {
    rows: Vec<Row>,
    frames: u32,
    rate: FrameRate,
}

impl MotionColumns {
    /// Computes the columns of a clip; `None` if its skeleton has no known hips with legs.
    pub fn from_clip(clip: &Clip) -> Option<Self> {
        let motion = Motion::new(clip);
        let space = BodySpace::new(&motion)?;
        let roles = clip.skeleton().roles();
        let mut rows = vec![[f32::NAN; COLUMNS]; space.count];
        for (place, role) in JOINTS.into_iter().enumerate() {
            let Some(joint) = roles.joint(role) else {
                continue;
            };
            let places = space.positions(&motion, joint);
            let speeds = speeds(&places);
            for (row, (at, speed)) in rows.iter_mut().zip(places.iter().zip(speeds)) {
                let first = POSITIONS + 3 * place;
                row[first..first + 3].copy_from_slice(&at.map(to_f32));
                row[SPEEDS + place] = to_f32(speed);
            }
        }
        space.write_root(&mut rows);
        let contacts = contact_frames(clip, &ContactOptions::default());
        for (foot, frames) in contacts.into_iter().enumerate() {
            let Some(frames) = frames else { continue };
            for (row, time) in rows.iter_mut().zip(&space.times) {
                let touches = frames.get(time.before).copied().unwrap_or(false);
                row[CONTACTS + foot] = f32::from(u8::from(touches));
            }
        }
        Some(Self {
            rows,
            frames: clip.frame_count(),
            rate: clip.rate(),
        })
    }

    /// Returns the columns of the mirrored motion.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let swapped = |place: usize| match place {
            0 => 0,
            odd if odd % 2 == 1 => odd + 1,
            even => even - 1,
        };
        let rows = self.rows.iter().map(|row| {
            let mut other = *row;
            for place in 0..JOINTS.len() {
                let (from, to) = (POSITIONS + 3 * place, POSITIONS + 3 * swapped(place));
                other[to] = -row[from];
                other[to + 1] = row[from + 1];
                other[to + 2] = row[from + 2];
                other[SPEEDS + swapped(place)] = row[SPEEDS + place];
            }
            other[ROOT] = -row[ROOT];
            other[ROOT + 3] = -row[ROOT + 3];
            other[CONTACTS] = row[CONTACTS + 1];
            other[CONTACTS + 1] = row[CONTACTS];
            other
        });
        Self {
            rows: rows.collect(),
            ..*self
        }
    }

    /// Returns whether all numbers differ by at most `tolerance`; a missing number is close to none but a missing one.
    pub fn is_close_to(&self, other: &Self, tolerance: f32) -> bool {
        let close = |a: f32, b: f32| (a - b).abs() <= tolerance || a.is_nan() && b.is_nan();
        let numbers = self.rows.iter().flatten().zip(other.rows.iter().flatten());
        self.rows.len() == other.rows.len() && numbers.into_iter().all(|(a, b)| close(*a, *b))
    }

    /// Returns the number of frames of the clip.
    pub fn frame_count(&self) -> u32 {
        self.frames
    }

    /// Returns the frame rate of the clip.
    pub fn rate(&self) -> FrameRate {
        self.rate
    }

    /// Returns the length of the clip in seconds.
    pub fn duration_secs(&self) -> f64 {
        f64::from(self.frames) * self.rate.period_secs()
    }

    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns the rows whose moments lie in these frames.
    pub(crate) fn rows_of(&self, range: FrameRange) -> Range<usize> {
        let last = self.rows.len();
        let row = |frame: u32| (first_row(frame, self.rate) as usize).min(last);
        row(range.start())..row(range.stop())
    }

    /// Returns the frames of a run of rows; `None` if there are none. The last row reaches to the end of the clip.
    pub(crate) fn frames_of(&self, rows: Range<usize>) -> Option<FrameRange> {
        let frame = |row: usize| match u32::try_from(row) {
            Ok(row) if (row as usize) < self.rows.len() => {
                moment(row, self.frames, self.rate).before
            }
            _ => self.frames as usize,
        };
        let [start, stop] = [rows.start, rows.end].map(|row| u32::try_from(frame(row)).ok());
        FrameRange::new(start?, stop?)
    }

    /// Returns the frames between two times in rows, which may lie between rows; `None` if there are none. A time past the last
    /// row is the end of the clip.
    pub(crate) fn frames_between(&self, start: f64, stop: f64) -> Option<FrameRange> {
        let per_row = self.rate.as_f64() / f64::from(ROWS_PER_SEC);
        let frame = |row: f64| {
            if row >= self.rows.len() as f64 {
                self.frames
            } else {
                // The first frame that is not before it, but for rounding.
                to_u32((row * per_row - 1e-6).ceil().max(0.0)).min(self.frames)
            }
        };
        FrameRange::new(frame(start), frame(stop))
    }
}

/// A moment between two frames of a clip.
#[derive(Clone, Copy)]
struct Moment {
    before: usize,
    after: usize,
    /// The share of the later frame.
    share: f64,
}

impl Moment {
    fn between(self, before: f64, after: f64) -> f64 {
        before + (after - before) * self.share
    }
}

/// Returns the moments of the rows.
fn moments(frames: u32, rate: FrameRate) -> Vec<Moment> {
    let rows = row_of_frame(frames.saturating_sub(1), rate).saturating_add(1);
    (0..rows).map(|row| moment(row, frames, rate)).collect()
}

fn moment(row: u32, frames: u32, rate: FrameRate) -> Moment {
    let last = frames.saturating_sub(1);
    let at = u128::from(row) * u128::from(rate.numerator());
    let per = u128::from(ROWS_PER_SEC) * u128::from(rate.denominator());
    let before = u32::try_from(at / per).unwrap_or(last).min(last);
    let rest = u64::try_from(at % per).unwrap_or(0);
    let per = u64::try_from(per).unwrap_or(u64::MAX);
    Moment {
        before: before as usize,
        after: (before + 1).min(last) as usize,
        share: rest as f64 / per as f64,
    }
}

/// Returns the first row at or after a frame.
fn first_row(frame: u32, rate: FrameRate) -> u32 {
    let at = u128::from(frame) * u128::from(ROWS_PER_SEC) * u128::from(rate.denominator());
    u32::try_from(at.div_ceil(u128::from(rate.numerator()))).unwrap_or(u32::MAX)
}

/// Returns the last row at or before a frame.
fn row_of_frame(frame: u32, rate: FrameRate) -> u32 {
    let at = u128::from(frame) * u128::from(ROWS_PER_SEC) * u128::from(rate.denominator());
    u32::try_from(at / u128::from(rate.numerator())).unwrap_or(u32::MAX)
}

/// The hips and the heading of a body over time, in whose space joints are expressed.
pub(super) struct BodySpace {
    pub(super) count: usize,
    times: Vec<Moment>,
    leg_m: f64,
    hips_m: Vec<[f64; 3]>,
    headings_rad: Vec<f64>,
    /// The sine and the cosine of the heading.
    pub(super) turns: Vec<(f64, f64)>,
}

impl BodySpace {
    /// Returns the space of a body; `None` if its hips or legs are not known.
    pub(super) fn new(motion: &Motion<'_>) -> Option<Self> {
        let leg_m = leg_m(motion)?;
        let clip = motion.clip();
        let hips = clip.skeleton().roles().joint(Role::Hips)?;
        let times = moments(clip.frame_count(), clip.rate());
        let headings = motion.hip_headings_rad();
        let heading = |time: &Moment| time.between(headings[time.before], headings[time.after]);
        let headings_rad: Vec<f64> = times.iter().map(heading).collect();
        Some(Self {
            count: times.len(),
            hips_m: sampled(motion, hips, &times),
            turns: headings_rad.iter().map(|&at| libm::sincos(at)).collect(),
            times,
            leg_m,
            headings_rad,
        })
    }

    /// Returns a joint's place relative to the ground below the hips, in legs.
    pub(super) fn positions(&self, motion: &Motion<'_>, joint: JointId) -> Vec<[f64; 3]> {
        let places = sampled(motion, joint, &self.times);
        let rows = places.iter().zip(&self.hips_m).zip(&self.turns);
        let rows = rows.map(|((at, hips), turn)| {
            let from_hips = [at[0] - hips[0], at[1], at[2] - hips[2]];
            turned(from_hips, *turn).map(|x| x / self.leg_m)
        });
        rows.collect()
    }

    /// Returns the frame at or before each row.
    pub(super) fn frames(&self) -> impl Iterator<Item = usize> + '_ {
        self.times.iter().map(|time| time.before)
    }

    /// Writes the columns of the hips.
    fn write_root(&self, rows: &mut [Row]) {
        for (row, hips) in rows.iter_mut().zip(&self.hips_m) {
            row[0] = to_f32(hips[1] / self.leg_m);
        }
        for (index, row) in rows.iter_mut().enumerate() {
            let (before, after, secs) = around(index, self.count);
            let per_sec = |a: f64, b: f64| if secs > 0.0 { (b - a) / secs } else { 0.0 };
            let moved = [0, 1, 2].map(|axis| {
                per_sec(self.hips_m[before][axis], self.hips_m[after][axis]) / self.leg_m
            });
            let velocity = turned(moved, self.turns[index]);
            row[ROOT..ROOT + 3].copy_from_slice(&velocity.map(to_f32));
            let turn = per_sec(self.headings_rad[before], self.headings_rad[after]);
            row[ROOT + 3] = to_f32(turn);
        }
    }
}

/// Returns a vector in the space of a heading: to the left, up and ahead.
pub(super) fn turned([x, y, z]: [f64; 3], (sin, cos): (f64, f64)) -> [f64; 3] {
    [x * cos - z * sin, y, x * sin + z * cos]
}

/// Returns the rows before and after a row, and the time between them in seconds.
pub(super) fn around(index: usize, count: usize) -> (usize, usize, f64) {
    let (before, after) = (index.saturating_sub(1), (index + 1).min(count - 1));
    (
        before,
        after,
        (after - before) as f64 / f64::from(ROWS_PER_SEC),
    )
}

fn speeds(places: &[[f64; 3]]) -> Vec<f64> {
    let speed = |index| {
        let (before, after, secs) = around(index, places.len());
        if secs > 0.0 {
            distance(places[before], places[after]) / secs
        } else {
            0.0
        }
    };
    (0..places.len()).map(speed).collect()
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    let squares = [0, 1, 2].map(|axis| (a[axis] - b[axis]) * (a[axis] - b[axis]));
    squares.iter().sum::<f64>().sqrt()
}

fn sampled(motion: &Motion<'_>, joint: JointId, times: &[Moment]) -> Vec<[f64; 3]> {
    let positions = motion.positions();
    let at = |frame: usize| {
        let row = u32::try_from(frame).ok().and_then(|f| positions.frame(f));
        row.and_then(|row| row.get(joint.index()).copied())
            .unwrap_or_default()
    };
    let place = |time: &Moment| {
        let (before, after) = (at(time.before), at(time.after));
        [0, 1, 2].map(|axis| time.between(before[axis], after[axis]))
    };
    times.iter().map(place).collect()
}

/// Returns the median length of thigh plus shin; `None` if no leg is known.
fn leg_m(motion: &Motion<'_>) -> Option<f64> {
    let roles = motion.clip().skeleton().roles();
    let legs = [
        [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot],
        [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot],
    ];
    let mut lengths = Vec::new();
    for [thigh, shin, foot] in legs {
        let (Some(thigh), Some(foot)) = (roles.joint(thigh), roles.joint(foot)) else {
            continue;
        };
        let knee = roles.joint(shin);
        for row in motion.positions().frames() {
            let [thigh, foot] = [thigh, foot].map(|joint| row[joint.index()]);
            lengths.push(match knee.map(|knee| row[knee.index()]) {
                Some(knee) => distance(thigh, knee) + distance(knee, foot),
                None => distance(thigh, foot),
            });
        }
    }
    lengths.sort_by(f64::total_cmp);
    let median = lengths.get(lengths.len() / 2).copied()?;
    (median > 1e-6).then_some(median)
}

#[cfg(test)]
mod tests {
    use footwork_base::FrameRate;

    use super::{moments, row_of_frame};

    #[test]
    fn rows_cover_a_clip_at_any_rate() {
        for (rate, frames) in [(30, 31), (60, 61), (120, 121), (24, 25), (25, 26)] {
            let rate = FrameRate::whole(rate).unwrap();
            let times = moments(frames, rate);
            assert_eq!(times.len(), 31, "{rate:?}");
            let last = times.last().unwrap();
            let at = last.before as f64 + last.share;
            assert!((at - f64::from(frames - 1)).abs() < 1e-9);
        }
        assert_eq!(moments(1, FrameRate::whole(30).unwrap()).len(), 1);
        assert_eq!(row_of_frame(7, FrameRate::whole(60).unwrap()), 3);
    }
}
