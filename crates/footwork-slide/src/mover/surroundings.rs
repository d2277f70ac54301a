//! The pieces near a body, asked of the world once and swept against as often as a move needs.

use footwork_base::to_f32;
use glam::DVec3;

use super::hit::{Hit, ROUGH_SKINS, resting};
use super::scene::{Scene, Sighted};
use crate::body::Body;
use crate::bounds::Bounds;
use crate::obstacle_id::ObstacleId;
use crate::sweep::{Batch, Glance, Meeting, Outline, Sweep};
use crate::vector::{larger, lower, smaller, upper};
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
    /// The pieces again, four at a time, for a round body.
    batches: Vec<Batch>,
    /// The bounds whose pieces are there.
    covered: Option<Bounds>,
    /// An obstacle that does not count for now: the platform that carries, the wall that pushes.
    without: Option<ObstacleId>,
    /// The hits of `look`.
    near: Vec<Hit>,
    look: Option<Look>,
    /// The pieces that a sweep may meet.
    order: Vec<Turn>,
    /// What moved near the body in this step, each with its place in the order of moves.
    motions: Vec<(usize, ObstacleMotion)>,
}

/// The turn of a piece in a sweep, as one number: above the share of the way before which it is surely not met, as the
/// bits of an f32, which are in the order of the numbers, and below its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Turn(u64);

impl Turn {
    #[inline]
    fn new(earliest: f64, index: u32) -> Self {
        // Less than f32 rounds up.
        let earliest = to_f32(larger(earliest, 0.0) * (1.0 - 1.0e-6));
        Self(u64::from(earliest.to_bits()) << 32 | u64::from(index))
    }

    #[inline]
    fn earliest(self) -> f64 {
        f64::from(f32::from_bits((self.0 >> 32) as u32))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
    fn index(self) -> usize {
        self.0 as u32 as usize
    }
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
            batches: Vec::with_capacity(pieces.div_ceil(4)),
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

    /// Starts a move: forgets the pieces of another one, and gathers those that this one is likely to need, the ground as
    /// far below as given among them.
    pub(super) fn begin(&mut self, scene: &Scene<'_>, motion: DVec3, below: f64) {
        self.covered = None;
        self.without = None;
        self.look = None;
        let length = motion.length();
        let share = leg(&scene.body, length);
        let ahead = match share < 1.0 {
            true => motion * share,
            false => motion * (1.0 + beyond(scene, length)),
        };
        let mut needed = scene.swept(DVec3::ZERO, ahead, ROUGH_SKINS * scene.skin);
        needed.min.y -= below;
        self.cover(scene, needed, nearby(length, scene));
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
        self.batches.clear();
        if let Body::Round { .. } = scene.body {
            let fours = self.pieces.chunks(4);
            (self.batches).extend(fours.map(|four| Batch::new(four.iter().map(Piece::lane))));
        }
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
        hits.sort_unstable_by_key(Hit::id);
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
            until: 1.0,
        };
        let whole = Sweep {
            at,
            motion: way.motion,
            offset: scene.skin,
            until: 1.0,
        };
        self.cover(scene, needed, nearby(length, scene));
        let same_time = SAME_TIME_M / length;
        let is_round = matches!(scene.body, Body::Round { .. });
        let mut first = 1.0;
        self.sort_by_earliest(scene, way, [start, most], &needed);
        for turn in &self.order {
            // All others are met later than what was found.
            if turn.earliest() > first + same_time {
                break;
            }
            let index = turn.index();
            let mut sighted = Sighted {
                piece: &self.pieces[index],
                outline: &mut self.outlines[index],
            };
            let piece = sighted.piece;
            // The hard part of the skin meets nothing before the whole skin does, so what is too late for this is too late.
            // To a box the hard part alone is the cheaper question.
            let in_time = Sweep {
                until: smaller(first + same_time, most),
                ..whole
            };
            let entered = is_round.then(|| sighted.meet(&scene.body, &in_time, &needed));
            if entered == Some(Meeting::Apart) {
                continue;
            }
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
                let entered =
                    entered.unwrap_or_else(|| sighted.meet(&scene.body, &in_time, &needed));
                match entered {
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

    /// Lists the pieces that a way may meet between two shares of it, by the share before which it surely does not.
    fn sort_by_earliest(
        &mut self,
        scene: &Scene<'_>,
        way: &Way<'_>,
        [start, stop]: [f64; 2],
        needed: &Bounds,
    ) {
        match scene.body {
            Body::Box { .. } => self.list_by_bounds(scene, way, needed),
            Body::Round { .. } => {
                let (at, share) = (way.at + way.motion * start, stop - start);
                let offset = scene.skin + SAME_TIME_M;
                let glance = Glance::new(&scene.body, at, way.motion * share, offset);
                self.list_by_look(&glance, [start, share]);
            }
        }
        self.order.sort_unstable();
    }

    /// Lists the pieces that a box may meet, by the share of its way before which their bounds keep it apart from them.
    fn list_by_bounds(&mut self, scene: &Scene<'_>, way: &Way<'_>, needed: &Bounds) {
        let body = scene.swept(way.at, DVec3::ZERO, scene.skin + SAME_TIME_M);
        let moves = way.motion.cmpne(DVec3::ZERO);
        let per_way = DVec3::select(moves, way.motion.recip(), DVec3::ZERO);
        self.order.clear();
        for (index, piece) in (0_u32..).zip(&self.pieces) {
            if self.without == Some(piece.obstacle) || !piece.bounds.touch(needed) {
                continue;
            }
            let ahead = (piece.bounds.min - body.max) * per_way;
            let behind = (piece.bounds.max - body.min) * per_way;
            let [x, y, z] = lower(ahead, behind).to_array();
            let enter = larger(larger(x, y), z);
            let passes = DVec3::splat(enter).cmple(upper(ahead, behind)) | !moves;
            if passes.all() {
                self.order.push(Turn::new(enter, index));
            }
        }
    }

    /// Lists all pieces.
    fn list_all(&mut self) {
        self.order.clear();
        let all = (0_u32..).zip(&self.pieces);
        let counting = all.filter(|(_, piece)| self.without != Some(piece.obstacle));
        (self.order).extend(counting.map(|(index, _)| Turn::new(0.0, index)));
    }

    /// Lists the pieces that a first look does not keep from a round body on a part of a way, which starts at a share of it
    /// and is another share long.
    fn list_by_look(&mut self, glance: &Glance, [start, share]: [f64; 2]) {
        self.order.clear();
        for (first, batch) in (0_u32..).step_by(4).zip(&self.batches) {
            let seen = batch.look(glance);
            let mut lanes = seen.lanes;
            while lanes != 0 {
                let lane = lanes.trailing_zeros();
                lanes &= lanes - 1;
                let index = first + lane;
                if self.without.is_none()
                    || self.without != Some(self.pieces[index as usize].obstacle)
                {
                    let earliest = f64::from(seen.earliest[lane as usize]);
                    self.order.push(Turn::new(start + earliest * share, index));
                }
            }
        }
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
            until: 1.0,
        };
        match scene.body {
            Body::Box { .. } => self.list_all(),
            Body::Round { .. } => {
                let glance = Glance::new(&scene.body, at, DVec3::ZERO, distance);
                self.list_by_look(&glance, [0.0, 0.0]);
            }
        }
        self.near.clear();
        for turn in &self.order {
            let index = turn.index();
            let mut sighted = Sighted {
                piece: &self.pieces[index],
                outline: &mut self.outlines[index],
            };
            if let Meeting::Within { gap, normal } = sighted.meet(&scene.body, &rest, &needed) {
                let hit = resting(&mut sighted, scene, at, gap, normal);
                (self.near).extend(hit.filter(|hit| hit.counts(scene, hit.value)));
            }
        }
        // Sums over hits must not depend on the order in which they were found.
        self.near.sort_unstable_by(Hit::order);
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
            until: 1.0,
        };
        for piece in &self.pieces {
            if !piece.bounds.touch(&swept) {
                continue;
            }
            let (time, normal) = match piece.meet(&scene.body, &sweep, &mut None) {
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
            earlier.then_with(|| a.id().cmp(&b.id()))
        });
        first.copied()
    }
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

/// A way is searched in legs this many times as long as half the body's width.
const LEG_EXTENTS: f64 = 2.5;

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

/// Returns how much more than a sweep needs is gathered, because the sweeps after it turn aside: what they can reach. On
/// a long way it is what a look around needs, because the next leg leads out of what was gathered anyway.
fn nearby(length: f64, scene: &Scene<'_>) -> f64 {
    match leg(&scene.body, length) < 1.0 {
        true => ROUGH_SKINS * scene.skin,
        false => smaller(length, scene.body.half_extents().min_element()),
    }
}
