//! What is near a body, asked of the world once and then swept against as often as a move needs.

use glam::DVec3;

use super::hit::{Hit, ROUGH_SKINS, resting};
use crate::body::Body;
use crate::bounds::{Bounds, lower, upper};
use crate::filter::Filter;
use crate::sweep::{Meeting, Outline};
use crate::world::{Moved, ObstacleId, Piece, World};

/// Who asks for what: all that stays the same in one move.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) world: &'a World,
    pub(super) filter: &'a Filter<'a>,
    /// Where the local frame is in the world.
    pub(super) origin: DVec3,
    pub(super) body: Body,
    /// The distance kept in the end, and that which a sweep keeps.
    pub(super) skin: f64,
    pub(super) hard: f64,
}

/// A way of a body, straight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<'a> {
    pub(super) at: DVec3,
    pub(super) motion: DVec3,
    /// A piece counts where the whole way leads into it by more than this along the normal.
    pub(super) least_speed: f64,
    pub(super) within: Within,
    /// The surfaces that it slides along.
    pub(super) along: &'a [Hit],
}

impl Way<'_> {
    /// A way along nothing, on which everything counts.
    pub(super) fn free(at: DVec3, motion: DVec3) -> Self {
        Self {
            at,
            motion,
            least_speed: 0.0,
            within: Within::Counts,
            along: &[],
        }
    }
}

/// Whether a sweep counts what the body is within at its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    Counts,
    LeftOut,
}

/// The pieces around a body, in the local frame of a move.
#[derive(Debug)]
pub(super) struct Surroundings {
    pieces: Vec<Piece>,
    /// Those that the body has of the pieces; of those that no sweep has come near yet, none.
    outlines: Vec<Option<Outline>>,
    covered: Option<Bounds>,
    /// An obstacle that does not count for now: the platform that carries, the wall that pushes.
    without: Option<ObstacleId>,
    /// What was near a place, within a distance, when it was last asked for.
    near: Vec<Hit>,
    near_what: Option<(DVec3, f64)>,
}

impl Surroundings {
    pub(super) fn with_capacity(pieces: usize) -> Self {
        Self {
            pieces: Vec::with_capacity(pieces),
            outlines: Vec::with_capacity(pieces),
            covered: None,
            without: None,
            near: Vec::with_capacity(pieces),
            near_what: None,
        }
    }

    /// Forgets what was gathered for another move, and gathers what this one is likely to need.
    pub(super) fn begin(&mut self, scene: &Scene<'_>, motion: DVec3) {
        self.covered = None;
        self.without = None;
        self.near_what = None;
        let length = motion.length();
        let ahead = motion * (1.0 + beyond(scene, length));
        let needed = swept(&scene.body, DVec3::ZERO, ahead, ROUGH_SKINS * scene.skin);
        self.cover(scene, needed, nearby(length, &scene.body));
    }

    /// From now on an obstacle does not count, or all do.
    pub(super) fn leave_out(&mut self, obstacle: Option<ObstacleId>) {
        self.without = obstacle;
        self.near_what = None;
    }

    /// Makes sure that all pieces are there which a sweep can touch, and a little more, as the next
    /// sweep will be near.
    fn cover(&mut self, scene: &Scene<'_>, needed: Bounds, slack: f64) {
        if self
            .covered
            .is_some_and(|covered| covered.contains(&needed))
        {
            return;
        }
        let covered = needed.grown(slack);
        let (min, max) = (scene.origin + covered.min, scene.origin + covered.max);
        scene
            .world
            .gather(min, max, scene.origin, scene.filter, &mut self.pieces);
        self.outlines.clear();
        self.outlines.resize(self.pieces.len(), None);
        self.covered = Some(covered);
    }

    /// The pieces that a body meets first on a way, all of them that it meets at that time; returns the
    /// share of the way by then, 1 where it meets none.
    ///
    /// It meets a piece where its skin touches it. The soft part of the skin gives way to what only comes
    /// into that, and to what is turned like a surface that it slides along: to roughness.
    pub(super) fn first_hits(
        &mut self,
        scene: &Scene<'_>,
        way: &Way<'_>,
        hits: &mut Vec<Hit>,
    ) -> f64 {
        hits.clear();
        let (at, length) = (way.at, way.motion.length());
        let beyond = beyond(scene, length);
        let ahead = way.motion * (1.0 + beyond);
        let needed = swept(&scene.body, at, ahead, scene.skin);
        self.cover(scene, needed, nearby(length, &scene.body));
        let mut first = 1.0;
        for (piece, outline) in counting(&self.pieces, &mut self.outlines, self.without) {
            let sighted = (piece, &mut *outline);
            let (time, normal) = match meet(sighted, scene, at, ahead, scene.hard, &needed) {
                Meeting::Apart => continue,
                Meeting::Meets { time, normal } => (time * (1.0 + beyond), normal),
                Meeting::Within { .. } if way.within == Within::LeftOut => continue,
                Meeting::Within { gap, normal } => {
                    match resting((piece, outline), scene, at, (gap, normal)) {
                        Some(hit) => (0.0, hit.normal),
                        None => continue,
                    }
                }
            };
            let mut hit = Hit::of((piece, scene.world), normal, at, time);
            if hit.normal.dot(way.motion) >= -way.least_speed {
                continue;
            }
            let is_rough = (way.along.iter()).any(|other| hit.is_rough_beside(other, scene.skin));
            if !is_rough {
                // Something new: it is met where the whole skin touches it.
                match meet((piece, outline), scene, at, way.motion, scene.skin, &needed) {
                    Meeting::Apart => continue,
                    Meeting::Meets { time, normal } => {
                        hit = Hit::of((piece, scene.world), normal, at, time)
                    }
                    Meeting::Within { .. } => hit.value = 0.0,
                }
            }
            if hit.value <= 1.0 {
                first = if hit.value < first { hit.value } else { first };
                hits.push(hit);
            }
        }
        let last = first + SAME_TIME_M / length;
        hits.retain(|hit| hit.value <= last);
        hits.sort_unstable_by_key(|hit| (hit.obstacle, hit.triangle));
        first
    }

    /// The pieces nearer than `distance` to a body at rest. Asking again for the same place or nearer
    /// costs nothing.
    pub(super) fn near(
        &mut self,
        scene: &Scene<'_>,
        at: DVec3,
        distance: f64,
        hits: &mut Vec<Hit>,
    ) {
        let is_known = |(place, reach): (DVec3, f64)| place == at && distance <= reach;
        if !self.near_what.is_some_and(is_known) {
            self.look_around(scene, at, distance);
            self.near_what = Some((at, distance));
        }
        hits.clear();
        hits.extend(self.near.iter().filter(|hit| hit.value < distance));
    }

    fn look_around(&mut self, scene: &Scene<'_>, at: DVec3, distance: f64) {
        let needed = swept(&scene.body, at, DVec3::ZERO, distance);
        self.cover(scene, needed, scene.skin);
        let Self {
            pieces,
            outlines,
            near,
            without,
            ..
        } = self;
        near.clear();
        for (piece, outline) in counting(pieces, outlines, *without) {
            let meeting = meet(
                (piece, &mut *outline),
                scene,
                at,
                DVec3::ZERO,
                distance,
                &needed,
            );
            if let Meeting::Within { gap, normal } = meeting {
                near.extend(resting((piece, outline), scene, at, (gap, normal)));
            }
        }
        // Sums over them must not depend on the order in which they were found.
        near.sort_unstable_by(Hit::order);
    }

    /// What of a moved obstacle first came against a body at rest, as if the body had moved against it:
    /// the share of its motion by then is the hit's value.
    pub(super) fn pushed_by(
        &mut self,
        scene: &Scene<'_>,
        moved: &Moved,
        at: DVec3,
        motion: DVec3,
        hits: &mut Vec<Hit>,
    ) -> Option<Hit> {
        // The world as it was, of this obstacle alone.
        let near = swept(&scene.body, at, -motion, 2.0 * scene.skin);
        let (min, max) = (scene.origin + near.min, scene.origin + near.max);
        self.covered = None;
        scene.world.gather_at(
            (moved.obstacle, &moved.before),
            (min, max, scene.origin),
            scene.filter,
            &mut self.pieces,
        );
        hits.clear();
        let swept = swept(&scene.body, at, -motion, scene.hard);
        for piece in &self.pieces {
            let sighted = (piece, &mut None);
            let (time, normal) = match meet(sighted, scene, at, -motion, scene.hard, &swept) {
                Meeting::Apart => continue,
                Meeting::Meets { time, normal } => (time, normal),
                Meeting::Within { normal, .. } => (0.0, normal),
            };
            let hit = Hit::of((piece, scene.world), normal, at, time);
            if hit.normal.dot(motion) > 0.0 {
                hits.push(hit);
            }
        }
        let first = hits.iter().min_by(|a, b| {
            let earlier = a.value.total_cmp(&b.value);
            earlier.then_with(|| a.triangle.cmp(&b.triangle))
        });
        first.copied()
    }
}

/// The pieces of all obstacles but one, each with its outline.
fn counting<'a>(
    pieces: &'a [Piece],
    outlines: &'a mut [Option<Outline>],
    without: Option<ObstacleId>,
) -> impl Iterator<Item = (&'a Piece, &'a mut Option<Outline>)> {
    let sighted = pieces.iter().zip(outlines);
    sighted.filter(move |(piece, _)| without != Some(piece.obstacle))
}

/// What a body covers on the way from `at` along `motion`, grown by `margin`.
pub(super) fn swept(body: &Body, at: DVec3, motion: DVec3, margin: f64) -> Bounds {
    let half = body.half_extents();
    let way = Bounds {
        min: at + lower(motion, DVec3::ZERO) - half,
        max: at + upper(motion, DVec3::ZERO) + half,
    };
    way.grown(margin)
}

/// What the hard part of the skin meets so many skins beyond the end of a way, the whole of it may meet
/// before.
const AHEAD_SKINS: f64 = 8.0;

/// [`AHEAD_SKINS`] as a share of a way.
fn beyond(scene: &Scene<'_>, length: f64) -> f64 {
    match length > 0.0 {
        true => AHEAD_SKINS * scene.skin / length,
        false => 0.0,
    }
}

/// Pieces met within this distance of the first one are met with it.
const SAME_TIME_M: f64 = 1.0e-6;

/// How much more than a sweep needs is gathered, as the sweeps after it turn aside: what they can reach,
/// unless the move is long beside the body.
fn nearby(length: f64, body: &Body) -> f64 {
    let half = body.half_extents().min_element();
    match length < half {
        true => length,
        false => half,
    }
}

pub(super) fn meet(
    (piece, outline): (&Piece, &mut Option<Outline>),
    scene: &Scene<'_>,
    at: DVec3,
    motion: DVec3,
    offset: f64,
    swept: &Bounds,
) -> Meeting {
    if !piece.bounds.touch(swept) {
        return Meeting::Apart;
    }
    piece.meet(&scene.body, at, motion, offset, outline)
}
