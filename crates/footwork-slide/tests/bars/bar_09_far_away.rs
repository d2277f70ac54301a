//! Bar 9: a path a hundred kilometres from the origin equals the path at the origin.

use crate::scenes::{Random, STEP, Sheet, Triangle, as_floor, as_wall, corner};
use crate::walk::{BOX, CAPSULE, Walk, length, sub, world_of};

fn moved(triangles: &[Triangle], by: [f64; 3]) -> Vec<Triangle> {
    let add = |point: [f64; 3]| [0, 1, 2].map(|axis| point[axis] + by[axis]);
    triangles.iter().map(|corners| corners.map(add)).collect()
}

#[test]
fn a_path_100_km_from_the_origin_equals_the_path_at_the_origin() {
    let mut random = Random(9);
    let floor = Sheet::BAR.triangles(&mut random, |[u, v, out]| {
        let [x, y, z] = as_floor([u, v, out]);
        [x - 4.0, y - 0.905, z]
    });
    let mut walls = corner(70.0).0;
    walls.extend(floor);
    let rough = Sheet {
        noise: 1e-3,
        ..Sheet::BAR
    };
    let rough = rough.triangles(&mut random, as_wall);
    let scenes = [
        (walls, [-6.0, 0.0, 0.5], [STEP, -0.03, 0.02]),
        (rough, [-0.4, 0.0, -5.0], [STEP * 0.7, 0.0, STEP * 0.7]),
    ];
    for (triangles, start, wanted) in scenes {
        for shape in [BOX, CAPSULE] {
            let path = |by: [f64; 3]| {
                let at = [0, 1, 2].map(|axis| start[axis] + by[axis]);
                let mut walk = Walk::new(world_of(&moved(&triangles, by)), shape, at);
                let mut path = Vec::new();
                for _ in 0..150 {
                    walk.step(wanted);
                    path.push(sub(walk.state.position, by));
                }
                path
            };
            let here = path([0.0; 3]);
            for by in [
                [1e4, 0.0, 0.0],
                [0.0, 1e4, -1e4],
                [1e5, 1e5, 1e5],
                [-1e5, 0.0, 1e5],
            ] {
                let there = path(by);
                for (step, (a, b)) in here.iter().zip(&there).enumerate() {
                    let apart = length(sub(*a, *b));
                    assert!(
                        apart < 1e-3,
                        "{shape:?} at {by:?}, step {step}: {apart} m apart"
                    );
                }
            }
        }
    }
}
