//! Finding what is near a box.

use glam::{DMat3, DVec3};

use super::obstacle::Obstacle;
use super::{Filter, Moved, ObstacleId, Piece, PieceKind, Placed, Solid, World};
use crate::bounds::Bounds;
use crate::mesh::{Edge, Mesh, Record};
use crate::pose::Pose;

/// Nothing is farther from zero than this: a pose, a turned mesh and a volume at their limits.
const FARTHEST: f64 = 1.0e10;

/// Several times the relative error of the few operations between a query's bounds in the world and in a mesh.
const ROUNDING: f64 = 32.0 * f64::EPSILON;

/// A triangle or volume whose bounds touch a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nearby {
    /// The obstacle.
    pub obstacle: ObstacleId,
    /// Of a mesh, the index of the triangle among those that the mesh was made from.
    pub triangle: Option<u32>,
}

/// A mesh at its pose.
#[derive(Clone, Debug)]
pub(super) struct PlacedMesh {
    turn: Option<DMat3>,
    /// Where the mesh's origin is.
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

    /// In the world; not too small in spite of rounding.
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
        placed.grown((placed.farthest() + bounds.farthest()) * ROUNDING)
    }

    /// What the bounds of a query are in the mesh's space around its origin; not too small.
    #[inline]
    fn query(&self, near: &Bounds) -> Bounds {
        let rounding = (near.farthest() + self.origin.abs().max_element()) * ROUNDING;
        let moved = near.moved(-self.origin);
        let turned = match &self.turn {
            None => moved,
            Some(turn) => turned(&turn.transpose(), &moved),
        };
        turned.grown(rounding)
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

impl World {
    /// The triangles and volumes of accepted obstacles whose own bounds touch a box in the world, sorted: what
    /// a move within the box may meet, for debugging and for drawing. Bounds that only just touch count. Of a
    /// turned mesh, triangles are left out whose bounds in its own space do not touch the box's bounds there. A
    /// box whose minimum is above its maximum, or that has a NaN, touches nothing; it may be infinite.
    pub fn pieces_near(&self, min: [f64; 3], max: [f64; 3], filter: &Filter<'_>) -> Vec<Nearby> {
        let [min, max] = [min, max].map(DVec3::from_array);
        let mut pieces = Vec::new();
        self.gather(min, max, DVec3::ZERO, filter, &mut pieces);
        let mut near: Vec<Nearby> = (pieces.iter())
            .map(|piece| Nearby {
                obstacle: piece.obstacle,
                triangle: piece.triangle,
            })
            .collect();
        near.sort_unstable();
        near
    }

    /// Replaces `pieces` by all whose bounds touch a box in the world, relative to `origin`, in any order; of a
    /// turned mesh, those triangles whose bounds in the mesh's own space touch the bounds of the box there as
    /// well. Which they are depends on neither the order of a mesh's triangles nor the shape of a tree: each
    /// is tested in f64 in the end.
    pub(crate) fn gather(
        &self,
        min: DVec3,
        max: DVec3,
        origin: DVec3,
        filter: &Filter<'_>,
        pieces: &mut Vec<Piece>,
    ) {
        pieces.clear();
        if min.cmple(max).all() {
            let near = Bounds { min, max };
            self.visit_pieces(&near, origin, filter, &mut |piece| pieces.push(piece));
        }
    }

    /// Calls with each piece that [`World::gather`] finds.
    pub(super) fn visit_pieces(
        &self,
        near: &Bounds,
        origin: DVec3,
        filter: &Filter<'_>,
        found: &mut impl FnMut(Piece),
    ) {
        let near = near.limited(FARTHEST);
        self.index.visit(&near, |slot| {
            let Some((id, obstacle)) = self.obstacles.at(slot) else {
                return;
            };
            if !obstacle.bounds.touch(&near) || !filter.accepts(id, &obstacle.label) {
                return;
            }
            match (&obstacle.placed, &obstacle.solid) {
                (Placed::Volume(volume), _) => {
                    found(Piece::of_volume(id, volume.moved(-origin)));
                }
                (Placed::Mesh(placed), Solid::Mesh(mesh)) => {
                    placed.visit(mesh, id, &near, origin, found);
                }
                (Placed::Mesh(_), Solid::Volume(_)) => {}
            }
        });
    }
}

impl World {
    /// The obstacles that were moved in this step and may have come through a box on their way.
    pub(crate) fn moved_through(&self, near: Bounds) -> impl Iterator<Item = Moved> {
        self.moved_obstacles().filter_map(move |(id, obstacle)| {
            let way = obstacle.bounds.join(&obstacle.bounds_before);
            way.touch(&near).then(|| obstacle.as_moved(id))
        })
    }

    /// [`World::gather`] of one obstacle, as if it were at another pose; `near` is the minimum and maximum of
    /// the box and the origin.
    pub(crate) fn gather_at(
        &self,
        (id, pose): (ObstacleId, &Pose),
        (min, max, origin): (DVec3, DVec3, DVec3),
        filter: &Filter<'_>,
        pieces: &mut Vec<Piece>,
    ) {
        pieces.clear();
        let Ok(obstacle) = self.obstacles.get(id) else {
            return;
        };
        if !filter.accepts(id, &obstacle.label) {
            return;
        }
        let near = Bounds { min, max }.limited(FARTHEST);
        match &obstacle.solid {
            Solid::Volume(volume) => {
                let placed = volume.placed(pose).moved(-origin);
                pieces.push(Piece::of_volume(id, placed));
            }
            Solid::Mesh(mesh) => {
                let found = &mut |piece| pieces.push(piece);
                PlacedMesh::new(mesh, pose).visit(mesh, id, &near, origin, found);
            }
        }
    }
}

impl PlacedMesh {
    fn visit(
        &self,
        mesh: &Mesh,
        id: ObstacleId,
        near: &Bounds,
        origin: DVec3,
        found: &mut impl FnMut(Piece),
    ) {
        let query = self.query(near);
        let near = near.moved(-origin);
        let offset = self.origin - origin;
        match self.turn {
            None => mesh.visit(&query, |at, record| {
                let vertices = record.vertices.map(|vertex| offset + vertex);
                let bounds = Bounds::around(&vertices);
                if bounds.touch(&near) {
                    found(piece(
                        mesh,
                        (at, record),
                        id,
                        (vertices, bounds),
                        record.normal,
                    ));
                }
            }),
            Some(turn) => mesh.visit(&query, |at, record| {
                if !Bounds::around(&record.vertices).touch(&query) {
                    return;
                }
                let vertices = record.vertices.map(|vertex| offset + turn * vertex);
                let bounds = Bounds::around(&vertices);
                if bounds.touch(&near) {
                    let normal = turn * record.normal;
                    found(piece(mesh, (at, record), id, (vertices, bounds), normal));
                }
            }),
        }
    }
}

#[inline]
fn piece(
    mesh: &Mesh,
    (at, record): (u32, &Record),
    obstacle: ObstacleId,
    (vertices, bounds): ([DVec3; 3], Bounds),
    normal: DVec3,
) -> Piece {
    Piece {
        obstacle,
        triangle: Some(record.index),
        bounds,
        kind: PieceKind::Triangle {
            vertices,
            normal,
            record: at,
            outwards: mesh.outwards(),
        },
    }
}

impl World {
    /// What an edge of a mesh's record borders on, as the mesh is turned; a border for what is no mesh.
    pub(super) fn edge(&self, id: ObstacleId, record: u32, edge: usize) -> Edge {
        let Ok(Obstacle {
            solid: Solid::Mesh(mesh),
            placed: Placed::Mesh(PlacedMesh { turn, .. }),
            ..
        }) = self.obstacles.get(id)
        else {
            return Edge::Border;
        };
        let turned = |normal| turn.map_or(normal, |turn| turn * normal);
        match mesh.edge(record, edge) {
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
