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
    let all = blocks.iter().map(size).sum();
    if all < PAGE {
        return;
    }
    let Ok(mut memory) = MmapMut::map_anon(all) else {
        return;
    };
    // Where there are no large pages, small ones do.
    let _ = memory.advise(Advice::HugePage);
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
