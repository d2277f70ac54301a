//! Cones and round cylinders and cones, as convex meshes around them.
//!
//! The outline of the shape in the half plane next to its axis is a polygon with round corners. Tangents replace each
//! round corner, and the outline is turned around the axis in steps, far enough outside for the straight sides to touch
//! the shape. So the mesh contains the shape, and each of the two steps takes half of the allowed error. The error doubles
//! until the corners are few enough for a hull.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use footwork_slide::{Mesh, Solid};

use crate::error::ConvertError;
use crate::pieces::hull;
use crate::{CURVE_ERROR_M, CURVE_ERROR_SHARE};

/// The minimum number of sides around the axis.
const MIN_SIDES: f64 = 8.0;

/// A point of an outline: its distance from the axis, and its height.
type Point = [f64; 2];

/// Returns a cylinder along y, grown by a radius.
pub(crate) fn cylinder(half_height: f32, radius: f32, border: f32) -> Result<Solid, ConvertError> {
    let [half, radius, border] = [half_height, radius, border].map(f64::from);
    fitting([half, radius, border], |error| {
        let mut outline = arc([radius, -half], [-FRAC_PI_2, 0.0], border, error);
        outline.extend(arc([radius, half], [0.0, FRAC_PI_2], border, error));
        outline
    })
}

/// Returns a cone along y with its tip up, grown by a radius.
pub(crate) fn cone(half_height: f32, radius: f32, border: f32) -> Result<Solid, ConvertError> {
    let [half, radius, border] = [half_height, radius, border].map(f64::from);
    // The direction of the slanted side's normal.
    let slant = libm::atan2(radius, 2.0 * half);
    fitting([half, radius, border], |error| {
        let mut outline = arc([radius, -half], [-FRAC_PI_2, slant], border, error);
        outline.extend(arc([0.0, half], [slant, FRAC_PI_2], border, error));
        outline
    })
}

/// Turns an outline around y. Starts with a small error, and doubles it until a hull can have all corners.
fn fitting(
    [half, radius, border]: [f64; 3],
    outline: impl Fn(f64) -> Vec<Point>,
) -> Result<Solid, ConvertError> {
    let widest = radius.abs() + border.abs();
    let mut error = 0.5 * error(widest);
    let mut points = revolve(&outline(error), widest, error);
    // For finite lengths, the error soon exceeds them, and the corners become few.
    let is_finite = half.is_finite() && widest.is_finite();
    while is_finite && points.len() > Mesh::MAX_HULL_POINTS {
        error *= 2.0;
        points = revolve(&outline(error), widest, error);
    }
    hull(&points)
}

fn error(radius: f64) -> f64 {
    let share = radius * CURVE_ERROR_SHARE;
    if share > CURVE_ERROR_M {
        share
    } else {
        CURVE_ERROR_M
    }
}

/// Returns the number of equal steps in an angle whose tangents stay within an error of a circle.
fn steps(angle: f64, radius: f64, error: f64) -> f64 {
    let half_step = libm::acos(radius / (radius + error));
    (angle / (2.0 * half_step)).ceil()
}

/// Returns the corners of tangents around an arc between two directions.
fn arc(centre: Point, [from, to]: [f64; 2], radius: f64, error: f64) -> Vec<Point> {
    if radius <= 0.0 {
        return vec![centre];
    }
    let count = steps(to - from, radius, error);
    let step = (to - from) / count;
    let reach = radius / libm::cos(0.5 * step);
    let mut points = Vec::new();
    let mut at = 0.0;
    while at < count {
        let (sine, cosine) = libm::sincos(from + (at + 0.5) * step);
        points.push([centre[0] + reach * cosine, centre[1] + reach * sine]);
        at += 1.0;
    }
    points
}

/// Turns an outline around y.
fn revolve(outline: &[Point], radius: f64, error: f64) -> Vec<[f64; 3]> {
    let sides = steps(TAU, radius, error);
    // NaN, too, gives `MIN_SIDES`.
    let sides = if sides >= MIN_SIDES { sides } else { MIN_SIDES };
    let wider = 1.0 / libm::cos(PI / sides);
    let mut points = Vec::new();
    for &[out, y] in outline {
        if out <= 0.0 {
            points.push([0.0, y, 0.0]);
            continue;
        }
        let mut side = 0.0;
        while side < sides {
            let (sine, cosine) = libm::sincos(TAU * side / sides);
            points.push([out * wider * cosine, y, out * wider * sine]);
            side += 1.0;
        }
    }
    points
}
