//! The frames of reference of a skeleton: the mean rotation of each track and the principal axes of its motion.

use footwork_base::to_f32;

use super::body::Body;
use super::kinematics::{Place, inverse, mul, unit};
use crate::joint_frame::{JointFrame, parameters};

/// The tolerance for which the steps of a set are computed, in metres. Clips with other tolerances scale the steps.
pub(super) const NOMINAL_M: f64 = 1e-4;

/// Returns a frame of reference for each track, from the poses of all clips.
pub(super) fn frames<'a>(
    body: &Body,
    poses: impl Iterator<Item = &'a [Place]> + Clone,
) -> Vec<JointFrame> {
    (0..body.parents.len())
        .map(|track| {
            let rotations = poses.clone().map(|pose| pose[track].rotation);
            let reference = mean(rotations.clone());
            let reference = reference.map(to_f32);
            let back = inverse(unit(reference.map(f64::from)));
            let axes = if track == 0 {
                // The root turns about +y.
                [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
            } else {
                axes(rotations.map(|rotation| {
                    let d = mul(back, rotation);
                    parameters(if d[3] < 0.0 { d.map(|part| -part) } else { d })
                }))
            };
            let turned =
                axes.map(|[x, y, z]| mul(reference.map(f64::from), [x, y, z, 0.0]).map(to_f32));
            JointFrame {
                basis: [reference, turned[0], turned[1], turned[2]],
                step: to_f32((NOMINAL_M / (8.0 * body.reaches_m[track])).clamp(2e-9, 1.0)),
            }
        })
        .collect()
}

fn mean(rotations: impl Iterator<Item = [f64; 4]>) -> [f64; 4] {
    let mut sum = [0.0; 4];
    for rotation in rotations {
        let dot: f64 = sum.iter().zip(rotation).map(|(a, b)| a * b).sum();
        let sign = if dot < 0.0 { -1.0 } else { 1.0 };
        for (sum, part) in sum.iter_mut().zip(rotation) {
            *sum += sign * part;
        }
    }
    unit(sum)
}

/// Returns the principal axes of some vectors about the origin, by Jacobi rotations.
fn axes(vectors: impl Iterator<Item = [f64; 3]>) -> [[f64; 3]; 3] {
    let mut spread = [[0.0f64; 3]; 3];
    for v in vectors {
        for row in 0..3 {
            for column in 0..3 {
                spread[row][column] += v[row] * v[column];
            }
        }
    }
    let mut axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for _ in 0..16 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let off = spread[p][q];
            if off.abs() <= 1e-18 {
                continue;
            }
            let theta = (spread[q][q] - spread[p][p]) / (2.0 * off);
            let sign = if theta < 0.0 { -1.0 } else { 1.0 };
            let t = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
            let c = 1.0 / (t * t + 1.0).sqrt();
            let s = t * c;
            for row in &mut spread {
                (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
            }
            let turned = |a: [f64; 3], b: [f64; 3]| {
                let first = [0, 1, 2].map(|i| c * a[i] - s * b[i]);
                (first, [0, 1, 2].map(|i| s * a[i] + c * b[i]))
            };
            (spread[p], spread[q]) = turned(spread[p], spread[q]);
            (axes[p], axes[q]) = turned(axes[p], axes[q]);
        }
    }
    axes
}
