//! The storage of one tag's frames in up to 64 clips.
//!
//! Two bitmaps mark the clips with the tag on any frame and the clips with the tag on all frames. A clip with the tag
//! on some frames, but not all, has a *container*. A container is either *runs*, the ranges one after another, or
//! *words*, one bit per frame. Writing chooses the smaller form, as in roaring bitmaps (Chambi et al. 2016). Here each
//! container belongs to a single clip, so that whole clips can be skipped.
//!
//! A block has one array of bytes: first the ends of all containers, then the containers. A range takes three bytes if
//! every clip with a container has fewer than 4,096 frames, four bytes below 65,536 frames, and otherwise eight. An end
//! takes two bytes, or four if ranges take eight bytes or if two bytes are too few for the length of the block.

mod check;
mod container;
mod containers;
#[cfg(target_os = "linux")]
pub(crate) mod pages;
pub(crate) mod parts;
mod width;

use bytes::Bytes;
use footwork_base::FrameRange;

use crate::block::places;
use crate::ranges::Ranges;

pub(crate) use container::{Container, Runs};
pub(crate) use containers::Containers;
pub(crate) use width::{Width, read_narrow};

/// The maximum size of all containers, in bytes, to prefetch them with their block. Larger containers are prefetched
/// clip by clip.
const MAX_HEAD_BYTES: usize = 2048;

/// The size of the ends of all 64 containers in bytes, at two bytes per end.
const HEADER: usize = 2 * 64;

/// The frames of a tag in up to 64 clips. With 64-bit pointers, a block is as large as a cache line.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
pub(crate) struct TagBlock {
    /// The clips with the tag on any frame: one bit each.
    some: u64,
    /// The clips with the tag on all frames: one bit each.
    all: u64,
    /// The clips whose container is words: one bit each.
    words: u64,
    width: Width,
    /// The end of each container, then the containers. The bytes are the block's own memory, or part of a file.
    bytes: Bytes,
}

#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<TagBlock>() == 64);

impl TagBlock {
    /// Returns the frames of the clip at `place`.
    #[inline(always)]
    pub(crate) fn container(&self, place: u32) -> Container<'_> {
        let bit = 1u64 << place;
        if self.some & bit == 0 {
            return Container::None;
        }
        if self.all & bit != 0 {
            return Container::All;
        }
        let bytes = self.container_bytes(place);
        match self.words & bit {
            0 => Container::Runs(Runs {
                bytes,
                width: self.width,
            }),
            _ => Container::Words(bytes),
        }
    }

    /// Returns the clips with the tag on any frame: one bit each.
    #[inline(always)]
    pub(crate) fn some(&self) -> u64 {
        self.some
    }

    /// Returns the clips with the tag on all frames: one bit each.
    #[inline(always)]
    pub(crate) fn all(&self) -> u64 {
        self.all
    }

    /// Returns the clips with the tag on some frames, but not all: one bit each. Each has a container.
    #[inline(always)]
    pub(crate) fn mixed(&self) -> u64 {
        self.some & !self.all
    }

    /// Returns the clips whose container is words: one bit each.
    #[inline(always)]
    pub(crate) fn words(&self) -> u64 {
        self.words
    }

    /// Returns the bytes to prefetch before the block is read: all containers, or only their ends if the containers are
    /// large. Large containers are prefetched clip by clip.
    #[inline(always)]
    pub(crate) fn head(&self) -> &[u8] {
        match self.bytes.get(..HEADER) {
            Some(ends) if self.is_large() => ends,
            _ => &self.bytes,
        }
    }

    /// Returns whether [`head`](Self::head) leaves the containers out.
    #[inline(always)]
    pub(crate) fn is_large(&self) -> bool {
        self.bytes.len() > MAX_HEAD_BYTES
    }

    /// Returns all containers; `None` if their ends take four bytes.
    #[inline(always)]
    pub(crate) fn containers(&self) -> Option<Containers<'_>> {
        let mixed = self.mixed();
        let ends = self.bytes.as_chunks().0.get(..mixed.count_ones() as usize);
        Some(Containers {
            mixed,
            all: self.all,
            ends: ends.filter(|_| self.width.end_bytes() == 2)?,
            bytes: &self.bytes,
        })
    }

    /// Returns all containers; `None` unless the containers of the given clips are all ranges of three bytes.
    #[inline(always)]
    pub(crate) fn narrow_runs(&self, clips: u64) -> Option<Containers<'_>> {
        let is_narrow = self.width == Width::Bits12 && self.words & clips == 0;
        self.containers().filter(|_| is_narrow)
    }

    /// Returns the size of the block in bytes, including the bytes that are part of a file.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + self.bytes.len()
    }

    /// Returns the block with other frames for the clip at `place`, which has `clip_frames` frames;
    /// `None` if the block would be longer than 4 GiB. `as_words` chooses words even if runs are
    /// smaller.
    pub(crate) fn with(
        &self,
        place: u32,
        ranges: &Ranges,
        clip_frames: u32,
        as_words: bool,
    ) -> Option<Self> {
        let bit = 1u64 << place;
        let mut block = Self {
            some: self.some & !bit,
            all: self.all & !bit,
            words: self.words & !bit,
            width: self.width,
            bytes: Bytes::new(),
        };
        let is_whole = ranges.as_slice() == FrameRange::new(0, clip_frames).as_slice();
        if !ranges.is_empty() {
            block.some |= bit;
            block.all |= if is_whole { bit } else { 0 };
        }
        if !ranges.is_empty() && !is_whole {
            block.width = block.width.max(Width::of_clip(clip_frames));
            if as_words || block.width.prefers_words(ranges.len(), clip_frames) {
                block.words |= bit;
            }
        }
        if block.fill(self, place, ranges, clip_frames) {
            return Some(block);
        }
        block.width = block.width.far();
        block
            .fill(self, place, ranges, clip_frames)
            .then_some(block)
    }

    /// Writes the bytes of `old`, with new frames for the clip at `place`. Returns whether every end fits.
    fn fill(&mut self, old: &Self, place: u32, ranges: &Ranges, clip_frames: u32) -> bool {
        let mixed = self.some & !self.all;
        let header = mixed.count_ones() as usize * self.width.end_bytes();
        let mut body: Vec<u8> = Vec::with_capacity(old.bytes.len() + 8);
        let mut ends: Vec<u8> = Vec::with_capacity(header + old.bytes.len() + 8);
        for other in places(mixed) {
            if other == place {
                self.encode(place, ranges, clip_frames, &mut body);
            } else if old.width.range_bytes() == self.width.range_bytes()
                || old.words >> other & 1 == 1
            {
                body.extend_from_slice(old.container_bytes(other));
            } else if let Container::Runs(runs) = old.container(other) {
                let ranges = runs
                    .iter()
                    .filter_map(|(start, stop)| FrameRange::new(start, stop));
                ranges.for_each(|range| self.width.write_range(range, &mut body));
            }
            if !self.width.write_end(header + body.len(), &mut ends) {
                return false;
            }
        }
        ends.extend_from_slice(&body);
        self.bytes = ends.into_boxed_slice().into();
        true
    }

    fn encode(&self, place: u32, ranges: &Ranges, clip_frames: u32, body: &mut Vec<u8>) {
        if self.words >> place & 1 == 0 {
            ranges
                .iter()
                .for_each(|range| self.width.write_range(range, body));
            return;
        }
        let mask = ranges.to_mask(clip_frames);
        body.extend(mask.words().iter().flat_map(|word| word.to_le_bytes()));
    }

    /// Returns the bytes of the container at `place`, which must exist.
    #[inline(always)]
    fn container_bytes(&self, place: u32) -> &[u8] {
        let rank = (self.mixed() & ((1u64 << place) - 1)).count_ones() as usize;
        self.bytes
            .get(self.start(rank)..self.end(rank))
            .unwrap_or(&[])
    }

    #[inline(always)]
    fn start(&self, rank: usize) -> usize {
        match rank {
            0 => self.mixed().count_ones() as usize * self.width.end_bytes(),
            later => self.end(later - 1),
        }
    }

    #[inline(always)]
    fn end(&self, rank: usize) -> usize {
        match self.width.end_bytes() {
            2 => usize::from(u16::from_le_bytes([
                self.bytes[2 * rank],
                self.bytes[2 * rank + 1],
            ])),
            _ => {
                let bytes = &self.bytes[4 * rank..4 * rank + 4];
                u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns a block of 64 clips of `frames` frames, each with `ranges` ranges.
    fn block_of(frames: u32, ranges: u32) -> TagBlock {
        let step = frames / ranges;
        let ranges = (0..ranges).map(|i| (i * step, i * step + 3));
        let ranges = Ranges::repair(ranges).0;
        let with = |block: TagBlock, place| block.with(place, &ranges, frames, false).unwrap();
        (0..64).fold(TagBlock::default(), with)
    }

    #[test]
    fn a_long_block_takes_no_more_bytes_per_range() {
        let in_all = |ranges: u32| 64 * 4 * ranges as usize;
        // The ends fit in 16 bits in the first block, but not in the second.
        let short = block_of(10_000, 240);
        assert_eq!(short.bytes.len(), in_all(240) + 64 * 2);
        let long = block_of(10_000, 260);
        assert_eq!(long.bytes.len(), in_all(260) + 64 * 4);
        assert_eq!(long.bytes, long.packed(&[10_000; 64], false).bytes);
    }

    #[test]
    fn an_end_beyond_32_bits_is_refused() {
        let mut out = Vec::new();
        assert!(!Width::Bits16.write_end(0x1_0000, &mut out));
        assert!(!Width::Bits32.write_end(0x1_0000_0000, &mut out));
        assert!(out.is_empty());
    }

    /// Clips of one frame, of fewer and more frames than a word, and on both sides of each width.
    const LENGTHS: [u32; 8] = [1, 63, 64, 700, 4_095, 4_096, 65_535, 100_000];

    fn edit() -> impl Strategy<Value = (u32, Vec<(u32, u32)>, bool)> {
        let ranges = prop_oneof![
            prop::collection::vec((0u32..120_000, 0u32..90_000), 0..4),
            prop::collection::vec((0u32..700, 1u32..3), 0..200),
        ];
        (0u32..64, ranges, any::<bool>())
    }

    proptest! {
        #[test]
        fn frames_are_read_back_as_written(
            longest in 1..=LENGTHS.len(),
            edits in prop::collection::vec(edit(), 0..60),
        ) {
            let mut block = TagBlock::default();
            let mut model = vec![Ranges::new(); 64];
            let length = |place: u32| LENGTHS[place as usize % longest];
            for (place, pairs, as_words) in edits {
                let (ranges, _) = Ranges::repair(pairs.iter().map(|&(s, n)| (s, s + n)));
                let ranges = ranges.clamped(length(place));
                block = block.with(place, &ranges, length(place), as_words).unwrap();
                model[place as usize] = ranges;
            }
            let mut read = Ranges::new();
            for (place, ranges) in (0u32..64).zip(&model) {
                block.container(place).read_into(length(place), &mut read);
                prop_assert_eq!(&read, ranges, "clip {}", place);
                let counts = (ranges.len(), u64::from(ranges.frame_count()));
                prop_assert_eq!(block.container(place).counts(length(place)), counts);
                prop_assert_eq!(block.some() >> place & 1 == 1, !ranges.is_empty());
                let whole = *ranges == Ranges::full(length(place));
                prop_assert_eq!(block.all() >> place & 1 == 1, whole);
            }
        }
    }
}
