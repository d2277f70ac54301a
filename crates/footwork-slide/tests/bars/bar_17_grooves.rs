//! Bar 17: a body rests in a groove between two slopes that are too steep to stand on, walks along it, and can jump out.

use footwork_slide::{Footing, Shape};

use crate::is_soak;
use crate::scenes::{Random, STEP, Triangle, quad};
use crate::walk::{BOX, CAPSULE, Walk, dot, gap, length, times, world_of};

/// The steepest ground to stand on, in degrees.
const LIMIT: f64 = 45.0;

/// Two slopes that meet in a groove through the origin.
#[derive(Clone, Copy, Debug)]
struct Groove {
    /// The angle at which each slope rises away from the groove, in degrees.
    sides: [f64; 2],
    /// The angle at which the groove itself rises, in degrees.
    along: f64,
    /// The heading of the groove, in degrees from x.
    heading: f64,
}

impl Groove {
    fn random(random: &mut Random) -> Self {
        let level = random.bits().is_multiple_of(3);
        Self {
            sides: [0, 1].map(|_| random.between(LIMIT + 2.0, 78.0)),
            along: if level {
                0.0
            } else {
                random.between(-40.0, 40.0)
            },
            heading: random.between(0.0, 360.0),
        }
    }

    /// Returns the point at a level distance of `x` metres along the groove, `y` metres above the origin and `z` metres to the
    /// side of the groove.
    fn point(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let (sine, cosine) = libm::sincos(self.heading.to_radians());
        [x * cosine - z * sine, y, x * sine + z * cosine]
    }

    /// Returns the slopes, cut across by a few edges.
    fn triangles(&self, random: &mut Random) -> Vec<Triangle> {
        let tilt = libm::tan(self.along.to_radians());
        let mut triangles = Vec::new();
        for (side, degrees) in [1.0, -1.0].into_iter().zip(self.sides) {
            let rise = libm::tan(degrees.to_radians());
            let mut from = -12.0;
            while from < 12.0 {
                let cell = random.between(0.3, 2.5);
                triangles.extend(quad(
                    [from, from * tilt, 0.0],
                    [cell, cell * tilt, 0.0],
                    [0.0, 6.0 * rise, side * 6.0],
                ));
                from += cell;
            }
        }
        random.shuffle(&mut triangles);
        let place = |corner| self.point(corner);
        triangles.iter().map(|corners| corners.map(place)).collect()
    }

    /// Returns the upward unit normals of the slopes.
    fn normals(&self) -> [[f64; 3]; 2] {
        let tilt = libm::tan(self.along.to_radians());
        let sides = [(1.0, self.sides[0]), (-1.0, self.sides[1])];
        sides.map(|(side, degrees)| {
            let normal = self.point([-tilt, 1.0, -side * libm::tan(degrees.to_radians())]);
            times(normal, 1.0 / length(normal))
        })
    }

    fn gap(&self, walk: &Walk) -> f64 {
        let gaps =
            (self.normals()).map(|normal| gap(&walk.mover.shape(), walk.state.position, normal));
        if gaps[0] < gaps[1] { gaps[0] } else { gaps[1] }
    }

    /// Returns a body that starts above the groove, ready to drop into it.
    fn drop(&self, shape: Shape, random: &mut Random) -> Walk {
        let from = self.point([random.between(-1.0, 1.0), 7.0, random.between(-0.5, 0.5)]);
        let mut walk = Walk::new(world_of(&self.triangles(random)), shape, from);
        walk.config.max_slope_rad = Some(LIMIT.to_radians() as f32);
        walk
    }

    /// Checks that the body falls until it is wedged, and then stays.
    fn check_rest(&self, walk: &mut Walk, told: &str) {
        let mut crept = 0.0;
        for step in 0..150 {
            let (moved, _) = walk.step([0.0, -0.1, 0.0]);
            let footing = walk.state.footing;
            assert!(
                self.gap(walk) > 0.0,
                "{told}: the body is inside a slope, {:?}",
                walk.state
            );
            if step >= 100 {
                crept += length(moved);
                assert!(matches!(footing, Footing::Wedged(_)), "{told}: {footing:?}");
            }
        }
        assert!(crept < 1e-4, "{told}: the body crept by {crept} m");
    }

    /// Walks the body in a level direction, `degrees` off the groove. Checks that every step goes along the groove and
    /// that the body stays wedged in a level or rising groove.
    fn check_walk(&self, walk: &mut Walk, degrees: f64, told: &str) {
        let (sine, cosine) = libm::sincos(degrees.to_radians());
        let wanted = self.point([STEP * cosine, -0.02, STEP * sine]);
        let ahead = self.point([cosine.signum(), 0.0, 0.0]);
        let falls = self.along * cosine < 0.0;
        let cos_along = libm::cos(self.along.to_radians());
        // On a rising groove, as on any slope, only the part of the move along the slope remains.
        let share = if falls { 1.0 } else { cos_along * cos_along };
        for step in 0..60 {
            let (moved, _) = walk.step(wanted);
            let told = format!("{told}, step {step}: {moved:?}, {:?}", walk.state);
            let least = 0.97 * share * STEP * cosine.abs();
            assert!(dot(moved, ahead) >= least, "{told}");
            assert!(length(moved) <= 1.001 * length(wanted) + 3e-3, "{told}");
            assert!(self.gap(walk) > 0.0, "{told}");
            assert!(
                falls || matches!(walk.state.footing, Footing::Wedged(_)),
                "{told}"
            );
        }
    }
}

/// A body used to be unable to walk up a groove that rises by less than a degree, and crept down while standing in it.
#[test]
fn a_body_rests_in_a_groove_walks_along_it_and_jumps_out() {
    let count = if is_soak() { 1000 } else { 40 };
    for seed in 0..count {
        let random = &mut Random(seed);
        let groove = Groove::random(random);
        for shape in [BOX, CAPSULE] {
            for steps_m in [0.0, 0.3] {
                let mut walk = groove.drop(shape, random);
                walk.config.step_height_m = steps_m;
                walk.config.snap_m = steps_m;
                let told = format!("seed {seed}, {groove:?}, {shape:?}, steps {steps_m}");
                groove.check_rest(&mut walk, &told);
                let rest = walk.state;
                for degrees in [0.0, 180.0, 30.0, 150.0, 60.0, -120.0] {
                    walk.state = rest;
                    groove.check_walk(&mut walk, degrees, &format!("{told}, to {degrees}°"));
                }
                walk.state = rest;
                let (moved, _) = walk.step([0.0, 0.1, 0.0]);
                assert!((moved[1] - 0.1).abs() < 1e-4, "{told}: {moved:?}");
                assert_eq!(walk.state.footing, Footing::Air, "{told}");
            }
        }
    }
}
