//! The farthest points of bodies, from which pictures draw their outlines.

use footwork::slide::{Pose, Shape};

/// Returns the point of a body, relative to its centre, that is farthest along a direction.
pub(super) fn support(shape: &Shape, direction: [f64; 3]) -> [f64; 3] {
    let side = |part: f64| {
        if part.abs() > 0.05 {
            part.signum()
        } else {
            0.0
        }
    };
    match *shape {
        Shape::Box { half_m: half } => {
            [0, 1, 2].map(|axis| side(direction[axis]) * f64::from(half[axis]))
        }
        Shape::Sphere { radius_m: radius } => direction.map(|part| part * f64::from(radius)),
        Shape::Capsule {
            radius_m: radius,
            height_m: height,
        } => {
            let (radius, height) = (f64::from(radius), f64::from(height));
            let mut point = direction.map(|part| part * radius);
            point[1] += side(direction[1]) * (height / 2.0 - radius);
            point
        }
        ref other => {
            let along = |at: &[f64; 3]| (0..3).map(|axis| at[axis] * direction[axis]).sum::<f64>();
            let farthest = points(other).into_iter();
            let farthest = farthest.max_by(|a, b| along(a).total_cmp(&along(b)));
            farthest.unwrap_or_default()
        }
    }
}

/// Returns points, relative to the centre of a body, whose hull is the body: the corners of a box or a hull, and many
/// points of the rims of a cylinder.
pub(super) fn points(shape: &Shape) -> Vec<[f64; 3]> {
    match shape {
        Shape::TurnedBox { half_m, rotation } => {
            let pose = Pose::new([0.0; 3], *rotation).unwrap_or(Pose::IDENTITY);
            corners(*half_m).map(|at| pose.to_world(at)).collect()
        }
        Shape::Hull(hull) => {
            let points = hull.as_slice().iter().map(|at| at.map(f64::from));
            let points: Vec<[f64; 3]> = points.collect();
            let ends = |pick: fn(f64, f64) -> f64, from: f64| {
                [0, 1, 2].map(|axis| points.iter().fold(from, |end, at| pick(end, at[axis])))
            };
            let (low, high) = (
                ends(f64::min, f64::INFINITY),
                ends(f64::max, f64::NEG_INFINITY),
            );
            let middle = [0, 1, 2].map(|axis| (low[axis] + high[axis]) / 2.0);
            let from_middle = |at: [f64; 3]| [0, 1, 2].map(|axis| at[axis] - middle[axis]);
            points.into_iter().map(from_middle).collect()
        }
        other => {
            let [radius, half, _] = other.half_extents_m();
            let rim = |at: u8| {
                let (sine, cosine) = libm::sincos(f64::from(at / 2) * std::f64::consts::TAU / 32.0);
                let y = if at.is_multiple_of(2) { -half } else { half };
                [radius * cosine, y, radius * sine]
            };
            (0..64).map(rim).collect()
        }
    }
}

/// Returns the corners of a box around the origin.
pub(super) fn corners(half: [f32; 3]) -> impl Iterator<Item = [f64; 3]> {
    (0..8_u8).map(move |at| {
        let signs = [at & 1, at >> 1 & 1, at >> 2].map(|side| f64::from(side) * 2.0 - 1.0);
        [0, 1, 2].map(|axis| signs[axis] * f64::from(half[axis]))
    })
}
