//! Searches boxes and blocks, nearest box first. Results are exact to the last bit.
//!
//! The cost of a pose is the sum, dimension by dimension, of `weight * (code - goal)²` in f32. The bound of a box is
//! the same sum, with each code replaced by the code in the box nearest to the goal. Rounding is monotone, so a bound
//! is never above the cost of a pose in the box, and needs no tolerance.
//!
//! A block is abandoned once all 16 partial sums are too large. The remaining dimensions add at least the bound of the
//! block's box minus the box's own partial sum. Only this difference needs a tolerance for rounding, [`SLACK`].

use crate::blocks::Blocks;
use crate::dispatch;
use crate::lanes::{Dim, Lanes};
use crate::levels::{LANES, LANES_BYTES, Levels, MAX_LEVELS};

/// The number of dimensions between two checks of the partial sums.
const RUN: usize = 7;
/// The number of partial sums kept per box.
const KEPT: usize = 3;
/// The largest rounding error of a sum of up to 256 numbers and one soft cost, or of a difference of two such sums, relative
/// to the largest sum.
const SLACK: f32 = 1.0 / 2048.0;

/// The tree of a search.
#[derive(Clone, Copy)]
pub(crate) struct Tree<'a> {
    pub(crate) levels: &'a Levels,
    pub(crate) blocks: Blocks<'a>,
    pub(crate) bounds: &'a [[u8; LANES_BYTES]],
    pub(crate) masks: &'a [[u8; 2]],
}

/// Costs added to each pose, and for each child of a node the least cost added to its poses.
pub(crate) trait Added {
    fn of_block(&self, block: usize) -> [f32; LANES];
    fn of_node(&self, node: usize) -> [f32; LANES];
}

/// No added costs.
pub(crate) struct Nothing;

impl Added for Nothing {
    #[inline(always)]
    fn of_block(&self, _: usize) -> [f32; LANES] {
        [0.0; LANES]
    }

    #[inline(always)]
    fn of_node(&self, _: usize) -> [f32; LANES] {
        [0.0; LANES]
    }
}

/// A receiver of found poses.
pub(crate) trait Sink {
    /// The highest cost that the sink accepts.
    fn limit(&self) -> f32;
    /// Receives the pose of a row, whose cost is at most the limit.
    fn take(&mut self, row: usize, cost: f32);
}

/// The amount of work of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// The number of opened blocks of 16 poses.
    pub blocks: u32,
    /// The number of opened nodes of 16 boxes.
    pub nodes: u32,
}

pub(crate) struct Walk<'a, A, S> {
    pub(crate) tree: Tree<'a>,
    pub(crate) dims: &'a [Dim],
    pub(crate) added: A,
    pub(crate) sink: &'a mut S,
}

/// The children of an opened node.
#[derive(Clone, Copy)]
struct Opened {
    /// The children's partial bounds after each run of dimensions.
    kept: [[f32; LANES]; KEPT],
    bounds: [f32; LANES],
    /// Bounds as integers, which have the same order. The last four bits hold the lane of the child, so the bound is
    /// rounded down a little. `u32::MAX` for children that are done or above the limit.
    keys: [u32; LANES],
    /// The least key.
    next: u32,
    first_child: usize,
}

/// An opened child.
#[derive(Clone, Copy)]
struct Child {
    number: usize,
    lane: usize,
}

impl Opened {
    /// Zeros, the fastest value to fill memory with.
    const NOTHING: Self = Self {
        kept: [[0.0; LANES]; KEPT],
        bounds: [0.0; LANES],
        keys: [0; LANES],
        next: 0,
        first_child: 0,
    };

    /// Returns the unopened child with the least key; `None` if no child is within the limit.
    #[inline(always)]
    fn pop(&mut self, limit: f32, lanes: impl Lanes) -> Option<Child> {
        // Invariant: a child whose bound equals the limit is opened, because a tie may have the lesser pose. A child
        // whose key is rounded down to the limit is opened too, because the next child by key may have a lower bound.
        if self.next == u32::MAX || f32::from_bits(self.next & !15) > limit {
            return None;
        }
        let lane = (self.next & 15) as usize;
        self.keys[lane] = u32::MAX;
        self.next = lanes.least(&self.keys);
        Some(Child {
            number: self.first_child + lane,
            lane,
        })
    }

    /// Returns the limit of partial sums after a run. A pose of the child with a larger partial sum costs more than
    /// `limit`.
    #[inline(always)]
    fn limit(&self, child: Child, run: usize, limit: f32) -> f32 {
        let Some(kept) = self.kept.get(run) else {
            return limit;
        };
        let to_come = self.bounds[child.lane] - kept[child.lane];
        let less = limit + limit * SLACK - to_come;
        // Keep `limit` unless the difference is below it. Without a limit, the difference of infinities is NaN.
        if less < limit { less } else { limit }
    }
}

impl<A: Added, S: Sink> dispatch::Work for Walk<'_, A, S> {
    type Output = Work;

    #[inline(always)]
    fn run(mut self, lanes: impl Lanes) -> Work {
        let mut work = Work::default();
        let levels = self.tree.levels;
        let top = levels.top;
        if top == 0 {
            return work;
        }
        let mut opened = [Opened::NOTHING; MAX_LEVELS + 2];
        let mut level = top;
        // The level above the top has no bounds; its only child is the top node.
        let root = Child { number: 0, lane: 0 };
        self.open(lanes, top, root, &mut opened[top..]);
        work.nodes += 1;
        loop {
            let child = opened[level].pop(self.sink.limit(), lanes);
            match child {
                Some(child) if level == 1 => {
                    work.blocks += 1;
                    self.scan(lanes, child, &opened[1]);
                }
                Some(child) => {
                    level -= 1;
                    work.nodes += 1;
                    self.open(lanes, level, child, &mut opened[level..]);
                }
                None if level == top => return work,
                None => level += 1,
            }
        }
    }
}

impl<A: Added, S: Sink> Walk<'_, A, S> {
    /// Computes the bounds of the children of a node that is itself a child of the level above.
    #[inline(always)]
    fn open(&self, lanes: impl Lanes, level: usize, node: Child, opened: &mut [Opened]) {
        let [opened, above, ..] = opened else {
            return;
        };
        let dims = self.dims.len();
        let place = self.tree.levels.node(level, node.number);
        let (bounds, _) = self.tree.bounds[place * dims * 2..][..dims * 2].as_chunks::<2>();
        let limit = self.sink.limit();
        let mut sums = lanes.load(&self.added.of_node(place));
        opened.next = u32::MAX;
        for (run, (bounds, dims)) in bounds.chunks(RUN).zip(self.dims.chunks(RUN)).enumerate() {
            sums = lanes.add_boxes(sums, bounds, dims);
            if lanes.within(sums, above.limit(node, run, limit)) == 0 {
                return;
            }
            if let Some(kept) = opened.kept.get_mut(run) {
                lanes.store(sums, kept);
            }
        }
        lanes.store(sums, &mut opened.bounds);
        opened.first_child = node.number * LANES;
        let near = lanes.within(sums, limit) & self.mask(self.tree.levels.mask(level, node.number));
        for (lane, (key, bound)) in (0..).zip(opened.keys.iter_mut().zip(&opened.bounds)) {
            let is_near = near >> lane & 1 == 1;
            *key = if is_near {
                bound.to_bits() & !15 | lane
            } else {
                u32::MAX
            };
        }
        opened.next = lanes.least(&opened.keys);
    }

    #[inline(always)]
    fn mask(&self, place: usize) -> u16 {
        u16::from_le_bytes(self.tree.masks[place])
    }

    /// Passes the poses of a block that are within the limit to the sink.
    #[inline(always)]
    fn scan(&mut self, lanes: impl Lanes, block: Child, above: &Opened) {
        let mut fields = self.tree.blocks.fields(block.number);
        let limit = self.sink.limit();
        let mut sums = lanes.load(&self.added.of_block(block.number));
        for (run, dims) in self.dims.chunks(RUN).enumerate() {
            sums = lanes.add_fields(sums, &mut fields, dims);
            if lanes.within(sums, above.limit(block, run, limit)) == 0 {
                return;
            }
        }
        let mut near = lanes.within(sums, limit) & self.mask(block.number);
        let mut costs = [0.0; LANES];
        lanes.store(sums, &mut costs);
        while near != 0 {
            let lane = near.trailing_zeros() as usize;
            near &= near - 1;
            if costs[lane] <= self.sink.limit() {
                self.sink.take(block.number * LANES + lane, costs[lane]);
            }
        }
    }
}
