//! Cylinders as obstacles.

use footwork_slide::{
    Filter, Label, MoveConfig, Mover, MoverState, Pose, Shape, Volume, VolumeError, World,
};

const BODIES: [Shape; 4] = [
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
    Shape::TurnedBox {
        half_m: [0.3, 0.9, 0.3],
        rotation: [0.0, 0.0, 0.0, 1.0],
    },
];

#[test]
fn a_body_stops_at_the_round_side_of_a_cylinder_and_stands_on_its_top() {
    let mut world = World::new();
    let post = Volume::Cylinder {
        radius_m: 0.5,
        half_height_m: 1.0,
    };
    world
        .add_volume(post, Pose::at([2.0, 0.0, 0.0]).unwrap(), Label::default())
        .unwrap();
    let config = MoveConfig::default();
    for shape in BODIES {
        let mut mover = Mover::new(shape).unwrap();
        let mut move_from = |at: [f64; 3], by: [f32; 3]| {
            let moved = mover.move_by(&world, &MoverState::at(at), by, &Filter::default(), &config);
            moved.unwrap().state
        };
        let [x, _, _] = move_from([0.0; 3], [3.0, 0.0, 0.0]).position;
        assert!(
            (x - (2.0 - 0.5 - 0.3 - 0.005)).abs() < 1e-6,
            "{shape:?} {x}"
        );
        let landed = move_from([2.1, 3.0, 0.0], [0.0, -3.0, 0.0]);
        let [_, y, _] = landed.position;
        assert!((y - (1.0 + 0.9 + 0.005)).abs() < 1e-6, "{shape:?} {y}");
        assert!(landed.footing.is_supported(), "{shape:?} {landed:?}");
    }
}

#[test]
fn a_body_steps_onto_a_low_cylinder() {
    let mut world = World::new();
    let floor = Volume::Box {
        half_m: [10.0, 0.5, 10.0],
    };
    world
        .add_volume(floor, Pose::at([0.0, -0.5, 0.0]).unwrap(), Label::default())
        .unwrap();
    let stump = Volume::Cylinder {
        radius_m: 1.0,
        half_height_m: 0.15,
    };
    world
        .add_volume(stump, Pose::at([2.0, 0.15, 0.0]).unwrap(), Label::default())
        .unwrap();
    let config = MoveConfig {
        step_height_m: 0.35,
        snap_m: 0.35,
        max_slope_rad: Some(0.8),
        ..MoveConfig::default()
    };
    for shape in BODIES {
        let mut mover = Mover::new(shape).unwrap();
        let mut state = MoverState::at([0.0, 0.905, 0.0]);
        for _ in 0..60 {
            state = mover
                .move_by(
                    &world,
                    &state,
                    [2.0 / 60.0, -0.001, 0.0],
                    &Filter::default(),
                    &config,
                )
                .unwrap()
                .state;
        }
        let [x, y, _] = state.position;
        assert!((y - 1.205).abs() < 1e-5 && x > 1.9, "{shape:?} {state:?}");
    }
}

#[test]
fn a_cylinder_needs_a_radius_and_a_height() {
    let flat = Volume::Cylinder {
        radius_m: 0.5,
        half_height_m: 0.0,
    };
    let error = VolumeError::Length {
        field: "half_height_m",
        metres: 0.0,
    };
    assert_eq!(flat.check(), Err(error));
    assert_eq!(
        error.to_string(),
        "`half_height_m` is 0, but it must be above 0 and at most 1000000"
    );
}
