//! The geometry near a body: pieces, and triangles that become pieces only if [`look`](crate::sweep::look) keeps them.

use footwork_base::SupportedLevel;
use glam::DVec3;

use super::piece::{PartId, Piece, PieceKind};
use super::{Query, World};
use crate::body::Body;
use crate::bounds::Bounds;
use crate::frame::Frame;
use crate::mesh::Mesh;
use crate::obstacle_id::ObstacleId;
use crate::sweep::Batches;

/// A receiver of the pieces that a query finds.
pub(crate) trait Finder {
    /// Takes a piece.
    fn piece(&mut self, piece: Piece);

    /// Takes all triangles of a mesh that are near `_near`, if this finder needs no pieces. Returns whether it took
    /// them. The mesh is not turned, but moved by `_offset`. `_near` is relative to the mesh's origin.
    fn mesh(&mut self, _part: PartId, _mesh: &Mesh, _near: &Bounds, _offset: DVec3) -> bool {
        false
    }

    /// Takes a convex solid mesh that may be near.
    fn solid(&mut self, _part: PartId) {}
}

impl<F: FnMut(Piece)> Finder for F {
    #[inline(always)]
    fn piece(&mut self, piece: Piece) {
        self(piece);
    }
}

/// A place in [`Gathered`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Piece(usize),
    /// The number of a lane, counted through all batches.
    Lane(usize),
}

/// The identity of a triangle in a batch.
#[derive(Clone, Copy, Debug)]
struct Lane {
    /// The index of the part, or [`PIECE`].
    part: u32,
    /// The number of the triangle in the mesh, or the index of the piece.
    number: u32,
}

/// The value of [`Lane::part`] for a triangle that is a piece.
const PIECE: u32 = u32::MAX;

/// The pieces around a body. For a round body, triangles are in batches, and most of them never become pieces.
#[derive(Debug)]
pub(crate) struct Gathered {
    pub(crate) pieces: Vec<Piece>,
    /// The indices of the pieces that no batch contains.
    pub(crate) others: Vec<u32>,
    pub(crate) batches: Batches,
    /// The SIMD level for batches.
    pub(crate) level: SupportedLevel,
    lanes: Vec<Lane>,
    /// The meshes whose triangles are in batches but not in `pieces`.
    parts: Vec<PartId>,
    in_batches: bool,
    /// The convex solid meshes, even those without a triangle near the body.
    pub(crate) solids: Vec<PartId>,
}

impl Gathered {
    pub(crate) fn with_capacity(pieces: usize) -> Self {
        Self {
            pieces: Vec::with_capacity(pieces),
            others: Vec::with_capacity(pieces),
            batches: Batches::with_capacity(2 * pieces),
            level: SupportedLevel::detect(),
            lanes: Vec::with_capacity(2 * pieces),
            parts: Vec::with_capacity(1),
            in_batches: false,
            solids: Vec::with_capacity(pieces),
        }
    }

    /// Gathers the results of a query for a body, and perhaps some more triangles. Replaces the last results.
    pub(crate) fn gather(&mut self, world: &World, body: &Body, query: &Query<'_>) {
        self.pieces.clear();
        self.others.clear();
        self.batches.clear();
        self.lanes.clear();
        self.parts.clear();
        self.solids.clear();
        self.in_batches = matches!(body, Body::Round { .. });
        world.find(query, self);
    }

    /// Returns the obstacle at a place.
    #[inline]
    pub(crate) fn obstacle(&self, place: Place) -> Option<ObstacleId> {
        match place {
            Place::Piece(at) => Some(self.pieces.get(at)?.obstacle),
            Place::Lane(at) => {
                let lane = self.lanes.get(at)?;
                match lane.part {
                    PIECE => Some(self.pieces.get(lane.number as usize)?.obstacle),
                    part => Some(self.parts.get(part as usize)?.obstacle),
                }
            }
        }
    }

    /// Returns the piece at a place. A piece that must be built is kept in `made`. `frame` is the frame of the query.
    #[inline]
    pub(crate) fn piece<'a>(
        &'a self,
        world: &World,
        frame: &Frame,
        place: Place,
        made: &'a mut Option<Piece>,
    ) -> Option<&'a Piece> {
        let lane = match place {
            Place::Piece(at) => return self.pieces.get(at),
            Place::Lane(at) => self.lanes.get(at)?,
        };
        match lane.part {
            PIECE => self.pieces.get(lane.number as usize),
            part => {
                let part = *self.parts.get(part as usize)?;
                *made = world.triangle(part, lane.number, frame.origin());
                made.as_ref()
            }
        }
    }
}

/// Returns an index in its stored type.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "there are fewer than 2^31 pieces around a body"
)]
pub(crate) fn number(index: usize) -> u32 {
    index as u32
}

impl Finder for Gathered {
    #[inline(always)]
    fn piece(&mut self, piece: Piece) {
        let index = number(self.pieces.len());
        match &piece.kind {
            PieceKind::Triangle { vertices, .. } if self.in_batches => {
                self.batches.push(vertices);
                self.lanes.push(Lane {
                    part: PIECE,
                    number: index,
                });
            }
            _ => self.others.push(index),
        }
        self.pieces.push(piece);
    }

    fn solid(&mut self, part: PartId) {
        self.solids.push(part);
    }

    fn mesh(&mut self, part: PartId, mesh: &Mesh, near: &Bounds, offset: DVec3) -> bool {
        let Self { lanes, parts, .. } = self;
        if self.in_batches {
            let known = lanes.len();
            parts.push(part);
            let part = number(parts.len() - 1);
            mesh.visit_leaves(near, |first, count| {
                lanes.extend((first..first + count).map(|number| Lane { part, number }));
            });
            let lanes = &self.lanes[known..];
            if mesh.is_terrain() {
                let vertices = |lane: &Lane| mesh.vertices(lane.number);
                (self.batches).extend(self.level, lanes, vertices, offset);
            } else {
                let triangles = mesh.triangles();
                let vertices = |lane: &Lane| triangles.vertices(lane.number);
                (self.batches).extend(self.level, lanes, vertices, offset);
            }
        }
        self.in_batches
    }
}
