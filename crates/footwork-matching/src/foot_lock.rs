//! Foot locks: hold a foot while it stands in the playing clip.
//!
//! Every blend drags planted feet, four to six times as fast as the clips do. So the lock follows the clip that was
//! jumped to, not the blended foot. A foot that has come down stays in place. If the clip has the foot elsewhere, the
//! foot steps there instead of being dragged. Source: D. Holden's `contact_update` (*Learned Motion Matching*, 2020).
//! Here all transitions are springs of the third order with one rate, which start and end without a jerk.

use footwork_base::maths;

use crate::archive::Archive;
use crate::place::Place;
use crate::rotation;
use crate::vector::{Vec3, add, at_most, dot, length, scale, sub, to_f32};

/// The configuration of a foot lock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootLockConfig {
    /// The release distance, in metres. If the foot of the clip is farther away than this, a standing foot steps to it,
    /// and a landing foot comes down there. The default is 1 m, about the length of a leg, because a foot beyond that
    /// distance would be out of reach and dragged anyway.
    pub release_m: f32,
    /// The release time, in seconds. A standing foot also steps if the foot of the clip is more than 3 cm away for
    /// longer than this time. This happens when a character comes to rest with its feet askew. 1.5 s by default.
    pub release_secs: f32,
    /// The half-life of a step, and of the return to the clip when the lock ends, in seconds. 0.1 s by default. With 0,
    /// the foot snaps.
    pub halflife_secs: f32,
}

impl Default for FootLockConfig {
    fn default() -> Self {
        Self {
            release_m: 1.0,
            release_secs: 1.5,
            halflife_secs: 0.1,
        }
    }
}

/// The lock of one foot. It is plain data: a copy gives the same bits from then on.
///
/// ```
/// use footwork_matching::{FootLock, FootLockConfig};
///
/// let mut lock = FootLock::new(FootLockConfig::default()).unwrap();
/// let (here, dragged) = ([0.0, 0.1, 0.0], [0.05, 0.1, 0.0]);
/// assert_eq!(lock.update(0.01, false, here, here), Some(here));
/// // The foot stands in the clip. It stays in place, although a blend drags it.
/// lock.update(0.01, true, here, here);
/// assert_eq!(lock.update(0.01, true, dragged, here), Some(here));
/// assert!(lock.is_locked());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootLock {
    config: FootLockConfig,
    /// The point at which the foot is held; `None` without a lock.
    at_m: Option<Vec3>,
    /// The offset of the foot from that point, or from the blended pose without a lock. Then its velocity and its
    /// acceleration.
    offset_m: Vec3,
    offset_mps: Vec3,
    offset_mps2: Vec3,
    /// Whether the foot steps to that point. It is lifted on the way.
    is_step: bool,
    /// The time that the foot of the clip has been more than [`ASKEW_M`] from the held foot, in seconds.
    askew_secs: f32,
    /// The unlocked position of the foot in the last update.
    last_m: Option<Vec3>,
}

/// The distance at which a standing foot is askew, in metres; see [`FootLockConfig::release_secs`].
const ASKEW_M: f32 = 0.03;
/// The lift of a stepping foot, as a share of the speed of the spring. The foot rises by about a tenth of the step.
const LIFT_SHARE: f32 = 0.4;
/// The largest initial speed of an offset when a lock begins, steps or ends, in m/s. A jump can move the clip's foot
/// much faster.
const MAX_RELEASE_MPS: f32 = 3.0;

impl FootLock {
    /// Creates a lock whose foot follows its clip. Returns `None` if a number of the config is negative or not finite.
    pub fn new(config: FootLockConfig) -> Option<Self> {
        let numbers = [config.release_m, config.release_secs, config.halflife_secs];
        let are_valid = numbers
            .iter()
            .all(|number| *number >= 0.0 && number.is_finite());
        are_valid.then_some(Self {
            config,
            at_m: None,
            offset_m: [0.0; 3],
            offset_mps: [0.0; 3],
            offset_mps2: [0.0; 3],
            is_step: false,
            askew_secs: 0.0,
            last_m: None,
        })
    }

    /// Returns whether the foot is held, or is stepping to the point at which it will be held.
    pub fn is_locked(&self) -> bool {
        self.at_m.is_some()
    }

    /// Returns the position of the foot in the world after `dt_secs`, in metres. `stands` says whether the foot stands
    /// in the playing clip. `shown_m` is its position in the blended pose, and `clip_m` its position in the pose of the
    /// clip, both with the same root. Once a locked foot has come to rest, the result keeps the same bits. The result
    /// is continuous when a lock begins or ends.
    ///
    /// Returns `None` and changes nothing if `dt_secs` is negative or a number is not finite.
    pub fn update(
        &mut self,
        dt_secs: f64,
        stands: bool,
        shown_m: [f32; 3],
        clip_m: [f32; 3],
    ) -> Option<[f32; 3]> {
        let dt = to_f32(dt_secs);
        let numbers = [shown_m, clip_m];
        let are_finite = numbers
            .as_flattened()
            .iter()
            .all(|number| number.is_finite());
        if !(dt >= 0.0 && dt.is_finite() && are_finite) {
            return None;
        }
        let speed_mps = match self.last_m {
            Some(last) if dt > 0.0 => scale(sub(shown_m, last), 1.0 / dt),
            _ => [0.0; 3],
        };
        self.last_m = Some(shown_m);
        self.decay(dt);
        match self.at_m {
            Some(_) if !stands => {
                // Relative to the blended pose, a standing foot moves at the opposite velocity.
                let now = self.placed(shown_m);
                let speed = sub(self.offset_mps, speed_mps);
                self.at_m = None;
                self.start(sub(now, shown_m), speed, false);
            }
            Some(at_m) => {
                let apart_m = length(sub(clip_m, at_m));
                self.askew_secs = if apart_m > ASKEW_M {
                    self.askew_secs + dt
                } else {
                    0.0
                };
                let is_over = self.askew_secs > self.config.release_secs;
                if apart_m > self.config.release_m || is_over {
                    let offset = add(self.offset_m, sub(at_m, clip_m));
                    self.stand(clip_m);
                    self.start(offset, self.offset_mps, true);
                }
            }
            None if stands => {
                let now = add(shown_m, self.offset_m);
                let [x, _, z] = sub(now, clip_m);
                let is_near = maths::hypot(x, z) <= self.config.release_m;
                let at_m = if is_near {
                    [now[0], clip_m[1], now[2]]
                } else {
                    clip_m
                };
                let offset = sub(now, at_m);
                let speed = self.straight_in(offset, add(self.offset_mps, speed_mps));
                self.stand(at_m);
                self.start(offset, speed, false);
            }
            None => {}
        }
        Some(self.placed(shown_m))
    }

    /// Returns the position of the foot without advancing time. `shown_m` is its position in the blended pose. For a
    /// locked foot, the result does not depend on `shown_m`.
    pub fn placed(&self, shown_m: [f32; 3]) -> [f32; 3] {
        let [x, y, z] = add(self.at_m.unwrap_or(shown_m), self.offset_m);
        let lift = if self.is_step {
            LIFT_SHARE / self.rate() * maths::hypot(self.offset_mps[0], self.offset_mps[2])
        } else {
            0.0
        };
        [x, y + lift, z]
    }

    /// Moves the lock together with a character that the game moves, for example in a teleport. The lock turns about +y
    /// around `from` and then moves to `to`.
    pub fn carry(&mut self, from: Place, to: Place) {
        let turn = to_f32(to.heading_rad - from.heading_rad);
        let turned = |v: Vec3| rotation::rotate(rotation::from_vector([0.0, turn, 0.0]), v);
        let moved = |[x, y, z]: Vec3| {
            let way = [x, z].map(f64::from);
            let [x, z] = [0, 1].map(|axis| to_f32(way[axis] - from.position_m[axis]));
            let [x, y, z] = turned([x, y, z]);
            let [x, z] =
                [(x, 0), (z, 1)].map(|(x, axis)| to_f32(f64::from(x) + to.position_m[axis]));
            [x, y, z]
        };
        self.at_m = self.at_m.map(moved);
        self.last_m = self.last_m.map(moved);
        self.offset_m = turned(self.offset_m);
        self.offset_mps = turned(self.offset_mps);
        self.offset_mps2 = turned(self.offset_mps2);
    }

    /// Ends the lock without a transition. The foot then follows its clip.
    pub(crate) fn reset(&mut self) {
        self.at_m = None;
        self.last_m = None;
        self.askew_secs = 0.0;
        self.start([0.0; 3], [0.0; 3], false);
    }

    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>) {
        for point in [&mut self.at_m, &mut self.last_m] {
            archive.option(point, [0.0; 3], |archive, at| archive.f32s(at));
        }
        archive.f32s(&mut self.offset_m);
        archive.f32s(&mut self.offset_mps);
        archive.f32s(&mut self.offset_mps2);
        archive.f32s(std::slice::from_mut(&mut self.askew_secs));
        archive.bool(&mut self.is_step);
    }

    fn stand(&mut self, at_m: Vec3) {
        self.at_m = Some(at_m);
        self.askew_secs = 0.0;
    }

    /// Reduces a velocity to the part that moves the offset to 0 and not beyond, so that a landing foot does not slide
    /// past its place.
    fn straight_in(&self, offset_m: Vec3, speed_mps: Vec3) -> Vec3 {
        let far = length(offset_m);
        if far < 1e-4 {
            return [0.0; 3];
        }
        let out = scale(offset_m, 1.0 / far);
        let inwards = maths::max(-dot(speed_mps, out), 0.0);
        scale(out, -maths::min(inwards, 0.5 * self.rate() * far))
    }

    /// Returns the rate of the spring. For a half-life of 0, the rate is limited.
    fn rate(&self) -> f32 {
        2.0 * std::f32::consts::LN_2 / maths::max(self.config.halflife_secs, 1e-6)
    }

    fn start(&mut self, offset_m: Vec3, offset_mps: Vec3, is_step: bool) {
        self.offset_m = offset_m;
        self.offset_mps = at_most(offset_mps, MAX_RELEASE_MPS);
        self.offset_mps2 = [0.0; 3];
        self.is_step = is_step;
    }

    /// Decays the offset to 0 in closed form, like a spring with three equal rates. Position, velocity and acceleration
    /// are continuous. An offset below a millimetre is dropped, so that a foot comes to rest.
    fn decay(&mut self, dt: f32) {
        let halflife = self.config.halflife_secs;
        let (offset, speed) = (self.offset_m, self.offset_mps);
        let is_there = length(offset) < 1e-3 && length(speed) < 0.02;
        if halflife <= 0.0 || is_there {
            self.offset_m = [0.0; 3];
            self.offset_mps = [0.0; 3];
            self.offset_mps2 = [0.0; 3];
            return;
        }
        let rate = self.rate();
        let left = maths::exp(-rate * dt);
        for axis in 0..3 {
            // The offset is e^(-rate t) (x + b t + c t²). Its derivatives are the velocity and the acceleration.
            let (x, b) = (offset[axis], speed[axis] + rate * offset[axis]);
            let c = 0.5 * (self.offset_mps2[axis] + rate * (speed[axis] + b));
            let new = left * (x + dt * (b + dt * c));
            let slope = left * (b + 2.0 * dt * c);
            self.offset_m[axis] = new;
            self.offset_mps[axis] = slope - rate * new;
            self.offset_mps2[axis] = 2.0 * left * c - 2.0 * rate * slope + rate * rate * new;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f64 = 1.0 / 60.0;

    /// A blend drags the foot at 0.3 m/s for 0.4 s while it should stand. Then the foot lifts at 2 m/s.
    #[test]
    fn a_locked_foot_does_not_slide_and_a_released_one_does_not_jump() {
        let mut lock = FootLock::new(FootLockConfig::default()).unwrap();
        let (mut place, mut last) = ([0.0f32, 0.1, 0.0], None::<Vec3>);
        for frame in 0..120 {
            let stands = (20..44).contains(&frame);
            let speed = if stands { 0.3 } else { 2.0 };
            place[2] += speed * to_f32(DT);
            let shown = lock.update(DT, stands, place, place).unwrap();
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

    /// A jump moves the foot of the clip 0.4 m ahead from one update to the next.
    #[test]
    fn a_foot_steps_to_the_foot_of_the_clip_and_stays_there() {
        for shown_first in [0.0, 0.3] {
            let config = FootLockConfig {
                release_m: 0.35,
                ..FootLockConfig::default()
            };
            let mut lock = FootLock::new(config).unwrap();
            let mut last = lock.update(DT, true, [0.0; 3], [0.0; 3]).unwrap();
            let (mut way, mut top, mut before) = (0.0, 0.0f32, last);
            for frame in 0..60u8 {
                // The blend starts slowly, and overshoots.
                let shown = [0.0, 0.0, shown_first + 0.01 * f32::from(frame)];
                let now = lock.update(DT, true, shown, [0.0, 0.0, 0.4]).unwrap();
                let step = length(sub(now, last));
                assert!(step < 0.06, "frame {frame}: {step}");
                // A critically damped spring would start with 86 m/s² here.
                let bend = length(sub(sub(now, last), sub(last, before)));
                assert!(bend < 40.0 / 3600.0, "frame {frame}: {}", bend * 3600.0);
                way += maths::abs(now[2] - last[2]);
                top = maths::max(top, now[1]);
                (before, last) = (last, now);
            }
            assert_eq!(last, [0.0, 0.0, 0.4]);
            assert!(way < 0.42, "the path of the foot is nearly straight: {way}");
            assert!(top > 0.03 && top < 0.06, "lifted by {top}");
        }
    }

    #[test]
    fn a_swinging_foot_comes_down_at_the_foot_of_the_clip() {
        let config = FootLockConfig {
            release_m: 0.15,
            ..FootLockConfig::default()
        };
        let mut lock = FootLock::new(config).unwrap();
        lock.update(DT, false, [0.0, 0.3, 0.0], [0.0, 0.3, 0.0]);
        let mut last = [0.0, 0.3, 0.0];
        for _ in 0..60 {
            let now = lock
                .update(DT, true, [0.0, 0.3, 0.0], [0.0, 0.1, 0.2])
                .unwrap();
            assert!(length(sub(now, last)) < 0.05);
            last = now;
        }
        assert_eq!(last, [0.0, 0.1, 0.2]);
    }

    #[test]
    fn feet_do_not_stand_askew_for_long() {
        let config = FootLockConfig {
            release_secs: 0.5,
            ..FootLockConfig::default()
        };
        let mut lock = FootLock::new(config).unwrap();
        let stepped = |lock: &mut FootLock, clip: Vec3, updates: u32| {
            (0..updates).find(|_| lock.update(0.1, true, clip, clip).unwrap() != [0.0; 3])
        };
        lock.update(0.1, true, [0.0; 3], [0.0; 3]);
        assert_eq!(
            stepped(&mut lock, [0.02, 0.0, 0.0], 50),
            None,
            "near enough"
        );
        assert_eq!(stepped(&mut lock, [0.1, 0.0, 0.0], 4), None, "not yet");
        assert_eq!(stepped(&mut lock, [0.1, 0.0, 0.0], 9), Some(2));
        for _ in 0..20 {
            lock.update(0.1, true, [0.1, 0.0, 0.0], [0.1, 0.0, 0.0]);
        }
        assert_eq!(lock.placed([0.3, 0.0, 0.0]), [0.1, 0.0, 0.0]);
    }

    #[test]
    fn numbers_that_are_not_finite_change_nothing() {
        let mut lock = FootLock::new(FootLockConfig::default()).unwrap();
        lock.update(0.1, true, [0.0; 3], [0.0; 3]);
        let before = lock;
        assert_eq!(lock.update(f64::NAN, true, [0.0; 3], [0.0; 3]), None);
        assert_eq!(lock.update(-0.1, true, [0.0; 3], [0.0; 3]), None);
        assert_eq!(lock.update(0.1, true, [f32::INFINITY; 3], [0.0; 3]), None);
        assert_eq!(lock.update(0.1, true, [0.0; 3], [f32::NAN; 3]), None);
        assert_eq!(lock, before);
        for config in [
            FootLockConfig {
                release_m: f32::NAN,
                ..FootLockConfig::default()
            },
            FootLockConfig {
                release_secs: -1.0,
                ..FootLockConfig::default()
            },
        ] {
            assert_eq!(FootLock::new(config), None);
        }
        // With a half-life of 0, the foot snaps.
        let snap = FootLockConfig {
            halflife_secs: 0.0,
            ..FootLockConfig::default()
        };
        let mut lock = FootLock::new(snap).unwrap();
        lock.update(DT, true, [0.0; 3], [0.0; 3]);
        lock.update(DT, true, [0.0; 3], [1.0; 3]);
        assert_eq!(lock.update(DT, true, [0.0; 3], [1.0; 3]), Some([1.0; 3]));
    }
}
