//! Planets, whose gravity turns the up direction at every step, and moving one-way platforms.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "these are tests"
)]

use footwork_slide::{
    Approach, Filter, Label, MoveConfig, Mover, MoverState, Pose, Shape, Volume, World,
};

const SHAPES: [Shape; 3] = [
    Shape::Box {
        half_m: [0.3, 0.9, 0.3],
    },
    Shape::Capsule {
        radius_m: 0.3,
        height_m: 1.8,
    },
    Shape::Cylinder {
        radius_m: 0.3,
        height_m: 1.8,
    },
];

const HERTZ: f64 = 60.0;

fn length(a: [f64; 3]) -> f64 {
    a.iter().map(|part| part * part).sum::<f64>().sqrt()
}

#[test]
fn a_walk_around_a_planet_keeps_its_footing_and_its_speed() {
    let (radius, speed) = (20.0, 2.0);
    let mut world = World::new();
    let planet = Volume::Sphere {
        radius_m: radius as f32,
    };
    world
        .add_volume(planet, Pose::IDENTITY, Label::default())
        .unwrap();
    for shape in SHAPES {
        let mut mover = Mover::new(shape).unwrap();
        let mut state = MoverState::at([0.0, radius + 0.906, 0.0]);
        let (mut way, mut last) = (0.0, state.position);
        for step in 0..(40.0 * HERTZ) as usize {
            let far = length(state.position);
            let up = state.position.map(|part| part / far);
            let config = MoveConfig {
                up: up.map(|part| part as f32),
                snap_m: 0.2,
                max_slope_rad: Some(0.8),
                ..MoveConfig::default()
            };
            // Ahead is at right angles to up and to the z axis. The move leads ahead and down.
            let ahead = [up[1], -up[0], 0.0];
            let wanted = [0, 1, 2]
                .map(|axis| (ahead[axis] * speed / HERTZ - up[axis] * 9.81 / HERTZ / HERTZ) as f32);
            let moved = mover.move_by(&world, &state, wanted, &Filter::default(), &config);
            state = moved.unwrap().state;
            if step >= 10 {
                assert!(
                    state.footing.is_supported(),
                    "{shape:?}, step {step}: {state:?}"
                );
                way += length([0, 1, 2].map(|axis| state.position[axis] - last[axis]));
            }
            last = state.position;
        }
        let expected = speed * (40.0 - 10.0 / HERTZ);
        assert!(
            (way / expected - 1.0).abs() < 0.03,
            "{shape:?} walked {way} of {expected} m"
        );
        assert!(state.position[2].abs() < 1e-3, "{shape:?} {state:?}");
    }
}

/// A body jumps up through a platform that moves up and down, lands on it and rides along.
#[test]
fn a_one_way_platform_that_moves_carries_a_body_that_came_through_it() {
    let from_above = |approach: &Approach| {
        approach.label.tag == 0 || approach.normal[1] > 0.7 && approach.gap_m > -0.02
    };
    let filter = Filter {
        contact: Some(&from_above),
        ..Filter::default()
    };
    for shape in SHAPES {
        let mut world = World::new();
        let floor = Volume::Box {
            half_m: [10.0, 0.5, 10.0],
        };
        world
            .add_volume(floor, Pose::at([0.0, -0.5, 0.0]).unwrap(), Label::default())
            .unwrap();
        let height = |secs: f64| 2.4 + 0.4 * libm::sin(2.0 * secs);
        let slab = Volume::Box {
            half_m: [2.0, 0.05, 2.0],
        };
        let label = Label {
            layers: u32::MAX,
            tag: 1,
        };
        let platform = world
            .add_volume(slab, Pose::at([0.0, height(0.0), 0.0]).unwrap(), label)
            .unwrap();
        let mut mover = Mover::new(shape).unwrap();
        let mut state = MoverState::at([0.0, 0.905, 0.0]);
        let (config, mut rise) = (
            MoveConfig {
                snap_m: 0.1,
                ..MoveConfig::default()
            },
            9.0,
        );
        for step in 0..(6.0 * HERTZ) as usize {
            let secs = (step + 1) as f64 / HERTZ;
            world.begin_step();
            world
                .move_to(platform, Pose::at([0.0, height(secs), 0.0]).unwrap())
                .unwrap();
            if step > 0 {
                rise = if state.footing.is_supported() {
                    0.0
                } else {
                    rise - 9.81 / HERTZ
                };
            }
            let wanted = [0.0, ((rise - 1e-3) / HERTZ) as f32, 0.0];
            state = mover
                .move_by(&world, &state, wanted, &filter, &config)
                .unwrap()
                .state;
            if secs > 2.5 {
                let above = state.position[1] - height(secs);
                assert!(
                    (above - 0.955).abs() < 2e-3,
                    "{shape:?} after {secs} s: {above} m above it"
                );
                assert!(state.footing.is_supported(), "{shape:?} after {secs} s");
            }
        }
    }
}
