//! The law of a move: how far it may displace a body.
//!
//! A move is at most as long as the sum of the wanted move, the deepest missing skin before obstacles moved, and the motion
//! of the obstacles. A walking body may also rise by the height of each step that it climbs, and descend by the distance of
//! its snap to the ground and the soft part of its skin. A body outside of everything, once obstacles have moved, stays
//! outside. Each part of a move obeys this law separately, and [`Limit::holds`] checks it once at the end: a move that
//! broke the law is not made.

use glam::DVec3;

use super::carry::Carried;
use super::scene::{Rules, Scene};
use super::walk::{STEP_SLACK_M, highest_climb};
use crate::vector::{larger, smaller};

/// The metres by which rounding may take a displacement beyond the limit, in addition to [`ROUNDING`].
const ROUNDING_M: f64 = 1.0e-9;
/// The share of the limit by which rounding may take a displacement beyond it.
const ROUNDING: f64 = 1.0e-12;

/// The depth, in metres, beyond which a body from outside counts as inside: the rounding of the end of a way.
const ENTERED_M: f64 = 1.0e-6;

/// How many times the search for the allowed part of a way halves its range.
const HALVINGS: usize = 40;

/// The limit on where a move may end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    carried: Carried,
    /// How far the body may go.
    reach: f64,
    /// How far up the body may go by one step.
    step: f64,
    /// How far up the body may go by all steps that a move of this length can climb.
    climb: f64,
    /// How far up the body may go by the steps that it climbed.
    up: f64,
    /// How far down it may go in addition.
    down: f64,
    /// Whether the carried body is inside nothing, and no filter lets it into a one-sided obstacle.
    is_outside: bool,
}

impl Limit {
    /// Returns the limit of a move. The two gaps are the body's distances to the nearest obstacle, negative inside:
    /// before obstacles moved, and at the place to which they carried it.
    pub(super) fn new(
        scene: &Scene<'_>,
        rules: &Rules,
        carried: Carried,
        motion: DVec3,
        [before, after]: [f64; 2],
    ) -> Self {
        Self {
            carried,
            reach: motion.length() + larger(scene.skin - before, 0.0) + carried.moved,
            step: if rules.step_height > 0.0 {
                rules.step_height + STEP_SLACK_M
            } else {
                0.0
            },
            climb: highest_climb(rules, motion),
            up: 0.0,
            down: if rules.snap > 0.0 {
                rules.snap + scene.soft()
            } else {
                0.0
            },
            is_outside: after >= 0.0 && scene.filter.contact.is_none(),
        }
    }

    /// Returns the limit of a move that climbed some steps.
    pub(super) fn after(self, steps: u32) -> Self {
        Self {
            up: smaller(self.step * f64::from(steps), self.climb),
            ..self
        }
    }

    /// Returns a displacement without its rise by steps and its descent to the ground.
    fn own_way(&self, at: DVec3) -> DVec3 {
        let besides = larger(smaller(at.y, self.up), -self.down);
        DVec3::new(at.x, at.y - besides, at.z)
    }

    /// Returns whether a body at a place was displaced by no more than the law allows.
    fn reaches(&self, at: DVec3) -> bool {
        let reach = rounded(self.reach);
        self.own_way(at).length_squared() <= reach * reach
    }

    /// Returns the share of a walk that the law allows if the whole walk ends at a place: less than 1 if the body rose
    /// by more than its steps, as when it rolls up an edge.
    pub(super) fn share(&self, at: DVec3) -> f64 {
        if self.reaches(at) {
            return 1.0;
        }
        let way = self.own_way(at);
        let level = DVec3::new(way.x, 0.0, way.z).length();
        let allowed = larger(self.reach * self.reach - way.y * way.y, 0.0).sqrt();
        if allowed < level {
            allowed / level
        } else {
            1.0
        }
    }

    /// Returns as much of a way as the law allows.
    pub(super) fn shorten(&self, at: DVec3, way: DVec3) -> DVec3 {
        if self.reaches(at + way) {
            return way;
        }
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let share = 0.5 * (low + high);
            if self.reaches(at + way * share) {
                low = share
            } else {
                high = share
            }
        }
        way * low
    }

    /// Returns whether obstacles displaced the body by no more than they moved.
    fn carries(&self) -> bool {
        self.carried.at.length() <= rounded(self.carried.moved)
    }

    /// Returns where a move that broke the law ends: where the body was carried, or where it was.
    pub(super) fn fallback(&self) -> DVec3 {
        if self.carries() {
            self.carried.at
        } else {
            DVec3::ZERO
        }
    }

    /// Returns whether a move may end at a place where the body is `gap` from the nearest obstacle.
    pub(super) fn holds(&self, at: DVec3, gap: f64) -> bool {
        self.carries() && self.reaches(at) && !(self.is_outside && gap < -ENTERED_M)
    }
}

/// Returns a length plus the largest rounding error.
fn rounded(length: f64) -> f64 {
    length * (1.0 + ROUNDING) + ROUNDING_M
}
