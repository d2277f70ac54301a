//! Encodes frames and searches as rows of bytes.

use crate::index::Index;
use crate::matcher::{Decision, Seen};
use crate::pose_id::PoseId;
use crate::recording::{
    FRAME, HAS_SEARCH, HAS_WEIGHTS, IS_WAIVED, NO_CODE, NO_POSE, RULES, RecordedFrame, TRIGGERS,
    WAS_MOVED, is_trajectory,
};
use crate::schema::MAX_FEATURES;
use crate::search::Match;
use crate::vector::to_f32;

/// Returns the row of a frame. The frame's pose is always in the index.
pub(super) fn frame_row(index: &Index, frame: &RecordedFrame, has_search: bool) -> [u8; FRAME] {
    let [x, y, z] = frame.root.position_m;
    let flags = [(has_search, HAS_SEARCH), (frame.was_moved, WAS_MOVED)];
    let mut row = [0; FRAME];
    row[..8].copy_from_slice(&x.to_le_bytes());
    row[8..16].copy_from_slice(&z.to_le_bytes());
    let words = [
        to_f32(y).to_bits(),
        to_f32(frame.root.heading_rad).to_bits(),
        frame.dt_secs.to_bits(),
        number(index, frame.pose),
        u32::from(share(frame.part)) | u32::from(share(frame.blend)) << 16,
        u32::from(code(&Decision::ALL, &frame.decision)) | u32::from(flag_bits(flags)) << 8,
    ];
    for (to, word) in row[16..].as_chunks_mut::<4>().0.iter_mut().zip(words) {
        *to = word.to_le_bytes();
    }
    row
}

/// Writes the row of a search; `frame` is the number of its frame.
pub(super) fn search_row(row: &mut Vec<u8>, index: &Index, seen: &Seen, frame: u32, filter: u16) {
    let ruling = &seen.ruling;
    let trigger = seen.trigger.as_ref();
    let rule = seen.discarded.as_ref().map(|(_, rule)| rule);
    let flags = [
        (ruling.rules_waived, IS_WAIVED),
        (seen.has_weights, HAS_WEIGHTS),
    ];
    row.clear();
    row.extend(frame.to_le_bytes());
    row.push(trigger.map_or(NO_CODE, |trigger| code(&TRIGGERS, trigger)));
    row.push(code(&Decision::ALL, &ruling.decision));
    row.push(flag_bits(flags));
    row.push(rule.map_or(NO_CODE, |rule| code(&RULES, rule)));
    row.extend(filter.to_le_bytes());
    row.push(u8::try_from(seen.candidate_count).unwrap_or(0));
    row.push(0);
    for pose in [seen.from, seen.to] {
        row.extend(number(index, pose).to_le_bytes());
    }
    put(
        row,
        &[ruling.continuing, ruling.limit].map(|cost| cost.unwrap_or(f32::NAN)),
    );
    for found in [seen.discarded.map(|(found, _)| found), seen.forbidden] {
        put_match(row, index, found);
    }
    let schema = index.schema();
    let groups = schema.groups().len();
    put(row, &seen.goal[..schema.feature_count()]);
    let mut features = [0.0; MAX_FEATURES];
    let features = &mut features[..schema.feature_count()];
    index.features(seen.to, features);
    let mut start = 0;
    for group in schema.groups() {
        let stop = start + group.source.feature_count();
        if is_trajectory(&group.source) {
            put(row, &features[start..stop]);
        }
        start = stop;
    }
    put(row, &seen.continuing_groups[..groups]);
    for (place, candidate) in seen.candidates.iter().enumerate() {
        let is_there = place < seen.candidate_count;
        put_match(row, index, is_there.then_some(candidate.found));
        for cost in &candidate.group_costs[..groups] {
            put(row, &[if is_there { *cost } else { 0.0 }]);
        }
    }
}

fn put(row: &mut Vec<u8>, numbers: &[f32]) {
    for number in numbers {
        let bits = if number.is_nan() {
            f32::NAN.to_bits()
        } else {
            number.to_bits()
        };
        row.extend(bits.to_le_bytes());
    }
}

fn put_match(row: &mut Vec<u8>, index: &Index, found: Option<Match>) {
    let pose = found.map_or(NO_POSE, |found| number(index, found.pose));
    row.extend(pose.to_le_bytes());
    put(row, &[found.map_or(f32::NAN, |found| found.cost)]);
}

fn number(index: &Index, pose: PoseId) -> u32 {
    index.pose_number(pose).unwrap_or(NO_POSE)
}

fn code<T: PartialEq>(all: &[T], one: &T) -> u8 {
    let place = all.iter().position(|each| each == one);
    place
        .and_then(|place| u8::try_from(place).ok())
        .unwrap_or(NO_CODE)
}

fn flag_bits(flags: [(bool, u8); 2]) -> u8 {
    flags
        .iter()
        .map(|&(is_set, bit)| if is_set { bit } else { 0 })
        .sum()
}

/// Encodes a number from 0 to 1 in steps of 1/65535.
fn share(number: f32) -> u16 {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to the range of u16"
    )]
    let steps = (number.clamp(0.0, 1.0) * 65_535.0).round() as u16;
    steps
}
