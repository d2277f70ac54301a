//! The obstacles of another library, under its own ids, in one world for all movers.

use super::World;
use super::copied::is_same;
use super::error::WorldError;
use super::obstacle::Obstacle;
use super::obstacles::PlacedSolid;
use crate::compound::Solid;
use crate::obstacle_id::ObstacleId;

impl World {
    /// Adds an obstacle of another library to the world under the library's own id, or updates it. The obstacle
    /// replaces one with another generation in the same slot.
    ///
    /// An unchanged obstacle costs a comparison; solids are compared by their addresses. The obstacle stays until
    /// [`World::remove`]. Its motion stays until the next call for this obstacle, so [`World::begin_step`] is not
    /// needed; that call ends all motions. Moved obstacles act in ascending order of their slots, as among
    /// [`Obstacles`](crate::Obstacles).
    ///
    /// Slots are indices into an array, so number them from 0 without large gaps. [`World::add`] uses empty slots.
    ///
    /// ```
    /// use footwork_slide::{
    ///     Filter, Label, MoveConfig, Mover, MoverState, ObstacleId, PlacedSolid, Pose, Shape, Solid, Volume, World,
    /// };
    ///
    /// let wall = Solid::Volume(Volume::Box { half_m: [0.5, 2.0, 5.0] });
    /// let id = ObstacleId::from_bits(7 << 32 | 3);
    /// let mut world = World::new();
    /// let [before, pose] = [Pose::at([1.6, 0.0, 0.0])?, Pose::at([1.5, 0.0, 0.0])?];
    /// world.put(&PlacedSolid { id, solid: &wall, pose, before: Some(before), label: Label::default() })?;
    /// assert_eq!(world.moved().next().unwrap().before, before);
    ///
    /// let mut mover = Mover::new(Shape::Box { half_m: [0.3, 0.9, 0.3] })?;
    /// let (start, config) = (MoverState::at([0.0; 3]), MoveConfig::default());
    /// let moved = mover.move_by(&world, &start, [1.0, 0.0, 0.5], &Filter::default(), &config)?;
    /// assert_eq!(moved.contacts[0].obstacle, id);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`WorldError::Volume`] if the volume is invalid, and [`WorldError::TooMany`] for the slot 2³² − 1.
    pub fn put(&mut self, placed: &PlacedSolid<'_>) -> Result<(), WorldError> {
        let id = placed.id;
        let had_moved = match self.obstacles.get_mut(id) {
            Some(known) if is_same(known, placed) => return Ok(()),
            Some(known) if known.solid.is_same(placed.solid) => {
                let had_moved = known.moved.is_some();
                known.label = placed.label;
                known.put(placed.pose, placed.before, id.slot as usize);
                self.index.move_to(id.slot, &known.way());
                had_moved
            }
            known => {
                let had_moved = known.is_some_and(|known| known.moved.is_some());
                self.put_new(placed)?;
                if !had_moved {
                    // An obstacle with this id may have moved before it was removed.
                    self.moved.retain(|moved| *moved != id);
                }
                had_moved
            }
        };
        match (had_moved, placed.before.is_some()) {
            (false, true) => self.moved.push(id),
            (true, false) => self.moved.retain(|moved| *moved != id),
            _ => {}
        }
        // Callers of `put` need not begin steps, so the upkeep is done here.
        self.forget_removed();
        self.index.begin_step();
        Ok(())
    }

    /// Puts an obstacle whose solid differs from the solid in its slot.
    fn put_new(&mut self, placed: &PlacedSolid<'_>) -> Result<(), WorldError> {
        if let Solid::Volume(volume) = placed.solid {
            volume.check().map_err(WorldError::Volume)?;
        }
        let slot = placed.id.slot;
        let from = placed.before.unwrap_or(placed.pose);
        let mut obstacle = Obstacle::new(placed.solid.clone(), from, placed.label);
        obstacle.put(placed.pose, placed.before, slot as usize);
        let way = obstacle.way();
        match self.obstacles.put(placed.id, obstacle) {
            Some(true) => self.index.add(slot, &way),
            Some(false) => self.index.move_to(slot, &way),
            None => return Err(WorldError::TooMany),
        }
        Ok(())
    }

    /// Drops the ids of removed obstacles from the list of moved obstacles, once the list is long.
    fn forget_removed(&mut self) {
        if self.moved.len() > self.obstacles.len() {
            let obstacles = &self.obstacles;
            let is_there = |id: &ObstacleId| obstacles.get(*id).is_some();
            self.moved.retain(is_there);
        }
    }
}
