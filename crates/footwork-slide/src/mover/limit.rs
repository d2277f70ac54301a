//! The law of a move: how far it may displace a body.
//!
//! A move is at most as long as the sum of three lengths: the wanted move, the deepest missing skin before obstacles
//! moved, and the motion of the obstacles. In addition, a walking body may rise by the height of each climbed step, and
//! descend by the snap distance plus the soft part of the skin. A body outside of all obstacles, once they have moved,
//! stays outside. Each part of a move obeys this law separately. [`Limit::holds`] checks it once more at the end: if
//! the move broke the law, the body ends at [`Limit::fallback`].

use glam::DVec3;

use super::carry::Carried;
use super::scene::{Rules, Scene};
use super::walk::{STEP_SLACK_M, highest_climb};
use crate::vector::{larger, smaller};

/// The absolute part of the largest rounding error of a length, in metres.
const ROUNDING_M: f64 = 1.0e-9;
/// The relative part of the largest rounding error of a length.
const ROUNDING: f64 = 1.0e-12;

/// The depth, in metres, beyond which a body from outside counts as inside. A smaller depth is rounding error.
const ENTERED_M: f64 = 1.0e-6;

/// How many times the search for the allowed part of a way halves its range.
const HALVINGS: usize = 40;

/// The limit of a move's displacement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    carried: Carried,
    /// The largest displacement, apart from steps and descent, in metres.
    reach: f64,
    /// The largest rise by one step, in metres.
    step: f64,
    /// The largest rise by all steps that a move of this length can climb, in metres.
    climb: f64,
    /// The largest rise by the steps that the body climbed, in metres.
    up: f64,
    /// The largest descent in addition to `reach`, in metres.
    down: f64,
    /// Whether the carried body is inside no obstacle, and no contact filter can let it into one.
    is_outside: bool,
}

impl Limit {
    /// Returns the limit of a move. The two gaps are the body's distances to the nearest obstacle, negative inside:
    /// before obstacles moved, and after they carried the body.
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

    /// Returns the same limit for a move that climbed `steps` steps.
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

    /// Returns whether the displacement to `at` is within the law.
    fn reaches(&self, at: DVec3) -> bool {
        let reach = rounded(self.reach);
        self.own_way(at).length_squared() <= reach * reach
    }

    /// Returns the share of a walk that the law allows, if the whole walk ends at `at`. The share is less than 1 if the
    /// body rose by more than its steps, as when it rolls up an edge.
    pub(super) fn share(&self, at: DVec3) -> f64 {
        if self.reaches(at) {
            return 1.0;
        }
        let way = self.own_way(at);
        let level = DVec3::new(way.x, 0.0, way.z).length();
        let allowed = larger(self.reach * self.reach - way.y * way.y, 0.0).sqrt();
        if allowed > 0.0 && allowed < level {
            allowed / level
        } else {
            1.0
        }
    }

    /// Returns the longest part of `way` from `at` that the law allows.
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

    /// Returns whether the obstacles carried the body no farther than they moved.
    fn carries(&self) -> bool {
        self.carried.at.length() <= rounded(self.carried.moved)
    }

    /// Returns the end of a move that broke the law. This is the place to which obstacles carried the body; if that
    /// breaks the law too, it is the start of the move.
    pub(super) fn fallback(&self) -> DVec3 {
        if self.carries() {
            self.carried.at
        } else {
            DVec3::ZERO
        }
    }

    /// Returns whether a move may end at `at`, with the body `gap` metres from the nearest obstacle.
    pub(super) fn holds(&self, at: DVec3, gap: f64) -> bool {
        self.carries() && self.reaches(at) && !(self.is_outside && gap < -ENTERED_M)
    }
}

/// Returns an upper bound of a length with its rounding error.
fn rounded(length: f64) -> f64 {
    length * (1.0 + ROUNDING) + ROUNDING_M
}
