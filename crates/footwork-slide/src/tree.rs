//! A tree of boxes with four children per node, which finds the items near a box. Meshes and the world use it.
//!
//! A node stores the bounds of its four children side by side, so testing all four takes six comparisons of four
//! numbers. Bounds are f32, rounded outwards: a tree may find too many items, but never too few, and its callers test
//! the items again in f64. So the shape of the tree never changes a result.
//!
//! The alternative is `obvhs` 0.4. Over a million triangles its `Bvh2` takes 0.4 to 0.8 s to build, depending on
//! quality, and 910 to 440 ns to find the triangles in a box that touches ten. This tree takes 0.4 to 0.55 s to build
//! and 130 ns for such a box, because its leaves are in the order of the triangles and four children are tested
//! together. (`CwBvh` is for rays only.) `obvhs` would also add eighteen crates, one of them a procedural macro, and
//! cannot move items, which the world needs.
//!
//! `nodes` searches a tree, `build` builds it, `moving` is a tree whose items move, and `block` stores a few items
//! without a tree.

mod block;
mod build;
mod moving;
mod nodes;

pub(crate) use block::Block;
pub(crate) use build::Item;
pub(crate) use moving::MovingTree;
pub(crate) use nodes::Tree;

#[cfg(test)]
mod tests;
