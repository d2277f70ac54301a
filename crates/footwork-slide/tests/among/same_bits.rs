//! Random scenes give the same bits in a world and among foreign obstacles, also a hundred kilometres from the origin.

use std::sync::Arc;

use footwork_slide::{
    Contact, Filter, Label, Mesh, MoveConfig, Mover, MoverState, ObstacleId, Outcome, Pose, Shape,
    Solid, Support, World,
};

use crate::cases;
use crate::listed::{Listed, foreign};
use crate::scenes::{Bodies, Kind, Scene};
use crate::soups;

/// The places of scenes.
const PLACES: [[f64; 3]; 2] = [[0.0; 3], [1.0e5, -1.0e5, 1.0e5]];

/// The result of a move.
#[derive(Clone, Debug, PartialEq)]
struct Moved {
    position: [u64; 3],
    velocity: [u32; 3],
    outcome: Outcome,
    crushed: bool,
    footing: &'static str,
    support: Option<Support>,
    contacts: Vec<Contact>,
}

/// A body that makes each move three times: in a world, among foreign obstacles, and in a world into which they are put.
struct Twice {
    in_world: Mover,
    among: Mover,
    state: MoverState,
    /// The state with foreign ids.
    foreign_state: MoverState,
    in_shared: Mover,
    shared: World,
    /// The state with the ids of the shared world.
    shared_state: MoverState,
}

impl Twice {
    fn new(shape: Shape, at: [f64; 3]) -> Self {
        let state = MoverState::at(at);
        Self {
            in_world: Mover::new(shape).unwrap(),
            among: Mover::new(shape).unwrap(),
            state,
            foreign_state: state,
            in_shared: Mover::new(shape).unwrap(),
            shared: World::new(),
            shared_state: state,
        }
    }

    /// Moves both bodies; returns the two results, with foreign ids, if they differ.
    fn step(
        &mut self,
        world: &World,
        wanted: [f32; 3],
        config: &MoveConfig,
    ) -> Option<(Moved, Moved)> {
        let filter = Filter::default();
        let listed = Listed::of(world);
        let told =
            |moved: footwork_slide::MoveResult<'_>, named: fn(ObstacleId) -> ObstacleId| Moved {
                position: moved.state.position.map(f64::to_bits),
                velocity: moved.velocity_mps.map(f32::to_bits),
                outcome: moved.outcome,
                crushed: moved.crushed,
                footing: moved.state.footing.name(),
                support: moved.state.footing.support().map(|support| Support {
                    obstacle: named(support.obstacle),
                    ..*support
                }),
                contacts: (moved.contacts.iter())
                    .map(|contact| Contact {
                        obstacle: named(contact.obstacle),
                        ..*contact
                    })
                    .collect(),
            };
        let moved = self
            .in_world
            .move_by(world, &self.state, wanted, &filter, config);
        let moved = moved.unwrap();
        self.state = moved.state;
        let a = told(moved, foreign);
        let moved = (self.among).move_by(&listed, &self.foreign_state, wanted, &filter, config);
        let moved = moved.unwrap();
        self.foreign_state = moved.state;
        let b = told(moved, |id| id);
        listed.put_into(&mut self.shared);
        let moved =
            (self.in_shared).move_by(&self.shared, &self.shared_state, wanted, &filter, config);
        let moved = moved.unwrap();
        self.shared_state = moved.state;
        let c = told(moved, |id| {
            foreign(ObstacleId::from_bits(id.to_bits() & u64::from(u32::MAX)))
        });
        if a != b {
            return Some((a, b));
        }
        (a != c).then_some((a, c))
    }
}

/// Returns a copy of a world, with everything moved by a vector.
fn shifted(world: &World, by: [f64; 3]) -> World {
    let mut copy = World::new();
    for id in world.ids() {
        let solid = world.solid(id).unwrap().clone();
        let pose = shift(&world.pose(id).unwrap(), by);
        let added = copy.add(solid, pose, world.label(id).unwrap()).unwrap();
        assert_eq!(added, id);
    }
    copy
}

fn add(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| a[axis] + b[axis])
}

fn shift(pose: &Pose, by: [f64; 3]) -> Pose {
    Pose::new(add(pose.position(), by), pose.rotation()).unwrap()
}

fn check_narrow(kind: Kind, case: u64) {
    let by = PLACES[usize::from(case.is_multiple_of(2))];
    let bodies = if case.is_multiple_of(3) {
        Bodies::Other
    } else {
        Bodies::Plain
    };
    let scene = Scene::random(kind, case, bodies);
    let mut world = shifted(&scene.world, by);
    let mut twice = Twice::new(scene.shape, add(scene.start, by));
    for (step, wanted) in scene.moves.into_iter().enumerate() {
        world.begin_step();
        for moving in scene.movers.iter().filter(|moving| step < moving.steps) {
            let way = moving.a_step.map(|part| part * (step + 1) as f64);
            let pose = shift(&moving.from, add(way, by));
            world.move_to(moving.obstacle, pose).unwrap();
        }
        let wanted = wanted.map(|part| part as f32);
        if let Some((a, b)) = twice.step(&world, wanted, &scene.config) {
            panic!("{kind:?} {case}, step {step}:\n{a:?}\n  not {b:?}");
        }
    }
}

#[test]
fn narrow_places_are_the_same_among_foreign_obstacles() {
    let kinds = [
        Kind::Corridor,
        Kind::Passage,
        Kind::Pillar,
        Kind::Wedge,
        Kind::Lift,
        Kind::Doors,
        Kind::Boxes,
        Kind::Person,
    ];
    for kind in kinds {
        (0..cases(125)).for_each(|case| check_narrow(kind, case));
    }
}

fn check_soups(case: u64) {
    let by = PLACES[usize::from(case.is_multiple_of(2))];
    let scene = soups::Scene::random(case);
    let mut world = World::new();
    let ids: Vec<_> = (scene.soups.iter())
        .map(|soup| {
            let mesh = Mesh::from_triangles(&soup.triangles).unwrap();
            let (solid, pose) = (Solid::Mesh(Arc::new(mesh)), shift(&soup.pose(0), by));
            world.add(solid, pose, Label::default()).unwrap()
        })
        .collect();
    let config = MoveConfig {
        up: match case % 5 {
            0 => [1.0, 0.0, 0.0],
            1 => [0.6, -0.8, 0.0],
            _ => [0.0, 1.0, 0.0],
        },
        ..scene.config
    };
    let mut twice = Twice::new(scene.shape, add(scene.start, by));
    for (step, wanted) in scene.moves.iter().enumerate() {
        world.begin_step();
        for (soup, id) in scene.soups.iter().zip(&ids) {
            if soup.moves() {
                world.move_to(*id, shift(&soup.pose(step + 1), by)).unwrap();
            }
        }
        if let Some((a, b)) = twice.step(&world, *wanted, &config) {
            panic!("{case}, step {step}:\n{a:?}\n  not {b:?}");
        }
    }
}

#[test]
fn moving_soups_are_the_same_among_foreign_obstacles() {
    (0..cases(1000)).for_each(check_soups);
}

/// Crouching and overlaps: a mover asks for them among foreign obstacles too.
#[test]
fn crouching_and_overlaps_are_the_same_among_foreign_obstacles() {
    let (mut resized, mut overlaps) = ([0, 0], 0);
    for case in 0..cases(300) {
        let scene = Scene::random(Kind::Passage, case, Bodies::Plain);
        let listed = Listed::of(&scene.world);
        let state = MoverState::at(add(scene.start, [0.0, 0.2, 0.1]));
        let filter = Filter::default();
        let larger = match scene.shape {
            Shape::Capsule { radius_m, height_m } => Shape::Capsule {
                radius_m,
                height_m: height_m * 1.05,
            },
            Shape::Box { half_m: [x, y, z] } => Shape::Box {
                half_m: [x, y * 1.05, z],
            },
            sphere => sphere,
        };
        let mut movers = [(); 2].map(|()| Mover::new(scene.shape).unwrap());
        let [a, b] = &mut movers;
        let mut found = [Vec::new(), Vec::new()];
        a.overlapping(&scene.world, &state, &filter, &scene.config, |mut near| {
            near.obstacle = foreign(near.obstacle);
            found[0].push(near);
        })
        .unwrap();
        b.overlapping(&listed, &state, &filter, &scene.config, |near| {
            found[1].push(near)
        })
        .unwrap();
        found.iter_mut().for_each(|near| near.sort());
        assert_eq!(found[0], found[1], "{case}");
        overlaps += found[0].len();
        let in_world = a.resize(&scene.world, &state, larger, &filter, &scene.config);
        let among = b.resize(&listed, &state, larger, &filter, &scene.config);
        assert_eq!(in_world.is_ok(), among.is_ok(), "{case}");
        assert_eq!(in_world.ok(), among.ok(), "{case}");
        assert_eq!(a.shape(), b.shape(), "{case}");
        resized[usize::from(in_world.is_ok())] += 1;
    }
    assert!(
        resized[0] > 20 && resized[1] > 20 && overlaps > 20,
        "{resized:?} {overlaps}"
    );
}
