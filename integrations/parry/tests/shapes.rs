//! Checks that a ball stopped by a converted shape touches the original shape, as measured by
//! parry.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "these are tests"
)]

use footwork_parry::{CURVE_ERROR_M, ConvertError, Converted};
use footwork_slide::{Filter, Label, Pose, Solid, World};
use parry3d::math::{Pose as ParryPose, Vector};
use parry3d::shape::{RoundShape, Shape, SharedShape, TypedShape};
use parry3d::utils::Array2;

/// The radius of the ball.
const RADIUS: f32 = 0.2;

/// The allowance for parry's measure and for f32.
const ROUNDING_M: f64 = 2e-4;

/// Returns the distance from a point to a shape. Parry's own distance to a round shape comes from
/// an iteration that is wrong by millimetres, so this measures to the inner shape.
fn apart(shape: &dyn Shape, pose: &ParryPose, at: Vector) -> f32 {
    match shape.as_typed_shape() {
        TypedShape::RoundCuboid(round) => apart(&round.inner_shape, pose, at) - round.border_radius,
        TypedShape::RoundTriangle(round) => {
            apart(&round.inner_shape, pose, at) - round.border_radius
        }
        TypedShape::RoundCylinder(round) => {
            apart(&round.inner_shape, pose, at) - round.border_radius
        }
        TypedShape::RoundCone(round) => apart(&round.inner_shape, pose, at) - round.border_radius,
        TypedShape::RoundConvexPolyhedron(round) => {
            apart(&round.inner_shape, pose, at) - round.border_radius
        }
        TypedShape::Compound(compound) => {
            let parts = compound.shapes().iter();
            let parts = parts.map(|(inner, part)| apart(&**part, &(*pose * *inner), at));
            parts.fold(
                f32::INFINITY,
                |least, apart| if apart < least { apart } else { least },
            )
        }
        _ => shape.distance_to_point(pose, at, true),
    }
}

fn v(x: f32, y: f32, z: f32) -> Vector {
    Vector::new(x, y, z)
}

/// Random numbers from 0 to 1: SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        f64::from((z ^ (z >> 31)) as u32) / f64::from(u32::MAX)
    }

    fn between(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * self.next()
    }

    fn vector(&mut self, most: f64) -> [f64; 3] {
        [0; 3].map(|_| self.between(-most, most))
    }
}

/// Sweeps balls at a shape from all sides. Returns the number of balls that hit it.
fn check(name: &str, shape: &SharedShape, error: f64) -> u32 {
    let converted = Converted::from_shape(&**shape).unwrap();
    let mut world = World::new();
    let place = Pose::new([0.4, -0.3, 0.2], [0.0, 0.6, 0.0, 0.8]).unwrap();
    let there = ParryPose::from_parts(
        v(0.4, -0.3, 0.2),
        parry3d::math::Rotation::from_xyzw(0.0, 0.6, 0.0, 0.8),
    );
    let pose = place.after(&converted.pose);
    world.add(converted.solid, pose, Label::default()).unwrap();
    let gap = |at: [f64; 3]| {
        let at = Vector::from_array(at.map(|part| part as f32));
        f64::from(apart(&**shape, &there, at) - RADIUS)
    };
    let mut random = Random(7);
    let mut met = 0;
    for _ in 0..300 {
        let start = random.vector(4.0);
        if gap(start) < 0.05 {
            continue;
        }
        let aim = random.vector(0.8);
        let motion = [0, 1, 2].map(|axis| 2.0 * (aim[axis] - start[axis]));
        let along = |share: f64| [0, 1, 2].map(|axis| start[axis] + share * motion[axis]);
        let hit = world.sweep(
            &footwork_slide::Shape::Sphere { radius_m: RADIUS },
            start,
            motion,
            &Filter::default(),
        );
        let end = hit.map_or(1.0, |hit| hit.time);
        for step in 0..40 {
            let at = gap(along(end * f64::from(step) / 40.0));
            assert!(
                at > -ROUNDING_M,
                "{name}: passes {at} from {start:?} by {motion:?}"
            );
        }
        if let Some(hit) = hit {
            let gap = gap(along(hit.time));
            assert!(
                gap > -ROUNDING_M && gap < error + ROUNDING_M,
                "{name}: stops {gap} off"
            );
            met += 1;
        }
    }
    met
}

fn shapes() -> Vec<(&'static str, SharedShape, f64)> {
    let points: Vec<Vector> = {
        let mut random = Random(3);
        let mut near = || random.vector(0.7).map(|part| part as f32);
        (0..24).map(|_| Vector::from_array(near())).collect()
    };
    let (a, b, c) = (v(-0.9, 0.1, 0.3), v(0.8, -0.4, 0.2), v(0.1, 0.7, -0.8));
    let heights = Array2::new(
        4,
        4,
        (0..16).map(|at| ((at * 7) % 5) as f32 * 0.2).collect(),
    );
    let hull = SharedShape::convex_hull(&points).unwrap();
    let scaled = hull
        .as_convex_polyhedron()
        .unwrap()
        .clone()
        .scaled(v(1.5, 0.5, 1.0))
        .unwrap();
    let compound = SharedShape::compound(vec![
        (
            ParryPose::from_translation(v(0.5, 0.0, 0.0)),
            SharedShape::round_cuboid(0.2, 0.3, 0.2, 0.1),
        ),
        (
            ParryPose::from_translation(v(-0.5, 0.2, 0.0)),
            SharedShape::ball(0.4),
        ),
    ]);
    let inner = SharedShape::convex_hull(&[
        v(0.5, 0.4, 0.3),
        v(-0.5, 0.4, 0.3),
        v(0.0, -0.5, 0.2),
        v(0.1, 0.0, -0.6),
    ]);
    let inner = inner.unwrap().as_convex_polyhedron().unwrap().clone();
    let round = RoundShape {
        inner_shape: inner,
        border_radius: 0.15,
    };
    let wave = |at: u32| {
        v(
            (at % 5) as f32 * 0.4 - 0.8,
            ((at * 3) % 4) as f32 * 0.2,
            (at / 5) as f32 * 0.4 - 0.8,
        )
    };
    let cells = (0..4).flat_map(|row| (0..4).map(move |column| row * 5 + column));
    let triangles = cells
        .flat_map(|at| [[at, at + 5, at + 1], [at + 1, at + 5, at + 6]])
        .collect();
    let trimesh = SharedShape::trimesh((0..25).map(wave).collect(), triangles).unwrap();
    vec![
        ("ball", SharedShape::ball(0.7), 0.0),
        ("cuboid", SharedShape::cuboid(0.5, 0.3, 0.8), 0.0),
        ("capsule", SharedShape::capsule(a, b, 0.3), 0.0),
        (
            "capsule, downwards",
            SharedShape::capsule(v(0.2, 0.5, 0.1), v(0.1, -0.5, 0.0), 0.3),
            0.0,
        ),
        ("segment", SharedShape::segment(a, b), 0.0),
        ("polyline", SharedShape::polyline(vec![a, b, c], None), 0.0),
        ("triangle", SharedShape::triangle(a, b, c), 0.0),
        ("trimesh", trimesh, 0.0),
        (
            "heightfield",
            SharedShape::heightfield(heights, v(2.0, 1.0, 2.0)),
            0.0,
        ),
        ("convex polyhedron", hull, 0.0),
        ("scaled convex polyhedron", SharedShape::new(scaled), 0.0),
        ("half-space", SharedShape::halfspace(v(0.6, 0.8, 0.0)), 0.0),
        ("cylinder", SharedShape::cylinder(0.6, 0.4), 0.0),
        ("cone", SharedShape::cone(0.6, 0.4), CURVE_ERROR_M),
        (
            "round cylinder",
            SharedShape::round_cylinder(0.4, 0.3, 0.1),
            CURVE_ERROR_M,
        ),
        (
            "round cone",
            SharedShape::round_cone(0.4, 0.3, 0.1),
            CURVE_ERROR_M,
        ),
        (
            "round cuboid",
            SharedShape::round_cuboid(0.4, 0.2, 0.5, 0.15),
            0.0,
        ),
        (
            "round triangle",
            SharedShape::round_triangle(a, b, c, 0.15),
            0.0,
        ),
        ("round convex polyhedron", SharedShape::new(round), 0.0),
        ("compound", compound, 0.0),
    ]
}

#[test]
fn a_swept_ball_touches_the_shape_that_it_hits() {
    for (name, shape, error) in shapes() {
        let met = check(name, &shape, error);
        assert!(met > 40, "{name} was met {met} times");
    }
}

#[test]
fn large_round_shapes_have_a_larger_error() {
    for (radius, border, error) in [(2.0_f32, 0.5_f32, 0.002), (10.0, 1.0, 0.0044)] {
        let shapes = [
            SharedShape::round_cylinder(1.0, radius, border),
            SharedShape::round_cone(1.0, radius, border),
        ];
        for shape in shapes {
            let converted = Converted::from_shape(&*shape).unwrap();
            let mut world = World::new();
            (world.add(converted.solid, converted.pose, Label::default())).unwrap();
            let ball = footwork_slide::Shape::Sphere { radius_m: RADIUS };
            for step in 0..24 {
                // From all sides at the rim.
                let (sine, cosine) = libm::sincos(0.261 * f64::from(step));
                let out = f64::from(radius) + 4.0;
                let start = [out * cosine, -0.9 + 0.3 * sine, out * sine];
                let motion = [-out * cosine, 0.0, -out * sine];
                let hit = world.sweep(&ball, start, motion, &Filter::default());
                let time = hit.unwrap().time;
                let at = [0, 1, 2].map(|axis| (start[axis] + time * motion[axis]) as f32);
                let gap = apart(&*shape, &ParryPose::IDENTITY, Vector::from_array(at)) - RADIUS;
                let gap = f64::from(gap);
                assert!(
                    gap > -ROUNDING_M && gap < error + ROUNDING_M,
                    "{radius}: {gap}"
                );
            }
        }
    }
}

#[test]
fn parts_of_a_compound_keep_their_numbers() {
    let (_, compound, _) = shapes().pop().unwrap();
    let converted = Converted::from_shape(&*compound).unwrap();
    let Solid::Compound(solid) = &converted.solid else {
        panic!("{converted:?}");
    };
    // Fifteen pieces of the round cuboid, and the ball.
    assert_eq!(solid.parts().len(), 16);
    assert_eq!(converted.parts, [[0; 15].as_slice(), &[1]].concat());
}

#[test]
fn a_solid_is_made_once_and_dropped_with_its_shape() {
    let mut solids = footwork_parry::Solids::default();
    let shape = SharedShape::cylinder(0.6, 0.4);
    let first = solids.solid(&shape).unwrap();
    let again = solids.solid(&shape.clone()).unwrap();
    assert!(std::sync::Arc::ptr_eq(&first, &again));
    for size in 0..2000_u16 {
        solids
            .solid(&SharedShape::ball(1.0 + f32::from(size)))
            .unwrap();
    }
    assert!(solids.len() < 600, "{}", solids.len());
    let again = solids.solid(&shape).unwrap();
    assert!(std::sync::Arc::ptr_eq(&first, &again));
}

#[test]
fn a_shape_without_geometry_is_an_error() {
    let refused = |shape: SharedShape| Converted::from_shape(&*shape).err().unwrap();
    assert!(matches!(
        refused(SharedShape::ball(0.0)),
        ConvertError::Volume(_)
    ));
    assert!(matches!(
        refused(SharedShape::ball(f32::NAN)),
        ConvertError::Volume(_)
    ));
    let flat =
        SharedShape::round_triangle(v(0.0, 0.0, 0.0), v(1.0, 0.0, 0.0), v(2.0, 0.0, 0.0), 0.1);
    assert!(matches!(refused(flat), ConvertError::Mesh(_)));
    let tiny = SharedShape::cylinder(0.0, 0.4);
    assert!(matches!(refused(tiny), ConvertError::Volume(_)));
    let endless = SharedShape::round_cylinder(f32::INFINITY, 2.0, 0.5);
    assert!(matches!(refused(endless), ConvertError::Mesh(_)));
    assert_eq!(
        ConvertError::Nested.to_string(),
        "a part of the compound is a compound itself"
    );
}
