//! A tree whose items move and are removed.
//!
//! A leaf has one item. Moving an item changes only the bounds above its leaf. When such moves have made the tree much
//! worse than a new tree, it is rebuilt.

use super::build::Item;
use super::nodes::{INNER, Tree};
use crate::bounds::Outer;

/// A tree is worn if its cost is this many times the cost when it was built.
const WORN: f64 = 1.4;

/// A tree over items that move.
#[derive(Clone, Debug, Default)]
pub(crate) struct MovingTree {
    tree: Tree,
    /// The caller's number for each item.
    numbers: Vec<u32>,
    /// The node and lane of each item, as 4 · node + lane.
    places: Vec<u32>,
    /// The node and lane above each node, also as 4 · node + lane; unused for the root.
    parents: Vec<u32>,
    /// The number of items that were not removed.
    living: usize,
    cost: f64,
    moves: usize,
}

/// The value in `numbers` for a removed item.
const REMOVED: u32 = u32::MAX;

impl MovingTree {
    /// Builds a tree over items, whose numbers are below `u32::MAX`. Afterwards item `i` of the tree is `items[i]`.
    pub(crate) fn new(items: &mut [Item]) -> Self {
        let mut tree = Self::default();
        // A node has at least two children, so no tree of `items` has more nodes than items.
        tree.tree.nodes.reserve(items.len());
        tree.parents.reserve(items.len());
        tree.rebuild(items);
        tree
    }

    /// Like [`MovingTree::new`], but reuses this tree's memory. Allocates nothing if the number of items does not grow.
    pub(crate) fn rebuild(&mut self, items: &mut [Item]) {
        let Self {
            tree,
            numbers,
            places,
            parents,
            ..
        } = self;
        tree.rebuild(items, 1);
        numbers.clear();
        numbers.extend(items.iter().map(|item| item.index));
        places.clear();
        places.resize(items.len(), 0);
        parents.clear();
        parents.resize(tree.nodes.len(), 0);
        for (at, node) in (0_u32..).zip(&tree.nodes) {
            for (lane, (&first, &count)) in (0_u32..).zip(node.first.iter().zip(&node.count)) {
                match count {
                    0 => {}
                    INNER => parents[first as usize] = 4 * at + lane,
                    _ => places[first as usize] = 4 * at + lane,
                }
            }
        }
        self.living = items.len();
        self.cost = self.tree.cost();
        self.moves = 0;
    }

    /// Returns how many items there are.
    pub(crate) fn len(&self) -> usize {
        self.living
    }

    /// Returns whether most items were removed.
    pub(crate) fn is_sparse(&self) -> bool {
        2 * self.living < self.numbers.len()
    }

    /// Returns whether moves have made the tree so bad that a new tree would be much better. Checks only after as many
    /// moves as there are items, and returns `false` until then.
    pub(crate) fn is_worn(&mut self) -> bool {
        if self.moves < self.numbers.len() {
            return false;
        }
        self.moves = 0;
        self.tree.cost() > self.cost * WORN
    }

    /// See [`Tree::cost`].
    #[cfg(test)]
    pub(crate) fn cost(&self) -> f64 {
        self.tree.cost()
    }

    /// Calls `found` with the number of every item whose bounds touch a box.
    #[inline]
    pub(crate) fn visit(&self, near: &Outer, mut found: impl FnMut(u32)) {
        (self.tree).visit(near, |item, _| found(self.numbers[item as usize]));
    }

    /// Gives an item new bounds.
    #[inline]
    pub(crate) fn move_to(&mut self, item: u32, bounds: Outer) {
        self.moves += 1;
        let mut bounds = bounds;
        let mut place = self.places[item as usize] as usize;
        loop {
            let (at, lane) = (place / 4, place % 4);
            let node = &mut self.tree.nodes[at];
            node.set_bounds(lane, &bounds);
            if at == 0 {
                return;
            }
            bounds = node.around();
            place = self.parents[at] as usize;
            if self.tree.nodes[place / 4].bounds(place % 4) == bounds {
                return;
            }
        }
    }

    /// Removes an item.
    pub(crate) fn remove(&mut self, item: u32) {
        self.move_to(item, Outer::EMPTY);
        self.numbers[item as usize] = REMOVED;
        self.living -= 1;
    }

    /// Returns the items that were not removed, with their bounds.
    pub(crate) fn items(&self) -> impl Iterator<Item = Item> {
        let places = self.numbers.iter().zip(&self.places);
        places
            .filter(|&(&number, _)| number != REMOVED)
            .map(|(&index, &place)| Item {
                bounds: self.tree.nodes[place as usize / 4].bounds(place as usize % 4),
                index,
            })
    }
}
