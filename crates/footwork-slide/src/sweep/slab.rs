//! The swept separating-axis test, with a point that moves through slabs.
//!
//! Two convex bodies meet exactly when their Minkowski difference contains the vector between their centres, and a
//! polytope is the intersection of the slabs along its face normals. So a sweep is a ray against slabs (S. Gottschalk,
//! M. Lin, D. Manocha, *OBBTree*, 1996; C. Ericson, *Real-Time Collision Detection*, 2005, chapters 5.3.3 and 5.5.8):
//! the two bodies meet when the ray enters the last slab, unless it has left another slab before. Axes need not be unit
//! vectors: all compared values, including the offset, are scaled by the axis's length.
//!
//! The tolerances let a body that rests against a surface slide along it. A body that is within rounding of the offset
//! counts as outside. A body that comes nearer only by rounding counts as moving along the surface.

use glam::DVec3;

use super::meeting::Meeting;
use crate::vector::{larger, reversed, unit};

/// The share of the motion below which coming nearer is rounding error and counts as moving along the surface.
pub(super) const CREEP: f64 = 1.0e-9;

/// The share of the sizes below which a distance counts as zero.
pub(super) const TOUCH_SHARE: f64 = 1.0e-9;

/// The distance, in metres, below which a distance counts as zero. Far from the origin, f64 positions are no finer.
pub(super) const TOUCH_M: f64 = 1.0e-10;

/// The squared length below which an axis separates nothing.
const NO_AXIS: f64 = 1.0e-100;

/// The Minkowski difference along one axis; all lengths are multiplied by the length of the axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slab {
    pub(super) axis: DVec3,
    pub(super) length_squared: f64,
    /// The distance from the middle of the slab to the body's centre.
    pub(super) at: f64,
    /// The distance from the middle of the slab to its sides, without the offset.
    pub(super) reach: f64,
    /// The motion along the axis.
    pub(super) along: f64,
}

impl Slab {
    /// Returns `axis` towards the side of the slab on which the body is, or against the motion if the body is exactly
    /// in the middle.
    fn outward(&self) -> DVec3 {
        let middle = self.at.abs() <= TOUCH_SHARE * TOUCH_SHARE * self.reach;
        reversed(
            self.axis,
            if middle {
                self.along > 0.0
            } else {
                self.at < 0.0
            },
        )
    }
}

/// The state of a sweep after some of its axes.
#[derive(Clone, Copy, Debug)]
struct Passage {
    offset: f64,
    until: f64,
    /// The distance along a unit axis below which coming nearer is rounding error.
    creep: f64,
    enter: f64,
    exit: f64,
    /// The axis of the slab entered last, towards the side of the body.
    axis: DVec3,
}

impl Passage {
    fn new(motion: DVec3, offset: f64, until: f64) -> Self {
        let motion = motion.abs();
        Self {
            offset,
            until,
            creep: CREEP * (motion.x + motion.y + motion.z),
            enter: -1.0,
            // Any value above 1, because leaving a slab after the end of the motion does not count.
            exit: 2.0,
            axis: DVec3::ZERO,
        }
    }

    /// Adds a slab. Returns `false` if this slab shows that the two do not meet in time.
    #[inline(always)]
    fn cross(&mut self, slab: &Slab) -> bool {
        if slab.length_squared < NO_AXIS {
            return true;
        }
        let length = slab.length_squared.sqrt();
        let reach = slab.reach + self.offset * length;
        let distance = slab.at.abs();
        let nearing = -slab.along * 1.0_f64.copysign(slab.at);
        let outside = distance - reach;
        let touching = outside >= -(TOUCH_SHARE * reach + TOUCH_M * length);
        if touching {
            if nearing <= self.creep * length || outside > nearing {
                return false;
            }
            let enter = larger(outside, 0.0) / nearing;
            if enter > self.enter {
                self.enter = enter;
                self.axis = reversed(slab.axis, slab.at < 0.0);
            }
        }
        let way = reach + distance.copysign(nearing);
        let exit = way / nearing.abs();
        self.exit = if exit < self.exit { exit } else { self.exit };
        self.enter < self.exit && self.enter <= self.until
    }
}

/// The slabs of a Minkowski difference. Slabs that separate many pairs come first.
pub(super) trait Slabs {
    /// Calls `see` with each slab until `see` returns `false`. Returns whether `see` returned `true` for all slabs.
    fn visit(&self, see: impl FnMut(&Slab) -> bool) -> bool;
}

/// Sweeps through `slabs`, each moved out by `offset`. A meeting after `until` does not count. `all` has all slabs of
/// the pair, for a body that starts within the offset.
#[inline(always)]
pub(super) fn sweep_slabs(
    slabs: &impl Slabs,
    all: &impl Slabs,
    motion: DVec3,
    [offset, until]: [f64; 2],
) -> Meeting {
    let mut passage = Passage::new(motion, offset, until);
    if !slabs.visit(|slab| passage.cross(slab)) {
        return Meeting::Apart;
    }
    if passage.enter < 0.0 {
        return within(all);
    }
    Meeting::Meets {
        time: passage.enter,
        normal: unit(passage.axis),
    }
}

#[inline(never)]
fn within(slabs: &impl Slabs) -> Meeting {
    let (gap, normal) = widest_gap(slabs);
    Meeting::Within { gap, normal }
}

/// Returns a share of the motion before which the body is surely outside some slab; `None` if it is outside some slab
/// during the whole motion.
#[inline(always)]
pub(super) fn earliest(slabs: &impl Slabs, motion: DVec3, offset: f64) -> Option<f64> {
    let mut passage = Passage::new(motion, offset, 1.0);
    let passes = slabs.visit(|slab| passage.cross(slab));
    passes.then_some(larger(passage.enter, 0.0))
}

/// Returns the gap between body and obstacle, without a motion, if they are within `offset` of each other.
#[inline(always)]
pub(super) fn rest_in_slabs(slabs: &impl Slabs, offset: f64) -> Meeting {
    // Along a unit axis, a gap of at least this separates body and obstacle. Gaps are compared as squares with the sign
    // of the gap.
    let apart = offset * (1.0 - TOUCH_SHARE) - TOUCH_M;
    let apart = apart * apart.abs();
    let mut best = Best::default();
    let is_within = slabs.visit(|slab| {
        let gap = slab.at.abs() - slab.reach;
        let beyond = gap + TOUCH_SHARE * slab.reach;
        if slab.length_squared >= NO_AXIS && beyond * beyond.abs() >= apart * slab.length_squared {
            return false;
        }
        best.see(slab, gap);
        true
    });
    if is_within {
        let (gap, normal) = best.found();
        Meeting::Within { gap, normal }
    } else {
        Meeting::Apart
    }
}

/// Returns the widest gap along any axis, and that axis as a unit vector. If several gaps are about equal, returns the
/// first. If no axis separates the two, the gap is below zero: minus the smallest depth of the overlap.
pub(super) fn widest_gap(slabs: &impl Slabs) -> (f64, DVec3) {
    let mut best = Best::default();
    slabs.visit(|slab| {
        best.see(slab, slab.at.abs() - slab.reach);
        true
    });
    best.found()
}

/// The slab with the widest gap so far. Gaps are compared as squares with the sign of the gap, so one square root at
/// the end is enough.
#[derive(Default)]
struct Best {
    slab: Option<Slab>,
    squared: f64,
    length_squared: f64,
}

impl Best {
    #[inline(always)]
    fn see(&mut self, slab: &Slab, gap: f64) {
        let squared = gap * gap.abs();
        let to_beat = self.squared * slab.length_squared;
        let better = squared * self.length_squared > to_beat + TOUCH_SHARE * to_beat.abs();
        if slab.length_squared >= NO_AXIS && (better || self.slab.is_none()) {
            (self.slab, self.squared, self.length_squared) =
                (Some(*slab), squared, slab.length_squared);
        }
    }

    fn found(&self) -> (f64, DVec3) {
        self.slab.map_or((0.0, DVec3::Y), |slab| {
            let gap = (slab.at.abs() - slab.reach) / slab.length_squared.sqrt();
            (gap, unit(slab.outward()))
        })
    }
}
