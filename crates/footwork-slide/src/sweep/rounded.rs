//! Sweeps of round things: when the distance of two cores falls to a radius.
//!
//! A round thing is a core (a point, a segment, a box, a triangle) grown by a radius. The distance of two convex
//! cores, one of which moves, is a convex function of time, so Newton's method from a time before the meeting never
//! oversteps it: each step goes to where the plane through the nearest points would be met (conservative advancement:
//! B. Mirtich, *Impulse-based Dynamic Simulation*, 1996, chapter 2.3; here the cores only translate, and the steps
//! converge quadratically). Against a face the first step is exact.

use glam::DVec3;

use super::meeting::Meeting;
use super::slab::{CREEP, Slabs, TOUCH_M, TOUCH_SHARE, earliest, widest_gap};
use crate::vector::unit;

/// After this many steps the distance no longer falls by more than rounding, even for a body that only grazes, where
/// each step quarters what is left.
const MAX_STEPS: u32 = 48;

/// Steps end within this share of the radius.
const ENOUGH: f64 = 1.0e-13;

/// Two cores.
pub(super) trait Cores {
    /// Returns the vector from the obstacle's core to the body's, whose centre is at `at`; zero if they cross.
    fn apart(&self, at: DVec3) -> DVec3;
}

/// Two cores, and the slabs that say that they are far apart or how deep they overlap.
pub(super) struct Rounded<'a, C, B, S> {
    pub(super) cores: &'a C,
    /// A few slabs of the cores' Minkowski difference, for an early exit.
    pub(super) bounds: &'a B,
    /// All slabs.
    pub(super) slabs: &'a S,
    /// The sum of both radii.
    pub(super) radius: f64,
}

impl<C: Cores, B: Slabs, S: Slabs> Rounded<'_, C, B, S> {
    /// Sweeps the body; a meeting after `until` is none.
    pub(super) fn meet(&self, motion: DVec3, offset: f64, until: f64) -> Meeting {
        let reach = self.radius + offset;
        let mut time = 0.0;
        // A body at rest is met at once or never, which its distance says.
        if motion != DVec3::ZERO {
            match earliest(self.bounds, motion, reach) {
                Some(earliest) if earliest <= until => time = earliest,
                _ => return Meeting::Apart,
            }
        }
        let size = motion.abs();
        let creep = CREEP * (size.x + size.y + size.z);
        let touch = TOUCH_SHARE * reach + TOUCH_M;
        for _ in 0..MAX_STEPS {
            let apart = self.cores.apart(time * motion);
            let distance = apart.length_squared().sqrt();
            let left = distance - reach;
            let starts = time <= 0.0;
            if starts && left < -touch {
                return self.within(apart, distance);
            }
            let normal = unit(apart);
            let nearing = -normal.dot(motion);
            if nearing <= creep && (starts || left > 0.0) {
                return Meeting::Apart;
            }
            if left <= if starts { touch } else { ENOUGH * reach } {
                return Meeting::Meets { time, normal };
            }
            time += left / nearing;
            if time > until {
                return Meeting::Apart;
            }
        }
        let apart = self.cores.apart(time * motion);
        let normal = unit(apart);
        match apart.length_squared().sqrt() <= reach + touch {
            true => Meeting::Meets { time, normal },
            false => Meeting::Apart,
        }
    }

    fn within(&self, apart: DVec3, distance: f64) -> Meeting {
        if distance > TOUCH_SHARE * self.radius {
            let gap = distance - self.radius;
            let normal = unit(apart);
            return Meeting::Within { gap, normal };
        }
        let (gap, normal) = widest_gap(self.slabs);
        Meeting::Within {
            gap: gap - self.radius,
            normal,
        }
    }
}
