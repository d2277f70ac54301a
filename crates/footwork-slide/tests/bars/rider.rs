//! A tilting platform carries its rider to and fro without shifting it by more than 20 mm in ten seconds.

use footwork_slide::{Pose, Shape, World};

use crate::check;
use crate::scenes::Random;
use crate::walk::{Walk, add_turned, length, sub};

/// A platform that tilts to and fro around a level axis through a point below or above it.
#[derive(Clone, Copy, Debug)]
struct Seesaw {
    /// The largest tilt in either direction, in radians.
    tilt: f64,
    /// The number of moves from one level pose to the next.
    swing: u32,
    /// The heading in which the platform tilts, at right angles to the axis, in radians.
    turn: f64,
    /// The height of the platform's middle above the axis, in metres.
    above: f64,
    half_m: [f32; 3],
}

impl Seesaw {
    /// Returns the pose after `step` moves.
    fn pose(&self, step: u32) -> Pose {
        let phase = f64::from(step) / f64::from(self.swing);
        let tilt = self.tilt * libm::sin(std::f64::consts::PI * phase);
        let (sine, cosine) = libm::sincos(self.turn);
        let (half_sine, half_cosine) = libm::sincos(tilt / 2.0);
        // Turns around the level axis perpendicular to `turn`.
        let turn = [sine * half_sine, 0.0, -cosine * half_sine, half_cosine];
        let (tilted, upright) = libm::sincos(tilt);
        let at = [
            tilted * cosine * self.above,
            upright * self.above,
            tilted * sine * self.above,
        ];
        Pose::new(at, turn.map(|part| part as f32)).unwrap()
    }
}

/// Lets a body ride for ten seconds without walking. Returns its largest distance from the start in metres, measured
/// whenever the platform is level, and a description of the ride. The distance is infinite if the body loses its
/// support or is crushed.
fn drift(seed: u64) -> (f64, String) {
    let random = &mut Random(seed);
    let hertz = [20.0, 30.0, 60.0, 144.0][(random.bits() % 4) as usize];
    let seesaw = Seesaw {
        tilt: random.between(2.0, 20.0).to_radians(),
        swing: (random.between(0.7, 3.0) * hertz) as u32,
        turn: random.between(-3.2, 3.2),
        above: random.between(-0.5, 0.5),
        half_m: [4.0, random.between(0.05, 0.3) as f32, 4.0],
    };
    let height_m = random.between(1.2, 2.0) as f32;
    let radius_m = random.between(0.2, 0.45) as f32;
    let shape = match random.bits() % 3 {
        0 => Shape::Box {
            half_m: [radius_m, height_m / 2.0, radius_m],
        },
        1 => Shape::Sphere { radius_m },
        _ => Shape::Capsule { radius_m, height_m },
    };
    let [x, z] = [0, 1].map(|_| random.between(-2.5, 2.5));
    let mut world = World::new();
    let platform = add_turned(&mut world, seesaw.half_m, seesaw.pose(0));
    let mut walk = Walk::new(world, shape, [x, seesaw.above + 2.0, z]);
    walk.config.step_secs = (1.0 / hertz) as f32;
    if random.bits().is_multiple_of(2) {
        walk.config.max_slope_rad = Some(0.8);
        walk.config.step_height_m = 0.3;
        walk.config.snap_m = 0.3;
    }
    let fall = random.between(0.0, 2.0) * 9.81 / (hertz * hertz);
    let down = [0.0, fall, 0.02][(random.bits() % 3) as usize];
    for _ in 0..60 {
        walk.step([0.0, -0.1, 0.0]);
    }
    let start = walk.state.position;
    let mut farthest: f64 = 0.0;
    for step in 1..=(10.0 * hertz) as u32 {
        walk.world.begin_step();
        walk.world.move_to(platform, seesaw.pose(step)).unwrap();
        walk.step([0.0, -down, 0.0]);
        if step % seesaw.swing == 0 {
            let off = length(sub(walk.state.position, start));
            farthest = if off > farthest { off } else { farthest };
        }
        if !walk.state.footing.is_supported() || walk.crushed {
            farthest = f64::INFINITY;
        }
    }
    let told = format!(
        "{shape:?}, from ({x}, {z}), {hertz} Hz, down {down}, {seesaw:?}, {:?}",
        walk.config
    );
    (farthest, told)
}

/// Returns the fault of a ride that shifts its rider by more than 20 mm; `None` for any other ride.
fn fault(seed: u64) -> Option<String> {
    let (drift, told) = drift(seed);
    (drift > 0.02).then(|| format!("seed {seed}: {drift} m, {told}"))
}

#[test]
fn a_seesaw_does_not_shift_its_rider() {
    check(1000, fault);
}

#[test]
#[ignore = "100,000 rides"]
fn a_seesaw_does_not_shift_its_rider_in_the_long_run() {
    check(100_000, fault);
}
