//! Filters restrict searches to some poses. On average, a search with a filter costs no more than a search without a
//! filter.
//!
//! A mask marks the allowed poses. A box around allowed and forbidden poses may be opened although only a forbidden
//! pose is near. So a filter computes its own boxes around the allowed poses only. They lie inside the boxes of the
//! index, so their lower bounds of the cost are at least as high. If few poses are allowed, most lanes of the blocks
//! are unused, and the filter copies the allowed rows.
//!
//! Over a set of searches, the searches with a filter open no more blocks than the same searches without it. This
//! cannot be guaranteed for a single search: the nearest allowed pose may be much farther away than the nearest pose,
//! and an exact search must open every box nearer than its result.

use std::sync::Arc;

use footwork_base::SupportedLevel;

use crate::blocks::{Blocks, Packer};
use crate::boxes;
use crate::index::Index;
use crate::kernel::Tree;
use crate::levels::{LANES, Levels};
use crate::pose_id::{PoseId, PoseSpan};

/// Rows are copied if fewer than one pose in `PACKED_BELOW` is allowed. If more poses are allowed, the blocks of copies
/// have wider boxes than the original blocks. With one pose in ten allowed, searches opened four times as many blocks
/// as with tight boxes.
const PACKED_BELOW: usize = 32;

/// The poses that a search may find; see [`Search::filter`](crate::Search::filter).
///
/// A filter works only with the index that it was made for, or with an index of equal contents. Its spans usually come from a
/// query over tags.
#[derive(Clone, Debug)]
pub struct Filter {
    stamp: u64,
    /// A number that distinguishes filters by the poses they allow.
    poses_stamp: u32,
    name: Option<Arc<str>>,
    allowed: usize,
    /// The masks of all levels of the index.
    masks: Vec<u16>,
    /// For each block of poses that are only played and never searched, the mask of its poses in the filter's spans.
    played: Vec<u16>,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// The rows and boxes of the index.
    Masked { masks: Vec<u8> },
    /// The rows of the index, with separate boxes.
    Tight { masks: Vec<u8>, bounds: Vec<u8> },
    /// A copy of the allowed rows.
    Packed(Box<Packed>),
}

#[derive(Clone, Debug)]
struct Packed {
    levels: Levels,
    words: Vec<u8>,
    starts: Vec<u8>,
    bounds: Vec<u8>,
    masks: Vec<u8>,
    /// For each copied row, the number of its row in the index.
    of_index: Vec<u32>,
}

impl Packed {
    fn blocks(&self, dims: usize) -> Blocks<'_> {
        Blocks {
            words: self.words.as_chunks().0,
            starts: self.starts.as_chunks().0,
            boxes: self.bounds.as_chunks().0,
            dims,
            searched: self.levels.blocks(),
            nodes: self.levels.all_nodes(),
        }
    }
}

impl Filter {
    /// Creates a filter that allows the poses of some spans, prepared for many searches. For a million poses this takes
    /// milliseconds. Searches during that time can use a filter from [`Filter::masked`]. Spans may overlap and come in
    /// any order. Parts of spans outside the index are ignored.
    pub fn new(index: &Index, spans: impl IntoIterator<Item = PoseSpan>) -> Self {
        Self::masked(index, spans).tightened(index)
    }

    /// Creates a filter that allows the same poses as [`Filter::new`], in less time. Searches give the same results,
    /// but take longer because they also open boxes in which only forbidden poses are near the goal.
    pub fn masked(index: &Index, spans: impl IntoIterator<Item = PoseSpan>) -> Self {
        let levels = &index.levels;
        let rows = (index.pose_count() - levels.poses).div_ceil(LANES) + levels.blocks();
        let mut of_blocks = vec![0u16; rows];
        for span in spans {
            index.for_rows_of(&span, |row| of_blocks[row / LANES] |= 1 << (row % LANES));
        }
        let played = of_blocks.split_off(levels.blocks());
        let allowed = of_blocks
            .iter()
            .map(|mask| mask.count_ones() as usize)
            .sum();
        let masks = boxes::masks(levels, of_blocks);
        let bytes = boxes::mask_bytes(&masks);
        Self {
            stamp: index.stamp,
            poses_stamp: crc32fast::hash(&bytes),
            name: None,
            allowed,
            kind: Kind::Masked { masks: bytes },
            played,
            masks,
        }
    }

    /// Returns the filter prepared as by [`Filter::new`], so that searches open fewer boxes. The call can run on
    /// another thread. A filter of another index is returned unchanged.
    #[must_use]
    pub fn tightened(self, index: &Index) -> Self {
        if self.stamp != index.stamp {
            return self;
        }
        let Kind::Masked { masks } = &self.kind else {
            return self;
        };
        let kind = if self.allowed * PACKED_BELOW < index.levels.poses {
            Kind::Packed(Box::new(self.packed(index)))
        } else {
            Kind::Tight {
                masks: masks.clone(),
                bounds: self.tight(index, index.simd),
            }
        };
        Self { kind, ..self }
    }

    fn tight(&self, index: &Index, simd: SupportedLevel) -> Vec<u8> {
        boxes::around(index.blocks(), &index.levels, &self.masks, simd)
    }

    fn packed(&self, index: &Index) -> Packed {
        let dims = index.order.len();
        let levels = Levels::new(self.allowed);
        let mut of_index = Vec::with_capacity(self.allowed);
        for (block, &mask) in self.masks[..index.levels.blocks()].iter().enumerate() {
            let mut lanes = mask;
            while lanes != 0 {
                let row = block * LANES + lanes.trailing_zeros() as usize;
                of_index.push(u32::try_from(row).unwrap_or(u32::MAX));
                lanes &= lanes - 1;
            }
        }
        let from = index.blocks();
        let rows = of_index.iter().flat_map(|&row| from.codes(row as usize));
        let rows: Vec<u16> = rows.collect();
        let mut packer = Packer::new(dims);
        match dims {
            0 => packer.push(of_index.iter().map(|_| [].as_slice())),
            _ => packer.push(rows.chunks(dims)),
        }
        let of_blocks = packer.take_boxes();
        let (words, starts) = packer.into_words();
        let mut packed = Packed {
            masks: Vec::new(),
            bounds: of_blocks,
            words,
            starts,
            levels,
            of_index,
        };
        let masks = boxes::masks(&packed.levels, boxes::block_masks(self.allowed));
        let blocks = packed.blocks(dims);
        packed.bounds = boxes::around(blocks, &packed.levels, &masks, index.simd);
        packed.masks = boxes::mask_bytes(&masks);
        packed
    }

    /// Names the filter, usually by the text of its query. Recordings of a [`Character`](crate::Character) show the name.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        let name = Some(Arc::from(name));
        Self { name, ..self }
    }

    /// Returns the name, if the filter has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the number of poses that a search with the filter may find.
    pub fn pose_count(&self) -> usize {
        self.allowed
    }

    /// Returns the size of the filter in memory, in bytes.
    pub fn memory_bytes(&self) -> usize {
        let own = match &self.kind {
            Kind::Masked { masks } => masks.len(),
            Kind::Tight { masks, bounds } => masks.len() + bounds.len(),
            Kind::Packed(packed) => {
                let rows = packed.words.len() + packed.starts.len();
                let bytes = rows + packed.bounds.len() + packed.masks.len();
                bytes + packed.of_index.len() * size_of::<u32>()
            }
        };
        own + self.masks.len() * size_of::<u16>()
    }

    /// Returns the [stamp](Index::stamp) of the index that the filter was made for.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Returns a number that distinguishes filters of one index by the poses they allow.
    pub(crate) fn poses_stamp(&self) -> u32 {
        self.poses_stamp
    }

    pub(crate) fn shared_name(&self) -> Option<Arc<str>> {
        self.name.clone()
    }

    /// Returns whether a pose is in the spans of the filter, even if no search may find the pose.
    pub fn allows(&self, index: &Index, pose: PoseId) -> bool {
        let Some(row) = index.row(pose).filter(|_| index.stamp == self.stamp) else {
            return false;
        };
        let blocks = index.levels.blocks();
        match row.checked_sub(blocks * LANES) {
            None => self.allows_row(row),
            Some(row) => self.played[row / LANES] >> (row % LANES) & 1 == 1,
        }
    }

    /// Returns whether a search may find the pose of a row.
    pub(crate) fn allows_row(&self, row: usize) -> bool {
        self.masks[row / LANES] >> (row % LANES) & 1 == 1
    }

    pub(crate) fn tree<'a>(&'a self, of_index: Tree<'a>) -> Tree<'a> {
        match &self.kind {
            Kind::Masked { masks } => Tree {
                masks: masks.as_chunks().0,
                ..of_index
            },
            Kind::Tight { masks, bounds } => Tree {
                masks: masks.as_chunks().0,
                bounds: bounds.as_chunks().0,
                ..of_index
            },
            Kind::Packed(packed) => Tree {
                levels: &packed.levels,
                blocks: packed.blocks(of_index.blocks.dims),
                bounds: packed.bounds.as_chunks().0,
                masks: packed.masks.as_chunks().0,
            },
        }
    }

    pub(crate) fn rows(&self) -> Option<&[u32]> {
        match &self.kind {
            Kind::Packed(packed) => Some(&packed.of_index),
            _ => None,
        }
    }
}
