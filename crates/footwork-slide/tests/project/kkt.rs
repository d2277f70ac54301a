//! Measures how far a point is from meeting the Karush-Kuhn-Tucker conditions of a nearest point. A nearest point is
//! inside all half-spaces, and only touched half-spaces push it away from the wanted point.

use footwork_slide::HalfSpace;

use crate::random::{dot, plus};

/// Returns the largest of three errors, relative to the sizes of the input: the distance of `point` outside a
/// half-space, its distance from the plane of an active half-space, and the distance of `point` − `wanted` from the
/// cone of the normals of the active half-spaces.
pub(crate) fn residual(
    wanted: [f64; 3],
    half_spaces: &[HalfSpace],
    point: [f64; 3],
    active: &[usize],
) -> f64 {
    let length = |a: [f64; 3]| dot(a, a).sqrt();
    let reach = half_spaces
        .iter()
        .fold(0.0_f64, |most, h| most.max(h.offset.abs()));
    let scale = length(wanted).max(reach).max(length(point));
    if scale == 0.0 {
        return length(point);
    }
    let lack = |h: &HalfSpace| h.offset - dot(h.normal, point);
    let outside = half_spaces
        .iter()
        .fold(0.0_f64, |most, h| most.max(lack(h)));
    let apart = active
        .iter()
        .fold(0.0_f64, |most, &i| most.max(lack(&half_spaces[i]).abs()));
    let normals: Vec<[f64; 3]> = active.iter().map(|&i| half_spaces[i].normal).collect();
    let unexplained = unexplained(plus(point, -1.0, wanted), &normals);
    outside.max(apart).max(unexplained) / scale
}

/// Returns the smallest length of `force` − Σ uᵢ `normals`ᵢ over all uᵢ ≥ 0.
fn unexplained(force: [f64; 3], normals: &[[f64; 3]]) -> f64 {
    (0..1_usize << normals.len())
        .filter_map(|mask| {
            let chosen = (0..normals.len()).filter(|i| mask >> i & 1 == 1);
            rest(force, &chosen.map(|i| normals[i]).collect::<Vec<_>>())
        })
        .fold(f64::INFINITY, f64::min)
}

/// Returns the length that remains after subtracting the best multiples of the normals; `None` if a factor is negative.
fn rest(force: [f64; 3], normals: &[[f64; 3]]) -> Option<f64> {
    let mut left = force;
    let mut axes: Vec<[f64; 3]> = Vec::new();
    for &normal in normals {
        let mut axis = normal;
        for _ in 0..2 {
            for &known in &axes {
                axis = plus(axis, -dot(known, axis), known);
            }
        }
        let size = dot(axis, axis).sqrt();
        if size < 1e-14 {
            return None;
        }
        axes.push(axis.map(|x| x / size));
    }
    let along: Vec<f64> = axes.iter().map(|&axis| dot(axis, force)).collect();
    for (&axis, &along) in axes.iter().zip(&along) {
        left = plus(left, -along, axis);
    }
    // Back substitution: the factors of the normals themselves.
    let mut factors = vec![0.0; normals.len()];
    for i in (0..normals.len()).rev() {
        let known: f64 = (i + 1..normals.len())
            .map(|j| factors[j] * dot(axes[i], normals[j]))
            .sum();
        factors[i] = (along[i] - known) / dot(axes[i], normals[i]);
        // A factor below zero by no more than rounding counts as zero.
        if factors[i] < 0.0 {
            left = plus(left, factors[i], normals[i]);
            factors[i] = 0.0;
        }
    }
    Some(dot(left, left).sqrt())
}
