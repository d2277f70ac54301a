//! Which way a stream of pairs turns, over more than one update.

use super::pair::Pair;

/// The pairs of the last part of a window, added up in two ways.
///
/// As an event comes nearer its pair turns, by so much in a second. Each pair is turned on by what
/// that is since it came, so that all of them point the way of the last one, and their sum is long;
/// turned the other way they point in all directions, and the sum is short. Where the signal rises
/// it is the other way round. Noise, which has no way, makes both sums longer alike.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trend {
    falling: Pair,
    rising: Pair,
}

/// What an update leaves of the weight of the pairs before it falls by e in a turn of this angle: an
/// eighth of the window. With more, the rise between two events that are closer than the window would
/// still count when the second one comes.
const MEMORY: f64 = 0.125 * std::f64::consts::PI;
/// Of two pairs that are further apart than this angle nobody can say which way the signal turned.
const MOST: f64 = 0.5 * std::f64::consts::PI;
/// Pairs of clean signals are at most 1 long.
const LONGEST: f64 = 2.0;

impl Trend {
    /// Adds the pair of this length behind an update by which a clean signal falls by `angle`;
    /// backwards that is negative.
    pub(super) fn add(&mut self, pair: Pair, norm: f64, angle: f64) {
        if angle.abs() > MOST {
            *self = Self::default();
        }
        // The power of e and the turn need not be exact, but quick, and the same everywhere; the turn
        // is by 2 atan(half), which is near the angle. It lengthens both sums alike, and `kept` takes
        // that back.
        let age = angle.abs() * (1.0 / MEMORY);
        let half = 0.5 * angle * (1.0 + angle * angle * (1.0 / 12.0));
        let turn = Pair {
            sine: 2.0 * half,
            cosine: 1.0 - half * half,
        };
        let grown = 1.0 + age * (1.0 + age * (0.5 + age * (1.0 / 6.0)));
        let kept = 1.0 / (grown * (1.0 + half * half));
        // A pair that is much longer than any should be is not trusted more.
        let weight = if norm > LONGEST { LONGEST / norm } else { 1.0 };
        let with = |sum: Pair| Pair {
            sine: kept * sum.sine + weight * pair.sine,
            cosine: kept * sum.cosine + weight * pair.cosine,
        };
        self.falling = with(self.falling.less(turn));
        self.rising = with(self.rising.more(turn));
    }

    /// Whether the signal rather rises.
    pub(super) fn is_rising(&self) -> bool {
        self.rising.squared() > self.falling.squared()
    }
}
