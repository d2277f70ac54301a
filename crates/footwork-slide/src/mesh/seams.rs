//! T-junctions: edges without a neighbour that lie along other such edges but have other end points.
//!
//! If the edges of other triangles cover an edge along its whole length, it is not a border. It gets the widest bend
//! among the edges that cover it. If some bend away from the front and others away from the back, it counts as flat, so
//! nothing catches on it.

use std::ops::ControlFlow;

use glam::DVec3;

use super::edge::{Bend, EdgeId, Link, LinkKind};
use super::neighbours::Neighbour;
use super::triangles::Triangles;
use crate::bounds::{Bounds, Outer};
use crate::tree::Tree;
use crate::vector::{larger, lower, smaller, upper};

/// Links the edges that have no neighbour yet. Item `i` of the tree is triangle `i`.
pub(super) fn link(triangles: &mut Triangles, tree: &Tree, tolerance: f64) {
    let mut borders = Vec::new();
    for triangle in triangles.ids() {
        let is_border = |&edge: &usize| triangles.link(triangle, edge).kind == LinkKind::Border;
        let edges = (0..3).filter(is_border);
        borders.extend(edges.map(|edge| EdgeId { triangle, edge }));
    }
    if borders.is_empty() {
        return;
    }
    // The maximum number of triangles for one search: many in a mesh with few borders, few in a soup in which no
    // triangle has a neighbour.
    let most = (16 + (16 << 20) / borders.len()).min(1 << 16);
    let mut search = Search {
        parts: Vec::new(),
        tolerance,
        most,
    };
    let links: Vec<_> = borders
        .into_iter()
        .filter_map(|at| Some((at, search.link(triangles, tree, at)?)))
        .collect();
    for (at, link) in links {
        triangles.set_link(at.triangle, at.edge, link);
    }
}

/// A part of an edge that another triangle's edge covers, in metres from its start.
struct Part {
    start: f64,
    stop: f64,
    neighbour: Neighbour,
}

/// The line of an edge.
struct Line {
    from: DVec3,
    /// The unit direction.
    along: DVec3,
    length: f64,
}

/// The distance, in tolerances, from the end of an edge to an edge that may cover it from there. Such an edge begins
/// within two tolerances along the line, and strays from the line by at most one.
const END_TOLERANCES: f64 = 3.1;

/// Returns whether an edge of a triangle that has no neighbour comes within `reach` of a point.
fn passes(triangles: &Triangles, triangle: u32, point: DVec3, reach: f64) -> bool {
    (0..3).any(|edge| {
        let [from, to] = triangles.edge(triangle, edge).map(|end| end - point);
        let way = to - from;
        let length = way.length_squared();
        let place = larger(smaller(-from.dot(way), length), 0.0);
        let nearest = from * length + way * place;
        nearest.length_squared() <= reach * reach * length * length
            && triangles.link(triangle, edge).kind == LinkKind::Border
    })
}

struct Search {
    parts: Vec<Part>,
    tolerance: f64,
    most: usize,
}

impl Search {
    fn link(&mut self, triangles: &Triangles, tree: &Tree, at: EdgeId) -> Option<Link> {
        let [from, to] = triangles.edge(at.triangle, at.edge);
        let line = Line {
            from,
            along: (to - from).try_normalize()?,
            length: (to - from).length(),
        };
        let bounds = Bounds {
            min: lower(from, to),
            max: upper(from, to),
        };
        let bounds = bounds.grown(self.tolerance);
        // In a soup hardly any edge begins on another edge, and a search around the ends of an edge is enough to detect
        // this.
        if !(self.is_met(triangles, tree, at, from) && self.is_met(triangles, tree, at, to)) {
            return None;
        }
        self.parts.clear();
        let (mut near, mut visited) = (0, 0);
        let done = tree.search(&Outer::from_bounds(&bounds), |first, count| {
            for other in first..first + count {
                visited += 1;
                let around = Bounds::around(&triangles.vertices(other));
                if other != at.triangle && around.touch(&bounds) {
                    near += 1;
                    self.add_parts(triangles, at, other, &line);
                }
            }
            // The number of near triangles does not depend on the shape of the tree. The second limit is for the worst
            // soups.
            if near > self.most || visited > 8 * self.most {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if done.is_continue() && self.is_covered(line.length) {
            self.widest(triangles, at)
        } else {
            None
        }
    }

    /// Returns whether another triangle has an edge without a neighbour that passes `end` so near that it may cover the
    /// edge from there. If such a covering edge exists, the result is true. The search may visit very many triangles;
    /// then [`Self::link`] gives up too.
    fn is_met(&self, triangles: &Triangles, tree: &Tree, at: EdgeId, end: DVec3) -> bool {
        let reach = END_TOLERANCES * self.tolerance;
        let around = Bounds { min: end, max: end };
        let around = around.grown(reach);
        let found = tree.search(&Outer::from_bounds(&around), |first, count| {
            let mut others = (first..first + count).filter(|other| *other != at.triangle);
            if others.any(|other| passes(triangles, other, end, reach)) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        found.is_break()
    }

    /// Adds the parts of a line that the edges of another triangle cover.
    fn add_parts(&mut self, triangles: &Triangles, at: EdgeId, other: u32, line: &Line) {
        let Line {
            from,
            along,
            length,
        } = *line;
        for edge in 0..3 {
            if triangles.link(other, edge).kind != LinkKind::Border {
                continue;
            }
            let ends = triangles.edge(other, edge).map(|end| end - from);
            let places = ends.map(|end| end.dot(along));
            let is_reversed = places[0] < places[1];
            let [low, high] = if is_reversed {
                places
            } else {
                [places[1], places[0]]
            };
            let (start, stop) = (larger(low, 0.0), smaller(high, length));
            if stop - start <= self.tolerance * 2.0 {
                continue;
            }
            // Both lines are straight. If they are near each other at both ends, they are near each other in between.
            let run = ends[1] - ends[0];
            let strays = [start, stop].into_iter().any(|place| {
                let share = (place - places[0]) / (places[1] - places[0]);
                (ends[0] + run * share - along * place).length_squared()
                    > self.tolerance * self.tolerance
            });
            if strays {
                continue;
            }
            let neighbour = Neighbour::across(triangles, at, other, is_reversed);
            if neighbour.bend != Bend::Fold {
                self.parts.push(Part {
                    start,
                    stop,
                    neighbour,
                });
            }
        }
    }

    fn is_covered(&mut self, length: f64) -> bool {
        self.parts
            .sort_unstable_by(|a, b| a.start.total_cmp(&b.start));
        let mut covered = 0.0;
        for part in &self.parts {
            if part.start > covered + 2.0 * self.tolerance {
                return false;
            }
            covered = larger(covered, part.stop);
        }
        covered >= length - 2.0 * self.tolerance
    }

    fn widest(&self, triangles: &Triangles, at: EdgeId) -> Option<Link> {
        let normal = triangles.normal(at.triangle);
        let widest = |bend: Bend| {
            let cosine = |part: &Neighbour| {
                let next = triangles.normal(part.triangle);
                if part.is_reversed {
                    -normal.dot(next)
                } else {
                    normal.dot(next)
                }
            };
            let parts = self.parts.iter().map(|part| part.neighbour);
            (parts.filter(|part| part.bend == bend)).min_by(|a, b| {
                cosine(a)
                    .total_cmp(&cosine(b))
                    .then(a.triangle.cmp(&b.triangle))
            })
        };
        match (widest(Bend::Convex), widest(Bend::Concave)) {
            (Some(one), None) | (None, Some(one)) => Some(one.link()),
            _ => Some(Link::FLAT),
        }
    }
}
