//! Hulls, compounds and height fields act like obstacles of the same geometry.

use std::sync::Arc;

use footwork_slide::{
    Compound, CompoundError, Filter, Footing, Label, Mesh, MoverState, Part, Pose, Shape, Solid,
    Volume, World,
};

use crate::scenes::{Random, STEP};
use crate::walk::{BOX, CAPSULE, Walk, add_box, length, sub};

/// Returns the half extents and poses of randomly placed and rotated boxes.
fn boxes(random: &mut Random) -> Vec<([f32; 3], Pose)> {
    (0..30)
        .map(|_| {
            let half = [0; 3].map(|_| random.between(0.2, 1.0) as f32);
            let at = [-6.0, -0.5, -6.0].map(|low: f64| random.between(low, -low));
            let turn = [0; 4].map(|_| random.between(-1.0, 1.0));
            let size = turn.iter().map(|part| part * part).sum::<f64>().sqrt();
            let turn = turn.map(|part| (part / size) as f32);
            (half, Pose::new(at, turn).unwrap())
        })
        .collect()
}

fn corners(half: [f32; 3]) -> Vec<[f64; 3]> {
    let signs = (0..8).map(|at| [at & 1, at >> 1 & 1, at >> 2].map(|side| f64::from(2 * side - 1)));
    let corner = |sign: [f64; 3]| [0, 1, 2].map(|axis| sign[axis] * f64::from(half[axis]));
    signs.map(corner).collect()
}

/// Walks around on a floor among obstacles. Returns the positions.
fn walk_about(mut world: World, shape: Shape, seed: u64) -> Vec<[f64; 3]> {
    add_box(&mut world, [20.0, 0.5, 20.0], [0.0, -0.5, 0.0]);
    let mut walk = Walk::new(world, shape, [0.0, 4.0, 0.0]);
    walk.config.step_height_m = 0.3;
    walk.config.snap_m = 0.3;
    walk.config.max_slope_rad = Some(0.9);
    let random = &mut Random(seed);
    let (mut x, mut z) = (0.0, 0.0);
    let mut path = Vec::new();
    for step in 0..200 {
        if step % 20 == 0 {
            let turn = random.between(0.0, std::f64::consts::TAU);
            (x, z) = (STEP * libm::cos(turn), STEP * libm::sin(turn));
        }
        walk.step([x, -0.05, z]);
        assert!(!walk.crushed);
        path.push(walk.state.position);
    }
    path
}

/// A walk among compounds has the same bits as a walk among their separate parts.
#[test]
fn a_walk_among_compounds_equals_a_walk_among_their_parts() {
    for seed in 0..6 {
        let boxes = boxes(&mut Random(seed));
        let part = |(half_m, pose): &([f32; 3], Pose)| Part {
            solid: Solid::Volume(Volume::Box { half_m: *half_m }),
            pose: *pose,
        };
        for shape in [BOX, CAPSULE] {
            let mut apart = World::new();
            for (half_m, pose) in &boxes {
                let volume = Volume::Box { half_m: *half_m };
                apart.add_volume(volume, *pose, Label::default()).unwrap();
            }
            let mut joined = World::new();
            let compound = Compound::new(boxes.iter().map(part).collect()).unwrap();
            joined
                .add_compound(Arc::new(compound), Pose::IDENTITY, Label::default())
                .unwrap();
            assert_eq!(
                walk_about(apart, shape, seed),
                walk_about(joined, shape, seed),
                "{seed}, {shape:?}"
            );
        }
    }
}

/// Results for a compound name the part, and all parts move, carry and push together.
#[test]
fn a_compound_carries_and_pushes_as_one() {
    for shape in [BOX, CAPSULE] {
        // A wagon has a floor, a wall at each end, and a crate on its floor. The crate is a mesh.
        let wall = |x| Part {
            solid: Solid::Volume(Volume::Box {
                half_m: [0.1, 1.0, 2.0],
            }),
            pose: Pose::at([x, 1.0, 0.0]).unwrap(),
        };
        let floor = Part {
            solid: Solid::Volume(Volume::Box {
                half_m: [2.0, 0.1, 2.0],
            }),
            pose: Pose::at([0.0, -0.1, 0.0]).unwrap(),
        };
        let crate_hull = Mesh::from_hull(&corners([0.25; 3])).unwrap();
        let on_floor = Part {
            solid: Solid::Mesh(Arc::new(crate_hull)),
            pose: Pose::at([0.0, 0.25, 1.0]).unwrap(),
        };
        let wagon = Compound::new(vec![floor, wall(-1.9), wall(1.9), on_floor]).unwrap();
        assert_eq!(wagon.parts().len(), 4);
        let mut world = World::new();
        let wagon = world
            .add_compound(Arc::new(wagon), Pose::IDENTITY, Label::default())
            .unwrap();
        let mut walk = Walk::new(world, shape, [-1.4, 0.905, 0.0]);
        walk.step([0.0, -0.01, 0.0]);
        let before = walk.state.position;
        let mut at = 0.0;
        for step in 0..60 {
            walk.world.begin_step();
            // In a step, the wagon moves farther than the thickness of its walls.
            at += 0.5;
            walk.place(wagon, [at, 0.02 * f64::from(step), 0.0]);
            walk.step([0.0, -0.01, 0.0]);
            let Footing::Ground(ground) = walk.state.footing else {
                panic!("{shape:?}, step {step}: {:?}", walk.state);
            };
            assert_eq!((ground.obstacle, ground.part), (wagon, 0));
            assert!((ground.velocity_mps[0] - 30.0).abs() < 1e-3, "{ground:?}");
        }
        let moved = sub(walk.state.position, before);
        let off = length(sub(moved, [at, 0.02 * 59.0, 0.0]));
        assert!(off < 1e-3 && !walk.crushed, "{shape:?}: {moved:?}");
        // The moving wall pushes a body that stands next to it.
        let state = MoverState::at([at + 2.5, 2.5, 0.0]);
        walk.state = state;
        walk.world.begin_step();
        walk.place(wagon, [at + 1.0, 1.2, 0.0]);
        let config = walk.config;
        let filter = Filter::default();
        let moved = (walk.mover).move_by(&walk.world, &state, [0.0; 3], &filter, &config);
        let moved = moved.unwrap();
        let push = moved.contacts[0];
        assert_eq!((push.obstacle, push.part, push.triangle), (wagon, 2, None));
        assert!((moved.state.position[0] - at - 3.305).abs() < 0.01);
    }
}

/// A box and the hull of its corners give the same moves, except at edges: there the offsets are mitred along other
/// normals.
#[test]
fn a_body_walks_on_a_hull_as_on_the_same_box() {
    let (mut steps, mut differ) = (0, 0);
    for seed in 0..6 {
        for shape in [BOX, CAPSULE] {
            let boxes = boxes(&mut Random(seed));
            let (mut volumes, mut hulls) = (World::new(), World::new());
            for (half_m, pose) in &boxes[..10] {
                let volume = Volume::Box { half_m: *half_m };
                volumes.add_volume(volume, *pose, Label::default()).unwrap();
                let mut corners = corners(*half_m);
                corners.push([0.0; 3]);
                let hull = Arc::new(Mesh::from_hull(&corners).unwrap());
                hulls.add_mesh(hull, *pose, Label::default()).unwrap();
            }
            let floor = |world: &mut World| add_box(world, [20.0, 0.5, 20.0], [0.0, -0.5, 0.0]);
            floor(&mut volumes);
            floor(&mut hulls);
            let mut walk = Walk::new(volumes, shape, [0.0, 4.0, 0.0]);
            let mut other = Walk::new(hulls, shape, [0.0, 4.0, 0.0]);
            let random = &mut Random(seed + 100);
            let (mut x, mut z) = (0.0, 0.0);
            for step in 0..400 {
                if step % 20 == 0 {
                    let turn = random.between(0.0, std::f64::consts::TAU);
                    (x, z) = (STEP * libm::cos(turn), STEP * libm::sin(turn));
                }
                other.state.position = walk.state.position;
                let (a, _) = walk.step([x, -0.05, z]);
                let (b, _) = other.step([x, -0.05, z]);
                let off = length(sub(a, b));
                assert!(off < 0.02, "{seed}, {shape:?}, step {step}: {off}");
                steps += 1;
                differ += u32::from(off > 1e-3);
            }
        }
    }
    assert!(differ * 50 <= steps, "{differ} of {steps}");
}

#[test]
fn parts_that_cannot_form_a_compound_are_refused() {
    let part = |solid| Part {
        solid,
        pose: Pose::IDENTITY,
    };
    let ball = || part(Solid::Volume(Volume::Sphere { radius_m: 1.0 }));
    let none = part(Solid::Volume(Volume::Sphere { radius_m: 0.0 }));
    let refused = Compound::new(vec![ball(), none]).unwrap_err();
    assert!(matches!(refused, CompoundError::Volume { index: 1, .. }));
    let inner = Compound::new(vec![ball()]).unwrap();
    let nested = part(Solid::Compound(Arc::new(inner)));
    let refused = Compound::new(vec![nested]).unwrap_err();
    assert_eq!(refused.to_string(), "part 0 is a compound itself");
    let many = (0..=Compound::MAX_PARTS).map(|_| ball()).collect();
    let refused = Compound::new(many).unwrap_err();
    assert_eq!(refused, CompoundError::TooMany { parts: 1025 });
    // A body never meets a compound without parts.
    let mut world = World::new();
    let nothing = Arc::new(Compound::new(Vec::new()).unwrap());
    world
        .add_compound(nothing, Pose::IDENTITY, Label::default())
        .unwrap();
    let none = world.sweep(&BOX, [-5.0, 0.0, 0.0], [10.0, 0.0, 0.0], &Filter::default());
    assert_eq!(none, None);
}
