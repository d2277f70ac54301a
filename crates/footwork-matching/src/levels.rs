//! The layout of the blocks and boxes of an index. It depends only on the number of poses.
//!
//! 16 poses form a *block*. A *node* holds the boxes of 16 blocks, or of 16 nodes of the level below. The top node
//! holds the last 16 or fewer. Rows and boxes are stored dimension by dimension, with the 16 numbers of a dimension
//! side by side, because the processor compares them together. A mask of 16 bits selects the lanes that count.

/// The number of poses in a block, and of children in a node.
pub(crate) const LANES: usize = 16;
/// 16 stored numbers of one dimension, little-endian.
type Numbers = [[u8; 2]; LANES];
/// The size of 16 stored numbers of one dimension in bytes.
pub(crate) const LANES_BYTES: usize = size_of::<Numbers>();
/// The maximum number of levels, which is enough for 2^32 poses.
pub(crate) const MAX_LEVELS: usize = 8;

/// The number of blocks, and of the nodes on each level above them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Levels {
    /// The number of poses.
    pub(crate) poses: usize,
    /// The number of blocks at index 0, then the number of nodes on each level above.
    counts: [usize; MAX_LEVELS + 1],
    /// For each level, the number of masks on all levels below.
    first_masks: [usize; MAX_LEVELS + 1],
    /// The level of the topmost node; 0 if there are no poses.
    pub(crate) top: usize,
}

impl Levels {
    pub(crate) fn new(poses: usize) -> Self {
        let mut levels = Self {
            poses,
            counts: [0; MAX_LEVELS + 1],
            first_masks: [0; MAX_LEVELS + 1],
            top: 0,
        };
        if poses == 0 {
            return levels;
        }
        levels.counts[0] = poses.div_ceil(LANES);
        while levels.top == 0 || levels.counts[levels.top] > 1 {
            let (below, level) = (levels.top, levels.top + 1);
            levels.counts[level] = levels.counts[below].div_ceil(LANES);
            levels.first_masks[level] = levels.first_masks[below] + levels.counts[below];
            levels.top = level;
        }
        levels
    }

    pub(crate) fn blocks(&self) -> usize {
        self.counts[0]
    }

    /// Returns the number of rows, given the number of poses that are only played. The last block of candidates may
    /// have unused rows.
    pub(crate) fn rows(&self, played: usize) -> usize {
        self.blocks() * LANES + played
    }

    /// Returns the number of nodes on a level above the blocks.
    pub(crate) fn nodes(&self, level: usize) -> usize {
        self.counts[level]
    }

    /// Returns the number of nodes on all levels.
    pub(crate) fn all_nodes(&self) -> usize {
        self.counts[1..].iter().sum()
    }

    /// Returns the number of masks: those of blocks, then those of nodes, level by level.
    pub(crate) fn masks(&self) -> usize {
        self.blocks() + self.all_nodes()
    }

    /// Returns the index of the mask of a node, or of a block at level 0.
    #[inline(always)]
    pub(crate) fn mask(&self, level: usize, node: usize) -> usize {
        self.first_masks[level] + node
    }

    /// Returns the index of a node's boxes.
    #[inline(always)]
    pub(crate) fn node(&self, level: usize, node: usize) -> usize {
        self.first_masks[level] - self.counts[0] + node
    }
}

/// Views bytes as the numbers of one dimension.
#[inline(always)]
pub(crate) fn numbers(bytes: &[u8; LANES_BYTES]) -> [u16; LANES] {
    let lanes: &Numbers = match bytes.as_chunks::<2>().0.try_into() {
        Ok(lanes) => lanes,
        Err(_) => unreachable!("32 bytes are 16 pairs"),
    };
    lanes.map(u16::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::Levels;

    #[test]
    fn every_pose_lies_below_the_top() {
        for (poses, blocks, nodes, top) in [
            (0, 0, 0, 0),
            (1, 1, 1, 1),
            (16, 1, 1, 1),
            (17, 2, 1, 1),
            (256, 16, 1, 1),
            (257, 17, 3, 2),
            (4097, 257, 17 + 2 + 1, 3),
        ] {
            let levels = Levels::new(poses);
            let found = (levels.blocks(), levels.all_nodes(), levels.top);
            assert_eq!(found, (blocks, nodes, top), "{poses}");
        }
        let levels = Levels::new(4097);
        assert_eq!(
            (levels.node(1, 16), levels.node(2, 0), levels.node(3, 0)),
            (16, 17, 19)
        );
        assert_eq!((levels.mask(0, 9), levels.mask(1, 0)), (9, 257));
    }
}
