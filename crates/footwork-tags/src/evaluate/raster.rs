//! Words of 64 frames: the query on all frames of a clip, 64 at a time.
//!
//! Ranges become words by flipping a bit at each boundary and then taking the running parity
//! (prefix xor); words become ranges by finding the bits that differ from their neighbour.

use super::kernel::{Instruction, Kernel};
use crate::SetOp;
use crate::tag_block::{Container, word};

/// Rows of words: those of the leaves, then those that the program makes of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Raster {
    /// One row after the other, each of `stride` words.
    rows: Vec<u64>,
    stride: usize,
    stack: Vec<Value>,
}

/// A leaf or a value of the program on the clip at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// The same on every frame.
    Constant(bool),
    /// The words of this row.
    Row(usize),
}

impl Raster {
    /// Makes room for so many rows of a clip of this length; what they hold is anything.
    #[inline(always)]
    pub(super) fn start(&mut self, rows: usize, clip_frames: u32) {
        self.stride = clip_frames.div_ceil(64) as usize;
        let needed = rows * self.stride;
        if self.rows.len() < needed {
            self.rows.resize(needed, 0);
        }
    }

    /// Makes a row the words of a container.
    #[inline(always)]
    pub(super) fn load(&mut self, row: usize, container: Container<'_>) {
        let words = self.row(row);
        match container {
            Container::Words(bytes) => {
                for (own, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
                    *own = word(bytes);
                }
            }
            Container::Runs(runs) => load(words, runs.iter()),
            Container::All => words.fill(u64::MAX),
            Container::None => words.fill(0),
        }
    }

    /// Makes a row the words of ranges, given as starts and stops in turn.
    pub(super) fn load_boundaries(&mut self, row: usize, boundaries: &[u32]) {
        load(
            self.row(row),
            boundaries.chunks_exact(2).map(|pair| (pair[0], pair[1])),
        );
    }

    /// Runs the program on leaves in the first `used` rows; returns the words of the answer, or
    /// what it is on every frame.
    #[inline(always)]
    pub(super) fn run(
        &mut self,
        kernel: &Kernel,
        leaves: &[Value],
        used: usize,
    ) -> Result<&[u64], bool> {
        self.stack.clear();
        for instruction in kernel.program() {
            let value = match *instruction {
                Instruction::Leaf(leaf) => leaves[leaf],
                Instruction::All => Value::Constant(true),
                Instruction::None => Value::Constant(false),
                Instruction::Not => {
                    let a = self.pop();
                    self.combine(SetOp::SymmetricDifference, a, Value::Constant(true), used)
                }
                Instruction::Set(op) => {
                    let b = self.pop();
                    let a = self.pop();
                    self.combine(op, a, b, used)
                }
            };
            self.stack.push(value);
        }
        match self.pop() {
            Value::Row(row) => Ok(&self.rows[row * self.stride..][..self.stride]),
            Value::Constant(all) => Err(all),
        }
    }

    fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value::Constant(false))
    }

    #[inline(always)]
    fn row(&mut self, row: usize) -> &mut [u64] {
        &mut self.rows[row * self.stride..][..self.stride]
    }

    /// Combines two values into one. A row that is made is that of the value's place on the stack,
    /// behind the `used` ones.
    #[inline(always)]
    fn combine(&mut self, op: SetOp, a: Value, b: Value, used: usize) -> Value {
        use SetOp::{Difference, Intersection, SymmetricDifference, Union};
        use Value::{Constant, Row};
        let out = used + self.stack.len();
        match (op, a, b) {
            (op, Constant(a), Constant(b)) => Constant(op.holds(a, b)),
            (Union, Constant(true), _) | (Union, _, Constant(true)) => Constant(true),
            (Intersection, Constant(false), _) | (Intersection, _, Constant(false)) => {
                Constant(false)
            }
            (Difference, Constant(false), _) | (Difference, _, Constant(true)) => Constant(false),
            (Union | SymmetricDifference, Constant(false), Row(row))
            | (Union | SymmetricDifference | Difference, Row(row), Constant(false))
            | (Intersection, Constant(true), Row(row))
            | (Intersection, Row(row), Constant(true)) => self.keep(row, out),
            // What is left complements a row.
            (_, Constant(true), Row(row)) | (_, Row(row), Constant(true)) => {
                self.write(out, row, row, |a, _| !a)
            }
            (Union, Row(a), Row(b)) => self.write(out, a, b, |a, b| a | b),
            (Intersection, Row(a), Row(b)) => self.write(out, a, b, |a, b| a & b),
            (Difference, Row(a), Row(b)) => self.write(out, a, b, |a, b| a & !b),
            (SymmetricDifference, Row(a), Row(b)) => self.write(out, a, b, |a, b| a ^ b),
        }
    }

    /// A row as the value at the place of row `out`: one of a later place would be written over.
    #[inline(always)]
    fn keep(&mut self, row: usize, out: usize) -> Value {
        if row <= out {
            return Value::Row(row);
        }
        self.write(out, row, row, |a, _| a)
    }

    /// Row `out` becomes `f` of rows `a` and `b`, of which each is before it, itself or behind it.
    #[inline(always)]
    fn write(&mut self, out: usize, a: usize, b: usize, f: impl Fn(u64, u64) -> u64) -> Value {
        let stride = self.stride;
        let (a, b, start) = (a * stride, b * stride, out * stride);
        // One bound for all of the loop.
        let rows = &mut self.rows[..];
        let Some(last) = [a, b, start].into_iter().max() else {
            return Value::Row(out);
        };
        let rows = &mut rows[..last + stride];
        if a < start && b < start {
            let (before, own) = rows.split_at_mut(start);
            let (a, b) = (&before[a..][..stride], &before[b..][..stride]);
            for (own, (a, b)) in own.iter_mut().zip(a.iter().zip(b)) {
                *own = f(*a, *b);
            }
        } else if a == start && b < start {
            let (before, own) = rows.split_at_mut(start);
            for (own, b) in own.iter_mut().zip(&before[b..][..stride]) {
                *own = f(*own, *b);
            }
        } else if b == start && a < start {
            let (before, own) = rows.split_at_mut(start);
            for (own, a) in own.iter_mut().zip(&before[a..][..stride]) {
                *own = f(*a, *own);
            }
        } else {
            for word in 0..stride {
                rows[start + word] = f(rows[a + word], rows[b + word]);
            }
        }
        Value::Row(out)
    }
}

#[inline(always)]
fn load(words: &mut [u64], ranges: impl Iterator<Item = (u32, u32)>) {
    words.fill(0);
    for (start, stop) in ranges {
        if let Some(word) = words.get_mut((start / 64) as usize) {
            *word ^= 1 << (start % 64);
        }
        // The stop of a range at the clip's end may lie behind the last word.
        if let Some(word) = words.get_mut((stop / 64) as usize) {
            *word ^= 1 << (stop % 64);
        }
    }
    // The parity inside each word, for all words at once; then that of the words before.
    for word in &mut *words {
        let mut parity = *word;
        parity ^= parity << 1;
        parity ^= parity << 2;
        parity ^= parity << 4;
        parity ^= parity << 8;
        parity ^= parity << 16;
        *word = parity ^ parity << 32;
    }
    let mut carry = 0;
    for word in words {
        *word ^= carry;
        carry = (*word >> 63).wrapping_neg();
    }
}

/// Writes the boundaries of the words, starts and stops in turn, to `out` and returns how many
/// there are; bits at and past `clip_frames` count for nothing.
#[inline(always)]
pub(super) fn boundaries(words: &[u64], clip_frames: u32, out: &mut Vec<u32>) -> usize {
    let mut length = 0;
    let mut carry = 0;
    for (base, &word) in (0u32..).step_by(64).zip(words) {
        let mut edges = word ^ (word << 1 | carry);
        carry = word >> 63;
        let count = edges.count_ones() as usize;
        // Room for the edges, for what a group writes too far, and for the clip's end.
        if out.len() < length + count + 2 * GROUP {
            out.resize(2 * (length + 64 + GROUP), 0);
        }
        let mut written = 0;
        // In groups without a choice inside: most words have few edges.
        loop {
            let group = &mut out[length + written..][..GROUP];
            for slot in group {
                *slot = base.wrapping_add(edges.trailing_zeros());
                edges &= edges.wrapping_sub(1);
            }
            written += GROUP;
            if written >= count {
                break;
            }
        }
        length += count;
    }
    while length > 0 && out[length - 1] >= clip_frames {
        length -= 1;
    }
    if length % 2 == 1 {
        out[length] = clip_frames;
        length += 1;
    }
    length
}

/// How many edges of a word are written at once.
const GROUP: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boundaries_become_words_and_boundaries_again() {
        let mut raster = Raster::default();
        let every_second: Vec<u32> = (0..200).collect();
        for (given, length) in [
            (vec![0, 1], 1),
            (vec![0, 64], 64),
            (vec![3, 64, 70, 130], 130),
            (vec![], 200),
            (vec![63, 65, 127, 129, 199, 200], 200),
            (every_second, 200),
        ] {
            raster.start(2, length);
            raster.load_boundaries(1, &given);
            let words = raster.row(1).to_vec();
            let is_in = |frame: u32| words[(frame / 64) as usize] >> (frame % 64) & 1 == 1;
            for frame in 0..length {
                let held = given
                    .chunks(2)
                    .any(|pair| (pair[0]..pair[1]).contains(&frame));
                assert_eq!(is_in(frame), held, "frame {frame} of {given:?}");
            }
            let mut out = Vec::new();
            let count = boundaries(&words, length, &mut out);
            assert_eq!(out[..count], given);
        }
    }
}
