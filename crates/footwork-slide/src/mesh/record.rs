//! A triangle as a mesh stores it.

use glam::DVec3;

use super::edge::{Link, LinkKind};

/// A triangle that has an area.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// Relative to the mesh's origin.
    pub(crate) vertices: [DVec3; 3],
    /// The unit normal by the winding.
    pub(crate) normal: DVec3,
    /// The index among the triangles that the mesh was made from.
    pub(crate) index: u32,
    neighbours: [u32; 3],
    kinds: [LinkKind; 3],
    are_reversed: [bool; 3],
}

impl Record {
    /// A record of vertices with an area between them, all of whose edges are borders.
    pub(super) fn new(vertices: [DVec3; 3], index: u32) -> Self {
        let [a, b, c] = vertices;
        Self {
            vertices,
            normal: (b - a).cross(c - a).normalize_or_zero(),
            index,
            neighbours: [0; 3],
            kinds: [LinkKind::Border; 3],
            are_reversed: [false; 3],
        }
    }

    /// Returns what lies across edge 0, 1 or 2.
    #[inline]
    pub(super) fn link(&self, edge: usize) -> Link {
        Link {
            kind: self.kinds[edge],
            is_reversed: self.are_reversed[edge],
            neighbour: self.neighbours[edge],
        }
    }

    pub(super) fn set_link(&mut self, edge: usize, link: Link) {
        self.kinds[edge] = link.kind;
        self.are_reversed[edge] = link.is_reversed;
        self.neighbours[edge] = link.neighbour;
    }

    /// Returns both ends of an edge, in the order of the winding.
    pub(super) fn edge(&self, edge: usize) -> [DVec3; 2] {
        [self.vertices[edge], self.vertices[(edge + 1) % 3]]
    }
}
