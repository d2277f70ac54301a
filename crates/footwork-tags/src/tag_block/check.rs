//! Checks whether bytes from a file are a valid block.

use super::TagBlock;
use super::container::word;
use super::width::Width;
use crate::block::places;

impl TagBlock {
    /// Checks that the bitmaps fit each other and the lengths of the clips.
    pub(super) fn check_bitmaps(&self, lengths: &[u32]) -> Result<(), &'static str> {
        let is_clip = match lengths.len() {
            0..64 => (1u64 << lengths.len()) - 1,
            _ => u64::MAX,
        };
        if self.some & !is_clip != 0 {
            return Err("a missing clip has the tag");
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

    /// Checks the containers against the lengths of the clips.
    pub(super) fn check_containers(&self, lengths: &[u32]) -> Result<(), &'static str> {
        if self.has_right_runs(lengths) {
            Ok(())
        } else {
            // Either some container is words, or the block is invalid.
            self.check_each(lengths)
        }
    }

    /// Checks the containers one after another, to find which rule is broken.
    fn check_each(&self, lengths: &[u32]) -> Result<(), &'static str> {
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
        if start == self.bytes.len() {
            Ok(())
        } else {
            Err("there are bytes after the last container")
        }
    }

    /// Returns whether all containers are valid ranges. `false` also if a container is words.
    fn has_right_runs(&self, lengths: &[u32]) -> bool {
        // One loop per width, so that no loop branches on the width.
        self.words == 0
            && match self.width {
                Width::Bits12 => self.are_runs::<3>(lengths, |b| Width::Bits12.read_range(b)),
                Width::Bits16 | Width::Bits16Far => {
                    self.are_runs::<4>(lengths, |b| Width::Bits16.read_range(b))
                }
                Width::Bits32 => self.are_runs::<8>(lengths, |b| Width::Bits32.read_range(b)),
            }
    }

    /// Checks the ranges of all clips in one pass and the ends of the containers in another pass, so that no branch
    /// depends on the number of ranges of a clip.
    ///
    /// In the first pass, a range counts as a break if it does not start past the stop of the previous range. The
    /// second pass counts the breaks between containers. Both counts must be equal.
    #[inline(always)]
    fn are_runs<const SIZE: usize>(
        &self,
        lengths: &[u32],
        read: impl Fn(&[u8; SIZE]) -> (u32, u32),
    ) -> bool {
        let mixed = self.some & !self.all;
        let header = mixed.count_ones() as usize * self.width.end_bytes();
        let Some(body) = self.bytes.get(header..) else {
            return false;
        };
        let (ranges, rest) = body.as_chunks::<SIZE>();
        let mut is_right = rest.is_empty();
        // Counts the breaks. The first range of the block is a break.
        let (mut before, mut breaks) = (u32::MAX, 0usize);
        for range in ranges {
            let (start, stop) = read(range);
            is_right &= start < stop;
            breaks += usize::from(start <= before);
            before = stop;
        }
        // Counts the breaks at the first range of each clip.
        let (mut at, mut longest, mut first_breaks) = (0, 0, 0usize);
        let mut before = u32::MAX;
        for (rank, place) in places(mixed).enumerate() {
            let size = self.end(rank).wrapping_sub(header);
            let (end, frames) = (size / SIZE, length(lengths, place));
            let run = ranges.get(at..end).unwrap_or(&[]);
            let (Some(first), Some(last)) = (run.first(), run.last()) else {
                return false;
            };
            let ((start, _), (_, stop)) = (read(first), read(last));
            let is_whole = (end - at == 1) & (start == 0) & (stop == frames);
            is_right &= size.is_multiple_of(SIZE) & (stop <= frames) & !is_whole;
            first_breaks += usize::from(start <= before);
            longest = longest.max(frames);
            (at, before) = (end, stop);
        }
        is_right
            && at == ranges.len()
            && breaks == first_breaks
            && Width::of_clip(longest) <= self.width
    }
}

/// Returns the length of the clip at `place`; 0 if there is no clip.
pub(super) fn length(lengths: &[u32], place: u32) -> u32 {
    lengths.get(place as usize).copied().unwrap_or(0)
}

impl Width {
    /// Checks that a clip of `frames` frames has at least one range, and that its ranges are not the whole clip.
    fn check_runs(self, bytes: &[u8], frames: u32) -> Result<(), &'static str> {
        // One loop per width, so that no loop branches on the width.
        match self {
            Self::Bits12 => check_runs::<3>(bytes, frames, |b| Self::Bits12.read_range(b)),
            Self::Bits16 | Self::Bits16Far => {
                check_runs::<4>(bytes, frames, |b| Self::Bits16.read_range(b))
            }
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
        // The next range must leave a gap, because touching ranges are written as one.
        floor = stop.saturating_add(1);
        (first, last) = (start, stop);
    }
    if !is_sorted {
        return Err("ranges are empty, touch or are not in order");
    }
    if last > frames {
        return Err("a range is past the end of its clip");
    }
    if ranges.len() == 1 && first == 0 && last == frames {
        Err("a container holds all of its clip")
    } else {
        Ok(())
    }
}

/// Checks that the bits of a clip of `frames` frames are neither all set nor all clear.
fn check_words(bytes: &[u8], frames: u32) -> Result<(), &'static str> {
    if bytes.len() != 8 * frames.div_ceil(64) as usize {
        return Err("the number of words does not match the clip");
    }
    let words = || bytes.chunks_exact(8).map(word);
    // The bits of the last word that stand for frames of the clip.
    let inside = u64::MAX >> (frames.wrapping_neg() % 64);
    if words().next_back().unwrap_or(0) & !inside != 0 {
        return Err("a frame is past the end of its clip");
    }
    let set: u64 = words().map(|word| u64::from(word.count_ones())).sum();
    if set == 0 || set == u64::from(frames) {
        Err("a container is empty or holds all of its clip")
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranges::Ranges;
    use crate::tag_block::parts::BlockParts;
    use bytes::Bytes;
    use proptest::prelude::*;

    /// Checks a container of one clip.
    fn check(width: Width, words: bool, frames: u32, body: &[u8], expected: Result<(), &str>) {
        let mut bytes = Vec::new();
        width.write_end(width.end_bytes() + body.len(), &mut bytes);
        bytes.extend_from_slice(body);
        let parts = BlockParts {
            some: 1,
            all: 0,
            words: u64::from(words),
            width: width.bits(),
            bytes: bytes.into(),
        };
        let block = TagBlock::from_parts(parts, &[frames]);
        assert_eq!(block.map(drop), expected, "{width:?} {frames} {body:?}");
    }

    #[test]
    fn containers_are_checked() {
        use Width::{Bits12, Bits16, Bits16Far, Bits32};
        let unsorted = Err("ranges are empty, touch or are not in order");
        let runs16 = |pairs: &[u16]| {
            pairs
                .iter()
                .flat_map(|p| p.to_le_bytes())
                .collect::<Vec<_>>()
        };
        check(Bits16, false, 50, &runs16(&[0, 9, 10, 50]), Ok(()));
        check(Bits16, false, 50, &runs16(&[0, 9, 9, 50]), unsorted);
        check(Bits16Far, false, 50, &runs16(&[0, 9, 10, 50]), Ok(()));
        check(Bits16Far, false, 50, &runs16(&[0, 9, 9, 50]), unsorted);
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
        let size = Err("the number of words does not match the clip");
        check(Bits12, true, 65, &[1; 8], size);
        check(Bits12, true, 0, &[], full_or_none);
    }

    #[test]
    fn bitmaps_are_checked() {
        let check = |some, all, words, lengths: &[u32], expected: Result<(), &str>| {
            let bytes = Bytes::new();
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
        check(0b11, 0b11, 0, &[5], Err("a missing clip has the tag"));
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

    proptest! {
        #[test]
        fn the_quick_check_agrees_with_the_explaining_check(
            length in prop::sample::select(vec![9u32, 60, 4_095, 4_096, 70_000]),
            clips in prop::collection::vec(prop::collection::vec((0u32..60, 1u32..9), 0..4), 1..9),
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0u8..64), 0..3),
        ) {
            let lengths = vec![length; clips.len()];
            let mut block = TagBlock::default();
            for (place, pairs) in (0..).zip(&clips) {
                let (ranges, _) = Ranges::repair(pairs.iter().map(|&(s, n)| (s, s + n)));
                block = block.with(place, &ranges.clamped(length), length, false).unwrap();
            }
            let mut bytes = block.bytes.to_vec();
            for (index, byte) in changes {
                if !bytes.is_empty() {
                    let at = index.index(bytes.len());
                    bytes[at] = byte;
                }
            }
            block.bytes = bytes.into();
            if block.words == 0 {
                let expected = block.check_each(&lengths);
                prop_assert_eq!(block.has_right_runs(&lengths), expected.is_ok(), "{:?}", expected);
            }
        }
    }
}
