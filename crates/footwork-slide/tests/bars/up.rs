//! Moves do not depend on which direction is up: if the scene, the body and its up are rotated together, the results
//! rotate with them.

use std::sync::Arc;

use footwork_slide::{
    Approach, Filter, Footing, Label, Mesh, MoveConfig, Mover, MoverState, Nearby, Outcome, Pose,
    Shape, Volume, World,
};

use crate::laws::yard;
use crate::scenes::{Random, STEP};
use crate::walk::{BOX, CAPSULE, length, sub};

/// The shortest rotation from y to `up`, as the columns of its matrix.
#[derive(Clone, Copy)]
struct Turn {
    up: [f64; 3],
    columns: [[f64; 3]; 3],
}

impl Turn {
    fn new(up: [f64; 3]) -> Self {
        // A body's up is rounded to f32.
        let up = up.map(|part| f64::from(part as f32));
        let [x, y, z] = up.map(|part| part / length(up));
        let share = 1.0 / (1.0 + y);
        Self {
            up,
            columns: [
                [y + share * z * z, -x, -share * x * z],
                [x, y, z],
                [-share * x * z, -z, y + share * x * x],
            ],
        }
    }

    fn turn(&self, point: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|axis| {
            let parts = (0..3).map(|column| self.columns[column][axis] * point[column]);
            parts.sum()
        })
    }

    fn pose(&self, at: [f64; 3]) -> Pose {
        let [x, y, z] = self.columns[1];
        let turn = [z, 0.0, -x, 1.0 + y];
        let size = turn.iter().map(|part| part * part).sum::<f64>().sqrt();
        Pose::new(self.turn(at), turn.map(|part| (part / size) as f32)).unwrap()
    }
}

const UPS: [[f64; 3]; 4] = [
    [0.0, 0.0, 1.0],
    [-1.0, 0.0, 0.0],
    [0.36, 0.48, -0.8],
    [0.6, -0.64, 0.48],
];

fn walking(turn: &Turn) -> MoveConfig {
    MoveConfig {
        step_height_m: 0.3,
        snap_m: 0.3,
        max_slope_rad: Some(0.9),
        constant_speed: true,
        up: turn.up.map(|part| part as f32),
        ..MoveConfig::default()
    }
}

/// The result of each step of a walk: the position, rotated back as if y were up, the kind of footing and the outcome.
type Walked = Vec<([f64; 3], &'static str, Outcome)>;

/// Walks around the yard, over a lift that goes up and down.
fn walk_about(turn: &Turn, shape: Shape) -> Walked {
    let mut world = World::new();
    let ground: Vec<_> = (yard().iter())
        .map(|corners| corners.map(|at| turn.turn(at)))
        .collect();
    let ground = Arc::new(Mesh::from_triangles(&ground).unwrap());
    let label = Label::default();
    world.add_mesh(ground, Pose::IDENTITY, label).unwrap();
    let half_m = [1.5, 0.2, 1.5];
    let lift = world.add_volume(Volume::Box { half_m }, turn.pose([-7.0, 1.0, -2.0]), label);
    let lift = lift.unwrap();
    let mut mover = Mover::new(shape).unwrap();
    let mut state = MoverState::at(turn.turn([-8.0, 3.0, -2.0]));
    let (config, filter) = (walking(turn), Filter::default());
    let mut random = Random(5);
    let (mut x, mut z) = (0.0, 0.0);
    let mut walked = Walked::new();
    for step in 0..400 {
        if step % 25 == 0 && step > 100 {
            let heading = random.between(0.0, std::f64::consts::TAU);
            (x, z) = (STEP * libm::cos(heading), STEP * libm::sin(heading));
        }
        world.begin_step();
        let height = 1.0 + libm::sin(f64::from(step) * 0.1);
        world
            .move_to(lift, turn.pose([-7.0, height, -2.0]))
            .unwrap();
        let wanted = turn.turn([x, -0.05, z]).map(|part| part as f32);
        let moved = mover.move_by(&world, &state, wanted, &filter, &config);
        let moved = moved.unwrap();
        state = moved.state;
        let back = |vector: [f64; 3]| {
            turn.columns
                .map(|column| (0..3).map(|axis| column[axis] * vector[axis]).sum())
        };
        walked.push((back(state.position), state.footing.name(), moved.outcome));
    }
    walked
}

#[test]
fn a_walk_in_a_turned_world_equals_a_walk_with_y_up() {
    for shape in [BOX, CAPSULE] {
        let upright = walk_about(&Turn::new([0.0, 1.0, 0.0]), shape);
        for up in UPS {
            let turned = walk_about(&Turn::new(up), shape);
            for (step, (a, b)) in turned.iter().zip(&upright).enumerate() {
                let off = length(sub(a.0, b.0));
                assert!(off < 1e-4, "{shape:?} {up:?}, step {step}: {off}");
                assert_eq!((a.1, a.2), (b.1, b.2), "{shape:?} {up:?}, step {step}");
            }
        }
    }
}

/// Footing, contacts, velocities and the arguments of filters are in world coordinates. A resized body grows along its up.
#[test]
fn results_and_filter_arguments_are_in_world_coordinates() {
    let turn = Turn::new([0.0, 0.0, 1.0]);
    let mut world = World::new();
    let half_m = [4.0, 4.0, 0.5];
    let label = Label::default();
    let floor = world.add_volume(
        Volume::Box { half_m },
        Pose::at([0.0, 0.0, -0.5]).unwrap(),
        label,
    );
    let floor = floor.unwrap();
    let mut mover = Mover::new(CAPSULE).unwrap();
    let config = walking(&turn);
    let saw = |approach: &Approach| {
        assert_eq!(approach.normal, [0.0, 0.0, 1.0]);
        true
    };
    let filter = Filter {
        contact: Some(&saw),
        ..Filter::default()
    };
    let state = MoverState::at([1.0, 2.0, 0.905]);
    let moved = mover.move_by(&world, &state, [0.0, 0.0, -0.01], &filter, &config);
    let state = moved.unwrap().state;
    world.begin_step();
    let place = Pose::at([0.05, 0.0, -0.4]).unwrap();
    world.move_to(floor, place).unwrap();
    let moved = mover.move_by(&world, &state, [0.0, 0.02, -0.01], &filter, &config);
    let moved = moved.unwrap();
    let Footing::Ground(ground) = moved.state.footing else {
        panic!("{:?}", moved.state);
    };
    assert_eq!(ground.normal, [0.0, 0.0, 1.0]);
    for (is, expected) in ground.velocity_mps.iter().zip([3.0, 0.0, 6.0]) {
        assert!((is - expected).abs() < 1e-4, "{ground:?}");
    }
    for (is, expected) in ground.point.iter().zip([1.05, 2.02, 0.1]) {
        assert!((is - expected).abs() < 1e-3, "{ground:?}");
    }
    for (is, expected) in moved.velocity_mps.iter().zip([3.0, 1.2, 6.0]) {
        assert!((is - expected).abs() < 0.01, "{moved:?}");
    }
    let low = Shape::Capsule {
        radius_m: 0.3,
        height_m: 1.0,
    };
    let state = moved.state;
    let lower = mover.resize(&world, &state, low, &filter, &config).unwrap();
    assert!((state.position[2] - lower.position[2] - 0.4).abs() < 1e-6);
    assert_eq!(state.position[..2], lower.position[..2]);
}

/// A capsule lying along `up` overlaps obstacles that a standing capsule does not overlap. No query allocates.
#[test]
fn overlap_queries_use_the_up_of_the_body() {
    let mut world = World::new();
    let half_m = [0.1; 3];
    let at = Pose::at([0.0, 0.0, 0.7]).unwrap();
    let post = world
        .add_volume(Volume::Box { half_m }, at, Label::default())
        .unwrap();
    let mover = Mover::new(CAPSULE).unwrap();
    let touched = |up: [f32; 3]| {
        let config = MoveConfig {
            up,
            ..MoveConfig::default()
        };
        let mut found: Option<Nearby> = None;
        let (allocated, ()) = footwork_testkit::allocations(|| {
            let state = MoverState::at([0.0; 3]);
            let filter = Filter::default();
            let see = |near| found = Some(near);
            mover
                .overlapping(&world, &state, &filter, &config, see)
                .unwrap();
        });
        assert_eq!(allocated.count, 0);
        found.map(|near| near.obstacle)
    };
    assert_eq!(touched([0.0, 1.0, 0.0]), None);
    assert_eq!(touched([0.0, 0.0, -1.0]), Some(post));
    let config = MoveConfig {
        up: [0.0, 0.5, 0.0],
        ..MoveConfig::default()
    };
    let refused = config.check().unwrap_err();
    assert_eq!(refused.to_string(), "`up` has length 0.5, not 1");
}
