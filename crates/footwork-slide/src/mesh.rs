//! Triangles as an obstacle, made from any triangle soup.
//!
//! A mesh is made in four steps. `weld` finds which vertices are the same point. Triangles without area are dropped,
//! and the tree's builder orders the rest. `neighbours` links triangles that share an edge, and `seams` links edges
//! that lie along several shorter edges. A sweep needs only the neighbour across each edge. With the neighbours,
//! `normal_cone` recognises contact normals that only an inner edge of the surface could cause, and replaces them with
//! normals that the surface allows.

mod edge;
mod grid;
mod hull;
mod neighbours;
mod normal_cone;
mod seams;
mod terrain;
mod triangles;
mod weld;

use std::error::Error;

use glam::DVec3;

use crate::bounds::{Bounds, Outer, first_beyond};
use crate::tree::{Item, Tree};
use crate::vector::larger;
pub(crate) use edge::Edge;
use edge::{Link, LinkKind, PackedLink};
use grid::Grid;
pub use grid::HeightSamples;
pub(crate) use normal_cone::{Face, limited_normal};
pub(crate) use triangles::Triangles;

/// The maximum number of triangles in a leaf of the tree.
const LEAF: usize = 4;

/// A triangle has no area if its height is below this share of the welding tolerance.
const THIN: f64 = 0.01;

/// The share of a solid's size by which a vertex of a convex solid may lie in front of a face, because of rounding.
const BULGE: f64 = 1.0e-6;

/// The maximum number of face-vertex pairs in the check whether a solid is convex. It is enough for every hull.
const MAX_CONVEX: usize = 2 * Mesh::MAX_HULL_POINTS * Mesh::MAX_HULL_POINTS;

/// Triangles as an obstacle, with their neighbours and a tree that finds them. A mesh never changes, and any number of
/// obstacles may share it.
#[derive(Clone, Debug)]
pub struct Mesh {
    /// The point that the vertices and the bounds are relative to.
    origin: DVec3,
    /// The bounds, relative to the origin.
    bounds: Bounds,
    triangles: Triangles,
    tree: Tree,
    given: usize,
    /// For a closed surface with one winding: 1.0 if its normals point outwards, -1.0 if they point inwards.
    outwards: Option<f64>,
    /// Whether the mesh is a convex solid whose normals point outwards.
    is_convex: bool,
    /// For terrain, the heights from which triangles are computed. The mesh then stores no triangles.
    grid: Option<Box<Grid>>,
}

impl Mesh {
    /// The largest absolute value of a vertex's coordinate, in metres.
    pub const MAX_COORDINATE_M: f64 = 1.0e9;

    /// The largest number of triangles of a mesh.
    pub const MAX_TRIANGLES: usize = 1 << PackedLink::NEIGHBOUR_BITS;

    /// The largest number of points that [`Mesh::from_hull`] accepts.
    pub const MAX_HULL_POINTS: usize = 4096;

    /// The default welding tolerance, in metres. Vertices at most a tenth of a millimetre apart are welded.
    pub const DEFAULT_WELDING_M: f64 = 1.0e-4;

    /// Makes a mesh from triangles, three vertices each, in metres.
    ///
    /// Any soup of triangles will do. Vertices need not be shared, the winding may differ from triangle to triangle,
    /// and a body meets both sides of a triangle.
    ///
    /// Vertices at most [`Mesh::DEFAULT_WELDING_M`] apart are welded, and so are vertices joined by a chain of such
    /// pairs. Welded vertices count as one point in the search for neighbours, but keep their positions. A triangle has
    /// no area and is dropped if two of its vertices are welded, or if its height is below a hundredth of the
    /// tolerance. A dropped triangle leaves at most a slit that no body passes. If an edge lies along shorter edges,
    /// the triangles of those edges are its neighbours. No body ever touches a mesh without triangles.
    ///
    /// Vertices keep double precision, but the tree resolves only a ten-millionth of the mesh's extent. Split a mesh
    /// that is more than a few hundred kilometres wide.
    ///
    /// Query results give the index of a triangle in `triangles`.
    ///
    /// # Errors
    ///
    /// Returns [`MeshError::Coordinate`] for the first vertex that is not finite or beyond [`Mesh::MAX_COORDINATE_M`], and
    /// [`MeshError::TooMany`] for more than [`Mesh::MAX_TRIANGLES`].
    ///
    /// ```
    /// use footwork_slide::{Mesh, MeshError};
    ///
    /// let floor = [
    ///     [[0.0, 0.0, 0.0], [0.0, 0.0, 4.0], [4.0, 0.0, 4.0]],
    ///     [[0.0, 0.0, 0.0], [4.0, 0.0, 4.0], [4.0, 0.0, 0.0]],
    ///     [[0.0, 0.0, 0.0], [4.0, 0.0, 4.0], [2.0, 0.0, 2.0]],
    /// ];
    /// let mesh = Mesh::from_triangles(&floor)?;
    /// assert_eq!((mesh.len(), mesh.dropped()), (3, 1));
    ///
    /// let broken = [[[0.0; 3], [0.0, f64::NAN, 0.0], [1.0; 3]]];
    /// let error = Mesh::from_triangles(&broken).unwrap_err();
    /// assert_eq!(error, MeshError::Coordinate { triangle: 0, corner: 1 });
    /// # Ok::<(), MeshError>(())
    /// ```
    pub fn from_triangles(triangles: &[[[f64; 3]; 3]]) -> Result<Self, MeshError> {
        Self::from_triangles_welded(triangles, Self::DEFAULT_WELDING_M)
    }

    /// Makes a mesh like [`Mesh::from_triangles`], with the welding tolerance `tolerance_m`: 0, or from 1e-9 to 1
    /// metre. With 0, only vertices with equal coordinates are welded, and no edge has several neighbours.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Mesh::from_triangles`], and [`MeshError::Welding`] for any other tolerance.
    pub fn from_triangles_welded(
        triangles: &[[[f64; 3]; 3]],
        tolerance_m: f64,
    ) -> Result<Self, MeshError> {
        check(triangles)?;
        // False for NaN.
        let is_tolerance = tolerance_m == 0.0 || (1.0e-9..=1.0).contains(&tolerance_m);
        if !is_tolerance {
            return Err(MeshError::Welding { tolerance_m });
        }
        let all = triangles.iter().fold(Bounds::EMPTY, |all, triangle| {
            all.join(&Bounds::around(&triangle.map(DVec3::from_array)))
        });
        let origin = if triangles.is_empty() {
            DVec3::ZERO
        } else {
            all.centre()
        };
        // Adding zero turns -0.0 into 0.0, so that both become the same vertex.
        let local = |triangle: &[[f64; 3]; 3]| {
            triangle.map(|at| DVec3::from_array(at) - origin + DVec3::ZERO)
        };
        let welded = weld::weld(triangles.iter().map(local), tolerance_m);
        let mut items: Vec<Item> = (0_u32..)
            .zip(&welded.corners)
            .filter_map(|(index, corners)| {
                let vertices = corners.map(|corner| welded.vertices[corner as usize]);
                let [a, b, c] = corners.map(|corner| welded.group(corner));
                let is_kept = a != b && b != c && c != a && has_area(&vertices, tolerance_m);
                let bounds = Outer::from_bounds(&Bounds::around(&vertices));
                is_kept.then_some(Item { bounds, index })
            })
            .collect();
        let tree = Tree::build(&mut items, LEAF);
        let order = items.iter().map(|item| item.index);
        let given = triangles.len();
        let mut triangles = Triangles::new(order, &welded.corners, &welded.vertices);
        let order = items.iter().map(|item| item.index);
        let groups = welded.groups_in(order);
        neighbours::link(&mut triangles, &groups, welded.vertices.len());
        if tolerance_m > 0.0 {
            seams::link(&mut triangles, &tree, tolerance_m);
        }
        let outwards = outwards(&triangles);
        Ok(Self {
            outwards,
            is_convex: outwards == Some(1.0) && is_convex(&triangles),
            origin,
            bounds: all.moved(-origin),
            triangles,
            tree,
            given,
            grid: None,
        })
    }

    /// Makes a solid mesh from the convex hull of points, in metres. The order of the points does not matter, and points
    /// inside the hull are ignored. The indices of the triangles are unrelated to those of the points. The time grows with
    /// the square of the number of points.
    ///
    /// # Errors
    ///
    /// Returns [`MeshError::Point`] for the first point that is not finite or beyond [`Mesh::MAX_COORDINATE_M`],
    /// [`MeshError::Flat`] if the points lie in a plane within [`Mesh::DEFAULT_WELDING_M`], and
    /// [`MeshError::TooManyPoints`] for more than [`Mesh::MAX_HULL_POINTS`].
    ///
    /// ```
    /// use footwork_slide::Mesh;
    ///
    /// let wedge = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0], [2.0, 0.0, 1.0], [2.0, 1.0, 1.0]];
    /// let mesh = Mesh::from_hull(&wedge)?;
    /// assert_eq!((mesh.len(), mesh.is_solid()), (8, true));
    /// # Ok::<(), footwork_slide::MeshError>(())
    /// ```
    pub fn from_hull(points: &[[f64; 3]]) -> Result<Self, MeshError> {
        let count = points.len();
        if count > Self::MAX_HULL_POINTS {
            return Err(MeshError::TooManyPoints { points: count });
        }
        let is_far = |at: &[f64; 3]| first_beyond(*at, Self::MAX_COORDINATE_M).is_some();
        if let Some(index) = points.iter().position(is_far) {
            return Err(MeshError::Point { index });
        }
        let flat = MeshError::Flat { points: count };
        let at: Vec<DVec3> = points.iter().copied().map(DVec3::from_array).collect();
        let faces = hull::hull(&at).ok_or(flat)?;
        let triangles: Vec<_> = faces.iter().map(|face| face.map(|at| points[at])).collect();
        let mesh = Self::from_triangles(&triangles)?;
        if mesh.is_solid() { Ok(mesh) } else { Err(flat) }
    }

    /// Returns the number of triangles that the mesh was made from.
    pub fn len(&self) -> usize {
        self.given
    }

    /// Returns whether the mesh was made from no triangles.
    pub fn is_empty(&self) -> bool {
        self.given == 0
    }

    /// Returns the number of triangles without area, which were dropped. For terrain, returns the number of triangles
    /// in holes.
    pub fn dropped(&self) -> usize {
        match &self.grid {
            Some(grid) => grid.missing(),
            None => self.given - self.triangles.len(),
        }
    }

    /// Returns the size of the mesh in memory, in bytes. A large mesh takes about 57 bytes per triangle if the triangles
    /// share their vertices, and twice that if no vertex is shared.
    pub fn memory_bytes(&self) -> usize {
        let grid = self.grid.as_ref().map_or(0, |grid| grid.memory_bytes());
        size_of::<Self>() + self.triangles.memory_bytes() + self.tree.memory_bytes() + grid
    }

    /// Returns whether the triangles are a closed surface with one winding. Such a mesh is solid: a body that starts
    /// inside is led out. Any other mesh is a sheet without an inside.
    ///
    /// A body leaves a convex solid that winds outwards, such as a hull, by the shortest way, as it leaves a volume. It
    /// leaves any other solid mesh through the nearest face that it crosses. If it crosses no face it stays, because it
    /// may be in a room.
    pub fn is_solid(&self) -> bool {
        self.outwards.is_some()
    }

    /// Returns 1.0 for a solid mesh whose normals point outwards, and -1.0 if they point inwards; `None` if the mesh is
    /// not solid.
    pub(crate) fn outwards(&self) -> Option<f64> {
        self.outwards
    }

    /// Returns whether this is a convex solid, for which the shortest way out is known.
    pub(crate) fn is_convex(&self) -> bool {
        self.is_convex
    }

    /// Returns whether the triangles are computed from heights.
    pub(crate) fn is_terrain(&self) -> bool {
        self.grid.is_some()
    }

    pub(crate) fn origin(&self) -> DVec3 {
        self.origin
    }

    pub(crate) fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Returns the stored triangles; there are none in terrain.
    pub(crate) fn triangles(&self) -> &Triangles {
        &self.triangles
    }

    /// Returns the vertices of a triangle, relative to the mesh's origin.
    #[inline]
    pub(crate) fn vertices(&self, triangle: u32) -> [DVec3; 3] {
        match &self.grid {
            None => self.triangles.vertices(triangle),
            Some(grid) => grid.vertices(triangle),
        }
    }

    /// Returns the unit normal of a triangle by its winding.
    #[inline]
    pub(crate) fn normal(&self, triangle: u32) -> DVec3 {
        match &self.grid {
            None => self.triangles.normal(triangle),
            Some(grid) => grid.normal(triangle),
        }
    }

    /// Returns the index of a triangle in the list from which the mesh was made.
    #[inline]
    pub(crate) fn index(&self, triangle: u32) -> u32 {
        match &self.grid {
            None => self.triangles.index(triangle),
            Some(_) => triangle,
        }
    }

    /// Calls `found` with the number of every triangle whose bounds touch `near`, and perhaps with a few other
    /// triangles. `near` is relative to the origin.
    #[inline]
    pub(crate) fn visit(&self, near: &Bounds, mut found: impl FnMut(u32)) {
        self.visit_leaves(near, |first, count| {
            (first..first + count).for_each(&mut found);
        });
    }

    /// Calls `found` with runs of triangles: the first triangle and the number of triangles. The runs contain every
    /// triangle whose bounds touch `near`.
    #[inline]
    pub(crate) fn visit_leaves(&self, near: &Bounds, found: impl FnMut(u32, u32)) {
        match &self.grid {
            None => self.tree.visit(&Outer::from_bounds(near), found),
            Some(grid) => grid.visit(near, found),
        }
    }

    /// Returns the neighbour across edge 0, 1 or 2 of a triangle.
    #[inline]
    pub(crate) fn edge(&self, triangle: u32, edge: usize) -> Edge {
        if let Some(grid) = &self.grid {
            return grid.edge(triangle, edge);
        }
        let link = self.triangles.link(triangle, edge);
        let normal = || {
            let normal = self.triangles.normal(link.neighbour);
            if link.is_reversed { -normal } else { normal }
        };
        match link.kind {
            LinkKind::Border => Edge::Border,
            LinkKind::Flat => Edge::Flat,
            LinkKind::Convex => Edge::Convex { normal: normal() },
            LinkKind::Concave => Edge::Concave { normal: normal() },
        }
    }
}

/// Returns whether points lie in a plane.
pub(crate) fn is_flat(points: &[DVec3]) -> bool {
    hull::hull(points).is_none()
}

/// Returns the triangles of the convex hull of points, as indices of the points, counter-clockwise from outside.
pub(crate) fn hull_faces(points: &[DVec3]) -> Vec<[usize; 3]> {
    hull::hull(points).unwrap_or_default()
}

/// Returns whether the height of a triangle over its longest edge is more than [`THIN`] times the tolerance.
fn has_area(vertices: &[DVec3; 3], tolerance: f64) -> bool {
    let [a, b, c] = *vertices;
    let longest = [b - a, c - b, a - c].into_iter().fold(0.0, |most, edge| {
        if edge.length_squared() > most {
            edge.length_squared()
        } else {
            most
        }
    });
    let thin = THIN * tolerance;
    let area = (b - a).cross(c - a);
    area.length_squared() > thin * thin * longest && area.try_normalize().is_some()
}

/// Returns the value of [`Mesh::outwards`]: the sign of the volume, which is a sixth of the sum of the triangles'
/// triple products.
fn outwards(triangles: &Triangles) -> Option<f64> {
    let is_closed = |at: u32| {
        let links = [0, 1, 2].map(|edge| triangles.link(at, edge));
        let joins = |link: &Link| link.kind != LinkKind::Border && !link.is_reversed;
        links.iter().all(joins)
    };
    if !triangles.ids().all(is_closed) {
        return None;
    }
    let volume = triangles.ids().fold(0.0, |sum, at| {
        let [a, b, c] = triangles.vertices(at);
        sum + a.dot(b.cross(c))
    });
    (volume != 0.0).then(|| volume.signum())
}

/// Returns whether a closed surface that winds outwards has no edge that bends inwards, and no vertex in front of a
/// face. Returns `false` for a surface with too many triangles to check.
fn is_convex(triangles: &Triangles) -> bool {
    let bends_in = |at: u32| {
        let links = [0, 1, 2].map(|edge| triangles.link(at, edge));
        links.iter().any(|link| link.kind == LinkKind::Concave)
    };
    let vertices = triangles.all_vertices();
    if triangles.ids().any(bends_in) || triangles.len() * vertices.len() > MAX_CONVEX {
        return false;
    }
    let extent = vertices.iter().fold(0.0, |extent, vertex| {
        larger(extent, vertex.abs().max_element())
    });
    triangles.ids().all(|at| {
        let ([corner, ..], normal) = (triangles.vertices(at), triangles.normal(at));
        let highest = |vertex: &DVec3| (*vertex - corner).dot(normal);
        vertices
            .iter()
            .all(|vertex| highest(vertex) <= BULGE * extent)
    })
}

fn check(triangles: &[[[f64; 3]; 3]]) -> Result<(), MeshError> {
    if triangles.len() > Mesh::MAX_TRIANGLES {
        return Err(MeshError::TooMany {
            triangles: triangles.len(),
        });
    }
    for (triangle, corners) in triangles.iter().enumerate() {
        for (corner, vertex) in corners.iter().enumerate() {
            if first_beyond(*vertex, Mesh::MAX_COORDINATE_M).is_some() {
                return Err(MeshError::Coordinate { triangle, corner });
            }
        }
    }
    Ok(())
}

/// Why triangles cannot form a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MeshError {
    /// A coordinate is not finite or is beyond [`Mesh::MAX_COORDINATE_M`].
    Coordinate {
        /// The index of the triangle.
        triangle: usize,
        /// The vertex: 0, 1 or 2.
        corner: usize,
    },
    /// There are more than [`Mesh::MAX_TRIANGLES`] triangles.
    TooMany {
        /// The number of triangles.
        triangles: usize,
    },
    /// A point of a hull is not finite or is beyond [`Mesh::MAX_COORDINATE_M`].
    Point {
        /// The index of the point.
        index: usize,
    },
    /// The points of a hull lie in a plane.
    Flat {
        /// The number of points.
        points: usize,
    },
    /// A hull has more than [`Mesh::MAX_HULL_POINTS`] points.
    TooManyPoints {
        /// The number of points.
        points: usize,
    },
    /// The tolerance is neither zero nor from a nanometre to a metre.
    Welding {
        /// The tolerance, in metres.
        tolerance_m: f64,
    },
    /// A height is infinite or beyond [`Mesh::MAX_COORDINATE_M`], or it is NaN but not a hole.
    Height {
        /// The index of the height.
        index: usize,
    },
    /// The heights do not form a grid.
    Grid {
        /// The number of heights.
        heights: usize,
        /// The number of heights in a row.
        columns: usize,
        /// The width of a cell, in metres.
        cell_m: f64,
    },
}

footwork_base::display! { MeshError:
    Self::Coordinate { triangle, corner } => "vertex {corner} of triangle {triangle} is not finite, or is farther than {:e} m from zero", Mesh::MAX_COORDINATE_M;
    Self::TooMany { triangles } => "{triangles} triangles are more than the {} that a mesh can have", Mesh::MAX_TRIANGLES;
    Self::Point { index } => "point {index} is not finite, or is farther than {:e} m from zero", Mesh::MAX_COORDINATE_M;
    Self::Height { index } => "height {index} is infinite, or is farther than {:e} m from zero", Mesh::MAX_COORDINATE_M;
    Self::Flat { points } => "{points} points in a plane have no hull";
    Self::TooManyPoints { points } => "{points} points are more than the {} that a hull can be made from", Mesh::MAX_HULL_POINTS;
    Self::Grid { heights, columns, cell_m } => "{heights} heights in rows of {columns}, {cell_m} m apart, do not form a grid";
    Self::Welding { tolerance_m } => "a welding tolerance of {tolerance_m} m is neither 0 nor from 1e-9 to 1 m";
}

impl Error for MeshError {}

#[cfg(test)]
pub(crate) mod tests;
