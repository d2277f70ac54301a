//! The obstacles: meshes and volumes, each with a pose and a label.
//!
//! `slots` gives obstacles their ids, and `index` finds them by their bounds. `obstacle`, `placed` and `placed_mesh`
//! hold the data that follow from a pose. A `piece` is the target of a sweep, and `queries` has the public queries.
//! Through `obstacles`, a mover queries obstacles that may belong to another library; `copied` is a world of such
//! obstacles for one move, and `put` keeps them in a world for all movers.

mod convex;
mod copied;
mod error;
mod found;
mod gathered;
mod index;
mod obstacle;
mod obstacles;
mod piece;
mod placed;
mod placed_mesh;
mod put;
mod queries;
mod slots;

use std::sync::Arc;

use glam::DVec3;

use crate::bounds::Bounds;
use crate::compound::{Compound, Solid};
use crate::filter::{Approach, Filter, Label};
use crate::frame::Frame;
use crate::mesh::{Edge, Face, Mesh, limited_normal};
use crate::obstacle_id::ObstacleId;
use crate::pose::Pose;
use crate::volume::{RoundZonotope, Volume};
pub(crate) use convex::WayOut;
pub(crate) use copied::{Copied, with_local_filter};
pub use error::WorldError;
pub(crate) use found::Query;
pub use found::{Nearby, WorldHit};
use gathered::Finder;
pub(crate) use gathered::{Gathered, Place, number};
use index::Index;
use obstacle::Obstacle;
pub use obstacle::ObstacleMotion;
pub(crate) use obstacles::with_selection;
pub use obstacles::{Obstacles, PlacedSolid};
pub(crate) use piece::{PartId, Piece, PieceKind};
pub(crate) use queries::visit_overlapping_in;
use slots::Slots;

/// A contact normal counts as the face's normal if the cosine between the two is at least this.
const BY_FACE: f64 = 1.0 - 1.0e-14;

/// The obstacles of a scene: meshes and volumes at their poses. Moving an obstacle is cheap. A mesh is shared and
/// never copied.
///
/// ```
/// use std::sync::Arc;
///
/// use footwork_slide::{Filter, Label, Mesh, Pose, Volume, World};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut world = World::new();
/// let ground = [[[-50.0, 0.0, -50.0], [0.0, 0.0, 70.0], [50.0, 0.0, -50.0]]];
/// let ground = world.add_mesh(
///     Arc::new(Mesh::from_triangles(&ground)?),
///     Pose::IDENTITY,
///     Label { layers: 0b01, tag: 0 },
/// )?;
/// let door = world.add_volume(
///     Volume::Box { half_m: [0.5, 1.0, 0.05] },
///     Pose::at([3.0, 1.0, 0.0])?,
///     Label { layers: 0b10, tag: 42 },
/// )?;
///
/// world.begin_step();
/// world.move_to(door, Pose::at([2.0, 1.0, 0.0])?)?;
/// let moved: Vec<_> = world.moved().collect();
/// assert_eq!((moved[0].obstacle, moved[0].before.position()), (door, [3.0, 1.0, 0.0]));
///
/// let near = world.pieces_near([1.0, 0.5, -0.5], [1.6, 1.5, 0.5], &Filter::default());
/// assert_eq!(near.len(), 1);
/// assert_eq!(world.label(near[0].obstacle)?.tag, 42);
///
/// world.remove(door)?;
/// assert!(world.pose(door).is_err());
/// assert!(world.pose(ground).is_ok());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct World {
    obstacles: Slots<Obstacle>,
    index: Index,
    moved: Vec<ObstacleId>,
}

impl World {
    /// Creates a world without obstacles.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a mesh at a pose.
    ///
    /// # Errors
    ///
    /// Returns [`WorldError::TooMany`] if the world is full.
    pub fn add_mesh(
        &mut self,
        mesh: Arc<Mesh>,
        pose: Pose,
        label: Label,
    ) -> Result<ObstacleId, WorldError> {
        self.add(Solid::Mesh(mesh), pose, label)
    }

    /// Adds a volume at a pose.
    ///
    /// # Errors
    ///
    /// Returns [`WorldError::Volume`] if the volume is invalid, and [`WorldError::TooMany`] if the world is full.
    pub fn add_volume(
        &mut self,
        volume: Volume,
        pose: Pose,
        label: Label,
    ) -> Result<ObstacleId, WorldError> {
        self.add(Solid::Volume(volume), pose, label)
    }

    /// Adds a compound at a pose.
    ///
    /// # Errors
    ///
    /// Returns [`WorldError::TooMany`] if the world is full.
    pub fn add_compound(
        &mut self,
        compound: Arc<Compound>,
        pose: Pose,
        label: Label,
    ) -> Result<ObstacleId, WorldError> {
        self.add(Solid::Compound(compound), pose, label)
    }

    /// Adds a mesh, a volume or a compound at a pose.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`World::add_volume`].
    pub fn add(
        &mut self,
        solid: Solid,
        pose: Pose,
        label: Label,
    ) -> Result<ObstacleId, WorldError> {
        if let Solid::Volume(volume) = &solid {
            volume.check().map_err(WorldError::Volume)?;
        }
        let obstacle = Obstacle::new(solid, pose, label);
        let bounds = obstacle.bounds;
        let id = self.obstacles.add(obstacle).ok_or(WorldError::TooMany)?;
        self.index.add(id.slot, &bounds);
        Ok(id)
    }

    /// Begins a step of the game. Obstacles that move after this call count as moved in this step.
    ///
    /// Call it once per step, before moving obstacles. It also keeps queries fast after many moves. It allocates
    /// nothing, except perhaps in the first call on a cloned world.
    pub fn begin_step(&mut self) {
        for id in self.moved.drain(..) {
            if let Some(obstacle) = self.obstacles.get_mut(id) {
                obstacle.pose_before = obstacle.pose;
                obstacle.moved = None;
                self.index.move_to(id.slot, &obstacle.bounds);
            }
        }
        self.index.begin_step();
    }

    /// Moves an obstacle. The world keeps the pose at the beginning of the step: see [`World::moved`].
    ///
    /// # Errors
    ///
    /// Returns [`WorldError::Stale`] if the obstacle was removed.
    pub fn move_to(&mut self, id: ObstacleId, pose: Pose) -> Result<(), WorldError> {
        let obstacle = (self.obstacles.get_mut(id)).ok_or(WorldError::Stale { id })?;
        let place = self.moved.len();
        if obstacle.move_to(pose, place) {
            self.moved.push(id);
        }
        self.index.move_to(id.slot, &obstacle.way());
        Ok(())
    }

    /// Removes an obstacle and returns its geometry.
    ///
    /// # Errors
    ///
    /// Returns [`WorldError::Stale`] if the obstacle was removed before.
    pub fn remove(&mut self, id: ObstacleId) -> Result<Solid, WorldError> {
        let obstacle = self.obstacles.remove(id).ok_or(WorldError::Stale { id })?;
        self.index.remove(id.slot);
        Ok(obstacle.solid)
    }

    /// Returns the obstacles moved in this step that still exist, in the order of their first move.
    pub fn moved(&self) -> impl Iterator<Item = ObstacleMotion> {
        self.moved_obstacles()
            .map(|(id, obstacle)| obstacle.motion(id))
    }

    fn moved_obstacles(&self) -> impl Iterator<Item = (ObstacleId, &Obstacle)> {
        let moved = self.moved.iter();
        moved.filter_map(|&id| Some((id, self.obstacles.get(id)?)))
    }

    /// Returns a volume at its pose in the world; `None` for a mesh.
    pub(crate) fn volume_at(&self, id: Nearby) -> Option<&RoundZonotope> {
        self.obstacles.get(id.obstacle)?.volume(id.part)
    }

    /// Returns the motion of an obstacle in this step; `None` if it did not move, or if the filter rejects it.
    pub(crate) fn motion(&self, id: ObstacleId, filter: &Filter<'_>) -> Option<ObstacleMotion> {
        let obstacle = self.obstacles.get(id)?;
        let counts = obstacle.moved.is_some() && filter.accepts(id, &obstacle.label);
        counts.then(|| obstacle.motion(id))
    }

    /// Replaces `motions` by the motions of this step that may have led through a box, in the order of the first moves.
    pub(crate) fn motions_through(
        &self,
        near: &Bounds,
        motions: &mut Vec<(usize, ObstacleMotion)>,
    ) {
        motions.clear();
        if self.moved.is_empty() {
            return;
        }
        self.index.visit(near, |slot| {
            if let Some((id, obstacle)) = self.obstacles.at(slot)
                && let Some(place) = obstacle.moved
                && obstacle.way().touch(near)
            {
                motions.push((place, obstacle.motion(id)));
            }
        });
        motions.sort_unstable_by_key(|(place, motion)| (*place, motion.obstacle));
    }

    fn obstacle(&self, id: ObstacleId) -> Result<&Obstacle, WorldError> {
        self.obstacles.get(id).ok_or(WorldError::Stale { id })
    }

    /// Returns an obstacle's label.
    ///
    /// # Errors
    ///
    /// Returns [`WorldError::Stale`] if the obstacle was removed.
    pub fn label(&self, id: ObstacleId) -> Result<Label, WorldError> {
        Ok(self.obstacle(id)?.label)
    }

    /// Sets an obstacle's label.
    ///
    /// # Errors
    ///
    /// Returns [`WorldError::Stale`] if the obstacle was removed.
    pub fn set_label(&mut self, id: ObstacleId, label: Label) -> Result<(), WorldError> {
        let obstacle = (self.obstacles.get_mut(id)).ok_or(WorldError::Stale { id })?;
        obstacle.label = label;
        Ok(())
    }

    /// Returns an obstacle's current pose.
    ///
    /// # Errors
    ///
    /// Returns [`WorldError::Stale`] if the obstacle was removed.
    pub fn pose(&self, id: ObstacleId) -> Result<Pose, WorldError> {
        Ok(self.obstacle(id)?.pose)
    }

    /// Returns an obstacle's geometry.
    ///
    /// # Errors
    ///
    /// Returns [`WorldError::Stale`] if the obstacle was removed.
    pub fn solid(&self, id: ObstacleId) -> Result<&Solid, WorldError> {
        Ok(&self.obstacle(id)?.solid)
    }

    /// Returns the ids of all obstacles, in ascending order.
    pub fn ids(&self) -> impl Iterator<Item = ObstacleId> {
        self.obstacles.iter().map(|(id, _)| id)
    }

    /// Returns the number of obstacles.
    pub fn len(&self) -> usize {
        self.obstacles.len()
    }

    /// Returns whether there are no obstacles.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Queries.
impl World {
    /// Replaces `pieces` by the pieces that a query finds, in any order. Each piece is tested again in f64, so neither
    /// the order of a mesh's triangles nor the shape of a tree affects which pieces are found.
    pub(crate) fn gather(&self, query: &Query<'_>, pieces: &mut Vec<Piece>) {
        pieces.clear();
        self.find(query, &mut |piece: Piece| pieces.push(piece));
    }

    /// Passes the results of a query to a finder, in any order.
    fn find(&self, query: &Query<'_>, found: &mut impl Finder) {
        if query.near.min.cmple(query.near.max).all() {
            self.visit(query, found);
        }
    }

    /// Returns a triangle of a mesh that is not turned, in a frame around `origin` that is not turned; `None` for a
    /// volume.
    #[inline]
    pub(crate) fn triangle(&self, part: PartId, number: u32, origin: DVec3) -> Option<Piece> {
        let obstacle = self.obstacles.get(part.obstacle)?;
        obstacle.triangle(part, number, origin)
    }

    /// Like [`World::gather`], for one obstacle, but as if the obstacle were at `pose`.
    pub(crate) fn gather_at(
        &self,
        id: ObstacleId,
        pose: &Pose,
        query: &Query<'_>,
        pieces: &mut Vec<Piece>,
    ) {
        pieces.clear();
        if let Some(obstacle) = self.obstacles.get(id)
            && query.filter.accepts(id, &obstacle.label)
        {
            let query = query.limited();
            obstacle.visit_at(pose, id, &query, &mut |piece: Piece| pieces.push(piece));
        }
    }

    fn visit(&self, query: &Query<'_>, found: &mut impl Finder) {
        let limited;
        let query = if query.is_limited() {
            query
        } else {
            limited = query.limited();
            &limited
        };
        self.index.visit(&query.near, |slot| {
            if let Some((id, obstacle)) = self.obstacles.at(slot)
                && obstacle.bounds.touch(&query.near)
                && query.filter.accepts(id, &obstacle.label)
            {
                obstacle.visit(id, query, found);
            }
        });
    }

    /// Returns whether a filter accepts a contact with a piece at a gap of `gap_m` metres. `normal` is in world axes.
    #[inline]
    pub(crate) fn counts(
        &self,
        filter: &Filter<'_>,
        id: Nearby,
        normal: DVec3,
        gap_m: f64,
    ) -> bool {
        let Some(accept) = filter.contact else {
            return true;
        };
        self.obstacles.get(id.obstacle).is_some_and(|at| {
            accept(&Approach {
                obstacle: id.obstacle,
                label: at.label,
                part: id.part,
                triangle: id.triangle,
                normal: normal.to_array(),
                gap_m,
            })
        })
    }

    /// Returns the unit normal of a triangle of this world by its winding; `None` for a volume. Seen from the tip of
    /// the normal, the vertices are counter-clockwise.
    pub(crate) fn face_normal(&self, piece: &Piece) -> Option<DVec3> {
        match piece.kind {
            PieceKind::Triangle { number, normal, .. } => normal.or_else(|| {
                self.obstacles
                    .get(piece.obstacle)?
                    .face_normal(piece.part, number)
            }),
            PieceKind::Volume(_) => None,
        }
    }

    /// Returns the normal nearest to a contact normal among the normals that a piece can have: see [`limited_normal`].
    /// For a volume, that is the contact normal itself. `face` is the normal of the piece's face, and `centre` is the
    /// body's centre. All vectors are in the coordinates of `frame`.
    pub(crate) fn limited_normal(
        &self,
        frame: &Frame,
        piece: &Piece,
        face: Option<DVec3>,
        contact: DVec3,
        centre: DVec3,
    ) -> DVec3 {
        match (&piece.kind, face) {
            (
                PieceKind::Triangle {
                    vertices, number, ..
                },
                Some(normal),
            ) if contact.dot(normal).abs() < BY_FACE => {
                let obstacle = self.obstacles.get(piece.obstacle);
                let edge = |edge| {
                    let edge =
                        obstacle.map_or(Edge::Border, |at| at.edge(piece.part, *number, edge));
                    edge.turned(|normal| frame.vector_to_local(normal))
                };
                let triangle = Face { vertices, normal };
                limited_normal(contact, &triangle, edge, centre)
            }
            _ => contact,
        }
    }
}

#[cfg(test)]
mod tests;
