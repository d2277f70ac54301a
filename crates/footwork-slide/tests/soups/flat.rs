//! A flat surface acts on a body only as a plane, whatever its triangles and its turn: no edge inside the surface stops
//! a body.

use std::sync::Arc;

use footwork_slide::{Filter, Label, Mesh, MoveConfig, Mover, MoverState, Shape, Speed, World};
use footwork_testkit::Random;

use crate::cases;
use crate::scenes::{Triangle, Vector, any_shape, turned, unit};

/// Half the width of the surface, in metres.
const HALF_M: f64 = 8.0;

/// The number of moves. All moves are far from the border.
const MOVES: usize = 20;

/// The largest distance, in metres, by which a body on the split surface may stay behind the same body on one large
/// triangle. Within the soft part of the skin, a body meets some triangles a little earlier than others.
const BEHIND_M: f64 = 1e-3;
/// The same distance as a share of the skin. The larger of the two distances applies.
const BEHIND_SKINS: f64 = 0.06;

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross([a, b, c]: Vector, [d, e, f]: Vector) -> Vector {
    [b * f - c * e, c * d - a * f, a * e - b * d]
}

fn normalized(v: Vector) -> Vector {
    v.map(|part| part / dot(v, v).sqrt())
}

/// Returns two unit vectors along a plane.
fn along(normal: Vector) -> [Vector; 2] {
    let other = if normal[0].abs() < 0.7 {
        [1.0, 0.0, 0.0]
    } else {
        [0.0, 1.0, 0.0]
    };
    let u = normalized(cross(normal, other));
    [u, cross(normal, u)]
}

/// Returns a normal that is vertical, nearly vertical or in any direction.
fn any_normal(random: &mut Random) -> Vector {
    match random.below(6) {
        0 => [0.0, 1.0, 0.0],
        1 | 2 => unit(random),
        _ => {
            let tilt = libm::pow(10.0, random.between(-5.0, 0.0));
            let [x, _, z] = unit(random);
            normalized([x * tilt, 1.0, z * tilt])
        }
    }
}

/// Returns a large triangle around the origin, and a square inside it that is split into small triangles. The vertices
/// are exact or rounded to f32.
fn surfaces(random: &mut Random, normal: Vector) -> [Vec<Triangle>; 2] {
    let [u, v] = along(normal);
    let is_rounded = random.one_in(2);
    let at = |a: f64, b: f64| {
        [0, 1, 2].map(|axis| {
            let exact = a * u[axis] + b * v[axis];
            if is_rounded {
                f64::from(exact as f32)
            } else {
                exact
            }
        })
    };
    let count = 2 * random.below(24) + 1;
    let mut place = |index: usize| {
        let is_inside = index > 0 && index < count;
        let jitter = random.between(-0.3, 0.3) * f64::from(u8::from(is_inside));
        ((index as f64 + jitter) / count as f64 * 2.0 - 1.0) * HALF_M
    };
    let points: Vec<Vec<Vector>> = (0..=count)
        .map(|row| {
            (0..=count)
                .map(|column| at(place(column), place(row)))
                .collect()
        })
        .collect();
    let mut split = Vec::new();
    for row in 1..=count {
        for column in 1..=count {
            let [a, b] = [points[row - 1][column - 1], points[row - 1][column]];
            let [c, d] = [points[row][column - 1], points[row][column]];
            split.extend(*random.pick(&[
                [[a, b, c], [b, d, c]],
                [[a, b, d], [a, c, d]],
                [[a, d, b], [a, d, c]],
            ]));
        }
    }
    let far = 4.0 * HALF_M;
    let whole = vec![[at(-far, -far), at(far, -far), at(0.0, 2.0 * far)]];
    [whole, split]
}

/// Returns the distance from the centre of a shape to its farthest point in a direction.
fn reach(shape: &Shape, normal: Vector) -> f64 {
    match *shape {
        Shape::Box { half_m } => (0..3).fold(0.0, |sum, axis| {
            sum + f64::from(half_m[axis]) * normal[axis].abs()
        }),
        Shape::Capsule { radius_m, height_m } => {
            let [radius, height] = [radius_m, height_m].map(f64::from);
            radius + (height / 2.0 - radius) * normal[1].abs()
        }
        Shape::Sphere { radius_m } => f64::from(radius_m),
        _ => unreachable!("the test makes only boxes, capsules and spheres"),
    }
}

fn shape(random: &mut Random) -> Shape {
    if random.one_in(2) {
        return any_shape(random);
    }
    let half_m = [0; 3].map(|_| (0.02 * libm::pow(50.0, random.unit())) as f32);
    Shape::Box { half_m }
}

fn config(random: &mut Random) -> MoveConfig {
    let walks = random.one_in(2);
    MoveConfig {
        skin_m: *random.pick(&[0.001, 0.005, 0.005, 0.02]),
        step_height_m: if walks { 0.3 } else { 0.0 },
        snap_m: if walks { 0.3 } else { 0.0 },
        max_slope_rad: random.one_in(2).then_some(0.8),
        speed: *random.pick(&[Speed::Projected, Speed::Full]),
        constant_speed: random.one_in(4),
        ..MoveConfig::default()
    }
}

/// Returns moves along a plane, into it and off it. They are all equal or all different.
fn moves(random: &mut Random, normal: Vector) -> Vec<[f32; 3]> {
    let [u, v] = along(normal);
    let speed = *random.pick(&[0.001, 0.02, 0.1, 0.2]);
    let steepness = *random.pick(&[0.01, 0.1, 0.3, 1.0]);
    let is_steady = random.one_in(2);
    let mut way = [0.0; 3];
    (0..MOVES)
        .map(|step| {
            if step == 0 || !is_steady {
                way = [0; 3].map(|_| speed * random.signed());
            }
            let [a, b, c] = way;
            let part = |axis: usize| a * u[axis] + b * v[axis] + steepness * c * normal[axis];
            [0, 1, 2].map(|axis| part(axis) as f32)
        })
        .collect()
}

fn check(case: u64) -> Option<String> {
    let random = &mut Random::for_case("flat", case);
    let own = any_normal(random);
    let turn = *random.pick(&[0.0, 0.0, 1e-3, 0.3, 3.0]);
    let pose = turned([0.0; 3], unit(random), random.between(-turn, turn));
    let normal = normalized(pose.to_world(own));
    let (shape, config) = (shape(random), config(random));
    let off = reach(&shape, normal) + random.between(0.0, 2.0 * f64::from(config.skin_m));
    let [u, v] = along(normal);
    let [a, b] = [0; 2].map(|_| random.between(-1.0, 1.0));
    let start = [0, 1, 2].map(|axis| off * normal[axis] + a * u[axis] + b * v[axis]);
    let worlds = surfaces(random, own).map(|triangles| {
        let mut world = World::new();
        let mesh = Arc::new(Mesh::from_triangles(&triangles).unwrap());
        world.add_mesh(mesh, pose, Label::default()).unwrap();
        world
    });
    let mut mover = Mover::new(shape).unwrap();
    let mut state = MoverState::at(start);
    for (step, wanted) in moves(random, normal).into_iter().enumerate() {
        let filter = Filter::default();
        let [whole, split] = [0, 1].map(|which: usize| {
            let moved = mover.move_by(&worlds[which], &state, wanted, &filter, &config);
            moved.unwrap().state
        });
        let ahead = normalized(wanted.map(f64::from));
        let behind = dot(whole.position, ahead) - dot(split.position, ahead);
        if behind > BEHIND_M && behind > BEHIND_SKINS * f64::from(config.skin_m) {
            return Some(format!(
                "{case}, step {step}: {behind} m behind; {shape:?} over {normal:?} wants {wanted:?} from {state:?}, {config:?}"
            ));
        }
        state = whole;
    }
    None
}

#[test]
fn a_body_moves_on_any_split_of_a_flat_surface_as_on_one_triangle() {
    let count = cases(1200);
    let faults: Vec<String> = (0..count).filter_map(check).collect();
    let first = &faults[..faults.len().min(8)];
    assert!(
        faults.is_empty(),
        "{} of {count}:\n{}",
        faults.len(),
        first.join("\n")
    );
}
