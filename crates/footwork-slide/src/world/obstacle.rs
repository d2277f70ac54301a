//! An obstacle, with all data that follow from its pose.

use glam::DVec3;

use super::found::Query;
use super::gathered::Finder;
use super::obstacles::PlacedSolid;
use super::piece::{PartId, Piece};
use super::placed::{Placed, visit_elsewhere};
use super::placed_mesh::PlacedMesh;
use crate::bounds::Bounds;
use crate::compound::Solid;
use crate::filter::Label;
use crate::mesh::{Edge, Mesh};
use crate::obstacle_id::ObstacleId;
use crate::pose::Pose;
use crate::volume::RoundZonotope;

/// An obstacle that has moved since the step began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObstacleMotion {
    /// The obstacle.
    pub obstacle: ObstacleId,
    /// The pose when the step began, or when the obstacle was added.
    pub before: Pose,
    /// The current pose.
    pub now: Pose,
}

#[derive(Clone, Debug)]
pub(super) struct Obstacle {
    pub(super) solid: Solid,
    pub(super) label: Label,
    pub(super) pose: Pose,
    /// The pose when the step began.
    pub(super) pose_before: Pose,
    /// The obstacle's index in the order of first moves; `None` if it did not move in this step.
    pub(super) moved: Option<usize>,
    placed: Placed,
    /// The bounds in the world, which are never too small.
    pub(super) bounds: Bounds,
    /// The bounds when the step began.
    bounds_before: Bounds,
}

impl Obstacle {
    pub(super) fn new(solid: Solid, pose: Pose, label: Label) -> Self {
        let (placed, bounds) = Placed::new(&solid, &pose);
        Self {
            solid,
            label,
            pose,
            pose_before: pose,
            moved: None,
            placed,
            bounds,
            bounds_before: bounds,
        }
    }

    /// Returns the volume `part` in the world; `None` if that part is a mesh.
    pub(super) fn volume(&self, part: u32) -> Option<&RoundZonotope> {
        self.placed.volume(part)
    }

    /// Moves the obstacle. Returns whether this is its first move in this step. If so, `place` becomes its index in the
    /// order of first moves.
    #[inline]
    pub(super) fn move_to(&mut self, pose: Pose, place: usize) -> bool {
        let is_first = self.moved.is_none();
        if is_first {
            self.moved = Some(place);
            self.bounds_before = self.bounds;
        }
        self.pose = pose;
        self.bounds = self.placed.move_to(&self.solid, &pose);
        is_first
    }

    /// Puts the obstacle at a pose. If the obstacle moved in this step, `before` is its pose when the step began, and
    /// `place` is its index in the order of moves.
    pub(super) fn put(&mut self, pose: Pose, before: Option<Pose>, place: usize) {
        let from = before.unwrap_or(pose);
        if !from.has_bits_of(&self.pose) {
            self.bounds = self.placed.move_to(&self.solid, &from);
        }
        self.pose = from;
        self.pose_before = from;
        self.moved = None;
        if before.is_some() {
            self.move_to(pose, place);
        }
    }

    /// Returns bounds that contain the obstacle at its current pose and at its pose when the step began.
    #[inline]
    pub(super) fn way(&self) -> Bounds {
        match self.moved {
            Some(_) => self.bounds.join(&self.bounds_before),
            None => self.bounds,
        }
    }

    /// Returns the motion in this step. `obstacle` is the obstacle's id.
    pub(super) fn motion(&self, obstacle: ObstacleId) -> ObstacleMotion {
        ObstacleMotion {
            obstacle,
            before: self.pose_before,
            now: self.pose,
        }
    }

    /// Returns the obstacle as [`Obstacles`](crate::Obstacles) describes it. `id` is the obstacle's id.
    pub(super) fn as_placed(&self, id: ObstacleId) -> PlacedSolid<'_> {
        PlacedSolid {
            id,
            solid: &self.solid,
            pose: self.pose,
            before: self.moved.map(|_| self.pose_before),
            label: self.label,
        }
    }

    /// Calls `found` with the pieces that a query finds. `id` is the obstacle's id.
    #[inline(always)]
    pub(super) fn visit(&self, id: ObstacleId, query: &Query<'_>, found: &mut impl Finder) {
        self.placed.visit(&self.solid, whole(id), query, found);
    }

    /// Like [`Obstacle::visit`], but as if the obstacle were at `pose`.
    pub(super) fn visit_at(
        &self,
        pose: &Pose,
        id: ObstacleId,
        query: &Query<'_>,
        found: &mut impl Finder,
    ) {
        visit_elsewhere(&self.solid, pose, whole(id), query, found);
    }

    /// Returns a triangle of a mesh that is not turned, relative to `origin`; `None` if the part is a volume.
    #[inline]
    pub(super) fn triangle(&self, part: PartId, number: u32, origin: DVec3) -> Option<Piece> {
        self.placed.triangle(&self.solid, part, number, origin)
    }

    /// Returns the mesh `part` with the obstacle at `pose`, or at its own pose for `None`. Returns `None` for a volume.
    pub(super) fn mesh_at(&self, part: u32, pose: Option<&Pose>) -> Option<(PlacedMesh, &Mesh)> {
        self.placed.mesh_at(&self.solid, part, pose)
    }

    /// Returns the unit normal of a mesh's triangle by its winding, along the axes of the world; `None` for a volume.
    pub(super) fn face_normal(&self, part: u32, number: u32) -> Option<DVec3> {
        self.placed.face_normal(&self.solid, part, number)
    }

    /// Returns the neighbour across an edge of a mesh's triangle, along the axes of the world; [`Edge::Border`] for a
    /// volume.
    pub(super) fn edge(&self, part: u32, number: u32, edge: usize) -> Edge {
        self.placed.edge(&self.solid, part, number, edge)
    }
}

fn whole(obstacle: ObstacleId) -> PartId {
    PartId { obstacle, index: 0 }
}
