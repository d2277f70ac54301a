//! The pieces near a body. A move queries them once and sweeps against them many times.

mod moved;

use footwork_base::SupportedLevel;
use glam::DVec3;

use super::hit::{FOOTHOLD_UP, Hit, ROUGH_SKINS, resting};
use super::inside::lead_out;
use super::scene::{Scene, Sighted};
use super::turns::Turns;
use super::way::{Landing, LandingEdge, SAME_TIME_M, Way, Within, beyond, leg, nearby};
use crate::bounds::Bounds;
use crate::obstacle_id::ObstacleId;
use crate::sweep::{Meeting, Outline, Sweep};
use crate::vector::smaller;
use crate::world::{Gathered, ObstacleMotion, PartId, Piece, Place};

/// The pieces around a body, in the local frame of a move.
#[derive(Debug)]
pub(super) struct Surroundings {
    gathered: Gathered,
    /// The outline of each piece; `None` until a sweep comes near it.
    outlines: Vec<Option<Outline>>,
    /// The pieces in the order in which the next sweep tries them.
    turns: Turns,
    /// The bounds in which all pieces have been gathered.
    covered: Option<Bounds>,
    /// An obstacle that the queries skip at present, because it carries or pushes the body.
    without: Option<ObstacleId>,
    /// The hits found by the last query, `look`.
    near: Vec<Hit>,
    look: Option<Look>,
    /// The convex solids that contain the body at the place of the last query.
    inside: Vec<PartId>,
    /// The convex solids that contain the body at the start of its way.
    left: Vec<PartId>,
    /// The obstacles that moved near the body in this step, each with its index in the order of moves.
    motions: Vec<(usize, ObstacleMotion)>,
    /// The pieces of a moved obstacle, at its former pose.
    before: Vec<Piece>,
    /// The bounds in the world in which this move has searched for obstacles.
    searched: Bounds,
}

/// A query for the pieces within `distance` of a body at `at`.
#[derive(Clone, Copy, Debug)]
struct Look {
    at: DVec3,
    distance: f64,
}

impl Surroundings {
    pub(super) fn with_capacity(pieces: usize) -> Self {
        Self {
            gathered: Gathered::with_capacity(pieces),
            outlines: Vec::with_capacity(pieces),
            turns: Turns::with_capacity(pieces),
            covered: None,
            without: None,
            near: Vec::with_capacity(pieces),
            look: None,
            inside: Vec::with_capacity(pieces),
            left: Vec::with_capacity(pieces),
            motions: Vec::with_capacity(pieces),
            before: Vec::with_capacity(pieces),
            searched: Bounds::EMPTY,
        }
    }

    /// Sets the SIMD level of the pre-test.
    pub(super) fn set_level(&mut self, level: SupportedLevel) {
        self.gathered.level = level;
    }

    /// Finds the obstacles that moved through `around`, bounds in the world, in this step.
    pub(super) fn motions_through(&mut self, scene: &Scene<'_>, around: &Bounds) {
        self.searched = self.searched.join(around);
        scene.world.motions_through(around, &mut self.motions);
    }

    /// Returns one of the motions found last; `None` if there is none at this index.
    pub(super) fn motion(&self, place: usize) -> Option<ObstacleMotion> {
        self.motions.get(place).map(|(_, motion)| *motion)
    }

    /// Forgets the bounds in which obstacles have been searched.
    pub(super) fn begin_search(&mut self) {
        self.searched = Bounds::EMPTY;
    }

    /// Returns the bounds, in the world, in which obstacles have been searched since [`Self::begin_search`].
    pub(super) fn searched(&self) -> &Bounds {
        &self.searched
    }

    /// Starts a move. Forgets the pieces of the last move, and gathers the pieces that this move will probably need,
    /// including the ground down to `below`.
    pub(super) fn begin(&mut self, scene: &Scene<'_>, motion: DVec3, below: f64) {
        self.covered = None;
        self.without = None;
        self.look = None;
        let length = motion.length();
        let share = leg(&scene.body, length);
        let ahead = if share < 1.0 {
            motion * share
        } else {
            motion * (1.0 + beyond(scene, length))
        };
        let mut needed = scene.swept(DVec3::ZERO, ahead, ROUGH_SKINS * scene.skin);
        needed.min.y -= below;
        self.cover(scene, needed, nearby(length, scene));
    }

    /// Forgets the gathered pieces, because the filter changes.
    pub(super) fn forget(&mut self) {
        self.covered = None;
        self.look = None;
    }

    /// Forgets the pieces found around the body, because the skin changes.
    pub(super) fn look_again(&mut self) {
        self.look = None;
    }

    /// Sets the obstacle that the queries skip from now on; with `None`, they skip none.
    pub(super) fn leave_out(&mut self, obstacle: Option<ObstacleId>) {
        self.without = obstacle;
        self.look = None;
    }

    /// Gathers all pieces in the needed bounds, and `slack` metres around them for later sweeps.
    fn cover(&mut self, scene: &Scene<'_>, needed: Bounds, slack: f64) {
        if self
            .covered
            .is_some_and(|covered| covered.contains(&needed))
        {
            return;
        }
        let covered = needed.grown(slack);
        let query = scene.query(&covered);
        self.searched = self.searched.join(&query.near);
        self.gathered.gather(scene.world, &scene.body, &query);
        self.outlines.clear();
        self.outlines.resize(self.gathered.pieces.len(), None);
        self.covered = Some(covered);
    }

    /// Finds all pieces that a body meets first on a way. Returns the share of the way up to them; 1 if the body meets
    /// none.
    ///
    /// The body meets a piece when its whole skin touches the piece. This counts only if the hard part of the skin
    /// would touch the piece too, on the way or shortly beyond the end of the way. So surfaces that the body would pass
    /// within the soft part of its skin do not stop it. If a piece is roughness of a surface along which the body
    /// slides, only the hard part of the skin meets it.
    ///
    /// A long way is searched leg by leg, so the cost depends on the length of the way and not on all pieces around it.
    /// Each leg tests fewer pieces and otherwise makes the same sweeps, so the legs do not change the result.
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
            stop = if start + 1.5 * share < 1.0 {
                start + share
            } else {
                1.0
            };
            first = self.first_hits_on(scene, way, [start, stop], hits);
            if first <= stop && !hits.is_empty() {
                break;
            }
            start = stop;
        }
        let last = first + SAME_TIME_M / length;
        hits.retain(|hit| hit.value <= last);
        hits.sort_unstable_by(Hit::order);
        first
    }

    /// Finds the pieces met on a leg of a way, between two shares of the way, and perhaps a few pieces of the next leg.
    /// Returns the share up to the first piece, or 1.
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
        // Pieces that are met at the same time as pieces of this leg belong to this leg.
        let (most, margin) = if stop < 1.0 {
            (stop + SAME_TIME_M / length, scene.skin + 2.0 * SAME_TIME_M)
        } else {
            (1.0, scene.skin)
        };
        let begun = way.motion * start;
        let ended = if stop < 1.0 { way.motion * stop } else { ahead };
        let needed = scene.swept(at + begun, ended - begun, margin);
        let sweeps = Sweeps {
            scene,
            way,
            beyond,
            hard: Sweep::new(at, ahead, scene.hard),
            whole: Sweep::new(at, way.motion, scene.skin),
            needed,
        };
        self.cover(scene, needed, nearby(length, scene));
        let same_time = SAME_TIME_M / length;
        let mut first = 1.0;
        if start <= 0.0 && self.leave_solids(scene, way, hits) {
            first = 0.0;
        }
        let turns = (self.turns).along(scene, way, [start, most], &needed, &self.gathered);
        for turn in turns {
            // The body meets all remaining pieces later than the hits found so far.
            if turn.earliest() > first + same_time {
                break;
            }
            let place = turn.place();
            if self.without.is_some() && self.without == self.gathered.obstacle(place) {
                continue;
            }
            let (mut made, mut none) = (None, None);
            let Some(piece) = (self.gathered).piece(scene.world, &scene.frame, place, &mut made)
            else {
                continue;
            };
            if self.left.contains(&piece.part_id()) {
                continue;
            }
            let outline = match place {
                Place::Piece(index) => &mut self.outlines[index],
                Place::Lane(_) => &mut none,
            };
            let mut sighted = Sighted { piece, outline };
            let until = smaller(first + same_time, most);
            if let Some((hit, gap)) = sweeps.meet(&mut sighted, until)
                && hit.value <= most
                && hit.counts(scene, gap)
            {
                first = smaller(hit.value, first);
                hits.push(hit);
            }
        }
        first
    }

    /// Finds the convex solids that contain the body at the start of a way. The body leaves these solids without
    /// meeting their triangles from behind. If the way would lead deeper into a solid, the solid is a hit. Returns
    /// whether there are any hits.
    fn leave_solids(&mut self, scene: &Scene<'_>, way: &Way<'_>, hits: &mut Vec<Hit>) -> bool {
        self.left.clear();
        if self.gathered.solids.is_empty() {
            return false;
        }
        let is_known = self.look.is_some_and(|look| look.at == way.at);
        let may_be_inside = |solid: &PartId| {
            let convex = scene.world.convex(&scene.frame, *solid, None);
            convex.is_some_and(|convex| {
                (convex.shortest_way_out(&scene.body, way.at, false)).is_some()
            })
        };
        if !is_known && !self.gathered.solids.iter().any(may_be_inside) {
            return false;
        }
        self.look(scene, way.at, 0.0);
        self.left.extend_from_slice(&self.inside);
        let known = hits.len();
        if way.within == Within::Counts {
            let deeper = (self.near.iter()).filter(|hit| {
                self.left.iter().any(|solid| hit.is_of(*solid))
                    && hit.normal.dot(way.motion) < -way.min_speed
            });
            hits.extend(deeper.map(|hit| Hit { value: 0.0, ..*hit }));
        }
        hits.len() > known
    }

    /// Finds the pieces nearer than `distance` to a body at rest. A second call for the same place and the same or a
    /// smaller distance costs almost nothing.
    pub(super) fn near(
        &mut self,
        scene: &Scene<'_>,
        at: DVec3,
        distance: f64,
        hits: &mut Vec<Hit>,
    ) {
        self.look(scene, at, distance);
        hits.clear();
        // The hits are sorted by their distance. They are large, so they are copied together.
        let count = self.near.partition_point(|hit| hit.value < distance);
        hits.extend_from_slice(&self.near[..count]);
    }

    /// Returns the hits nearer than `distance` to a body at rest, and perhaps hits that are farther away.
    #[inline]
    pub(super) fn look(&mut self, scene: &Scene<'_>, at: DVec3, distance: f64) -> &[Hit] {
        let is_known = |look: Look| look.at == at && distance <= look.distance;
        if !self.look.is_some_and(is_known) {
            self.look_around(scene, at, distance);
            self.look = Some(Look { at, distance });
        }
        &self.near
    }

    fn look_around(&mut self, scene: &Scene<'_>, at: DVec3, distance: f64) {
        let needed = scene.swept(at, DVec3::ZERO, distance);
        self.cover(scene, needed, scene.skin);
        let rest = Sweep::new(at, DVec3::ZERO, distance);
        self.near.clear();
        for turn in (self.turns).around(scene, at, distance, &self.gathered) {
            let place = turn.place();
            if self.without.is_some() && self.without == self.gathered.obstacle(place) {
                continue;
            }
            let (mut made, mut none) = (None, None);
            let Some(piece) = (self.gathered).piece(scene.world, &scene.frame, place, &mut made)
            else {
                continue;
            };
            let outline = match place {
                Place::Piece(index) => &mut self.outlines[index],
                Place::Lane(_) => &mut none,
            };
            let mut sighted = Sighted { piece, outline };
            if let Meeting::Within { gap, normal } = sighted.meet(&scene.body, &rest, &needed) {
                let hit = resting(&mut sighted, scene, at, gap, normal);
                if let Some(hit) = &hit
                    && hit.counts(scene, hit.value)
                {
                    self.near.push(*hit);
                }
            }
        }
        self.inside.clear();
        for solid in &self.gathered.solids {
            if self.without != Some(solid.obstacle)
                && lead_out(scene, *solid, None, at, &mut self.near)
            {
                self.inside.push(*solid);
            }
        }
        // Sorted, because sums over the hits must not depend on the order in which they were found.
        self.near.sort_unstable_by(Hit::order);
    }
}

/// The two sweeps along a way: with the whole skin, and with its hard part, which continues beyond the end.
struct Sweeps<'a> {
    scene: &'a Scene<'a>,
    way: &'a Way<'a>,
    /// How much farther the sweep with the hard part goes than the way, as a share of the way.
    beyond: f64,
    hard: Sweep,
    whole: Sweep,
    needed: Bounds,
}

impl Sweeps<'_> {
    /// Returns the hit of a piece, if the body meets the piece by the time `until`. Also returns the gap at the start
    /// if the piece is then in the hard part of the skin; 0 otherwise.
    #[inline]
    fn meet(&self, sighted: &mut Sighted<'_>, until: f64) -> Option<(Hit, f64)> {
        let Self { scene, way, .. } = *self;
        // The hard part of the skin meets no piece before the whole skin does. So if the whole skin meets a piece too
        // late, the piece does not count. For a box, testing only the hard part is cheaper, unless the way has a
        // landing.
        let in_time = Sweep {
            until,
            ..self.whole
        };
        let asks_whole = way.landing.is_some() || scene.body.keeps_distance();
        let entered = asks_whole.then(|| sighted.meet(&scene.body, &in_time, &self.needed));
        if entered == Some(Meeting::Apart) {
            return None;
        }
        let mut gap_at_start = 0.0;
        let from = match entered {
            Some(Meeting::Meets { time, .. }) => time / (1.0 + self.beyond),
            _ => 0.0,
        };
        let hard = Sweep { from, ..self.hard };
        let (time, normal) = match sighted.meet(&scene.body, &hard, &self.needed) {
            Meeting::Apart => {
                return self.land(sighted, entered?, way.landing?);
            }
            Meeting::Meets { time, normal } => (time * (1.0 + self.beyond), normal),
            Meeting::Within { .. } if way.within == Within::LeftOut => return None,
            Meeting::Within { gap, normal } => {
                gap_at_start = gap;
                let hit = resting(sighted, scene, way.at, gap, normal)?;
                (0.0, hit.normal)
            }
        };
        let mut hit = Hit::new(sighted.piece, scene, normal, way.at, time);
        if hit.normal.dot(way.motion) >= -way.min_speed {
            return None;
        }
        let is_rough = (way.along.iter()).any(|other| hit.is_rough_beside(other, scene.skin));
        if !is_rough {
            // The piece is not roughness of a known surface, so the whole skin meets it.
            let entered =
                entered.unwrap_or_else(|| sighted.meet(&scene.body, &in_time, &self.needed));
            match entered {
                Meeting::Apart => return None,
                Meeting::Meets { time, normal } => {
                    hit = Hit::new(sighted.piece, scene, normal, way.at, time);
                }
                Meeting::Within { .. } => hit.value = 0.0,
            }
        }
        Some((hit, gap_at_start))
    }

    /// Returns the hit of a landing on the edge of a step: the whole skin touches the step, but the hard part would
    /// pass it.
    fn land(
        &self,
        sighted: &mut Sighted<'_>,
        entered: Meeting,
        landing: Landing,
    ) -> Option<(Hit, f64)> {
        let (scene, at) = (self.scene, self.way.at);
        let (hit, gap) = match entered {
            Meeting::Apart => return None,
            Meeting::Meets { time, normal } => {
                let hit = Hit::new(sighted.piece, scene, normal, at, time);
                (hit, 0.0)
            }
            Meeting::Within { gap, normal } => {
                let hit = resting(sighted, scene, at, gap, normal)?;
                (Hit { value: 0.0, ..hit }, gap)
            }
        };
        let is_into = hit.normal.dot(self.way.motion) < -self.way.min_speed;
        let landed = at + self.way.motion * hit.value;
        let lands = match landing.edge {
            LandingEdge::UpTo(highest) => {
                (hit.value > 0.0 || hit.normal.y > FOOTHOLD_UP)
                    && hit.height(scene, landed) <= highest
            }
            LandingEdge::Behind(level) => hit.normal.y > FOOTHOLD_UP || hit.normal.dot(level) > 0.0,
        };
        (is_into && lands && hit.carries(landing.min_up)).then_some((hit, gap))
    }
}
