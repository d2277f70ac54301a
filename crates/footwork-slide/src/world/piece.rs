//! What a question finds: single triangles with what their edges border on, and volumes.

use glam::DVec3;

use super::{ObstacleId, World};
use crate::body::Body;
use crate::bounds::Bounds;
use crate::mesh::limited_normal;
use crate::sweep::{Meeting, Outline, sweep_triangle, sweep_volume};
use crate::volume::PlacedVolume;

/// One triangle or one volume near a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) obstacle: ObstacleId,
    /// Of a mesh, the index of the triangle among those the mesh was made from.
    pub(crate) triangle: Option<u32>,
    /// Around it, relative to the same origin.
    pub(crate) bounds: Bounds,
    pub(crate) kind: PieceKind,
}

impl Piece {
    pub(super) fn of_volume(obstacle: ObstacleId, volume: PlacedVolume) -> Self {
        let reach = volume.reach();
        Self {
            obstacle,
            triangle: None,
            bounds: Bounds {
                min: volume.centre - reach,
                max: volume.centre + reach,
            },
            kind: PieceKind::Volume(volume),
        }
    }

    /// How a body at a place, with a motion, meets this at a distance of `offset`. `outline` is that which the
    /// body has of this, none before the first time; volumes have none.
    pub(crate) fn meet(
        &self,
        body: &Body,
        at: DVec3,
        motion: DVec3,
        offset: f64,
        outline: &mut Option<Outline>,
    ) -> Meeting {
        match &self.kind {
            PieceKind::Triangle { vertices, .. } => {
                let outline = outline.get_or_insert_with(|| Outline::new(body, vertices));
                sweep_triangle(body, at, motion, (outline, vertices), offset)
            }
            PieceKind::Volume(volume) => sweep_volume(body, motion, &volume.moved(-at), offset),
        }
    }

    /// A contact normal, a unit vector from this to the body, turned to the nearest by which this can be met:
    /// see [`limited_normal`]. `centre` is the body's. A volume can be met by any normal. `world` is the one
    /// that this was found in.
    pub(crate) fn limited_normal(&self, world: &World, contact: DVec3, centre: DVec3) -> DVec3 {
        match &self.kind {
            PieceKind::Triangle {
                vertices,
                normal,
                record,
                ..
            } if contact.dot(*normal).abs() < BY_FACE => {
                let edge = |edge| world.edge(self.obstacle, *record, edge);
                limited_normal(contact, (vertices, *normal), edge, centre)
            }
            _ => contact,
        }
    }
}

/// A contact normal whose cosine to the face's is at least this is the face's.
const BY_FACE: f64 = 1.0 - 1.0e-14;

#[derive(Clone, Copy, Debug)]
pub(crate) enum PieceKind {
    Triangle {
        vertices: [DVec3; 3],
        /// Unit, by the winding: counter-clockwise seen from where it points.
        normal: DVec3,
        /// Where the mesh keeps it.
        record: u32,
        /// Of a solid mesh, 1.0 or -1.0: the normal points out of it or into it.
        outwards: Option<f64>,
    },
    Volume(PlacedVolume),
}
