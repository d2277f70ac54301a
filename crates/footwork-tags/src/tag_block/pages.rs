//! Blocks that are read all the time in one piece of memory, on large pages where the system has some.
//!
//! A query on the words of many clips looks up another page every few clips, and that takes as long as
//! much of what is computed of them. A page of 2 MiB in place of 4 KiB is looked up once for hundreds.

use bytes::Bytes;
use memmap2::{Advice, MmapMut};

use super::TagBlock;

/// The bytes of a large page.
const PAGE: usize = 2 << 20;

/// Blocks begin at lines of the cache.
const LINE: usize = 64;

/// Puts what the blocks hold into one piece of memory, if it is as much as a large page, and the system
/// gives it.
pub(crate) fn put_together(blocks: &mut [TagBlock]) {
    let size = |block: &TagBlock| block.bytes.len().next_multiple_of(LINE);
    let all: usize = blocks.iter().map(size).sum();
    if all < PAGE {
        return;
    }
    // Of whole pages, so that it begins at one; what is behind the blocks is never touched.
    let Ok(mut memory) = MmapMut::map_anon(all.next_multiple_of(PAGE)) else {
        return;
    };
    // Where there are no large pages, small ones do, as they do for what is less than one.
    let _ = memory.advise_range(Advice::HugePage, 0, all / PAGE * PAGE);
    let mut rest: &mut [u8] = &mut memory;
    for block in &*blocks {
        let (own, behind) = rest.split_at_mut(size(block));
        own[..block.bytes.len()].copy_from_slice(&block.bytes);
        rest = behind;
    }
    let Ok(memory) = memory.make_read_only() else {
        return;
    };
    let mut rest = Bytes::from_owner(memory);
    for block in blocks {
        let own = rest.split_to(size(block));
        block.bytes = own.slice(..block.bytes.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ranges;

    /// A block of 30 clips as words, 1.5 MB in all.
    fn block(first: u32) -> TagBlock {
        let frames = 400_000;
        let with = |block: TagBlock, place: u32| {
            let ranges = Ranges::from_unsorted([(first + place, 9_000 * (place + 1))]).0;
            block.with(place, &ranges, frames, true).unwrap()
        };
        (0..30).fold(TagBlock::default(), with)
    }

    #[test]
    fn what_is_put_together_stays_what_it_was() {
        let given = [block(3), TagBlock::default(), block(70)];
        let mut blocks = given.to_vec();
        put_together(&mut blocks);
        for (block, given) in blocks.iter().zip(&given) {
            assert!(block.bytes == given.bytes);
            assert_eq!(block.bytes.as_ptr().addr() % LINE, 0);
        }
        let [first, _, last] = &*blocks else {
            unreachable!("three were given")
        };
        let between = last.bytes.as_ptr().addr() - first.bytes.as_ptr().addr();
        assert_eq!(between, first.bytes.len().next_multiple_of(LINE));
    }

    #[test]
    fn what_is_less_than_a_page_stays_where_it_is() {
        let given = [block(3)];
        let mut blocks = given.to_vec();
        put_together(&mut blocks);
        assert_eq!(blocks[0].bytes.as_ptr(), given[0].bytes.as_ptr());
    }
}
