//! Bar 8: triangles without area, duplicates and reversed triangles neither catch a body nor let it through. The edge
//! of a sheet stops a body.

use footwork_slide::{Outcome, Shape};

use crate::bar_02_flat::{FLOOR, WALL, check};
use crate::scenes::{Random, STEP, Sheet, Triangle, as_floor, as_wall, quad};
use crate::walk::{BOX, CAPSULE, Walk, world_of};

/// Returns the same surface with added triangles: some without area, some duplicates and some flipped.
fn spoiled(random: &mut Random, triangles: &[Triangle]) -> Vec<Triangle> {
    let mut spoiled = Vec::new();
    for &[a, b, c] in triangles {
        spoiled.push([a, b, c]);
        let middle = [0, 1, 2].map(|axis| (a[axis] + b[axis]) / 2.0);
        match random.bits() % 6 {
            0 => spoiled.push([a, b, c]),
            1 => spoiled.push([c, b, a]),
            2 => spoiled.push([a, middle, b]),
            3 => spoiled.push([b, b, c]),
            4 => spoiled.push([a, a, a]),
            _ => {}
        }
    }
    random.shuffle(&mut spoiled);
    spoiled
}

#[test]
fn bad_triangles_shorten_no_step() {
    let mut random = Random(8);
    let wall = Sheet::BAR.triangles(&mut random, as_wall);
    let wall = spoiled(&mut random, &wall);
    check("spoiled wall", &wall, &WALL, (0.999, 0.999));
    let floor = Sheet::BAR.triangles(&mut random, as_floor);
    let floor = spoiled(&mut random, &floor);
    check("spoiled floor", &floor, &FLOOR, (0.999, 0.999));
}

#[test]
fn a_sheet_stops_a_body_at_its_edge() {
    for flip in [false, true] {
        let sheet = if flip {
            quad([0.0, 5.0, 0.0], [5.0, 0.0, 0.0], [0.0, -10.0, 0.0])
        } else {
            quad([0.0, -5.0, 0.0], [5.0, 0.0, 0.0], [0.0, 10.0, 0.0])
        };
        for z in [0.0, 1e-3, -0.1, 0.25] {
            let is_through = |walk: &Walk| {
                let [x, _, at] = walk.state.position;
                x > -0.29 && at.abs() < 0.3
            };
            for shape in [BOX, CAPSULE] {
                let mut walk = Walk::new(world_of(&sheet), shape, [-1.0, 0.0, z]);
                let mut outcome = Outcome::Free;
                for _ in 0..60 {
                    (_, outcome) = walk.step([STEP, 0.0, 0.0]);
                    let is_round = matches!(shape, Shape::Capsule { .. });
                    let deep = walk.state.position[0] > -0.3 && walk.state.position[2].abs() < 0.29;
                    assert!(
                        is_round || !is_through(&walk),
                        "{shape:?} at {:?}",
                        walk.state
                    );
                    assert!(!deep || is_round, "{shape:?} at {:?}", walk.state);
                    let [x, _, at] = walk.state.position;
                    let is_apart = x < 0.0 && x * x + at * at > 0.0899 || at.abs() > 0.2999;
                    assert!(!is_round || is_apart, "{shape:?} at {:?}", walk.state);
                }
                if matches!(shape, Shape::Box { .. }) {
                    assert_eq!(
                        outcome,
                        Outcome::Blocked,
                        "the box at z = {z} is not blocked"
                    );
                }
            }
        }
    }
}
