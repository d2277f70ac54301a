//! Decodes a pose of a clip from its stream, in place.

use crate::bits::{LOADED_BITS, load, lowest};
use crate::bytes::{f32_at, u32_at};
use crate::clip_rows::{CLIP_BYTES, ClipRow, MOTION_BYTES, MotionRow};
use crate::joint_frame::{FRAME_BYTES, JointFrame};
use crate::layout::{
    HEADER, JOINT_BYTES, NO_PARENT, PROFILES, SET_BYTES, SKELETON_BYTES, Tables, section,
};
use crate::transform::{Root, RootPlace, Transform};
use crate::tree::{LEVELS, Moment, PARTS, SEGMENT, STEPS};

/// How a rotation or a translation is stored. The byte of a track is the kind of its rotation plus four times the kind
/// of its translation. The byte of the root is one kind for both its turn and its place, and is never `CONSTANT`.
pub(crate) const AT_REST: u8 = 0;
pub(crate) const CONSTANT: u8 = 1;
pub(crate) const MOVING: u8 = 2;
/// A moving rotation, stored as all four components.
pub(crate) const SPINNING: u8 = 3;

/// The parts of a file from which the poses of one clip are decoded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClipView<'a> {
    profiles: &'a [[u8; LEVELS]; PROFILES],
    pub(crate) clip: ClipRow,
    pub(crate) row: MotionRow,
    stream: &'a [u8],
    /// The kind and the frame of reference of each track: of the root, then of the joints in decoding order.
    kinds: &'a [u8],
    frames: &'a [[u8; FRAME_BYTES]],
    /// The rows of the skeleton's joints.
    joints: &'a [[u8; JOINT_BYTES]],
    pub(crate) joint_count: usize,
    pub(crate) leading: usize,
}

impl<'a> ClipView<'a> {
    pub(crate) fn new(bytes: &'a [u8], tables: &Tables, clip: usize) -> Option<Self> {
        if clip >= tables.clip_count {
            return None;
        }
        let clip = ClipRow::read(bytes, tables.clips + clip * CLIP_BYTES);
        let row = MotionRow::read(bytes, tables.motions + clip.motion * MOTION_BYTES);
        let skeleton = tables.skeletons + row.skeleton * SKELETON_BYTES;
        let [first, count, leading] = [8, 12, 16].map(|at| u32_at(bytes, skeleton + at) as usize);
        let joints = bytes.get(tables.joints + first * JOINT_BYTES..)?;
        let first = u32_at(bytes, tables.sets + row.set * SET_BYTES + 4) as usize;
        let frames = bytes.get(tables.frames + first * FRAME_BYTES..)?;
        let stream = section(bytes, row.offset, row.length)?;
        Some(Self {
            profiles: bytes.get(HEADER..)?.as_chunks().0.first_chunk()?,
            stream,
            kinds: stream.get(..=count).unwrap_or_default(),
            frames: frames.as_chunks().0.get(..=count)?,
            joints: joints.as_chunks().0.get(..count)?,
            joint_count: count,
            leading,
            clip,
            row,
        })
    }

    /// Returns whether the checksum of the stream is correct.
    pub(crate) fn is_whole(&self) -> bool {
        crc32fast::hash(self.stream) == self.row.checksum
    }

    /// Returns whether the left and the right foot stand. A twin has the feet of its original.
    pub(crate) fn stands(&self, frame: u32) -> [bool; 2] {
        let frame = frame.min(self.row.frames - 1);
        let bits = load(
            self.stream,
            self.row.stands as usize * 8 + 2 * frame as usize,
        );
        [bits & 1 != 0, bits & 2 != 0]
    }

    /// Decodes the root and the first `count` joints in decoding order, between a frame and the next frame. Calls `put`
    /// with each joint and its transform.
    #[inline(always)]
    pub(crate) fn decode<const IS_TWIN: bool>(
        &self,
        frame: u32,
        part: f32,
        count: usize,
        mut put: impl FnMut(usize, Transform),
    ) -> RootPlace {
        let mut cursor = Cursor::new(self, frame, part);
        let root = cursor.root::<IS_TWIN>(self);
        let joints = self.joints.get(..count).unwrap_or(self.joints);
        let tracks = self.kinds.get(1..).unwrap_or_default().iter();
        let tracks = tracks.zip(self.frames.get(1..).unwrap_or_default());
        for (at, (kinds, frame)) in joints.iter().zip(tracks) {
            let joint = u32_at(at, 16) as usize;
            let Some(row) = self.joints.get(joint) else {
                continue;
            };
            let rest = rest(row);
            let rotation = match kinds & 3 {
                AT_REST => rest.rotation,
                MOVING => {
                    let numbers = cursor.numbers(self.stream);
                    JointFrame::from_bytes(frame).rotation(numbers, self.row.scale)
                }
                CONSTANT => JointFrame::from_bytes(frame).constant(cursor.constant(self.stream)),
                _ => {
                    let numbers = cursor.rare_numbers(self.stream);
                    JointFrame::from_bytes(frame).spin(numbers, self.row.scale)
                }
            };
            let moved = match kinds >> 2 {
                AT_REST => None,
                CONSTANT => Some(cursor.constant(self.stream).map(|part| part as f32)),
                _ => Some(cursor.rare_numbers(self.stream)),
            };
            let mut decoded = Transform { rotation, ..rest };
            if let Some(numbers) = moved {
                for (part, number) in decoded.translation_m.iter_mut().zip(numbers) {
                    *part += number * self.row.translation_step_m;
                }
            }
            let (mut joint, mut parent) = (joint, u32_at(row, 8));
            if IS_TWIN {
                decoded = decoded.reflected();
                joint = u32_at(row, 12) as usize;
                let own = self.joints.get(joint).unwrap_or(row);
                parent = u32_at(own, 8);
                if moved.is_none() {
                    // The bones of a twin keep their own lengths.
                    decoded.translation_m = self::rest(own).translation_m;
                }
            }
            if parent == NO_PARENT {
                decoded = root.relative(decoded);
            }
            put(joint, decoded);
        }
        root.place
    }
}

/// Returns the rest transform of a joint.
#[inline(always)]
pub(crate) fn rest(row: &[u8; JOINT_BYTES]) -> Transform {
    let number = |index: usize| f32_at(row, 20 + 4 * index);
    Transform {
        rotation: [number(0), number(1), number(2), number(3)],
        translation_m: [number(4), number(5), number(6)],
    }
}

/// The offsets of the next numbers of a pose: bits of the stream, or bytes if the field says so.
struct Cursor<'a> {
    profiles: &'a [[u8; LEVELS]; PROFILES],
    /// The step and the profiles of the next track.
    head: usize,
    /// The next key before the frame, and the next key after it.
    keys: [usize; 2],
    /// The next row of each level.
    rows: [usize; LEVELS],
    moment: Moment,
    /// The next widths, in bytes.
    widths: usize,
    /// The next constant, in bytes.
    constants: usize,
}

impl<'a> Cursor<'a> {
    #[inline(always)]
    fn new(clip: &ClipView<'a>, frame: u32, part: f32) -> Self {
        let (row, last) = (&clip.row, clip.row.frames - 1);
        let frame = frame.min(last);
        let parts = if frame < last { parts(part) } else { 0 };
        let (frame, last) = (frame as usize, last as usize);
        let segment = (frame / SEGMENT).min((last.max(1) - 1) / SEGMENT);
        let within = frame - segment * SEGMENT;
        let [offset_bits, size_bits] = [row.offset_bits, row.size_bits].map(|bits| bits as usize);
        let entry =
            row.segments as usize * 8 + segment.wrapping_mul(offset_bits + LEVELS * size_bits);
        let field = |at: usize, bits: usize| {
            usize::try_from(load(clip.stream, at) & ((1 << bits) - 1)).unwrap_or(0)
        };
        let start = row.data as usize * 8 + field(entry, offset_bits) * 8;
        let mut at = start + row.head_bits as usize;
        let mut rows = [0; LEVELS];
        for (level, row) in rows.iter_mut().enumerate() {
            let size = field(entry + offset_bits + level * size_bits, size_bits);
            *row = at + (within.min(SEGMENT - 1) >> (LEVELS - level)) * size;
            at += size << level;
        }
        let key_bits = row.key_bits as usize;
        let key = row.keys as usize * 8 + segment.wrapping_mul(key_bits);
        Self {
            profiles: clip.profiles,
            head: start,
            keys: [key, key.wrapping_add(key_bits)],
            rows,
            moment: Moment::new(within, parts),
            widths: clip.joint_count + 1,
            constants: row.constants as usize,
        }
    }

    /// Decodes the root, which is the first track.
    #[inline(always)]
    fn root<const IS_TWIN: bool>(&mut self, clip: &ClipView<'a>) -> Root {
        let (Some(kinds), Some(frame)) = (clip.kinds.first(), clip.frames.first()) else {
            return Root::new([0.0, 1.0], [0.0; 2]);
        };
        let scale = clip.row.scale;
        let (rotation, position) = match *kinds {
            MOVING => {
                let [x, z, turn] = self.rare_numbers(clip.stream);
                let frame = JointFrame::from_bytes(frame);
                (frame.rotation([turn, 0.0, 0.0], scale), [x, z])
            }
            SPINNING => {
                let [x, z, first, reference] = self.rare_numbers(clip.stream);
                let frame = JointFrame::from_bytes(frame);
                (frame.spin([first, 0.0, 0.0, reference], scale), [x, z])
            }
            _ => ([0.0, 0.0, 0.0, 1.0], [0.0; 2]),
        };
        let [x, z] = position.map(|part| part * clip.row.translation_step_m);
        let [_, y, _, w] = rotation;
        if IS_TWIN {
            Root::new([-y, w], [-x, z])
        } else {
            Root::new([y, w], [x, z])
        }
    }

    #[inline(always)]
    fn constant(&mut self, stream: &[u8]) -> [i32; 3] {
        let at = self.constants;
        self.constants += 12;
        [at, at + 4, at + 8].map(|at| u32_at(stream, at).cast_signed())
    }

    /// Does the same as [`numbers`](Self::numbers), for tracks other than rotations.
    #[inline(never)]
    fn rare_numbers<const N: usize>(&mut self, stream: &[u8]) -> [f32; N] {
        self.numbers(stream)
    }

    /// Decodes the numbers of a moving track. Past the end of the stream, they are zeros.
    #[inline(always)]
    fn numbers<const N: usize>(&mut self, stream: &[u8]) -> [f32; N] {
        let widths = stream.get(self.widths..self.widths + N);
        let Some(widths) = widths.and_then(|widths| widths.first_chunk::<N>()) else {
            return [0.0; N];
        };
        self.widths += N;
        let key_bits: u32 = widths.iter().map(|width| u32::from(*width)).sum();
        let head = load(stream, self.head);
        self.head += head_bits(N);
        let step = low_bits::<STEPS>(head);
        let profiles: [&[u8; LEVELS]; N] = std::array::from_fn(|component| {
            &self.profiles[low_bits::<PROFILES>(head >> (STEP_BITS + PROFILE_BITS * component))]
        });
        // Each byte of a word is the width of one level. Four widths add up to less than 256.
        let words = profiles.map(|profile| u32::from_le_bytes(*profile));
        let mut level_bits = words.iter().fold(0u32, |sum, word| sum.wrapping_add(*word));
        if key_bits > LOADED_BITS || has_above(level_bits) {
            return self.wide_numbers(stream, widths, &profiles, step);
        }
        let mut lines = [0; N];
        let [mut from, mut to] = self.keys.map(|key| load(stream, key));
        for (line, width) in lines.iter_mut().zip(widths) {
            *line = self.moment.line([from, to].map(|key| lowest(key, *width)));
            from = from.wrapping_shr(u32::from(*width));
            to = to.wrapping_shr(u32::from(*width));
        }
        for key in &mut self.keys {
            *key = key.wrapping_add(key_bits as usize);
        }
        let mut sums = [0; N];
        for level in 0..LEVELS {
            let (row, hat) = (&mut self.rows[level], self.moment.hats[level]);
            let mut loaded = load(stream, *row);
            *row += (level_bits & 0xff) as usize;
            level_bits >>= 8;
            for (sum, profile) in sums.iter_mut().zip(profiles) {
                *sum += lowest(loaded, profile[level]) * hat;
                loaded = loaded.wrapping_shr(u32::from(profile[level]));
            }
        }
        let mut numbers = [0.0; N];
        for (number, (line, sum)) in numbers.iter_mut().zip(lines.into_iter().zip(sums)) {
            *number = Moment::number(line, sum, step);
        }
        numbers
    }

    /// Decodes the numbers of a moving track that are too wide to be loaded together.
    #[cold]
    #[inline(never)]
    fn wide_numbers<const N: usize>(
        &mut self,
        stream: &[u8],
        widths: &[u8; N],
        profiles: &[&[u8; LEVELS]; N],
        step: usize,
    ) -> [f32; N] {
        let take = |at: &mut usize, width: u8| {
            let number = lowest(load(stream, *at), width);
            *at = at.wrapping_add(usize::from(width));
            number
        };
        let mut numbers = [0.0; N];
        for (number, (width, profile)) in numbers.iter_mut().zip(widths.iter().zip(profiles)) {
            let [from, to] = &mut self.keys;
            let line = self.moment.line([take(from, *width), take(to, *width)]);
            let levels = profile.iter().zip(&mut self.rows).zip(self.moment.hats);
            let sum = levels
                .map(|((width, row), hat)| take(row, *width) * hat)
                .sum();
            *number = Moment::number(line, sum, step);
        }
        numbers
    }
}

/// Returns whether any byte is above [`LOADED_BITS`]. All bytes must be below 128.
#[inline(always)]
fn has_above(bytes: u32) -> bool {
    bytes.wrapping_add(0x0101_0101 * (127 - LOADED_BITS)) & 0x8080_8080 != 0
}

/// Converts a fraction of a frame to [`PARTS`]. The fraction is clamped to the range from 0 to 1, and NaN becomes 0.
#[inline(always)]
#[allow(
    clippy::cast_possible_truncation,
    reason = "a cast of a float stops at the ends of the integer"
)]
fn parts(part: f32) -> i64 {
    ((part * PARTS as f32 + 0.5) as i64).clamp(0, PARTS)
}

const STEP_BITS: usize = 5;
const PROFILE_BITS: usize = 6;

/// Returns the number of bits of the step and the profiles of a track.
pub(crate) const fn head_bits(components: usize) -> usize {
    STEP_BITS + PROFILE_BITS * components
}

/// Returns the lowest bits as an index below `N`, a power of two up to 256.
#[inline(always)]
fn low_bits<const N: usize>(bits: u64) -> usize {
    usize::from(bits.to_le_bytes()[0]) & (N - 1)
}
