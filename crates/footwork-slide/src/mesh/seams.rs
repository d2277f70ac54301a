//! T-junctions: edges without a neighbour that lie along other such edges, with vertices in other places.
//!
//! An edge whose whole length is covered by edges of other triangles is no border. It takes the widest bend of
//! those that cover it; where some bend away from the front and some from the back, it is flat, so that nothing
//! catches on it.

use std::ops::ControlFlow;

use glam::DVec3;

use super::edge::{Bend, Link, LinkKind};
use super::neighbours::Neighbour;
use super::record::Record;
use crate::bounds::{Bounds, Outer, lower, upper};
use crate::tree::Tree;

/// Finds the links of edges that have none. `tree` has one leaf item per record.
pub(super) fn link(records: &mut [Record], tree: &Tree, tolerance: f64) {
    let mut borders = Vec::new();
    for (at, record) in (0_u32..).zip(&*records) {
        borders.extend(
            (0..3)
                .filter(|&edge| record.link(edge).kind == LinkKind::Border)
                .map(|edge| (at, edge)),
        );
    }
    if borders.is_empty() {
        return;
    }
    // What one search may look at: as much as it likes in a mesh with few borders, little in a soup in which
    // no triangle has a neighbour.
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
    for ((record, edge), link) in links {
        records[record as usize].set_link(edge, link);
    }
}

struct Search {
    /// From where to where along the edge, and what is there.
    parts: Vec<(f64, f64, Neighbour)>,
    tolerance: f64,
    most: usize,
}

impl Search {
    fn link(&mut self, records: &[Record], tree: &Tree, at: (u32, usize)) -> Option<Link> {
        let [from, to] = records[at.0 as usize].edge(at.1);
        let length = (to - from).length();
        let along = (to - from).try_normalize()?;
        let bounds = Bounds {
            min: lower(from, to),
            max: upper(from, to),
        };
        let bounds = bounds.grown(self.tolerance);
        self.parts.clear();
        let (mut near, mut visited) = (0, 0);
        let done = tree.search(&Outer::of(&bounds), |first, count| {
            for other in first..first + count {
                let record = &records[other as usize];
                visited += 1;
                if other != at.0 && Bounds::around(&record.vertices).touch(&bounds) {
                    near += 1;
                    self.add_parts(records, at, other, (from, along, length));
                }
            }
            // How many are near does not depend on the tree; the other limit is for the worst of soups.
            match near > self.most || visited > 8 * self.most {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        match done.is_continue() && self.is_covered(length) {
            true => self.widest(records, at),
            false => None,
        }
    }

    fn add_parts(
        &mut self,
        records: &[Record],
        at: (u32, usize),
        other: u32,
        (from, along, length): (DVec3, DVec3, f64),
    ) {
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
            let (start, stop) = (high_of(low, 0.0), low_of(high, length));
            if stop - start <= self.tolerance * 2.0 {
                continue;
            }
            // Both lines are straight: they are near each other where they are at both ends.
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
                self.parts.push((start, stop, neighbour));
            }
        }
    }

    fn is_covered(&mut self, length: f64) -> bool {
        self.parts.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut covered = 0.0;
        for &(start, stop, _) in &self.parts {
            if start > covered + 2.0 * self.tolerance {
                return false;
            }
            covered = high_of(covered, stop);
        }
        covered >= length - 2.0 * self.tolerance
    }

    fn widest(&self, records: &[Record], (at, _): (u32, usize)) -> Option<Link> {
        let normal = records[at as usize].normal;
        let widest = |bend: Bend| {
            let cosine = |part: &Neighbour| {
                let next = records[part.record as usize].normal;
                match part.is_reversed {
                    true => -normal.dot(next),
                    false => normal.dot(next),
                }
            };
            let parts = self.parts.iter().map(|(_, _, part)| *part);
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

fn low_of(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

fn high_of(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
