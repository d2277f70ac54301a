//! The pieces that a sweep may meet, in the order in which the sweep tries them. Pieces that it may meet early come
//! first, so a hit on an early piece rules out most of the rest as too late.

use footwork_base::to_f32;
use glam::DVec3;

use super::scene::Scene;
use super::way::{SAME_TIME_M, Way, beyond};
use crate::body::Body;
use crate::bounds::Bounds;
use crate::sweep::{Glance, Inner, Row, look};
use crate::vector::{larger, lower, upper};
use crate::world::{Gathered, Place, number};

/// The turn of a piece in a sweep, as one number. The sweep surely does not meet the piece before a certain share of
/// the way. The high half has the bits of that share as an f32, which sort in the order of the shares. The low half has
/// the piece's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn(u64);

impl Turn {
    /// This bit is set if the piece is a triangle in a lane.
    const LANE: u32 = 1 << 31;

    #[inline]
    fn new(earliest: f64, place: u32) -> Self {
        // The share is reduced by more than the conversion to f32 may add.
        let earliest = to_f32(larger(earliest, 0.0) * (1.0 - 1.0e-6));
        Self(u64::from(earliest.to_bits()) << 32 | u64::from(place))
    }

    #[inline]
    pub(super) fn earliest(self) -> f64 {
        f64::from(f32::from_bits((self.0 >> 32) as u32))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
    pub(super) fn place(self) -> Place {
        let place = self.0 as u32;
        match place & Self::LANE {
            0 => Place::Piece(place as usize),
            _ => Place::Lane((place & !Self::LANE) as usize),
        }
    }
}

/// A list of turns: for all pieces around a body, or for the pieces that a way may meet.
#[derive(Debug)]
pub(super) struct Turns {
    turns: Vec<Turn>,
    /// Scratch memory for [`look`].
    rows: Vec<Row>,
}

impl Turns {
    pub(super) fn with_capacity(pieces: usize) -> Self {
        Self {
            turns: Vec::with_capacity(pieces),
            rows: Vec::with_capacity(pieces.div_ceil(4)),
        }
    }

    /// Lists the pieces that the body may meet on a leg between two shares of a way. `needed` are the bounds of the
    /// leg.
    pub(super) fn along(
        &mut self,
        scene: &Scene<'_>,
        way: &Way<'_>,
        [start, stop]: [f64; 2],
        needed: &Bounds,
        gathered: &Gathered,
    ) -> &[Turn] {
        self.turns.clear();
        if !gathered.others.is_empty() {
            self.add_by_bounds(scene, way, needed, gathered);
        }
        if let (&Body::Round { half_axis, radius }, false) =
            (&scene.body, gathered.batches.is_empty())
        {
            let (at, share) = (way.at + way.motion * start, stop - start);
            let beyond = beyond(scene, way.motion.length());
            // A surface does not count as met if the hard part of the skin meets it only after the end of the sweep
            // beyond the way.
            let inner = Inner {
                offset: scene.hard,
                last: (1.0 + beyond - start) / share,
            };
            let inner = way.landing.is_none().then_some(inner);
            let offset = scene.skin + SAME_TIME_M;
            let part = way.motion * share;
            let glance = Glance::new([half_axis, radius], at, part, offset, inner);
            self.add_by_look(gathered, &glance, [start, share]);
        }
        self.turns.sort_unstable();
        &self.turns
    }

    /// Lists the pieces that may be within `distance` metres of a body at rest.
    pub(super) fn around(
        &mut self,
        scene: &Scene<'_>,
        at: DVec3,
        distance: f64,
        gathered: &Gathered,
    ) -> &[Turn] {
        let others = gathered.others.iter().map(|index| Turn::new(0.0, *index));
        self.turns.clear();
        self.turns.extend(others);
        if let (&Body::Round { half_axis, radius }, false) =
            (&scene.body, gathered.batches.is_empty())
        {
            let glance = Glance::new([half_axis, radius], at, DVec3::ZERO, distance, None);
            self.add_by_look(gathered, &glance, [0.0, 0.0]);
        }
        &self.turns
    }

    /// Adds the pieces that the body may meet, each with the share of the way before which the bounds of the piece keep
    /// the body apart from it.
    fn add_by_bounds(
        &mut self,
        scene: &Scene<'_>,
        way: &Way<'_>,
        needed: &Bounds,
        gathered: &Gathered,
    ) {
        let body = scene.swept(way.at, DVec3::ZERO, scene.skin + SAME_TIME_M);
        let moves = way.motion.cmpne(DVec3::ZERO);
        let per_way = DVec3::select(moves, way.motion.recip(), DVec3::ZERO);
        for &index in &gathered.others {
            let bounds = &gathered.pieces[index as usize].bounds;
            if !bounds.touch(needed) {
                continue;
            }
            let ahead = (bounds.min - body.max) * per_way;
            let behind = (bounds.max - body.min) * per_way;
            let [x, y, z] = lower(ahead, behind).to_array();
            let enter = larger(larger(x, y), z);
            let passes = DVec3::splat(enter).cmple(upper(ahead, behind)) | !moves;
            if passes.all() {
                self.turns.push(Turn::new(enter, index));
            }
        }
    }

    /// Adds the triangles that [`look`] cannot rule out for a round body on a part of a way. `start` and `share` are
    /// the start and the length of the part, as shares of the way.
    fn add_by_look(&mut self, gathered: &Gathered, glance: &Glance, [start, share]: [f64; 2]) {
        let Self { turns, rows } = self;
        look(
            gathered.level,
            &gathered.batches,
            glance,
            rows,
            |lane, earliest| {
                let earliest = start + f64::from(earliest) * share;
                turns.push(Turn::new(earliest, number(lane) | Turn::LANE));
            },
        );
    }
}
