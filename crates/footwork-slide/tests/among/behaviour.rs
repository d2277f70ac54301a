//! How often a mover queries foreign obstacles, and how their motion, filters and labels affect it.

use std::sync::Arc;

use footwork_slide::{
    Approach, Compound, Filter, Footing, Label, Mesh, MoveConfig, MoveError, Mover, MoverState,
    ObstacleId, Obstacles, Part, PlacedSolid, Pose, Solid, Volume, World,
};

use crate::listed::{CAPSULE, Listed};

fn cuboid(half_m: [f32; 3]) -> Solid {
    Solid::Volume(Volume::Box { half_m })
}

fn at(position: [f64; 3]) -> Pose {
    Pose::at(position).unwrap()
}

/// Ground at the height 0.
fn ground() -> Solid {
    let [a, b, c, d] = [
        [-50.0, 0.0, -50.0],
        [50.0, 0.0, -50.0],
        [50.0, 0.0, 50.0],
        [-50.0, 0.0, 50.0],
    ];
    let mesh = Mesh::from_triangles(&[[a, c, b], [a, d, c]]).unwrap();
    Solid::Mesh(Arc::new(mesh))
}

#[test]
fn a_platform_that_left_the_body_behind_carries_it() {
    let platform = || cuboid([2.0, 0.1, 2.0]);
    let mut listed = Listed::default();
    listed.push(5, platform(), at([0.0, -0.1, 0.0]), None);
    let mut mover = Mover::new(CAPSULE).unwrap();
    let (filter, config) = (Filter::default(), MoveConfig::default());
    let state = MoverState::at([0.0, 0.905, 0.0]);
    let down = [0.0, -0.01, 0.0];
    let stood = (mover.move_by(&listed, &state, down, &filter, &config)).unwrap();
    let state = stood.state;
    assert!(
        matches!(state.footing, Footing::Ground(support) if support.obstacle == ObstacleId::from_bits(5))
    );
    let mut moved = Listed::default();
    let away = at([40.0, 5.0, 0.0]);
    moved.push(5, platform(), away, Some(at([0.0, -0.1, 0.0])));
    let carried = (mover.move_by(&moved, &state, down, &filter, &config)).unwrap();
    let [x, y, z] = carried.state.position;
    assert!(
        (x - 40.0).abs() < 1e-6 && (y - 6.005).abs() < 1e-4 && z == 0.0,
        "{x} {y} {z}"
    );
    // Without the platform the same body falls.
    let nothing = Listed::default();
    let fallen = (mover.move_by(&nothing, &state, down, &filter, &config)).unwrap();
    assert_eq!(fallen.state.footing, Footing::Air);
    assert!((fallen.state.position[1] - 0.895).abs() < 1e-4);
}

#[test]
fn an_invalid_volume_is_an_error_that_names_the_obstacle() {
    let mut listed = Listed::default();
    listed.push(8, cuboid([1.0, -1.0, 1.0]), at([0.5, 0.0, 0.0]), None);
    let mut mover = Mover::new(CAPSULE).unwrap();
    let state = MoverState::at([0.0; 3]);
    let (filter, config) = (Filter::default(), MoveConfig::default());
    let error = (mover.move_by(&listed, &state, [0.1, 0.0, 0.0], &filter, &config)).unwrap_err();
    let named = ObstacleId::from_bits(8);
    assert!(matches!(error, MoveError::Volume { obstacle, .. } if obstacle == named));
    assert_eq!(error.to_string(), "the volume of obstacle 8.0 is invalid");
    // The mover still works.
    let nothing = Listed::default();
    assert!(
        mover
            .move_by(&nothing, &state, [0.1, 0.0, 0.0], &filter, &config)
            .is_ok()
    );
}

/// Foreign obstacles: all obstacles of a world.
struct Behind<'a>(&'a World);

impl Obstacles for Behind<'_> {
    fn visit(&self, min: [f64; 3], max: [f64; 3], found: &mut dyn FnMut(PlacedSolid<'_>)) {
        self.0.visit(min, max, found);
    }

    fn visit_one(&self, id: ObstacleId, found: &mut dyn FnMut(PlacedSolid<'_>)) {
        self.0.visit_one(id, found);
    }
}

#[test]
fn filters_and_labels_work_behind_the_trait() {
    let mut world = World::new();
    world
        .add(ground(), Pose::IDENTITY, Label { layers: 1, tag: 1 })
        .unwrap();
    let wall = cuboid([0.1, 2.0, 5.0]);
    let wall = world
        .add(wall, at([1.0, 0.0, 0.0]), Label { layers: 2, tag: 7 })
        .unwrap();
    let behind = Behind(&world);
    let mut mover = Mover::new(CAPSULE).unwrap();
    let config = MoveConfig::default();
    let mut walk = |filter: &Filter<'_>| {
        let mut state = MoverState::at([0.0, 0.905, 0.0]);
        for _ in 0..40 {
            state = (mover.move_by(&behind, &state, [0.05, 0.0, 0.0], filter, &config))
                .unwrap()
                .state;
        }
        state.position[0]
    };
    assert!((walk(&Filter::default()) - 0.595).abs() < 1e-6);
    assert!(
        (walk(&Filter {
            layers: 1,
            ..Filter::default()
        }) - 2.0)
            .abs()
            < 1e-5
    );
    let not_seven = |id: ObstacleId, label: &Label| id != wall && label.tag != 7;
    assert!(
        (walk(&Filter {
            accept: Some(&not_seven),
            ..Filter::default()
        }) - 2.0)
            .abs()
            < 1e-5
    );
    let not_the_wall = |approach: &Approach| approach.obstacle != wall;
    assert!(
        (walk(&Filter {
            contact: Some(&not_the_wall),
            ..Filter::default()
        }) - 2.0)
            .abs()
            < 1e-5
    );
}

#[test]
fn a_walk_queries_about_once_per_move_and_allocates_nothing() {
    let mut listed = Listed::default();
    listed.push(3, ground(), Pose::IDENTITY, None);
    let tables = Compound::new(vec![
        Part {
            solid: cuboid([0.5, 0.05, 0.5]),
            pose: at([0.0, 0.7, 0.0]),
        },
        Part {
            solid: cuboid([0.05, 0.35, 0.05]),
            pose: at([0.0, 0.35, 0.0]),
        },
    ]);
    let table = Solid::Compound(Arc::new(tables.unwrap()));
    for index in 0_u8..40 {
        let turn = libm::sincos(0.1 * f64::from(index));
        let pose = Pose::new(
            [
                f64::from(index % 8) * 1.5 + 1.0,
                0.0,
                f64::from(index / 8) * 1.5 - 3.0,
            ],
            [0.0, turn.0 as f32, 0.0, turn.1 as f32],
        );
        listed.push(100 + u64::from(index), table.clone(), pose.unwrap(), None);
    }
    let config = MoveConfig {
        step_height_m: 0.3,
        snap_m: 0.3,
        max_slope_rad: Some(0.8),
        ..MoveConfig::default()
    };
    let mut mover = Mover::new(CAPSULE).unwrap();
    let filter = Filter::default();
    let start = MoverState::at([0.0, 0.905, 0.0]);
    let mut contacts = 0;
    let mut walk = |steps: usize| {
        let mut state = start;
        for step in 0..steps {
            let wanted = [0.05, -0.02, 0.05 * libm::sin(step as f64 * 0.05) as f32];
            let moved = mover
                .move_by(&listed, &state, wanted, &filter, &config)
                .unwrap();
            contacts += moved.contacts.len();
            state = moved.state;
        }
        state
    };
    let once = walk(300);
    listed.visits.set(0);
    let (counts, again) = footwork_testkit::allocations(|| walk(300));
    assert_eq!(once, again, "copies of the last move change the walk");
    assert!(contacts > 600, "{contacts}");
    assert!(listed.visits.get() < 330, "{}", listed.visits.get());
    assert_eq!(counts.count, 0);
}
