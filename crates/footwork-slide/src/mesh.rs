//! A mesh: triangles that stand in the way, made from any soup of them.

mod edge;
mod neighbours;
mod normal_cone;
mod record;
mod seams;
mod weld;

use std::error::Error;
use std::fmt;

use glam::DVec3;

use crate::bounds::{Bounds, Outer};
use crate::pose::within;
use crate::tree::{Item, Tree};
pub(crate) use edge::Edge;
use edge::{Link, LinkKind};
pub(crate) use normal_cone::limited_normal;
pub(crate) use record::Record;

/// The most triangles in a leaf.
const LEAF: usize = 4;

/// A triangle that is lower than this share of the welding tolerance has no area.
const THIN: f64 = 0.01;

/// Triangles, their neighbours, and a tree to find them by. It does not change, and obstacles share it.
#[derive(Clone, Debug)]
pub struct Mesh {
    /// What the vertices of the records are relative to.
    origin: DVec3,
    /// Relative to the origin.
    bounds: Bounds,
    /// In the order of the tree's leaves.
    records: Vec<Record>,
    tree: Tree,
    given: usize,
    /// Of a closed surface that is wound one way: 1.0 where its normals point outwards, -1.0 where they
    /// point inwards.
    outwards: Option<f64>,
}

impl Mesh {
    /// The farthest a coordinate of a vertex may be from zero, in metres.
    pub const FARTHEST: f64 = 1.0e9;

    /// The most triangles a mesh may have.
    pub const MOST_TRIANGLES: usize = 1 << 30;

    /// Two vertices at most this far apart are one, unless said otherwise: a tenth of a millimetre.
    pub const WELDING_M: f64 = 1.0e-4;

    /// A mesh from triangles, each of three vertices in metres, y up or whatever else the world has.
    ///
    /// Any soup will do: vertices need not be shared, the winding may differ from triangle to triangle, and a
    /// body meets both sides. Vertices at most [`Mesh::WELDING_M`] apart, or joined by a chain of such pairs,
    /// count as one where neighbours are looked for; they stay where they are. A triangle two of whose vertices
    /// are one, or that is lower than a hundredth of that, has no area and is dropped: at most a slit is left, which
    /// no body passes. Where a triangle's edge lies along shorter edges, those are its neighbours. No triangles make
    /// a mesh that is never met.
    ///
    /// Vertices keep double precision, but triangles are told apart quickly only down to a ten-millionth of the
    /// mesh's extent: split what is farther apart than some hundred kilometres into several meshes.
    ///
    /// Triangles keep their indices: what a question finds names the index in `triangles`.
    ///
    /// # Errors
    ///
    /// [`MeshError::Coordinate`] for the first vertex that is not finite or farther from zero than
    /// [`Mesh::FARTHEST`]; [`MeshError::TooMany`].
    ///
    /// ```
    /// use footwork_slide::{Mesh, MeshError};
    ///
    /// let floor = [
    ///     [[0.0, 0.0, 0.0], [0.0, 0.0, 4.0], [4.0, 0.0, 4.0]],
    ///     [[0.0, 0.0, 0.0], [4.0, 0.0, 4.0], [4.0, 0.0, 0.0]],
    ///     [[0.0, 0.0, 0.0], [4.0, 0.0, 4.0], [2.0, 0.0, 2.0]],
    /// ];
    /// let mesh = Mesh::new(&floor)?;
    /// assert_eq!((mesh.len(), mesh.dropped()), (3, 1));
    ///
    /// let broken = [[[0.0; 3], [0.0, f64::NAN, 0.0], [1.0; 3]]];
    /// let error = Mesh::new(&broken).unwrap_err();
    /// assert_eq!(error, MeshError::Coordinate { triangle: 0, corner: 1 });
    /// # Ok::<(), MeshError>(())
    /// ```
    pub fn new(triangles: &[[[f64; 3]; 3]]) -> Result<Self, MeshError> {
        Self::with_welding(triangles, Self::WELDING_M)
    }

    /// A mesh as [`Mesh::new`] makes it, with another tolerance: from 1e-9 to 1 metre, or 0. With 0 only vertices
    /// with equal coordinates are one, and no edge has neighbours in parts.
    ///
    /// # Errors
    ///
    /// As [`Mesh::new`], and [`MeshError::Welding`].
    pub fn with_welding(triangles: &[[[f64; 3]; 3]], tolerance_m: f64) -> Result<Self, MeshError> {
        check(triangles)?;
        // Written so that NaN is refused as well.
        if !(tolerance_m == 0.0 || (1.0e-9..=1.0).contains(&tolerance_m)) {
            return Err(MeshError::Welding {
                metres: tolerance_m,
            });
        }
        let all = triangles.iter().fold(Bounds::EMPTY, |all, triangle| {
            all.join(&Bounds::around(&triangle.map(DVec3::from_array)))
        });
        let origin = match triangles.is_empty() {
            true => DVec3::ZERO,
            false => all.centre(),
        };
        let local = |triangle: &[[f64; 3]; 3]| triangle.map(|at| DVec3::from_array(at) - origin);
        let (corners, vertices) = weld::weld(triangles.iter().map(local), tolerance_m);
        let mut items: Vec<Item> = (0_u32..)
            .zip(triangles.iter().zip(&corners))
            .filter_map(|(index, (triangle, &[a, b, c]))| {
                let vertices = local(triangle);
                let is_kept = a != b && b != c && c != a && has_area(&vertices, tolerance_m);
                let bounds = Outer::of(&Bounds::around(&vertices));
                is_kept.then_some(Item { bounds, index })
            })
            .collect();
        let tree = Tree::build(&mut items, LEAF);
        let mut records: Vec<Record> = (items.iter())
            .map(|item| Record::new(local(&triangles[item.index as usize]), item.index))
            .collect();
        let corners: Vec<[u32; 3]> = (items.iter())
            .map(|item| corners[item.index as usize])
            .collect();
        neighbours::link(&mut records, &corners, vertices);
        if tolerance_m > 0.0 {
            seams::link(&mut records, &tree, tolerance_m);
        }
        Ok(Self {
            outwards: outwards(&records),
            origin,
            bounds: all.moved(-origin),
            records,
            tree,
            given: triangles.len(),
        })
    }

    /// How many triangles the mesh was made from.
    pub fn len(&self) -> usize {
        self.given
    }

    /// Whether it was made from none.
    pub fn is_empty(&self) -> bool {
        self.given == 0
    }

    /// How many of the triangles have no area, and are never met.
    pub fn dropped(&self) -> usize {
        self.given - self.records.len()
    }

    /// Whether its triangles are a closed surface, all wound the same way: then a body that starts inside is
    /// led out of it. Any other mesh is a surface without an inside.
    pub fn is_solid(&self) -> bool {
        self.outwards.is_some()
    }

    /// Which way is out along a triangle's normal, of a solid mesh.
    pub(crate) fn outwards(&self) -> Option<f64> {
        self.outwards
    }

    pub(crate) fn origin(&self) -> DVec3 {
        self.origin
    }

    pub(crate) fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Calls with every triangle that may touch bounds relative to the origin, and with some more, and with where
    /// they are kept.
    #[inline]
    pub(crate) fn visit(&self, near: &Bounds, mut found: impl FnMut(u32, &Record)) {
        self.tree.visit(&Outer::of(near), |first, count| {
            let records = &self.records[first as usize..][..count as usize];
            for (at, record) in (first..).zip(records) {
                found(at, record);
            }
        });
    }

    /// What edge 0, 1 or 2 of a record borders on.
    #[inline]
    pub(crate) fn edge(&self, record: u32, edge: usize) -> Edge {
        let link = self.records[record as usize].link(edge);
        let normal = || {
            let normal = self.records[link.neighbour as usize].normal;
            match link.is_reversed {
                true => -normal,
                false => normal,
            }
        };
        match link.kind {
            LinkKind::Border => Edge::Border,
            LinkKind::Flat => Edge::Flat,
            LinkKind::Convex => Edge::Convex { normal: normal() },
            LinkKind::Concave => Edge::Concave { normal: normal() },
        }
    }
}

/// Whether every vertex is far enough from the longest edge.
fn has_area(vertices: &[DVec3; 3], tolerance: f64) -> bool {
    let [a, b, c] = *vertices;
    let longest = [b - a, c - b, a - c].into_iter().fold(0.0, |most, edge| {
        match edge.length_squared() > most {
            true => edge.length_squared(),
            false => most,
        }
    });
    let thin = THIN * tolerance;
    let area = (b - a).cross(c - a);
    area.length_squared() > thin * thin * longest && area.try_normalize().is_some()
}

/// See [`Mesh::outwards`]: by the sign of the volume, a sixth of the sum of the triangles' triple products.
fn outwards(records: &[Record]) -> Option<f64> {
    let is_closed = |record: &Record| {
        let links = [0, 1, 2].map(|edge| record.link(edge));
        let joins = |link: &Link| link.kind != LinkKind::Border && !link.is_reversed;
        links.iter().all(joins)
    };
    if !records.iter().all(is_closed) {
        return None;
    }
    let volume = records.iter().fold(0.0, |sum, record| {
        let [a, b, c] = record.vertices;
        sum + a.dot(b.cross(c))
    });
    (volume != 0.0).then(|| volume.signum())
}

fn check(triangles: &[[[f64; 3]; 3]]) -> Result<(), MeshError> {
    if triangles.len() > Mesh::MOST_TRIANGLES {
        return Err(MeshError::TooMany {
            triangles: triangles.len(),
        });
    }
    for (triangle, corners) in triangles.iter().enumerate() {
        for (corner, vertex) in corners.iter().enumerate() {
            if !vertex.iter().all(|&metres| within(metres, Mesh::FARTHEST)) {
                return Err(MeshError::Coordinate { triangle, corner });
            }
        }
    }
    Ok(())
}

/// Why triangles make no mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MeshError {
    /// A coordinate is not finite or farther than [`Mesh::FARTHEST`] from zero.
    Coordinate {
        /// The index of the triangle.
        triangle: usize,
        /// Which of its vertices: 0, 1 or 2.
        corner: usize,
    },
    /// There are more than [`Mesh::MOST_TRIANGLES`].
    TooMany {
        /// How many there are.
        triangles: usize,
    },
    /// The tolerance is neither zero nor from a nanometre to a metre.
    Welding {
        /// The tolerance in metres.
        metres: f64,
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coordinate { triangle, corner } => write!(
                f,
                "vertex {corner} of triangle {triangle} is not finite or farther than {:e} m from zero",
                Mesh::FARTHEST
            ),
            Self::TooMany { triangles } => write!(
                f,
                "{triangles} triangles are more than the {} a mesh may have",
                Mesh::MOST_TRIANGLES
            ),
            Self::Welding { metres } => write!(
                f,
                "a welding tolerance of {metres} m is neither 0 nor from 1e-9 to 1 m"
            ),
        }
    }
}

impl Error for MeshError {}

#[cfg(test)]
pub(crate) mod tests;
