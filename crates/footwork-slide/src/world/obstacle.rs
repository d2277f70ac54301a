//! An obstacle, with everything that follows from its pose.

use std::sync::Arc;

use glam::DVec3;

use super::found::Query;
use super::piece::{Piece, PieceKind};
use super::placed_mesh::PlacedMesh;
use crate::bounds::Bounds;
use crate::filter::Label;
use crate::mesh::{Edge, Mesh};
use crate::obstacle_id::ObstacleId;
use crate::pose::Pose;
use crate::volume::{RoundZonotope, Volume};

/// What an obstacle is made of.
#[derive(Clone, Debug)]
pub enum Solid {
    /// Triangles, which several obstacles may share.
    Mesh(Arc<Mesh>),
    /// A volume.
    Volume(Volume),
}

/// An obstacle that was moved since the step began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObstacleMotion {
    /// The obstacle.
    pub obstacle: ObstacleId,
    /// Where it was when the step began, or when it was added.
    pub before: Pose,
    /// Where it is.
    pub now: Pose,
}

#[derive(Clone, Debug)]
pub(super) struct Obstacle {
    pub(super) solid: Solid,
    pub(super) label: Label,
    pub(super) pose: Pose,
    /// The pose when the step began.
    pub(super) pose_before: Pose,
    /// If it was moved in this step, its place in the order of the first moves.
    pub(super) moved: Option<usize>,
    placed: Placed,
    /// In the world; never too small.
    pub(super) bounds: Bounds,
    /// The bounds when the step began.
    bounds_before: Bounds,
}

/// A solid at its pose.
#[derive(Clone, Debug)]
enum Placed {
    Mesh(PlacedMesh),
    Volume(RoundZonotope),
}

impl Placed {
    #[inline]
    fn new(solid: &Solid, pose: &Pose) -> (Self, Bounds) {
        match solid {
            Solid::Mesh(mesh) => {
                let placed = PlacedMesh::new(mesh, pose);
                let bounds = placed.bounds(mesh);
                (Self::Mesh(placed), bounds)
            }
            Solid::Volume(volume) => {
                let placed = volume.at(pose);
                (Self::Volume(placed), placed.bounds())
            }
        }
    }
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

    /// The obstacle in the world, if it is a volume.
    pub(super) fn volume(&self) -> Option<RoundZonotope> {
        match self.placed {
            Placed::Volume(volume) => Some(volume),
            Placed::Mesh(_) => None,
        }
    }

    /// Moves the obstacle; returns whether this is the first time in this step, and then it gets this place.
    #[inline]
    pub(super) fn move_to(&mut self, pose: Pose, place: usize) -> bool {
        let is_first = self.moved.is_none();
        if is_first {
            self.moved = Some(place);
            self.bounds_before = self.bounds;
        }
        self.pose = pose;
        (self.placed, self.bounds) = Placed::new(&self.solid, &pose);
        is_first
    }

    /// Returns bounds of where it is and where it was when the step began.
    #[inline]
    pub(super) fn way(&self) -> Bounds {
        match self.moved {
            Some(_) => self.bounds.join(&self.bounds_before),
            None => self.bounds,
        }
    }

    /// Returns the motion in this step, given the obstacle's id.
    pub(super) fn motion(&self, obstacle: ObstacleId) -> ObstacleMotion {
        ObstacleMotion {
            obstacle,
            before: self.pose_before,
            now: self.pose,
        }
    }

    /// Calls `found` with the pieces that a query finds, given the obstacle's id.
    #[inline]
    pub(super) fn visit(&self, id: ObstacleId, query: &Query<'_>, found: &mut impl FnMut(Piece)) {
        match (&self.placed, &self.solid) {
            (Placed::Volume(volume), _) => {
                found(Piece::from_volume(id, volume.moved(-query.origin)));
            }
            (Placed::Mesh(placed), Solid::Mesh(mesh)) => placed.visit(mesh, id, query, found),
            (Placed::Mesh(_), Solid::Volume(_)) => {}
        }
    }

    /// As [`Obstacle::visit`], as if the obstacle were at another pose.
    pub(super) fn visit_at(
        &self,
        pose: &Pose,
        id: ObstacleId,
        query: &Query<'_>,
        found: &mut impl FnMut(Piece),
    ) {
        match &self.solid {
            Solid::Volume(volume) => {
                found(Piece::from_volume(id, volume.at(pose).moved(-query.origin)));
            }
            Solid::Mesh(mesh) => {
                let placed = PlacedMesh::new(mesh, pose);
                placed.visit(mesh, id, query, &mut |mut piece| {
                    if let PieceKind::Triangle { number, normal, .. } = &mut piece.kind {
                        *normal = Some(placed.normal(mesh, *number));
                    }
                    found(piece);
                });
            }
        }
    }

    /// Returns the unit normal of a mesh's triangle by its winding, as the mesh is turned; `None` for a volume.
    pub(super) fn face_normal(&self, number: u32) -> Option<DVec3> {
        match (&self.placed, &self.solid) {
            (Placed::Mesh(placed), Solid::Mesh(mesh)) => Some(placed.normal(mesh, number)),
            _ => None,
        }
    }

    /// Returns what lies across an edge of a mesh's triangle, as the mesh is turned; a border for a volume.
    pub(super) fn edge(&self, number: u32, edge: usize) -> Edge {
        match (&self.placed, &self.solid) {
            (Placed::Mesh(placed), Solid::Mesh(mesh)) => placed.edge(mesh, number, edge),
            _ => Edge::Border,
        }
    }
}
