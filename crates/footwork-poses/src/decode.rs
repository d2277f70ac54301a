//! Decoding: a pose of a clip from its stream, in place.

use crate::bits::{load, read};
use crate::layout::{
    ClipRow, HEADER, JOINT_BYTES, NO_PARENT, PROFILES, SET_BYTES, SKELETON_BYTES, Tables, f32_at,
    section, u32_at,
};
use crate::transform::{RootPlace, Transform};
use crate::tree::{LEVELS, MULTIPLES, SEGMENT, middle};

/// How a rotation or a translation is stored. The byte of a track is the kind of its rotation plus four times the kind
/// of its translation.
pub(crate) const AT_REST: u8 = 0;
pub(crate) const CONSTANT: u8 = 1;
pub(crate) const MOVING: u8 = 2;
/// A moving rotation, stored as all four components.
pub(crate) const SPINNING: u8 = 3;

/// The parts of a file from which the poses of one clip are decoded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClipView<'a> {
    bytes: &'a [u8],
    tables: Tables,
    pub(crate) row: ClipRow,
    stream: &'a [u8],
    /// The rows of the joints.
    joints: &'a [u8],
    pub(crate) joint_count: usize,
    pub(crate) leading: usize,
    /// The first frame of reference.
    first_frame: usize,
}

impl<'a> ClipView<'a> {
    pub(crate) fn new(bytes: &'a [u8], tables: &Tables, clip: usize) -> Option<Self> {
        if clip >= tables.clip_count {
            return None;
        }
        let row = ClipRow::read(bytes, tables.clips + clip * crate::layout::CLIP_BYTES);
        let skeleton = tables.skeletons + row.skeleton * SKELETON_BYTES;
        let [first, count, leading] = [8, 12, 16].map(|at| u32_at(bytes, skeleton + at) as usize);
        let start = tables.joints + first * JOINT_BYTES;
        Some(Self {
            bytes,
            tables: *tables,
            stream: section(bytes, row.offset, row.length)?,
            joints: bytes.get(start..start + count * JOINT_BYTES)?,
            joint_count: count,
            leading,
            first_frame: u32_at(bytes, tables.sets + row.set * SET_BYTES + 4) as usize,
            row,
        })
    }

    /// Returns whether the checksum of the stream is right.
    pub(crate) fn is_whole(&self) -> bool {
        crc32fast::hash(self.stream) == self.row.checksum
    }

    /// Returns whether the left and the right foot stand, as recorded.
    pub(crate) fn stands(&self, frame: u32) -> [bool; 2] {
        let frame = frame.min(self.row.frames - 1);
        let bits = load(
            self.stream,
            self.row.stands as usize * 8 + 2 * frame as usize,
        );
        [bits & 1 != 0, bits & 2 != 0]
    }

    /// Decodes the root and the first `count` joints in decoding order, between a frame and the next. Calls `put` with each
    /// joint and its transform.
    pub(crate) fn decode(
        &self,
        frame: u32,
        part: f32,
        is_twin: bool,
        count: usize,
        mut put: impl FnMut(usize, Transform),
    ) -> RootPlace {
        let Some(mut cursor) = Cursor::new(self, frame, part) else {
            return RootPlace::default();
        };
        let as_twin = |transform: Transform| {
            if is_twin {
                transform.reflected()
            } else {
                transform
            }
        };
        let (root, _) = cursor.track(self, 0, &Transform::IDENTITY);
        let root = as_twin(root);
        let rows = self.joints.as_chunks::<JOINT_BYTES>().0;
        for place in 0..count.min(rows.len()) {
            let Some(row) = rows.get(u32_at(&rows[place], 16) as usize) else {
                continue;
            };
            let (decoded, moves) = cursor.track(self, place + 1, &rest(row));
            let mut decoded = as_twin(decoded);
            let joint = if is_twin {
                u32_at(row, 12)
            } else {
                u32_at(&rows[place], 16)
            } as usize;
            let own = rows.get(joint).unwrap_or(row);
            if is_twin && !moves {
                // Bones keep their lengths.
                decoded.translation_m = rest(own).translation_m;
            }
            if u32_at(own, 8) == NO_PARENT {
                decoded = RootPlace::relative(&root, decoded);
            }
            put(joint, decoded);
        }
        RootPlace::from_transform(&root)
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

/// The places of the next numbers of a pose, as bit offsets in the stream unless a field says bytes.
struct Cursor<'a> {
    profiles: &'a [[u8; LEVELS]; PROFILES],
    /// Multiples and profiles.
    head: usize,
    /// The keys before and after the frame.
    keys: [usize; 2],
    /// The rows of the levels.
    rows: [usize; LEVELS],
    /// Whether the frame lies after the middle of each level but the last.
    is_after: [bool; LEVELS - 1],
    is_odd: bool,
    part: f32,
    /// In bytes.
    widths: usize,
    /// In bytes.
    constants: usize,
}

impl<'a> Cursor<'a> {
    #[inline(always)]
    fn new(clip: &ClipView<'a>, frame: u32, part: f32) -> Option<Self> {
        let row = &clip.row;
        let last = row.frames - 1;
        // NaN becomes 0.
        let part = if frame < last && part > 0.0 {
            part
        } else {
            0.0
        };
        let (frame, last) = (frame.min(last) as usize, last as usize);
        let segments = last.div_ceil(SEGMENT).max(1);
        let segment = (frame / SEGMENT).min(segments - 1);
        let within = frame - segment * SEGMENT;
        let (within, part) = if within == SEGMENT {
            (SEGMENT - 1, 1.0)
        } else {
            (within, if part > 1.0 { 1.0 } else { part })
        };
        let start = u32_at(clip.stream, row.segments as usize + 4 * segment) as usize;
        let sizes = load(clip.stream, start * 8);
        let leaf = within | 1;
        let key = (row.keys as usize).wrapping_mul(8);
        let key = key.wrapping_add(segment.wrapping_mul(row.key_bits as usize));
        let mut rows = [0; LEVELS];
        let mut at = start * 8 + 64 + row.head_bits as usize;
        for (level, row) in rows.iter_mut().enumerate() {
            let size = (sizes >> (16 * level)) & 0xffff;
            let size = usize::from(u16::try_from(size).unwrap_or(0));
            *row = at + (leaf >> (LEVELS - level)) * size;
            at += size << level;
        }
        Some(Self {
            profiles: clip.bytes.get(HEADER..)?.as_chunks().0.first_chunk()?,
            head: start * 8 + 64,
            keys: [key, key.wrapping_add(row.key_bits as usize)],
            rows,
            is_after: [3, 2, 1].map(|bit| leaf >> bit & 1 != 0),
            is_odd: within & 1 != 0,
            part,
            widths: clip.joint_count + 1,
            constants: row.constants as usize,
        })
    }

    /// Decodes the next track. Also returns whether it stores a translation.
    #[inline(always)]
    fn track(&mut self, clip: &ClipView<'a>, track: usize, rest: &Transform) -> (Transform, bool) {
        let kinds = clip.stream.get(track).copied().unwrap_or(0);
        let frame = || clip.tables.frame(clip.bytes, clip.first_frame + track);
        let scale = clip.row.scale;
        let rotation = match kinds & 3 {
            CONSTANT => {
                let parts = self.constant(clip.stream);
                frame().map(|frame| frame.constant(parts))
            }
            MOVING => {
                let numbers = self.numbers(clip.stream);
                frame().map(|frame| frame.rotation(numbers, scale))
            }
            SPINNING => {
                let numbers = self.numbers(clip.stream);
                frame().map(|frame| frame.spin(numbers, scale))
            }
            _ => None,
        };
        let step = clip.row.translation_step_m;
        let moved = |numbers: [f32; 3]| {
            let [x, y, z] = rest.translation_m;
            [
                x + numbers[0] * step,
                y + numbers[1] * step,
                z + numbers[2] * step,
            ]
        };
        let translation = match kinds >> 2 & 3 {
            AT_REST => None,
            CONSTANT => Some(moved(self.constant(clip.stream).map(|part| part as f32))),
            _ => Some(moved(self.numbers(clip.stream))),
        };
        let transform = Transform {
            rotation: rotation.unwrap_or(rest.rotation),
            translation_m: translation.unwrap_or(rest.translation_m),
        };
        (transform, translation.is_some())
    }

    fn constant(&mut self, stream: &[u8]) -> [i32; 3] {
        let at = self.constants;
        self.constants += 12;
        [at, at + 4, at + 8].map(|at| u32_at(stream, at).cast_signed())
    }

    /// Decodes the numbers of a moving track.
    #[inline(always)]
    fn numbers<const N: usize>(&mut self, stream: &[u8]) -> [f32; N] {
        let widths = stream
            .get(self.widths..)
            .and_then(|rest| rest.first_chunk());
        let widths: [u8; N] = widths.copied().unwrap_or([0; N]);
        self.widths += N;
        let head = load(stream, self.head);
        self.head += head_bits(N);
        let multiple = MULTIPLES[low_bits::<16>(head)];
        let mut profiles = [[0; LEVELS]; N];
        for (component, profile) in profiles.iter_mut().enumerate() {
            *profile = self.profiles[low_bits::<64>(head >> (4 + 6 * component))];
        }
        let mut low: [i32; N] = read(stream, &mut self.keys[0], widths);
        let mut high: [i32; N] = read(stream, &mut self.keys[1], widths);
        for level in 0..LEVELS {
            let differences = read(stream, &mut self.rows[level], profiles.map(|p| p[level]));
            // The last level decides by the frame itself: an odd one is its own middle.
            let is_after = self.is_after.get(level).copied().unwrap_or(self.is_odd);
            for component in 0..N {
                let middle = middle(low[component], high[component])
                    .wrapping_add(differences[component].wrapping_mul(multiple));
                if is_after {
                    low[component] = middle;
                } else {
                    high[component] = middle;
                }
            }
        }
        let mut numbers = [0.0; N];
        for component in 0..N {
            let (from, to) = (low[component], high[component]);
            numbers[component] = from as f32 + to.wrapping_sub(from) as f32 * self.part;
        }
        numbers
    }
}

/// Returns the number of bits of the multiple and the profiles of a track.
pub(crate) const fn head_bits(components: usize) -> usize {
    4 + 6 * components
}

/// Returns the lowest bits as an index below `N`, a power of two up to 256.
#[inline(always)]
fn low_bits<const N: usize>(bits: u64) -> usize {
    usize::from(bits.to_le_bytes()[0]) & (N - 1)
}
