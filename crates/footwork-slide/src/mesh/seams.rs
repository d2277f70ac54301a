//! T-junctions: edges without a neighbour that lie along other such edges, with vertices elsewhere.
//!
//! An edge that other triangles' edges cover along its whole length is no border. It gets the widest bend of those
//! that cover it; if some bend away from the front and some from the back it is flat, so that nothing catches on it.

use std::ops::ControlFlow;

use glam::DVec3;

use super::edge::{Bend, EdgeId, Link, LinkKind};
use super::neighbours::Neighbour;
use super::record::Record;
use crate::bounds::{Bounds, Outer};
use crate::tree::Tree;
use crate::vector::{larger, lower, smaller, upper};

/// Links the edges that have no neighbour yet. Item `i` of the tree is record `i`.
pub(super) fn link(records: &mut [Record], tree: &Tree, tolerance: f64) {
    let mut borders = Vec::new();
    for (at, record) in (0_u32..).zip(&*records) {
        let is_border = |&edge: &usize| record.link(edge).kind == LinkKind::Border;
        let edges = (0..3).filter(is_border);
        borders.extend(edges.map(|edge| EdgeId { record: at, edge }));
    }
    if borders.is_empty() {
        return;
    }
    // How many triangles one search may look at: many in a mesh with few borders, few in a soup in which no
    // triangle has a neighbour.
    let most = (16 + (16 << 20) / borders.len()).min(1 << 16);
    let mut search = Search {
        parts: Vec::new(),
        tolerance,
        most,
    };
    let links: Vec<_> = borders
        .into_iter()
        .filter_map(|at| Some((at, search.link(records, tree, at)?)))
        .collect();
    for (at, link) in links {
        records[at.record as usize].set_link(at.edge, link);
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

struct Search {
    parts: Vec<Part>,
    tolerance: f64,
    most: usize,
}

impl Search {
    fn link(&mut self, records: &[Record], tree: &Tree, at: EdgeId) -> Option<Link> {
        let [from, to] = records[at.record as usize].edge(at.edge);
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
        self.parts.clear();
        let (mut near, mut visited) = (0, 0);
        let done = tree.search(&Outer::from_bounds(&bounds), |first, count| {
            for other in first..first + count {
                let record = &records[other as usize];
                visited += 1;
                if other != at.record && Bounds::around(&record.vertices).touch(&bounds) {
                    near += 1;
                    self.add_parts(records, at, other, &line);
                }
            }
            // How many are near does not depend on the shape of the tree; the second limit is for the worst soups.
            match near > self.most || visited > 8 * self.most {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        match done.is_continue() && self.is_covered(line.length) {
            true => self.widest(records, at),
            false => None,
        }
    }

    /// Adds the parts of a line that the edges of another triangle cover.
    fn add_parts(&mut self, records: &[Record], at: EdgeId, other: u32, line: &Line) {
        let Line {
            from,
            along,
            length,
        } = *line;
        let record = &records[other as usize];
        for edge in 0..3 {
            if record.link(edge).kind != LinkKind::Border {
                continue;
            }
            let ends = record.edge(edge).map(|end| end - from);
            let places = ends.map(|end| end.dot(along));
            let is_reversed = places[0] < places[1];
            let [low, high] = match is_reversed {
                true => places,
                false => [places[1], places[0]],
            };
            let (start, stop) = (larger(low, 0.0), smaller(high, length));
            if stop - start <= self.tolerance * 2.0 {
                continue;
            }
            // Both lines are straight: near each other at both ends, they are so between.
            let run = ends[1] - ends[0];
            let strays = [start, stop].into_iter().any(|place| {
                let share = (place - places[0]) / (places[1] - places[0]);
                (ends[0] + run * share - along * place).length_squared()
                    > self.tolerance * self.tolerance
            });
            if strays {
                continue;
            }
            let neighbour = Neighbour::across(records, at, other, is_reversed);
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

    fn widest(&self, records: &[Record], at: EdgeId) -> Option<Link> {
        let normal = records[at.record as usize].normal;
        let widest = |bend: Bend| {
            let cosine = |part: &Neighbour| {
                let next = records[part.record as usize].normal;
                match part.is_reversed {
                    true => -normal.dot(next),
                    false => normal.dot(next),
                }
            };
            let parts = self.parts.iter().map(|part| part.neighbour);
            (parts.filter(|part| part.bend == bend)).min_by(|a, b| {
                cosine(a)
                    .total_cmp(&cosine(b))
                    .then(a.record.cmp(&b.record))
            })
        };
        match (widest(Bend::Convex), widest(Bend::Concave)) {
            (Some(one), None) | (None, Some(one)) => Some(one.link()),
            _ => Some(Link::FLAT),
        }
    }
}
