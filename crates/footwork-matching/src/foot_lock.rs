//! Feet that stand: a lock that holds a foot while the clip that plays says it stands, and two-bone inverse kinematics that
//! bends the leg to it.
//!
//! Every blend drags planted feet, four to six times as fast as the clips do; so the lock follows the contacts of the clip
//! jumped to, not the foot that is shown. Source: D. Holden's `contact_update` (*Learned Motion Matching*, 2020), with the
//! release as a critically damped spring.

use footwork_base::maths;

use crate::rotation::{self, Quat};
use crate::vector::{Vec3, add, at_most, dot, length, scale, sub, to_f32};

/// How a foot is locked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootLockConfig {
    /// The lock gives way when the clip's foot is farther from it than this. 0.2 m by default.
    pub release_m: f32,
    /// How fast the foot goes back to the clip when the lock ends: each half-life leaves half. 0.1 s by default, 0 is at
    /// once.
    pub halflife_secs: f32,
}

impl Default for FootLockConfig {
    fn default() -> Self {
        Self {
            release_m: 0.2,
            halflife_secs: 0.1,
        }
    }
}

/// The lock of one foot. Plain data: a copy replays.
///
/// ```
/// use footwork_matching::{FootLock, FootLockConfig};
///
/// let mut lock = FootLock::new(FootLockConfig::default()).unwrap();
/// assert_eq!(lock.update(0.01, false, [0.0, 0.1, 0.0]), Some([0.0, 0.1, 0.0]));
/// // The clip says that the foot stands; it stays where it is, though a blend drags it.
/// lock.update(0.01, true, [0.0, 0.1, 0.0]);
/// assert_eq!(lock.update(0.01, true, [0.05, 0.1, 0.0]), Some([0.0, 0.1, 0.0]));
/// assert!(lock.is_locked());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootLock {
    config: FootLockConfig,
    state: State,
    /// Where the clip's foot was in the last update.
    last_m: Option<Vec3>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// The foot goes with the clip, but for what is left of a lock, and how fast that changes.
    Free {
        offset_m: Vec3,
        offset_mps: Vec3,
        /// The lock gave way, so it waits for the next contact.
        is_spent: bool,
    },
    Locked {
        at_m: Vec3,
    },
}

impl FootLock {
    /// A foot that goes with its clip. `None` if a number of the config is negative or not finite.
    pub fn new(config: FootLockConfig) -> Option<Self> {
        let numbers = [config.release_m, config.halflife_secs];
        let are_valid = numbers
            .iter()
            .all(|number| *number >= 0.0 && number.is_finite());
        are_valid.then_some(Self {
            config,
            state: State::Free {
                offset_m: [0.0; 3],
                offset_mps: [0.0; 3],
                is_spent: false,
            },
            last_m: None,
        })
    }

    /// Whether the foot is held.
    pub fn is_locked(&self) -> bool {
        matches!(self.state, State::Locked { .. })
    }

    /// Returns where the foot should be in the world, after `dt_secs`, from whether the clip that plays says that it
    /// stands, and from where the pose that is shown has it. While it is locked that is one point, to the bit. A lock
    /// begins and ends without a step.
    ///
    /// `None`, and nothing changes, if the time is negative or a number is not finite.
    pub fn update(&mut self, dt_secs: f64, stands: bool, foot_m: [f32; 3]) -> Option<[f32; 3]> {
        let dt = to_f32(dt_secs);
        if !(dt >= 0.0 && dt.is_finite()) || foot_m.iter().any(|number| !number.is_finite()) {
            return None;
        }
        let speed_mps = match self.last_m {
            Some(last) if dt > 0.0 => scale(sub(foot_m, last), 1.0 / dt),
            _ => [0.0; 3],
        };
        self.last_m = Some(foot_m);
        match self.state {
            State::Locked { at_m } => {
                let is_far = length(sub(foot_m, at_m)) > self.config.release_m;
                if stands && !is_far {
                    return Some(at_m);
                }
                // The foot stood, so in relation to the clip it moves as fast the other way.
                self.state = State::Free {
                    offset_m: sub(at_m, foot_m),
                    offset_mps: at_most(scale(speed_mps, -1.0), MAX_RELEASE_MPS),
                    is_spent: stands,
                };
                Some(at_m)
            }
            State::Free {
                offset_m,
                offset_mps,
                is_spent,
            } => {
                let (offset_m, offset_mps) = self.decayed(offset_m, offset_mps, dt);
                let shown = add(foot_m, offset_m);
                let is_spent = is_spent && stands;
                let is_near = length(offset_m) <= self.config.release_m;
                self.state = match stands && !is_spent && is_near {
                    true => State::Locked { at_m: shown },
                    false => State::Free {
                        offset_m,
                        offset_mps,
                        is_spent,
                    },
                };
                Some(shown)
            }
        }
    }

    /// A critically damped spring towards 0, exactly.
    fn decayed(&self, offset: Vec3, speed: Vec3, dt: f32) -> (Vec3, Vec3) {
        let halflife = self.config.halflife_secs;
        if halflife <= 0.0 {
            return ([0.0; 3], [0.0; 3]);
        }
        let damping = 2.0 * std::f32::consts::LN_2 / halflife;
        let left = maths::exp(-damping * dt);
        let pull = add(speed, scale(offset, damping));
        let offset = scale(add(offset, scale(pull, dt)), left);
        let speed = scale(sub(speed, scale(pull, damping * dt)), left);
        (offset, speed)
    }
}

/// No foot leaves a lock faster than this, however far a jump took the clip's foot.
const MAX_RELEASE_MPS: f32 = 3.0;

/// How a leg turns to reach a point: rotations in world space, to apply after those of the pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LegTurn {
    /// What the upper leg turns by.
    pub upper: [f32; 4],
    /// What the lower leg turns by, the turn of the upper leg included.
    pub lower: [f32; 4],
    /// Where the ankle is then: the target, unless that is out of reach.
    pub ankle_m: [f32; 3],
}

/// Of its length a leg stretches this far at most: a straight knee snaps.
const MAX_STRETCH: f32 = 0.999;

/// A knee that is out of the line from hip to ankle by less than this share of the thigh bends towards `ahead`.
const MIN_BEND: f32 = 0.1;

/// Bends a leg so that its ankle reaches a target, or comes as near as bones without joints of rubber allow. The knee stays
/// in its plane; the straighter the leg, the more it bends towards `ahead`.
///
/// `None` if a number is not finite, if a bone has no length, or if a straight leg points where `ahead` does.
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
    // A target at the hip has no direction; the leg folds where it is.
    let to = if length(to) < 1e-5 { from } else { to };
    let least = maths::abs(upper_m - lower_m) + 1e-3 * upper_m;
    let reach = maths::clamp(length(to), least, MAX_STRETCH * (upper_m + lower_m));
    let swing = rotation::between(from, to);
    let along = scale(to, 1.0 / length(to));
    let across = |v: Vec3| sub(v, scale(along, dot(v, along)));
    // A leg that is nearly straight has no plane of its own, and a blend may even bend it over; there `ahead` takes over,
    // bit by bit.
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

/// The rotation, and then what is missing for a bone to point somewhere.
fn turned_onto(by: Quat, bone: Vec3, to: Vec3) -> Quat {
    let rest = rotation::between(rotation::rotate(by, bone), to);
    rotation::canonical(rotation::normalized(rotation::mul(rest, by)))
}

#[cfg(test)]
mod tests {
    use footwork_testkit::Random;

    use super::*;

    #[test]
    fn a_leg_reaches_what_it_can() {
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
        // Out of reach it stretches, and says where it ends.
        let turn = bend_leg(leg, [0.0, -5.0, 0.0], [0.0, 0.0, 1.0]).unwrap();
        assert!((turn.ankle_m[1] - 0.001).abs() < 1e-5, "{turn:?}");
    }

    /// A foot that is dragged at 0.3 m/s while it should stand, for 0.4 s, then lifts at 2 m/s.
    #[test]
    fn a_locked_foot_does_not_slide_and_a_released_one_does_not_jump() {
        let mut lock = FootLock::new(FootLockConfig::default()).unwrap();
        let dt = 1.0 / 60.0;
        let (mut place, mut last) = ([0.0f32, 0.1, 0.0], None::<Vec3>);
        for frame in 0..120 {
            let stands = (20..44).contains(&frame);
            let speed = if stands { 0.3 } else { 2.0 };
            place[2] += speed * to_f32(dt);
            let shown = lock.update(dt, stands, place).unwrap();
            if let Some(last) = last {
                let step = length(sub(shown, last));
                if (21..44).contains(&frame) {
                    assert_eq!(shown, last, "frame {frame}");
                }
                assert!(step < 0.05, "frame {frame}: {step}");
            }
            last = Some(shown);
        }
        assert!(length(sub(last.unwrap(), place)) < 0.01);
    }

    #[test]
    fn a_lock_gives_way_and_waits_for_the_next_contact() {
        let mut lock = FootLock::new(FootLockConfig::default()).unwrap();
        lock.update(0.1, true, [0.0; 3]);
        assert!(lock.is_locked());
        lock.update(0.1, true, [0.0, 0.0, 0.5]);
        assert!(!lock.is_locked(), "too far");
        for _ in 0..50 {
            lock.update(0.1, true, [0.0, 0.0, 0.5]);
        }
        assert!(!lock.is_locked(), "the same contact");
        lock.update(0.1, false, [0.0, 0.0, 0.5]);
        lock.update(0.1, true, [0.0, 0.0, 0.5]);
        assert!(lock.is_locked(), "the next one");
        assert_eq!(lock.update(f64::NAN, true, [0.0; 3]), None);
        assert_eq!(lock.update(0.1, true, [f32::INFINITY; 3]), None);
        assert_eq!(
            FootLock::new(FootLockConfig {
                release_m: f32::NAN,
                ..FootLockConfig::default()
            }),
            None
        );
    }
}
