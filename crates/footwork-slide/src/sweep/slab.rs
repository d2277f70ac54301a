//! The swept separating-axis test, as a point that moves through slabs.
//!
//! Two convex bodies meet exactly when their Minkowski difference contains the vector between their centres, and a
//! polytope is the intersection of the slabs along its face normals. So a sweep is a ray against slabs (S.
//! Gottschalk, M. Lin, D. Manocha, *OBBTree*, 1996; C. Ericson, *Real-Time Collision Detection*, 2005, chapters 5.3.3
//! and 5.5.8): the two meet when the ray enters the last slab, unless it has left another slab before. Axes need not be
//! unit vectors: all compared values are scaled by their length, the offset too.
//!
//! The tolerances let a body that rests against a surface slide along it. A body that rests within rounding of
//! the offset counts as outside, and a body that comes nearer by no more than rounding counts as moving along the
//! surface.

use glam::DVec3;

use super::meeting::Meeting;
use crate::vector::{larger, reversed, unit};

/// Coming nearer by less than this share of the motion is rounding: it counts as moving along.
pub(super) const CREEP: f64 = 1.0e-9;

/// A shorter distance, as a share of the sizes, counts as zero.
pub(super) const TOUCH_SHARE: f64 = 1.0e-9;

/// A shorter distance, in metres, counts as zero: far from the origin f64 positions are no finer.
pub(super) const TOUCH_M: f64 = 1.0e-10;

/// An axis with a smaller squared length separates nothing.
const NO_AXIS: f64 = 1.0e-100;

/// The Minkowski difference along one axis; all lengths are multiplied by the length of the axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slab {
    pub(super) axis: DVec3,
    pub(super) length_squared: f64,
    /// From the middle of the slab to the body's centre.
    pub(super) at: f64,
    /// From the middle of the slab to its sides, without the offset.
    pub(super) reach: f64,
    /// The motion along the axis.
    pub(super) along: f64,
}

impl Slab {
    /// Returns `axis` turned to the side of the slab where the body is, or against the motion if the body is in the
    /// very middle.
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
    /// Coming nearer along a unit axis by less is rounding.
    creep: f64,
    enter: f64,
    exit: f64,
    /// The axis of the slab entered last, turned to the side of the body.
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
            // Anything above 1: leaving after the motion is not leaving.
            exit: 2.0,
            axis: DVec3::ZERO,
        }
    }

    /// Adds an axis; returns `false` if the two cannot meet in time because of it.
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

/// The slabs of a Minkowski difference, those that separate most pairs first.
pub(super) trait Slabs {
    /// Calls `see` with each slab until it returns `false`; returns whether it never did.
    fn visit(&self, see: impl FnMut(&Slab) -> bool) -> bool;
}

/// Sweeps through `slabs`, each moved out by `offset`; a meeting after `until` does not count. `all` are all slabs of
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

/// Returns a time before which the body is surely outside some slab; `None` if it is outside at least one slab at every
/// time of the motion.
#[inline(always)]
pub(super) fn earliest(slabs: &impl Slabs, motion: DVec3, offset: f64) -> Option<f64> {
    let mut passage = Passage::new(motion, offset, 1.0);
    let passes = slabs.visit(|slab| passage.cross(slab));
    passes.then_some(larger(passage.enter, 0.0))
}

/// Sweeps without motion: returns the gap between the two if they are within `offset` of each other.
#[inline(always)]
pub(super) fn rest_in_slabs(slabs: &impl Slabs, offset: f64) -> Meeting {
    // Along a unit axis a gap of at least this separates the two. Squares that keep the sign are compared.
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

/// Returns the widest gap along any axis and that axis as a unit vector; among about equal gaps, the first. The gap is
/// below zero if no axis separates the two, and then minus the least depth of the overlap.
pub(super) fn widest_gap(slabs: &impl Slabs) -> (f64, DVec3) {
    let mut best = Best::default();
    slabs.visit(|slab| {
        best.see(slab, slab.at.abs() - slab.reach);
        true
    });
    best.found()
}

/// The slab with the widest gap so far. Gaps are compared by squares that keep the sign, which takes one square root,
/// at the end.
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
