//! The constants of one move: the world as the move sees it, and the rules.

use glam::DVec3;

use super::config::Speed;
use crate::body::Body;
use crate::bounds::Bounds;
use crate::filter::Filter;
use crate::frame::Frame;
use crate::project::HalfSpace;
use crate::sweep::{Meeting, Outline, Sweep};
use crate::vector::{lower, upper};
use crate::world::{Piece, Query, World};

/// The world as one move sees it. Everything is in `frame`: y is up there, and the origin is the body's position at the
/// start, so that a move is the same far from the world's origin.
#[derive(Clone)]
pub(super) struct Scene<'a> {
    pub(super) world: &'a World,
    pub(super) filter: &'a Filter<'a>,
    pub(super) frame: Frame,
    pub(super) body: Body,
    /// The distance kept at the end of the move.
    pub(super) skin: f64,
    /// The part of the skin that sweeps keep.
    pub(super) hard: f64,
    pub(super) step_secs: f64,
    /// The wanted move.
    pub(super) wanted: DVec3,
    /// Whether a box stands on a step as soon as its skin is over it: a box that climbs steps does.
    pub(super) stands_by_skin: bool,
}

/// If a box stands by its skin, ground under this share of the skin carries it.
const FOOTHOLD: f64 = 0.9999;

impl<'a> Scene<'a> {
    /// Returns the bounds of the body on the way from `at` along `motion`, grown by `margin`.
    pub(super) fn swept(&self, at: DVec3, motion: DVec3, margin: f64) -> Bounds {
        let half = self.body.half_extents();
        let way = Bounds {
            min: at + lower(motion, DVec3::ZERO) - half,
            max: at + upper(motion, DVec3::ZERO) + half,
        };
        way.grown(margin)
    }

    /// Returns by how much a box counts as wider on each horizontal side in the search for ground below it.
    pub(super) fn foothold(&self) -> f64 {
        if self.stands_by_skin {
            FOOTHOLD * self.skin
        } else {
            0.0
        }
    }

    /// Returns the part of the skin into which roughness may come.
    pub(super) fn soft(&self) -> f64 {
        self.skin - self.hard
    }

    /// Returns a query for the pieces that touch local bounds.
    pub(super) fn query(&self, near: &Bounds) -> Query<'a> {
        Query::within(&self.frame, near, self.filter)
    }
}

/// The rules of a move, other than the obstacles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) speed: Speed,
    /// The y of the normal of the steepest ground to stand on; `None` if every slope can be climbed.
    pub(super) min_up: Option<f64>,
    /// The highest step to climb; zero for none.
    pub(super) step_height: f64,
    /// How far below the body ground may be for the body to be put back on it; zero if it is never put back.
    pub(super) snap: f64,
    /// Whether the body walks equally fast on every slope.
    pub(super) constant_speed: bool,
    /// Whether the body stands.
    pub(super) stands: bool,
    /// Whether the body stands and wants to stay there.
    pub(super) is_idle: bool,
    /// How far the body may come out of the obstacles it is inside, in metres.
    pub(super) recovery: f64,
}

/// A surface at least this level, by the y of its normal, is ground if no slope limit is set.
const MIN_UP: f64 = 0.5;

impl Rules {
    /// Only sliding, for a body that does not walk but is carried or pushed.
    pub(super) const ALONG: Self = Self {
        speed: Speed::Projected,
        min_up: None,
        step_height: 0.0,
        snap: 0.0,
        constant_speed: false,
        stands: false,
        is_idle: false,
        recovery: f64::INFINITY,
    };

    /// Returns the y of the normal of the steepest ground.
    pub(super) fn ground_up(&self) -> f64 {
        self.min_up.unwrap_or(MIN_UP)
    }

    /// Returns whether a surface with this normal keeps the body from sliding down.
    pub(super) fn holds(&self, normal: DVec3) -> bool {
        if self.is_idle {
            normal.y >= self.ground_up()
        } else {
            self.min_up.is_some_and(|min_up| normal.y >= min_up)
        }
    }

    /// Returns the part of a move that making room for the skin must not undo. The fall of a standing body is left
    /// out: the body may be lifted off the ground.
    pub(super) fn own_way(&self, motion: DVec3) -> DVec3 {
        if self.stands && motion.y < 0.0 {
            DVec3::new(motion.x, 0.0, motion.z)
        } else {
            motion
        }
    }

    /// Returns whether a body that walks down steps is kept from sliding off the edge of the ground that it leaves.
    pub(super) fn holds_at_edge(&self, normal: DVec3, face: DVec3, wanted: DVec3) -> bool {
        let walks = self.step_height > 0.0 && !self.is_idle;
        let leaves = normal.x * wanted.x + normal.z * wanted.z > 0.0;
        // Smoothing may have turned the normal of an edge down to the normal of the side.
        let is_edge = |min_up: f64| normal.y >= 0.0 && face.y >= min_up;
        walks && leaves && self.min_up.is_some_and(is_edge)
    }

    /// Returns the upright wall that replaces a surface too steep for a walking body to stand on, so that the body
    /// cannot climb it. `offset` is along the surface's normal.
    pub(super) fn as_wall(&self, normal: DVec3, offset: f64) -> Option<HalfSpace> {
        let level = DVec3::new(normal.x, 0.0, normal.z);
        let length = level.length();
        let is_steep = self.min_up.is_some_and(|min_up| normal.y < min_up);
        (is_steep && normal.y > 0.0 && length > 1.0e-6).then(|| HalfSpace {
            normal: (level / length).to_array(),
            offset: offset / length,
        })
    }
}

/// A piece, and its [`Outline`] for the body, which is computed once a sweep comes near.
pub(super) struct Sighted<'a> {
    pub(super) piece: &'a Piece,
    pub(super) outline: &'a mut Option<Outline>,
}

impl Sighted<'_> {
    /// Sweeps a body against the piece, which a first look has found near; `swept` are the bounds of the sweep.
    pub(super) fn meet(&mut self, body: &Body, sweep: &Sweep, swept: &Bounds) -> Meeting {
        if self.piece.bounds.touch(swept) {
            self.piece.meet_seen(body, sweep, self.outline)
        } else {
            Meeting::Apart
        }
    }
}
