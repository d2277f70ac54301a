//! The stream of a clip, and the bytes of its segments.

use super::profiles::{Widths, choose};
use super::segment::Segment;
use super::tracks::{Moving, Tracks};
use crate::bits::{BitWriter, width};
use crate::clip_rows::MotionRow;
use crate::decode::head_bits;
use crate::layout::PROFILES;
use crate::tree::{LEVELS, SEGMENT, key, place};

/// Returns the stream of a clip, and sets the offsets of its parts in the motion's row. Returns `None` if a row of a
/// segment has more than 65,535 bits, or if the stream has 4 GiB or more.
pub(super) fn bytes(
    tracks: &Tracks,
    segments: &[Segment],
    standing: &[[bool; 2]],
    profiles: &[Widths; PROFILES],
    row: &mut MotionRow,
) -> Option<Vec<u8>> {
    let place_of = |bytes: &[u8]| u32::try_from(bytes.len()).ok();
    let mut stream = tracks.kinds.clone();
    let widths = key_widths(tracks);
    stream.extend(&widths);
    row.constants = place_of(&stream)?;
    for number in tracks.constants.as_flattened() {
        stream.extend(number.to_le_bytes());
    }
    row.stands = place_of(&stream)?;
    let mut bits = BitWriter::default();
    for [left, right] in standing {
        bits.push(u64::from(*left) | u64::from(*right) << 1, 2);
    }
    stream.extend(bits.into_bytes());
    row.segments = place_of(&stream)?;
    let keys = keys(tracks, &widths);
    let mut parts = Vec::with_capacity(segments.len());
    for (number, segment) in segments.iter().enumerate() {
        let left = standing.len() - number * SEGMENT;
        parts.push(segment_bytes(tracks, segment, left, profiles));
    }
    stream.extend(entries(&parts, row)?);
    row.keys = place_of(&stream)?;
    row.key_bits = widths.iter().map(|width| u32::from(*width)).sum();
    let heads = tracks
        .moving
        .iter()
        .map(|moving| head_bits(moving.components));
    row.head_bits = u32::try_from(heads.sum::<usize>()).ok()?;
    stream.extend(keys);
    row.data = place_of(&stream)?;
    stream.extend(parts.into_iter().flat_map(|part| part.bytes));
    stream.extend([0; 8]);
    row.length = u64::from(place_of(&stream)?);
    row.checksum = crc32fast::hash(&stream);
    Some(stream)
}

/// Returns the stored numbers of a component at the keys.
fn key_numbers(moving: &Moving, component: usize) -> impl Iterator<Item = i64> {
    let keys = moving.numbers.iter().step_by(SEGMENT);
    keys.map(move |numbers| key(numbers[component]))
}

fn key_widths(tracks: &Tracks) -> Vec<u8> {
    let components = tracks.moving.iter().flat_map(|moving| {
        (0..moving.components).map(move |component| key_numbers(moving, component))
    });
    components
        .map(|keys| keys.map(width).max().unwrap_or(0))
        .collect()
}

fn keys(tracks: &Tracks, widths: &[u8]) -> Vec<u8> {
    let mut bits = BitWriter::default();
    let count = tracks
        .moving
        .first()
        .map_or(0, |moving| moving.numbers.len());
    for frame in (0..count).step_by(SEGMENT) {
        let numbers = tracks.moving.iter().flat_map(|moving| {
            let numbers = &moving.numbers[frame];
            &numbers[..moving.components]
        });
        for (number, width) in numbers.zip(widths) {
            bits.push_signed(key(*number), *width);
        }
    }
    bits.into_bytes()
}

/// The bytes of a segment, and the number of bits in a row of each level.
struct SegmentBytes {
    bytes: Vec<u8>,
    sizes: [usize; LEVELS],
}

/// Returns the entries of the segments, and sets the number of bits of their fields in the motion's row. Returns `None`
/// if a row has more than 65,535 bits.
fn entries(parts: &[SegmentBytes], row: &mut MotionRow) -> Option<Vec<u8>> {
    let bits_of = |largest: usize| usize::BITS - largest.leading_zeros();
    let length: usize = parts.iter().map(|part| part.bytes.len()).sum();
    row.offset_bits = bits_of(length);
    let sizes = parts.iter().flat_map(|part| part.sizes);
    row.size_bits = bits_of(sizes.max().unwrap_or(0));
    if row.size_bits > 16 || row.offset_bits > 32 {
        return None;
    }
    let width = |bits: u32| bits.to_le_bytes()[0];
    let mut bits = BitWriter::default();
    let mut offset = 0;
    for part in parts {
        bits.push(offset as u64, width(row.offset_bits));
        for size in part.sizes {
            bits.push(size as u64, width(row.size_bits));
        }
        offset += part.bytes.len();
    }
    Some(bits.into_bytes())
}

/// Returns the bytes of a segment. `left` is the number of the clip's frames from the segment's first key on.
fn segment_bytes(
    tracks: &Tracks,
    segment: &Segment,
    left: usize,
    profiles: &[Widths; PROFILES],
) -> SegmentBytes {
    let mut bits = BitWriter::default();
    let mut components = Vec::new();
    for (place, moving) in tracks.moving.iter().enumerate() {
        bits.push(segment.steps[place] as u64, 5);
        for component in 0..moving.components {
            let profile = choose(profiles, segment.need(place, component));
            bits.push(profile as u64, 6);
            components.push((&segment.branches[place][component], profiles[profile]));
        }
    }
    let sizes = std::array::from_fn(|level| {
        let widths = components
            .iter()
            .map(|(_, widths)| usize::from(widths[level]));
        widths.sum()
    });
    for level in 0..LEVELS {
        let frames = (1..SEGMENT).filter(|frame| place(*frame).0 == level);
        // On the last level, rows far beyond the last frame are left out, because no other rows follow. The row of the
        // first frame after the last one is kept, because an even frame is read together with the odd frame after it.
        for frame in frames.filter(|frame| level + 1 < LEVELS || *frame <= left) {
            for (branch, widths) in &components {
                bits.push_signed(i64::from(branch.differences[frame]), widths[level]);
            }
        }
    }
    let bytes = bits.into_bytes();
    SegmentBytes { bytes, sizes }
}
