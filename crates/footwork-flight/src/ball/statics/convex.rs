//! Sweeps a ball against a convex shape, and finds when a squared distance falls to a bound.

use crate::vector::DVec3;

/// A linear motion of a ball.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweep {
    pub(super) from: DVec3,
    pub(super) motion: DVec3,
    pub(super) radius: f64,
}

/// A contact with one shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touching {
    pub(super) fraction: f64,
    pub(super) normal: DVec3,
    pub(super) depth: f64,
}

/// A convex shape: the points within a distance of a convex core, such as the axis of a capsule.
pub(super) trait Convex {
    /// Returns the point of the core nearest to `p`; `p` itself if it is inside.
    fn nearest(&self, p: DVec3) -> DVec3;

    /// Returns the distance from the core to the surface: the radius of a capsule, or 0 for a box.
    fn rounding(&self) -> f64;

    /// Returns the normal and depth of the way out for a ball whose centre is inside the core.
    fn way_out(&self, p: DVec3) -> (DVec3, f64);

    /// Returns the fraction of the motion at which the ball's centre first comes within `reach` of the core; `None` if
    /// it never does. The centre starts farther away than `reach`.
    fn first_touch(&self, sweep: &Sweep, reach: f64) -> Option<f64>;

    fn sweep(&self, sweep: &Sweep) -> Option<Touching> {
        let reach = sweep.radius + self.rounding();
        let apart = sweep.from - self.nearest(sweep.from);
        let square = apart.length_squared();
        if square <= reach * reach {
            let (normal, depth) = if square == 0.0 {
                let (normal, inside) = self.way_out(sweep.from);
                (normal, inside + reach)
            } else {
                let distance = square.sqrt();
                (apart / distance, reach - distance)
            };
            // The distance to a convex shape is convex in time: if it does not shrink at the start, it never does.
            let enters = sweep.motion.dot(normal) < 0.0;
            return enters.then_some(Touching {
                fraction: 0.0,
                normal,
                depth,
            });
        }
        let fraction = self.first_touch(sweep, reach)?;
        let at = sweep.from + sweep.motion * fraction;
        let apart = at - self.nearest(at);
        let distance = apart.length_squared().sqrt();
        (distance > 0.0).then(|| Touching {
            fraction,
            normal: apart / distance,
            depth: 0.0,
        })
    }
}

/// `a t² + 2 b t + c`: a squared distance minus a squared reach.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Quadratic {
    pub(super) a: f64,
    pub(super) b: f64,
    pub(super) c: f64,
}

impl Quadratic {
    /// Returns the first time in `[start, stop]` at which the polynomial falls to at most 0; `None` if it never does. A
    /// squared distance has `a ≥ 0`, so it falls to a bound only once.
    pub(super) fn first_fall(&self, start: f64, stop: f64) -> Option<f64> {
        let Self { a, b, c } = *self;
        if (a * start + 2.0 * b) * start + c <= 0.0 {
            // By rounding, the ball already touches at the start. A ball that leaves does not come back.
            return (a * start + b < 0.0).then_some(start);
        }
        let discriminant = b * b - a * c;
        if b >= 0.0 || discriminant < 0.0 {
            return None;
        }
        // The smaller root, in the form without cancellation.
        let time = c / (-b + discriminant.sqrt());
        (time >= start && time <= stop).then_some(time)
    }
}
