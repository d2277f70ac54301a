//! How many bytes the ranges and the ends of a block take.

use footwork_base::FrameRange;

/// How many bits a boundary takes, and the end of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Width {
    #[default]
    Bits12,
    Bits16,
    /// 16 bits, where ends take 32.
    Bits16Far,
    /// 32 bits, as ends do.
    Bits32,
}

impl Width {
    /// The narrowest width for the boundaries of a clip of this length.
    pub(super) fn of_clip(frames: u32) -> Self {
        match frames {
            0..0x1000 => Self::Bits12,
            0x1000..0x1_0000 => Self::Bits16,
            _ => Self::Bits32,
        }
    }

    /// This width where the containers of a block are long.
    pub(super) fn far(self) -> Self {
        match self {
            // No container of so short clips takes more than 512 bytes.
            Self::Bits12 => Self::Bits12,
            Self::Bits16 | Self::Bits16Far => Self::Bits16Far,
            Self::Bits32 => Self::Bits32,
        }
    }

    pub(super) fn range_bytes(self) -> usize {
        match self {
            Self::Bits12 => 3,
            Self::Bits16 | Self::Bits16Far => 4,
            Self::Bits32 => 8,
        }
    }

    /// The bytes of the end of a container.
    pub(super) fn end_bytes(self) -> usize {
        match self {
            Self::Bits12 | Self::Bits16 => 2,
            Self::Bits16Far | Self::Bits32 => 4,
        }
    }

    /// Whether so many ranges of a clip of this length take more than a bit for each frame.
    pub(super) fn prefers_words(self, ranges: usize, clip_frames: u32) -> bool {
        8 * (clip_frames.div_ceil(64) as usize) < ranges * self.range_bytes()
    }

    /// Writes the end of a container; `false` when it does not fit.
    pub(super) fn write_end(self, end: usize, out: &mut Vec<u8>) -> bool {
        match self.end_bytes() {
            2 => u16::try_from(end).map(|end| out.extend_from_slice(&end.to_le_bytes())),
            _ => u32::try_from(end).map(|end| out.extend_from_slice(&end.to_le_bytes())),
        }
        .is_ok()
    }

    pub(super) fn write_range(self, range: FrameRange, out: &mut Vec<u8>) {
        let (start, stop) = (range.start(), range.stop());
        match self {
            Self::Bits12 => out.extend_from_slice(&(start | stop << 12).to_le_bytes()[..3]),
            Self::Bits16 | Self::Bits16Far => {
                out.extend_from_slice(&(start | stop << 16).to_le_bytes());
            }
            Self::Bits32 => {
                out.extend_from_slice(&start.to_le_bytes());
                out.extend_from_slice(&stop.to_le_bytes());
            }
        }
    }

    #[inline(always)]
    pub(super) fn read_range(self, bytes: &[u8]) -> (u32, u32) {
        match (self, bytes) {
            (Self::Bits12, &[a, b, c]) => {
                let both = u32::from_le_bytes([a, b, c, 0]);
                (both & 0xfff, both >> 12)
            }
            (Self::Bits16 | Self::Bits16Far, &[a, b, c, d]) => {
                let (start, stop) = (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]));
                (u32::from(start), u32::from(stop))
            }
            (Self::Bits32, &[a, b, c, d, e, f, g, h]) => (
                u32::from_le_bytes([a, b, c, d]),
                u32::from_le_bytes([e, f, g, h]),
            ),
            _ => (0, 0),
        }
    }
}

/// The start, in the lowest twelve of 24 bits, and the stop of a range, in the others.
#[inline(always)]
pub(crate) fn read_narrow(bytes: [u8; 3]) -> (u32, u32) {
    Width::Bits12.read_range(&bytes)
}
