//! Blocks of 16 poses, stored in as few bits as their boxes allow.
//!
//! The box of a block holds the least and the greatest number of each dimension. A number is stored as its difference
//! from the least number, in as many bits as the greatest difference needs, so nothing is lost. Each of the 16 lanes is
//! a stream of 16-bit words. In a stream, the blocks and their dimensions follow one another, lowest bits first. All
//! lanes of a dimension therefore occupy the same bits of one or two words, and are unpacked together.
//!
//! Poses that are only played, and never searched, are stored in the order of time and read one by one. Each number of
//! such a block is stored as its difference from a straight line, which rises or falls by a slope from lane to lane.
//! The line starts so low that no difference is negative.

use crate::levels::{LANES, LANES_BYTES, numbers};

/// The number of bits in a word.
const WORD_BITS: u32 = u16::BITS;
/// The words read past the end.
const NOTHING: [u8; LANES_BYTES] = [0; LANES_BYTES];

/// The blocks of an index or a filter. Searched blocks come first. Blocks of poses that are only played may follow.
#[derive(Clone, Copy)]
pub(crate) struct Blocks<'a> {
    /// The words of all blocks, and one word more, because two words are read at a time.
    pub(crate) words: &'a [[u8; LANES_BYTES]],
    /// The first bit of each block in the stream of a lane, and then the end of the last block.
    pub(crate) starts: &'a [[u8; 4]],
    /// For each node and dimension, two rows of 16 numbers. Nodes of searched blocks come first: their rows hold the
    /// least and the greatest number of each child. In nodes of blocks that are only played, the rows hold the start of
    /// each block's [`Line`] and the line itself.
    pub(crate) boxes: &'a [[u8; LANES_BYTES]],
    pub(crate) dims: usize,
    /// The number of searched blocks.
    pub(crate) searched: usize,
    /// The number of nodes above the searched blocks, on all levels.
    pub(crate) nodes: usize,
}

impl<'a> Blocks<'a> {
    /// Returns the fields of a block, dimension by dimension.
    #[inline(always)]
    pub(crate) fn fields(&self, block: usize) -> Fields<'a> {
        let start = self.starts.get(block).copied().unwrap_or_default();
        let start = u32::from_le_bytes(start);
        let words = self.words.get((start / WORD_BITS) as usize..);
        let (node, lane) = match block.checked_sub(self.searched) {
            None => (block / LANES, block % LANES),
            Some(played) => (self.nodes + played / LANES, played % LANES),
        };
        let boxes = self.boxes.get(node * self.dims * 2..);
        let (boxes, _) = boxes.unwrap_or_default().as_chunks::<2>();
        Fields {
            words: words.unwrap_or_default(),
            boxes: boxes.get(..self.dims).unwrap_or_default(),
            lane,
            bit: start % WORD_BITS,
        }
    }

    /// Returns the numbers of a row, dimension by dimension.
    #[inline]
    pub(crate) fn codes(&self, row: usize) -> impl Iterator<Item = u16> + use<'a> {
        let (block, lane) = (row / LANES, row % LANES);
        let mut fields = self.fields(block);
        let is_played = block >= self.searched;
        (0..self.dims).map(move |_| {
            if is_played {
                fields.take_played(lane)
            } else {
                fields.take().number(lane)
            }
        })
    }
}

/// The remaining dimensions of a block.
pub(crate) struct Fields<'a> {
    words: &'a [[u8; LANES_BYTES]],
    boxes: &'a [[[u8; LANES_BYTES]; 2]],
    /// The lane of the block in its boxes.
    lane: usize,
    bit: u32,
}

/// The number of each lane.
const LANE_NUMBERS: [u16; LANES] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// A line in 16 bits. The lower 5 bits hold the number of bits per difference from the line. The upper 11 bits hold
/// half the slope, plus 1024.
#[derive(Clone, Copy)]
struct Line(u16);

impl Line {
    /// Returns a line and its start. The line is level, or goes from the first number to the last if the differences
    /// then span a smaller range. Slopes are even, from -2048 to 2046. The start is the least number after the rise of
    /// the line up to each lane is subtracted.
    fn new(codes: impl Iterator<Item = u16> + Clone) -> (Self, i32) {
        let first = i32::from(codes.clone().next().unwrap_or(0));
        let (count, last) = codes
            .clone()
            .fold((0, first), |(n, _), code| (n + 1, i32::from(code)));
        let rise = (last - first) / (2 * (count - 1).max(1));
        let lines = [0, rise.clamp(-1024, 1023)].map(|slope| {
            let rest = codes
                .clone()
                .zip(0..)
                .map(|(code, lane)| i32::from(code) - 2 * slope * lane);
            let (low, high) = rest.fold((i32::MAX, i32::MIN), |(a, b), rest| {
                (a.min(rest), b.max(rest))
            });
            (high.saturating_sub(low), low, slope)
        });
        let (range, low, slope) = if lines[1].0 < lines[0].0 {
            lines[1]
        } else {
            lines[0]
        };
        let width = i32::BITS - range.max(0).leading_zeros();
        let [line, _] = u16_parts(width | (slope + 1024).cast_unsigned() << 5);
        (Self(line), low)
    }

    #[inline]
    fn width(self) -> u32 {
        u32::from(self.0 & 31)
    }

    #[inline]
    fn slope(self) -> u16 {
        (self.0 >> 5).wrapping_sub(1024).wrapping_mul(2)
    }
}

/// The place of the 16 numbers of a dimension.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    /// The words with the lower bits, then the words with the remaining bits.
    pub(crate) words: [&'a [u8; LANES_BYTES]; 2],
    /// The number of bits of the first word that belong to earlier dimensions, below 16.
    pub(crate) shift: u32,
    /// A mask of as many bits as a difference has.
    pub(crate) mask: u16,
    /// The least number, or the start of the line, from which differences are stored.
    pub(crate) low: u16,
}

impl<'a> Fields<'a> {
    /// Returns the next dimension. After the last one, all numbers are 0.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> Field<'a> {
        let Some(([low, high], rest)) = self.boxes.split_first() else {
            return Field {
                words: [&NOTHING; 2],
                shift: 0,
                mask: 0,
                low: 0,
            };
        };
        self.boxes = rest;
        let [low, high] = [low, high].map(|side| lane_of(side, self.lane));
        self.field(low, u16::BITS - high.wrapping_sub(low).leading_zeros())
    }

    /// Returns the number of a lane in the next dimension of a block that is only played. After the last dimension, the
    /// number is 0.
    #[inline]
    fn take_played(&mut self, lane: usize) -> u16 {
        let Some(([low, line], rest)) = self.boxes.split_first() else {
            return 0;
        };
        self.boxes = rest;
        let [low, line] = [low, line].map(|side| lane_of(side, self.lane));
        let line = Line(line);
        let number = self.field(low, line.width()).number(lane);
        number.wrapping_add(line.slope().wrapping_mul(LANE_NUMBERS[lane % LANES]))
    }

    /// Returns the next `width` bits of every lane as a dimension.
    #[inline(always)]
    fn field(&mut self, low: u16, width: u32) -> Field<'a> {
        let [mask, ..] = u16_parts((1u32 << width) - 1);
        let (word, shift) = (self.bit / WORD_BITS, self.bit % WORD_BITS);
        self.bit += width;
        let words = self.words.get(word as usize..);
        let words = words.and_then(|words| words.first_chunk());
        let [first, second] = words.unwrap_or(&[NOTHING; 2]);
        Field {
            words: [first, second],
            shift,
            mask,
            low,
        }
    }
}

impl Field<'_> {
    /// Returns the number of a lane.
    #[inline(always)]
    pub(crate) fn number(&self, lane: usize) -> u16 {
        self.join(self.words.map(|words| lane_of(words, lane)))
    }

    /// Returns the numbers of all lanes.
    #[inline(always)]
    pub(crate) fn numbers(&self) -> [u16; LANES] {
        let [first, second] = self.words.map(numbers);
        std::array::from_fn(|lane| self.join([first[lane], second[lane]]))
    }

    #[inline(always)]
    fn join(&self, [first, second]: [u16; 2]) -> u16 {
        let [bits, _] =
            u16_parts((u32::from(second) << WORD_BITS | u32::from(first)) >> self.shift);
        (bits & self.mask).wrapping_add(self.low)
    }
}

/// Returns the lower and the upper half of `bits`.
#[inline(always)]
fn u16_parts(bits: u32) -> [u16; 2] {
    let [a, b, c, d] = bits.to_le_bytes();
    [[a, b], [c, d]].map(u16::from_le_bytes)
}

#[inline(always)]
fn lane_of(bytes: &[u8; LANES_BYTES], lane: usize) -> u16 {
    let at = lane * 2 % LANES_BYTES;
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

/// Packs blocks one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Packer {
    dims: usize,
    words: Vec<u8>,
    starts: Vec<u8>,
    /// The end of the last block in the stream of a lane, in bits.
    bit: u64,
    /// The boxes of the blocks added since the last call of `take_boxes`.
    boxes: Vec<u8>,
    /// The number of blocks with a box in `boxes`.
    boxed: usize,
}

impl Packer {
    pub(crate) fn new(dims: usize) -> Self {
        Self {
            dims,
            words: Vec::new(),
            starts: vec![0; size_of::<u32>()],
            bit: 0,
            boxes: Vec::new(),
            boxed: 0,
        }
    }

    /// Adds blocks of rows with one number per dimension. The last block may be partly filled.
    pub(crate) fn push<'r>(&mut self, rows: impl Iterator<Item = &'r [u16]>) {
        self.push_blocks(rows, false);
    }

    /// Adds blocks of rows that are only played.
    pub(crate) fn push_played<'r>(&mut self, rows: impl Iterator<Item = &'r [u16]>) {
        self.push_blocks(rows, true);
    }

    fn push_blocks<'r>(&mut self, rows: impl Iterator<Item = &'r [u16]>, is_played: bool) {
        let mut rows = rows.peekable();
        while rows.peek().is_some() {
            let block: Vec<&[u16]> = rows.by_ref().take(LANES).collect();
            self.push_block(&block, is_played);
        }
    }

    fn push_block(&mut self, rows: &[&[u16]], is_played: bool) {
        let (lane, node) = (self.boxed % LANES, self.boxed / LANES);
        let of_node = self.dims * 2 * LANES_BYTES;
        self.boxes.resize((node + 1) * of_node, 0);
        for dim in 0..self.dims {
            let codes = || rows.iter().map(|row| row[dim]);
            let low = codes().min().unwrap_or(0);
            let high = codes().max().unwrap_or(0);
            let (mut sides, mut width) = ([low, high], WORD_BITS - (high - low).leading_zeros());
            let mut slope = 0;
            if is_played {
                let (line, least) = Line::new(codes());
                let [least, _] = u16_parts(least.cast_unsigned());
                (sides, width, slope) = ([least, line.0], line.width(), line.slope());
            }
            for (side, number) in sides.into_iter().enumerate() {
                let at = node * of_node + (dim * 2 + side) * LANES_BYTES + lane * 2;
                self.boxes[at..at + 2].copy_from_slice(&number.to_le_bytes());
            }
            let words = usize::try_from(self.bit / u64::from(WORD_BITS)).unwrap_or(usize::MAX);
            let shift = self.bit % u64::from(WORD_BITS);
            self.bit += u64::from(width);
            let end = usize::try_from(self.bit.div_ceil(u64::from(WORD_BITS)));
            self.words.resize(end.unwrap_or(0) * LANES_BYTES, 0);
            for (lane, code) in codes().enumerate() {
                let line = sides[0].wrapping_add(slope.wrapping_mul(LANE_NUMBERS[lane]));
                let parts = u16_parts(u32::from(code.wrapping_sub(line)) << shift);
                let words = self.words.chunks_exact_mut(LANES_BYTES).skip(words);
                for (into, part) in words.zip(parts) {
                    let [a, b] = part.to_le_bytes();
                    into[lane * 2] |= a;
                    into[lane * 2 + 1] |= b;
                }
            }
        }
        let end = u32::try_from(self.bit).unwrap_or(u32::MAX);
        self.starts.extend_from_slice(&end.to_le_bytes());
        self.boxed += 1;
    }

    /// Returns the words and the starts of all blocks, as in [`Blocks`].
    pub(crate) fn into_words(mut self) -> (Vec<u8>, Vec<u8>) {
        self.words.extend_from_slice(&NOTHING);
        (self.words, self.starts)
    }

    /// Returns the boxes of the blocks added since the last call, 16 blocks to a node. The next block begins a node.
    pub(crate) fn take_boxes(&mut self) -> Vec<u8> {
        self.boxed = 0;
        std::mem::take(&mut self.boxes)
    }
}

#[cfg(test)]
mod tests {
    use super::{Blocks, Packer};
    use crate::levels::LANES;

    /// Returns a pseudorandom number for a row and a dimension: a base number that depends on the seed, plus 0 to 16
    /// random bits.
    fn code(row: usize, dim: usize, seed: usize) -> u16 {
        let mixed = (row * 31 + dim * 17 + seed).wrapping_mul(0x9e37_79b9) >> 7;
        let [a, b, ..] = mixed.to_le_bytes();
        let width = (dim + row / LANES + seed) % 17;
        let bits = u16::MAX
            .checked_shr(16 - u32::try_from(width).unwrap())
            .unwrap_or(0);
        let low = u16::try_from(seed % 40_000).unwrap();
        low.saturating_add(u16::from_le_bytes([a, b]) & bits)
    }

    #[test]
    fn packed_numbers_read_back() {
        for seed in 0..1000 {
            let (dims, searched, played) = (seed % 40, seed % 50 + 1, seed % 23);
            let rows: Vec<Vec<u16>> = (0..searched + played)
                .map(|row| (0..dims).map(|dim| code(row, dim, seed)).collect())
                .collect();
            let mut packer = Packer::new(dims);
            packer.push(rows[..searched].iter().map(Vec::as_slice));
            let mut boxes = packer.take_boxes();
            packer.push_played(rows[searched..].iter().map(Vec::as_slice));
            let nodes = searched.div_ceil(LANES * LANES);
            boxes.extend(packer.take_boxes());
            let (words, starts) = packer.into_words();
            let blocks = Blocks {
                words: words.as_chunks().0,
                starts: starts.as_chunks().0,
                boxes: boxes.as_chunks().0,
                dims,
                searched: searched.div_ceil(LANES),
                nodes,
            };
            for (row, codes) in rows.iter().enumerate() {
                let place = match row.checked_sub(searched) {
                    None => row,
                    Some(played) => blocks.searched * LANES + played,
                };
                assert_eq!(
                    &blocks.codes(place).collect::<Vec<_>>(),
                    codes,
                    "seed {seed}"
                );
                let mut fields = blocks.fields(place / LANES);
                for code in codes.iter().filter(|_| row < searched) {
                    assert_eq!(fields.take().numbers()[place % LANES], *code);
                }
            }
            assert_eq!(
                blocks.starts.len(),
                blocks.searched + played.div_ceil(LANES) + 1
            );
        }
    }

    #[test]
    fn damaged_starts_do_not_panic() {
        let blocks = Blocks {
            words: &[],
            starts: &[u32::MAX.to_le_bytes()],
            boxes: &[[0xff; 32], [0; 32]],
            dims: 1,
            searched: 1,
            nodes: 1,
        };
        assert_eq!(blocks.codes(3).collect::<Vec<_>>(), [u16::MAX]);
        assert_eq!(blocks.codes(99).count(), 1);
    }
}
