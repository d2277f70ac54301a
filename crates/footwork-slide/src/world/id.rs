//! Ids of obstacles, and the slots behind them: an id that outlives its obstacle finds nothing.

use std::fmt;

use super::WorldError;

/// Which obstacle of a world. It is never given again, to no other obstacle, once the obstacle is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObstacleId {
    slot: u32,
    generation: u32,
}

impl ObstacleId {
    /// The id as a number, to be saved.
    #[must_use]
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.slot)
    }

    /// The id that was saved. In a world that was built by the same calls in the same order it is the same
    /// obstacle's; one that never was finds nothing.
    ///
    /// ```
    /// use footwork_slide::{Label, ObstacleId, Pose, Volume, World};
    ///
    /// let mut world = World::new();
    /// let post = Volume::Sphere { radius: 0.5 };
    /// let id = world.add_volume(post, Pose::IDENTITY, Label::default())?;
    /// assert_eq!(ObstacleId::from_bits(id.to_bits()), id);
    /// # Ok::<(), footwork_slide::WorldError>(())
    /// ```
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "masked to 32 bits")]
    pub fn from_bits(bits: u64) -> Self {
        let [slot, generation] = [bits, bits >> 32].map(|half| (half & u64::from(u32::MAX)) as u32);
        Self { slot, generation }
    }

    #[inline]
    pub(super) fn slot(self) -> u32 {
        self.slot
    }
}

impl fmt::Display for ObstacleId {
    /// Slot and generation: `12.0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.slot, self.generation)
    }
}

#[derive(Clone, Debug)]
struct Slot<T> {
    generation: u32,
    value: Option<T>,
}

/// Values by id. A slot whose generations are used up is not used again.
#[derive(Clone, Debug)]
pub(super) struct Slots<T> {
    slots: Vec<Slot<T>>,
    free: Vec<u32>,
    len: usize,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            free: Vec::new(),
            len: 0,
        }
    }
}

impl<T> Slots<T> {
    pub(super) fn add(&mut self, value: T) -> Result<ObstacleId, WorldError> {
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => {
                let slot = u32::try_from(self.slots.len()).map_err(|_| WorldError::TooMany)?;
                if slot == u32::MAX {
                    return Err(WorldError::TooMany);
                }
                self.slots.push(Slot {
                    generation: 0,
                    value: None,
                });
                slot
            }
        };
        let at = &mut self.slots[slot as usize];
        at.value = Some(value);
        self.len += 1;
        Ok(ObstacleId {
            slot,
            generation: at.generation,
        })
    }

    pub(super) fn remove(&mut self, id: ObstacleId) -> Result<T, WorldError> {
        let stale = WorldError::Stale { id };
        let at = self.slots.get_mut(id.slot as usize).ok_or(stale)?;
        if at.generation != id.generation {
            return Err(stale);
        }
        let value = at.value.take().ok_or(stale)?;
        self.len -= 1;
        if let Some(next) = at.generation.checked_add(1) {
            at.generation = next;
            self.free.push(id.slot);
        }
        Ok(value)
    }

    #[inline]
    pub(super) fn get(&self, id: ObstacleId) -> Result<&T, WorldError> {
        match self.slots.get(id.slot as usize) {
            Some(at) if at.generation == id.generation => {
                at.value.as_ref().ok_or(WorldError::Stale { id })
            }
            _ => Err(WorldError::Stale { id }),
        }
    }

    #[inline]
    pub(super) fn get_mut(&mut self, id: ObstacleId) -> Result<&mut T, WorldError> {
        match self.slots.get_mut(id.slot as usize) {
            Some(at) if at.generation == id.generation => {
                at.value.as_mut().ok_or(WorldError::Stale { id })
            }
            _ => Err(WorldError::Stale { id }),
        }
    }

    /// The value in a slot, with its id.
    #[inline]
    pub(super) fn at(&self, slot: u32) -> Option<(ObstacleId, &T)> {
        let at = self.slots.get(slot as usize)?;
        let generation = at.generation;
        at.value
            .as_ref()
            .map(|value| (ObstacleId { slot, generation }, value))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (ObstacleId, &T)> {
        (0_u32..)
            .take(self.slots.len())
            .filter_map(|slot| self.at(slot))
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }
}
