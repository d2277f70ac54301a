//! A straight way of a body, and the legs in which a long way is searched.

use glam::DVec3;

use super::hit::{Hit, ROUGH_SKINS};
use super::scene::Scene;
use crate::body::Body;
use crate::vector::smaller;

/// A straight way of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<'a> {
    pub(super) at: DVec3,
    pub(super) motion: DVec3,
    /// A piece counts if the whole motion leads into it by more than this along the contact normal, in metres.
    pub(super) min_speed: f64,
    pub(super) within: Within,
    /// The surfaces that the body slides along.
    pub(super) along: &'a [Hit],
    /// For a way down to the ground, the rule for surfaces that the whole skin lands on.
    pub(super) landing: Option<Landing>,
}

impl Way<'_> {
    /// Returns a way along no surface. Every obstacle on it counts.
    pub(super) fn free(at: DVec3, motion: DVec3) -> Self {
        Self {
            at,
            motion,
            min_speed: 0.0,
            within: Within::Counts,
            along: &[],
            landing: None,
        }
    }

    /// Returns a way down to ground.
    pub(super) fn to_ground(at: DVec3, down: f64, landing: Landing) -> Self {
        Self {
            landing: Some(landing),
            ..Self::free(at, DVec3::new(0.0, -down, 0.0))
        }
    }
}

/// A surface that the whole skin of a body lands on although the body's hard part would pass it: the edge of ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing {
    /// The y of the normal of the steepest ground.
    pub(super) min_up: f64,
    pub(super) edge: LandingEdge,
}

/// Which edges a body lands on.
#[derive(Clone, Copy, Debug)]
pub(super) enum LandingEdge {
    /// Edges of steps up to this height, in metres, except edges that touch the body's side at the start.
    UpTo(f64),
    /// Edges that the body leaves by this level motion, or is mostly over.
    Behind(DVec3),
}

/// Whether a sweep counts the obstacles that the body is inside at its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    Counts,
    LeftOut,
}

/// How far beyond the end of a way to search, in skins. A surface that the hard part meets there may meet the whole
/// skin before the end.
const AHEAD_SKINS: f64 = 8.0;

/// Returns [`AHEAD_SKINS`] as a share of a way of `length` metres.
pub(super) fn beyond(scene: &Scene<'_>, length: f64) -> f64 {
    if length > 0.0 {
        AHEAD_SKINS * scene.skin / length
    } else {
        0.0
    }
}

/// The length of a leg of a long way, in halves of the body's shortest extent.
const LEG_EXTENTS: f64 = 2.5;

/// Returns the length of a leg as a share of a way of `length` metres; 1 for a short way, which is a single leg.
pub(super) fn leg(body: &Body, length: f64) -> f64 {
    let leg = LEG_EXTENTS * body.half_extents().min_element();
    if length > 1.5 * leg {
        leg / length
    } else {
        1.0
    }
}

/// The distance in metres within which pieces count as met at the same time as the first piece.
pub(super) const SAME_TIME_M: f64 = 1.0e-6;

/// Returns how far around a sweep to gather pieces, in metres. For a way of one leg, this is how far the next sweeps
/// can reach after turning aside. For a way of several legs, it is only the range in which roughness is looked for,
/// because the next leg leaves the gathered region anyway.
pub(super) fn nearby(length: f64, scene: &Scene<'_>) -> f64 {
    if leg(&scene.body, length) < 1.0 {
        ROUGH_SKINS * scene.skin
    } else {
        smaller(length, scene.body.half_extents().min_element())
    }
}
