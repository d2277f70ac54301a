//! After any changes of Rapier's sets, bodies that share one world of movers move bit for bit
//! as among fresh copies of the level's obstacles.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "these are tests, near the origin"
)]

#[path = "../examples/rapier_level.rs"]
#[allow(dead_code, reason = "an example has a main function")]
mod rapier_level;

use footwork_parry::{RapierLevel, RapierObstacles};
use footwork_slide::{
    Contact, Filter, MoveConfig, Mover, MoverState, ObstacleId, Obstacles, PlacedSolid, Shape,
};
use rapier_level::{LANES, Level};
use rapier3d::prelude::*;

const SECS: f32 = 1.0 / 60.0;

/// Obstacles that a mover copies.
struct Copied<'a>(RapierObstacles<'a>);

impl Obstacles for Copied<'_> {
    fn visit(&self, min: [f64; 3], max: [f64; 3], found: &mut dyn FnMut(PlacedSolid<'_>)) {
        self.0.visit(min, max, found);
    }

    fn visit_one(&self, id: ObstacleId, found: &mut dyn FnMut(PlacedSolid<'_>)) {
        self.0.visit_one(id, found);
    }
}

/// A body that makes each move twice.
struct Twice {
    movers: [Mover; 2],
    state: MoverState,
}

impl Twice {
    fn new(at: [f64; 3]) -> Self {
        let shape = Shape::Capsule {
            radius_m: 0.3,
            height_m: 1.8,
        };
        Self {
            movers: [(); 2].map(|()| Mover::new(shape).unwrap()),
            state: MoverState::at(at),
        }
    }

    /// Moves the body and returns its contacts; fails if the two moves differ in a bit.
    fn walk(
        &mut self,
        world: &PhysicsWorld,
        level: &mut RapierLevel,
        filter: QueryFilter<'_>,
        way: [f32; 3],
    ) -> Vec<Contact> {
        let queries = world.query_pipeline_with_filter(filter);
        let config = MoveConfig {
            step_height_m: 0.3,
            snap_m: 0.3,
            max_slope_rad: Some(0.8),
            step_secs: SECS,
            ..MoveConfig::default()
        };
        let all = Filter::default();
        let [shared, copied] = &mut self.movers;
        let obstacles = level.obstacles(&queries, SECS).unwrap();
        let a = (shared.move_by(&obstacles, &self.state, way, &all, &config)).unwrap();
        let mut fresh = RapierLevel::new();
        let obstacles = Copied(fresh.obstacles(&queries, SECS).unwrap());
        let b = (copied.move_by(&obstacles, &self.state, way, &all, &config)).unwrap();
        assert_eq!(a.state, b.state);
        assert_eq!(
            a.state.position.map(f64::to_bits),
            b.state.position.map(f64::to_bits)
        );
        assert_eq!((a.outcome, a.crushed), (b.outcome, b.crushed));
        assert_eq!(a.contacts, b.contacts);
        self.state = a.state;
        a.contacts.to_vec()
    }
}

/// A sequence of numbers from 0 to below 1.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u64 << 24) as f32
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next()
    }
}

#[test]
fn every_lane_of_the_level_gives_the_same_moves() {
    let mut level = Level::new().unwrap();
    let mut shared = RapierLevel::new();
    let mut bodies = LANES.map(|z| Twice::new([1.0, 1.6, f64::from(z)]));
    let mut contacts = 0;
    for _ in 0..150 {
        level.step();
        let mut pushes = Vec::new();
        for body in &mut bodies {
            let made = body.walk(
                &level.world,
                &mut shared,
                QueryFilter::default(),
                [0.035, -0.03, 0.0],
            );
            contacts += made.len();
            let (sets, colliders) = (&level.world.bodies, &level.world.colliders);
            pushes.extend(RapierLevel::impulses(sets, colliders, &made, 80.0));
        }
        pushes
            .iter()
            .for_each(|push| push.apply(&mut level.world.bodies));
    }
    assert!(contacts > 500, "{contacts}");
}

/// Adds a collider of a random shape, on a body or without one.
fn add(world: &mut PhysicsWorld, random: &mut Random) -> ColliderHandle {
    let [x, y, z] = [
        random.between(-3.0, 3.0),
        random.between(0.0, 2.0),
        random.between(-3.0, 3.0),
    ];
    let (size, kind, at) = (
        random.between(0.1, 0.5),
        random.next(),
        Vector::new(x, y, z),
    );
    let collider = match (6.0 * random.next()) as u8 {
        0 => ColliderBuilder::ball(size),
        1 => ColliderBuilder::capsule_y(size, size),
        2 => ColliderBuilder::cylinder(size, size),
        3 => ColliderBuilder::cone(size, size),
        4 => ColliderBuilder::compound(vec![
            (Pose::IDENTITY, SharedShape::ball(size)),
            (
                Pose::from_translation(Vector::new(0.3, 0.2, 0.0)),
                SharedShape::cuboid(size, 0.1, size),
            ),
        ]),
        _ => ColliderBuilder::cuboid(size, 0.5 * size, size),
    };
    let collider = collider.sensor(random.next() < 0.2);
    if kind < 0.3 {
        let turn = Vector::new(0.3, size, -0.2);
        return world.insert_collider(collider.translation(at).rotation(turn), None);
    }
    let body = if kind < 0.6 {
        let turning = Vector::new(0.0, random.between(-1.0, 1.0), 0.5);
        RigidBodyBuilder::kinematic_velocity_based()
            .linvel(Vector::new(0.5, 0.0, -size))
            .angvel(turning)
    } else {
        RigidBodyBuilder::dynamic().linvel(Vector::new(-size, 0.2, 0.3))
    };
    world.insert(body.translation(at), collider).1
}

/// Moves bodies by their velocities, without Rapier's own step, which fails after some of the
/// changes below.
fn drift(world: &mut PhysicsWorld) {
    for (_, body) in world.bodies.iter_mut() {
        let to = body.translation() + body.linvel() * SECS;
        body.set_translation(to, true);
    }
    (world.bodies).propagate_modified_body_positions_to_colliders(&mut world.colliders);
}

#[test]
fn added_changed_and_removed_colliders_give_the_same_moves() {
    let (mut contacts, mut gone) = (0, 0);
    for case in 0..40 {
        let mut random = Random(case);
        let mut world = PhysicsWorld::new();
        let floor =
            ColliderBuilder::cuboid(20.0, 0.5, 20.0).translation(Vector::new(0.0, -0.5, 0.0));
        let floor = world.insert_collider(floor, None);
        let mut all: Vec<_> = (0..12).map(|_| add(&mut world, &mut random)).collect();
        let mut level = RapierLevel::new();
        let mut bodies = [-1.0, 1.0].map(|x| Twice::new([x, 2.5, 0.0]));
        for _ in 0..60 {
            drift(&mut world);
            let which = (random.next() * all.len() as f32) as usize;
            match (8.0 * random.next()) as u8 {
                0 => all.push(add(&mut world, &mut random)),
                1 if all.len() > 4 => {
                    world.remove_collider(all.swap_remove(which));
                    gone += 1;
                }
                2 => world.colliders[all[which]]
                    .set_shape(SharedShape::ball(random.between(0.1, 0.6))),
                3 => {
                    let is_enabled = world.colliders[all[which]].is_enabled();
                    world.colliders[all[which]].set_enabled(!is_enabled);
                }
                4 => world.colliders[all[which]].user_data = 5,
                5 => {
                    let group = InteractionGroups::new(
                        Group::GROUP_2,
                        Group::ALL,
                        InteractionTestMode::And,
                    );
                    world.colliders[all[which]].set_collision_groups(group);
                }
                _ => {}
            }
            for (who, body) in bodies.iter_mut().enumerate() {
                // Each body has a filter of its own.
                let filter = match who {
                    0 => QueryFilter::default().exclude_collider(all[0]),
                    _ => QueryFilter::from(InteractionGroups::new(
                        Group::ALL,
                        Group::GROUP_1,
                        InteractionTestMode::And,
                    )),
                };
                let way = [random.between(-0.1, 0.1), -0.05, random.between(-0.1, 0.1)];
                let made = body.walk(&world, &mut level, filter, way);
                for contact in &made {
                    let handle = RapierLevel::collider(contact.obstacle);
                    let collider = &world.colliders[handle];
                    assert!(handle == floor || all.contains(&handle));
                    assert!(!collider.is_sensor() && collider.is_enabled());
                    assert!(who != 0 || handle != all[0]);
                    let groups = collider.collision_groups().memberships;
                    assert!(who != 1 || groups.intersects(Group::GROUP_1));
                }
                contacts += made.len();
            }
        }
    }
    assert!(contacts > 1000 && gone > 50, "{contacts} {gone}");
}
