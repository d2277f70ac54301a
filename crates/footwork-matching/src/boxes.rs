//! The boxes around the allowed poses of each block, and of each node of the levels above.

use footwork_base::SupportedLevel;

use crate::blocks::Blocks;
use crate::dispatch;
use crate::lanes::Lanes;
use crate::levels::{LANES, LANES_BYTES, Levels};

/// Returns the masks of all levels, computed from the masks of the blocks.
pub(crate) fn masks(levels: &Levels, of_blocks: impl IntoIterator<Item = u16>) -> Vec<u16> {
    let mut masks: Vec<u16> = of_blocks.into_iter().collect();
    masks.resize(levels.masks(), 0);
    for level in 1..=levels.top {
        let below = if level == 1 {
            levels.blocks()
        } else {
            levels.nodes(level - 1)
        };
        for child in 0..below {
            if masks[levels.mask(level - 1, child)] != 0 {
                masks[levels.mask(level, child / LANES)] |= 1 << (child % LANES);
            }
        }
    }
    masks
}

/// Iterates over the masks of the blocks of `poses` poses. All bits are set, except for the unused lanes of the last
/// block.
pub(crate) fn block_masks(poses: usize) -> impl Iterator<Item = u16> {
    (0..poses.div_ceil(LANES)).map(move |block| {
        let rest = (poses - block * LANES).min(LANES);
        u16::MAX >> (LANES - rest)
    })
}

/// Encodes masks as bytes.
pub(crate) fn mask_bytes(masks: &[u16]) -> Vec<u8> {
    masks.iter().flat_map(|mask| mask.to_le_bytes()).collect()
}

/// Returns the boxes around the poses whose bits are set in `masks`. `blocks` has the boxes around all poses.
pub(crate) fn around(
    blocks: Blocks<'_>,
    levels: &Levels,
    masks: &[u16],
    level: SupportedLevel,
) -> Vec<u8> {
    let mut bounds = vec![0; levels.all_nodes() * blocks.dims * 2 * LANES_BYTES];
    if blocks.dims == 0 {
        return bounds;
    }
    let around = Around {
        blocks,
        levels,
        masks,
        bounds: &mut bounds,
    };
    dispatch::run(level, around);
    bounds
}

struct Around<'a> {
    blocks: Blocks<'a>,
    levels: &'a Levels,
    masks: &'a [u16],
    bounds: &'a mut [u8],
}

impl dispatch::Work for Around<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, lanes: impl Lanes) {
        let (levels, dims) = (self.levels, self.blocks.dims);
        let (bounds, _) = self.bounds.as_chunks_mut::<LANES_BYTES>();
        for block in 0..levels.blocks() {
            let mask = self.masks[levels.mask(0, block)];
            if mask == 0 {
                continue;
            }
            let node = levels.node(1, block / LANES);
            if mask == u16::MAX {
                let of_node = node * dims * 2..(node + 1) * dims * 2;
                let known = &self.blocks.boxes[of_node.clone()];
                copy(known, &mut bounds[of_node], block % LANES);
                continue;
            }
            let selected = selected(mask);
            let mut fields = self.blocks.fields(block);
            for dim in 0..dims {
                let range = lanes.range(&lanes.unpack(fields.take()), &selected);
                set(bounds, (node * dims + dim) * 2, block % LANES, range);
            }
        }
        for level in 2..=levels.top {
            for child in 0..levels.nodes(level - 1) {
                let selected = selected(self.masks[levels.mask(level - 1, child)]);
                let from = levels.node(level - 1, child);
                let node = levels.node(level, child / LANES);
                for dim in 0..dims {
                    let [low, _] = lanes.range(&bounds[(from * dims + dim) * 2], &selected);
                    let [_, high] = lanes.range(&bounds[(from * dims + dim) * 2 + 1], &selected);
                    set(bounds, (node * dims + dim) * 2, child % LANES, [low, high]);
                }
            }
        }
    }
}

#[inline(always)]
fn set(bounds: &mut [[u8; LANES_BYTES]], at: usize, lane: usize, values: [u16; 2]) {
    for (bounds, value) in bounds[at..][..2].iter_mut().zip(values) {
        bounds.as_chunks_mut::<2>().0[lane] = value.to_le_bytes();
    }
}

/// Copies one lane from `from` to `to`.
#[inline(always)]
fn copy(from: &[[u8; LANES_BYTES]], to: &mut [[u8; LANES_BYTES]], lane: usize) {
    for (from, to) in from.iter().zip(to) {
        to.as_chunks_mut::<2>().0[lane] = from.as_chunks::<2>().0[lane];
    }
}

#[inline(always)]
fn selected(mask: u16) -> [u16; LANES] {
    std::array::from_fn(|lane| if mask >> lane & 1 == 1 { u16::MAX } else { 0 })
}
