//! Bar 13: walls push a body, lifts and turntables carry it, and closing doors crush it.

use footwork_slide::{Filter, Pose, World};

use crate::is_soak;
use crate::scenes::{Random, STEP};
use crate::walk::{BOX, CAPSULE, Walk, add_box, add_turned, sub};

fn floor(world: &mut World) {
    add_box(world, [20.0, 0.5, 20.0], [0.0, -0.5, 0.0]);
}

const START: [f64; 3] = [0.0, 0.905, 0.0];

#[test]
fn a_wall_pushes_a_body_at_any_thickness_and_speed() {
    for shape in [BOX, CAPSULE] {
        for half in [0.5_f32, 0.001] {
            for speed in [0.02, 0.3, 1.5] {
                let mut world = World::new();
                floor(&mut world);
                let at = -1.2 - f64::from(half);
                let wall = add_box(&mut world, [half, 2.0, 2.0], [at, 1.0, 0.3]);
                let mut walk = Walk::new(world, shape, START);
                for step in 1..=40 {
                    walk.world.begin_step();
                    let face = at + f64::from(step) * speed;
                    walk.place(wall, [face, 1.0, 0.3]);
                    walk.step([0.0, -0.01, 0.0]);
                    let gap = walk.state.position[0] - 0.3 - (face + f64::from(half));
                    assert!(
                        gap > 0.0 && !walk.crushed,
                        "{shape:?}, wall of {half} m, {speed} m per step: {gap}"
                    );
                }
                let face = at + 40.0 * speed + f64::from(half);
                let pushed = face + 0.305 > 0.0;
                let expected = if pushed { face + 0.305 } else { 0.0 };
                walk.check_x(expected, 0.01);
            }
        }
    }
}

#[test]
fn a_lift_carries_a_body_up_and_down() {
    for shape in [BOX, CAPSULE] {
        let mut world = World::new();
        let lift = add_box(&mut world, [1.0, 0.1, 1.0], [0.0, -0.1, 0.0]);
        let mut walk = Walk::new(world, shape, START);
        walk.step([0.0, -0.01, 0.0]);
        let mut height: f64 = 0.0;
        for step in 0..240 {
            walk.world.begin_step();
            height += if step < 120 { 0.03 } else { -0.03 };
            walk.place(lift, [0.01 * f64::from(step), height - 0.1, 0.0]);
            walk.step([0.0, 0.0, 0.0]);
            let ground = walk.state.footing.support().map(|ground| ground.obstacle);
            assert_eq!(ground, Some(lift), "{shape:?}, step {step}");
            let feet = walk.state.position[1] - 0.9;
            assert!(
                (feet - height - 0.005).abs() < 1e-3,
                "{shape:?}, step {step}: {feet} over {height}"
            );
        }
        walk.check_x(2.39, 1e-3);
    }
}

/// At every step, a body that walks on a moving lift is one skin above it. Relative to the lift, it is as fast as on
/// the ground.
#[test]
fn a_body_walks_on_a_lift_as_on_the_ground() {
    for seed in 0..if is_soak() { 400 } else { 20 } {
        let random = &mut Random(seed);
        let [swing, turn] = [random.between(0.2, 2.0), random.between(0.02, 0.1)];
        let drift = [0, 1].map(|_| random.between(-0.1, 0.1));
        for shape in [BOX, CAPSULE] {
            let mut world = World::new();
            let lift = add_box(&mut world, [6.0, 0.1, 6.0], [0.0, -0.1, 0.0]);
            let mut walk = Walk::new(world, shape, START);
            walk.config.step_height_m = 0.3;
            walk.config.snap_m = 0.3;
            walk.step([0.0, -0.01, 0.0]);
            let (mut at, mut heading) = ([0.0; 3], 0.0);
            for step in 0..240 {
                let time = f64::from(step);
                if step % 20 == 0 {
                    let [x, _, z] = sub(walk.state.position, at);
                    // Turns back to the middle of the lift.
                    heading = libm::atan2(-z, -x) + random.between(-0.5, 0.5);
                }
                let before = sub(walk.state.position, at);
                at = [
                    drift[0] * time,
                    swing * libm::sin(turn * time),
                    drift[1] * time,
                ];
                walk.world.begin_step();
                walk.place(lift, [at[0], at[1] - 0.1, at[2]]);
                let (x, z) = (STEP * libm::cos(heading), STEP * libm::sin(heading));
                walk.step([x, -0.02, z]);
                let told = format!("seed {seed}, {shape:?}, step {step}: {:?}", walk.state);
                let [u, v, w] = sub(walk.state.position, at);
                assert!((v - 0.905).abs() < 1e-3 && !walk.crushed, "{told}");
                let off = [u - before[0] - x, w - before[2] - z];
                assert!(off[0].abs() < 1e-3 && off[1].abs() < 1e-3, "{told} {off:?}");
                let support = walk.state.footing.support();
                assert_eq!(support.map(|ground| ground.obstacle), Some(lift), "{told}");
            }
        }
    }
}

#[test]
fn a_turntable_carries_a_body_around() {
    let mut world = World::new();
    let table = add_box(&mut world, [3.0, 0.1, 3.0], [0.0, -0.1, 0.0]);
    let mut walk = Walk::new(world, CAPSULE, [2.0, 0.905, 0.0]);
    walk.step([0.0, -0.01, 0.0]);
    for step in 1..=90 {
        walk.world.begin_step();
        let half = f64::from(step).to_radians() / 2.0;
        let turn = [0.0, libm::sin(half) as f32, 0.0, libm::cos(half) as f32];
        walk.world
            .move_to(table, Pose::new([0.0, -0.1, 0.0], turn).unwrap())
            .unwrap();
        walk.step([0.0; 3]);
    }
    let [x, _, z] = walk.state.position;
    assert!(x.abs() < 0.01 && (z + 2.0).abs() < 0.01, "{:?}", walk.state);
}

/// Two doors close on a body. The body is crushed once the gap is narrower than the body, and not before.
#[test]
fn doors_crush_a_body_once_their_gap_is_narrower() {
    for shape in [BOX, CAPSULE] {
        let mut world = World::new();
        floor(&mut world);
        let mut door = |side| add_box(&mut world, [0.5, 2.0, 2.0], [side * 1.5, 2.0, 0.0]);
        let doors = [-1.0, 1.0].map(|side| (side, door(side)));
        let mut walk = Walk::new(world, shape, [0.1, 0.905, 0.0]);
        for step in 0..80 {
            let half = 1.0 - f64::from(step) * 0.01;
            walk.world.begin_step();
            for (side, door) in doors {
                walk.place(door, [side * (half + 0.5), 2.0, 0.0]);
            }
            walk.step([0.0, -0.01, 0.0]);
            match half {
                half if half > 0.301 => assert!(!walk.crushed, "{shape:?} with {half} m"),
                half if half < 0.299 => assert!(walk.crushed, "{shape:?} with {half} m"),
                _ => {}
            }
        }
        // The doors open, and the body is free at its old position.
        walk.world.begin_step();
        for (side, door) in doors {
            walk.place(door, [side * 1.5, 2.0, 0.0]);
        }
        walk.step([STEP, 0.0, 0.0]);
        walk.check_x(0.0, 0.4);
    }
}

#[test]
fn a_ceiling_lower_than_a_body_crushes_it() {
    let mut world = World::new();
    floor(&mut world);
    let ceiling = add_box(&mut world, [3.0, 0.5, 3.0], [0.0, 3.0, 0.0]);
    let mut walk = Walk::new(world, BOX, START);
    for step in 0..60 {
        walk.world.begin_step();
        let height = 2.5 - f64::from(step) * 0.02;
        walk.place(ceiling, [0.0, height + 0.5, 0.0]);
        walk.step([0.0, -0.01, 0.0]);
        match height {
            height if height > 1.802 => assert!(!walk.crushed, "a ceiling at {height} m"),
            height if height < 1.799 => assert!(walk.crushed, "a ceiling at {height} m"),
            _ => {}
        }
    }
}

/// A platform moves while a game puts the body elsewhere on it. The platform carries the body from its new position. A
/// platform that the filter rejects does not carry a body.
#[test]
fn a_platform_carries_a_body_from_its_new_position() {
    let mut world = World::new();
    let platform = add_box(&mut world, [5.0, 0.5, 5.0], [0.0, -0.5, 0.0]);
    let mut walk = Walk::new(world, CAPSULE, START);
    walk.step([0.0, -0.01, 0.0]);
    walk.state.position[0] += 0.5;
    walk.world.begin_step();
    walk.place(platform, [0.01, -0.5, 0.0]);
    walk.step([0.0, -0.01, 0.0]);
    walk.check_x(0.51, 1e-6);
    let filter = Filter {
        layers: 0,
        ..Filter::default()
    };
    walk.world.begin_step();
    walk.place(platform, [1.0, -0.5, 0.0]);
    let moved = walk
        .mover
        .move_by(&walk.world, &walk.state, [0.0; 3], &filter, &walk.config);
    assert!((moved.unwrap().state.position[0] - 0.51).abs() < 1e-6);
}

/// A bar that turns past a body in one step pushes the body along.
#[test]
fn a_turning_bar_pushes_a_body_along() {
    for shape in [BOX, CAPSULE] {
        let yaw = |turn: f64| {
            let (sine, cosine) = libm::sincos(turn / 2.0);
            Pose::new([0.0, 1.0, 0.0], [0.0, sine as f32, 0.0, cosine as f32]).unwrap()
        };
        let mut world = World::new();
        let bar = add_turned(&mut world, [3.0, 1.0, 0.05], yaw(0.35));
        let mut walk = Walk::new(world, shape, [2.0, 1.0, 0.0]);
        walk.world.begin_step();
        walk.world.move_to(bar, yaw(-0.35)).unwrap();
        walk.step([0.0; 3]);
        // The bar now extends from the middle towards +z, and the body is beyond it.
        let [x, _, z] = walk.state.position;
        let side = -x * libm::sin(0.35) + z * libm::cos(0.35);
        assert!(side > 0.3, "{shape:?} at ({x}, {z}), {side} m from the bar");
    }
}
