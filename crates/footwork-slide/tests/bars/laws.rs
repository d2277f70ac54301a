//! Every move gives the same bits in every order and build, and allocates nothing.

use footwork_slide::{Filter, Mover, MoverState, World};

use crate::scenes::{Random, STEP, Sheet, Triangle, as_wall, cuboid, stairs, terrain};
use crate::walk::{BOX, CAPSULE, Walk, add_box, world_of};

/// Returns a yard with uneven ground, a rough wall, stairs and crates.
pub(crate) fn yard() -> Vec<Triangle> {
    let mut random = Random(77);
    let mut triangles = terrain(24, &mut random);
    let rough = Sheet {
        noise: 1e-3,
        ..Sheet::BAR
    };
    triangles.extend(rough.triangles(&mut random, |point| {
        let [x, y, z] = as_wall(point);
        [x + 5.0, y, z]
    }));
    triangles.extend(stairs(4, 0.2, 0.4));
    for _ in 0..30 {
        let at = [0, 1, 2].map(|_| random.between(-6.0, 6.0));
        let size = random.between(0.2, 1.5);
        triangles.extend(cuboid(at, at.map(|min| min + size)));
    }
    triangles
}

/// Walks around the yard. Returns the bits of all positions.
fn walk_about(world: World, shape: footwork_slide::Shape) -> Vec<[u64; 3]> {
    let mut walk = Walk::new(world, shape, [-8.0, 3.0, -2.0]);
    walk.config.step_height_m = 0.3;
    walk.config.snap_m = 0.3;
    walk.config.max_slope_rad = Some(0.9);
    let mut random = Random(5);
    let (mut x, mut z) = (STEP, 0.0);
    let mut path = Vec::new();
    for step in 0..600 {
        if step % 25 == 0 {
            let turn = random.between(0.0, std::f64::consts::TAU);
            (x, z) = (STEP * libm::cos(turn), STEP * libm::sin(turn));
        }
        walk.step([x, -0.05, z]);
        path.push(walk.state.position.map(f64::to_bits));
    }
    path
}

#[test]
fn the_order_of_triangles_and_obstacles_does_not_matter() {
    let mut triangles = yard();
    let mut random = Random(3);
    for shape in [BOX, CAPSULE] {
        let path = walk_about(world_of(&triangles), shape);
        for _ in 0..4 {
            random.shuffle(&mut triangles);
            assert_eq!(walk_about(world_of(&triangles), shape), path, "{shape:?}");
        }
    }
    let rough = Sheet {
        noise: 2e-3,
        cells: [60, 40],
        ..Sheet::BAR
    };
    let mut rough = rough.triangles(&mut random, as_wall);
    for shape in [BOX, CAPSULE] {
        let mut path = None;
        for _ in 0..8 {
            random.shuffle(&mut rough);
            let mut walk = Walk::new(world_of(&rough), shape, [-0.31, 0.0, -4.0]);
            let walked: Vec<_> = (0..200)
                .map(|_| walk.step([STEP, -0.001, 0.012]).0)
                .collect();
            assert_eq!(
                path.get_or_insert_with(|| walked.clone()),
                &walked,
                "{shape:?}"
            );
        }
    }
    let mut boxes: Vec<[f64; 3]> = (0..40)
        .map(|_| [0, 1, 2].map(|_| random.between(-4.0, 4.0)))
        .collect();
    let mut path = None;
    for _ in 0..4 {
        random.shuffle(&mut boxes);
        let mut world = World::new();
        for at in &boxes {
            add_box(&mut world, [0.5, 0.4, 0.6], *at);
        }
        let walked = walk_about(world, BOX);
        assert_eq!(path.get_or_insert_with(|| walked.clone()), &walked);
    }
}

/// FNV-1a over the bits of positions.
fn hash(path: &[[u64; 3]]) -> u64 {
    let bytes = path.iter().flatten().flat_map(|bits| bits.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The bits are the same in every build and on every machine. The hashes change whenever the behaviour of a move changes.
#[test]
fn a_walk_gives_the_same_bits_everywhere() {
    let triangles = yard();
    let hashes = [BOX, CAPSULE].map(|shape| hash(&walk_about(world_of(&triangles), shape)));
    assert_eq!(
        hashes.map(|hash| format!("{hash:016x}")),
        ["c0c872a9967bb28d", "0d8fac5220da5565"]
    );
}

#[test]
fn a_move_allocates_nothing_once_warm() {
    let world = world_of(&yard());
    for shape in [BOX, CAPSULE] {
        let mut mover = Mover::new(shape).unwrap();
        let config = footwork_slide::MoveConfig {
            step_height_m: 0.3,
            snap_m: 0.3,
            max_slope_rad: Some(0.9),
            ..Default::default()
        };
        let round = |mover: &mut Mover| {
            let mut state = MoverState::at([-8.0, 3.0, -2.0]);
            for step in 0..600 {
                let turn = libm::sincos(f64::from(step) * 0.01);
                let wanted = [turn.0 * STEP, -0.05, turn.1 * STEP].map(|part| part as f32);
                let filter = Filter::default();
                let moved = mover.move_by(&world, &state, wanted, &filter, &config);
                state = moved.unwrap().state;
            }
        };
        round(&mut mover);
        let (allocated, ()) = footwork_testkit::allocations(|| round(&mut mover));
        assert_eq!(allocated.count, 0, "{shape:?}");
    }
}
