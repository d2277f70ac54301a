//! No step onto a hull is higher than the step height. A body inside a hull leaves it by the shortest way, like a body
//! inside a volume of the same shape.

use std::sync::Arc;

use footwork_slide::{Filter, Label, Mesh, MoveConfig, Mover, MoverState, Pose, World};
use footwork_testkit::Random;

use crate::cases;
use crate::law::length;
use crate::scenes::{add_box, shape, turned, unit};

/// Adds a box as a volume, as triangles or as the hull of its corners.
fn add(world: &mut World, kind: usize, half: [f64; 3], pose: Pose) {
    if kind < 2 {
        add_box(world, kind == 1, half.map(|half| half as f32), pose);
        return;
    }
    let corner =
        |at: usize| [0, 1, 2].map(|axis| half[axis] * if at >> axis & 1 == 0 { -1.0 } else { 1.0 });
    let corners: Vec<_> = (0..8).map(corner).collect();
    let mesh = Arc::new(Mesh::from_hull(&corners).unwrap());
    world.add_mesh(mesh, pose, Label::default()).unwrap();
}

fn any_half(random: &mut Random, most: f64) -> [f64; 3] {
    [0; 3].map(|_| f64::from((most * libm::pow(10.0, random.between(-2.0, 0.0))) as f32))
}

fn any_turn(random: &mut Random, at: [f64; 3]) -> Pose {
    let most = *random.pick(&[0.0, 0.1, 3.0]);
    let axis = unit(random);
    turned(at, axis, random.between(-most, most))
}

#[test]
fn a_body_rises_onto_a_hull_by_at_most_the_step_height() {
    for case in 0..cases(3000) {
        let random = &mut Random::for_case("steps", case);
        let body = shape(random);
        let [radius, high, _] = crate::gaps::half_of(&body);
        let kind = random.below(3);
        let mut world = World::new();
        let floor = Pose::at([0.0, -0.5, 0.0]).unwrap();
        add(&mut world, 0, [20.0, 0.5, 20.0], floor);
        let half = any_half(random, 0.8);
        let at = [
            random.between(-1.5, 1.5) * radius,
            random.between(0.0, 2.0 * high),
            radius + random.between(0.0, 0.2) + half[2],
        ];
        let pose = any_turn(random, at);
        add(&mut world, kind, half, pose);
        let config = MoveConfig {
            step_height_m: 0.3,
            snap_m: *random.pick(&[0.0, 0.3]),
            max_slope_rad: *random.pick(&[None, Some(0.8)]),
            ..MoveConfig::default()
        };
        let start = [0.0, high + 0.005, 0.0];
        if crate::gaps::gap(&world, &body, start, 0.01) < 0.005 - 1e-6 {
            continue;
        }
        let mut mover = Mover::new(body).unwrap();
        let filter = Filter::default();
        let mut state = MoverState::at(start);
        for step in 0..6 {
            let wanted = match step {
                0 => [0.0; 3],
                _ => [
                    random.between(-0.03, 0.03),
                    -0.003,
                    random.between(0.0, 0.06),
                ],
            };
            let by = wanted.map(|part| part as f32);
            let moved = mover.move_by(&world, &state, by, &filter, &config).unwrap();
            let rise = moved.state.position[1] - state.position[1];
            let most = 0.3 + 0.004 + length(wanted) + 1e-4;
            assert!(
                rise <= most,
                "{case}, step {step}: {body:?} wants {by:?} and rises by {rise} from {state:?}, {config:?}; {kind} {half:?} at {pose:?}"
            );
            state = moved.state;
        }
    }
}

#[test]
fn a_body_leaves_a_hull_like_a_volume_of_the_same_shape() {
    for case in 0..cases(2000) {
        let random = &mut Random::for_case("inside", case);
        let body = shape(random);
        let half = any_half(random, 2.0);
        let pose = any_turn(random, [0.0; 3]);
        let inside = [0, 1, 2].map(|axis| random.between(-1.2, 1.2) * half[axis]);
        let start = pose.to_world(inside);
        let wanted = [0; 3].map(|_| random.between(-0.05, 0.05) as f32);
        let [free, as_mesh, as_hull] = [0, 1, 2].map(|kind| {
            let mut world = World::new();
            add(&mut world, kind, half, pose);
            let mut mover = Mover::new(body).unwrap();
            let (filter, config) = (Filter::default(), MoveConfig::default());
            let mut state = MoverState::at(start);
            let mut way = 0.0;
            for step in 0..3 {
                let wanted = if step == 0 { wanted } else { [0.0; 3] };
                let moved = mover.move_by(&world, &state, wanted, &filter, &config).unwrap();
                way += length([0, 1, 2].map(|axis| moved.state.position[axis] - state.position[axis]));
                state = moved.state;
                if step == 2 {
                    assert!(!moved.crushed, "{case}: {kind} {half:?} at {pose:?} holds {body:?} from {start:?} at {state:?}");
                }
            }
            way
        });
        for way in [as_mesh, as_hull] {
            assert!(
                way <= 1.2 * free + 0.02,
                "{case}: {body:?} from {start:?} by {wanted:?} leaves {half:?} at {pose:?} after {way} m, \
                 and the volume after {free} m"
            );
        }
    }
}
