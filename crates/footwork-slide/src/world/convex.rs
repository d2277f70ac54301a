//! Convex solid meshes: whether a body is inside a solid, and the shortest way out.

use glam::DVec3;

use super::World;
use super::piece::{PartId, Piece, PieceKind};
use super::placed_mesh::{FacePlane, PlacedMesh};
use crate::body::Body;
use crate::bounds::Bounds;
use crate::frame::Frame;
use crate::mesh::Mesh;
use crate::obstacle_id::ObstacleId;
use crate::pose::Pose;

/// The maximum number of triangles of a solid for which the ways out along edges are also tried.
const MAX_EDGED: usize = 64;

/// A convex solid mesh in the coordinates of a frame.
pub(crate) struct Convex<'a> {
    part: PartId,
    mesh: &'a Mesh,
    placed: PlacedMesh,
}

/// A way for a body out of a convex solid.
pub(crate) struct WayOut {
    /// The face through which the body leaves.
    pub(crate) piece: Piece,
    /// The unit direction of the way out.
    pub(crate) normal: DVec3,
    /// The gap along `normal`, in metres; below zero inside.
    pub(crate) gap: f64,
}

impl World {
    /// Returns whether a point in a frame is within the bounds of an obstacle.
    pub(crate) fn may_contain(&self, frame: &Frame, id: ObstacleId, at: DVec3) -> bool {
        let at = frame.to_world(at);
        let place = Bounds { min: at, max: at };
        (self.obstacles.get(id)).is_some_and(|obstacle| obstacle.bounds.contains(&place))
    }

    /// Returns a part in a frame if it is a convex solid mesh; `None` otherwise. `pose` is another pose of the part's
    /// obstacle; `None` for its own pose.
    pub(crate) fn convex(
        &self,
        frame: &Frame,
        part: PartId,
        pose: Option<&Pose>,
    ) -> Option<Convex<'_>> {
        let obstacle = self.obstacles.get(part.obstacle)?;
        let (placed, mesh) = obstacle.mesh_at(part.index, pose)?;
        Some(Convex {
            part,
            mesh,
            placed: placed.seen_from(frame),
        })
    }
}

impl Convex<'_> {
    /// Returns the direction in which a body at a place leaves the solid soonest, with a face and the gap, which is
    /// negative inside. The direction is the normal of that face or, if the solid has few triangles, a direction that
    /// [`Self::leave_by_edges`] found. Returns `None` if the whole body is in front of a face. With `by_centre`,
    /// returns `None` if a point inside the body, such as its centre, is in front of a face.
    pub(crate) fn shortest_way_out(
        &self,
        body: &Body,
        at: DVec3,
        by_centre: bool,
    ) -> Option<WayOut> {
        let mut best: Option<(u32, f64)> = None;
        let inside = body.inside(at);
        let face = |number| self.placed.face(self.mesh, self.part, number);
        for number in self.mesh.triangles().ids() {
            let FacePlane { corner, normal } = self.placed.plane(self.mesh, number);
            let height = (at - corner).dot(normal);
            let gap = height - body.reach(-normal);
            let is_in_front = if by_centre {
                (inside - corner).dot(normal) >= 0.0
            } else {
                gap >= 0.0
            };
            if is_in_front {
                return None;
            }
            let is_better = best.is_none_or(|(other, most)| {
                gap > most || gap == most && face(number).0.is_before(&face(other).0)
            });
            if is_better {
                best = Some((number, gap));
            }
        }
        let (number, gap) = best?;
        let (piece, normal) = face(number);
        let mut best = WayOut { piece, normal, gap };
        if self.mesh.triangles().len() <= MAX_EDGED {
            self.leave_by_edges(body, at, &mut best);
        }
        Some(best)
    }

    /// Searches for a shorter way out: along an axis of the body, or at right angles to an edge of the solid and an
    /// edge of the body, as for any two convex solids.
    fn leave_by_edges(&self, body: &Body, at: DVec3, best: &mut WayOut) {
        let axes;
        let sides: &[DVec3] = match body {
            Body::Box { .. } => &DVec3::AXES,
            Body::Turned(turned) => {
                axes = turned.axes();
                &axes
            }
            Body::Round { half_axis, .. } if *half_axis > 0.0 => &[DVec3::Y],
            Body::Round { .. } => &[],
            Body::Cylinder { .. } => &[DVec3::Y],
            Body::Hull(hull) => &hull.edges,
        };
        let (nearest, by_face) = (best.piece, best.gap);
        let mut look = |piece: &Piece, axis: DVec3| {
            for direction in [axis, -axis] {
                let gap = self.gap_along(body, at, direction);
                let again = gap > by_face && gap == best.gap;
                if gap > best.gap || again && piece.is_before(&best.piece) {
                    *best = WayOut {
                        piece: *piece,
                        normal: direction,
                        gap,
                    };
                }
            }
        };
        match body {
            Body::Hull(hull) => (hull.normals.iter()).for_each(|side| look(&nearest, *side)),
            Body::Round { .. } => {}
            _ => sides.iter().for_each(|side| look(&nearest, *side)),
        }
        for number in self.mesh.triangles().ids() {
            let (piece, _) = self.placed.face(self.mesh, self.part, number);
            let PieceKind::Triangle { vertices, .. } = &piece.kind else {
                continue;
            };
            for corner in 0..3 {
                let edge = vertices[(corner + 1) % 3] - vertices[corner];
                let across = sides
                    .iter()
                    .filter_map(|side| edge.cross(*side).try_normalize());
                across.for_each(|axis| look(&piece, axis));
            }
        }
    }

    /// Returns the gap between the solid and a body at a place along a direction, in metres; negative if they overlap
    /// along it.
    pub(crate) fn gap_along(&self, body: &Body, at: DVec3, direction: DVec3) -> f64 {
        at.dot(direction) - body.reach(-direction) - self.placed.reach(self.mesh, direction)
    }
}
