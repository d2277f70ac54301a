//! Bounds of a path, with which a search skips most of the path.

use super::line::Knot;
use crate::vector::{least, most};

/// The bounds of a path from a knot to its end.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rest {
    /// The largest horizontal distance of this part of the path from its end, in metres.
    pub(crate) radius: f64,
    /// The largest height of this part of the path, in metres.
    pub(crate) height: f64,
    /// The squared horizontal length of the line that starts at the knot; zero for the last knot.
    pub(crate) square: f64,
}

/// The number of lines per block.
pub(crate) const BLOCK: usize = 4;

/// The bounds of consecutive lines: a circle around them, seen from above, and their heights.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Block {
    pub(crate) x: f64,
    pub(crate) z: f64,
    pub(crate) radius: f64,
    pub(crate) lowest: f64,
    pub(crate) highest: f64,
}

/// Computes, for each knot, the bounds from there to the end of the path.
pub(super) fn rests(knots: &[Knot], rests: &mut Vec<Rest>) {
    rests.clear();
    rests.resize(knots.len(), Rest::default());
    let Some(end) = knots.last() else { return };
    let mut rest = Rest {
        radius: 0.0,
        height: f64::NEG_INFINITY,
        square: 0.0,
    };
    let mut next = *end;
    for (slot, knot) in rests.iter_mut().zip(knots).rev() {
        rest.radius = most(rest.radius, distance(knot, end.at[0], end.at[2]));
        rest.height = most(rest.height, knot.height);
        let [x, z] = [0, 2].map(|axis| next.at[axis] - knot.at[axis]);
        rest.square = x * x + z * z;
        next = *knot;
        *slot = rest;
    }
}

/// Computes the bounds of lines 0 to 3, 4 to 7 and so on.
pub(super) fn blocks(knots: &[Knot], blocks: &mut Vec<Block>) {
    blocks.clear();
    let mut from = 0;
    while from + 1 < knots.len() {
        let to = (from + BLOCK + 1).min(knots.len());
        blocks.push(block(&knots[from..to]));
        from += BLOCK;
    }
}

fn block(knots: &[Knot]) -> Block {
    let mut low = [f64::INFINITY; 3];
    let mut high = [f64::NEG_INFINITY; 3];
    for knot in knots {
        let point = [knot.at[0], knot.height, knot.at[2]];
        for axis in 0..3 {
            low[axis] = least(low[axis], point[axis]);
            high[axis] = most(high[axis], point[axis]);
        }
    }
    let [x, z] = [0, 2].map(|axis| 0.5 * (low[axis] + high[axis]));
    let far = knots.iter().map(|knot| distance(knot, x, z));
    Block {
        x,
        z,
        radius: far.fold(0.0, most),
        lowest: low[1],
        highest: high[1],
    }
}

fn distance(knot: &Knot, x: f64, z: f64) -> f64 {
    let (dx, dz) = (knot.at[0] - x, knot.at[2] - z);
    (dx * dx + dz * dz).sqrt()
}
