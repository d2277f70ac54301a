//! The oracle: finds the nearest point by its definition.
//!
//! Takes the wanted point and the nearest points on every plane, pair of planes and triple of planes. Returns the
//! nearest point among them that is in all half-spaces. The time grows with the fourth power of the number of
//! half-spaces. The arithmetic is independent of the solvers': orthonormal vectors in the span of the normals (Gram and
//! Schmidt, twice) instead of cross products.

use glam::DVec3;

use super::half_space::HalfSpace;

/// Returns the point nearest to `wanted` that is in all half-spaces. The method is slow and plain; tests and benchmarks
/// compare [`project`](crate::project()) with it.
///
/// Returns `None` if no point is in all half-spaces, or if the nearest such point is too far from the origin: farther
/// than 1e8 times the sum of the length of `wanted` and the sizes of all offsets.
///
/// ```
/// use footwork_slide::{HalfSpace, project_oracle};
///
/// let floor = HalfSpace { normal: [0.0, 1.0, 0.0], offset: 0.0 };
/// let wall = HalfSpace { normal: [-1.0, 0.0, 0.0], offset: 0.5 };
/// assert_eq!(project_oracle([3.0, -1.0, 2.0], &[floor, wall]), Some([-0.5, 0.0, 2.0]));
/// ```
pub fn project_oracle(wanted: [f64; 3], half_spaces: &[HalfSpace]) -> Option<[f64; 3]> {
    let wanted = DVec3::from_array(wanted);
    let planes: Vec<(DVec3, f64)> = half_spaces
        .iter()
        .map(|half_space| (DVec3::from_array(half_space.normal), half_space.offset))
        .collect();
    let reach = planes
        .iter()
        .fold(0.0, |reach, (_, offset)| reach + offset.abs());
    let scale = wanted.length() + reach;
    let inside = |point: DVec3| {
        let allowed = 1e-14 * (scale + point.length());
        if point.length() > 1e8 * scale {
            return false;
        }
        planes
            .iter()
            .all(|(normal, offset)| offset - normal.dot(point) <= allowed)
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

/// Returns the point nearest to `wanted` on all planes; `None` if a normal depends linearly on the others.
fn on_planes(wanted: DVec3, planes: &[(DVec3, f64)]) -> Option<DVec3> {
    let mut axes = [DVec3::ZERO; 3];
    // The point in the span of the normals at which the planes meet.
    let mut foot = DVec3::ZERO;
    for (index, &(normal, offset)) in planes.iter().enumerate() {
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
        foot += axis * ((offset - normal.dot(foot)) / along);
        axes[index] = axis;
    }
    let across = axes[..planes.len()]
        .iter()
        .fold(wanted, |rest, axis| rest - *axis * axis.dot(rest));
    // A second pass removes the rounding errors that the first pass left along the axes.
    let across = axes[..planes.len()]
        .iter()
        .fold(across, |rest, axis| rest - *axis * axis.dot(rest));
    Some(across + foot)
}
