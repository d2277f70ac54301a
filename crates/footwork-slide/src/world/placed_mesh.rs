//! A mesh at a pose, and the triangles of the mesh near a box.

use glam::{DMat3, DVec3};

use super::found::Query;
use super::gathered::Finder;
use super::piece::{PartId, Piece, PieceKind};
use crate::bounds::Bounds;
use crate::frame::Frame;
use crate::mesh::{Edge, Mesh};
use crate::pose::Pose;
use crate::vector::larger;

/// A multiple of the relative rounding error of converting bounds between the world and a mesh.
const ROUNDING: f64 = 32.0 * f64::EPSILON;

/// The pose of a mesh as a rotation and an origin.
#[derive(Clone, Debug)]
pub(super) struct PlacedMesh {
    turn: Option<DMat3>,
    /// The mesh's origin in the world.
    origin: DVec3,
}

/// The plane of a triangle.
pub(super) struct FacePlane {
    pub(super) corner: DVec3,
    pub(super) normal: DVec3,
}

impl PlacedMesh {
    pub(super) fn new(mesh: &Mesh, pose: &Pose) -> Self {
        let turn = pose.turn();
        let origin = turn.map_or(mesh.origin(), |turn| turn * mesh.origin());
        Self {
            turn,
            origin: pose.place() + origin,
        }
    }

    /// Returns bounds in the world that contain the mesh, including rounding errors.
    pub(super) fn bounds(&self, mesh: &Mesh) -> Bounds {
        let bounds = mesh.bounds();
        if bounds.min.x > bounds.max.x {
            return Bounds {
                min: self.origin,
                max: self.origin,
            };
        }
        let turned = match &self.turn {
            None => *bounds,
            Some(turn) => bounds.turned(turn),
        };
        let placed = turned.moved(self.origin);
        placed.grown((placed.max_coordinate() + bounds.max_coordinate()) * ROUNDING)
    }

    /// Returns bounds in the mesh's space, relative to its origin, that contain `near`, including rounding errors.
    #[inline]
    fn local(&self, near: &Bounds) -> Bounds {
        let rounding = (near.max_coordinate() + self.origin.abs().max_element()) * ROUNDING;
        let moved = near.moved(-self.origin);
        let turned = match &self.turn {
            None => moved,
            Some(turn) => moved.turned(&turn.transpose()),
        };
        turned.grown(rounding)
    }

    /// Calls `found` with every triangle that a query finds; `part` identifies the mesh.
    pub(super) fn visit(
        &self,
        mesh: &Mesh,
        part: PartId,
        query: &Query<'_>,
        found: &mut impl Finder,
    ) {
        if mesh.is_convex() {
            found.solid(part);
        }
        match &query.turned {
            None => self.visit_upright(mesh, part, &query.near, query.frame.origin(), found),
            Some(near) => {
                let seen = self.seen_from(&query.frame);
                seen.visit_with_normals(mesh, part, near, DVec3::ZERO, found);
            }
        }
    }

    /// Like [`Self::visit`], for a mesh at another pose than its obstacle's; each triangle has its normal.
    pub(super) fn visit_elsewhere(
        &self,
        mesh: &Mesh,
        part: PartId,
        query: &Query<'_>,
        found: &mut impl Finder,
    ) {
        match &query.turned {
            None => self.visit_with_normals(mesh, part, &query.near, query.frame.origin(), found),
            Some(_) => self.visit(mesh, part, query, found),
        }
    }

    /// Returns the mesh in the coordinates of a frame.
    pub(super) fn seen_from(&self, frame: &Frame) -> Self {
        Self {
            turn: frame.turn_to_local(self.turn),
            origin: frame.vector_to_local(self.origin - frame.origin()),
        }
    }

    fn visit_with_normals(
        &self,
        mesh: &Mesh,
        part: PartId,
        near: &Bounds,
        origin: DVec3,
        found: &mut impl Finder,
    ) {
        self.visit_upright(mesh, part, near, origin, &mut |mut piece: Piece| {
            if let PieceKind::Triangle { number, normal, .. } = &mut piece.kind {
                *normal = Some(self.normal(mesh, *number));
            }
            found.piece(piece);
        });
    }

    /// Calls `found` with every triangle whose bounds touch `near`, relative to `origin`.
    fn visit_upright(
        &self,
        mesh: &Mesh,
        part: PartId,
        near: &Bounds,
        origin: DVec3,
        found: &mut impl Finder,
    ) {
        let local = self.local(near);
        let near = near.moved(-origin);
        let offset = self.origin - origin;
        if self.turn.is_none() && found.mesh(part, mesh, &local, offset) {
            return;
        }
        let mut see = |number: u32, vertices: [DVec3; 3]| {
            let bounds = Bounds::around(&vertices);
            if bounds.touch(&near) {
                found.piece(piece(mesh, part, number, vertices));
            }
        };
        match self.turn {
            None => mesh.visit(&local, |number| {
                let vertices = mesh.vertices(number);
                see(number, vertices.map(|vertex| offset + vertex));
            }),
            Some(turn) => mesh.visit(&local, |number| {
                let vertices = mesh.vertices(number);
                if Bounds::around(&vertices).touch(&local) {
                    see(number, vertices.map(|vertex| offset + turn * vertex));
                }
            }),
        }
    }

    /// Returns a triangle of a mesh that is not turned, relative to `origin`.
    #[inline]
    pub(super) fn triangle(&self, mesh: &Mesh, part: PartId, number: u32, origin: DVec3) -> Piece {
        let offset = self.origin - origin;
        let vertices = mesh.vertices(number);
        piece(mesh, part, number, vertices.map(|vertex| offset + vertex))
    }

    /// Returns the unit normal of a triangle by its winding, along the axes of the world.
    pub(super) fn normal(&self, mesh: &Mesh, number: u32) -> DVec3 {
        let normal = mesh.normal(number);
        self.turn.map_or(normal, |turn| turn * normal)
    }

    /// Returns a triangle and its normal, of a mesh returned by [`Self::seen_from`].
    pub(super) fn face(&self, mesh: &Mesh, part: PartId, number: u32) -> (Piece, DVec3) {
        let vertices = mesh.vertices(number);
        let vertices = vertices.map(|vertex| self.place(vertex));
        (
            piece(mesh, part, number, vertices),
            self.normal(mesh, number),
        )
    }

    /// Returns the plane of a triangle, of a mesh returned by [`Self::seen_from`].
    #[inline]
    pub(super) fn plane(&self, mesh: &Mesh, number: u32) -> FacePlane {
        let [corner, ..] = mesh.vertices(number);
        FacePlane {
            corner: self.place(corner),
            normal: self.normal(mesh, number),
        }
    }

    /// Returns how far a mesh reaches along a direction from the origin.
    pub(super) fn reach(&self, mesh: &Mesh, direction: DVec3) -> f64 {
        let vertices = mesh.triangles().all_vertices().iter();
        vertices.fold(f64::NEG_INFINITY, |reach, vertex| {
            larger(self.place(*vertex).dot(direction), reach)
        })
    }

    fn place(&self, vertex: DVec3) -> DVec3 {
        self.origin + self.turn.map_or(vertex, |turn| turn * vertex)
    }

    /// Returns the neighbour across an edge of a triangle, along the axes of the world.
    pub(super) fn edge(&self, mesh: &Mesh, number: u32, edge: usize) -> Edge {
        (mesh.edge(number, edge)).turned(|normal| self.turn.map_or(normal, |turn| turn * normal))
    }
}

#[inline(always)]
fn piece(mesh: &Mesh, part: PartId, number: u32, vertices: [DVec3; 3]) -> Piece {
    Piece {
        obstacle: part.obstacle,
        part: part.index,
        triangle: Some(mesh.index(number)),
        bounds: Bounds::around(&vertices),
        kind: PieceKind::Triangle {
            vertices,
            number,
            normal: None,
            outwards: mesh.outwards(),
        },
    }
}
