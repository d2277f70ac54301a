//! The ground below a body that stays: it moves below a treadmill gait, and rests below a body that stands on a foot.

use std::f64::consts::TAU;
use std::sync::Arc;

use footwork_base::{FrameRate, to_f32};
use footwork_clip::{Clip, ClipParts, Joint, JointId, Motion, Skeleton};
use proptest::prelude::*;

const RATE: u32 = 60;

/// The names, parents and offsets of a body of 1.7 m.
const JOINTS: [(&str, Option<u32>, [f64; 3]); 7] = [
    ("Hips", None, [0.0; 3]),
    ("Spine", Some(0), [0.0, 0.3, 0.0]),
    ("Head", Some(1), [0.0, 0.5, 0.0]),
    ("LeftFoot", Some(0), [0.1, -0.82, 0.0]),
    ("LeftToeBase", Some(3), [0.0, -0.06, 0.14]),
    ("RightFoot", Some(0), [-0.1, -0.82, 0.0]),
    ("RightToeBase", Some(5), [0.0, -0.06, 0.14]),
];

/// Where the left and the right foot are at a time in seconds, relative to where they stand side by side.
type Feet<'a> = &'a dyn Fn(f64) -> [[f64; 3]; 2];

/// Returns a body whose hips sway around the origin and whose feet follow these paths.
fn clip(secs: f64, feet: Feet<'_>) -> Clip {
    let joints = JOINTS.map(|(name, parent, offset)| Joint {
        name: name.to_owned(),
        parent: parent.map(JointId::new),
        offset: offset.map(to_f32),
        is_end: false,
    });
    let frames = footwork_base::to_u32(secs * f64::from(RATE));
    let (mut root_positions, mut translations) = (Vec::new(), Vec::new());
    for frame in 0..frames {
        let time = f64::from(frame) / f64::from(RATE);
        let sway = [
            0.02 * libm::sin(TAU * time),
            0.0,
            0.05 * libm::cos(TAU * time),
        ];
        root_positions.push([sway[0], 0.9, sway[2]]);
        let moved = feet(time);
        for (index, (_, _, offset)) in JOINTS.iter().enumerate() {
            let foot = match index {
                3 => Some(moved[0]),
                5 => Some(moved[1]),
                _ => None,
            };
            let place = [0, 1, 2].map(|axis| {
                let moved = foot.map_or(0.0, |foot| foot[axis] - sway[axis]);
                to_f32(offset[axis] + moved)
            });
            translations.push(place);
        }
    }
    Clip::new(ClipParts {
        skeleton: Arc::new(Skeleton::new(joints.to_vec()).unwrap()),
        rate: FrameRate::whole(RATE.into()).unwrap(),
        looping: false,
        rotations: vec![[0.0, 0.0, 0.0, 1.0]; translations.len()],
        root_positions,
        translations: Some(translations),
    })
    .unwrap()
    .with_found_travelling_joint()
}

/// Eases from 0 to 1 with the least jerk.
fn ease(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    share * share * share * (10.0 + share * (6.0 * share - 15.0))
}

/// A gait over ground that moves below the body.
#[derive(Clone, Copy, Debug)]
struct Treadmill {
    /// The velocity of the body over the ground along x and z, in m/s.
    velocity: [f64; 2],
    cycle_secs: f64,
    /// The share of the cycle in which a foot stands.
    duty: f64,
    lift_m: f64,
}

impl Treadmill {
    /// Returns the share of the cycle since this foot came down.
    fn phase(&self, side: usize, secs: f64) -> f64 {
        let share = secs / self.cycle_secs + 0.5 * side as f64;
        share - libm::floor(share)
    }

    fn foot(&self, side: usize, secs: f64) -> [f64; 3] {
        let phase = self.phase(side, secs);
        let reach = self.velocity.map(|v| 0.5 * v * self.duty * self.cycle_secs);
        let (along, up) = if phase < self.duty {
            (1.0 - 2.0 * phase / self.duty, 0.0)
        } else {
            let swing = (phase - self.duty) / (1.0 - self.duty);
            (2.0 * ease(swing) - 1.0, libm::sin(0.5 * TAU * swing))
        };
        [reach[0] * along, self.lift_m * up, reach[1] * along]
    }

    /// Returns whether a foot stands well within its stance.
    fn stands(&self, side: usize, secs: f64) -> bool {
        (0.2 * self.duty..0.8 * self.duty).contains(&self.phase(side, secs))
    }

    fn speed(&self) -> f64 {
        libm::hypot(self.velocity[0], self.velocity[1])
    }
}

/// Walks, runs, strafes and back-pedals of 0.6 to 5 m/s.
fn treadmill() -> impl Strategy<Value = Treadmill> {
    let speed = 0.6..5.0f64;
    (speed, 0.0..1.0f64, 0.0..1.0f64, 0.06..0.25f64).prop_map(|(speed, turn, noise, lift_m)| {
        let (sin, cos) = libm::sincos(TAU * turn);
        // Faster gaits have shorter cycles and stances.
        let fast = ((speed - 0.6) / 4.4).min(1.0);
        Treadmill {
            velocity: [speed * sin, speed * cos],
            cycle_secs: 1.2 - 0.5 * fast + 0.1 * noise,
            duty: 0.64 - 0.3 * fast,
            lift_m,
        }
    })
}

/// Returns the horizontal speed of each foot over the ground, by frame: of its ankle, which moves with it.
fn speeds(motion: &Motion<'_>) -> [Vec<f32>; 2] {
    let ankles = [3, 5].map(JointId::new);
    let speeds = motion.horizontal_speeds_over_ground(&ankles);
    <[Vec<f32>; 2]>::try_from(speeds).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Below a treadmill gait in any direction, standing feet rest on ground that moves as fast as they do.
    #[test]
    fn ground_moves_below_a_treadmill(gait in treadmill(), secs in 2.0..8.0f64) {
        let clip = clip(secs, &|time| [0, 1].map(|side| gait.foot(side, time)));
        let motion = Motion::new(&clip);
        prop_assert!(motion.steps_in_place());
        for (side, speeds) in speeds(&motion).iter().enumerate() {
            for (frame, speed) in speeds.iter().enumerate() {
                let time = frame as f64 / f64::from(RATE);
                if gait.stands(side, time) && (0.3..secs - 0.3).contains(&time) {
                    prop_assert!(f64::from(*speed) < 0.1 * gait.speed(), "{speed} m/s at {time} s");
                }
            }
        }
    }

    /// A body that stands on one foot and moves the other, however far, fast and often, does not move the ground.
    #[test]
    fn ground_rests_below_a_standing_foot(
        stride in prop::array::uniform2(-0.9..0.9f64),
        lift_m in 0.0..0.6f64,
        swing_secs in 0.15..0.8f64,
        pause_secs in 0.0..0.4f64,
        noise_m in 0.0..0.0005f64,
        secs in 1.0..6.0f64,
        side in 0..2usize,
    ) {
        let period = 2.0 * (swing_secs + pause_secs);
        let feet = |time: f64| {
            let at = time % period;
            let out = ease(at / swing_secs);
            let back = ease((at - swing_secs - pause_secs) / swing_secs);
            let along = out - back;
            let is_out = at < swing_secs;
            let share = if is_out { out } else { back };
            let up = 4.0 * lift_m * share * (1.0 - share);
            let tremble = noise_m * libm::sin(37.0 * time);
            let mut feet = [[tremble, tremble.abs(), 0.0]; 2];
            feet[side] = [stride[0] * along, up, stride[1] * along];
            feet
        };
        let clip = clip(secs, &feet);
        let motion = Motion::new(&clip);
        prop_assert!(!motion.steps_in_place());
        for speed in &speeds(&motion)[1 - side] {
            prop_assert!(*speed < 0.05, "{speed} m/s");
        }
    }

    /// Feet that step by turns on the spot, or around it, stand on ground that rests.
    #[test]
    fn ground_rests_below_steps_on_the_spot(
        angle in -1.2..1.2f64,
        step_secs in 0.3..0.8f64,
        share in 0.5..0.9f64,
        lift_m in 0.03..0.4f64,
        secs in 2.0..6.0f64,
    ) {
        // Each foot goes from one place on a circle to the next while the other stands.
        let foot = |side: usize, time: f64| {
            let steps = time / step_secs;
            let mine = (steps - side as f64) / 2.0;
            let (done, swing) = (libm::floor(mine), (mine - libm::floor(mine)) * 2.0 / share);
            let turn = 0.25 * angle * (done + ease(swing));
            let (sin, cos) = libm::sincos(turn);
            let x = if side == 0 { 0.1 } else { -0.1 };
            let up = if swing < 1.0 { libm::sin(0.5 * TAU * swing) } else { 0.0 };
            [x * cos - x, lift_m * up, -x * sin]
        };
        let clip = clip(secs, &|time| [foot(0, time), foot(1, time)]);
        let motion = Motion::new(&clip);
        prop_assert!(!motion.steps_in_place());
    }

    /// A body that stands, starts to walk in place and stops: the ground rests, moves and rests with the feet.
    #[test]
    fn ground_starts_and_stops_with_the_feet(gait in treadmill(), still_secs in 0.8..1.2f64) {
        let moving = (still_secs, still_secs + 8.0);
        let secs = moving.1 + still_secs;
        // The feet hold their first and last places while the body stands.
        let feet = |time: f64| {
            let time = time.clamp(moving.0, moving.1) - moving.0;
            [0, 1].map(|side| gait.foot(side, time))
        };
        let clip = clip(secs, &feet);
        let motion = Motion::new(&clip);
        prop_assert!(motion.steps_in_place());
        for (side, speeds) in speeds(&motion).iter().enumerate() {
            for (frame, speed) in speeds.iter().enumerate() {
                let time = frame as f64 / f64::from(RATE);
                let is_still = time < moving.0 - 0.55 || time > moving.1 + 0.55;
                let walks = (moving.0 + 0.8..moving.1 - 0.8).contains(&time);
                let most = match (is_still, walks && gait.stands(side, time - moving.0)) {
                    (true, _) => 0.01,
                    (_, true) => 0.1 * gait.speed(),
                    _ => continue,
                };
                prop_assert!(f64::from(*speed) < most, "{speed} m/s at {time} s");
            }
        }
    }
}
