//! Moves, sweeps and queries have the same bits on terrain stored as heights as on a mesh of the same triangles.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "these are tests"
)]

use std::sync::Arc;

use footwork_slide::{
    Filter, HeightSamples, Label, Mesh, MeshError, MoveConfig, Mover, MoverState, Pose, Shape,
    World,
};
use footwork_testkit::Random;

const SHAPES: [Shape; 4] = [
    Shape::Box {
        half_m: [0.3, 0.9, 0.3],
    },
    Shape::Capsule {
        radius_m: 0.3,
        height_m: 1.8,
    },
    Shape::Cylinder {
        radius_m: 0.3,
        height_m: 1.8,
    },
    Shape::Sphere { radius_m: 0.4 },
];

/// The same terrain as heights and as triangles, with the index of each triangle among those of the heights.
struct Terrain {
    heights: World,
    triangles: World,
    indices: Vec<u32>,
    width: f64,
}

fn cases() -> u64 {
    match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => 4000,
        None => 120,
    }
}

/// Returns rolling, stepped or rough terrain, some of it with holes.
fn terrain(random: &mut Random) -> Terrain {
    let (columns, rows) = (2 + random.below(30), 2 + random.below(30));
    let cell = *random.pick(&[0.25, 0.5, 1.0, 2.5]);
    let rough = *random.pick(&[0.0, 0.01, 0.2, 1.0]);
    let hole = random.one_in(3);
    let kind = random.below(3);
    let mut height = |index: usize| {
        let (x, z) = (
            (index % columns) as f64 * cell,
            (index / columns) as f64 * cell,
        );
        let base = match kind {
            0 => libm::sin(0.4 * x) * libm::cos(0.3 * z),
            1 => 0.25 * (x * 0.5).floor(),
            _ => 0.0,
        };
        if hole && random.one_in(20) {
            return f64::NAN;
        }
        f64::from((base + rough * random.unit()) as f32)
    };
    let heights: Vec<f64> = (0..columns * rows).map(&mut height).collect();
    let (samples, heights) = if random.one_in(2) {
        (
            HeightSamples::Metres(heights.iter().map(|at| *at as f32).collect()),
            heights,
        )
    } else {
        let (step_m, base_m) = (0.01_f32, -8.0_f32);
        let step = |at: &f64| {
            if at.is_nan() {
                HeightSamples::HOLE
            } else {
                ((at + 8.0) / f64::from(step_m)).round() as u16
            }
        };
        let samples = HeightSamples::Steps {
            steps: heights.iter().map(step).collect(),
            step_m,
            base_m,
        };
        let heights = (0..samples.len())
            .map(|index| samples.height_m(index))
            .collect();
        (samples, heights)
    };
    let is_there = |column: usize, row: usize| !heights[row * columns + column].is_nan();
    let cells = (1..rows).flat_map(|row| (1..columns).map(move |column| (column, row)));
    let indices = (0_u32..).step_by(2).zip(cells).flat_map(|(index, (x, z))| {
        let middle = is_there(x, z - 1) && is_there(x - 1, z);
        let ends = [is_there(x - 1, z - 1), is_there(x, z)];
        [0, 1]
            .into_iter()
            .filter(move |at| middle && ends[*at as usize])
            .map(move |at| index + at)
    });
    let indices: Vec<u32> = indices.collect();
    let pose = if random.one_in(2) {
        Pose::IDENTITY
    } else {
        let (sine, cosine) = libm::sincos(random.between(-0.1, 0.1));
        Pose::new([3.0, -1.0, 2.0], [0.0, sine as f32, 0.0, cosine as f32]).unwrap()
    };
    let world = |mesh: Mesh| {
        let mut world = World::new();
        world
            .add_mesh(Arc::new(mesh), pose, Label::default())
            .unwrap();
        world
    };
    let by_triangles = Mesh::from_heights(&heights, columns, cell).unwrap();
    let by_heights = Mesh::from_height_samples(samples, columns, cell).unwrap();
    assert_eq!(by_triangles.len(), indices.len());
    assert_eq!(by_heights.len() - by_heights.dropped(), indices.len());
    Terrain {
        heights: world(by_heights),
        triangles: world(by_triangles),
        indices,
        width: cell * columns as f64,
    }
}

fn near(a: [f64; 3], b: [f64; 3], by: f64) -> bool {
    (0..3).all(|axis| (a[axis] - b[axis]).abs() <= by)
}

#[test]
fn a_walk_over_heights_equals_a_walk_over_triangles() {
    let mut touched = 0;
    for case in 0..cases() {
        let random = &mut Random::for_case("walks over heights", case);
        let Terrain {
            heights,
            triangles,
            indices,
            width,
        } = terrain(random);
        let shape = *random.pick(&SHAPES);
        let config = MoveConfig {
            step_height_m: *random.pick(&[0.0, 0.3]),
            snap_m: *random.pick(&[0.0, 0.3]),
            max_slope_rad: random.one_in(2).then_some(0.8),
            ..MoveConfig::default()
        };
        let mut movers = [Mover::new(shape).unwrap(), Mover::new(shape).unwrap()];
        let start = [random.between(0.0, width), 4.0, random.between(0.0, width)];
        let mut state = MoverState::at(start);
        let heading = [random.signed() * 0.1, random.signed() * 0.1];
        for step in 0..80 {
            let wanted = [heading[0] as f32, -0.12, heading[1] as f32];
            let [a, b] = &mut movers;
            let filter = Filter::default();
            let a = a
                .move_by(&heights, &state, wanted, &filter, &config)
                .unwrap();
            let b = b
                .move_by(&triangles, &state, wanted, &filter, &config)
                .unwrap();
            let told = || format!("case {case}, step {step}: {a:?}, {b:?}");
            assert_eq!(a.state.position, b.state.position, "{}", told());
            assert_eq!(
                (a.outcome, a.contacts.len()),
                (b.outcome, b.contacts.len()),
                "{}",
                told()
            );
            for (a, b) in a.contacts.iter().zip(b.contacts) {
                let index = b.triangle.map(|index| indices[index as usize]);
                assert_eq!(
                    (a.triangle, a.normal, a.point),
                    (index, b.normal, b.point),
                    "{}",
                    told()
                );
                touched += 1;
            }
            state = a.state;
        }
    }
    assert!(touched > 2000, "{touched}");
}

#[test]
fn sweeps_and_queries_find_the_same_triangles() {
    let mut met = 0;
    for case in 0..cases() {
        let random = &mut Random::for_case("sweeps over heights", case);
        let Terrain {
            heights,
            triangles,
            indices,
            width,
        } = terrain(random);
        for _ in 0..20 {
            let at = [
                random.between(-2.0, width),
                random.between(-1.0, 6.0),
                random.between(-2.0, width),
            ];
            let size = *random.pick(&[1.0, 10.0, 100.0]);
            let motion = random.vector(size);
            let shape = random.pick(&SHAPES);
            let sweep = |world: &World| world.sweep(shape, at, motion, &Filter::default());
            let (a, b) = (sweep(&heights), sweep(&triangles));
            assert_eq!(
                a.is_some(),
                b.is_some(),
                "case {case}: heights {a:?}, triangles {b:?}"
            );
            if let (Some(a), Some(b)) = (a, b) {
                assert_eq!((a.time, a.normal), (b.time, b.normal), "case {case}");
                met += 1;
            }
            let reach = [0, 1, 2].map(|axis| at[axis] + motion[axis].abs());
            let found = |world: &World| {
                let near = world.pieces_near(at, reach, &Filter::default());
                near.iter()
                    .filter_map(|near| near.triangle)
                    .collect::<Vec<_>>()
            };
            let expected = found(&triangles)
                .into_iter()
                .map(|index| indices[index as usize]);
            assert_eq!(found(&heights), expected.collect::<Vec<_>>(), "case {case}");
        }
    }
    assert!(met > 300, "{met}");
}

/// No inner edge of level ground turns a body aside.
#[test]
fn a_slide_over_level_ground_of_heights_is_straight() {
    let samples = HeightSamples::Metres(vec![0.5; 900]);
    let mesh = Arc::new(Mesh::from_height_samples(samples, 30, 0.37).unwrap());
    let mut world = World::new();
    world
        .add_mesh(mesh, Pose::IDENTITY, Label::default())
        .unwrap();
    for shape in SHAPES {
        let mut mover = Mover::new(shape).unwrap();
        let height = 0.5 + shape.half_extents_m()[1] + 0.005;
        let mut state = MoverState::at([1.0, height, 1.0]);
        for _ in 0..100 {
            let wanted = [0.071, -0.01, 0.043];
            state = mover
                .move_by(
                    &world,
                    &state,
                    wanted,
                    &Filter::default(),
                    &MoveConfig::default(),
                )
                .unwrap()
                .state;
        }
        assert!(
            near(state.position, [8.1, height, 5.3], 1e-5),
            "{shape:?} {state:?}"
        );
    }
}

#[test]
fn heights_take_at_most_five_bytes_a_cell() {
    let metres = HeightSamples::Metres(vec![1.0; 512 * 512]);
    let steps = HeightSamples::Steps {
        steps: vec![7; 512 * 512],
        step_m: 0.1,
        base_m: 0.0,
    };
    for (samples, most) in [(metres, 4.2), (steps, 2.2)] {
        let mesh = Mesh::from_height_samples(samples, 512, 1.0).unwrap();
        let per_cell = mesh.memory_bytes() as f64 / (511.0 * 511.0);
        assert!(per_cell < most, "{per_cell}");
    }
}

#[test]
fn invalid_heights_are_refused() {
    let refused = |heights: Vec<f32>, columns, cell| {
        Mesh::from_height_samples(HeightSamples::Metres(heights), columns, cell).unwrap_err()
    };
    let grid = MeshError::Grid {
        heights: 5,
        columns: 2,
        cell_m: 1.0,
    };
    assert_eq!(refused(vec![0.0; 5], 2, 1.0), grid);
    assert_eq!(
        refused(vec![0.0, f32::INFINITY], 1, 1.0),
        MeshError::Height { index: 1 }
    );
    assert!(matches!(
        refused(vec![0.0; 4], 2, 0.0),
        MeshError::Grid { .. }
    ));
    for (step_m, base_m) in [(f32::NAN, 0.0), (f32::INFINITY, 0.0), (0.1, f32::NAN)] {
        let steps = HeightSamples::Steps {
            steps: vec![HeightSamples::HOLE, 0, 7, 7],
            step_m,
            base_m,
        };
        let error = Mesh::from_height_samples(steps, 2, 1.0).unwrap_err();
        assert_eq!(error, MeshError::Height { index: 1 });
    }
    let none = Mesh::from_height_samples(HeightSamples::Metres(Vec::new()), 3, 1.0).unwrap();
    assert!(none.is_empty() && none.dropped() == 0);
}
