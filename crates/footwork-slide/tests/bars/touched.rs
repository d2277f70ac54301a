//! Tests of the point, depth and velocity of contacts, and of the speed at which a body leaves an obstacle that it is
//! inside.

use footwork_slide::{Filter, MoveConfigError, MoveError, MoveResult, Pose, World};

use crate::walk::{BOX, CAPSULE, Walk, add_box};

fn step(walk: &mut Walk, down: f32) -> MoveResult<'_> {
    let Walk {
        mover,
        world,
        state,
        config,
        ..
    } = walk;
    let moved = mover
        .move_by(world, state, [0.0, -down, 0.0], &Filter::default(), config)
        .unwrap();
    *state = moved.state;
    moved
}

#[test]
fn a_contact_has_the_speed_of_a_turntable_at_the_feet() {
    for shape in [BOX, CAPSULE] {
        for rate in [30.0, 60.0] {
            let mut world = World::new();
            let table = add_box(&mut world, [3.0, 0.1, 3.0], [0.0, -0.1, 0.0]);
            let mut walk = Walk::new(world, shape, [2.0, 0.905, 0.0]);
            walk.config.step_secs = 1.0 / rate as f32;
            walk.step([0.0, -0.01, 0.0]);
            walk.world.begin_step();
            let half = 0.5_f64.to_radians();
            let turn = [0.0, libm::sin(half) as f32, 0.0, libm::cos(half) as f32];
            let pose = Pose::new([0.0, -0.1, 0.0], turn).unwrap();
            walk.world.move_to(table, pose).unwrap();
            let moved = step(&mut walk, 0.01);
            let support = *moved.state.footing.support().unwrap();
            let speed = 2.0 * 1.0_f64.to_radians() * rate;
            let told = format!("{shape:?}, {rate}: {moved:?}");
            let contact = moved.contacts.iter().find(|one| one.obstacle == table);
            let contact = contact.unwrap();
            for velocity in [
                support.velocity_mps,
                contact.velocity_mps,
                moved.velocity_mps,
            ] {
                assert!(
                    (f64::from(velocity[2]) + speed).abs() < 0.02 * speed,
                    "{told}"
                );
            }
            for point in [support.point, contact.point] {
                let off = [point[0] - 2.0, point[1], point[2] - moved.state.position[2]];
                assert!(off.iter().all(|part| part.abs() < 0.01), "{told}");
            }
            assert!(contact.depth_m.abs() < 1e-6, "{told}");
        }
    }
}

#[test]
fn a_body_inside_an_obstacle_leaves_it_at_most_at_the_recovery_speed() {
    for shape in [BOX, CAPSULE] {
        for (recovery_mps, moves) in [(f32::INFINITY, 1), (0.6, 21), (6.0, 3)] {
            let mut world = World::new();
            let block = add_box(&mut world, [2.0, 2.0, 2.0], [2.0, 0.0, 0.0]);
            // The body starts 200 mm inside the obstacle.
            let mut walk = Walk::new(world, shape, [-0.1, 0.0, 0.0]);
            walk.config.recovery_mps = recovery_mps;
            for number in 0..moves {
                let inside = 0.3 + walk.state.position[0];
                let before = walk.state.position[0];
                let moved = step(&mut walk, 0.0);
                let told = format!("{shape:?}, {recovery_mps} m/s, {number}: {moved:?}");
                let way = before - moved.state.position[0];
                // A body that has left the obstacle also makes room for its skin.
                let skin = if moved.crushed { 0.0 } else { 0.005 };
                assert!(
                    way <= f64::from(recovery_mps) / 60.0 + skin + 1e-6,
                    "{told}"
                );
                assert_eq!(moved.crushed, inside - way > 1e-4, "{told}");
                if number == 0 {
                    let contact = moved.contacts.iter().find(|one| one.obstacle == block);
                    let depth = f64::from(contact.unwrap().depth_m);
                    assert!((depth - inside).abs() < 1e-5, "{told}");
                }
            }
            walk.check_x(-0.305, 1e-3);
        }
    }
}

#[test]
fn a_recovery_speed_or_a_step_duration_of_zero_is_rejected() {
    let mut walk = Walk::new(World::new(), BOX, [0.0; 3]);
    let mut refused = |recovery_mps, step_secs| {
        walk.config.recovery_mps = recovery_mps;
        walk.config.step_secs = step_secs;
        let filter = Filter::default();
        (walk.mover)
            .move_by(&walk.world, &walk.state, [0.0; 3], &filter, &walk.config)
            .map(|moved| moved.state)
    };
    for bad in [0.0, -1.0, f32::NAN] {
        let error = refused(bad, 0.1);
        assert!(
            matches!(
                error,
                Err(MoveError::Config(MoveConfigError::Recovery { .. }))
            ),
            "{error:?}"
        );
    }
    for bad in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e-7] {
        let error = refused(1.0, bad);
        assert!(
            matches!(error, Err(MoveError::Config(MoveConfigError::Step { .. }))),
            "{error:?}"
        );
    }
    assert!(refused(f32::INFINITY, 3600.0).is_ok());
}
