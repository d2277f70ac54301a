//! The contact normals that a triangle of a surface can have.
//!
//! A sweep tests one triangle at a time. So the inner edges between the triangles of a flat floor would stop a body
//! that slides over it, because their normals point against the motion. A surface, however, allows only certain contact
//! normals. A face allows its own normal. An edge or a vertex allows the normals between the faces that meet there. Any
//! other contact normal comes from an edge that a neighbour covers, and is turned to the nearest allowed normal.
//!
//! The contact normal itself shows which feature of the triangle is touched: the part that lies farthest along the
//! normal. The allowed normals of a feature form a convex cone on each side of the triangle, spanned by
//! - the face normal of that side,
//! - for each edge of the feature that is convex on that side: the neighbour's normal and, if the surface bends by more
//!   than a right angle, the direction out across the edge,
//! - for each border: the direction out across it. Both sides share that direction, so their cones form a half circle.

use glam::DVec3;

use super::edge::Edge;

/// Two vertices are level if their heights along a normal differ by less than this share of their distance.
const LEVEL: f64 = 1.0e-6;

/// If the cosines to the nearest normals of both sides differ by less than this, the contact is within about six
/// degrees of edge-on. Then the side of the body's centre counts, because the sign of the small difference would
/// flicker.
const SAME: f64 = 0.2;

/// One side of a triangle decides alone if the other side is turned away from the contact normal, and the cosine to the
/// first side is larger than this. Then the contact is not edge-on.
const CLEAR: f64 = SAME + 1.0e-9;

/// A normal is in a cone if its cosine to the nearest vector of the cone is at least this.
const INSIDE: f64 = 1.0 - 1.0e-14;

/// A triangle of a surface.
pub(crate) struct Face<'a> {
    pub(crate) vertices: &'a [DVec3; 3],
    /// The unit normal by the winding.
    pub(crate) normal: DVec3,
}

/// Returns the normal nearest to `contact` among the normals that the touched feature of the triangle allows. Normals
/// are unit vectors from the triangle to the body. `edge` returns the neighbour across each edge. If both sides of the
/// triangle are about equally near, the side that faces the body's `centre` counts.
pub(crate) fn limited_normal(
    contact: DVec3,
    triangle: &Face<'_>,
    edge: impl Fn(usize) -> Edge,
    centre: DVec3,
) -> DVec3 {
    let Face {
        vertices,
        normal: face,
    } = *triangle;
    let bordering = feature_edges(contact, vertices);
    let mut front = Cone::new(face);
    let mut back = Cone::new(-face);
    for at in 0..3 {
        if !bordering[at] {
            continue;
        }
        let along = vertices[(at + 1) % 3] - vertices[at];
        let out = || along.cross(face).try_normalize().unwrap_or(face);
        match edge(at) {
            Edge::Flat => {}
            Edge::Border => {
                front.add(out());
                back.add(out());
            }
            Edge::Convex { normal } => front.add_bend(out, normal),
            Edge::Concave { normal } => back.add_bend(out, -normal),
        }
    }
    // Usually one side is far from the contact normal, and only the other side matters.
    let sides = [(&front, &back), (&back, &front)];
    for (side, other) in sides {
        if other.is_turned_away(contact) {
            let nearest = side.nearest(contact);
            if nearest.dot(contact) > CLEAR {
                return nearest;
            }
        }
    }
    let in_front = front.nearest(contact);
    let behind = back.nearest(contact);
    if in_front == contact || behind == contact {
        return contact;
    }
    let lead = in_front.dot(contact) - behind.dot(contact);
    let front_wins = if lead.abs() < SAME {
        face.dot(centre - vertices[0]) >= 0.0
    } else {
        lead > 0.0
    };
    if front_wins { in_front } else { behind }
}

/// Returns which edges belong to the feature that lies farthest along a normal: no edge for a face, the edge itself for
/// an edge, and both edges that meet there for a vertex.
fn feature_edges(contact: DVec3, vertices: &[DVec3; 3]) -> [bool; 3] {
    let [a, b, c] = *vertices;
    let height = [a.dot(contact), b.dot(contact), c.dot(contact)];
    let top = (0..3).fold(0, |top, at| if height[at] > height[top] { at } else { top });
    let is_top = |at: usize| {
        let lower = height[top] - height[at];
        let apart = vertices[top] - vertices[at];
        lower <= LEVEL * apart.length()
    };
    match [is_top(0), is_top(1), is_top(2)] {
        [true, true, true] => [false; 3],
        // Two top vertices: the edge between them. One top vertex: the edges to and from it.
        [true, true, false] => [true, false, false],
        [false, true, true] => [false, true, false],
        [true, false, true] => [false, false, true],
        [true, false, false] => [true, false, true],
        [false, true, false] => [true, true, false],
        [false, false, true] => [false, true, true],
        [false, false, false] => [false; 3],
    }
}

/// The convex cone of a few unit vectors: a face normal, and up to two vectors for each of two edges. Arcs on the
/// surface of the cone join consecutive vectors.
struct Cone {
    spans: [DVec3; 5],
    len: usize,
    edges: usize,
}

impl Cone {
    fn new(face: DVec3) -> Self {
        Self {
            spans: [face; 5],
            len: 1,
            edges: 0,
        }
    }

    fn add(&mut self, span: DVec3) {
        if self.len < 5 {
            self.spans[self.len] = span;
            self.len += 1;
        }
        self.edges += 1;
    }

    /// Adds the neighbour's normal and, if the arc is longer than a quarter circle, the direction out across the edge.
    /// To keep the order around the cone, the direction comes before the normal for the first edge, and after it for
    /// the second.
    fn add_bend(&mut self, out: impl FnOnce() -> DVec3, neighbour: DVec3) {
        let edges = self.edges;
        match (self.spans[0].dot(neighbour) < 0.0, edges) {
            (false, _) => self.add(neighbour),
            (true, 0) => {
                self.add(out());
                self.add(neighbour);
            }
            (true, _) => {
                self.add(neighbour);
                self.add(out());
            }
        }
        self.edges = edges + 1;
    }

    /// Returns whether every vector of the cone is at a right angle or more to `contact`.
    fn is_turned_away(&self, contact: DVec3) -> bool {
        let spans = &self.spans[..self.len];
        spans.iter().all(|span| span.dot(contact) <= 0.0)
    }

    /// Returns the unit vector of the cone nearest to the unit vector `contact`.
    fn nearest(&self, contact: DVec3) -> DVec3 {
        let spans = &self.spans[..self.len];
        if self.contains(contact) {
            return contact;
        }
        let mut nearest = spans[0];
        for at in 1..spans.len() {
            nearer(
                &mut nearest,
                on_arc(spans[at - 1], spans[at], contact),
                contact,
            );
        }
        if spans.len() > 2 {
            let closing = on_arc(spans[spans.len() - 1], spans[0], contact);
            nearer(&mut nearest, closing, contact);
        }
        if nearest.dot(contact) >= INSIDE {
            return contact;
        }
        nearest
    }

    /// Returns whether the contact lies between three vectors of the cone.
    fn contains(&self, contact: DVec3) -> bool {
        for c in 2..self.len {
            for b in 1..c {
                for a in 0..b {
                    if between([self.spans[a], self.spans[b], self.spans[c]], contact) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

fn nearer(nearest: &mut DVec3, other: DVec3, contact: DVec3) {
    if other.dot(contact) > nearest.dot(contact) {
        *nearest = other;
    }
}

fn between([a, b, c]: [DVec3; 3], contact: DVec3) -> bool {
    let volume = a.dot(b.cross(c));
    if volume.abs() < 1.0e-9 {
        return false;
    }
    let side = if volume > 0.0 { contact } else { -contact };
    side.dot(b.cross(c)) >= 0.0 && side.dot(c.cross(a)) >= 0.0 && side.dot(a.cross(b)) >= 0.0
}

/// The sine up to which a difference in direction is rounding error.
const BEYOND: f64 = 1.0e-12;

/// A contact counts as on an arc if its sine to the arc's plane is at most this. It is then also within [`INSIDE`] of
/// the arc.
const IN_PLANE: f64 = 5.0e-8;

/// Returns the unit vector nearest to the contact on the shorter arc between two unit vectors; the contact itself if
/// [`INSIDE`] cannot tell the two apart. Usually the contact is clearly beyond an end or on the arc, and no square root
/// is needed.
fn on_arc(a: DVec3, b: DVec3, contact: DVec3) -> DVec3 {
    let nearer_end = if a.dot(contact) >= b.dot(contact) {
        a
    } else {
        b
    };
    let axis = a.cross(b);
    let length_squared = axis.length_squared();
    let is_more = |height: f64, sine: f64| height * height > sine * sine * length_squared;
    let before_b = b.cross(axis).dot(contact);
    let after_a = axis.cross(a).dot(contact);
    let is_clear = |inside: f64| is_more(inside, BEYOND);
    if after_a < 0.0 && is_clear(after_a) || before_b < 0.0 && is_clear(before_b) {
        return nearer_end;
    }
    let is_between = after_a > 0.0 && is_clear(after_a) && before_b > 0.0 && is_clear(before_b);
    if is_between && !is_more(axis.dot(contact), IN_PLANE) {
        return contact;
    }
    exactly_on_arc([a, b], axis, contact).unwrap_or(nearer_end)
}

/// Like [`on_arc`], with the arc's axis of any length; `None` if the nearest vector is an end of the arc.
fn exactly_on_arc([a, b]: [DVec3; 2], axis: DVec3, contact: DVec3) -> Option<DVec3> {
    let axis = axis.try_normalize()?;
    let in_plane = contact - axis * axis.dot(contact);
    let is_within = a.cross(in_plane).dot(axis) >= 0.0 && in_plane.cross(b).dot(axis) >= 0.0;
    if is_within {
        in_plane.try_normalize()
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
