//! The rows of clips and of their motions. A clip and its mirrored twin share a motion.

use crate::bytes::{u32_at, u64_at};

pub(crate) const MOTION_BYTES: usize = 112;
pub(crate) const CLIP_BYTES: usize = 16;

/// A row of the table of clips.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ClipRow {
    /// The offset and the length of the name in the names.
    pub(crate) name: [u32; 2],
    pub(crate) motion: usize,
    /// The end of the clip: 0 for a cut, 1 for a rest, 2 for a loop.
    pub(crate) end: u32,
    /// 1 if left and right are exchanged.
    pub(crate) is_twin: u32,
}

impl ClipRow {
    pub(crate) fn read(bytes: &[u8], at: usize) -> Self {
        let word = |index: usize| u32_at(bytes, at + 4 * index);
        Self {
            name: [word(0), word(1)],
            motion: word(2) as usize,
            end: word(3) & 0xff,
            is_twin: word(3) >> 8,
        }
    }

    pub(crate) fn to_bytes(self) -> Option<Vec<u8>> {
        let motion = u32::try_from(self.motion).ok()?;
        let words = [
            self.name[0],
            self.name[1],
            motion,
            self.end | self.is_twin << 8,
        ];
        Some(words.into_iter().flat_map(u32::to_le_bytes).collect())
    }
}

/// A row of the table of motions, with fields in the order of the file. Offsets into the stream are in bytes from its
/// start.
///
/// A stream has these parts in this order:
///
/// - a byte per track: the kind of its rotation plus four times the kind of its translation
/// - the widths of the keys, 8 bits per moving component
/// - three numbers of 32 bits per constant
/// - two bits per frame for the standing feet
/// - an entry per segment
/// - the keys
/// - the segments
/// - eight zero bytes
///
/// The entry of a segment has its offset in bytes from the first segment, and the number of bits in a row of each of
/// the four levels. A segment has, for each moving track, its step (5 bits) and its profiles (6 bits per component).
/// The rows of the levels follow. Signed numbers are stored as distances from the least number of their width.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MotionRow {
    pub(crate) skeleton: usize,
    pub(crate) set: usize,
    pub(crate) frames: u32,
    /// The number of frames of the clip in its library.
    pub(crate) source_frames: u32,
    /// The frame rate of the motion and that of the clip in its library, each as numerator and denominator.
    pub(crate) rates: [[u64; 2]; 2],
    /// The factor by which the steps of the set are multiplied.
    pub(crate) scale: f32,
    pub(crate) translation_step_m: f32,
    /// The largest measured error in metres.
    pub(crate) error_m: f32,
    pub(crate) checksum: u32,
    pub(crate) offset: u64,
    /// The length of the stream in bytes, below 4 GiB.
    pub(crate) length: u64,
    /// The offsets of the constants, the standing feet, the entries of segments, the keys and the segments.
    pub(crate) constants: u32,
    pub(crate) stands: u32,
    pub(crate) segments: u32,
    pub(crate) keys: u32,
    pub(crate) data: u32,
    /// The number of bits of the keys of a frame.
    pub(crate) key_bits: u32,
    /// The number of bits of the steps and profiles of a segment.
    pub(crate) head_bits: u32,
    /// The number of bits of a segment's offset, and of a row's size.
    pub(crate) offset_bits: u32,
    pub(crate) size_bits: u32,
}

/// The offset of the measured error in the row of a motion.
pub(crate) const ERROR: usize = 40;

impl MotionRow {
    pub(crate) fn read(bytes: &[u8], at: usize) -> Self {
        let word = |index: usize| u32_at(bytes, at + 4 * index);
        // The upper halves of the rates are at the end.
        let wide = |part: usize| u64::from(word(24 + part)) << 32 | u64::from(word(4 + part));
        Self {
            skeleton: word(0) as usize,
            set: word(1) as usize,
            frames: word(2),
            source_frames: word(3),
            rates: [[wide(0), wide(1)], [wide(2), wide(3)]],
            scale: f32::from_bits(word(8)),
            translation_step_m: f32::from_bits(word(9)),
            error_m: f32::from_bits(word(10)),
            checksum: word(11),
            offset: u64_at(bytes, at + 48),
            length: u64::from(word(14)),
            constants: word(15),
            stands: word(16),
            segments: word(17),
            keys: word(18),
            data: word(19),
            key_bits: word(20),
            head_bits: word(21),
            offset_bits: word(22),
            size_bits: word(23),
        }
    }

    pub(crate) fn to_bytes(self) -> Option<Vec<u8>> {
        let mut words: Vec<u64> = vec![self.skeleton as u64, self.set as u64];
        words.extend([self.frames, self.source_frames].map(u64::from));
        let rates = self.rates.as_flattened();
        words.extend(rates.iter().map(|number| number & u64::from(u32::MAX)));
        let floats = [self.scale, self.translation_step_m, self.error_m];
        words.extend(floats.map(|float| u64::from(float.to_bits())));
        words.push(u64::from(self.checksum));
        words.extend([
            self.offset & u64::from(u32::MAX),
            self.offset >> 32,
            self.length,
        ]);
        let places = [
            self.constants,
            self.stands,
            self.segments,
            self.keys,
            self.data,
        ];
        words.extend(places.map(u64::from));
        let bits = [
            self.key_bits,
            self.head_bits,
            self.offset_bits,
            self.size_bits,
        ];
        words.extend(bits.map(u64::from));
        words.extend(rates.iter().map(|number| number >> 32));
        let words = words.into_iter().map(|word| u32::try_from(word).ok());
        let words: Vec<u32> = words.collect::<Option<_>>()?;
        Some(words.into_iter().flat_map(u32::to_le_bytes).collect())
    }
}
