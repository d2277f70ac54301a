//! A tree whose items may move and be removed. Its leaves have one item each; a move changes the bounds above
//! it and nothing else, until the tree has become so much worse than a new one that it is built again.

use super::{INNER, Item, Node, Tree};
use crate::bounds::Outer;

/// A tree this many times as costly as when it was built is built again.
const WORN: f64 = 1.4;

/// A tree over items that move.
#[derive(Clone, Debug, Default)]
pub(crate) struct MovingTree {
    tree: Tree,
    /// The caller's number of each item.
    numbers: Vec<u32>,
    /// The node and lane of each item, as 4 · node + lane.
    places: Vec<u32>,
    /// The lane above each node, likewise; the root's is not used.
    parents: Vec<u32>,
    /// As long as `numbers`, less what was removed.
    living: usize,
    cost: f64,
    moves: usize,
}

/// What stands for an item that was removed.
const REMOVED: u32 = u32::MAX;

impl MovingTree {
    /// A tree over items, whose numbers are below `u32::MAX`. Afterwards item `i` of the tree is `items[i]`.
    pub(crate) fn new(items: &mut [Item]) -> Self {
        let mut tree = Self::default();
        // Each node has two children at least, so that no tree of these items has more nodes than items.
        tree.tree.nodes.reserve(items.len());
        tree.parents.reserve(items.len());
        tree.rebuild(items);
        tree
    }

    /// Becomes [`MovingTree::new`] of other items, and allocates nothing if they are no more than it has had.
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

    /// How many items it has.
    pub(crate) fn len(&self) -> usize {
        self.living
    }

    /// Whether most of it is gone.
    pub(crate) fn is_sparse(&self) -> bool {
        2 * self.living < self.numbers.len()
    }

    /// Whether so much has moved that a new tree would be much better. Looks only now and then.
    pub(crate) fn is_worn(&mut self) -> bool {
        if self.moves < self.numbers.len() {
            return false;
        }
        self.moves = 0;
        self.tree.cost() > self.cost * WORN
    }

    /// Grows with how many nodes a box is likely to touch.
    #[cfg(test)]
    pub(crate) fn cost(&self) -> f64 {
        self.tree.cost()
    }

    /// Calls with the number of every item whose bounds touch a box.
    #[inline]
    pub(crate) fn visit(&self, near: &Outer, mut found: impl FnMut(u32)) {
        (self.tree).visit(near, |item, _| found(self.numbers[item as usize]));
    }

    /// Gives an item other bounds.
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

    /// The items that are left, with their bounds.
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

impl Tree {
    /// Grows with how many nodes a box is likely to touch.
    fn cost(&self) -> f64 {
        let of = |node: &Node| f64::from(node.around().half_area());
        self.nodes.iter().map(of).sum()
    }
}

impl Node {
    #[inline]
    fn around(&self) -> Outer {
        Outer {
            min: self.min.map(|of| of.min_element()).into(),
            max: self.max.map(|of| of.max_element()).into(),
        }
    }
}
