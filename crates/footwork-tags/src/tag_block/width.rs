//! The number of bytes of ranges and of ends in a block.

use footwork_base::FrameRange;

/// The number of bits of a boundary and of the end of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Width {
    #[default]
    Bits12,
    Bits16,
    /// Boundaries of 16 bits, with ends of 32 bits.
    Bits16Far,
    /// Boundaries of 32 bits, with ends of 32 bits.
    Bits32,
}

impl Width {
    /// Returns the narrowest width for the boundaries of a clip of `frames` frames.
    pub(super) fn of_clip(frames: u32) -> Self {
        match frames {
            0..0x1000 => Self::Bits12,
            0x1000..0x1_0000 => Self::Bits16,
            _ => Self::Bits32,
        }
    }

    /// Returns the width with ends for a long block.
    pub(super) fn far(self) -> Self {
        match self {
            // The containers of such short clips take at most 512 bytes each, so 16-bit ends always
            // fit.
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

    /// Returns the number of bytes of an end.
    pub(super) fn end_bytes(self) -> usize {
        match self {
            Self::Bits12 | Self::Bits16 => 2,
            Self::Bits16Far | Self::Bits32 => 4,
        }
    }

    /// Returns whether `ranges` ranges take more memory than one bit per frame.
    pub(super) fn prefers_words(self, ranges: usize, clip_frames: u32) -> bool {
        8 * (clip_frames.div_ceil(64) as usize) < ranges * self.range_bytes()
    }

    /// Writes an end. Returns whether it fits.
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

/// Reads a range of three bytes: the start from the lower twelve bits, the stop from the upper
/// twelve bits.
#[inline(always)]
pub(crate) fn read_narrow(bytes: [u8; 3]) -> (u32, u32) {
    Width::Bits12.read_range(&bytes)
}
