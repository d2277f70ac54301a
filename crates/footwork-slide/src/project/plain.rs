//! What the nearest point is: of the nearest points on every one, two and three planes, the nearest
//! one that is in all half-spaces.
//!
//! Tests and comparisons hold [`project`](super::project()) and
//! [`slide_direction`](super::slide_direction) against this; nothing else uses it. It takes the
//! fourth power of the number of half-spaces. The arithmetic is its own: orthonormal vectors in the
//! span of the normals (Gram and Schmidt, twice) instead of cross products.

use glam::DVec3;

use super::HalfSpace;

/// The point nearest to `wanted` that is in all half-spaces; none if there is no such point.
///
/// ```
/// use footwork_slide::{HalfSpace, project::plain};
///
/// let floor = HalfSpace { normal: [0.0, 1.0, 0.0], least: 0.0 };
/// let wall = HalfSpace { normal: [-1.0, 0.0, 0.0], least: 0.5 };
/// assert_eq!(plain::nearest([3.0, -1.0, 2.0], &[floor, wall]), Some([-0.5, 0.0, 2.0]));
/// ```
pub fn nearest(wanted: [f64; 3], half_spaces: &[HalfSpace]) -> Option<[f64; 3]> {
    let wanted = DVec3::from_array(wanted);
    let planes: Vec<(DVec3, f64)> = half_spaces
        .iter()
        .map(|half_space| (DVec3::from_array(half_space.normal), half_space.least))
        .collect();
    let reach = planes
        .iter()
        .fold(0.0, |reach, (_, least)| reach + least.abs());
    let scale = wanted.length() + reach;
    let inside = |point: DVec3| {
        let allowed = 1e-14 * (scale + point.length());
        if point.length() > 1e8 * scale {
            return false;
        }
        planes
            .iter()
            .all(|(normal, least)| least - normal.dot(point) <= allowed)
    };
    let mut best = inside(wanted).then_some((0.0, wanted));
    let mut offer = |held: &[(DVec3, f64)]| {
        let Some(point) = on_planes(wanted, held) else {
            return;
        };
        let distance = point.distance(wanted);
        if best.is_none_or(|best| distance < best.0) && inside(point) {
            best = Some((distance, point));
        }
    };
    for (a, &plane_a) in planes.iter().enumerate() {
        offer(&[plane_a]);
        for (b, &plane_b) in planes[..a].iter().enumerate() {
            offer(&[plane_a, plane_b]);
            for &plane_c in &planes[..b] {
                offer(&[plane_a, plane_b, plane_c]);
            }
        }
    }
    best.map(|(_, point)| point.to_array())
}

/// The point nearest to `wanted` on all the planes; none if one depends on the others.
fn on_planes(wanted: DVec3, planes: &[(DVec3, f64)]) -> Option<DVec3> {
    let mut axes = [DVec3::ZERO; 3];
    // Where the planes meet, in the span of their normals.
    let mut foot = DVec3::ZERO;
    for (index, &(normal, least)) in planes.iter().enumerate() {
        let mut axis = normal;
        for _ in 0..2 {
            for known in &axes[..index] {
                axis -= *known * known.dot(axis);
            }
        }
        axis = axis.try_normalize()?;
        let along = normal.dot(axis);
        if along < 1e-13 {
            return None;
        }
        foot += axis * ((least - normal.dot(foot)) / along);
        axes[index] = axis;
    }
    let across = axes[..planes.len()]
        .iter()
        .fold(wanted, |rest, axis| rest - *axis * axis.dot(rest));
    // Once more: what is left along the axes is rounding.
    let across = axes[..planes.len()]
        .iter()
        .fold(across, |rest, axis| rest - *axis * axis.dot(rest));
    Some(across + foot)
}
