//! Sweeps of cylinders and hulls, and of any body against a cylinder.
//!
//! If one of two convex sets moves, their distance is a convex function of time, so Newton's method never oversteps the
//! meeting, as in `rounded`. The distance itself comes from `simplex`, which needs only the farthest points of both
//! sets. For a body that starts inside, the smallest depth is searched along the normals of flat sides, and along the
//! directions from the obstacle to smaller copies of the body. Every direction is a way out, so the found depth is
//! never too small.

use glam::DVec3;

use super::meeting::Meeting;
use super::simplex::nearest_to_origin;
use super::slab::{CREEP, TOUCH_M, TOUCH_SHARE};
use crate::body::Body;
use crate::vector::{larger, unit};
use crate::volume::RoundZonotope;

/// The maximum number of steps. After these, the distance falls only by rounding.
const MAX_STEPS: u32 = 48;

/// The error of a distance, as a share of the sizes.
const ROUNDING: f64 = 1.0e-13;

/// A distance below this share of the sizes is too short to give a direction.
const DIRECTED: f64 = 1.0e-7;

/// The scales of the smaller copies of a body. The direction from the obstacle to each copy is tried as a way out.
const COPIES: [f64; 4] = [0.99, 0.9, 0.5, 0.0];

/// A convex obstacle.
#[derive(Clone, Copy)]
pub(super) enum Obstacle<'a> {
    Triangle(&'a [DVec3; 3]),
    Volume(&'a RoundZonotope),
}

/// A body and an obstacle. The obstacle's position is relative to that of the body at the start.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
    pub(super) body: &'a Body,
    pub(super) obstacle: Obstacle<'a>,
}

impl Obstacle<'_> {
    /// Returns the point of the obstacle's core that lies farthest along a direction.
    #[inline]
    fn farthest(&self, direction: DVec3) -> DVec3 {
        match self {
            Self::Triangle([a, b, c]) => {
                let along = [a.dot(direction), b.dot(direction), c.dot(direction)];
                if along[0] >= along[1] && along[0] >= along[2] {
                    *a
                } else if along[1] >= along[2] {
                    *b
                } else {
                    *c
                }
            }
            Self::Volume(volume) => volume.farthest(direction),
        }
    }

    fn radius(&self) -> f64 {
        match self {
            Self::Triangle(_) => 0.0,
            Self::Volume(volume) => volume.radius,
        }
    }

    /// Returns an upper bound of the distance from the origin to any point of the obstacle.
    fn size(&self) -> f64 {
        match self {
            Self::Triangle(vertices) => vertices
                .iter()
                .fold(0.0, |size, vertex| larger(size, vertex.length())),
            Self::Volume(volume) => {
                let reach = volume.generators.iter().map(|half| half.length());
                volume.centre.length() + reach.sum::<f64>() + volume.disc
            }
        }
    }

    fn visit_sides(&self, mut see: impl FnMut(DVec3)) {
        match self {
            Self::Triangle([a, b, c]) => {
                if let Some(normal) = (*b - *a).cross(*c - *a).try_normalize() {
                    see(normal);
                    see(-normal);
                }
            }
            Self::Volume(volume) => {
                for axis in (volume.generators.iter()).filter_map(|half| half.try_normalize()) {
                    see(axis);
                    see(-axis);
                }
            }
        }
    }
}

impl Pair<'_> {
    fn radius(&self) -> f64 {
        self.body.core_radius() + self.obstacle.radius()
    }

    /// Returns the vector from the obstacle's core to the core of the body, scaled by `scale`, at `at`; zero if they
    /// overlap.
    #[inline]
    fn apart(&self, at: DVec3, scale: f64, guess: DVec3) -> DVec3 {
        let farthest = |direction: DVec3| {
            let on_body = self.body.farthest(direction) * scale;
            at + on_body - self.obstacle.farthest(-direction)
        };
        nearest_to_origin(farthest, guess)
    }

    /// Returns the gap along a unit vector, in metres; negative if the two overlap along the vector.
    fn gap_along(&self, normal: DVec3) -> f64 {
        let body = self.body.farthest(-normal).dot(normal);
        body - self.obstacle.farthest(normal).dot(normal) - self.radius()
    }

    /// Returns the shortest way found out of an overlap at the start: the gap, which is negative, and the normal.
    #[inline(never)]
    fn deepest(&self) -> (f64, DVec3) {
        let mut best = (f64::NEG_INFINITY, DVec3::Y);
        let mut see = |normal: DVec3| {
            let gap = self.gap_along(normal);
            if gap > best.0 {
                best = (gap, normal);
            }
        };
        self.body.visit_sides(&mut see);
        self.obstacle.visit_sides(&mut see);
        for scale in COPIES {
            let apart = self.apart(DVec3::ZERO, scale, DVec3::Y);
            if apart != DVec3::ZERO {
                see(unit(apart));
            }
        }
        best
    }

    /// Sweeps the body. There is no meeting before `from`; after `from`, distances alone decide. A meeting after
    /// `until` does not count.
    pub(super) fn meet(&self, motion: DVec3, offset: f64, [from, until]: [f64; 2]) -> Meeting {
        let reach = self.radius() + offset;
        let length = motion.abs();
        let length = length.x + length.y + length.z;
        let size = self.obstacle.size() + self.body.half_extents().length() + length;
        let creep = CREEP * length;
        let enough = ROUNDING * (size + reach);
        let touch = TOUCH_SHARE * reach + TOUCH_M + enough;
        let mut time = from;
        let (mut guess, mut normal) = (DVec3::Y, None);
        for _ in 0..MAX_STEPS {
            let apart = self.apart(time * motion, 1.0, guess);
            let distance = apart.length_squared().sqrt();
            let (mut left, starts) = (distance - reach, time <= 0.0);
            if distance > DIRECTED * size {
                normal = Some(apart / distance);
                guess = apart;
            } else if starts {
                let (gap, out) = self.deepest();
                left = gap - offset;
                normal = Some(out);
            }
            let along = normal.unwrap_or_else(|| self.deepest().1);
            if starts && left < -touch {
                return Meeting::Within {
                    gap: left + offset,
                    normal: unit(along),
                };
            }
            let nearing = -along.dot(motion);
            let nears = nearing > creep;
            if !nears && (starts || left > 0.0) {
                return Meeting::Apart;
            }
            let next = time + left / nearing;
            if left <= if starts { touch } else { enough } || next <= time {
                let normal = unit(along);
                return Meeting::Meets { time, normal };
            }
            if next > until {
                return Meeting::Apart;
            }
            time = next;
        }
        normal.map_or(Meeting::Apart, |normal| Meeting::Meets {
            time,
            normal: unit(normal),
        })
    }
}
