//! Finds which vertices of a mesh are the same point.
//!
//! Vertices are welded if their coordinates are equal or at most a tolerance apart, or if a chain of such pairs joins
//! them. So the result does not depend on the order of the triangles. Pairs are found in a grid of cells eight
//! tolerances wide. A vertex near a side of its cell is also compared with the vertices of the next cell.

use std::cmp::Ordering;

use glam::{BVec3, DVec3};

/// The number that stands for no vertex.
const NONE: u32 = u32::MAX;

/// The number of vertices above which a cell is thinned out first: see [`thin_out`].
const CROWDED: usize = 64;

/// The vertices of triangles, and which of them are welded.
pub(super) struct Welded {
    /// The vertices with distinct coordinates, in the order in which they first appear.
    pub(super) vertices: Vec<DVec3>,
    /// The vertices of each triangle, as indices into `vertices`.
    pub(super) corners: Vec<[u32; 3]>,
    groups: Groups,
}

impl Welded {
    /// Returns the lowest number among the vertices welded to `vertex`.
    pub(super) fn group(&self, vertex: u32) -> u32 {
        // Invariant: `weld` has shortened all chains.
        self.groups.parents[vertex as usize]
    }

    /// Returns a number for each corner of the triangles in `order`. Welded vertices have equal numbers. Numbers rise
    /// in the order of first appearance, so vertices with near numbers belong to near triangles.
    pub(super) fn groups_in(&self, order: impl Iterator<Item = u32>) -> Vec<[u32; 3]> {
        let mut numbers = vec![NONE; self.vertices.len()];
        let mut len = 0;
        let groups = order.map(|triangle| {
            self.corners[triangle as usize].map(|corner| {
                let number = &mut numbers[self.group(corner) as usize];
                if *number == NONE {
                    *number = len;
                    len += 1;
                }
                *number
            })
        });
        groups.collect()
    }
}

/// Welds the vertices of triangles.
pub(super) fn weld(triangles: impl ExactSizeIterator<Item = [DVec3; 3]>, tolerance: f64) -> Welded {
    let (corners, vertices) = distinct(triangles);
    let mut groups = Groups::new(vertices.len());
    if tolerance > 0.0 {
        join_near(&vertices, tolerance, &mut groups);
        for vertex in 0..number(vertices.len()) {
            groups.parents[vertex as usize] = groups.find(vertex);
        }
    }
    Welded {
        vertices,
        corners,
        groups,
    }
}

/// Returns a number for each corner, and the coordinates of each number. Corners with equal coordinates have equal
/// numbers.
fn distinct(triangles: impl ExactSizeIterator<Item = [DVec3; 3]>) -> (Vec<[u32; 3]>, Vec<DVec3>) {
    // A surface has about half as many vertices as triangles. The table grows if triangles share fewer vertices. A
    // table for the worst case would not fit in a cache.
    let mut table = Table::new(triangles.len() / 2);
    let mut vertices: Vec<DVec3> = Vec::with_capacity(triangles.len());
    let corners = triangles.map(|triangle| {
        triangle.map(|vertex| {
            if table.is_full(vertices.len()) {
                table = Table::new(vertices.len() * 2);
                for (number, &vertex) in (0..).zip(&vertices) {
                    *table.slot(hash(vertex), |_| false) = number;
                }
            }
            let slot = table.slot(hash(vertex), |at| vertices[at as usize] == vertex);
            if *slot == NONE {
                *slot = number(vertices.len());
                vertices.push(vertex);
            }
            *slot
        })
    });
    (corners.collect(), vertices)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a mesh has at most 3 * 2^29 vertices"
)]
fn number(at: usize) -> u32 {
    at as u32
}

/// Returns a hash of coordinates. Equal coordinates have equal hashes, and −0 equals +0.
fn hash(at: DVec3) -> u64 {
    let mut hash = 0_u64;
    for coordinate in (at + DVec3::ZERO).to_array() {
        hash = (hash ^ coordinate.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 29;
    }
    hash.wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// A hash table of numbers with open addressing, at most half full.
struct Table {
    slots: Vec<u32>,
    shift: u32,
}

impl Table {
    fn new(max_len: usize) -> Self {
        let len = (max_len * 2).next_power_of_two().max(2);
        Self {
            slots: vec![NONE; len],
            shift: 64 - len.trailing_zeros(),
        }
    }

    /// Returns whether `len` numbers fill at least half of the table.
    fn is_full(&self, len: usize) -> bool {
        len * 2 >= self.slots.len()
    }

    /// Returns the slot of the number that `is` accepts, or the free slot where such a number belongs.
    fn slot(&mut self, hash: u64, is: impl Fn(u32) -> bool) -> &mut u32 {
        let at = self.position(hash, is);
        &mut self.slots[at]
    }

    fn get(&self, hash: u64, is: impl Fn(u32) -> bool) -> Option<u32> {
        let number = self.slots[self.position(hash, is)];
        (number != NONE).then_some(number)
    }

    fn position(&self, hash: u64, is: impl Fn(u32) -> bool) -> usize {
        let mask = self.slots.len() - 1;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "shifted until it is below the number of slots"
        )]
        let mut at = (hash >> self.shift) as usize & mask;
        while self.slots[at] != NONE && !is(self.slots[at]) {
            at = (at + 1) & mask;
        }
        at
    }
}

/// Disjoint sets of vertices. The lowest member of a set is its name.
struct Groups {
    parents: Vec<u32>,
}

impl Groups {
    fn new(len: usize) -> Self {
        Self {
            parents: (0..number(len)).collect(),
        }
    }

    fn find(&mut self, member: u32) -> u32 {
        let mut at = member;
        while self.parents[at as usize] != at {
            let above = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = above;
            at = above;
        }
        at
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        self.parents[high as usize] = low;
    }
}

/// Vertices in lists by cell.
struct Grid<'a> {
    vertices: &'a [DVec3],
    per_metre: f64,
    /// The first vertex of a cell.
    cells: Table,
    /// The next vertex of the same cell.
    next: Vec<u32>,
}

impl<'a> Grid<'a> {
    fn new(vertices: &'a [DVec3], chosen: &[u32], cell: f64) -> Self {
        let mut grid = Self {
            vertices,
            per_metre: 1.0 / cell,
            cells: Table::new(chosen.len()),
            next: vec![NONE; vertices.len()],
        };
        for &vertex in chosen {
            let key = grid.key(vertex);
            let (per_metre, vertices) = (grid.per_metre, grid.vertices);
            let slot = (grid.cells).slot(hash(key), |at| {
                floor(vertices[at as usize] * per_metre) == key
            });
            grid.next[vertex as usize] = std::mem::replace(slot, vertex);
        }
        grid
    }

    fn key(&self, vertex: u32) -> DVec3 {
        floor(self.vertices[vertex as usize] * self.per_metre)
    }

    /// Returns the vertices of a cell.
    fn cell(&self, key: DVec3) -> Members<'_> {
        let first = self.cells.get(hash(key), |at| self.key(at) == key);
        Members {
            next: &self.next,
            at: first.unwrap_or(NONE),
        }
    }

    /// Returns the vertices that come after `vertex` in the list of its cell. So each pair of vertices in a cell
    /// appears once.
    fn after(&self, vertex: u32) -> Members<'_> {
        Members {
            next: &self.next,
            at: self.next[vertex as usize],
        }
    }

    /// Returns the vertices of each cell that is not empty.
    fn each_cell(&self) -> impl Iterator<Item = Members<'_>> {
        let firsts = self.cells.slots.iter().filter(|&&first| first != NONE);
        firsts.map(|&at| Members {
            next: &self.next,
            at,
        })
    }
}

/// The vertices of a cell.
#[derive(Clone)]
struct Members<'a> {
    next: &'a [u32],
    at: u32,
}

impl Iterator for Members<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let at = self.at;
        (at != NONE).then(|| {
            self.at = self.next[at as usize];
            at
        })
    }
}

fn join_near(vertices: &[DVec3], tolerance: f64, groups: &mut Groups) {
    let mut chosen: Vec<u32> = (0..number(vertices.len())).collect();
    let mut grid = Grid::new(vertices, &chosen, 8.0 * tolerance);
    if let Some(crowded) = crowded(&grid) {
        chosen = thin_out(vertices, &crowded, tolerance, groups);
        grid = Grid::new(vertices, &chosen, 2.0 * tolerance);
    }
    for &a in &chosen {
        let at = vertices[a as usize];
        for b in grid.after(a) {
            join_if_near(vertices, a, b, tolerance, groups);
        }
        let low = floor((at - DVec3::splat(tolerance)) * grid.per_metre);
        let high = floor((at + DVec3::splat(tolerance)) * grid.per_metre);
        if low == high {
            continue;
        }
        let here = grid.key(a);
        for key in cells(low, high) {
            if key != here {
                for b in grid.cell(key) {
                    join_if_near(vertices, a, b, tolerance, groups);
                }
            }
        }
    }
}

/// Returns the cells from `low` to `high`, which differ by at most one on each axis.
fn cells(low: DVec3, high: DVec3) -> impl Iterator<Item = DVec3> {
    let apart = low.cmpne(high).bitmask();
    let picks = (0..8_u32).filter(move |bits| bits & !apart == 0);
    picks.map(move |bits| {
        let is_high = BVec3::new(bits & 1 != 0, bits & 2 != 0, bits & 4 != 0);
        DVec3::select(is_high, high, low)
    })
}

/// Rounds coordinates down, if they are below 2^63, without a library call.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "the fraction is dropped on purpose, and the whole part of an f64 is an f64"
)]
fn floor(at: DVec3) -> DVec3 {
    at.map(|at| {
        let whole = at as i64 as f64;
        if whole > at { whole - 1.0 } else { whole }
    })
}

fn join_if_near(vertices: &[DVec3], a: u32, b: u32, tolerance: f64, groups: &mut Groups) {
    let apart = vertices[a as usize] - vertices[b as usize];
    if apart.length_squared() <= tolerance * tolerance {
        groups.join(a, b);
    }
}

/// Returns for each vertex whether its cell is crowded; `None` if no cell is.
fn crowded(grid: &Grid<'_>) -> Option<Vec<bool>> {
    let mut crowded = Vec::new();
    for members in grid.each_cell() {
        if members.clone().nth(CROWDED).is_some() {
            crowded.resize(grid.vertices.len(), false);
            for member in members {
                crowded[member as usize] = true;
            }
        }
    }
    (!crowded.is_empty()).then_some(crowded)
}

/// Joins vertices of crowded cells. Returns the vertices that still need to be compared.
///
/// In a crowded cell, vertices are far closer together than the tolerance, and comparing all pairs would take too long.
/// So `thin_out` uses cells a quarter of a tolerance wide. All vertices in such a cell are near each other. It joins
/// them to the vertex with the lowest coordinates, and returns only that vertex. It can be 0.43 tolerances away from
/// the others, so a vertex almost a tolerance away from one of them may stay separate.
fn thin_out(vertices: &[DVec3], crowded: &[bool], tolerance: f64, groups: &mut Groups) -> Vec<u32> {
    let vertices_that = |is_crowded: bool| -> Vec<u32> {
        (0..number(vertices.len()))
            .filter(|&vertex| crowded[vertex as usize] == is_crowded)
            .collect()
    };
    let mut chosen = vertices_that(false);
    let order = |at: &u32| vertices[*at as usize].to_array();
    for members in Grid::new(vertices, &vertices_that(true), 0.25 * tolerance).each_cell() {
        let by_order =
            |a: &u32, b: &u32| order(a).partial_cmp(&order(b)).unwrap_or(Ordering::Equal);
        if let Some(lowest) = members.clone().min_by(by_order) {
            for member in members {
                groups.join(member, lowest);
            }
            chosen.push(lowest);
        }
    }
    chosen
}
