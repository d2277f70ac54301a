//! Builds a tree from the top by the surface area heuristic over bins (I. Wald, *On fast Construction of SAH-based
//! Bounding Volume Hierarchies*, 2007), four children at a time.

use glam::Vec3;

use super::nodes::{INNER, MAX_UNBALANCED_DEPTH, MAX_WAITING, Node, Tree};
use crate::bounds::Outer;

/// An item of a tree: its bounds, and a number that the caller chose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) bounds: Outer,
    pub(crate) index: u32,
}

impl Item {
    pub(super) const NOTHING: Self = Self {
        bounds: Outer::EMPTY,
        index: 0,
    };

    /// Returns twice the centre. The factor cancels out, and not dividing by it saves a multiplication.
    #[inline]
    fn twice_centre(&self) -> Vec3 {
        self.bounds.min + self.bounds.max
    }
}

const BINS: usize = 16;

/// The items of a child.
#[derive(Clone, Copy)]
struct Part {
    first: usize,
    len: usize,
}

impl Tree {
    /// Builds a tree and sorts the items into its order. Leaves have at most `leaf` items, at least 1.
    pub(crate) fn build(items: &mut [Item], leaf: usize) -> Self {
        let mut tree = Self {
            nodes: Vec::with_capacity(items.len() / (2 * leaf.max(1)) + 1),
        };
        tree.rebuild(items, leaf);
        tree.nodes.shrink_to_fit();
        tree
    }

    /// Like [`Tree::build`], but reuses this tree's memory and allocates only if it is too small.
    pub(super) fn rebuild(&mut self, items: &mut [Item], leaf: usize) {
        let nodes = &mut self.nodes;
        nodes.clear();
        if items.is_empty() {
            return;
        }
        nodes.push(Node::EMPTY);
        let all = Part {
            first: 0,
            len: items.len(),
        };
        let mut waiting = [(0_usize, all, 0_usize); MAX_WAITING];
        let mut len_waiting = 1;
        while len_waiting > 0 {
            len_waiting -= 1;
            let (at, part, depth) = waiting[len_waiting];
            let (children, len) = split_in_four(items, part, leaf, depth >= MAX_UNBALANCED_DEPTH);
            for (lane, child) in children[..len].iter().enumerate() {
                let bounds = around(&items[child.first..][..child.len]);
                let (first, count) = if child.len <= leaf {
                    (child.first, index(child.len))
                } else {
                    nodes.push(Node::EMPTY);
                    waiting[len_waiting] = (nodes.len() - 1, *child, depth + 1);
                    len_waiting += 1;
                    (nodes.len() - 1, INNER)
                };
                let node = &mut nodes[at];
                node.set_bounds(lane, &bounds);
                node.first[lane] = index(first);
                node.count[lane] = count;
            }
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "callers have at most 2^31 items, and there are fewer nodes than items"
)]
fn index(number: usize) -> u32 {
    number as u32
}

fn around(items: &[Item]) -> Outer {
    items
        .iter()
        .fold(Outer::EMPTY, |all, item| all.join(&item.bounds))
}

/// Splits the largest part until there are four parts or all are small enough for leaves. With `halve`, splits by
/// halves.
fn split_in_four(items: &mut [Item], all: Part, leaf: usize, halve: bool) -> ([Part; 4], usize) {
    let mut parts = [all; 4];
    let mut len = 1;
    while len < 4 {
        let mut largest = 0;
        for at in 1..len {
            if parts[at].len > parts[largest].len {
                largest = at;
            }
        }
        let Part { first, len: many } = parts[largest];
        if many <= leaf {
            break;
        }
        let left = if halve {
            many / 2
        } else {
            split(&mut items[first..][..many])
        };
        parts[largest].len = left;
        parts[len] = Part {
            first: first + left,
            len: many - left,
        };
        len += 1;
    }
    (parts, len)
}

#[derive(Clone, Copy)]
struct Bin {
    bounds: Outer,
    count: usize,
}

const EMPTY_BIN: Bin = Bin {
    bounds: Outer::EMPTY,
    count: 0,
};

impl Bin {
    fn join(&self, other: &Self) -> Self {
        Self {
            bounds: self.bounds.join(&other.bounds),
            count: self.count + other.count,
        }
    }

    fn cost(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a cost is an estimate")]
        let count = self.count as f64;
        f64::from(self.bounds.half_area()) * count
    }
}

/// Puts the items of the left side first. Returns their number. Neither side is empty.
fn split(items: &mut [Item]) -> usize {
    let mut centres = Outer::EMPTY;
    for item in items.iter() {
        let at = item.twice_centre();
        centres = centres.join(&Outer { min: at, max: at });
    }
    let size = centres.max - centres.min;
    let axis = match (size.x >= size.y, size.x >= size.z, size.y >= size.z) {
        (true, true, _) => 0,
        (false, _, true) => 1,
        _ => 2,
    };
    let bins_per_metre = BINS as f32 / size[axis];
    // The scale may also be NaN, if sizes overflow or are zero.
    if !(size[axis] > 0.0 && bins_per_metre < f32::MAX && bins_per_metre > 0.0) {
        return items.len() / 2;
    }
    let bin_of =
        |item: &Item| bin((item.twice_centre()[axis] - centres.min[axis]) * bins_per_metre);

    let mut bins = [EMPTY_BIN; BINS];
    for item in items.iter() {
        let bin = &mut bins[bin_of(item)];
        bin.bounds = bin.bounds.join(&item.bounds);
        bin.count += 1;
    }
    let cut = cheapest_cut(&bins);
    partition(items, |item| bin_of(item) < cut)
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from zero on, and limited to the number of bins"
)]
fn bin(place: f32) -> usize {
    (place as usize).min(BINS - 1)
}

/// Returns the index of the bin before which to cut. The first and the last bin have items, so some cut has items on
/// both sides.
fn cheapest_cut(bins: &[Bin; BINS]) -> usize {
    let mut right_costs = [0.0; BINS];
    let mut right = EMPTY_BIN;
    for at in (1..BINS).rev() {
        right = right.join(&bins[at]);
        right_costs[at] = right.cost();
    }
    let mut left = EMPTY_BIN;
    let mut best = (f64::INFINITY, BINS / 2);
    for cut in 1..BINS {
        left = left.join(&bins[cut - 1]);
        let cost = left.cost() + right_costs[cut];
        if cost < best.0 {
            best = (cost, cut);
        }
    }
    best.1
}

/// Puts the items that are on the left first. Returns their number, or half of all items if one side is empty. The
/// order within a side is arbitrary, but always the same for the same items.
fn partition(items: &mut [Item], is_left: impl Fn(&Item) -> bool) -> usize {
    let (mut left, mut right) = (0, items.len());
    while left < right {
        if is_left(&items[left]) {
            left += 1;
        } else {
            right -= 1;
            items.swap(left, right);
        }
    }
    if left == 0 || left == items.len() {
        items.len() / 2
    } else {
        left
    }
}
