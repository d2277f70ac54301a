//! Sweeps of round shapes: finds when the distance of two cores falls to a radius.
//!
//! A round shape is a core (a point, a segment, a box, a triangle) grown by a radius. If one of two convex cores moves,
//! their distance is a convex function of time. So Newton's method, from a time before the meeting, never oversteps the
//! meeting. Each step goes to the time at which the distance would fall to the radius if the nearest points were on two
//! parallel planes (conservative advancement: B. Mirtich, *Impulse-based Dynamic Simulation*, 1996, chapter 2.3; here
//! the cores only translate, and the steps converge quadratically). Against a face the first step is exact.
//!
//! If a point of the body is nearest to an edge or a vertex, a leap goes to the time at which the point would meet the
//! edge's line or the vertex, by a quadratic equation. The leap counts only if, at that time, the cores are not closer
//! than the radius and still approach each other. Their distance is convex in time, so the cores did not meet before.
//! If the leap does not count, Newton's method continues one step after the start of the leap and does not leap again.

use glam::DVec3;

use super::meeting::Meeting;
use super::slab::{CREEP, Slabs, TOUCH_M, TOUCH_SHARE, earliest, widest_gap};
use crate::vector::{smaller, unit};

/// The maximum number of steps. For a body that only grazes, each step quarters the remaining distance, so after this
/// many steps the distance falls only by rounding.
const MAX_STEPS: u32 = 48;

/// Steps end when the distance is within this share of the radius.
const ENOUGH: f64 = 1.0e-13;

/// Two cores.
pub(super) trait Cores {
    /// Returns the separation of the body's core, whose centre is at `at`, from the obstacle's core.
    fn apart(&self, at: DVec3) -> Apart;
}

/// The separation of two cores.
#[derive(Clone, Copy)]
pub(super) struct Apart {
    /// The vector from the obstacle's core to the body's core; zero if the cores cross.
    pub(super) vector: DVec3,
    /// The edge of the obstacle that is nearest to an end of the body's axis, at right angles to `vector`. Zero if a
    /// vertex is nearest to an end, and `None` if other parts are nearest.
    pub(super) edge: Option<DVec3>,
}

impl Apart {
    /// Returns a separation that is not between an end of the axis and an edge or a vertex.
    pub(super) fn by(vector: DVec3) -> Self {
        Self { vector, edge: None }
    }

    /// Returns the share of the motion after which the end of the axis is `reach` from the edge's line or from the
    /// vertex; `None` if the end passes by, or if other parts are nearest.
    #[inline(always)]
    fn time_to_line(&self, motion: DVec3, reach: f64) -> Option<f64> {
        let edge = self.edge?;
        let square = edge.length_squared();
        let across = if square > 0.0 {
            motion - edge * (motion.dot(edge) / square)
        } else {
            motion
        };
        let nearing = -self.vector.dot(motion);
        let left = self.vector.length_squared() - reach * reach;
        let root = nearing * nearing - across.length_squared() * left;
        (root >= 0.0).then(|| left / (nearing + root.sqrt()))
    }
}

/// Two cores, with slabs that show that the cores are far apart or how deep they overlap.
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
    /// Sweeps the body. There is no meeting before `from`; after `from`, distances alone decide. A meeting after
    /// `until` does not count.
    pub(super) fn meet(&self, motion: DVec3, offset: f64, [from, until]: [f64; 2]) -> Meeting {
        let reach = self.radius + offset;
        let mut time = from;
        // A body at rest meets at time 0 or never, and its distance alone decides which.
        if from <= 0.0 && motion != DVec3::ZERO {
            match earliest(self.bounds, motion, reach) {
                Some(earliest) if earliest <= until => time = earliest,
                _ => return Meeting::Apart,
            }
        }
        let size = motion.abs();
        let creep = CREEP * (size.x + size.y + size.z);
        let touch = TOUCH_SHARE * reach + TOUCH_M;
        // The time to continue from if a leap fails.
        let mut before_leap = None;
        let mut leaps = true;
        for _ in 0..MAX_STEPS {
            let apart = self.cores.apart(time * motion);
            let distance = apart.vector.length_squared().sqrt();
            let left = distance - reach;
            let starts = time <= 0.0;
            if starts && left < -touch {
                return self.within(apart.vector, distance);
            }
            // A product avoids a quotient, on which the next position would have to wait.
            let nearing_times_distance = -apart.vector.dot(motion);
            let nears = nearing_times_distance > creep * distance;
            if let Some(before) = before_leap.take() {
                if left < -ENOUGH * reach || !nears {
                    (time, leaps) = (before, false);
                    continue;
                }
                if time > until {
                    return Meeting::Apart;
                }
            }
            if !nears && (starts || left > 0.0) {
                return Meeting::Apart;
            }
            if left <= if starts { touch } else { ENOUGH * reach } {
                let normal = unit(apart.vector);
                return Meeting::Meets { time, normal };
            }
            let next = time + left * distance / nearing_times_distance;
            let leap = if leaps {
                apart.time_to_line(motion, reach).map(|leap| time + leap)
            } else {
                None
            };
            // A leap is later than the step, except for rounding.
            let sooner = leap.map_or(next, |leap| smaller(leap, next));
            if sooner > until {
                return Meeting::Apart;
            }
            before_leap = leap.map(|_| next);
            time = leap.unwrap_or(next);
        }
        time = before_leap.unwrap_or(time);
        let apart = self.cores.apart(time * motion).vector;
        let normal = unit(apart);
        if apart.length_squared().sqrt() <= reach + touch {
            Meeting::Meets { time, normal }
        } else {
            Meeting::Apart
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
