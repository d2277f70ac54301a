//! A few items without a tree, searched one after another.

use super::build::Item;
use super::nodes::{INNER, Node};
use crate::bounds::Outer;

/// Items in no order, four per node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    nodes: Vec<Node>,
    len: usize,
}

impl Block {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Adds an item at the end.
    pub(crate) fn push(&mut self, item: Item) {
        if self.len.is_multiple_of(4) {
            self.nodes.push(Node::EMPTY);
        }
        let at = self.len;
        self.len += 1;
        self.set(at, item);
    }

    fn set(&mut self, at: usize, item: Item) {
        let node = &mut self.nodes[at / 4];
        node.set_bounds(at % 4, &item.bounds);
        node.first[at % 4] = item.index;
        node.count[at % 4] = INNER;
    }

    fn get(&self, at: usize) -> Item {
        let node = &self.nodes[at / 4];
        Item {
            bounds: node.bounds(at % 4),
            index: node.first[at % 4],
        }
    }

    /// Gives an item other bounds.
    #[inline]
    pub(crate) fn move_to(&mut self, at: u32, bounds: &Outer) {
        self.nodes[at as usize / 4].set_bounds(at as usize % 4, bounds);
    }

    /// Removes an item and moves the last item to its place. Returns the number of the moved item; `None` if none
    /// moved.
    pub(crate) fn swap_remove(&mut self, at: u32) -> Option<u32> {
        let at = at as usize;
        let last = self.len.checked_sub(1)?;
        let moved = self.get(last);
        self.set(last, Item::NOTHING);
        self.len = last;
        self.nodes.truncate(last.div_ceil(4));
        (at != last).then(|| {
            self.set(at, moved);
            moved.index
        })
    }

    /// Removes all items.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.len = 0;
    }

    /// Removes and returns all items.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = Item> {
        let len = std::mem::take(&mut self.len);
        (self.nodes.drain(..).flat_map(|node| {
            [0, 1, 2, 3].map(|lane| Item {
                bounds: node.bounds(lane),
                index: node.first[lane],
            })
        }))
        .take(len)
    }

    /// Calls `found` with the number of every item whose bounds touch a box.
    #[inline]
    pub(crate) fn visit(&self, near: &Outer, mut found: impl FnMut(u32)) {
        let near = near.splat();
        for node in &self.nodes {
            let mut touched = node.touched(&near);
            while touched != 0 {
                found(node.first[touched.trailing_zeros() as usize & 3]);
                touched &= touched - 1;
            }
        }
    }
}
