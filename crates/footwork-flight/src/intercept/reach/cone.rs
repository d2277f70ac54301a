//! A growing disc, compared with one line of the path at a time.

use crate::intercept::path::{Block, Line};
use crate::intercept::window::InterceptWindow;
use crate::vector::{least, most};

/// An upper bound of the rounding error of a position, in metres.
pub(crate) const ROUNDING_M: f64 = 1e-9;

/// A disc on the ground that grows at a constant speed once the player is ready.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cone {
    pub(crate) x: f64,
    pub(crate) z: f64,
    pub(crate) ready_secs: f64,
    pub(crate) reach: f64,
    pub(crate) speed: f64,
}

/// The excess of the disc along a line, `a u² + 2 b u + c`; see [`Cone::excess`].
struct Quadratic {
    a: f64,
    b: f64,
    c: f64,
}

impl Cone {
    /// Returns the distance of a place inside the disc, in metres; negative outside. Along a line of the ball it is
    /// concave in time, even before the player is ready.
    pub(crate) fn inside(&self, secs: f64, x: f64, z: f64) -> f64 {
        let (dx, dz) = (x - self.x, z - self.z);
        self.reach + self.speed * (secs - self.ready_secs) - (dx * dx + dz * dz).sqrt()
    }

    /// Returns whether the ball is inside the disc, up to rounding, and the player is ready.
    #[inline]
    pub(crate) fn lets_in(&self, secs: f64, [x, _, z]: [f64; 3]) -> bool {
        // The first comparison needs no root, and usually decides.
        (secs >= self.ready_secs)
            && (self.excess(secs, x, z) <= 0.0 || self.inside(secs, x, z) >= -ROUNDING_M)
    }

    /// Returns the squared distance of a place from the disc's centre minus the squared radius, at a time when the
    /// player is ready.
    pub(crate) fn excess(&self, secs: f64, x: f64, z: f64) -> f64 {
        let (dx, dz) = (x - self.x, z - self.z);
        let radius = self.reach + self.speed * (secs - self.ready_secs);
        dx * dx + dz * dz - radius * radius
    }

    /// Returns whether the disc contains another disc of constant size from `secs` on, when the player is ready.
    pub(crate) fn surrounds(&self, secs: f64, [x, z]: [f64; 2], radius: f64) -> bool {
        let (dx, dz) = (x - self.x, z - self.z);
        let spare = self.reach + self.speed * (secs - self.ready_secs) - radius;
        spare >= 0.0 && dx * dx + dz * dz <= spare * spare
    }

    /// Returns whether the player certainly moved within the model from this disc to the later one.
    #[inline]
    pub(crate) fn is_followed_by(&self, later: &Self, now_secs: f64) -> bool {
        (later.speed == self.speed)
            & (later.reach == self.reach)
            & (later.ready_secs <= most(self.ready_secs, now_secs))
            & self.surely_contains(later)
    }

    /// Returns whether a later disc certainly lies inside this one at all times, as it does after a move within the
    /// simple model.
    #[inline]
    pub(crate) fn surely_contains(&self, later: &Self) -> bool {
        let (dx, dz) = (later.x - self.x, later.z - self.z);
        let grown = self.reach - later.reach
            + self.speed * (later.ready_secs - self.ready_secs)
            + ROUNDING_M;
        (later.ready_secs >= self.ready_secs)
            & (later.speed <= self.speed + ROUNDING_M)
            & (grown >= 0.0)
            & (dx * dx + dz * dz <= grown * grown)
    }

    /// Returns the earliest time at which the player can have lost this much slack within the simple model. A player
    /// who runs in the wrong direction loses slack at twice its speed, because the distance grows while the disc
    /// shrinks.
    pub(crate) fn next_check_secs(&self, slack: f64, now_secs: f64) -> f64 {
        if slack > 0.0 {
            now_secs + slack / (2.0 * most(self.speed, 1e-9))
        } else {
            now_secs
        }
    }

    /// Returns whether the disc reaches none of the block's lines until `secs`, the time at which the block ends.
    pub(crate) fn misses(&self, secs: f64, block: &Block) -> bool {
        let (dx, dz) = (block.x - self.x, block.z - self.z);
        let far = self.reach + self.speed * (secs - self.ready_secs) + block.radius;
        dx * dx + dz * dz > far * far
    }

    /// Returns whether the ball may be inside the disc on a part of a line whose ends are both outside. This requires
    /// an excess that falls first, rises last and has a root.
    pub(crate) fn dips(&self, line: &Line, part: InterceptWindow) -> bool {
        let Quadratic { a, b, c } = self.quadratic(line, part.from_secs);
        b < 0.0 && b + a * (part.to_secs - part.from_secs) > 0.0 && b * b >= a * c
    }

    #[inline]
    fn quadratic(&self, line: &Line, from_secs: f64) -> Quadratic {
        let [x, _, z] = line.at(from_secs);
        let (dx, dz) = (x - self.x, z - self.z);
        let [vx, _, vz] = line.velocity;
        let radius = self.reach + self.speed * (from_secs - self.ready_secs);
        Quadratic {
            a: vx * vx + vz * vz - self.speed * self.speed,
            b: dx * vx + dz * vz - radius * self.speed,
            c: dx * dx + dz * dz - radius * radius,
        }
    }

    /// Returns the time at which the ball enters the disc, on a part of a line that starts outside and ends inside.
    #[inline]
    pub(crate) fn entering(&self, line: &Line, part: InterceptWindow) -> f64 {
        let Quadratic { a, b, c } = self.quadratic(line, part.from_secs);
        let root = most(b * b - a * c, 0.0).sqrt();
        clamp(part.from_secs + c / (root - b), part)
    }

    /// Returns the window in which the ball is inside the disc on a part of a line; `None` if there is none. There is
    /// at most one window, because the slack is concave. Each root is in the form without cancellation.
    pub(crate) fn window(
        &self,
        line: &Line,
        part: InterceptWindow,
        is_inside: [bool; 2],
    ) -> Option<InterceptWindow> {
        if is_inside == [true, true] {
            return Some(part);
        }
        let Quadratic { a, b, c } = self.quadratic(line, part.from_secs);
        let discriminant = b * b - a * c;
        if discriminant < 0.0 && is_inside == [false, false] {
            return None;
        }
        let root = most(discriminant, 0.0).sqrt();
        let leaving = || {
            let after = if b <= 0.0 {
                (root - b) / a
            } else {
                -c / (b + root)
            };
            if is_inside[1] {
                part.to_secs
            } else {
                clamp(part.from_secs + after, part)
            }
        };
        if is_inside[0] {
            return Some(InterceptWindow {
                from_secs: part.from_secs,
                to_secs: leaving(),
            });
        }
        let entering = part.from_secs + c / (root - b);
        let comes_in = root > b && entering <= part.to_secs;
        if !comes_in && !is_inside[1] {
            return None;
        }
        Some(InterceptWindow {
            from_secs: clamp(entering, part),
            to_secs: leaving(),
        })
    }
}

/// Clamps a time to the part. NaN becomes the end of the part.
fn clamp(secs: f64, part: InterceptWindow) -> f64 {
    most(part.from_secs, least(part.to_secs, secs))
}
