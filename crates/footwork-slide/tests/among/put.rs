//! Foreign obstacles put into a world under their own ids.

use footwork_slide::{
    Filter, Label, MoveConfig, Mover, MoverState, ObstacleId, Obstacles, PlacedSolid, Pose, Solid,
    Volume, World, WorldError,
};

use crate::listed::CAPSULE;

const BALL: Solid = Solid::Volume(Volume::Sphere { radius_m: 0.5 });

fn at(x: f64) -> Pose {
    Pose::at([x, 0.0, 0.0]).unwrap()
}

fn id(slot: u64, generation: u64) -> ObstacleId {
    ObstacleId::from_bits(generation << 32 | slot)
}

fn put(world: &mut World, id: ObstacleId, x: f64, before: Option<f64>) {
    let placed = PlacedSolid {
        id,
        solid: &BALL,
        pose: at(x),
        before: before.map(at),
        label: Label::default(),
    };
    world.put(&placed).unwrap();
}

/// Returns the ids of the balls whose centres are near a place.
fn near(world: &World, x: f64) -> Vec<ObstacleId> {
    let found = world.pieces_near(
        [x - 0.1, -0.1, -0.1],
        [x + 0.1, 0.1, 0.1],
        &Filter::default(),
    );
    found.iter().map(|near| near.obstacle).collect()
}

#[test]
fn put_obstacles_keep_their_own_ids_and_replace_others_in_their_slots() {
    let mut world = World::new();
    put(&mut world, id(3, 7), 0.0, None);
    assert_eq!((world.len(), near(&world, 0.0)), (1, vec![id(3, 7)]));
    put(&mut world, id(3, 7), 10.0, None);
    assert_eq!((world.len(), near(&world, 0.0)), (1, Vec::new()));
    // An obstacle with another generation replaces the obstacle in its slot.
    put(&mut world, id(3, 8), 20.0, None);
    assert_eq!((world.len(), near(&world, 10.0)), (1, Vec::new()));
    assert!(world.pose(id(3, 7)).is_err() && world.pose(id(3, 8)) == Ok(at(20.0)));
    // The world's own obstacles use the empty slots, each slot once.
    let own: Vec<_> = (0..4)
        .map(|_| world.add(BALL, at(30.0), Label::default()).unwrap())
        .collect();
    let mut slots: Vec<_> = own.iter().map(|id| id.to_bits() as u32).collect();
    slots.sort_unstable();
    assert_eq!(slots, [0, 1, 2, 4]);
    assert_eq!(near(&world, 30.0).len(), 4);
    assert_eq!(near(&world, 20.0), [id(3, 8)]);
    // A removed slot can be put again.
    for generation in 9..200 {
        world.remove(id(3, generation - 1)).unwrap();
        assert_eq!(world.len(), 4);
        put(&mut world, id(3, generation), 40.0, None);
    }
    assert_eq!(near(&world, 40.0), [id(3, 199)]);
    let added = world.add(BALL, at(50.0), Label::default()).unwrap();
    assert_eq!(added.to_bits() as u32, 5);
}

#[test]
fn the_motion_of_an_obstacle_is_that_of_its_last_put() {
    let mut world = World::new();
    let moved = |world: &World| -> Vec<_> {
        let moved = world.moved();
        moved
            .map(|motion| (motion.obstacle, motion.before.position()[0]))
            .collect()
    };
    put(&mut world, id(1, 0), 1.0, Some(0.0));
    put(&mut world, id(0, 5), 9.0, Some(8.0));
    assert_eq!(moved(&world), [(id(1, 0), 0.0), (id(0, 5), 8.0)]);
    put(&mut world, id(1, 0), 2.0, Some(1.0));
    assert_eq!(moved(&world), [(id(1, 0), 1.0), (id(0, 5), 8.0)]);
    // The world no longer finds the obstacle along its former motion.
    assert_eq!(near(&world, 0.3), []);
    put(&mut world, id(1, 0), 2.0, None);
    assert_eq!(moved(&world), [(id(0, 5), 8.0)]);
    world.remove(id(0, 5)).unwrap();
    put(&mut world, id(0, 5), 9.0, None);
    assert_eq!(moved(&world), []);
    world.remove(id(0, 5)).unwrap();
    put(&mut world, id(0, 5), 9.0, Some(7.0));
    world.remove(id(0, 5)).unwrap();
    put(&mut world, id(0, 5), 9.0, Some(6.0));
    assert_eq!(moved(&world), [(id(0, 5), 6.0)]);
    world.begin_step();
    assert_eq!(moved(&world), []);
}

#[test]
fn an_obstacle_that_cannot_be_put_changes_nothing() {
    let mut world = World::new();
    put(&mut world, id(0, 0), 0.0, None);
    let bad = Solid::Volume(Volume::Sphere { radius_m: -1.0 });
    let mut placed = PlacedSolid {
        id: id(0, 1),
        solid: &bad,
        pose: at(5.0),
        before: None,
        label: Label::default(),
    };
    assert!(matches!(world.put(&placed), Err(WorldError::Volume(_))));
    placed.solid = &BALL;
    placed.id = id(u64::from(u32::MAX), 0);
    assert_eq!(world.put(&placed), Err(WorldError::TooMany));
    assert_eq!((world.len(), near(&world, 0.0)), (1, vec![id(0, 0)]));
}

/// All obstacles of a world except one.
struct Without<'a>(&'a World, ObstacleId);

impl Obstacles for Without<'_> {
    fn visit(&self, min: [f64; 3], max: [f64; 3], found: &mut dyn FnMut(PlacedSolid<'_>)) {
        self.0.visit(min, max, found);
    }

    fn visit_one(&self, id: ObstacleId, found: &mut dyn FnMut(PlacedSolid<'_>)) {
        self.0.visit_one(id, found);
    }

    fn as_world(&self) -> Option<&World> {
        Some(self.0)
    }

    fn is_selection(&self) -> bool {
        true
    }

    fn selects(&self, id: ObstacleId) -> bool {
        id != self.1
    }
}

#[test]
fn a_selection_and_a_filter_both_decide() {
    let mut world = World::new();
    let [first, second, third] =
        [2.0, 4.0, 6.0].map(|x| world.add(BALL, at(x), Label::default()).unwrap());
    let mut mover = Mover::new(CAPSULE).unwrap();
    let (start, config) = (MoverState::at([0.0; 3]), MoveConfig::default());
    let mut reach = |without: ObstacleId, filter: &Filter<'_>| {
        let obstacles = Without(&world, without);
        let moved = mover
            .move_by(&obstacles, &start, [9.0, 0.0, 0.0], filter, &config)
            .unwrap();
        moved.contacts.first().map(|contact| contact.obstacle)
    };
    let all = Filter::default();
    assert_eq!(
        [reach(third, &all), reach(first, &all)],
        [Some(first), Some(second)]
    );
    let not_second = |id: ObstacleId, _: &Label| {
        assert_ne!(
            id, first,
            "the filter is called for an obstacle outside of the selection"
        );
        id != second
    };
    let filter = Filter {
        accept: Some(&not_second),
        ..all
    };
    assert_eq!(reach(first, &filter), Some(third));
    // Overlap queries and changes of the shape use the selection too.
    let state = MoverState::at([2.0, 0.0, 0.0]);
    let overlaps = |without: ObstacleId| {
        let mut found = 0;
        let obstacles = Without(&world, without);
        mover
            .overlapping(&obstacles, &state, &all, &config, |_| found += 1)
            .unwrap();
        found
    };
    assert_eq!([overlaps(first), overlaps(second)], [0, 1]);
    let mut resize = |without| {
        mover
            .resize(&Without(&world, without), &state, CAPSULE, &all, &config)
            .is_ok()
    };
    assert!(resize(first) && !resize(second));
}
