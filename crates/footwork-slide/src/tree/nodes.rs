//! The nodes of a tree, and the search for items near a box.

use std::ops::ControlFlow;

use glam::Vec4;

use crate::bounds::Outer;

/// Four children side by side. A missing child has empty bounds, which touch no finite box. A node fills one pair of
/// cache lines, which processors read together.
#[derive(Clone, Debug)]
#[repr(C, align(128))]
pub(crate) struct Node {
    min: [Vec4; 3],
    max: [Vec4; 3],
    /// The first item of a leaf, or the number of an inner node.
    pub(super) first: [u32; 4],
    /// The number of items of a leaf; [`INNER`] for an inner node.
    pub(super) count: [u32; 4],
}

/// The value of `count` for an inner node.
pub(super) const INNER: u32 = u32::MAX;

/// The maximum number of levels. From [`MAX_UNBALANCED_DEPTH`] on, every split halves the items, so 16 more levels of
/// four children are enough for 2³² items. Another four levels are spare.
const MAX_DEPTH: usize = MAX_UNBALANCED_DEPTH + 20;

/// The depth from which every split halves the items. It limits the depth of the tree for items in any arrangement.
pub(super) const MAX_UNBALANCED_DEPTH: usize = 28;

/// The maximum number of nodes that wait during a search: three siblings at each level.
pub(super) const MAX_WAITING: usize = 3 * MAX_DEPTH + 4;

/// Nodes over the items `0..n`, whose order the builder chooses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(super) nodes: Vec<Node>,
}

impl Tree {
    /// Calls `leaf` with the first item and the number of items of each leaf whose bounds touch the box.
    #[inline]
    pub(crate) fn visit(&self, near: &Outer, mut leaf: impl FnMut(u32, u32)) {
        let _ = self.search(near, |first, count| {
            leaf(first, count);
            ControlFlow::Continue(())
        });
    }

    /// Like [`Tree::visit`], but stops when `leaf` breaks.
    #[inline]
    pub(crate) fn search(
        &self,
        near: &Outer,
        mut leaf: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.nodes.is_empty() {
            return ControlFlow::Continue(());
        }
        let near = near.splat();
        let mut waiting = [0_u32; MAX_WAITING];
        let mut len = 1;
        while len > 0 {
            len -= 1;
            let node = &self.nodes[waiting[len] as usize];
            let mut touched = node.touched(&near);
            while touched != 0 {
                let lane = touched.trailing_zeros() as usize & 3;
                touched &= touched - 1;
                match node.count[lane] {
                    INNER => {
                        waiting[len] = node.first[lane];
                        len += 1;
                    }
                    count => leaf(node.first[lane], count)?,
                }
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
    }

    /// Returns half the sum of the nodes' areas. It grows with the number of nodes that a box is likely to touch.
    pub(super) fn cost(&self) -> f64 {
        let area = |node: &Node| f64::from(node.around().half_area());
        self.nodes.iter().map(area).sum()
    }
}

impl Node {
    /// Returns the common bounds of all children.
    #[inline]
    pub(super) fn around(&self) -> Outer {
        Outer {
            min: self.min.map(|side| side.min_element()).into(),
            max: self.max.map(|side| side.max_element()).into(),
        }
    }

    pub(super) const EMPTY: Self = Self {
        min: [Vec4::INFINITY; 3],
        max: [Vec4::NEG_INFINITY; 3],
        first: [0; 4],
        count: [0; 4],
    };

    /// Returns a bit for each child whose bounds touch a box.
    #[inline]
    pub(super) fn touched(&self, near: &Four) -> u32 {
        let x = self.min[0].cmple(near.max[0]) & self.max[0].cmpge(near.min[0]);
        let y = self.min[1].cmple(near.max[1]) & self.max[1].cmpge(near.min[1]);
        let z = self.min[2].cmple(near.max[2]) & self.max[2].cmpge(near.min[2]);
        (x & y & z).bitmask()
    }

    #[inline]
    pub(super) fn set_bounds(&mut self, lane: usize, bounds: &Outer) {
        for axis in 0..3 {
            self.min[axis][lane] = bounds.min[axis];
            self.max[axis][lane] = bounds.max[axis];
        }
    }

    #[inline]
    pub(super) fn bounds(&self, lane: usize) -> Outer {
        Outer {
            min: self.min.map(|of| of[lane]).into(),
            max: self.max.map(|of| of[lane]).into(),
        }
    }
}

/// A box to compare with four others at once: each coordinate of its bounds, repeated four times.
pub(super) struct Four {
    min: [Vec4; 3],
    max: [Vec4; 3],
}

impl Outer {
    #[inline]
    pub(super) fn splat(&self) -> Four {
        Four {
            min: self.min.to_array().map(Vec4::splat),
            max: self.max.to_array().map(Vec4::splat),
        }
    }
}
