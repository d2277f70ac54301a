//! Filters that use the contact normal, for obstacles that are solid from one side only.

use footwork_slide::{Approach, Filter, Label, Mover, MoverState, Pose, Shape, Volume, World};

use crate::scenes::quad;
use crate::walk::{BOX, CAPSULE, add_triangles};

/// Returns a door in the plane x = 0, which is a sheet or a box 0.1 m thick.
fn door(is_sheet: bool) -> World {
    let mut world = World::new();
    if is_sheet {
        add_triangles(
            &mut world,
            &quad([0.0, -2.0, -2.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]),
        );
    } else {
        let half_m = [0.05, 2.0, 2.0];
        let label = Label::default();
        world
            .add_volume(Volume::Box { half_m }, Pose::IDENTITY, label)
            .unwrap();
    }
    world
}

/// Walks along x in equal steps from `from`, and returns the final x.
fn walk(world: &World, shape: Shape, from: f64, step: f32) -> f64 {
    // The door is solid for a body that comes from the side of +x.
    let from_behind = |approach: &Approach| {
        assert_eq!(approach.label, Label::default());
        approach.normal[0] > 0.5 && approach.gap_m > -0.02
    };
    let filter = Filter {
        contact: Some(&from_behind),
        ..Filter::default()
    };
    let mut mover = Mover::new(shape).unwrap();
    let mut state = MoverState::at([from, 0.0, 0.0]);
    for _ in 0..60 {
        let config = footwork_slide::MoveConfig::default();
        let moved = mover.move_by(world, &state, [step, 0.0, 0.0], &filter, &config);
        let moved = moved.unwrap();
        assert!(!moved.crushed);
        state = moved.state;
    }
    state.position[0]
}

#[test]
fn a_body_passes_a_one_way_door_and_is_stopped_on_the_way_back() {
    for shape in [BOX, CAPSULE] {
        for is_sheet in [false, true] {
            let world = door(is_sheet);
            let through = walk(&world, shape, -1.0, 0.05);
            // Once the body has passed, the door is solid again and the body keeps its skin.
            let ahead = through - 2.0;
            assert!(
                (-1e-4..0.006).contains(&ahead),
                "{shape:?}, sheet: {is_sheet}: {through}"
            );
            let back = walk(&world, shape, 1.0, -0.05);
            let face = if is_sheet { 0.0 } else { 0.05 };
            assert!(
                (back - face - 0.305).abs() < 1e-4,
                "{shape:?}, sheet: {is_sheet}: {back}"
            );
        }
    }
}

#[test]
fn a_one_way_filter_also_holds_for_sweeps_and_overlap_queries() {
    let world = door(false);
    let never = |_: &Approach| false;
    let filter = Filter {
        contact: Some(&never),
        ..Filter::default()
    };
    let sweep = |filter: &Filter<'_>| world.sweep(&BOX, [-1.0, 0.0, 0.0], [2.0, 0.0, 0.0], filter);
    assert!(sweep(&Filter::default()).is_some() && sweep(&filter).is_none());
    let touches = |at: [f64; 3], filter: &Filter<'_>| {
        let mut found = 0;
        let (allocated, ()) = footwork_testkit::allocations(|| {
            world.overlapping(&CAPSULE, at, filter, |_| found += 1);
        });
        assert_eq!(allocated.count, 0);
        found
    };
    assert_eq!(touches([0.3, 0.0, 0.0], &Filter::default()), 1);
    assert_eq!(touches([0.3, 0.0, 0.0], &filter), 0);
    assert_eq!(touches([0.36, 0.0, 0.0], &Filter::default()), 0);
    assert_eq!(touches([f64::NAN, 0.0, 0.0], &Filter::default()), 0);
}

/// A contact has the speed at which the body wanted to approach the obstacle.
#[test]
fn a_contact_has_the_closing_speed_of_body_and_obstacle() {
    let mut walk = crate::walk::Walk::new(door(false), BOX, [-1.0, 0.0, 0.0]);
    let config = footwork_slide::MoveConfig::default();
    let state = MoverState::at([-0.356, 0.0, 0.0]);
    let filter = Filter::default();
    let moved = (walk.mover).move_by(&walk.world, &state, [0.05, 0.0, 0.02], &filter, &config);
    let moved = moved.unwrap();
    let [contact] = moved.contacts else {
        panic!("{:?}", moved.contacts);
    };
    assert!((contact.closing_mps - 3.0).abs() < 1e-5, "{contact:?}");
    assert!((contact.point[0] + 0.05).abs() < 1e-6, "{contact:?}");
    assert_eq!((contact.depth_m, contact.velocity_mps), (0.0, [0.0; 3]));
    assert!((moved.velocity_mps[2] - 1.2).abs() < 1e-4, "{moved:?}");
    // The door approaches the body at the same speed.
    let door = walk.world.ids().next().unwrap();
    walk.world.begin_step();
    walk.place(door, [-0.05, 0.0, 0.0]);
    let moved = (walk.mover).move_by(&walk.world, &state, [0.0; 3], &filter, &config);
    let moved = moved.unwrap();
    let contact = moved.contacts[0];
    assert!((contact.velocity_mps[0] + 3.0).abs() < 1e-4, "{contact:?}");
    assert!((contact.closing_mps - 3.0).abs() < 1e-4, "{contact:?}");
    assert!((moved.velocity_mps[0] + 3.0).abs() < 0.4, "{moved:?}");
}
