//! A crowd that runs around in a square, as in the tests. Each person runs to a place that changes every second, or all
//! run to the middle.

use super::peers::{Bodies, Kind};
use super::scenes::{HALF, HEIGHT, RADIUS, Random, STEP};

/// The number of steps after which each person gets another place to run to.
const TURN: usize = 60;

/// A crowd.
pub(super) struct Crowd {
    pub(super) places: Vec<[f64; 3]>,
    side: f64,
    random: Random,
    targets: Vec<[f64; 2]>,
    step: usize,
    presses: bool,
}

impl Crowd {
    pub(super) fn new(count: usize) -> Self {
        let side = (count as f64).sqrt().ceil();
        let place = |index: usize| {
            let (row, column) = ((index as f64 / side).floor(), index as f64 % side);
            [(column - side / 2.0) * 0.8, 0.0, (row - side / 2.0) * 0.8]
        };
        Self {
            places: (0..count).map(place).collect(),
            side,
            random: Random(count as u64),
            targets: vec![[0.0; 2]; count],
            step: 0,
            presses: false,
        }
    }

    /// Returns a crowd in which everyone runs to the middle.
    pub(super) fn pressing(count: usize) -> Self {
        Self {
            presses: true,
            ..Self::new(count)
        }
    }

    /// Moves everyone once.
    pub(super) fn step(&mut self, bodies: &mut dyn Bodies) {
        bodies.begin_step();
        for who in 0..self.places.len() {
            if self.step.is_multiple_of(TURN) && !self.presses {
                let reach = self.side * 0.6;
                let mut target = || self.random.between(-reach, reach);
                self.targets[who] = [target(), target()];
            }
            let [x, _, z] = bodies.position(who);
            let to = [self.targets[who][0] - x, self.targets[who][1] - z];
            let far = (to[0] * to[0] + to[1] * to[1]).sqrt();
            let speed = STEP / if far > STEP { far } else { STEP };
            bodies.step(who, [to[0] * speed, 0.0, to[1] * speed]);
        }
        self.step += 1;
    }

    /// Returns the deepest overlap of two people; below zero if all are apart.
    pub(super) fn deepest(&self, kind: Kind, bodies: &dyn Bodies) -> f64 {
        let mut deepest = f64::NEG_INFINITY;
        for one in 0..self.places.len() {
            let [x, y, z] = bodies.position(one);
            for other in 0..one {
                let [other_x, other_y, other_z] = bodies.position(other);
                let apart = [x - other_x, y - other_y, z - other_z].map(f64::abs);
                deepest = overlap(kind, apart).max(deepest);
            }
        }
        deepest
    }
}

/// Returns the overlap of two people whose centres are this far apart; below zero if they are apart.
fn overlap(kind: Kind, [dx, dy, dz]: [f64; 3]) -> f64 {
    let (height, radius) = (f64::from(HEIGHT), f64::from(RADIUS));
    match kind {
        Kind::Box => {
            let width = 2.0 * f64::from(HALF[0]);
            (width - dx).min(width - dz).min(height - dy)
        }
        Kind::Capsule => {
            let above = (dy - (height - 2.0 * radius)).max(0.0);
            2.0 * radius - (dx * dx + above * above + dz * dz).sqrt()
        }
    }
}
