//! Bar 5: a body stops where three planes meet, and stays there.

use footwork_slide::{Footing, Outcome, Shape};

use crate::scenes::{STEP, Triangle};
use crate::walk::{BOX, CAPSULE, Walk, dot, gap, length, times, world_of};

/// Returns a square of 80 m around the origin with this unit normal.
fn plane(normal: [f64; 3]) -> [Triangle; 2] {
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let other = if normal[1].abs() < 0.9 {
        [0.0, 1.0, 0.0]
    } else {
        [1.0, 0.0, 0.0]
    };
    let u = cross(normal, other);
    let u = times(u, 40.0 / length(u));
    let v = cross(normal, u);
    let corner = |a: f64, b: f64| [0, 1, 2].map(|axis| a * u[axis] + b * v[axis]);
    let [a, b, c, d] =
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(a, b)| corner(a, b));
    [[a, b, c], [a, c, d]]
}

fn rest(
    told: &str,
    shape: &Shape,
    normals: [[f64; 3]; 3],
    start: [f64; 3],
    wanted: [f64; 3],
) -> (f64, f64) {
    let triangles: Vec<Triangle> = normals.into_iter().flat_map(plane).collect();
    let mut walk = Walk::new(world_of(&triangles), *shape, start);
    let (mut last, mut farthest_back, mut outcome) = (0.0, 0.0, Outcome::Free);
    for step in 0..300 {
        let moved;
        (moved, outcome) = walk.step(wanted);
        let back = -dot(moved, wanted) / length(wanted);
        farthest_back = if back > farthest_back {
            back
        } else {
            farthest_back
        };
        if step >= 240 {
            last += length(moved);
        }
    }
    assert!(
        last < 1e-5,
        "the body moves {last} m in the last second: {told}"
    );
    assert_eq!(outcome, Outcome::Blocked, "{told}");
    let widest = normals.into_iter().fold(0.0, |widest, normal| {
        let gap = gap(shape, walk.state.position, normal);
        assert!(gap >= 0.0, "gap {gap}: {told}");
        if gap > widest { gap } else { widest }
    });
    (widest, farthest_back)
}

#[test]
fn a_body_rests_where_two_walls_meet_a_floor() {
    for shape in [BOX, CAPSULE] {
        for degrees in [60.0_f64, 90.0, 120.0] {
            let half = (degrees / 2.0).to_radians();
            let walls =
                [1.0, -1.0].map(|side: f64| [-libm::sin(half), 0.0, -side * libm::cos(half)]);
            for heading in [-0.9, -0.3, 0.0, 0.5, 0.9] {
                let turn: f64 = heading * (std::f64::consts::FRAC_PI_2 - half);
                let wanted = [libm::cos(turn), -0.4, libm::sin(turn)];
                let wanted = times(wanted, STEP / length(wanted));
                let told = format!("{shape:?}, {degrees}°, heading {heading}");
                let normals = [walls[0], walls[1], [0.0, 1.0, 0.0]];
                let (gap, back) = rest(&told, &shape, normals, [-1.2, 1.2, 0.0], wanted);
                assert!(
                    gap <= 6e-3 && back <= 1e-9,
                    "gap {gap}, back {back}: {told}"
                );
            }
        }
    }
}

#[test]
fn a_body_rests_where_planes_five_degrees_apart_meet() {
    for shape in [BOX, CAPSULE] {
        let tilt = 2.5_f64.to_radians();
        let normals = [0.0_f64, 120.0, 240.0].map(|around| {
            let around = around.to_radians();
            [
                -libm::cos(tilt),
                libm::sin(tilt) * libm::cos(around),
                libm::sin(tilt) * libm::sin(around),
            ]
        });
        for (y, z) in [(0.0, 0.0), (0.01, -0.005), (-0.01, 0.01)] {
            let wanted = [STEP, y * STEP, z * STEP];
            let told = format!("{shape:?}, {wanted:?}");
            // The planes act as one rough surface, so the body may rest a few skins away from a plane.
            let (gap, back) = rest(&told, &shape, normals, [-2.0, 0.0, 0.0], wanted);
            assert!(
                gap <= 0.02 && back <= 1e-4,
                "gap {gap}, back {back}: {told}"
            );
        }
    }
}

/// Walls 1° to 10° off the vertical hold a body that falls between them, and its footing is wedged.
#[test]
fn a_body_that_falls_into_a_crevice_is_wedged() {
    for shape in [BOX, CAPSULE] {
        for degrees in [1.0_f64, 2.5, 10.0] {
            let tilt = degrees.to_radians();
            let normals = [1.0, -1.0].map(|side| [side * libm::cos(tilt), libm::sin(tilt), 0.0]);
            let triangles: Vec<Triangle> = normals.into_iter().flat_map(plane).collect();
            let mut walk = Walk::new(world_of(&triangles), shape, [0.0, 30.0, 0.0]);
            for _ in 0..400 {
                walk.step([0.0, -0.1, 0.0]);
            }
            assert!(
                matches!(walk.state.footing, Footing::Wedged(_)),
                "{shape:?}, {degrees}°: {:?}",
                walk.state
            );
        }
    }
}

/// A shaft with 1 to 3 mm of play, whose walls lean outwards by 0.01°, does not hold a body.
#[test]
fn a_body_that_falls_between_nearly_upright_walls_is_in_the_air() {
    for shape in [BOX, CAPSULE] {
        let half = shape.half_extents_m()[0] + 0.002;
        let tilt = 0.01_f64.to_radians();
        let walls = [1.0, -1.0].map(|side| {
            let moved = |[x, y, z]: [f64; 3]| [x - side * half, y, z];
            let normal = [side * libm::cos(tilt), libm::sin(tilt), 0.0];
            plane(normal).map(|corners| corners.map(moved))
        });
        let mut walk = Walk::new(world_of(walls.as_flattened()), shape, [0.0, 5.0, 0.0]);
        for _ in 0..100 {
            let (moved, _) = walk.step([0.0, -0.1, 0.0]);
            let is_falling = moved[1] < -0.099;
            assert!(
                !is_falling || walk.state.footing == Footing::Air,
                "{shape:?}: {:?}",
                walk.state
            );
        }
        assert!(walk.state.position[1] < 0.0, "{shape:?}: {:?}", walk.state);
    }
}
