//! The obstacles of another library near a body, copied into a world for one move.
//!
//! A copy keeps obstacles from the move before: an obstacle with the same solid at the same pose is not placed again,
//! and if nothing changed, the world stays as it is. Slots are in the order of the foreign ids, so the order in which
//! obstacles were found and earlier moves change nothing.

use glam::DVec3;

use super::World;
use super::obstacle::Obstacle;
use super::obstacles::{Obstacles, PlacedSolid};
use crate::bounds::Bounds;
use crate::compound::Solid;
use crate::filter::{AcceptContact, Approach, Filter, Label};
use crate::obstacle_id::ObstacleId;
use crate::pose::Pose;
use crate::volume::VolumeError;

/// A world that holds copies of foreign obstacles.
#[derive(Debug, Default)]
pub(crate) struct Copied {
    world: World,
    /// The foreign id of each slot, in ascending order.
    ids: Vec<ObstacleId>,
    found: Vec<Found>,
    kept: Vec<Option<Obstacle>>,
}

/// A foreign obstacle.
#[derive(Debug)]
struct Found {
    id: ObstacleId,
    geometry: Geometry,
    pose: Pose,
    before: Option<Pose>,
    label: Label,
}

#[derive(Debug)]
enum Geometry {
    /// The obstacle in this slot of the last copy, which is still up to date.
    Kept(usize),
    New(Solid),
}

/// An id of the copy that belongs to no obstacle.
const NONE: ObstacleId = ObstacleId {
    slot: u32::MAX,
    generation: u32::MAX,
};

impl Copied {
    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    /// Returns the foreign id of an obstacle in the copy.
    pub(crate) fn foreign(&self, id: ObstacleId) -> ObstacleId {
        self.ids.get(id.slot as usize).copied().unwrap_or(id)
    }

    /// Returns the id that a foreign obstacle has in the copy; [`NONE`] if it was not copied.
    pub(crate) fn local(&self, id: ObstacleId) -> ObstacleId {
        let at = self.ids.binary_search(&id).ok();
        let slot = at.and_then(|at| u32::try_from(at).ok());
        slot.map_or(NONE, |slot| ObstacleId {
            slot,
            generation: 0,
        })
    }

    /// Copies the obstacles near a box in the world that the filter accepts, and the obstacle `also`.
    ///
    /// # Errors
    ///
    /// Returns the first obstacle with an invalid volume.
    pub(crate) fn fill(
        &mut self,
        obstacles: &dyn Obstacles,
        near: &Bounds,
        also: Option<ObstacleId>,
        filter: &Filter<'_>,
    ) -> Result<(), (ObstacleId, VolumeError)> {
        let Self {
            world, ids, found, ..
        } = self;
        found.clear();
        let mut see = |seen: PlacedSolid<'_>| {
            if !filter.accepts(seen.id, &seen.label) {
                return;
            }
            let slot = ids.binary_search(&seen.id).ok();
            let is_kept = |slot: &usize| {
                let slot = u32::try_from(*slot).ok();
                (slot.and_then(|slot| world.obstacles.at(slot)))
                    .is_some_and(|(_, known)| is_same(known, &seen))
            };
            found.push(Found {
                id: seen.id,
                geometry: match slot.filter(is_kept) {
                    Some(slot) => Geometry::Kept(slot),
                    None => Geometry::New(seen.solid.clone()),
                },
                pose: seen.pose,
                before: seen.before,
                label: seen.label,
            });
        };
        obstacles.visit(near.min.to_array(), near.max.to_array(), &mut see);
        if let Some(id) = also {
            obstacles.visit_one(id, &mut see);
        }
        found.sort_unstable_by_key(|found| found.id);
        found.dedup_by_key(|found| found.id);
        for new in found.iter() {
            if let Geometry::New(Solid::Volume(volume)) = &new.geometry {
                volume.check().map_err(|error| (new.id, error))?;
            }
        }
        let is_in_place = |(at, found): (usize, &Found)| matches!(found.geometry, Geometry::Kept(slot) if slot == at);
        if found.len() != ids.len() || !found.iter().enumerate().all(is_in_place) {
            self.rebuild();
        }
        Ok(())
    }

    /// Rebuilds the world from the found obstacles.
    fn rebuild(&mut self) {
        let Self {
            world,
            ids,
            found,
            kept,
        } = self;
        kept.clear();
        kept.extend(world.obstacles.take().map(Some));
        world.index.clear();
        world.moved.clear();
        ids.clear();
        for new in found.drain(..) {
            let order = world.moved.len();
            let obstacle = match new.geometry {
                Geometry::Kept(slot) => kept.get_mut(slot).and_then(Option::take),
                Geometry::New(solid) => {
                    let from = new.before.unwrap_or(new.pose);
                    let mut obstacle = Obstacle::new(solid, from, new.label);
                    if new.before.is_some() {
                        obstacle.move_to(new.pose, order);
                    }
                    Some(obstacle)
                }
            };
            let Some(mut obstacle) = obstacle else {
                continue;
            };
            let has_moved = obstacle.moved.is_some();
            obstacle.moved = has_moved.then_some(order);
            let bounds = obstacle.way();
            let Some(id) = world.obstacles.add(obstacle) else {
                continue;
            };
            if has_moved {
                world.moved.push(id);
            }
            world.index.add_loose(id.slot, &bounds);
            ids.push(new.id);
        }
        kept.clear();
    }
}

/// Calls `act` with the filter for the ids of the copy, whose obstacles `filter` has all accepted.
pub(crate) fn with_local_filter<T>(
    copied: &Copied,
    filter: &Filter<'_>,
    act: impl FnOnce(&Filter<'_>) -> T,
) -> T {
    let contact = |approach: &Approach| {
        filter.contact.is_none_or(|accept| {
            accept(&Approach {
                obstacle: copied.foreign(approach.obstacle),
                ..*approach
            })
        })
    };
    let contact: AcceptContact<'_> = &contact;
    act(&Filter {
        layers: filter.layers,
        accept: None,
        contact: filter.contact.map(|_| contact),
    })
}

/// Returns whether a copied obstacle still equals the foreign one.
pub(super) fn is_same(known: &Obstacle, seen: &PlacedSolid<'_>) -> bool {
    let before = known.moved.map(|_| known.pose_before);
    known.label == seen.label
        && known.pose.has_bits_of(&seen.pose)
        && match (&before, &seen.before) {
            (None, None) => true,
            (Some(a), Some(b)) => a.has_bits_of(b),
            _ => false,
        }
        && known.solid.is_same(seen.solid)
}

impl World {
    /// See [`Obstacles::visit`].
    pub(crate) fn visit_placed(
        &self,
        min: [f64; 3],
        max: [f64; 3],
        found: &mut dyn FnMut(PlacedSolid<'_>),
    ) {
        let [min, max] = [min, max].map(DVec3::from_array);
        self.index.visit(&Bounds { min, max }, |slot| {
            if let Some((id, obstacle)) = self.obstacles.at(slot) {
                found(obstacle.as_placed(id));
            }
        });
    }

    /// Returns an obstacle as [`Obstacles`] describes it.
    pub(crate) fn placed(&self, id: ObstacleId) -> Option<PlacedSolid<'_>> {
        Some(self.obstacles.get(id)?.as_placed(id))
    }
}
