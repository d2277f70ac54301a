//! The walk through boxes and blocks: nearest box first, exact to the last bit.
//!
//! The cost of a pose is the sum, dimension by dimension, of `weight * (code - goal)²` in f32. The bound of a box is the
//! same sum with the distance to the nearer side in place of the difference. Rounding is monotone, so a bound is never
//! above the cost of a pose inside, and no tolerance is needed. The partial sums only grow, so a block is left as soon as
//! all 16 of them are too large.

use footwork_base::SimdWork;

use crate::boxes::numbers;
use crate::levels::{LANES, LANES_BYTES, Levels, MAX_LEVELS};

/// After which dimensions the partial sums are looked at: 6, 13, 20 and so on, as measured.
const LOOK_EVERY: usize = 7;
const LOOK_FIRST: usize = 5;

/// What is searched.
#[derive(Clone, Copy)]
pub(crate) struct Tree<'a> {
    pub(crate) levels: &'a Levels,
    pub(crate) rows: &'a [[u8; LANES_BYTES]],
    pub(crate) bounds: &'a [[u8; LANES_BYTES]],
    pub(crate) masks: &'a [[u8; 2]],
}

/// Costs that are added per pose, and their least per child of each node.
pub(crate) trait Added {
    fn of_block(&self, block: usize) -> [f32; LANES];
    fn of_node(&self, node: usize) -> [f32; LANES];
}

/// Nothing is added.
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

/// Where found poses go.
pub(crate) trait Sink {
    /// The cost above which nothing is wanted.
    fn limit(&self) -> f32;
    /// Takes the pose of a row, whose cost is at most the limit.
    fn take(&mut self, row: usize, cost: f32);
}

/// How much work a search was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// How many blocks of 16 poses were opened.
    pub blocks: u32,
    /// How many nodes of 16 boxes were opened.
    pub nodes: u32,
}

pub(crate) struct Walk<'a, A, S> {
    pub(crate) tree: Tree<'a>,
    /// The goal in steps of each dimension.
    pub(crate) goal: &'a [f32],
    /// What the square of a step is worth.
    pub(crate) weights: &'a [f32],
    pub(crate) added: A,
    pub(crate) sink: &'a mut S,
}

/// The children of an opened node that are still to be opened, the nearest first.
#[derive(Clone, Copy)]
struct Opened {
    children: [(f32, u32); LANES],
    count: usize,
    next: usize,
}

impl<A: Added, S: Sink> SimdWork for Walk<'_, A, S> {
    type Output = Work;

    #[inline(always)]
    fn run(mut self) -> Work {
        let mut work = Work::default();
        let levels = self.tree.levels;
        if levels.top == 0 {
            return work;
        }
        let none = Opened {
            children: [(0.0, 0); LANES],
            count: 0,
            next: 0,
        };
        let mut opened = [none; MAX_LEVELS + 1];
        let mut level = levels.top;
        work.nodes += 1;
        self.open(level, 0, &mut opened[level]);
        loop {
            let here = &mut opened[level];
            let next = here.children[..here.count].get(here.next).copied();
            here.next += 1;
            match next {
                // Invariant: a bound equal to the limit is opened, as a tie may have the lesser pose.
                Some((bound, child)) if bound <= self.sink.limit() => {
                    if level == 1 {
                        work.blocks += 1;
                        self.scan(child as usize);
                    } else {
                        level -= 1;
                        work.nodes += 1;
                        self.open(level, child as usize, &mut opened[level]);
                    }
                }
                _ if level == levels.top => return work,
                _ => level += 1,
            }
        }
    }
}

impl<A: Added, S: Sink> Walk<'_, A, S> {
    /// Sorts the children of a node that are near enough.
    #[inline(always)]
    fn open(&self, level: usize, node: usize, opened: &mut Opened) {
        let dims = self.goal.len();
        let place = self.tree.levels.node(level, node);
        let bounds = &self.tree.bounds[place * dims * 2..][..dims * 2];
        let limit = self.sink.limit();
        let mut sums = self.added.of_node(place);
        for (dim, ((sides, goal), weight)) in bounds
            .as_chunks::<2>()
            .0
            .iter()
            .zip(self.goal)
            .zip(self.weights)
            .enumerate()
        {
            let [low, high] = [numbers(&sides[0]), numbers(&sides[1])];
            for (lane, sum) in sums.iter_mut().enumerate() {
                let below = f32::from(low[lane]) - goal;
                let above = goal - f32::from(high[lane]);
                let outside = if below > above { below } else { above };
                let outside = if outside > 0.0 { outside } else { 0.0 };
                *sum += weight * (outside * outside);
            }
            if dim % LOOK_EVERY == LOOK_FIRST && within(&sums, limit) == 0 {
                break;
            }
        }
        opened.count = 0;
        opened.next = 0;
        let mut lanes = within(&sums, limit) & self.mask(self.tree.levels.mask(level, node));
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            let sum = sums[lane as usize];
            let mut at = opened.count;
            while at > 0 && opened.children[at - 1].0 > sum {
                opened.children[at] = opened.children[at - 1];
                at -= 1;
            }
            let first = u32::try_from(node * LANES).unwrap_or(u32::MAX);
            opened.children[at] = (sum, first + lane);
            opened.count += 1;
        }
    }

    #[inline(always)]
    fn mask(&self, place: usize) -> u16 {
        u16::from_le_bytes(self.tree.masks[place])
    }

    /// Hands the poses of a block that are near enough to the sink.
    #[inline(always)]
    fn scan(&mut self, block: usize) {
        let dims = self.goal.len();
        let rows = &self.tree.rows[block * dims..][..dims];
        let limit = self.sink.limit();
        let mut sums = self.added.of_block(block);
        for (dim, ((codes, goal), weight)) in
            rows.iter().zip(self.goal).zip(self.weights).enumerate()
        {
            let codes = numbers(codes);
            for (sum, code) in sums.iter_mut().zip(codes) {
                let difference = f32::from(code) - goal;
                *sum += weight * (difference * difference);
            }
            if dim % LOOK_EVERY == LOOK_FIRST && within(&sums, limit) == 0 {
                return;
            }
        }
        let mut lanes = within(&sums, limit) & self.mask(block);
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            if sums[lane] <= self.sink.limit() {
                self.sink.take(block * LANES + lane, sums[lane]);
            }
        }
    }
}

/// The lanes whose sums are not above the limit.
#[inline(always)]
fn within(sums: &[f32; LANES], limit: f32) -> u16 {
    let mut lanes = 0;
    for (lane, sum) in sums.iter().enumerate() {
        lanes |= u16::from(*sum <= limit) << lane;
    }
    lanes
}
