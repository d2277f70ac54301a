//! The triangles of a mesh as it stores them.
//!
//! Triangles share their vertices. The vertices are numbered in the order in which the tree's leaves first use them, so
//! the vertices that a query reads are close together in memory. Normals are not stored, because a query tests many
//! triangles and touches few. A triangle takes 28 bytes, plus 12 bytes for half a vertex on a large surface.

use glam::DVec3;

use super::edge::{Link, PackedLink};

/// Triangles that have an area, in the order of the tree's leaves.
#[derive(Clone, Debug)]
pub(crate) struct Triangles {
    /// The vertices, relative to the mesh's origin.
    vertices: Vec<DVec3>,
    /// The vertex numbers of each triangle. They are stored separately because a search reads only these.
    corners: Vec<[u32; 3]>,
    records: Vec<Record>,
}

#[derive(Clone, Debug)]
struct Record {
    links: [PackedLink; 3],
    /// The index in the list from which the mesh was made.
    index: u32,
}

/// The number that stands for no vertex.
const NONE: u32 = u32::MAX;

impl Triangles {
    /// Creates triangles without neighbours. `corners` has the vertex numbers of all triangles, and `order` the
    /// indices of the triangles to keep.
    pub(super) fn new(
        order: impl ExactSizeIterator<Item = u32>,
        corners: &[[u32; 3]],
        vertices: &[DVec3],
    ) -> Self {
        let mut numbers = vec![NONE; vertices.len()];
        let mut kept = Vec::with_capacity(vertices.len());
        let mut ordered = Vec::with_capacity(order.len());
        let records = order.map(|index| {
            ordered.push(corners[index as usize].map(|corner| {
                let number = &mut numbers[corner as usize];
                if *number == NONE {
                    *number = count(&kept);
                    kept.push(vertices[corner as usize]);
                }
                *number
            }));
            Record {
                links: [PackedLink::BORDER; 3],
                index,
            }
        });
        let records = records.collect();
        kept.shrink_to_fit();
        Self {
            vertices: kept,
            corners: ordered,
            records,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.vertices.capacity() * size_of::<DVec3>()
            + self.corners.capacity() * size_of::<[u32; 3]>()
            + self.records.capacity() * size_of::<Record>()
    }

    /// Returns the numbers of all triangles.
    pub(crate) fn ids(&self) -> impl Iterator<Item = u32> + use<> {
        (0_u32..).take(self.records.len())
    }

    /// Returns the index of a triangle in the list from which the mesh was made.
    #[inline]
    pub(crate) fn index(&self, at: u32) -> u32 {
        self.records[at as usize].index
    }

    /// Returns the vertices of a triangle, relative to the mesh's origin.
    #[inline]
    pub(crate) fn vertices(&self, at: u32) -> [DVec3; 3] {
        let corners = self.corners[at as usize];
        corners.map(|corner| self.vertices[corner as usize])
    }

    /// Returns all vertices, relative to the mesh's origin.
    pub(crate) fn all_vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// Returns the unit normal of a triangle, by its winding.
    #[inline]
    pub(crate) fn normal(&self, at: u32) -> DVec3 {
        let [a, b, c] = self.vertices(at);
        (b - a).cross(c - a).normalize_or_zero()
    }

    /// Returns both ends of an edge, in the order of the winding.
    pub(super) fn edge(&self, at: u32, edge: usize) -> [DVec3; 2] {
        let corners = self.corners[at as usize];
        [corners[edge], corners[(edge + 1) % 3]].map(|corner| self.vertices[corner as usize])
    }

    /// Returns the link across edge 0, 1 or 2 of a triangle.
    #[inline]
    pub(super) fn link(&self, at: u32, edge: usize) -> Link {
        self.records[at as usize].links[edge].into()
    }

    pub(super) fn set_link(&mut self, at: u32, edge: usize, link: Link) {
        self.records[at as usize].links[edge] = link.into();
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a mesh has at most 3 * 2^29 vertices"
)]
fn count(vertices: &[DVec3]) -> u32 {
    vertices.len() as u32
}
