//! A block as a file holds it: taken apart, put together again after a check, and packed anew so
//! that equal frames are equal bytes, whatever edits led to them.

use super::{TagBlock, Width, places, word};
use crate::Ranges;

/// A block taken apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockParts<'a> {
    /// Clips with any frame, clips with all frames, and clips whose container is words.
    pub(crate) some: u64,
    pub(crate) all: u64,
    pub(crate) words: u64,
    /// How many bits a boundary takes.
    pub(crate) width: u64,
    /// The end of each container, then the containers.
    pub(crate) bytes: &'a [u8],
}

impl TagBlock {
    pub(crate) fn parts(&self) -> BlockParts<'_> {
        BlockParts {
            some: self.some,
            all: self.all,
            words: self.words,
            width: self.width.bits(),
            bytes: &self.bytes,
        }
    }

    /// The block of these parts, for clips of these lengths.
    ///
    /// # Errors
    /// What is wrong, when the parts are not those of a block.
    pub(crate) fn from_parts(parts: BlockParts<'_>, lengths: &[u32]) -> Result<Self, &'static str> {
        let block = Self {
            some: parts.some,
            all: parts.all,
            words: parts.words,
            width: Width::from_bits(parts.width).ok_or("no such width")?,
            bytes: parts.bytes.into(),
        };
        block.check_bitmaps(lengths)?;
        block.check_containers(lengths)?;
        Ok(block)
    }

    fn check_bitmaps(&self, lengths: &[u32]) -> Result<(), &'static str> {
        let is_clip = match lengths.len() {
            0..64 => (1u64 << lengths.len()) - 1,
            _ => u64::MAX,
        };
        if self.some & !is_clip != 0 {
            return Err("a clip that is not there has the tag");
        }
        if self.all & !self.some != 0 {
            return Err("a clip has the tag on all frames and on none");
        }
        if self.words & !(self.some & !self.all) != 0 {
            return Err("a clip without a container has words");
        }
        let empty = |&place: &u32| length(lengths, place) == 0;
        match places(self.all).find(empty) {
            Some(_) => Err("a clip without frames has the tag"),
            None => Ok(()),
        }
    }

    fn check_containers(&self, lengths: &[u32]) -> Result<(), &'static str> {
        let mixed = self.some & !self.all;
        let count = mixed.count_ones() as usize;
        let mut start = count * self.width.end_bytes();
        if self.bytes.len() < start {
            return Err("the ends of containers are cut off");
        }
        for (rank, place) in places(mixed).enumerate() {
            let end = self.end(rank);
            let bytes = self.bytes.get(start..end);
            let bytes = bytes.ok_or("the ends of containers are not in order")?;
            let frames = length(lengths, place);
            if self.width < Width::of_clip(frames) {
                return Err("the width is too small for the clip");
            }
            match self.words >> place & 1 {
                0 => self.width.check_runs(bytes, frames)?,
                _ => check_words(bytes, frames)?,
            }
            start = end;
        }
        match start == self.bytes.len() {
            true => Ok(()),
            false => Err("there are bytes behind the last container"),
        }
    }

    /// The same frames in the narrowest width, with words where they are smaller, or everywhere.
    pub(crate) fn packed(&self, lengths: &[u32], all_words: bool) -> Self {
        let mixed = places(self.some & !self.all);
        let widths = mixed.map(|place| Width::of_clip(length(lengths, place)));
        let narrowest = widths.max().unwrap_or_default();
        self.packed_in(narrowest, lengths, all_words)
            .or_else(|| self.packed_in(Width::Bits32, lengths, all_words))
            .unwrap_or_else(|| self.clone())
    }

    /// The same frames in this width; `None` when an end does not fit.
    fn packed_in(&self, width: Width, lengths: &[u32], all_words: bool) -> Option<Self> {
        let mixed = self.some & !self.all;
        let header = mixed.count_ones() as usize * width.end_bytes();
        let mut block = Self {
            words: 0,
            width,
            bytes: Box::default(),
            ..*self
        };
        let mut ranges = Ranges::new();
        let mut body = Vec::with_capacity(self.bytes.len());
        let mut ends = Vec::with_capacity(header + self.bytes.len());
        for place in places(mixed) {
            let frames = length(lengths, place);
            self.of(place).read_into(frames, &mut ranges);
            if all_words || width.prefers_words(ranges.len(), frames) {
                block.words |= 1 << place;
            }
            block.encode(place, &ranges, frames, &mut body);
            if !width.write_end(header + body.len(), &mut ends) {
                return None;
            }
        }
        ends.extend_from_slice(&body);
        block.bytes = ends.into_boxed_slice();
        Some(block)
    }

    /// Whether every container is words.
    pub(crate) fn is_all_words(&self) -> bool {
        self.words == self.some & !self.all
    }
}

fn length(lengths: &[u32], place: u32) -> u32 {
    lengths.get(place as usize).copied().unwrap_or(0)
}

impl Width {
    fn bits(self) -> u64 {
        match self {
            Self::Bits12 => 12,
            Self::Bits16 => 16,
            Self::Bits32 => 32,
        }
    }

    fn from_bits(bits: u64) -> Option<Self> {
        let widths = [Self::Bits12, Self::Bits16, Self::Bits32];
        widths.into_iter().find(|width| width.bits() == bits)
    }

    /// Whether `bytes` are ranges of a clip with so many frames, at least one and not all of it.
    fn check_runs(self, bytes: &[u8], frames: u32) -> Result<(), &'static str> {
        // One loop a width, without a choice inside.
        match self {
            Self::Bits12 => check_runs::<3>(bytes, frames, |b| Self::Bits12.read_range(b)),
            Self::Bits16 => check_runs::<4>(bytes, frames, |b| Self::Bits16.read_range(b)),
            Self::Bits32 => check_runs::<8>(bytes, frames, |b| Self::Bits32.read_range(b)),
        }
    }
}

#[inline(always)]
fn check_runs<const SIZE: usize>(
    bytes: &[u8],
    frames: u32,
    read: impl Fn(&[u8]) -> (u32, u32),
) -> Result<(), &'static str> {
    let (ranges, rest) = bytes.as_chunks::<SIZE>();
    if ranges.is_empty() || !rest.is_empty() {
        return Err("a container is empty or ends inside a range");
    }
    let (mut first, mut last) = (0, 0);
    let mut floor = 0;
    let mut is_sorted = true;
    for range in ranges {
        let (start, stop) = read(range);
        is_sorted &= (floor <= start) & (start < stop);
        // The next range must leave a gap, or it would be one with this.
        floor = stop.saturating_add(1);
        (first, last) = (start, stop);
    }
    if !is_sorted {
        return Err("ranges are empty, touch or are not in order");
    }
    if last > frames {
        return Err("a range is past the end of its clip");
    }
    match ranges.len() == 1 && first == 0 && last == frames {
        true => Err("a container holds all of its clip"),
        false => Ok(()),
    }
}

/// Whether `bytes` are one bit for each of so many frames, some set and some not.
fn check_words(bytes: &[u8], frames: u32) -> Result<(), &'static str> {
    if bytes.len() != 8 * frames.div_ceil(64) as usize {
        return Err("words are more or fewer than the clip needs");
    }
    let words = || bytes.chunks_exact(8).map(word);
    // The frames of the last word that the clip has.
    let inside = u64::MAX >> (frames.wrapping_neg() % 64);
    if words().next_back().unwrap_or(0) & !inside != 0 {
        return Err("a frame is past the end of its clip");
    }
    let set: u64 = words().map(|word| u64::from(word.count_ones())).sum();
    match set == 0 || set == u64::from(frames) {
        true => Err("a container is empty or holds all of its clip"),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tag_block::Container;

    /// One clip's container: its width, whether it is words, its length and what it holds.
    fn check(width: Width, words: bool, frames: u32, body: &[u8], expected: Result<(), &str>) {
        let mut bytes = Vec::new();
        width.write_end(width.end_bytes() + body.len(), &mut bytes);
        bytes.extend_from_slice(body);
        let parts = BlockParts {
            some: 1,
            all: 0,
            words: u64::from(words),
            width: width.bits(),
            bytes: &bytes,
        };
        let block = TagBlock::from_parts(parts, &[frames]);
        assert_eq!(block.map(drop), expected, "{width:?} {frames} {body:?}");
    }

    #[test]
    fn containers_are_checked() {
        use Width::{Bits12, Bits16, Bits32};
        let unsorted = Err("ranges are empty, touch or are not in order");
        let runs16 = |pairs: &[u16]| {
            pairs
                .iter()
                .flat_map(|p| p.to_le_bytes())
                .collect::<Vec<_>>()
        };
        check(Bits16, false, 50, &runs16(&[0, 9, 10, 50]), Ok(()));
        check(Bits16, false, 50, &runs16(&[0, 9, 9, 50]), unsorted);
        check(Bits16, false, 50, &runs16(&[20, 30, 5, 9]), unsorted);
        check(Bits16, false, 50, &runs16(&[20, 20]), unsorted);
        let outside = Err("a range is past the end of its clip");
        check(Bits16, false, 50, &runs16(&[20, 51]), outside);
        let whole = Err("a container holds all of its clip");
        check(Bits16, false, 50, &runs16(&[0, 50]), whole);
        let cut = Err("a container is empty or ends inside a range");
        check(Bits16, false, 50, &[], cut);
        check(Bits16, false, 50, &[0, 0, 9], cut);
        check(Bits12, false, 4095, &[0, 0xf0, 0xff], whole);
        check(Bits12, false, 4095, &[1, 0xf0, 0xff], Ok(()));
        let narrow = Err("the width is too small for the clip");
        check(Bits12, false, 4096, &[1, 0xf0, 0xff], narrow);
        let longest = [[1, 0, 0, 0], [0xff; 4], [0xff; 4], [0xff; 4]].concat();
        check(Bits32, false, u32::MAX, &longest[..8], Ok(()));
        check(Bits32, false, u32::MAX, &longest, unsorted);
        check(Bits12, true, 64, &[1; 8], Ok(()));
        check(Bits12, true, 57, &[1; 8], Ok(()));
        let past = Err("a frame is past the end of its clip");
        check(Bits12, true, 56, &[1; 8], past);
        let full_or_none = Err("a container is empty or holds all of its clip");
        check(Bits12, true, 64, &[0; 8], full_or_none);
        check(Bits12, true, 64, &[0xff; 8], full_or_none);
        let size = Err("words are more or fewer than the clip needs");
        check(Bits12, true, 65, &[1; 8], size);
        check(Bits12, true, 0, &[], full_or_none);
    }

    #[test]
    fn bitmaps_are_checked() {
        let check = |some, all, words, lengths: &[u32], expected: Result<(), &str>| {
            let bytes = &[][..];
            let width = 12;
            let parts = BlockParts {
                some,
                all,
                words,
                width,
                bytes,
            };
            assert_eq!(TagBlock::from_parts(parts, lengths).map(drop), expected);
        };
        check(0b11, 0b11, 0, &[5, 9], Ok(()));
        check(u64::MAX, u64::MAX, 0, &[1; 64], Ok(()));
        check(
            0b11,
            0b11,
            0,
            &[5],
            Err("a clip that is not there has the tag"),
        );
        check(
            1,
            0b11,
            0,
            &[5, 9],
            Err("a clip has the tag on all frames and on none"),
        );
        check(1, 1, 1, &[5], Err("a clip without a container has words"));
        check(1, 1, 0, &[0], Err("a clip without frames has the tag"));
        check(1, 0, 0, &[5], Err("the ends of containers are cut off"));
    }

    #[test]
    fn packing_forgets_how_a_block_came_to_be() {
        let lengths = [700, 5_000];
        let (few, _) = Ranges::from_unsorted([(3, 9)]);
        let plain = TagBlock::default().with(0, &few, 700, false);
        let edited = plain
            .with(1, &few, 5_000, true)
            .with(1, &Ranges::new(), 5_000, false);
        assert_ne!(
            edited.parts().bytes,
            plain.parts().bytes,
            "its width has grown"
        );
        assert_eq!(
            edited.packed(&lengths, false).parts().bytes,
            plain.parts().bytes
        );
        assert!(plain.packed(&lengths, true).is_all_words());
        assert!(matches!(
            plain.packed(&lengths, true).of(0),
            Container::Words(_)
        ));
    }
}
