//! The pieces near a body, asked of the world once and swept against as often as a move needs.

use glam::DVec3;

use super::hit::{Hit, ROUGH_SKINS, resting};
use super::scene::{Scene, Sighted};
use crate::body::Body;
use crate::bounds::Bounds;
use crate::obstacle_id::ObstacleId;
use crate::sweep::{Meeting, Outline, Sweep};
use crate::vector::{larger, smaller};
use crate::world::{ObstacleMotion, Piece};

/// A straight way of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<'a> {
    pub(super) at: DVec3,
    pub(super) motion: DVec3,
    /// A piece counts if the whole way leads into it by more than this along the normal.
    pub(super) min_speed: f64,
    pub(super) within: Within,
    /// The surfaces that the body slides along.
    pub(super) along: &'a [Hit],
}

impl Way<'_> {
    /// A way along no surface, on which everything counts.
    pub(super) fn free(at: DVec3, motion: DVec3) -> Self {
        Self {
            at,
            motion,
            min_speed: 0.0,
            within: Within::Counts,
            along: &[],
        }
    }
}

/// Whether a sweep counts what the body starts within.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    Counts,
    LeftOut,
}

/// The pieces around a body, in the local frame of a move.
#[derive(Debug)]
pub(super) struct Surroundings {
    pieces: Vec<Piece>,
    /// The outline of each piece; `None` until a sweep comes near it.
    outlines: Vec<Option<Outline>>,
    /// The bounds whose pieces are there.
    covered: Option<Bounds>,
    /// An obstacle that does not count for now: the platform that carries, the wall that pushes.
    without: Option<ObstacleId>,
    /// The hits of `look`.
    near: Vec<Hit>,
    look: Option<Look>,
    /// The pieces that a sweep may meet, each with the earliest share of the way.
    order: Vec<(f64, usize)>,
    /// What moved near the body in this step, each with its place in the order of moves.
    motions: Vec<(usize, ObstacleMotion)>,
}

/// A look around: whatever is nearer than a distance to a body at a place.
#[derive(Clone, Copy, Debug)]
struct Look {
    at: DVec3,
    distance: f64,
}

impl Surroundings {
    pub(super) fn with_capacity(pieces: usize) -> Self {
        Self {
            pieces: Vec::with_capacity(pieces),
            outlines: Vec::with_capacity(pieces),
            covered: None,
            without: None,
            near: Vec::with_capacity(pieces),
            look: None,
            order: Vec::with_capacity(pieces),
            motions: Vec::with_capacity(pieces),
        }
    }

    /// Finds what moved through bounds in the world in this step.
    pub(super) fn motions_through(&mut self, scene: &Scene<'_>, around: &Bounds) {
        scene.world.motions_through(around, &mut self.motions);
    }

    /// Returns one of the motions that were found last, in the order of moves.
    pub(super) fn motion(&self, place: usize) -> Option<ObstacleMotion> {
        self.motions.get(place).map(|(_, motion)| *motion)
    }

    /// Starts a move: forgets the pieces of another one, and gathers those that this one is likely to need.
    pub(super) fn begin(&mut self, scene: &Scene<'_>, motion: DVec3) {
        self.covered = None;
        self.without = None;
        self.look = None;
        let length = motion.length();
        let share = leg(&scene.body, length);
        let ahead = match share < 1.0 {
            true => motion * share,
            false => motion * (1.0 + beyond(scene, length)),
        };
        let needed = scene.swept(DVec3::ZERO, ahead, ROUGH_SKINS * scene.skin);
        self.cover(scene, needed, nearby(length, &scene.body));
    }

    /// From here on an obstacle does not count, or all do.
    pub(super) fn leave_out(&mut self, obstacle: Option<ObstacleId>) {
        self.without = obstacle;
        self.look = None;
    }

    /// Gathers all pieces that a sweep can touch, and some more by `slack`, because the next sweep will be near.
    fn cover(&mut self, scene: &Scene<'_>, needed: Bounds, slack: f64) {
        if self
            .covered
            .is_some_and(|covered| covered.contains(&needed))
        {
            return;
        }
        let covered = needed.grown(slack);
        let query = scene.query(&covered);
        scene.world.gather(&query, &mut self.pieces);
        self.outlines.clear();
        self.outlines.resize(self.pieces.len(), None);
        self.covered = Some(covered);
    }

    /// Finds all pieces that a body meets first on a way, and returns the share of the way until then; 1 if it meets none.
    ///
    /// A piece is met when the whole skin touches it, but only if the hard part of the skin would touch it too, soon
    /// beyond the end of the way: what the body would pass within the soft part does not stop it. Roughness of a surface
    /// along which the body slides is met by the hard part alone.
    ///
    /// A long way is searched leg by leg, so that what it costs grows with its length and not with all that is around it.
    /// Each leg looks at fewer pieces and otherwise makes the same sweeps, so the legs do not show in the result.
    pub(super) fn first_hits(
        &mut self,
        scene: &Scene<'_>,
        way: &Way<'_>,
        hits: &mut Vec<Hit>,
    ) -> f64 {
        let length = way.motion.length();
        let share = leg(&scene.body, length);
        let mut first = 1.0;
        let (mut start, mut stop) = (0.0, 0.0);
        while stop < 1.0 {
            stop = match start + 1.5 * share < 1.0 {
                true => start + share,
                false => 1.0,
            };
            first = self.first_hits_on(scene, way, [start, stop], hits);
            if first <= stop && !hits.is_empty() {
                break;
            }
            start = stop;
        }
        let last = first + SAME_TIME_M / length;
        hits.retain(|hit| hit.value <= last);
        hits.sort_unstable_by_key(|hit| (hit.obstacle, hit.triangle));
        first
    }

    /// Finds the pieces met on a leg of a way, between two shares of it, and perhaps a few of the next leg; returns the share
    /// until the first of them, or 1.
    fn first_hits_on(
        &mut self,
        scene: &Scene<'_>,
        way: &Way<'_>,
        [start, stop]: [f64; 2],
        hits: &mut Vec<Hit>,
    ) -> f64 {
        hits.clear();
        let (at, length) = (way.at, way.motion.length());
        let beyond = beyond(scene, length);
        let ahead = way.motion * (1.0 + beyond);
        // Pieces that are met together with those of this leg belong to it.
        let (most, margin) = match stop < 1.0 {
            true => (stop + SAME_TIME_M / length, scene.skin + 2.0 * SAME_TIME_M),
            false => (1.0, scene.skin),
        };
        let begun = way.motion * start;
        let ended = match stop < 1.0 {
            true => way.motion * stop,
            false => ahead,
        };
        let needed = scene.swept(at + begun, ended - begun, margin);
        let hard = Sweep {
            at,
            motion: ahead,
            offset: scene.hard,
        };
        let whole = Sweep {
            at,
            motion: way.motion,
            offset: scene.skin,
        };
        self.cover(scene, needed, nearby(length, &scene.body));
        let same_time = SAME_TIME_M / length;
        let mut first = 1.0;
        self.sort_by_earliest(scene, way, &needed);
        for &(earliest, index) in &self.order {
            // All others are met later than what was found.
            if earliest > first + same_time {
                break;
            }
            let mut sighted = Sighted {
                piece: &self.pieces[index],
                outline: &mut self.outlines[index],
            };
            let piece = sighted.piece;
            let mut gap_at_start = 0.0;
            let (time, normal) = match sighted.meet(&scene.body, &hard, &needed) {
                Meeting::Apart => continue,
                Meeting::Meets { time, normal } => (time * (1.0 + beyond), normal),
                Meeting::Within { .. } if way.within == Within::LeftOut => continue,
                Meeting::Within { gap, normal } => {
                    gap_at_start = gap;
                    match resting(&mut sighted, scene, at, gap, normal) {
                        Some(hit) => (0.0, hit.normal),
                        None => continue,
                    }
                }
            };
            let mut hit = Hit::new(piece, scene, normal, at, time);
            if hit.normal.dot(way.motion) >= -way.min_speed {
                continue;
            }
            let is_rough = (way.along.iter()).any(|other| hit.is_rough_beside(other, scene.skin));
            if !is_rough {
                // Something new: the whole skin meets it.
                match sighted.meet(&scene.body, &whole, &needed) {
                    Meeting::Apart => continue,
                    Meeting::Meets { time, normal } => {
                        hit = Hit::new(piece, scene, normal, at, time);
                    }
                    Meeting::Within { .. } => hit.value = 0.0,
                }
            }
            if hit.value <= most && hit.counts(scene, gap_at_start) {
                first = smaller(hit.value, first);
                hits.push(hit);
            }
        }
        first
    }

    /// Sorts the pieces that a way may meet by the share of it before which their bounds keep the body apart from them.
    fn sort_by_earliest(&mut self, scene: &Scene<'_>, way: &Way<'_>, needed: &Bounds) {
        let body = scene.swept(way.at, DVec3::ZERO, scene.skin + SAME_TIME_M);
        let motion = way.motion.to_array();
        let earliest = |bounds: &Bounds| {
            let ahead = (bounds.min - body.max).to_array();
            let behind = (body.min - bounds.max).to_array();
            (0..3).fold(0.0, |latest, axis| match motion[axis] {
                part if part > 0.0 => larger(latest, ahead[axis] / part),
                part if part < 0.0 => larger(latest, behind[axis] / -part),
                _ => latest,
            })
        };
        self.order.clear();
        for (index, piece) in self.pieces.iter().enumerate() {
            if self.without != Some(piece.obstacle) && piece.bounds.touch(needed) {
                self.order.push((earliest(&piece.bounds), index));
            }
        }
        self.order
            .sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    }

    /// Finds the pieces nearer than `distance` to a body at rest. Asking again for the same place and no farther costs
    /// nothing.
    pub(super) fn near(
        &mut self,
        scene: &Scene<'_>,
        at: DVec3,
        distance: f64,
        hits: &mut Vec<Hit>,
    ) {
        let is_known = |look: Look| look.at == at && distance <= look.distance;
        if !self.look.is_some_and(is_known) {
            self.look_around(scene, at, distance);
            self.look = Some(Look { at, distance });
        }
        hits.clear();
        hits.extend(self.near.iter().filter(|hit| hit.value < distance));
    }

    fn look_around(&mut self, scene: &Scene<'_>, at: DVec3, distance: f64) {
        let needed = scene.swept(at, DVec3::ZERO, distance);
        self.cover(scene, needed, scene.skin);
        let rest = Sweep {
            at,
            motion: DVec3::ZERO,
            offset: distance,
        };
        let Self {
            pieces,
            outlines,
            near,
            without,
            ..
        } = self;
        near.clear();
        for mut sighted in sighted(pieces, outlines, *without) {
            if let Meeting::Within { gap, normal } = sighted.meet(&scene.body, &rest, &needed) {
                let hit = resting(&mut sighted, scene, at, gap, normal);
                near.extend(hit.filter(|hit| hit.counts(scene, hit.value)));
            }
        }
        // Sums over hits must not depend on the order in which they were found.
        near.sort_unstable_by(Hit::order);
    }

    /// Returns the first hit of a moved obstacle on a body at rest, by sweeping the body the opposite way against the
    /// obstacle where it was. The hit's value is the share of the obstacle's motion until then.
    pub(super) fn pushed_by(
        &mut self,
        scene: &Scene<'_>,
        moved: &ObstacleMotion,
        at: DVec3,
        motion: DVec3,
        hits: &mut Vec<Hit>,
    ) -> Option<Hit> {
        let query = scene.query(&scene.swept(at, -motion, 2.0 * scene.skin));
        self.covered = None;
        (scene.world).gather_at(moved.obstacle, &moved.before, &query, &mut self.pieces);
        hits.clear();
        let swept = scene.swept(at, -motion, scene.hard);
        let sweep = Sweep {
            at,
            motion: -motion,
            offset: scene.hard,
        };
        for piece in &self.pieces {
            let mut sighted = Sighted {
                piece,
                outline: &mut None,
            };
            let (time, normal) = match sighted.meet(&scene.body, &sweep, &swept) {
                Meeting::Apart => continue,
                Meeting::Meets { time, normal } => (time, normal),
                Meeting::Within { normal, .. } => (0.0, normal),
            };
            let hit = Hit::new(piece, scene, normal, at, time);
            if hit.normal.dot(motion) > 0.0 && hit.counts(scene, 0.0) {
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

/// Returns the pieces of all obstacles but one, each with its outline.
fn sighted<'a>(
    pieces: &'a [Piece],
    outlines: &'a mut [Option<Outline>],
    without: Option<ObstacleId>,
) -> impl Iterator<Item = Sighted<'a>> {
    let all = pieces.iter().zip(outlines);
    let counting = all.filter(move |(piece, _)| without != Some(piece.obstacle));
    counting.map(|(piece, outline)| Sighted { piece, outline })
}

/// What the hard part of the skin meets this many skins beyond the end of a way, the whole skin may meet before.
const AHEAD_SKINS: f64 = 8.0;

/// [`AHEAD_SKINS`] as a share of a way.
fn beyond(scene: &Scene<'_>, length: f64) -> f64 {
    match length > 0.0 {
        true => AHEAD_SKINS * scene.skin / length,
        false => 0.0,
    }
}

/// A way is searched in legs about this many times as long as the body is thin.
const LEG_EXTENTS: f64 = 4.0;

/// Returns the share of a way that is searched at once; 1 for a short way.
fn leg(body: &Body, length: f64) -> f64 {
    let leg = LEG_EXTENTS * body.half_extents().min_element();
    match length > 1.5 * leg {
        true => leg / length,
        false => 1.0,
    }
}

/// Pieces met within this distance of the first one are met together with it.
const SAME_TIME_M: f64 = 1.0e-6;

/// Returns how much more than a sweep needs is gathered, because the sweeps after it turn aside: what they can reach,
/// unless the move is long compared with the body.
fn nearby(length: f64, body: &Body) -> f64 {
    smaller(length, body.half_extents().min_element())
}
