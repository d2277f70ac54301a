//! A tree of boxes, four to a node, that finds quickly what is near a box. Meshes and the world share it.
//!
//! A node holds the bounds of its four children side by side, so that it costs six comparisons of four numbers
//! each. Bounds are f32 and rounded outwards: a tree may find too much, never too little, and whoever asks looks
//! again in f64. The shape of the tree thus never shows in an answer.
//!
//! `obvhs` 0.4 was tried first. Over a million triangles its `Bvh2` takes 0.4 to 0.8 s to build, by quality, and
//! 910 to 440 ns for a box that touches ten of them; this takes 0.4 to 0.55 s and 130 ns, because its leaves are in
//! the order of the triangles and four children are tested at once (`CwBvh` is for rays only). It would also bring
//! eighteen crates, one of them a procedural macro, and none of the moving of items that the world needs.

mod block;
mod build;
mod moving;

use std::ops::ControlFlow;

use glam::Vec4;

use crate::bounds::Outer;
pub(crate) use block::Block;
pub(crate) use build::Item;
pub(crate) use moving::MovingTree;

/// The children of a node side by side. A child without items has empty bounds, which
/// touch nothing: boxes that are looked for are finite.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Node {
    min: [Vec4; 3],
    max: [Vec4; 3],
    /// A leaf's first item, or the number of an inner node.
    first: [u32; 4],
    /// How many items a leaf has; an inner node has `INNER`.
    count: [u32; 4],
}

const INNER: u32 = u32::MAX;

/// No deeper than this: below `build::UNBALANCED` levels every split halves, and 32 halvings by four children
/// are 16 levels.
const DEEPEST: usize = 48;

/// Three siblings wait at each level, at most.
const MOST_WAITING: usize = 3 * DEEPEST + 4;

/// Nodes over items `0..n`, in an order that the builder chooses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// Calls with the first item and the number of items of every leaf whose bounds touch the box.
    #[inline]
    pub(crate) fn visit(&self, near: &Outer, mut leaf: impl FnMut(u32, u32)) {
        let _ = self.search(near, |first, count| {
            leaf(first, count);
            ControlFlow::Continue(())
        });
    }

    /// As [`Tree::visit`], until a call breaks.
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
        let mut waiting = [0_u32; MOST_WAITING];
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
}

impl Node {
    const EMPTY: Self = Self {
        min: [Vec4::INFINITY; 3],
        max: [Vec4::NEG_INFINITY; 3],
        first: [0; 4],
        count: [0; 4],
    };

    /// A bit for each child whose bounds touch a box.
    #[inline]
    fn touched(&self, near: &Four) -> u32 {
        let x = self.min[0].cmple(near.max[0]) & self.max[0].cmpge(near.min[0]);
        let y = self.min[1].cmple(near.max[1]) & self.max[1].cmpge(near.min[1]);
        let z = self.min[2].cmple(near.max[2]) & self.max[2].cmpge(near.min[2]);
        (x & y & z).bitmask()
    }

    #[inline]
    fn set_bounds(&mut self, lane: usize, bounds: &Outer) {
        for axis in 0..3 {
            self.min[axis][lane] = bounds.min[axis];
            self.max[axis][lane] = bounds.max[axis];
        }
    }

    #[inline]
    fn bounds(&self, lane: usize) -> Outer {
        Outer {
            min: self.min.map(|of| of[lane]).into(),
            max: self.max.map(|of| of[lane]).into(),
        }
    }
}

/// The bounds of a box, each number four times.
struct Four {
    min: [Vec4; 3],
    max: [Vec4; 3],
}

impl Outer {
    #[inline]
    fn splat(&self) -> Four {
        Four {
            min: self.min.to_array().map(Vec4::splat),
            max: self.max.to_array().map(Vec4::splat),
        }
    }
}

#[cfg(test)]
mod tests;
