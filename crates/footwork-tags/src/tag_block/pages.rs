//! Stores the blocks of a pinned tag in one piece of memory, on large pages if the system has them.
//!
//! A query over the words of many clips enters a new page every few clips. Looking up the address of a page takes a
//! large part of the time of the computation itself. A page of 2 MiB, instead of 4 KiB, is looked up once for hundreds
//! of clips (`docs/design/tag-engine.md` has the figures).
//!
//! Invariant: only the address of the bytes changes. If the system refuses the memory, the blocks stay at their
//! addresses.

use bytes::Bytes;
use memmap2::{Advice, MmapMut};

use super::TagBlock;

/// The size of a large page in bytes.
const PAGE: usize = 2 << 20;

/// The size of a cache line in bytes. Blocks begin at cache lines.
const LINE: usize = 64;

/// Returns the blocks, with their bytes moved into one piece of memory if they fill at least one large page.
pub(crate) fn moved_together(mut blocks: Vec<TagBlock>) -> Vec<TagBlock> {
    let size = |block: &TagBlock| block.bytes.len().next_multiple_of(LINE);
    let all: usize = blocks.iter().map(size).sum();
    if all < PAGE {
        return blocks;
    }
    // Whole pages, so that the memory begins at a page. Pages after the blocks are never touched, so they take no
    // memory.
    let Ok(mut memory) = MmapMut::map_anon(all.next_multiple_of(PAGE)) else {
        return blocks;
    };
    // If the system refuses large pages, small pages serve. The remainder that does not fill a large page uses small
    // pages too.
    let _ = memory.advise_range(Advice::HugePage, 0, all / PAGE * PAGE);
    let mut rest: &mut [u8] = &mut memory;
    for block in &*blocks {
        let (own, after) = rest.split_at_mut(size(block));
        own[..block.bytes.len()].copy_from_slice(&block.bytes);
        rest = after;
    }
    let Ok(memory) = memory.make_read_only() else {
        return blocks;
    };
    let mut rest = Bytes::from_owner(memory);
    for block in &mut blocks {
        let own = rest.split_to(size(block));
        block.bytes = own.slice(..block.bytes.len());
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranges::Ranges;

    /// Returns a block of 30 clips stored as words, 1.5 MB in total.
    fn block(first: u32) -> TagBlock {
        let frames = 400_000;
        let with = |block: TagBlock, place: u32| {
            let ranges = Ranges::repair([(first + place, 9_000 * (place + 1))]).0;
            block.with(place, &ranges, frames, true).unwrap()
        };
        (0..30).fold(TagBlock::default(), with)
    }

    #[test]
    fn moving_keeps_the_bytes() {
        let given = [block(3), TagBlock::default(), block(70)];
        let blocks = moved_together(given.to_vec());
        for (block, given) in blocks.iter().zip(&given) {
            assert!(block.bytes == given.bytes);
            assert_eq!(block.bytes.as_ptr().addr() % LINE, 0);
        }
        let apart = blocks[2].bytes.as_ptr().addr() - blocks[0].bytes.as_ptr().addr();
        assert_eq!(apart, given[0].bytes.len().next_multiple_of(LINE));
    }

    #[test]
    fn blocks_smaller_than_a_page_are_not_moved() {
        let given = block(3);
        let blocks = moved_together(vec![given.clone()]);
        assert_eq!(blocks[0].bytes.as_ptr(), given.bytes.as_ptr());
    }
}
