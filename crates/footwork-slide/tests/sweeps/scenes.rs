//! Scenes with known results: thin slabs, long motions, mirrors, and numbers that are not finite.

use footwork_slide::{PlacedVolume, Shape, Swept, Volume, sweep_triangle, sweep_volume};

use crate::random::{Random, cases};

const STILL: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

fn time(swept: Swept) -> f64 {
    match swept {
        Swept::Meets { time, .. } => time,
        other => panic!("{other:?}"),
    }
}

#[test]
fn no_body_tunnels_and_no_step_is_lost() {
    for shape in [
        Shape::Box { half_m: [0.25; 3] },
        Shape::Sphere { radius_m: 0.25 },
    ] {
        let slab = PlacedVolume {
            volume: Volume::Box {
                half_m: [5.0, 0.001, 5.0],
            },
            centre: [0.0, -50.0, 0.0],
            rotation: STILL,
        };
        let found = time(sweep_volume(&shape, [0.0, -100.0, 0.0], &slab, 0.0));
        assert!((found * 100.0 - 49.749).abs() < 1.0e-9, "{found}");
        // The body starts a millionth of a metre above a floor and moves down by two millionths of a metre.
        let floor = [
            [-9.0, -0.250_001, -9.0],
            [9.0, -0.250_001, -9.0],
            [0.0, -0.250_001, 9.0],
        ];
        let found = time(sweep_triangle(&shape, [0.0, -2.0e-6, 0.0], &floor, 0.0));
        assert!((found - 0.5).abs() < 1.0e-7, "{found}");
    }
}

#[test]
fn a_sheet_is_met_at_its_edge() {
    for (x, shape) in [
        (0.25, Shape::Box { half_m: [0.25; 3] }),
        (0.25, Shape::Sphere { radius_m: 0.25 }),
    ] {
        let sheet = [[1.0, 0.0, -1.0], [1.0, 0.0, 1.0], [3.0, 0.0, 0.0]];
        let swept = sweep_triangle(&shape, [2.0, 0.0, 0.0], &sheet, 0.0);
        let expected = Swept::Meets {
            time: (1.0 - x) / 2.0,
            normal: [-1.0, 0.0, 0.0],
        };
        assert_eq!(swept, expected, "{shape:?}");
    }
}

#[test]
fn offsets_of_boxes_are_mitred_and_of_round_bodies_are_not() {
    // The body meets a point beyond its corner. A box grown by an offset keeps its sharp corner. A sphere grown by an
    // offset stays a sphere.
    let point = [[1.0, 1.0, 0.0]; 3];
    let motion = [1.0, 1.0, 0.0];
    let cube = Shape::Box { half_m: [0.5; 3] };
    let found = time(sweep_triangle(&cube, motion, &point, 0.25));
    assert!((found - 0.25).abs() < 1.0e-12, "{found}");
    let ball = Shape::Sphere { radius_m: 0.5 };
    let found = time(sweep_triangle(&ball, motion, &point, 0.25));
    assert!(
        (found - (1.0 - 0.75 / 2.0_f64.sqrt())).abs() < 1.0e-12,
        "{found}"
    );
}

#[test]
fn an_offset_along_an_edge_product_is_as_long_as_along_any_axis() {
    // The long edge runs along (1, 0, 1): its product with y is not a unit vector.
    let cube = Shape::Box { half_m: [0.5; 3] };
    let wall = [[-96.0, -9.0, 104.0], [104.0, -9.0, -96.0], [4.0, 90.0, 4.0]];
    let found = time(sweep_triangle(&cube, [8.0, 0.0, 8.0], &wall, 0.5));
    let gap = (8.0 - 1.0) / 2.0_f64.sqrt() - 0.5;
    assert!(
        (found - gap / (16.0 / 2.0_f64.sqrt())).abs() < 1.0e-12,
        "{found}"
    );
}

#[test]
fn mirrored_scenes_have_mirrored_results() {
    let mirrored = |[x, y, z]: [f64; 3]| [-x, y, z];
    let flipped = |swept: Swept| match swept {
        Swept::Apart => swept,
        Swept::Meets { time, normal } => Swept::Meets {
            time,
            normal: mirrored(normal),
        },
        Swept::Within { gap, normal } => Swept::Within {
            gap,
            normal: mirrored(normal),
        },
    };
    for case in 0..cases(2_000, 50_000) {
        let mut random = Random::new(case ^ 0x6000_0000);
        let (shape, round) = (random.upright_box(1.0), random.round(1.0));
        let triangle = random.triangle(1.0, 2.0);
        let motion = random.motion(1.0, triangle[0]).to_array();
        let vertices = triangle.map(|v| v.to_array());
        for shape in [shape, round] {
            let swept = sweep_triangle(&shape, motion, &vertices, 0.01);
            let mirror = vertices.map(mirrored);
            let again = sweep_triangle(&shape, mirrored(motion), &mirror, 0.01);
            assert_eq!(
                flipped(swept),
                again,
                "case {case}: {shape:?}, {triangle:?}"
            );
        }
    }
}

#[test]
fn input_that_is_not_finite_meets_nothing() {
    let triangle = [[-9.0, -1.5, -9.0], [9.0, -1.5, -9.0], [0.0, -1.5, 9.0]];
    let down = [0.0, -4.0, 0.0];
    let shapes = [
        Shape::Box { half_m: [0.5; 3] },
        Shape::Sphere { radius_m: 0.5 },
        Shape::Capsule {
            radius_m: 0.5,
            height_m: 2.0,
        },
    ];
    for shape in shapes {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let placed = |centre| PlacedVolume {
                volume: Volume::Sphere { radius_m: 1.0 },
                centre,
                rotation: STILL,
            };
            let mut broken = triangle;
            broken[1][1] = bad;
            for swept in [
                sweep_triangle(&shape, down, &broken, 0.0),
                sweep_triangle(&shape, [0.0, bad, 0.0], &triangle, 0.0),
                sweep_triangle(&shape, down, &triangle, bad),
                sweep_volume(&shape, down, &placed([0.0, bad, 0.0]), 0.0),
                sweep_volume(&shape, [bad, 0.0, 0.0], &placed([0.0; 3]), 0.0),
            ] {
                assert_eq!(swept, Swept::Apart);
            }
        }
        // Huge numbers cause no panic either.
        for huge in [1.0e100, 1.0e160, f64::MAX] {
            let wide = triangle.map(|v| v.map(|x| x * huge));
            sweep_triangle(&shape, down, &wide, 0.0);
            sweep_triangle(&shape, [huge, -huge, huge], &triangle, 0.0);
            sweep_triangle(&shape, down, &triangle, huge);
        }
    }
}
