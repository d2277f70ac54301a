//! Words of 64 frames: the query on all frames of a clip, 64 at a time.
//!
//! Ranges become words by flipping a bit at each boundary and then taking the running parity
//! (prefix xor); words become ranges by finding the bits that differ from their neighbour.

use super::kernel::{Instruction, Kernel};
use crate::SetOp;
use crate::tag_block::{Container, word};

/// Words of each leaf and of what the program makes of them, one row each.
#[derive(Clone, Debug, Default)]
pub(super) struct Raster {
    rows: Vec<Vec<u64>>,
    stack: Vec<Entry>,
}

/// A value on the stack of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// The same on every frame.
    Constant(bool),
    /// A row; those of leaves are only read.
    Row(usize),
}

/// What a leaf is in the clip at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeafState {
    /// The same on every frame.
    Constant(bool),
    /// The words of this row.
    Row(usize),
}

impl Raster {
    /// Makes row number `row` the words of a container of a clip with `count` words.
    #[inline(always)]
    pub(super) fn load(&mut self, row: usize, container: Container<'_>, count: usize) {
        let words = self.row(row, count);
        match container {
            Container::Words(bytes) => {
                for (own, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
                    *own = word(bytes);
                }
            }
            Container::Runs(runs) => {
                load_boundaries(words, runs.iter().flat_map(|(start, stop)| [start, stop]));
            }
            Container::All => words.fill(u64::MAX),
            Container::None => words.fill(0),
        }
    }

    /// Makes row number `row` the words of ranges, given as starts and stops in turn.
    pub(super) fn load_boundaries(
        &mut self,
        row: usize,
        boundaries: impl Iterator<Item = u32>,
        count: usize,
    ) {
        load_boundaries(self.row(row, count), boundaries);
    }

    /// Runs the program; returns the words of the answer, or what it is on every frame.
    #[inline(always)]
    pub(super) fn run(
        &mut self,
        kernel: &Kernel,
        leaves: &[LeafState],
        used_rows: usize,
        count: usize,
    ) -> Result<&[u64], bool> {
        let Self { rows, stack } = self;
        stack.clear();
        for instruction in kernel.program() {
            let entry = match *instruction {
                Instruction::Leaf(leaf) => match leaves[leaf] {
                    LeafState::Constant(all) => Entry::Constant(all),
                    LeafState::Row(row) => Entry::Row(row),
                },
                Instruction::All => Entry::Constant(true),
                Instruction::None => Entry::Constant(false),
                Instruction::Not => {
                    let a = stack.pop().unwrap_or(Entry::Constant(false));
                    let free = used_rows + stack.len();
                    combine(
                        rows,
                        SetOp::SymmetricDifference,
                        a,
                        Entry::Constant(true),
                        free,
                        count,
                    )
                }
                Instruction::Set(op) => {
                    let b = stack.pop().unwrap_or(Entry::Constant(false));
                    let a = stack.pop().unwrap_or(Entry::Constant(false));
                    let free = used_rows + stack.len();
                    match combine(rows, op, a, b, free, count) {
                        // The second operand as it was: its row must be this place's own.
                        Entry::Row(row) if row > free => {
                            rows.swap(row, free);
                            Entry::Row(free)
                        }
                        entry => entry,
                    }
                }
            };
            stack.push(entry);
        }
        match stack.pop() {
            Some(Entry::Row(row)) => Ok(&rows[row][..count]),
            Some(Entry::Constant(all)) => Err(all),
            None => Err(false),
        }
    }

    fn row(&mut self, row: usize, count: usize) -> &mut [u64] {
        grow(&mut self.rows, row, count);
        &mut self.rows[row][..count]
    }
}

fn grow(rows: &mut Vec<Vec<u64>>, row: usize, count: usize) {
    if rows.len() <= row {
        rows.resize_with(row + 1, Vec::new);
    }
    if rows[row].len() < count {
        rows[row].resize(count, 0);
    }
}

#[inline(always)]
fn load_boundaries(words: &mut [u64], boundaries: impl Iterator<Item = u32>) {
    words.fill(0);
    for frame in boundaries {
        // The stop of a range at the clip's end may lie behind the last word.
        if let Some(word) = words.get_mut((frame / 64) as usize) {
            *word ^= 1 << (frame % 64);
        }
    }
    let mut carry = 0;
    for word in words {
        let mut parity = *word;
        for shift in [1, 2, 4, 8, 16, 32] {
            parity ^= parity << shift;
        }
        *word = parity ^ carry;
        carry = (*word >> 63).wrapping_neg();
    }
}

/// Combines two values into one; a row that is made is row number `free`.
#[inline(always)]
fn combine(
    rows: &mut Vec<Vec<u64>>,
    op: SetOp,
    a: Entry,
    b: Entry,
    free: usize,
    count: usize,
) -> Entry {
    use Entry::{Constant, Row};
    use SetOp::{Difference, Intersection, SymmetricDifference, Union};
    match (op, a, b) {
        (op, Constant(a), Constant(b)) => Constant(op.holds(a, b)),
        (Union, Constant(true), _) | (Union, _, Constant(true)) => Constant(true),
        (Union | SymmetricDifference, Constant(false), other) => other,
        (Union | SymmetricDifference | Difference, other, Constant(false)) => other,
        (Intersection, Constant(false), _) | (Intersection, _, Constant(false)) => Constant(false),
        (Intersection, Constant(true), other) | (Intersection, other, Constant(true)) => other,
        (Difference, Constant(false), _) | (Difference, _, Constant(true)) => Constant(false),
        // What is left complements a row.
        (_, Constant(true), Row(row)) | (_, Row(row), Constant(true)) => {
            write(rows, free, row, row, count, |a, _| !a)
        }
        (Union, Row(a), Row(b)) => write(rows, free, a, b, count, |a, b| a | b),
        (Intersection, Row(a), Row(b)) => write(rows, free, a, b, count, |a, b| a & b),
        (Difference, Row(a), Row(b)) => write(rows, free, a, b, count, |a, b| a & !b),
        (SymmetricDifference, Row(a), Row(b)) => write(rows, free, a, b, count, |a, b| a ^ b),
    }
}

/// Row number `free` becomes `f` of two rows, of which one may be that row.
#[inline(always)]
fn write(
    rows: &mut Vec<Vec<u64>>,
    free: usize,
    a: usize,
    b: usize,
    count: usize,
    f: impl Fn(u64, u64) -> u64,
) -> Entry {
    grow(rows, free, count);
    let mut out = std::mem::take(&mut rows[free]);
    {
        let target = &mut out[..count];
        match (a == free, b == free) {
            (true, true) => target.iter_mut().for_each(|own| *own = f(*own, *own)),
            (true, false) => {
                let others = &rows[b][..count];
                target
                    .iter_mut()
                    .zip(others)
                    .for_each(|(own, b)| *own = f(*own, *b));
            }
            (false, true) => {
                let others = &rows[a][..count];
                target
                    .iter_mut()
                    .zip(others)
                    .for_each(|(own, a)| *own = f(*a, *own));
            }
            (false, false) => {
                let (a, b) = (&rows[a][..count], &rows[b][..count]);
                for (own, (a, b)) in target.iter_mut().zip(a.iter().zip(b)) {
                    *own = f(*a, *b);
                }
            }
        }
    }
    rows[free] = out;
    Entry::Row(free)
}

/// Replaces `out` by the boundaries of the words, starts and stops in turn; bits at and past
/// `clip_frames` count for nothing.
#[inline(always)]
pub(super) fn boundaries(words: &[u64], clip_frames: u32, out: &mut Vec<u32>) {
    out.clear();
    let mut carry = 0;
    for (base, &word) in (0u32..).step_by(64).zip(words) {
        let mut edges = word ^ (word << 1 | carry);
        carry = word >> 63;
        let count = edges.count_ones() as usize;
        let length = out.len();
        out.resize(length + count, 0);
        for slot in &mut out[length..] {
            *slot = base + edges.trailing_zeros();
            edges &= edges.wrapping_sub(1);
        }
    }
    while out.last().is_some_and(|&frame| frame >= clip_frames) {
        out.pop();
    }
    if out.len() % 2 == 1 {
        out.push(clip_frames);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boundaries_become_words_and_boundaries_again() {
        let mut raster = Raster::default();
        for (given, length) in [
            (vec![0, 1], 1),
            (vec![0, 64], 64),
            (vec![3, 64, 70, 130], 130),
            (vec![], 200),
            (vec![63, 65, 127, 129, 199, 200], 200),
        ] {
            let count = (length as usize).div_ceil(64);
            raster.load_boundaries(0, given.iter().copied(), count);
            let is_in = |frame: u32| raster.rows[0][(frame / 64) as usize] >> (frame % 64) & 1 == 1;
            for frame in 0..length {
                let held = given
                    .chunks(2)
                    .any(|pair| (pair[0]..pair[1]).contains(&frame));
                assert_eq!(is_in(frame), held, "frame {frame} of {given:?}");
            }
            let mut out = Vec::new();
            boundaries(&raster.rows[0][..count], length, &mut out);
            assert_eq!(out, given);
        }
    }
}
