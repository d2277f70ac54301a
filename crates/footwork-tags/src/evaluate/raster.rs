//! Words of 64 frames: the query on all frames of a tile, many words at a time.
//!
//! Ranges become words by adding up what each is as a number; the way back is in `edges`.
//!
//! Words stand in rows, one for each operand of the kernel. Nothing here depends on what the rows
//! hold but the loops over ranges: a clip without a frame is zeros like others.

use std::array;
use std::ops::Range;

use footwork_base::FrameRange;

use super::dispatch::{words_of, words_of_mut};
use super::kernel::{ALL, Chain, Kernel, NONE};
use super::simd::Simd;
use super::tile::{SHORT, TILE};
use crate::SetOp;
use crate::tag_block::{Runs, word};

/// Words are read and written in groups of this many.
pub(super) const LANES: usize = 8;

/// As many words as the widest processor combines at once, which is a line of its cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Group(pub(super) [u64; LANES]);

impl Group {
    pub(super) const NONE: Self = Self([0; LANES]);
    pub(super) const ALL: Self = Self([u64::MAX; LANES]);
}

/// As many groups as are worked on without a choice between: one word has a bit for each of their
/// words.
pub(super) const CHUNK: usize = 64 / LANES;

/// The bytes of a group as it is stored.
const BYTES: usize = 8 * LANES;

/// What a short clip of which none or all is would be, stored as words.
pub(super) static NO_BITS: [u8; SHORT * BYTES] = [0; SHORT * BYTES];
pub(super) static ALL_BITS: [u8; SHORT * BYTES] = [u8::MAX; SHORT * BYTES];

/// Rows of words: none, all, those of the leaves, then those that the program makes of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Raster {
    /// Each of the same length.
    rows: Vec<Vec<Group>>,
    /// What the chain at hand has made so far, and room for what it makes next.
    value: Vec<Group>,
    next: Vec<Group>,
    /// How many groups of a row the tile at hand takes.
    groups: usize,
    /// The row of each operand.
    row_of: Vec<usize>,
    /// Which words of the leaf at hand borrow: one byte a group.
    borrows: Vec<u8>,
}

impl Raster {
    /// Begins a tile of so many groups, with the operands of a kernel each anything.
    #[inline(always)]
    pub(super) fn begin(&mut self, kernel: &Kernel, groups: usize) {
        self.groups = groups.next_multiple_of(CHUNK);
        let operands = kernel.operands();
        let has_room = self.groups + SHORT <= self.value.len();
        if !has_room || self.row_of.len() < operands {
            self.grow(operands);
        }
    }

    #[cold]
    fn grow(&mut self, operands: usize) {
        // Room behind each for what is written of a short clip in any case.
        let length = (self.groups.max(TILE) + SHORT).max(self.value.len());
        self.value.resize(length, Group::NONE);
        self.next.resize(length, Group::NONE);
        self.borrows.resize(length, 0);
        self.rows.resize(operands.max(self.rows.len()), Vec::new());
        for row in &mut self.rows {
            row.resize(length, Group::NONE);
        }
        self.rows[ALL].fill(Group::ALL);
        self.row_of.clear();
        self.row_of.resize(operands, NONE);
        self.row_of[ALL] = ALL;
    }

    /// Makes an operand the same on every frame.
    #[inline(always)]
    pub(super) fn set_constant(&mut self, operand: usize, all: bool) {
        self.row_of[operand] = if all { ALL } else { NONE };
    }

    /// Makes an operand empty, for ranges to be added.
    #[inline(always)]
    pub(super) fn clear(&mut self, operand: usize) {
        self.row_of[operand] = operand;
        self.rows[operand][..self.groups].fill(Group::NONE);
    }

    /// Copies the words of a short clip, one clip after the other: of each as many groups as the
    /// longest takes, for a loop whose length can be foreseen. Bits past the clip's end are
    /// anything.
    #[inline(always)]
    pub(super) fn copy(&mut self, operand: usize, first: usize, most: usize, bytes: &[u8]) {
        self.row_of[operand] = operand;
        let row = &mut self.rows[operand][first..][..most];
        match bytes.as_chunks::<BYTES>().0.get(..most) {
            Some(groups) => {
                for (own, bytes) in row.iter_mut().zip(groups) {
                    let words = bytes.as_chunks::<8>().0;
                    *own = Group(array::from_fn(|lane| u64::from_le_bytes(words[lane])));
                }
            }
            // So little follows only on the last clips of a block.
            None => copy_rest(row, bytes),
        }
    }

    /// Copies the words of a clip of any length, which has just been made empty.
    pub(super) fn copy_long(&mut self, operand: usize, span: Range<usize>, bytes: &[u8]) {
        copy_rest(&mut self.rows[operand][span], bytes);
    }

    /// Adds the ranges of a clip as they are stored.
    #[inline(always)]
    pub(super) fn add_runs(
        &mut self,
        operand: usize,
        span: Range<usize>,
        runs: Runs<'_>,
        simd: impl Simd,
    ) {
        if let Some((mut sum, borrows)) = self.short(operand, &span) {
            match runs.narrow() {
                Some(runs) => simd.add(runs, &mut sum),
                None => runs.each(|start, stop| sum.add(start, stop)),
            }
            *borrows = sum.borrows.to_le_bytes();
        } else {
            let mut sum = self.long(operand, span);
            runs.each(|start, stop| sum.add(start, stop));
            sum.finish();
        }
    }

    /// Adds the ranges of a clip.
    #[inline(always)]
    pub(super) fn add_ranges(&mut self, operand: usize, span: Range<usize>, ranges: &[FrameRange]) {
        if let Some((mut sum, borrows)) = self.short(operand, &span) {
            for range in ranges {
                sum.add(range.start(), range.stop());
            }
            *borrows = sum.borrows.to_le_bytes();
        } else {
            let mut sum = self.long(operand, span);
            for range in ranges {
                sum.add(range.start(), range.stop());
            }
            sum.finish();
        }
    }

    /// The sum of a clip, if it is short, and where to write which words borrow.
    #[inline(always)]
    fn short(
        &mut self,
        operand: usize,
        span: &Range<usize>,
    ) -> Option<(ShortSum<'_>, &mut [u8; SHORT])> {
        if span.len() > SHORT {
            return None;
        }
        let row = &mut self.rows[operand][span.start..];
        let words = words_of_mut(row).first_chunk_mut()?;
        let borrows = self.borrows[span.start..].first_chunk_mut()?;
        Some((ShortSum { words, borrows: 0 }, borrows))
    }

    fn long(&mut self, operand: usize, span: Range<usize>) -> LongSum<'_> {
        let row = &mut self.rows[operand][span];
        LongSum { row }
    }

    /// Ends the adding of ranges.
    #[inline(always)]
    pub(super) fn finish(&mut self, operand: usize, simd: impl Simd) {
        let row = &mut self.rows[operand][..self.groups];
        for (group, borrows) in row.iter_mut().zip(&mut self.borrows) {
            *group = simd.less_one(*group, *borrows);
        }
        self.borrows.fill(0);
    }

    /// Runs the program; returns the words of the answer. Bits past the end of a clip are anything.
    #[inline(always)]
    pub(super) fn run<S: Simd>(&mut self, kernel: &Kernel, _: S) -> &[Group] {
        if S::HOLDS_CHUNK {
            for at in (0..self.groups).step_by(CHUNK) {
                for chain in kernel.chains() {
                    self.chain_in_registers(chain, at);
                }
            }
        } else {
            for chain in kernel.chains() {
                self.chain(chain);
            }
        }
        &self.rows[self.row_of[kernel.answer()]][..self.groups]
    }

    /// Runs a chain on a chunk.
    #[inline(always)]
    fn chain_in_registers(&mut self, chain: &Chain, at: usize) {
        let row = |operand: usize| self.rows[self.row_of[operand]][at..].first_chunk();
        let Some(mut value) = row(chain.first).copied() else {
            return;
        };
        for &(op, other) in &chain.rest {
            let Some(other) = row(other) else {
                return;
            };
            match op {
                SetOp::Union => combine_chunk(&mut value, other, |a, b| a | b),
                SetOp::Intersection => combine_chunk(&mut value, other, |a, b| a & b),
                SetOp::Difference => combine_chunk(&mut value, other, |a, b| a & !b),
                SetOp::SymmetricDifference => combine_chunk(&mut value, other, |a, b| a ^ b),
            }
        }
        self.row_of[chain.to] = chain.to;
        if let Some(to) = self.rows[chain.to][at..].first_chunk_mut() {
            *to = value;
        }
    }

    /// Runs a chain on all groups, from memory to memory.
    #[inline(always)]
    fn chain(&mut self, chain: &Chain) {
        let row = |operand: usize| &self.rows[self.row_of[operand]][..self.groups];
        let mut value = row(chain.first);
        for &(op, other) in &chain.rest {
            let next = &mut self.next[..self.groups];
            match op {
                SetOp::Union => combine(value, row(other), next, |a, b| a | b),
                SetOp::Intersection => combine(value, row(other), next, |a, b| a & b),
                SetOp::Difference => combine(value, row(other), next, |a, b| a & !b),
                SetOp::SymmetricDifference => combine(value, row(other), next, |a, b| a ^ b),
            }
            std::mem::swap(&mut self.value, &mut self.next);
            value = &self.value[..self.groups];
        }
        self.row_of[chain.to] = chain.to;
        std::mem::swap(&mut self.value, &mut self.rows[chain.to]);
    }
}

#[inline(always)]
fn combine_chunk(a: &mut [Group; CHUNK], b: &[Group; CHUNK], f: impl Fn(u64, u64) -> u64) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = Group(array::from_fn(|lane| f(a.0[lane], b.0[lane])));
    }
}

/// From memory to memory, 64 words a loop: what stays in registers the compiler would spread badly
/// where those are narrow.
#[inline(always)]
fn combine(a: &[Group], b: &[Group], to: &mut [Group], f: impl Fn(u64, u64) -> u64) {
    let chunks = words_of(a)
        .as_chunks::<64>()
        .0
        .iter()
        .zip(words_of(b).as_chunks::<64>().0);
    for (to, (a, b)) in words_of_mut(to)
        .as_chunks_mut::<64>()
        .0
        .iter_mut()
        .zip(chunks)
    {
        for (to, (a, b)) in to.iter_mut().zip(a.iter().zip(b)) {
            *to = f(*a, *b);
        }
    }
}

#[cold]
fn copy_rest(row: &mut [Group], bytes: &[u8]) {
    row.fill(Group::NONE);
    let words = row.iter_mut().flat_map(|group| &mut group.0);
    for (own, bytes) in words.zip(bytes.chunks_exact(8)) {
        *own = word(bytes);
    }
}

/// The words of ranges of a short clip, as a sum.
///
/// As a number with a bit a frame, the range `[start, stop)` is `2^stop - 2^start`: each word is
/// what its own bits add up to, less one where the word before borrows because it ends inside a
/// range.
pub(super) struct ShortSum<'a> {
    /// Of fixed length, so that no place has to be checked; ranges end inside the clip.
    words: &'a mut [u64; 64],
    /// Which words borrow.
    borrows: u64,
}

/// What up to eight ranges add to a sum; the others add nothing.
#[cfg(target_arch = "x86_64")]
pub(super) struct Powers {
    /// The words in which they start and stop, and what they subtract and add there.
    pub(super) first: [u32; 8],
    pub(super) last: [u32; 8],
    pub(super) less: [u64; 8],
    pub(super) more: [u64; 8],
    /// Which words borrow.
    pub(super) borrows: u64,
}

impl ShortSum<'_> {
    #[inline(always)]
    pub(super) fn add(&mut self, start: u32, stop: u32) {
        let (first, last) = (start / 64 % 64, stop / 64 % 64);
        let word = &mut self.words[first as usize];
        *word = word.wrapping_sub(1 << (start % 64));
        let word = &mut self.words[last as usize];
        *word = word.wrapping_add(1 << (stop % 64));
        // The words behind the first up to the last.
        self.borrows = self
            .borrows
            .wrapping_add(2 << last)
            .wrapping_sub(2 << first);
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn add_all(&mut self, powers: Powers) {
        for range in 0..8 {
            let word = &mut self.words[powers.first[range] as usize % 64];
            *word = word.wrapping_sub(powers.less[range]);
            let word = &mut self.words[powers.last[range] as usize % 64];
            *word = word.wrapping_add(powers.more[range]);
        }
        self.borrows = self.borrows.wrapping_add(powers.borrows);
    }
}

/// The same for a clip of any length.
struct LongSum<'a> {
    row: &'a mut [Group],
}

impl LongSum<'_> {
    #[inline(always)]
    fn add(&mut self, start: u32, stop: u32) {
        if let Some(word) = self.word(start) {
            *word = word.wrapping_sub(1 << (start % 64));
        }
        if let Some(word) = self.word(stop) {
            *word = word.wrapping_add(1 << (stop % 64));
        }
    }

    #[inline(always)]
    fn word(&mut self, frame: u32) -> Option<&mut u64> {
        let word = (frame / 64) as usize;
        let group = self.row.get_mut(word / LANES);
        group.map(|group| &mut group.0[word % LANES])
    }

    fn finish(self) {
        let mut borrow = 0;
        for word in self.row.iter_mut().flat_map(|group| &mut group.0) {
            *word = word.wrapping_sub(borrow);
            borrow = *word >> 63;
        }
    }
}
