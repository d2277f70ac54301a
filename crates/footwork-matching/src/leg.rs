//! Leg inverse kinematics: two bones that reach a target, and a foot that rolls over its toes.

use footwork_base::maths;

use crate::rotation::{self, Quat};
use crate::vector::{Vec3, add, dot, length, scale, sub};

/// The turns with which a leg reaches a target: rotations in world space, to apply after the rotations of the pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LegTurn {
    /// The rotation of the upper leg.
    pub upper: [f32; 4],
    /// The rotation of the lower leg, which includes the rotation of the upper leg.
    pub lower: [f32; 4],
    /// The resulting position of the ankle, in metres. It equals the target if the leg can reach it.
    pub ankle_m: [f32; 3],
}

/// The largest stretch of a leg, as a share of its length. A fully straight knee would snap.
const MAX_STRETCH: f32 = 0.999;

/// The smallest bend of a knee, as its distance from the line between hip and ankle divided by the length of the thigh.
/// A knee that bends less turns towards `ahead`.
const MIN_BEND: f32 = 0.1;

/// Bends a leg so that its ankle reaches a target, or comes as near as rigid bones allow. The knee stays in the plane
/// of the leg. As the leg straightens, the knee bends more and more towards `ahead`.
///
/// Returns `None` if a number is not finite, if a bone has length 0, if the ankle is at the hip, or if a straight leg
/// points in the direction of `ahead`.
pub fn bend_leg(
    [hip_m, knee_m, ankle_m]: [[f32; 3]; 3],
    target_m: [f32; 3],
    ahead: [f32; 3],
) -> Option<LegTurn> {
    let numbers = [hip_m, knee_m, ankle_m, target_m, ahead];
    if numbers
        .as_flattened()
        .iter()
        .any(|number| !number.is_finite())
    {
        return None;
    }
    let (thigh, shin) = (sub(knee_m, hip_m), sub(ankle_m, knee_m));
    let (upper_m, lower_m) = (length(thigh), length(shin));
    let (from, to) = (sub(ankle_m, hip_m), sub(target_m, hip_m));
    if upper_m < 1e-4 || lower_m < 1e-4 || length(from) < 1e-5 {
        return None;
    }
    // A target at the hip has no direction, so the leg folds in its current direction.
    let to = if length(to) < 1e-5 { from } else { to };
    let least = maths::abs(upper_m - lower_m) + 1e-3 * upper_m;
    let reach = maths::clamp(length(to), least, MAX_STRETCH * (upper_m + lower_m));
    let swing = rotation::between(from, to);
    let along = scale(to, 1.0 / length(to));
    let across = |v: Vec3| sub(v, scale(along, dot(v, along)));
    // A nearly straight leg defines no plane, and after a blend the knee may even bend backwards. In both cases `ahead`
    // gradually replaces the plane.
    let own = across(rotation::rotate(swing, thigh));
    let ahead = across(ahead);
    let ahead = scale(ahead, 1.0 / maths::max(length(ahead), 1e-6));
    let least_m = MIN_BEND * upper_m;
    let lack = maths::saturate(0.5 - 0.5 * dot(own, ahead) / least_m);
    let lack = lack * maths::saturate(2.0 - 0.5 * length(own) / least_m);
    let pole = add(own, scale(ahead, 2.0 * lack * least_m));
    if length(pole) < 1e-6 {
        return None;
    }
    let pole = scale(pole, 1.0 / length(pole));
    let cosine = (upper_m * upper_m + reach * reach - lower_m * lower_m) / (2.0 * upper_m * reach);
    let cosine = maths::clamp(cosine, -1.0, 1.0);
    let sine = maths::sqrt(1.0 - cosine * cosine);
    let new_thigh = add(scale(along, upper_m * cosine), scale(pole, upper_m * sine));
    let new_shin = sub(scale(along, reach), new_thigh);
    let upper = turned_onto(swing, thigh, new_thigh);
    let lower = turned_onto(upper, shin, new_shin);
    Some(LegTurn {
        upper,
        lower,
        ankle_m: add(hip_m, scale(along, reach)),
    })
}

/// Returns the rotation `by`, followed by the shortest rotation that makes a bone point in the direction of `to`.
fn turned_onto(by: Quat, bone: Vec3, to: Vec3) -> Quat {
    let rest = rotation::between(rotation::rotate(by, bone), to);
    rotation::canonical(rotation::normalized(rotation::mul(rest, by)))
}

/// The largest stretch of a leg that a lock or the ground holds, as a share of its length. A leg that is straighter in
/// the pose may stretch further.
pub(crate) const SOFT_STRETCH: f32 = 0.99;
/// The stretch above which a held leg no longer quite reaches its target, as a share of its length.
const SOFT_FROM: f32 = 0.97;
/// The largest angle by which a foot turns over its toes, in radians.
const MAX_ROLL_RAD: f32 = 1.4;

/// The limits of a held leg's stretch, as shares of its length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    /// Up to this stretch, the leg reaches its target.
    pub(crate) free: f32,
    /// The leg never stretches beyond this share.
    pub(crate) most: f32,
}

impl Stretch {
    /// Returns the limits for a leg, given its stretch in the pose.
    pub(crate) fn new(own: f32) -> Self {
        let own = maths::min(own, MAX_STRETCH);
        Self {
            free: maths::max(own, SOFT_FROM),
            most: maths::max(own, SOFT_STRETCH),
        }
    }

    /// Returns the stretch of a leg that needs the stretch `wanted` to reach its target. The result changes smoothly
    /// with `wanted` and is at most [`Self::most`].
    pub(crate) fn soft(&self, wanted: f32) -> f32 {
        let room = self.most - self.free;
        if wanted <= self.free {
            wanted
        } else if room < 1e-5 {
            self.free
        } else {
            self.free + room * (1.0 - maths::exp((self.free - wanted) / room))
        }
    }
}

/// Returns the rotation of a foot over its toes, in world space, that brings its ankle within `reach_m` of the hip, or
/// as near as a turn of at most [`MAX_ROLL_RAD`] allows. `None` if the ankle is already within reach, if the toes
/// coincide with the ankle or the hip, or if the foot already points at the hip.
pub(crate) fn roll_foot(hip_m: Vec3, ankle_m: Vec3, toe_m: Vec3, reach_m: f32) -> Option<Quat> {
    if length(sub(ankle_m, hip_m)) <= reach_m {
        return None;
    }
    let (foot, up) = (sub(ankle_m, toe_m), sub(hip_m, toe_m));
    let (foot_m, far) = (length(foot), length(up));
    if foot_m < 1e-4 || far < 1e-4 {
        return None;
    }
    // After the turn, the ankle is as far from the toes as before, and `reach_m` from the hip.
    let cosine = (far * far + foot_m * foot_m - reach_m * reach_m) / (2.0 * far * foot_m);
    let wanted = maths::acos(maths::clamp(cosine, -1.0, 1.0));
    let whole = rotation::to_vector(rotation::between(foot, up));
    let angle = length(whole);
    if angle < 1e-5 {
        return None;
    }
    let turn = maths::clamp(angle - wanted, 0.0, MAX_ROLL_RAD);
    Some(rotation::from_vector(scale(whole, turn / angle)))
}

#[cfg(test)]
mod tests {
    use footwork_testkit::Random;

    use super::*;
    use crate::vector::to_f32;

    #[test]
    fn a_leg_reaches_its_target_or_comes_as_near_as_possible() {
        let mut random = Random::for_case("a leg reaches", 0);
        for _ in 0..2_000 {
            let mut point = |size: f64| random.vector(size).map(to_f32);
            let hip = point(3.0);
            let knee = add(hip, add([0.0, -0.45, 0.05], point(0.1)));
            let ankle = add(knee, add([0.0, -0.42, -0.05], point(0.1)));
            let target = add(ankle, point(0.5));
            let turn = bend_leg([hip, knee, ankle], target, [0.0, 0.0, 1.0]).unwrap();
            let new_knee = add(hip, rotation::rotate(turn.upper, sub(knee, hip)));
            let new_ankle = add(new_knee, rotation::rotate(turn.lower, sub(ankle, knee)));
            let off = length(sub(new_ankle, turn.ankle_m));
            assert!(off < 1e-4, "{off}");
            let (upper, lower) = (length(sub(knee, hip)), length(sub(ankle, knee)));
            let wanted = length(sub(target, hip));
            let can_reach =
                wanted < 0.998 * (upper + lower) && wanted > maths::abs(upper - lower) + 0.002;
            if can_reach {
                assert!(length(sub(new_ankle, target)) < 1e-4);
            }
        }
    }

    #[test]
    fn a_straight_leg_bends_ahead() {
        let leg = [[0.0, 1.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 0.0]];
        let turn = bend_leg(leg, [0.0, 0.2, 0.0], [0.0, 0.0, 1.0]).unwrap();
        let knee = rotation::rotate(turn.upper, [0.0, -0.5, 0.0]);
        assert!(knee[2] > 0.2, "{knee:?}");
        assert_eq!(bend_leg(leg, [0.0, f32::NAN, 0.0], [0.0, 0.0, 1.0]), None);
        assert_eq!(bend_leg(leg, [0.0, 0.2, 0.0], [0.0, 1.0, 0.0]), None);
        assert_eq!(
            bend_leg([leg[0], leg[0], leg[2]], [0.0; 3], [0.0, 0.0, 1.0]),
            None
        );
        // A target out of reach stretches the leg, and `ankle_m` is where the ankle ends.
        let turn = bend_leg(leg, [0.0, -5.0, 0.0], [0.0, 0.0, 1.0]).unwrap();
        assert!((turn.ankle_m[1] - 0.001).abs() < 1e-5, "{turn:?}");
    }

    #[test]
    fn a_held_leg_gives_way_smoothly_and_stays_bent() {
        for own in [0.5, 0.95, 0.98, 0.995, 1.1] {
            let (stretch, mut last) = (Stretch::new(own), 0.0);
            for step in 0..2_000u16 {
                let wanted = f32::from(step) * 1e-3;
                let soft = stretch.soft(wanted);
                assert!(
                    soft >= last && soft - last < 1.1e-3,
                    "{own} {wanted}: {soft}"
                );
                assert!(soft <= maths::max(SOFT_STRETCH, maths::min(own, MAX_STRETCH)));
                assert!(wanted > SOFT_FROM || soft == wanted);
                last = soft;
            }
        }
    }

    #[test]
    fn a_foot_rolls_over_its_toes_until_the_leg_reaches() {
        let (toe, ankle) = ([0.0, 0.02, 0.15], [0.0, 0.1, 0.0]);
        let mut rolled = 0;
        for step in 0..40u8 {
            let hip = [0.05, 0.85, f32::from(step) * 0.02];
            let far = length(sub(ankle, hip));
            match roll_foot(hip, ankle, toe, 0.8) {
                None => assert!(far <= 0.8),
                Some(turn) => {
                    rolled += 1;
                    let moved = add(toe, rotation::rotate(turn, sub(ankle, toe)));
                    let left = length(sub(moved, hip));
                    let turned = length(rotation::to_vector(turn));
                    let is_there = (left - 0.8).abs() < 1e-4;
                    assert!(
                        is_there || (turned - MAX_ROLL_RAD).abs() < 1e-4,
                        "{step}: {left}"
                    );
                    assert!(moved[1] > ankle[1], "the heel rises");
                }
            }
        }
        assert!(rolled > 5, "{rolled}");
    }
}
