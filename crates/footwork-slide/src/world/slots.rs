//! Values by id. The id of a removed value finds nothing.
//!
//! A slot counts its values, and the generation of an id is the number of the value in its slot. A slot with no
//! generations left is not used again.

use crate::obstacle_id::ObstacleId;

#[derive(Clone, Debug)]
struct Slot<T> {
    generation: u32,
    value: Option<T>,
}

/// Values by id.
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
    /// Adds a value; `None` if all 2³² − 1 slots are taken.
    pub(super) fn add(&mut self, value: T) -> Option<ObstacleId> {
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => {
                let slot = u32::try_from(self.slots.len()).ok()?;
                if slot == u32::MAX {
                    return None;
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
        Some(ObstacleId {
            slot,
            generation: at.generation,
        })
    }

    /// Puts a value under any id, in place of the value in the id's slot. Returns whether the slot was empty; `None`
    /// for the slot `u32::MAX`, which does not exist.
    pub(super) fn put(&mut self, id: ObstacleId, value: T) -> Option<bool> {
        if id.slot == u32::MAX {
            return None;
        }
        for slot in (0..=id.slot).skip(self.slots.len()) {
            self.slots.push(Slot {
                generation: 0,
                value: None,
            });
            self.free.push(slot);
        }
        let at = &mut self.slots[id.slot as usize];
        at.generation = id.generation;
        let is_new = at.value.replace(value).is_none();
        if is_new {
            self.len += 1;
            if let Some(at) = self.free.iter().rposition(|slot| *slot == id.slot) {
                self.free.remove(at);
            }
        }
        Some(is_new)
    }

    pub(super) fn remove(&mut self, id: ObstacleId) -> Option<T> {
        let at = self.slots.get_mut(id.slot as usize)?;
        if at.generation != id.generation {
            return None;
        }
        let value = at.value.take()?;
        self.len -= 1;
        if let Some(next) = at.generation.checked_add(1) {
            at.generation = next;
            self.free.push(id.slot);
        }
        Some(value)
    }

    /// Removes and returns all values, in the order of their slots. The next value gets the first id again.
    pub(super) fn take(&mut self) -> impl Iterator<Item = T> {
        self.free.clear();
        self.len = 0;
        self.slots.drain(..).filter_map(|slot| slot.value)
    }

    #[inline]
    pub(super) fn get(&self, id: ObstacleId) -> Option<&T> {
        let at = self.slots.get(id.slot as usize)?;
        (at.value.as_ref()).filter(|_| at.generation == id.generation)
    }

    #[inline]
    pub(super) fn get_mut(&mut self, id: ObstacleId) -> Option<&mut T> {
        let at = self.slots.get_mut(id.slot as usize)?;
        (at.value.as_mut()).filter(|_| at.generation == id.generation)
    }

    /// Returns the value in a slot, with its id; `None` if the slot is empty.
    #[inline]
    pub(super) fn at(&self, slot: u32) -> Option<(ObstacleId, &T)> {
        let at = self.slots.get(slot as usize)?;
        let generation = at.generation;
        let value = at.value.as_ref()?;
        Some((ObstacleId { slot, generation }, value))
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
