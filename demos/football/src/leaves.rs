//! Leaves and dust: thousands of light bodies in the same wind as the ball, moved by block evaluation of its expressions.

use footwork_base::to_f32;

use crate::chance::Chance;
use crate::pitch::Pitch;
use crate::setup::FRAME_SECS;
use crate::wind::Wind;

/// The number of groups of leaves: in each frame, one group moves by the time of four frames.
const TURNS: usize = 4;
/// The acceleration per newton of wind.
const PER_KG: f32 = 60.0;
/// The rate at which air slows leaves down.
const DRAG_PER_SEC: f32 = 2.5;
/// The downward acceleration of leaves.
const FALL_MPS2: f32 = 0.9;
/// The greatest height of a leaf.
const CEILING_M: f32 = 8.0;
/// The height of leaves on the ground, so that wind can lift them.
const GROUND_M: f32 = 0.03;

/// Leaves as columns: places in metres and speeds in m/s.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaves {
    places: [Vec<f32>; 3],
    speeds: [Vec<f32>; 3],
    forces: [Vec<f32>; 3],
    half_m: [f32; 2],
}

impl Leaves {
    pub(crate) fn new(count: u32, seed: u64, pitch: &Pitch) -> Self {
        let mut chance = Chance::new(seed ^ 0x1ea5);
        let half_m = pitch.half_m().map(|half| to_f32(half + pitch.banners_m));
        let mut leaves = Self {
            half_m,
            ..Self::default()
        };
        for _ in 0..count {
            let [a, b, c] = [(); 3].map(|()| to_f32(chance.part()));
            leaves.places[0].push((2.0 * a - 1.0) * half_m[0]);
            leaves.places[1].push(GROUND_M + 4.0 * b * b);
            leaves.places[2].push((2.0 * c - 1.0) * half_m[1]);
            for axis in 0..3 {
                leaves.speeds[axis].push(0.0);
                leaves.forces[axis].push(0.0);
            }
        }
        leaves
    }

    /// Returns the positions: all x, all y, all z.
    pub(crate) fn places(&self) -> [&[f32]; 3] {
        [0, 1, 2].map(|axis| &self.places[axis][..])
    }

    /// Moves a quarter of the leaves.
    pub(crate) fn step(&mut self, wind: &mut Wind, frame: u64, now_secs: f64) {
        let count = self.places[0].len();
        let turn = usize::try_from(frame % TURNS as u64).unwrap_or(0);
        let (start, stop) = (count * turn / TURNS, count * (turn + 1) / TURNS);
        if start == stop {
            return;
        }
        let part = start..stop;
        let [fx, fy, fz] = &mut self.forces;
        wind.forces(
            [0, 1, 2].map(|axis| &self.places[axis][part.clone()]),
            [0, 1, 2].map(|axis| &self.speeds[axis][part.clone()]),
            to_f32(now_secs),
            [
                &mut fx[part.clone()],
                &mut fy[part.clone()],
                &mut fz[part.clone()],
            ],
        );
        let dt = to_f32(FRAME_SECS * TURNS as f64);
        let kept = 1.0 / (1.0 + DRAG_PER_SEC * dt);
        for axis in 0..3 {
            let fall = if axis == 1 { FALL_MPS2 } else { 0.0 };
            let forces = &self.forces[axis][part.clone()];
            let speeds = self.speeds[axis][part.clone()].iter_mut();
            let places = self.places[axis][part.clone()].iter_mut();
            let half = self.half_m[usize::from(axis == 2)];
            for ((place, speed), force) in places.zip(speeds).zip(forces) {
                // A force that is not finite counts as zero.
                let force = if force.is_finite() { *force } else { 0.0 };
                *speed = (*speed + (force * PER_KG - fall) * dt) * kept;
                *speed = speed.clamp(-30.0, 30.0);
                *place += *speed * dt;
                match axis {
                    1 if *place < GROUND_M => (*place, *speed) = (GROUND_M, 0.0),
                    1 if *place > CEILING_M => (*place, *speed) = (CEILING_M, 0.0),
                    // Leaves blown out on one side come back on the other.
                    0 | 2 if *place > half => *place -= 2.0 * half,
                    0 | 2 if *place < -half => *place += 2.0 * half,
                    _ => {}
                }
            }
        }
    }
}
