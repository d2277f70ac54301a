//! Measures the distance from a body to all obstacles without a mover. The body grows or shrinks until it just overlaps
//! nothing.

use footwork_slide::{Filter, HullPoints, Shape, World};

/// The largest depth that shrinking can measure, as a share of the body's smallest half extent.
const MAX_SHRUNK: f64 = 0.95;

/// Returns half the extents of a shape.
pub(crate) fn half_of(shape: &Shape) -> [f64; 3] {
    shape.half_extents_m()
}

/// Returns the shape enlarged by `by` metres on all sides; smaller if `by` is negative.
fn grown(shape: &Shape, by: f64) -> Shape {
    let half = half_of(shape).map(|half| half + by);
    match shape {
        Shape::Box { .. } => Shape::Box {
            half_m: half.map(|half| half as f32),
        },
        Shape::Capsule { .. } => Shape::Capsule {
            radius_m: half[0] as f32,
            height_m: (2.0 * half[1]) as f32,
        },
        Shape::Cylinder { .. } => Shape::Cylinder {
            radius_m: half[0] as f32,
            height_m: (2.0 * half[1]) as f32,
        },
        Shape::Sphere { .. } => Shape::Sphere {
            radius_m: half[0] as f32,
        },
        Shape::TurnedBox { half_m, rotation } => Shape::TurnedBox {
            half_m: half_m.map(|half| half + by as f32),
            rotation: *rotation,
        },
        Shape::Hull(points) => {
            let whole = half_of(shape);
            let grow = |at: &[f32; 3]| {
                [0, 1, 2].map(|axis| (f64::from(at[axis]) * half[axis] / whole[axis]) as f32)
            };
            let points: Vec<_> = points.as_slice().iter().map(grow).collect();
            Shape::Hull(HullPoints::new(&points).unwrap())
        }
    }
}

/// Returns the distance from a body to all obstacles in metres; negative if the body is inside an obstacle. The result
/// is at most `most` and at least [`least`]. It is exact for round bodies. A box grows along its own axes, so the true
/// distance or depth along a slanted normal is up to √3 times as large.
pub(crate) fn gap(world: &World, shape: &Shape, at: [f64; 3], most: f64) -> f64 {
    let overlaps = |by: f64| {
        let mut is_any = false;
        let filter = Filter::default();
        world.overlapping(&grown(shape, by), at, &filter, |_| is_any = true);
        is_any
    };
    if !overlaps(most) {
        return most;
    }
    let (mut low, mut high) = (least(shape), most);
    if overlaps(low) {
        return low;
    }
    for _ in 0..26 {
        let middle = (low + high) / 2.0;
        if overlaps(middle) {
            high = middle
        } else {
            low = middle
        }
    }
    low
}

/// Returns the smallest gap that this method can measure for a body, in metres.
pub(crate) fn least(shape: &Shape) -> f64 {
    let [x, y, z] = half_of(shape);
    let least = if x < y { x } else { y };
    -MAX_SHRUNK * if z < least { z } else { least }
}
