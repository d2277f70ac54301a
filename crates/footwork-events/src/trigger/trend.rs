//! Finds the direction in which a stream of pairs turns over several updates.

use super::pair::Pair;

/// The pairs of the last part of a window, stored by age.
///
/// As an event comes nearer, the pair turns at a constant rate. If each pair is turned further by that rate times its
/// age, all pairs point in the direction of the last pair, and their sum is long. If each pair is turned the other way,
/// the pairs point in all directions, and their sum is short. For a rising signal, the second sum is the longer one.
/// Noise has no direction and lengthens both sums equally.
///
/// Pairs arrive in every update, but the sums are needed only if an event may have happened. So pairs are stored, and
/// summed on demand. A part is short compared with the memory, so the pairs in a part count as simultaneous.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trend {
    parts: [Part; PARTS],
    newest: usize,
}

/// The pairs of some consecutive updates.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    sum: Pair,
    /// The angle by which a clean signal fell in these updates; negative if the updates went backwards.
    angle: f64,
}

/// The number of parts, a power of two. Two consecutive parts cover more than half of [`MEMORY`], so all parts cover
/// more than two memories.
const PARTS: usize = 8;
/// The weight of a pair falls by a factor of e while a clean signal turns by this angle, an eighth of the window. With
/// a larger angle, the rise between two events closer than the window would still count at the second event.
const MEMORY: f64 = 0.125 * std::f64::consts::PI;
/// Pairs within this angle form one part.
const PART: f64 = 0.6 * MEMORY;
/// If two pairs are further apart than this angle, the direction of the turn between them is unknown.
const MAX_TURN: f64 = 0.5 * std::f64::consts::PI;
/// The largest length with which a pair counts. Clean pairs have a length of at most 1.
const MAX_NORM: f64 = 2.0;

impl Default for Trend {
    fn default() -> Self {
        Self {
            parts: [Part::default(); PARTS],
            newest: 0,
        }
    }
}

impl Trend {
    /// Adds a pair with the squared length `squared`, after an update in which a clean signal falls by `angle`
    /// (negative if backwards).
    pub(super) fn add(&mut self, pair: Pair, squared: f64, angle: f64) {
        if angle.abs() > MAX_TURN {
            *self = Self::default();
        }
        // A longer pair counts with the length [`MAX_NORM`].
        let weight = if squared > MAX_NORM * MAX_NORM {
            MAX_NORM / libm::sqrt(squared)
        } else {
            1.0
        };
        let last = self.parts[self.newest % PARTS];
        let turns_back = last.angle * angle < 0.0;
        let is_full = turns_back || (last.angle + angle).abs() > PART;
        // Parts fill up at different updates, so the sums do not jump.
        let kept = if is_full { Part::default() } else { last };
        self.newest = (self.newest + usize::from(is_full)) % PARTS;
        self.parts[self.newest] = Part {
            sum: Pair {
                sine: kept.sum.sine + weight * pair.sine,
                cosine: kept.sum.cosine + weight * pair.cosine,
            },
            angle: kept.angle + angle,
        };
    }

    /// Returns whether the signal rises overall.
    pub(super) fn is_rising(&self) -> bool {
        let (mut falling, mut rising) = (Pair::default(), Pair::default());
        let oldest_first = (1..=PARTS).map(|place| self.parts[(self.newest + place) % PARTS]);
        for Part { sum, angle } in oldest_first {
            let (turn, kept) = turn_and_kept(angle);
            let with = |turned: Pair| Pair {
                sine: kept * turned.sine + sum.sine,
                cosine: kept * turned.cosine + sum.cosine,
            };
            falling = with(falling.less(turn));
            rising = with(rising.more(turn));
        }
        rising.squared() > falling.squared()
    }
}

/// Returns the turn by an angle as a pair, and the share of the old weight that remains.
///
/// The power of e and the turn need not be exact, but must be the same on every machine. The turn is by 2 atan(half),
/// which is near the angle. It lengthens both sums equally, and the remaining share compensates for that.
fn turn_and_kept(angle: f64) -> (Pair, f64) {
    let age = angle.abs() * (1.0 / MEMORY);
    let half = 0.5 * angle * (1.0 + angle * angle * (1.0 / 12.0));
    let turn = Pair {
        sine: 2.0 * half,
        cosine: 1.0 - half * half,
    };
    let grown = 1.0 + age * (1.0 + age * (0.5 + age * (1.0 / 6.0)));
    (turn, 1.0 / (grown * (1.0 + half * half)))
}
