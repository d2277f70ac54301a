//! An obstacle, and what is worked out when it is moved.

use std::sync::Arc;

use super::gather::PlacedMesh;
use super::{Moved, ObstacleId};
use crate::bounds::Bounds;
use crate::filter::Label;
use crate::mesh::Mesh;
use crate::pose::Pose;
use crate::volume::{PlacedVolume, Volume};

/// What an obstacle is made of.
#[derive(Clone, Debug)]
pub enum Solid {
    /// Triangles, which obstacles may share.
    Mesh(Arc<Mesh>),
    /// A volume.
    Volume(Volume),
}

/// An obstacle with all that a question needs worked out.
#[derive(Clone, Debug)]
pub(super) struct Obstacle {
    pub(super) solid: Solid,
    pub(super) label: Label,
    pub(super) pose: Pose,
    /// When the step began.
    pub(super) pose_before: Pose,
    /// In this step.
    pub(super) has_moved: bool,
    pub(super) placed: Placed,
    /// In the world, in f64; never too small.
    pub(super) bounds: Bounds,
    /// When the step began.
    pub(super) bounds_before: Bounds,
}

/// A solid at its pose.
#[derive(Clone, Debug)]
pub(super) enum Placed {
    Mesh(PlacedMesh),
    Volume(PlacedVolume),
}

impl Obstacle {
    /// Where it was and is, for the obstacle's id.
    pub(super) fn as_moved(&self, obstacle: ObstacleId) -> Moved {
        Moved {
            obstacle,
            before: self.pose_before,
            now: self.pose,
        }
    }

    pub(super) fn new(solid: Solid, pose: Pose, label: Label) -> Self {
        let (placed, bounds) = place(&solid, &pose);
        Self {
            solid,
            label,
            pose,
            pose_before: pose,
            has_moved: false,
            placed,
            bounds,
            bounds_before: bounds,
        }
    }
}

#[inline]
pub(super) fn place(solid: &Solid, pose: &Pose) -> (Placed, Bounds) {
    match solid {
        Solid::Mesh(mesh) => {
            let placed = PlacedMesh::new(mesh, pose);
            let bounds = placed.bounds(mesh);
            (Placed::Mesh(placed), bounds)
        }
        Solid::Volume(volume) => {
            let placed = volume.placed(pose);
            let reach = placed.reach();
            let bounds = Bounds {
                min: placed.centre - reach,
                max: placed.centre + reach,
            };
            (Placed::Volume(placed), bounds)
        }
    }
}
