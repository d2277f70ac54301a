//! The speed of the ground below the feet, both for clips that walk in place and for clips that travel.
//!
//! A foot that stands on the ground is at rest, so the body moves over the ground as fast as the foot moves back below
//! the body. This is how R. S. Johansen, *Automated Semi-Procedural Animation for Character Locomotion* (Aarhus
//! University, 2009), finds the speed of a cycle animated in place.
//!
//! The standing foot is the foot that is lowest relative to its own range of heights from a second before the frame to
//! a second after. The foot's velocity is the velocity of its lowest joint. If no foot is in the lowest part of its
//! range, as in the flight phase of a run, the speed is interpolated. If the foot jumps into or out of a pose, such as
//! a T-pose at the start, that pose is ignored.

use footwork_base::{FrameRate, Heading};

use super::heading::headings;
use super::sliding::sliding;
use crate::clip::Clip;
use crate::feet::Foot;
use crate::kinematics::WorldPositions;
use crate::skeleton::JointId;

/// The time before and after a frame in which the floor is searched, in seconds.
const FLOOR_SECS: f64 = 1.0;

/// The minimum time that a foot stands, in seconds; at least three frames.
const STANDING_SECS: f64 = 0.08;

/// A foot stands if its height exceeds its lowest height by at most this fraction of its range of heights. The lowest
/// height and the range are measured within [`FLOOR_SECS`].
const STANDING_SHARE: f64 = 0.15;

/// A foot jumps if it moves more than this number of times as far in one frame as in the frame before or after.
const JUMP_FACTOR: f64 = 4.0;

/// Returns the speed of the ground on every frame, in lengths of the clip per second; `None` if the skeleton has no
/// known feet. `body` is the joint whose speed is measured.
pub(crate) fn gait_speed(
    clip: &Clip,
    positions: &WorldPositions,
    body: JointId,
) -> Option<Vec<f64>> {
    let body: Vec<[f64; 3]> = positions.joint(body).collect();
    let standing = standing_velocities(clip, positions, &body)?;
    let speeds: Vec<Option<f64>> = standing
        .iter()
        .map(|velocity| velocity.map(|[x, z]| libm::hypot(x, z)))
        .collect();
    Some(interpolated(&speeds))
}

/// Returns the horizontal velocity of the standing foot on every frame, relative to a moving point, in lengths of the
/// clip per second. The value is `None` on frames on which no foot stands; the result is `None` if the skeleton has no
/// known feet.
pub(crate) fn standing_velocities(
    clip: &Clip,
    positions: &WorldPositions,
    seen_from: &[[f64; 3]],
) -> Option<Vec<Option<[f64; 2]>>> {
    let feet = clip.skeleton().feet();
    if feet.is_empty() {
        return None;
    }
    let steps: Vec<Step> = feet
        .iter()
        .map(|foot| Step::new(foot, positions, seen_from, clip.rate()))
        .collect();
    let standing = (0..seen_from.len()).map(|frame| {
        // Among equally low feet, the slower foot is chosen, so that a mirrored clip gives the mirrored foot.
        let feet = steps.iter().map(|step| {
            let velocity = step.velocity[frame];
            (
                step.lift[frame],
                libm::hypot(velocity[0], velocity[1]),
                velocity,
            )
        });
        let standing = feet.filter(|(lift, ..)| lift.abs() <= STANDING_SHARE);
        let lowest = standing.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        lowest.map(|(_, _, velocity)| velocity)
    });
    Some(standing.collect())
}

/// Returns how steadily the feet move over the ground, seen from a body that stays: 1 if both standing feet always move one
/// way and lifted feet bring them back, as over ground that moves below the body. It is less if standing feet move out and
/// back, if lifted feet do not bring them back, or if one foot moves less than the other. Directions are those of the body,
/// which may turn.
pub(crate) fn ground_steadiness(clip: &Clip, positions: &WorldPositions) -> f64 {
    let at_rest = vec![[0.0; 3]; clip.frame_count() as usize];
    let headings = headings(clip, positions, Heading::Hips);
    let (mut standing, mut lifted, mut way) = (Vec::new(), [0.0; 2], 0.0);
    for foot in &clip.skeleton().feet() {
        let mut stood = [0.0; 2];
        let step = Step::new(foot, positions, &at_rest, clip.rate());
        let frames = step.lift.iter().zip(&step.velocity).zip(&headings);
        for ((lift, &[x, z]), heading) in frames {
            let (sin, cos) = libm::sincos(*heading);
            let velocity = [x * cos - z * sin, x * sin + z * cos];
            let stands = lift.abs() <= STANDING_SHARE;
            let sum = if stands { &mut stood } else { &mut lifted };
            for (sum, part) in sum.iter_mut().zip(velocity) {
                *sum += part;
            }
            way += if stands { length(velocity) } else { 0.0 };
        }
        standing.push(stood);
    }
    let all = [0, 1].map(|axis| standing.iter().map(|stood| stood[axis]).sum::<f64>());
    let far = length(all);
    if way <= 0.0 || far <= 0.0 {
        return 0.0;
    }
    // As shares of what all feet cover while they stand.
    let along = |[x, z]: [f64; 2]| (x * all[0] + z * all[1]) / (far * far);
    let count = standing.len() as f64;
    let least = standing.iter().map(|stood| count * along(*stood));
    let least = least.fold(f64::INFINITY, f64::min);
    (far / way).min(-along(lifted)).min(least).clamp(0.0, 1.0)
}

/// The motion of one foot.
struct Step {
    /// The height of the foot within its range around the frame, from 0 at the lowest to 1 at the highest.
    lift: Vec<f64>,
    /// The horizontal velocity of the foot's lowest joint relative to the body, by frame.
    velocity: Vec<[f64; 2]>,
}

impl Step {
    fn new(foot: &Foot, positions: &WorldPositions, body: &[[f64; 3]], rate: FrameRate) -> Self {
        let places: Vec<Vec<[f64; 3]>> = foot
            .joints
            .iter()
            .map(|&joint| positions.joint(joint).collect())
            .collect();
        let period = rate.period_secs();
        let velocities: Vec<Vec<[f64; 2]>> = places
            .iter()
            .map(|places| {
                let seen = places.iter().zip(body);
                let seen = seen.map(|(at, body)| [at[0] - body[0], at[2] - body[2]]);
                velocities(&seen.collect::<Vec<_>>(), period)
            })
            .collect();
        let lowest: Vec<usize> = (0..body.len())
            .map(|frame| {
                let joints = 0..places.len();
                let lowest =
                    joints.min_by(|&a, &b| places[a][frame][1].total_cmp(&places[b][frame][1]));
                lowest.unwrap_or(0)
            })
            .collect();
        // A toe swings forward close to the ground, so only the mean height of the foot shows that it is lifted.
        let count = places.len().max(1) as f64;
        let heights: Vec<f64> = (0..body.len())
            .map(|frame| places.iter().map(|places| places[frame][1]).sum::<f64>() / count)
            .collect();
        let reach = usize::try_from(crate::number::to_u32(FLOOR_SECS * rate.as_f64()));
        let reach = reach.unwrap_or(usize::MAX);
        // A height held for a shorter time, such as the height in a filtered T-pose at the start, is not a floor.
        let still = usize::try_from(crate::number::to_u32(STANDING_SECS * rate.as_f64() / 2.0));
        let kept = sliding(&heights, still.unwrap_or(0).max(1), f64::max);
        let low = sliding(&kept, reach, f64::min);
        let high = sliding(&heights, reach, f64::max);
        let lift = heights.iter().zip(low.iter().zip(&high));
        let lift = lift.map(|(height, (low, high))| {
            if high > low {
                (height - low) / (high - low)
            } else {
                0.0
            }
        });
        Self {
            lift: lift.collect(),
            velocity: lowest
                .iter()
                .enumerate()
                .map(|(frame, &joint)| velocities[joint][frame])
                .collect(),
        }
    }
}

/// Returns the velocity on each frame: the mean of the velocities just before and just after it. If one of the two is a
/// jump, such as into a T-pose, the slower one is the result. On the first and last frame, one of the two does not
/// exist, and the next nearest velocity takes its place.
fn velocities(places: &[[f64; 2]], period: f64) -> Vec<[f64; 2]> {
    let steps: Vec<[f64; 2]> = places
        .windows(2)
        .map(|pair| [0, 1].map(|axis| (pair[1][axis] - pair[0][axis]) / period))
        .collect();
    let step = |at: usize| steps.get(at).copied();
    (0..places.len())
        .map(|frame| {
            let before = match frame {
                0 => step(1),
                _ => step(frame - 1),
            };
            let after = step(frame).or_else(|| step(frame.checked_sub(2)?));
            match (before, after) {
                (Some(a), Some(b)) => {
                    let (slow, fast) = if length(a) <= length(b) {
                        (a, b)
                    } else {
                        (b, a)
                    };
                    if length(fast) > JUMP_FACTOR * length(slow) {
                        slow
                    } else {
                        [0, 1].map(|axis| (a[axis] + b[axis]) / 2.0)
                    }
                }
                (one, other) => one.or(other).unwrap_or_default(),
            }
        })
        .collect()
}

fn length([x, z]: [f64; 2]) -> f64 {
    libm::hypot(x, z)
}

/// Returns the values with gaps interpolated linearly; gaps at the ends take the nearest value.
pub(crate) fn interpolated(values: &[Option<f64>]) -> Vec<f64> {
    let mut filled: Vec<f64> = Vec::with_capacity(values.len());
    let mut before: Option<(usize, f64)> = None;
    for (at, value) in values.iter().enumerate() {
        let Some(value) = *value else {
            continue;
        };
        let (start, from) = before.unwrap_or((at, value));
        // Frames before the first value get that value.
        while filled.len() < at {
            let frame = filled.len();
            let fraction = if frame >= start && at > start {
                (frame - start) as f64 / (at - start) as f64
            } else {
                1.0
            };
            filled.push(from + (value - from) * fraction);
        }
        filled.push(value);
        before = Some((at, value));
    }
    filled.resize(values.len(), before.map_or(0.0, |(_, value)| value));
    filled
}

#[cfg(test)]
mod tests {
    use super::interpolated;

    #[test]
    fn gaps_are_filled_from_both_sides() {
        let check = |values: &[Option<f64>], expected: &[f64]| {
            assert_eq!(interpolated(values), expected);
        };
        check(&[Some(1.0), None, None, Some(4.0)], &[1.0, 2.0, 3.0, 4.0]);
        check(&[None, Some(2.0), None], &[2.0, 2.0, 2.0]);
        check(
            &[Some(1.0), Some(3.0), None, Some(5.0)],
            &[1.0, 3.0, 4.0, 5.0],
        );
        check(&[None, None], &[0.0, 0.0]);
        check(&[], &[]);
    }
}
