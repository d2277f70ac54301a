//! A point that moves through slabs: the swept separating-axis test, without the axes.
//!
//! Two convex bodies meet exactly when their Minkowski difference holds the point between their
//! centres; a polytope is where the slabs along its face normals overlap. So a sweep is a ray
//! against slabs (S. Gottschalk, M. Lin, D. Manocha, *OBBTree*, 1996; C. Ericson, *Real-Time
//! Collision Detection*, 2005, chapters 5.3.3 and 5.5.8). Axes need not be unit vectors: what is compared is
//! scaled by their length, the offset too.

use glam::DVec3;

use super::Meeting;
use super::vector::{larger, reversed, unit};

/// Below this share of the way, coming nearer is rounding and counts as moving along.
pub(super) const CREEP: f64 = 1.0e-9;

/// A distance that is none, as a share of the sizes.
pub(super) const TOUCH_SHARE: f64 = 1.0e-9;

/// A distance that is none, in metres: far from the origin, f64 positions are no finer.
pub(super) const TOUCH_M: f64 = 1.0e-10;

/// Axes with a smaller squared length separate nothing.
const NO_AXIS: f64 = 1.0e-100;

/// The Minkowski difference along one axis; all lengths are scaled by the axis's own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slab {
    pub(super) axis: DVec3,
    pub(super) length_squared: f64,
    /// From the middle of the slab to the body's centre.
    pub(super) at: f64,
    /// From the middle of the slab to its sides, the offset not in it.
    pub(super) reach: f64,
    /// The motion.
    pub(super) along: f64,
}

impl Slab {
    /// `axis` turned to the side of the slab where the body is; from its very middle, against the
    /// motion.
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

/// What is known of a sweep after some of its axes.
#[derive(Clone, Copy, Debug)]
struct Passage {
    offset: f64,
    /// Coming nearer along a unit axis by no more than this is none.
    creep: f64,
    enter: f64,
    exit: f64,
    /// By which it entered last, turned to the side it was on.
    axis: DVec3,
}

impl Passage {
    fn new(motion: DVec3, offset: f64) -> Self {
        let motion = motion.abs();
        Self {
            offset,
            creep: CREEP * (motion.x + motion.y + motion.z),
            enter: -1.0,
            // Whatever is more than 1: leaving after the motion is not leaving.
            exit: 2.0,
            axis: DVec3::ZERO,
        }
    }

    /// Takes in one more axis; `false` when it parts the two during the whole motion.
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
        self.enter < self.exit
    }
}

/// The slabs of a Minkowski difference. Those along which pairs are mostly apart come first.
pub(super) trait Slabs {
    /// Shows the slabs one by one, until it is told `false` and says so.
    fn visit(&self, see: impl FnMut(&Slab) -> bool) -> bool;
}

/// Sweeps through `slabs`, each moved out by `offset`; `all` may be more of them, which matter to a body that
/// is within the offset at the start.
#[inline(always)]
pub(super) fn sweep_slabs(
    slabs: &impl Slabs,
    all: &impl Slabs,
    motion: DVec3,
    offset: f64,
) -> Meeting {
    let mut passage = Passage::new(motion, offset);
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
    let (gap, normal) = least_penetration(slabs);
    Meeting::Within { gap, normal }
}

/// The time before which the body is certainly out of some slab, `None` when out of one for ever.
#[inline(always)]
pub(super) fn earliest(slabs: &impl Slabs, motion: DVec3, offset: f64) -> Option<f64> {
    let mut passage = Passage::new(motion, offset);
    let passes = slabs.visit(|slab| passage.cross(slab));
    passes.then_some(larger(passage.enter, 0.0))
}

/// A sweep without a motion: whether the two are within `offset`, and by how much.
#[inline(always)]
pub(super) fn rest_in_slabs(slabs: &impl Slabs, offset: f64) -> Meeting {
    // Of a unit axis: a gap of at least this parts the two. Compared by squares that keep the sign.
    let least = offset * (1.0 - TOUCH_SHARE) - TOUCH_M;
    let least = least * least.abs();
    let mut best = Best::default();
    let is_within = slabs.visit(|slab| {
        let gap = slab.at.abs() - slab.reach;
        let beyond = gap + TOUCH_SHARE * slab.reach;
        if slab.length_squared >= NO_AXIS && beyond * beyond.abs() >= least * slab.length_squared {
            return false;
        }
        best.see(slab, gap);
        true
    });
    match is_within {
        true => {
            let (gap, normal) = best.found();
            Meeting::Within { gap, normal }
        }
        false => Meeting::Apart,
    }
}

/// How far apart the two are along the axis that parts them best, and that axis. Negative when no
/// axis parts them; of about equal axes the first counts.
pub(super) fn least_penetration(slabs: &impl Slabs) -> (f64, DVec3) {
    let mut best = Best::default();
    slabs.visit(|slab| {
        best.see(slab, slab.at.abs() - slab.reach);
        true
    });
    best.found()
}

/// The slab that parts two best, so far. Gaps are compared by their squares, which keep the sign: one square
/// root, at the end.
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
