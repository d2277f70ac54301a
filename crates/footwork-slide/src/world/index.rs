//! Finds obstacles by their bounds.
//!
//! New obstacles go into a short list, which is searched in order. A full list becomes a tree, together with all trees
//! that are not much larger (the logarithmic method of J. L. Bentley and J. B. Saxe, *Decomposable Searching Problems*,
//! 1980). So there are never more than a few trees, and adding costs little on average. A moved obstacle keeps its leaf
//! in its tree, and only the bounds above the leaf change. A tree worn by such moves is rebuilt when a step begins.
//! Until then, the bounds of a moved obstacle include its former place, so a query also finds obstacles that moved
//! through its box.

use crate::bounds::{Bounds, Outer};
use crate::tree::{Block, Item, MovingTree};

/// The maximum number of obstacles in the list.
const LOOSE: usize = 32;

#[derive(Clone, Copy, Debug, Default)]
enum Place {
    #[default]
    Nowhere,
    Loose(u32),
    Tree {
        tree: u32,
        item: u32,
    },
}

/// The bounds of obstacles, by their slots.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    loose: Block,
    trees: Vec<MovingTree>,
    places: Vec<Place>,
    /// Scratch memory: the items of the last tree.
    items: Vec<Item>,
}

impl Index {
    /// Adds a slot that is not yet in the index.
    pub(super) fn add(&mut self, slot: u32, bounds: &Bounds) {
        if self.loose.len() >= LOOSE {
            self.merge();
        }
        self.add_loose(slot, bounds);
    }

    /// Adds a slot that is not yet in the index to the list, even if the list is full.
    pub(super) fn add_loose(&mut self, slot: u32, bounds: &Bounds) {
        if self.places.len() <= slot as usize {
            self.places.resize(slot as usize + 1, Place::Nowhere);
        }
        self.places[slot as usize] = Place::Loose(number(self.loose.len()));
        self.loose.push(Item {
            bounds: Outer::from_bounds(bounds),
            index: slot,
        });
    }

    /// Sets a slot's bounds.
    #[inline]
    pub(super) fn move_to(&mut self, slot: u32, bounds: &Bounds) {
        let bounds = Outer::from_bounds(bounds);
        match self.places[slot as usize] {
            Place::Nowhere => {}
            Place::Loose(at) => self.loose.move_to(at, &bounds),
            Place::Tree { tree, item } => self.trees[tree as usize].move_to(item, bounds),
        }
    }

    /// Removes a slot.
    pub(super) fn remove(&mut self, slot: u32) {
        match std::mem::take(&mut self.places[slot as usize]) {
            Place::Nowhere => {}
            Place::Loose(at) => {
                if let Some(other) = self.loose.swap_remove(at) {
                    self.places[other as usize] = Place::Loose(at);
                }
            }
            Place::Tree { tree, item } => {
                self.trees[tree as usize].remove(item);
                if self.trees[tree as usize].is_sparse() {
                    self.rebuild(tree as usize);
                }
            }
        }
    }

    /// Removes all slots.
    pub(super) fn clear(&mut self) {
        self.loose.clear();
        self.trees.clear();
        self.places.clear();
    }

    /// Rebuilds worn trees.
    pub(super) fn begin_step(&mut self) {
        for tree in 0..self.trees.len() {
            if self.trees[tree].is_worn() {
                self.rebuild(tree);
            }
        }
    }

    /// Calls `found` with every slot whose bounds touch a box, and perhaps with a few other slots.
    #[inline]
    pub(super) fn visit(&self, near: &Bounds, mut found: impl FnMut(u32)) {
        let near = Outer::from_bounds(near);
        self.loose.visit(&near, &mut found);
        for tree in &self.trees {
            tree.visit(&near, &mut found);
        }
    }

    /// Makes one tree of the list and of each tree that is at most twice as large as the items merged so far.
    fn merge(&mut self) {
        self.items.clear();
        self.items.extend(self.loose.drain());
        while let Some(tree) = (self.trees).pop_if(|tree| tree.len() <= 2 * self.items.len()) {
            self.items.extend(tree.items());
        }
        self.trees.push(MovingTree::new(&mut self.items));
        self.set_places(self.trees.len() - 1);
    }

    fn rebuild(&mut self, tree: usize) {
        self.items.clear();
        self.items.extend(self.trees[tree].items());
        self.trees[tree].rebuild(&mut self.items);
        self.set_places(tree);
    }

    /// Sets the places of the items of a tree that was just built.
    fn set_places(&mut self, tree: usize) {
        for (at, item) in (0_u32..).zip(&self.items) {
            self.places[item.index as usize] = Place::Tree {
                tree: number(tree),
                item: at,
            };
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "there are fewer than 2^32 obstacles"
)]
fn number(at: usize) -> u32 {
    at as u32
}

#[cfg(test)]
impl Index {
    /// Returns the cost of all trees: see [`MovingTree::cost`].
    pub(super) fn cost(&self) -> f64 {
        self.trees.iter().map(MovingTree::cost).sum()
    }
}
