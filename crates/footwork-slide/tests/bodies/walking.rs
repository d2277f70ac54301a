//! Bodies that walk: up stairs, far from the origin, and without allocation.

use std::sync::Arc;

use footwork_slide::{
    Filter, Footing, HullPoints, Label, Mesh, MoveConfig, Mover, MoverState, Pose, Shape,
    ShapeError, Volume, World,
};
use footwork_testkit::{Random, allocations};

use crate::{any_vector, box_as_hull, prism};

const CYLINDER: Shape = Shape::Cylinder {
    radius_m: 0.3,
    height_m: 1.8,
};

/// A box turned by 30° around y.
const TURNED: Shape = Shape::TurnedBox {
    half_m: [0.25, 0.9, 0.35],
    rotation: [0.0, 0.258_819_04, 0.0, 0.965_925_8],
};

fn bodies() -> [Shape; 4] {
    [
        CYLINDER,
        TURNED,
        prism(8, 0.3, 1.8),
        box_as_hull([0.3, 0.9, 0.3]),
    ]
}

fn stairs(tread: f64, rise: f64, at: [f64; 3]) -> World {
    let mut world = World::new();
    let mut add = |half: [f64; 3], centre: [f64; 3]| {
        let volume = Volume::Box {
            half_m: half.map(|half| half as f32),
        };
        let centre = [0, 1, 2].map(|axis| centre[axis] + at[axis]);
        world
            .add_volume(volume, Pose::at(centre).unwrap(), Label::default())
            .unwrap();
    };
    add([50.0, 0.5, 50.0], [0.0, -0.5, 0.0]);
    for step in 0..10 {
        let top = rise * f64::from(step + 1);
        let front = 1.0 + tread * f64::from(step);
        add([10.0, top / 2.0, 5.0], [front + 10.0, top / 2.0, 0.0]);
    }
    world
}

#[test]
fn bodies_climb_stairs_with_treads_of_20_cm_at_every_rate() {
    for rise in [0.2, 0.3] {
        for hertz in [20.0, 60.0, 144.0] {
            for shape in bodies() {
                let world = stairs(0.2, rise, [0.0; 3]);
                let config = MoveConfig {
                    step_height_m: 0.3,
                    snap_m: 0.3,
                    max_slope_rad: Some(0.8),
                    step_secs: (1.0 / hertz) as f32,
                    ..MoveConfig::default()
                };
                let mut mover = Mover::new(shape).unwrap();
                let mut state = MoverState::at([0.0, 0.905, 0.0]);
                let (speed, secs) = (1.5, 3.0);
                for _ in 0..(secs * hertz) as usize {
                    let wanted = [(speed / hertz) as f32, (-1.0 / hertz / hertz) as f32, 0.0];
                    state = mover
                        .move_by(&world, &state, wanted, &Filter::default(), &config)
                        .unwrap()
                        .state;
                }
                let [x, y, _] = state.position;
                let told = format!("rise {rise}, {hertz} Hz, {shape:?}: {state:?}");
                assert!((y - (10.0 * rise + 0.905)).abs() < 1e-3, "{told}");
                assert!((x - speed * secs).abs() < 0.05 * speed * secs, "{told}");
            }
        }
    }
}

/// Walks among posts and boxes, on stairs. Returns the positions relative to `origin`.
fn wander(shape: Shape, origin: [f64; 3]) -> Vec<[f64; 3]> {
    let mut world = stairs(0.3, 0.15, origin);
    let random = &mut Random::for_case("wander", 7);
    for index in 0..40 {
        let mut at = any_vector(random, 5.0);
        at[1] = 0.5;
        let centre = [0, 1, 2].map(|axis| origin[axis] + (at[axis] * 8.0).round() / 8.0);
        let volume = match index % 3 {
            0 => Volume::Cylinder {
                radius_m: 0.25,
                half_height_m: 1.0,
            },
            1 => Volume::Box {
                half_m: [0.25, 1.0, 0.5],
            },
            _ => Volume::Capsule {
                radius_m: 0.25,
                half_axis_m: 1.0,
            },
        };
        if at[0].abs() + at[2].abs() > 1.5 {
            world
                .add_volume(volume, Pose::at(centre).unwrap(), Label::default())
                .unwrap();
        }
    }
    let config = MoveConfig {
        step_height_m: 0.3,
        snap_m: 0.3,
        max_slope_rad: Some(0.8),
        ..MoveConfig::default()
    };
    let mut mover = Mover::new(shape).unwrap();
    let mut state = MoverState::at([0, 1, 2].map(|axis| origin[axis] + [0.0, 1.0, 0.0][axis]));
    let mut heading = [0.0_f32; 2];
    let mut places = Vec::new();
    for step in 0..600 {
        if step % 30 == 0 {
            heading = [random.signed() as f32 * 0.06, random.signed() as f32 * 0.06];
        }
        let wanted = [heading[0], -0.01, heading[1]];
        let moved = mover
            .move_by(&world, &state, wanted, &Filter::default(), &config)
            .unwrap();
        state = moved.state;
        places.push([0, 1, 2].map(|axis| state.position[axis] - origin[axis]));
    }
    places
}

#[test]
fn a_walk_100_km_from_the_origin_equals_a_walk_at_the_origin() {
    for shape in bodies() {
        let here = wander(shape, [0.0; 3]);
        let far = wander(shape, [1.0e5, -2048.0, 1.0e5]);
        for (step, (here, far)) in here.iter().zip(&far).enumerate() {
            for axis in 0..3 {
                assert!(
                    (here[axis] - far[axis]).abs() < 1e-6,
                    "{shape:?}, step {step}: {here:?} {far:?}"
                );
            }
        }
        let [x, _, z] = here[599];
        assert!(x.abs() + z.abs() > 0.5, "{shape:?} {x} {z}");
    }
}

#[test]
fn a_repeated_walk_has_the_same_bits() {
    for shape in bodies() {
        assert_eq!(wander(shape, [0.0; 3]), wander(shape, [0.0; 3]));
    }
}

#[test]
fn moves_of_a_hull_allocate_nothing() {
    let world = stairs(0.3, 0.15, [0.0; 3]);
    for shape in bodies() {
        let mut mover = Mover::new(shape).unwrap();
        let mut state = MoverState::at([0.0, 0.905, 0.0]);
        let config = MoveConfig {
            step_height_m: 0.3,
            snap_m: 0.3,
            ..MoveConfig::default()
        };
        let mut step = || {
            state = mover
                .move_by(
                    &world,
                    &state,
                    [0.03, -0.01, 0.0],
                    &Filter::default(),
                    &config,
                )
                .unwrap()
                .state;
        };
        (0..20).for_each(|_| step());
        let (counts, ()) = allocations(|| (0..60).for_each(|_| step()));
        assert_eq!(counts.count, 0, "{shape:?}");
    }
}

#[test]
fn a_hull_reports_the_fault_of_its_points() {
    let flat = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 1.0],
    ];
    assert_eq!(
        HullPoints::new(&flat),
        Err(ShapeError::FlatHull { points: 4 })
    );
    let many = [[0.0; 3]; 33];
    assert_eq!(
        HullPoints::new(&many),
        Err(ShapeError::TooManyPoints { points: 33 })
    );
    let lost = [[0.0, 0.0, 0.0], [1.0, f32::NAN, 0.0]];
    assert_eq!(HullPoints::new(&lost), Err(ShapeError::Point { index: 1 }));
    let bent = Shape::TurnedBox {
        half_m: [1.0; 3],
        rotation: [0.0; 4],
    };
    assert_eq!(
        bent.check().unwrap_err().to_string(),
        "`rotation` has length 0, not 1"
    );
}

/// The middle of a tetrahedron's bounds is outside the tetrahedron. Here it is below the slope on which the lowest
/// corner stands.
#[test]
fn a_tetrahedron_walks_on_a_slope_above_its_position() {
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -0.5, 0.0]];
    let shape = Shape::Hull(HullPoints::new(&corners).unwrap());
    let rise = 0.4;
    let row = |z: i32| (0..41).map(move |x| 0.5 * rise * f64::from(x + z));
    let heights: Vec<f64> = (0..41).flat_map(row).collect();
    let slope = Arc::new(Mesh::from_heights(&heights, 41, 0.5).unwrap());
    let mut world = World::new();
    (world.add_mesh(
        slope,
        Pose::at([-10.0, -8.0, -10.0]).unwrap(),
        Label::default(),
    ))
    .unwrap();
    let config = MoveConfig {
        snap_m: 0.1,
        max_slope_rad: Some(0.8),
        ..MoveConfig::default()
    };
    let mut mover = Mover::new(shape).unwrap();
    let mut state = MoverState::at([0.5, 0.28, 0.5]);
    for _ in 0..60 {
        let moved = mover.move_by(
            &world,
            &state,
            [0.02, -0.01, -0.02],
            &Filter::default(),
            &config,
        );
        state = moved.unwrap().state;
    }
    let Footing::Ground(ground) = state.footing else {
        panic!("{state:?}");
    };
    assert!(ground.normal[1] > 0.8, "{ground:?}");
    let [x, y, z] = state.position;
    let above = (y - 0.25) - rise * (x - 0.5 + z - 0.5);
    assert!(above > 0.0 && above < 0.02, "{above}: {state:?}");
    assert!(x > 1.4 && z < -0.4, "{state:?}");
}
