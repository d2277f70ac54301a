//! The parts of a block, as stored in a file. This module takes blocks apart and puts them together. Before writing, a
//! block is repacked, so that equal frames give equal bytes regardless of earlier edits.

use bytes::Bytes;

use super::TagBlock;
use super::check::length;
use super::width::Width;
use crate::block::places;
use crate::ranges::Ranges;

/// A block taken apart.
#[derive(Clone, Debug)]
pub(crate) struct BlockParts {
    /// The clips with any frame, one bit each.
    pub(crate) some: u64,
    /// The clips with all frames, one bit each.
    pub(crate) all: u64,
    /// The clips whose container is words, one bit each.
    pub(crate) words: u64,
    /// The number of bits of a boundary, with [`FAR`] set for wide ends.
    pub(crate) width: u64,
    /// The end of each container, then the containers.
    pub(crate) bytes: Bytes,
}

impl TagBlock {
    pub(crate) fn into_parts(self) -> BlockParts {
        BlockParts {
            some: self.some,
            all: self.all,
            words: self.words,
            width: self.width.bits(),
            bytes: self.bytes,
        }
    }

    /// Builds a block from its parts, for clips of these lengths.
    ///
    /// # Errors
    /// Returns a message if the parts do not form a block.
    pub(crate) fn from_parts(parts: BlockParts, lengths: &[u32]) -> Result<Self, &'static str> {
        let block = Self {
            some: parts.some,
            all: parts.all,
            words: parts.words,
            width: Width::from_bits(parts.width).ok_or("no such width")?,
            bytes: parts.bytes,
        };
        block.check_bitmaps(lengths)?;
        block.check_containers(lengths)?;
        Ok(block)
    }

    /// Returns the same frames in the narrowest width. A container is words if words are smaller or `all_words` is
    /// true.
    pub(crate) fn packed(&self, lengths: &[u32], all_words: bool) -> Self {
        let mixed = places(self.some & !self.all);
        let widths = mixed.map(|place| Width::of_clip(length(lengths, place)));
        let narrowest = widths.max().unwrap_or_default();
        self.packed_in(narrowest, lengths, all_words)
            .or_else(|| self.packed_in(narrowest.far(), lengths, all_words))
            .unwrap_or_else(|| self.clone())
    }

    /// Returns the same frames in the width `width`; `None` if an end does not fit.
    fn packed_in(&self, width: Width, lengths: &[u32], all_words: bool) -> Option<Self> {
        let mixed = self.some & !self.all;
        let header = mixed.count_ones() as usize * width.end_bytes();
        let mut block = Self {
            words: 0,
            width,
            bytes: Bytes::new(),
            ..*self
        };
        let mut ranges = Ranges::new();
        let mut body = Vec::with_capacity(self.bytes.len());
        let mut ends = Vec::with_capacity(header + self.bytes.len());
        for place in places(mixed) {
            let frames = length(lengths, place);
            self.container(place).read_into(frames, &mut ranges);
            if all_words || width.prefers_words(ranges.len(), frames) {
                block.words |= 1 << place;
            }
            block.encode(place, &ranges, frames, &mut body);
            if !width.write_end(header + body.len(), &mut ends) {
                return None;
            }
        }
        ends.extend_from_slice(&body);
        block.bytes = ends.into_boxed_slice().into();
        Some(block)
    }

    /// Returns whether every container is words.
    pub(crate) fn is_all_words(&self) -> bool {
        self.words == self.some & !self.all
    }
}

/// The bit that marks ends of 32 bits with boundaries of fewer bits.
const FAR: u64 = 1 << 8;

impl Width {
    pub(super) fn bits(self) -> u64 {
        match self {
            Self::Bits12 => 12,
            Self::Bits16 => 16,
            Self::Bits16Far => 16 | FAR,
            Self::Bits32 => 32,
        }
    }

    fn from_bits(bits: u64) -> Option<Self> {
        let widths = [Self::Bits12, Self::Bits16, Self::Bits16Far, Self::Bits32];
        widths.into_iter().find(|width| width.bits() == bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tag_block::Container;

    #[test]
    fn packing_does_not_depend_on_earlier_edits() {
        let lengths = [700, 5_000];
        let (few, _) = Ranges::repair([(3, 9)]);
        let plain = TagBlock::default().with(0, &few, 700, false).unwrap();
        let edited = plain.with(1, &few, 5_000, true).unwrap();
        let edited = edited.with(1, &Ranges::new(), 5_000, false).unwrap();
        assert_ne!(
            edited.bytes, plain.bytes,
            "the edited block has a larger width"
        );
        assert_eq!(edited.packed(&lengths, false).bytes, plain.bytes);
        assert!(plain.packed(&lengths, true).is_all_words());
        assert!(matches!(
            plain.packed(&lengths, true).container(0),
            Container::Words(_)
        ));
    }
}
