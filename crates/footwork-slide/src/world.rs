//! What stands in the way of one question: meshes and volumes, each with a place and a label.

mod error;
mod gather;
mod id;
mod index;
mod obstacle;
mod piece;
mod sweep;

use std::sync::Arc;

use crate::filter::{Filter, Label};
use crate::mesh::Mesh;
use crate::pose::Pose;
use crate::volume::Volume;
pub use error::WorldError;
pub use gather::Nearby;
pub use id::ObstacleId;
use id::Slots;
use index::Index;
pub use obstacle::Solid;
use obstacle::{Obstacle, Placed, place};
pub(crate) use piece::{Piece, PieceKind};
pub use sweep::WorldHit;

/// Obstacles: meshes and volumes at their poses. Moving one is cheap; a mesh is shared and never copied.
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
///     Arc::new(Mesh::new(&ground)?),
///     Pose::IDENTITY,
///     Label { layers: 0b01, tag: 0 },
/// )?;
/// let door = world.add_volume(
///     Volume::Box { half: [0.5, 1.0, 0.05] },
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

/// An obstacle that was moved since the step began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// Which.
    pub obstacle: ObstacleId,
    /// Where it was when the step began, or when it was added.
    pub before: Pose,
    /// Where it is.
    pub now: Pose,
}

impl World {
    /// A world without obstacles.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a mesh at a pose.
    ///
    /// # Errors
    ///
    /// [`WorldError::TooMany`] when there are 2³² − 1 obstacles already.
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
    /// [`WorldError::Volume`] when no obstacle can be such a volume; [`WorldError::TooMany`].
    pub fn add_volume(
        &mut self,
        volume: Volume,
        pose: Pose,
        label: Label,
    ) -> Result<ObstacleId, WorldError> {
        self.add(Solid::Volume(volume), pose, label)
    }

    /// Adds a mesh or a volume at a pose.
    ///
    /// # Errors
    ///
    /// As [`World::add_mesh`] and [`World::add_volume`].
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
        let id = self.obstacles.add(obstacle)?;
        self.index.add(id.slot(), &bounds);
        Ok(id)
    }

    /// Begins a step of the game: from here on, what is moved counts as moved in this step. Call it once per
    /// step, before the obstacles are moved; it also keeps questions fast when much has moved. It
    /// allocates nothing, but may once in a clone.
    pub fn begin_step(&mut self) {
        for id in self.moved.drain(..) {
            if let Ok(obstacle) = self.obstacles.get_mut(id) {
                obstacle.pose_before = obstacle.pose;
                obstacle.has_moved = false;
            }
        }
        self.index.begin_step();
    }

    /// Moves an obstacle. Where it was when the step began is kept: see [`World::moved`].
    ///
    /// # Errors
    ///
    /// [`WorldError::Stale`] when it was removed.
    pub fn move_to(&mut self, id: ObstacleId, pose: Pose) -> Result<(), WorldError> {
        let obstacle = self.obstacles.get_mut(id)?;
        let (placed, bounds) = place(&obstacle.solid, &pose);
        if !obstacle.has_moved {
            obstacle.has_moved = true;
            obstacle.bounds_before = obstacle.bounds;
            self.moved.push(id);
        }
        obstacle.pose = pose;
        obstacle.placed = placed;
        obstacle.bounds = bounds;
        self.index.move_to(id.slot(), &bounds);
        Ok(())
    }

    /// Removes an obstacle and returns what it was made of.
    ///
    /// # Errors
    ///
    /// [`WorldError::Stale`] when it was removed already.
    pub fn remove(&mut self, id: ObstacleId) -> Result<Solid, WorldError> {
        let obstacle = self.obstacles.remove(id)?;
        self.index.remove(id.slot());
        Ok(obstacle.solid)
    }

    /// The obstacles that were moved in this step and still exist, in the order in which they first were.
    pub fn moved(&self) -> impl Iterator<Item = Moved> {
        self.moved_obstacles()
            .map(|(id, obstacle)| obstacle.as_moved(id))
    }

    fn moved_obstacles(&self) -> impl Iterator<Item = (ObstacleId, &Obstacle)> {
        let moved = self.moved.iter();
        moved.filter_map(|&id| Some((id, self.obstacles.get(id).ok()?)))
    }

    /// An obstacle that was moved in this step, if a filter lets it count.
    pub(crate) fn moved_obstacle(&self, id: ObstacleId, filter: &Filter<'_>) -> Option<Moved> {
        let obstacle = self.obstacles.get(id).ok()?;
        let counts = obstacle.has_moved && filter.accepts(id, &obstacle.label);
        counts.then(|| obstacle.as_moved(id))
    }

    /// An obstacle's label.
    ///
    /// # Errors
    ///
    /// [`WorldError::Stale`] when it was removed.
    pub fn label(&self, id: ObstacleId) -> Result<Label, WorldError> {
        Ok(self.obstacles.get(id)?.label)
    }

    /// Gives an obstacle another label.
    ///
    /// # Errors
    ///
    /// [`WorldError::Stale`] when it was removed.
    pub fn set_label(&mut self, id: ObstacleId, label: Label) -> Result<(), WorldError> {
        self.obstacles.get_mut(id)?.label = label;
        Ok(())
    }

    /// Where an obstacle is.
    ///
    /// # Errors
    ///
    /// [`WorldError::Stale`] when it was removed.
    pub fn pose(&self, id: ObstacleId) -> Result<Pose, WorldError> {
        Ok(self.obstacles.get(id)?.pose)
    }

    /// What an obstacle is made of.
    ///
    /// # Errors
    ///
    /// [`WorldError::Stale`] when it was removed.
    pub fn solid(&self, id: ObstacleId) -> Result<&Solid, WorldError> {
        Ok(&self.obstacles.get(id)?.solid)
    }

    /// The ids of all obstacles.
    pub fn ids(&self) -> impl Iterator<Item = ObstacleId> {
        self.obstacles.iter().map(|(id, _)| id)
    }

    /// How many obstacles there are.
    pub fn len(&self) -> usize {
        self.obstacles.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests;
