//! A mesh at a pose, and its triangles near a box.

use glam::{DMat3, DVec3};

use super::found::Query;
use super::piece::{Piece, PieceKind};
use crate::bounds::Bounds;
use crate::mesh::{Edge, Mesh};
use crate::obstacle_id::ObstacleId;
use crate::pose::Pose;

/// Several times the relative error of the few operations between bounds in the world and in a mesh.
const ROUNDING: f64 = 32.0 * f64::EPSILON;

/// Where a mesh is.
#[derive(Clone, Debug)]
pub(super) struct PlacedMesh {
    turn: Option<DMat3>,
    /// The mesh's origin in the world.
    origin: DVec3,
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

    /// Returns bounds in the world that hold the mesh in spite of rounding.
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
            Some(turn) => turned(turn, bounds),
        };
        let placed = turned.moved(self.origin);
        placed.grown((placed.max_coordinate() + bounds.max_coordinate()) * ROUNDING)
    }

    /// Returns bounds in the mesh's space, relative to its origin, that hold `near` in spite of rounding.
    #[inline]
    fn local(&self, near: &Bounds) -> Bounds {
        let rounding = (near.max_coordinate() + self.origin.abs().max_element()) * ROUNDING;
        let moved = near.moved(-self.origin);
        let turned = match &self.turn {
            None => moved,
            Some(turn) => turned(&turn.transpose(), &moved),
        };
        turned.grown(rounding)
    }

    /// Calls `found` with every triangle that a query finds.
    pub(super) fn visit(
        &self,
        mesh: &Mesh,
        id: ObstacleId,
        query: &Query<'_>,
        found: &mut impl FnMut(Piece),
    ) {
        let local = self.local(&query.near);
        let near = query.near.moved(-query.origin);
        let offset = self.origin - query.origin;
        let mut see = |number: u32, vertices: [DVec3; 3]| {
            let bounds = Bounds::around(&vertices);
            if bounds.touch(&near) {
                found(Piece {
                    obstacle: id,
                    triangle: Some(mesh.triangles().index(number)),
                    bounds,
                    kind: PieceKind::Triangle {
                        vertices,
                        number,
                        normal: None,
                        outwards: mesh.outwards(),
                    },
                });
            }
        };
        match self.turn {
            None => mesh.visit(&local, |number| {
                let vertices = mesh.triangles().vertices(number);
                see(number, vertices.map(|vertex| offset + vertex));
            }),
            Some(turn) => mesh.visit(&local, |number| {
                let vertices = mesh.triangles().vertices(number);
                if Bounds::around(&vertices).touch(&local) {
                    see(number, vertices.map(|vertex| offset + turn * vertex));
                }
            }),
        }
    }

    /// Returns the unit normal of a triangle by its winding, as the mesh is turned.
    pub(super) fn normal(&self, mesh: &Mesh, number: u32) -> DVec3 {
        let normal = mesh.triangles().normal(number);
        self.turn.map_or(normal, |turn| turn * normal)
    }

    /// Returns what lies across an edge of a triangle, as the mesh is turned.
    pub(super) fn edge(&self, mesh: &Mesh, number: u32, edge: usize) -> Edge {
        let turned = |normal| self.turn.map_or(normal, |turn| turn * normal);
        match mesh.edge(number, edge) {
            edge @ (Edge::Border | Edge::Flat) => edge,
            Edge::Convex { normal } => Edge::Convex {
                normal: turned(normal),
            },
            Edge::Concave { normal } => Edge::Concave {
                normal: turned(normal),
            },
        }
    }
}

fn turned(turn: &DMat3, bounds: &Bounds) -> Bounds {
    let centre = *turn * bounds.centre();
    let half = 0.5 * bounds.max - 0.5 * bounds.min;
    let reach =
        turn.x_axis.abs() * half.x + turn.y_axis.abs() * half.y + turn.z_axis.abs() * half.z;
    Bounds {
        min: centre - reach,
        max: centre + reach,
    }
}
