//! The controller at a wall loses only the velocity into the wall.

use footwork_matching::{Controller, ControllerConfig, Place, Stick};
use footwork_testkit::Random;

const DT: f64 = 1.0 / 60.0;

/// A wall through the origin with the given normal. Returns the part of a step that the wall
/// allows.
fn beside(normal: [f64; 2]) -> impl Fn([f64; 2], [f64; 2]) -> [f64; 2] {
    move |from, step| {
        let along = |vector: [f64; 2]| vector[0] * normal[0] + vector[1] * normal[1];
        let beyond = (along(from) + along(step)).min(0.0);
        [0, 1].map(|axis| step[axis] - beyond * normal[axis])
    }
}

#[test]
fn a_wall_does_not_slow_motion_along_it() {
    let mut random = Random::for_case("wall", 0);
    for _ in 0..1_000 {
        let angle = random.between(-3.2, 3.2);
        let normal = [angle.sin(), angle.cos()];
        let tangent = [normal[1], -normal[0]];
        let along = |vector: [f64; 2]| vector[0] * tangent[0] + vector[1] * tangent[1];
        let off = |vector: [f64; 2]| vector[0] * normal[0] + vector[1] * normal[1];
        let mut held = Controller::new(ControllerConfig::default(), Place::default()).unwrap();
        let mut free = held;
        for _ in 0..4 {
            // The stick presses into the wall.
            let press = -random.between(0.5, 4.0);
            let slide = random.between(-4.0, 4.0);
            let stick = Stick::new([0, 1].map(|axis| press * normal[axis] + slide * tangent[axis]));
            for _ in 0..120 {
                held.update_within(DT, stick, beside(normal));
                free.update(DT, stick);
                let [held_m, free_m] = [held, free].map(|point| along(point.place().position_m));
                assert!((held_m - free_m).abs() < 1e-6, "{held_m} {free_m}");
                assert!(off(held.place().position_m) >= -1e-9);
                assert!(off(held.velocity_mps()).abs() < 1e-6);
            }
        }
        // Away from the wall, the point starts at rest.
        let mut fresh = Controller::new(ControllerConfig::default(), Place::default()).unwrap();
        let away = Stick::new(normal.map(|part| 2.0 * part));
        for _ in 0..60 {
            held.update_within(DT, away, beside(normal));
            fresh.update(DT, away);
            let [held_m, fresh_m] = [held, fresh].map(|point| off(point.place().position_m));
            assert!((held_m - fresh_m).abs() < 1e-6, "{held_m} {fresh_m}");
        }
    }
}

#[test]
fn no_speed_builds_up_in_a_corner() {
    let mut point = Controller::new(ControllerConfig::default(), Place::default()).unwrap();
    let walls = [beside([-1.0, 0.0]), beside([-0.6, -0.8])];
    let reach = |from, step| walls[1](from, walls[0](from, step)).map(|way: f64| way.min(0.0));
    for _ in 0..600 {
        point.update_within(DT, Stick::new([3.0, 1.0]), reach);
        let [x, z] = point.velocity_mps();
        assert!(x.hypot(z) < 0.2, "{x} {z}");
    }
}
