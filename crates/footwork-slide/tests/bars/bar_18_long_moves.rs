//! Bar 18: a long move is searched leg by leg, but misses no obstacle that a sweep of the whole way meets. Moved
//! obstacles give the same results as obstacles in a world built with their new places.

use footwork_base::SimdLevel;
use footwork_slide::{Filter, Label, Mover, MoverState, ObstacleId, Pose, Volume, World};

use crate::is_soak;
use crate::scenes::{Random, terrain};
use crate::walk::{BOX, CAPSULE, Walk, add_triangles, dot, length, sub, times};

fn seeds() -> u64 {
    if is_soak() { 300 } else { 12 }
}

fn boxes(random: &mut Random, count: usize) -> Vec<Pose> {
    let mut pose = || {
        let angle = random.between(0.0, std::f64::consts::PI);
        let turn = [0.0, libm::sin(angle) as f32, 0.0, libm::cos(angle) as f32];
        let at = [(); 3].map(|()| random.between(-30.0, 30.0));
        Pose::new([at[0], at[1] / 10.0, at[2]], turn).unwrap()
    };
    (0..count).map(|_| pose()).collect()
}

fn add(world: &mut World, pose: Pose) -> ObstacleId {
    let volume = Volume::Box {
        half_m: [0.4, 1.0, 0.2],
    };
    world.add_volume(volume, pose, Label::default()).unwrap()
}

/// Returns the states of a body after long and short moves in random directions, from 20 random places of a world.
fn path(world: World, random: &mut Random, most_m: f64) -> Vec<MoverState> {
    let mut paths = Vec::new();
    let mut walk = Walk::new(
        world,
        if random.bits().is_multiple_of(2) {
            BOX
        } else {
            CAPSULE
        },
        [0.0; 3],
    );
    for _ in 0..20 {
        walk.state = MoverState::at([0, 1, 2].map(|_| random.between(-20.0, 20.0)));
        walk.state.position[1] = 4.0;
        for _ in 0..4 {
            let way = [0, 1, 2].map(|_| random.between(-1.0, 1.0));
            walk.step(times(way, random.between(0.0, most_m)));
            paths.push(walk.state);
        }
    }
    paths
}

/// A move searches its way leg by leg, and a sweep searches the whole way at once. The first contact of a move of 10 or
/// 100 m is no farther along the way than the contact that the sweep finds. A move without contacts covers its whole
/// displacement.
#[test]
fn a_long_move_goes_as_far_as_a_sweep_of_the_whole_way() {
    for seed in 0..seeds() {
        let random = &mut Random(seed);
        let mut world = World::new();
        add_triangles(&mut world, &terrain(140, random));
        for pose in boxes(random, 60) {
            add(&mut world, pose);
        }
        let mut met = 0;
        for shape in [BOX, CAPSULE] {
            let mut walk = Walk::new(world.clone(), shape, [0.0; 3]);
            walk.config.skin_m = 1e-3;
            for reach in [10.0, 100.0] {
                for _ in 0..40 {
                    let angle = random.between(0.0, std::f64::consts::TAU);
                    let way = [
                        libm::cos(angle),
                        random.between(-0.2, 0.0),
                        libm::sin(angle),
                    ];
                    // The way is rounded to f32, as in the move.
                    let way = times(way, reach).map(|part| f64::from(part as f32));
                    let from = [
                        random.between(-40.0, 40.0),
                        3.5,
                        random.between(-40.0, 40.0),
                    ];
                    let filter = Filter::default();
                    let hit = walk.world.sweep(&shape, from, way, &filter);
                    walk.state = MoverState::at(from);
                    let result = walk
                        .mover
                        .move_by(
                            &walk.world,
                            &walk.state,
                            way.map(|part| part as f32),
                            &filter,
                            &walk.config,
                        )
                        .unwrap();
                    let told = format!("seed {seed}, {shape:?}, from {from:?} by {way:?}: {hit:?}");
                    match hit {
                        None if result.contacts.is_empty() => {
                            let off = length(sub(sub(result.state.position, from), way));
                            assert!(off < 1e-9, "{told}: the end is off by {off} m");
                        }
                        // Obstacles that the body passes may touch its skin.
                        None => {
                            assert!(result.contacts.iter().all(|at| at.depth_m == 0.0), "{told}")
                        }
                        Some(hit) => {
                            met += 1;
                            let first = (result.contacts.first())
                                .unwrap_or_else(|| panic!("{told}: {:?}", result.state));
                            // The first contact is no farther than that of the sweep, plus the 0.95 m that the body
                            // reaches ahead of its centre.
                            let ahead = dot(sub(first.point, from), way) / length(way);
                            let most = hit.time * length(way) + 0.96;
                            assert!(ahead <= most && !result.crushed, "{told}: {first:?}");
                        }
                    }
                }
            }
        }
        assert!(met > 20, "seed {seed}: only {met} moves are blocked");
    }
}

/// In each step, 1,000 obstacles move.
#[test]
fn a_world_with_moved_obstacles_equals_a_world_built_with_their_new_poses() {
    for seed in 0..seeds() {
        let random = &mut Random(seed);
        let ground = terrain(60, random);
        let mut world = World::new();
        add_triangles(&mut world, &ground);
        let mut poses = boxes(random, 1000);
        let ids: Vec<_> = poses.iter().map(|pose| add(&mut world, *pose)).collect();
        for step in 0..4 {
            world.begin_step();
            poses = boxes(random, 1000);
            for (id, pose) in ids.iter().zip(&poses) {
                world.move_to(*id, *pose).unwrap();
            }
            // In the next step the obstacles do not move, so a move depends only on their poses.
            let mut rested = world.clone();
            rested.begin_step();
            let mut anew = World::new();
            add_triangles(&mut anew, &ground);
            for pose in &poses {
                add(&mut anew, *pose);
            }
            for world in [&world, &rested] {
                for _ in 0..50 {
                    let min = [0, 1, 2].map(|_| random.between(-30.0, 30.0));
                    let max = min.map(|low| low + random.between(0.0, 8.0));
                    let near = |world: &World| world.pieces_near(min, max, &Filter::default());
                    assert_eq!(near(world), near(&anew), "seed {seed}, step {step}");
                }
            }
            let walk = Random(random.bits());
            let paths = [rested, anew].map(|world| path(world, &mut walk.clone(), 12.0));
            assert_eq!(paths[0], paths[1], "seed {seed}, step {step}");
        }
    }
}

#[test]
fn a_capsule_moves_by_the_same_bits_at_each_level() {
    let mut world = World::new();
    add_triangles(&mut world, &terrain(30, &mut Random(3)));
    let walked = |level: SimdLevel| {
        let mut walk = Walk::new(world.clone(), CAPSULE, [0.0, 2.0, 0.0]);
        walk.mover = Mover::new(CAPSULE).unwrap().with_level(level).unwrap();
        let mut random = Random(4);
        let path: Vec<MoverState> = (0..200)
            .map(|step| {
                let far = if step % 5 == 0 { 4.0 } else { 0.1 };
                let mut along = || random.between(-far, far);
                walk.step([along(), -0.1, along()]);
                walk.state
            })
            .collect();
        path
    };
    let mut levels = SimdLevel::available();
    let path = walked(levels.next().unwrap());
    for level in levels {
        assert_eq!(walked(level), path, "{level:?}");
    }
}
