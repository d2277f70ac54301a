//! The stored data of one clip in a block.

use footwork_base::FrameRange;

use super::width::Width;
use crate::block::places;
use crate::ranges::Ranges;

/// The frames of a tag in one clip, in their stored form.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Container<'a> {
    /// No frame.
    None,
    /// Every frame.
    All,
    /// Ranges in order.
    Runs(Runs<'a>),
    /// One bit per frame in words of eight bytes, lowest bit first. No bit is set past the clip's end.
    Words(&'a [u8]),
}

/// Ranges, packed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runs<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) width: Width,
}

impl<'a> Runs<'a> {
    /// Returns the number of ranges.
    #[inline(always)]
    pub(crate) fn len(self) -> usize {
        self.bytes.len() / self.width.range_bytes()
    }

    /// Iterates over the starts and stops in order.
    pub(crate) fn iter(self) -> impl Iterator<Item = (u32, u32)> + use<'a> {
        let ranges = self.bytes.chunks_exact(self.width.range_bytes());
        ranges.map(move |bytes| self.width.read_range(bytes))
    }

    /// Iterates over the starts and stops of ranges that stop after `frame`.
    pub(crate) fn ending_after(self, frame: u32) -> impl Iterator<Item = (u32, u32)> + use<'a> {
        let (mut first, mut len) = (self, self.len());
        while len > 0 {
            let half = len / 2;
            let later = first.from(half);
            let is_before = later.iter().next().is_some_and(|(_, stop)| stop <= frame);
            (first, len) = if is_before {
                (later.from(1), len - half - 1)
            } else {
                (first, half)
            };
        }
        first.iter()
    }

    /// Returns the ranges from the range `index` on.
    fn from(self, index: usize) -> Self {
        let bytes = self.bytes.get(index * self.width.range_bytes()..);
        Self {
            bytes: bytes.unwrap_or(&[]),
            ..self
        }
    }

    /// Calls `visit` with each start and stop in order. Each width has its own loop, so that no loop branches on the
    /// width.
    #[inline(always)]
    pub(crate) fn each(self, mut visit: impl FnMut(u32, u32)) {
        match self.width {
            Width::Bits12 => self.each_of::<3>(Width::Bits12, &mut visit),
            Width::Bits16 | Width::Bits16Far => self.each_of::<4>(Width::Bits16, &mut visit),
            Width::Bits32 => self.each_of::<8>(Width::Bits32, &mut visit),
        }
    }

    #[inline(always)]
    fn each_of<const SIZE: usize>(self, width: Width, visit: &mut impl FnMut(u32, u32)) {
        for bytes in self.bytes.as_chunks::<SIZE>().0 {
            let (start, stop) = width.read_range(bytes);
            visit(start, stop);
        }
    }
}

/// Returns a word of 64 frames, read from eight bytes.
#[inline(always)]
pub(crate) fn word(bytes: &[u8]) -> u64 {
    match *bytes {
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => 0,
    }
}

impl Container<'_> {
    /// Returns whether the container has a frame. The frame must be inside the clip.
    pub(crate) fn contains(self, frame: u32) -> bool {
        match self {
            Container::None => false,
            Container::All => true,
            Container::Runs(runs) => {
                let next = runs.ending_after(frame).next();
                next.is_some_and(|(start, _)| start <= frame)
            }
            Container::Words(bytes) => {
                let byte = bytes.get((frame / 8) as usize);
                byte.is_some_and(|byte| byte >> (frame % 8) & 1 == 1)
            }
        }
    }

    /// Returns the number of ranges and the number of frames in a clip of `clip_frames` frames.
    pub(crate) fn counts(self, clip_frames: u32) -> (usize, u64) {
        let (mut ranges, mut frames) = (0, 0);
        match self {
            Container::None => {}
            Container::All => (ranges, frames) = (1, u64::from(clip_frames)),
            Container::Runs(runs) => {
                ranges = runs.len();
                runs.each(|start, stop| frames += u64::from(stop - start));
            }
            Container::Words(bytes) => {
                let mut carry = 0;
                for word in bytes.chunks_exact(8).map(word) {
                    ranges += (word & !(word << 1 | carry)).count_ones() as usize;
                    frames += u64::from(word.count_ones());
                    carry = word >> 63;
                }
            }
        }
        (ranges, frames)
    }

    /// Replaces `out` with the frames in a clip of `clip_frames` frames.
    pub(crate) fn read_into(self, clip_frames: u32, out: &mut Ranges) {
        out.rebuild(|ranges| match self {
            Container::None => {}
            Container::All => ranges.extend(FrameRange::new(0, clip_frames)),
            Container::Runs(runs) => {
                ranges.extend(
                    runs.iter()
                        .filter_map(|(start, stop)| FrameRange::new(start, stop)),
                );
            }
            Container::Words(bytes) => {
                let mut open = None;
                let mut flip = |frame: u32| match open.take() {
                    None => open = Some(frame),
                    Some(start) => ranges.extend(FrameRange::new(start, frame)),
                };
                let mut carry = 0;
                for (bytes, base) in bytes.chunks_exact(8).zip((0u32..).step_by(64)) {
                    let word = word(bytes);
                    places(word ^ (word << 1 | carry)).for_each(|place| flip(base + place));
                    carry = word >> 63;
                }
                if carry == 1 {
                    flip(clip_frames);
                }
            }
        });
    }
}
