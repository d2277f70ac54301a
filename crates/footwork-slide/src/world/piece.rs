//! The results of a query: single triangles, and volumes.

use glam::DVec3;

use super::found::Nearby;
use crate::body::Body;
use crate::bounds::Bounds;
use crate::obstacle_id::ObstacleId;
use crate::sweep::{Meeting, Outline, Sweep, meet_seen_triangle, meet_triangle, meet_volume};
use crate::volume::RoundZonotope;

/// The id of a part: a part of a compound, or the only part of any other obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PartId {
    pub(crate) obstacle: ObstacleId,
    pub(crate) index: u32,
}

/// One triangle or one volume near a box, in a local frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) obstacle: ObstacleId,
    /// The part of a compound; 0 for any other obstacle.
    pub(crate) part: u32,
    /// For a mesh, the index of the triangle among those that the mesh was made from.
    pub(crate) triangle: Option<u32>,
    pub(crate) bounds: Bounds,
    pub(crate) kind: PieceKind,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum PieceKind {
    Triangle {
        vertices: [DVec3; 3],
        /// The number in the mesh.
        number: u32,
        /// The unit normal if the mesh has been moved from its own pose or the frame is turned. Otherwise `None`: few
        /// normals are needed, and [`World::face_normal`](super::World::face_normal) computes them.
        normal: Option<DVec3>,
        /// For a solid mesh: 1.0 if the normal points out of it, -1.0 if into it.
        outwards: Option<f64>,
    },
    Volume(RoundZonotope),
}

impl Piece {
    #[inline(always)]
    pub(super) fn from_volume(part: PartId, volume: RoundZonotope) -> Self {
        Self {
            obstacle: part.obstacle,
            part: part.index,
            triangle: None,
            bounds: volume.bounds(),
            kind: PieceKind::Volume(volume),
        }
    }

    /// Returns the part that this piece belongs to.
    pub(crate) fn part_id(&self) -> PartId {
        PartId {
            obstacle: self.obstacle,
            index: self.part,
        }
    }

    /// Returns whether this triangle's vertices sort before those of the other. Ids would not do, because they depend
    /// on the order in which triangles were added.
    pub(crate) fn is_before(&self, other: &Self) -> bool {
        let vertices = |piece: &Self| match &piece.kind {
            PieceKind::Triangle { vertices, .. } => vertices.map(|at| at.to_array()),
            PieceKind::Volume(_) => [[0.0; 3]; 3],
        };
        vertices(self) < vertices(other)
    }

    /// Returns the caller's ids of this piece.
    pub(crate) fn id(&self) -> Nearby {
        Nearby {
            obstacle: self.obstacle,
            part: self.part,
            triangle: self.triangle,
        }
    }

    /// Like [`Piece::meet`], for a piece that a round body may meet according to [`look`](crate::sweep::look).
    #[inline]
    pub(crate) fn meet_seen(
        &self,
        body: &Body,
        sweep: &Sweep,
        outline: &mut Option<Outline>,
    ) -> Meeting {
        match (&self.kind, body) {
            (PieceKind::Triangle { vertices, .. }, &Body::Round { half_axis, radius }) => {
                meet_seen_triangle([half_axis, radius], sweep, vertices)
            }
            _ => self.meet(body, sweep, outline),
        }
    }

    /// Sweeps a body against this piece. `outline` is a cache for further sweeps of the same body against this piece.
    /// It is `None` before the first sweep, and always for volumes.
    pub(crate) fn meet(
        &self,
        body: &Body,
        sweep: &Sweep,
        outline: &mut Option<Outline>,
    ) -> Meeting {
        match &self.kind {
            PieceKind::Triangle { vertices, .. } => {
                let outline = outline.get_or_insert_with(|| Outline::new(body, vertices));
                meet_triangle(body, sweep, outline, vertices)
            }
            PieceKind::Volume(volume) => {
                meet_volume(body, sweep.motion, &volume.moved(-sweep.at), sweep.offset)
            }
        }
    }
}
