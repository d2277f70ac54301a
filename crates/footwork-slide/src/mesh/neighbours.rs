//! Each triangle's neighbours across its edges, and how the surface bends there.
//!
//! Triangles are neighbours if they share both vertices of an edge after welding. Three or more triangles may meet at
//! an edge, as at the foot of a wall that stands on a floor. Then a triangle has two neighbours at the edge: the first
//! triangle around the edge from its front side, and the first from its back. A body on the triangle can reach no other
//! triangle at that edge, so it cannot catch on any other. Triangles that lie on one another on the same side of the
//! edge, such as duplicates, count as one.

use glam::DVec3;

use super::edge::{Bend, EdgeId, FOLDED_RAD, Link, LinkKind, bend};
use super::triangles::Triangles;

/// One edge of one triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Half {
    /// The higher of the edge's two vertices.
    high: u32,
    triangle: u32,
    edge: u8,
    /// Whether the winding runs from the higher to the lower vertex.
    runs_down: bool,
}

/// Sets the links of all triangles. `corners` are the welded vertices of each triangle, numbered below `vertices`.
pub(super) fn link(triangles: &mut Triangles, corners: &[[u32; 3]], vertices: usize) {
    let (starts, mut halves) = by_lower_vertex(corners, vertices);
    let mut ring = Vec::new();
    for vertex in 0..vertices {
        let at = &mut halves[starts[vertex] as usize..starts[vertex + 1] as usize];
        at.sort_unstable();
        for group in at.chunk_by(|a, b| a.high == b.high) {
            match *group {
                [_] => {}
                [a, b] => {
                    let [from_a, from_b] = of_each_other(triangles, a, b);
                    triangles.set_link(a.triangle, usize::from(a.edge), from_a.link());
                    triangles.set_link(b.triangle, usize::from(b.edge), from_b.link());
                }
                _ => link_many(triangles, group, &mut ring),
            }
        }
    }
}

/// Returns all edges sorted by their lower vertex, and the index at which the edges of each vertex start.
fn by_lower_vertex(corners: &[[u32; 3]], vertices: usize) -> (Vec<u32>, Vec<Half>) {
    let edges = [(0_u8, 0, 1), (1, 1, 2), (2, 2, 0)];
    let mut starts = vec![0_u32; vertices + 2];
    for corner in corners {
        for (_, from, to) in edges {
            starts[corner[from].min(corner[to]) as usize + 2] += 1;
        }
    }
    for at in 2..starts.len() {
        starts[at] += starts[at - 1];
    }
    let empty = Half {
        high: 0,
        triangle: 0,
        edge: 0,
        runs_down: false,
    };
    let mut halves = vec![empty; corners.len() * 3];
    for (triangle, corner) in (0_u32..).zip(corners) {
        for (edge, from, to) in edges {
            let (from, to) = (corner[from], corner[to]);
            let place = &mut starts[from.min(to) as usize + 1];
            halves[*place as usize] = Half {
                high: from.max(to),
                triangle,
                edge,
                runs_down: from > to,
            };
            *place += 1;
        }
    }
    (starts, halves)
}

/// A triangle that shares an edge with another triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbour {
    pub(super) bend: Bend,
    pub(super) is_reversed: bool,
    pub(super) triangle: u32,
}

impl Neighbour {
    /// Returns the link to this neighbour of an edge with a single neighbour.
    pub(super) fn link(self) -> Link {
        let kind = match self.bend {
            Bend::Flat => LinkKind::Flat,
            Bend::Convex => LinkKind::Convex,
            Bend::Concave => LinkKind::Concave,
            Bend::Fold => LinkKind::Border,
        };
        Link {
            kind,
            is_reversed: self.is_reversed,
            neighbour: self.triangle,
        }
    }

    /// Returns the neighbour `other` across an edge; `is_reversed` if it is wound the other way.
    pub(super) fn across(triangles: &Triangles, at: EdgeId, other: u32, is_reversed: bool) -> Self {
        let normals = [at.triangle, other].map(|triangle| triangles.normal(triangle));
        Self::by_normals(triangles, at, other, is_reversed, normals)
    }

    /// Like [`Self::across`], given the normals of the edge's triangle and of `other`.
    fn by_normals(
        triangles: &Triangles,
        at: EdgeId,
        other: u32,
        is_reversed: bool,
        [normal, next]: [DVec3; 2],
    ) -> Self {
        let [from, to] = triangles.edge(at.triangle, at.edge);
        let along = (to - from).normalize_or_zero();
        let next = if is_reversed { -next } else { next };
        Self {
            bend: bend(normal, next, along),
            is_reversed,
            triangle: other,
        }
    }
}

impl Half {
    fn id(self) -> EdgeId {
        EdgeId {
            triangle: self.triangle,
            edge: usize::from(self.edge),
        }
    }

    /// Returns whether the other triangle at this edge is wound the other way. Triangles wound alike run along their
    /// edge in opposite directions.
    fn is_reversed(self, other: Self) -> bool {
        self.runs_down == other.runs_down
    }
}

fn neighbour(triangles: &Triangles, at: Half, other: Half) -> Neighbour {
    Neighbour::across(triangles, at.id(), other.triangle, at.is_reversed(other))
}

/// Returns each of two triangles as the neighbour of the other. Most of the time goes into normals, so this computes
/// each normal once.
fn of_each_other(triangles: &Triangles, a: Half, b: Half) -> [Neighbour; 2] {
    let [normal_a, normal_b] = [a, b].map(|half| triangles.normal(half.triangle));
    let is_reversed = a.is_reversed(b);
    let across = |at: Half, normals, other: Half| {
        Neighbour::by_normals(triangles, at.id(), other.triangle, is_reversed, normals)
    };
    [
        across(a, [normal_a, normal_b], b),
        across(b, [normal_b, normal_a], a),
    ]
}

/// Links three or more triangles around one edge. Sorts the triangles by angle, groups those that lie on one another,
/// and finds for each triangle the nearest group on its front and on its back. A link stores the neighbour that a body
/// may catch on, or no neighbour if a body can catch on neither of the two.
fn link_many(triangles: &mut Triangles, group: &[Half], ring: &mut Vec<(f64, Half)>) {
    let Some(first) = group.first() else { return };
    let [from, to] = triangles.edge(first.triangle, usize::from(first.edge));
    let along = (to - from).normalize_or_zero();
    let axis = if first.runs_down { -along } else { along };
    let inwards = |half: &Half| {
        let normal = triangles.normal(half.triangle);
        if half.runs_down {
            axis.cross(normal)
        } else {
            normal.cross(axis)
        }
    };
    let x = inwards(first);
    let y = axis.cross(x);
    ring.clear();
    ring.extend(group.iter().map(|half| {
        let towards = inwards(half);
        (angle(towards.dot(x), towards.dot(y)), *half)
    }));
    ring.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    turn_to_a_gap(ring);
    let rays: Vec<_> = ring.chunk_by(|a, b| is_same(a.0, b.0)).collect();
    if rays.len() < 2 {
        return;
    }
    for (at, ray) in rays.iter().enumerate() {
        let (_, up) = rays[(at + 1) % rays.len()][0];
        let (_, down) = rays[(at + rays.len() - 1) % rays.len()][0];
        for (_, half) in *ray {
            // For a triangle wound along the axis, angles grow towards its front.
            let (front, back) = if half.runs_down {
                (down, up)
            } else {
                (up, down)
            };
            let front = neighbour(triangles, *half, front);
            let back = neighbour(triangles, *half, back);
            let link = match (front.bend, back.bend) {
                (Bend::Convex, _) => front.link(),
                (_, Bend::Concave) => back.link(),
                _ => Link::FLAT,
            };
            triangles.set_link(half.triangle, usize::from(half.edge), link);
        }
    }
}

/// Returns a number from 0 to 4 that grows with the angle of a direction over a whole turn. Near the axes it grows at
/// the same rate as the angle in radians.
fn angle(x: f64, y: f64) -> f64 {
    let share = y / (x.abs() + y.abs());
    match (x >= 0.0, y >= 0.0) {
        (true, true) => share,
        (false, _) => 2.0 - share,
        (true, false) => 4.0 + share,
    }
}

fn is_same(a: f64, b: f64) -> bool {
    let apart = (a - b).abs();
    !(FOLDED_RAD..=4.0 - FOLDED_RAD).contains(&apart)
}

/// Rotates a sorted ring so that its first and last triangle have different directions.
fn turn_to_a_gap(ring: &mut [(f64, Half)]) {
    let gap = (0..ring.len()).find(|&at| {
        let before = ring[(at + ring.len() - 1) % ring.len()].0;
        !is_same(before, ring[at].0)
    });
    ring.rotate_left(gap.unwrap_or(0));
}
