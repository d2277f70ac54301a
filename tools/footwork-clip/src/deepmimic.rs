//! DeepMimic motion files: JSON with rows of 44 numbers for one humanoid. Read-only.
//!
//! A row is `[duration s, root x y z, root rotation w x y z, …]` followed by chest, neck, right hip, right
//! knee, right ankle, right shoulder, right elbow, and the same five joints on the left, in this order.
//! Rotations are `w x y z`, except knees and elbows: one angle in radians about the local z axis.
//!
//! In these files the character faces +x with its right side at +z. The reader rotates everything about y so that at
//! rest the character faces +z with its left side at +x, as in every clip of this crate: `(x, y, z)` becomes `(-z, y,
//! x)`, and so do the vector parts of rotations.
//!
//! X. B. Peng et al., *DeepMimic*, 2018.

mod error;
mod rows;
mod skeleton;
mod timing;

use std::sync::Arc;

use crate::clip::{Clip, ClipParts};
use crate::finding::{BYTE_ORDER_MARK, Finding};
use crate::interpolate::{lerp, slerp};
use crate::key_faults::KeyFaults;
use crate::limits::Limits;
use crate::number::to_f32;
use crate::skeleton::JointId;
use footwork_base::Id;
use serde::de::IgnoredAny;

pub use error::{DeepMimicError, DeepMimicErrorKind};
use rows::Row;
use skeleton::{JOINTS, Turn};
use timing::Timing;

/// Returns whether a text may be a DeepMimic file: it starts like a JSON object, and either has a `"Frames"` key with
/// an array or is cut off before that key. The check is cheap and does not guarantee that [`read_deepmimic`] succeeds.
///
/// ```
/// use footwork_clip::is_deepmimic;
///
/// assert!(is_deepmimic(b"{ \"Loop\": \"wrap\", \"Frames\": [] }"));
/// assert!(is_deepmimic(b"{ \"Loop\": \"wr"));
/// assert!(!is_deepmimic(b"Frames: [1, 2, 3]"));
/// ```
pub fn is_deepmimic(bytes: &[u8]) -> bool {
    const KEY: &[u8] = b"\"Frames\"";
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    if text.trim_ascii_start().first() != Some(&b'{') {
        return false;
    }
    let is_array = |at: usize| {
        let value = text[at + KEY.len()..].trim_ascii_start().strip_prefix(b":");
        value.is_some_and(|value| value.trim_ascii_start().starts_with(b"["))
    };
    (0..text.len().saturating_sub(KEY.len())).any(|at| text[at..].starts_with(KEY) && is_array(at))
        || is_beginning(text)
}

/// The maximum length, in bytes, of a text that may be a file truncated before its frames.
const MAX_BEGINNING: usize = 4096;

/// Returns whether a text may be a file truncated before its frames: an unclosed object whose first key, possibly
/// truncated itself, is a key of DeepMimic files.
fn is_beginning(text: &[u8]) -> bool {
    let Some(inside) = text.trim_ascii_start().strip_prefix(b"{") else {
        return false;
    };
    let key = match inside.trim_ascii_start() {
        [] => &[],
        [b'"', key @ ..] => key,
        _ => return false,
    };
    let is_key = [&b"Loop\""[..], b"Frames\""]
        .iter()
        .any(|known| key.starts_with(known) || known.starts_with(key));
    let read = || serde_json::from_slice::<IgnoredAny>(text);
    is_key && text.len() <= MAX_BEGINNING && read().is_err_and(|error| error.is_eof())
}

/// Reads a DeepMimic file as a clip in metres.
///
/// N rows span N - 1 intervals, so the last row's duration is ignored. The most frequent duration gives the rate. The
/// rate is the nearest whole rate, if its period is within both 2 µs and 0.01% of that duration. Otherwise the rate is
/// the nearest n·1000/1001 within the same tolerance, or else the reciprocal of the duration as printed. The following
/// are repaired and reported: unevenly timed rows, which are resampled to the rate by linear and spherical
/// interpolation (`uneven-rows`); rotations whose length is off by more than 0.01 (`not-unit-length`); a `Loop` that is
/// neither `wrap` nor `none` (`unknown-loop`); and a single row without a duration, which is read at 30 frames per
/// second (`no-duration`).
///
/// The joints are the DeepMimic humanoid's, with their own names (`root`, `chest`, `right_hip`, …), plus five points
/// without rotations: `head` is the top of the head, and `right_heel`, `right_toe`, `left_heel` and `left_toe` are the
/// ends of the soles.
///
/// # Errors
/// If the file is larger than `limits`, is not DeepMimic JSON, has a row of the wrong length, a negative duration or a
/// rotation without direction, or if all durations are 0. The error gives the line and column if they are known.
pub fn read_deepmimic(
    bytes: &[u8],
    limits: &Limits,
) -> Result<(Clip, Vec<Finding>), DeepMimicError> {
    read(bytes, limits).map(|(clip, findings, _)| (clip, findings))
}

/// Returns the clip, what was repaired, and the faults of its rotations.
pub(crate) fn read(
    bytes: &[u8],
    limits: &Limits,
) -> Result<(Clip, Vec<Finding>, KeyFaults), DeepMimicError> {
    if bytes.len() > limits.bytes {
        let limit = limits.bytes;
        return Err(DeepMimicError::new(DeepMimicErrorKind::TooManyBytes {
            limit,
        }));
    }
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let file = rows::parse(text, limits)?;
    let mut findings = Vec::new();
    let looping = match file.looping.as_deref() {
        Some("wrap") => true,
        Some("none") | None => false,
        Some(other) => {
            findings.push(Finding {
                code: "unknown-loop",
                position: None,
                message: format!("Loop is {other:?}, not wrap or none; it is read as none"),
            });
            false
        }
    };
    let poses = poses(&file.rows, &mut findings)?;
    let durations: Vec<f64> = file.rows.iter().map(|row| row[0]).collect();
    let timing = Timing::new(&durations, limits, &mut findings)?;
    let mut root_positions = Vec::with_capacity(timing.samples.len());
    let mut rotations = Vec::with_capacity(timing.samples.len() * JOINTS.len());
    for sample in &timing.samples {
        let pose = poses[sample.row].towards(poses.get(sample.row + 1), sample.fraction);
        root_positions.push(pose.root);
        rotations.extend(pose.rotations);
    }
    let clip = Clip::new(ClipParts {
        skeleton: Arc::new(skeleton::skeleton()),
        rate: timing.rate,
        looping,
        root_positions,
        rotations,
        translations: None,
    });
    let clip = clip.map_err(|error| DeepMimicError::new(DeepMimicErrorKind::Shape(error)))?;
    Ok((clip, findings, key_faults(&file.rows, &timing)))
}

/// Counts the rotations of the rows that are not of unit length or change their sign.
fn key_faults(rows: &[Row], timing: &Timing) -> KeyFaults {
    let mut faults = KeyFaults::default();
    for (index, joint) in JOINTS.iter().enumerate() {
        let Turn::Quaternion { column } = joint.turn else {
            continue;
        };
        let mut before = None;
        for (number, row) in rows.iter().enumerate() {
            let frame = timing.samples.partition_point(|sample| sample.row < number);
            let rotation: [f64; 4] = std::array::from_fn(|part| row[column + part]);
            faults.add_rotation(rotation, before, frame as f64, JointId::from_index(index));
            before = Some(rotation);
        }
    }
    faults
}

/// One row, rotated to face +z.
struct RowPose {
    root: [f64; 3],
    rotations: [[f32; 4]; JOINTS.len()],
}

impl RowPose {
    /// Interpolates towards the next pose, or keeps this pose if there is none.
    fn towards(&self, next: Option<&Self>, fraction: f64) -> Self {
        let next = next.unwrap_or(self);
        let between = |axis: usize| lerp(self.root[axis], next.root[axis], fraction);
        let turned = |joint: usize| slerp(self.rotations[joint], next.rotations[joint], fraction);
        Self {
            root: std::array::from_fn(between),
            rotations: std::array::from_fn(turned),
        }
    }
}

/// Converts all rows to poses with rotations of unit length.
fn poses(rows: &[Row], findings: &mut Vec<Finding>) -> Result<Vec<RowPose>, DeepMimicError> {
    let mut poses = Vec::with_capacity(rows.len());
    let mut off_length = 0usize;
    let mut first_off = None;
    for (index, row) in rows.iter().enumerate() {
        let mut rotations = [[0.0, 0.0, 0.0, 1.0]; JOINTS.len()];
        for (rotation, joint) in rotations.iter_mut().zip(&JOINTS) {
            let Turn::Quaternion { column } = joint.turn else {
                if let Turn::Angle { column } = joint.turn {
                    // The file's z axis is -x here.
                    let (sin, cos) = libm::sincos(row[column] * 0.5);
                    *rotation = [to_f32(-sin), 0.0, 0.0, to_f32(cos)];
                }
                continue;
            };
            let [w, x, y, z] = std::array::from_fn(|i| row[column + i]);
            let length = (w * w + x * x + y * y + z * z).sqrt();
            if !(length.is_finite() && length > 1e-6) {
                let joint = joint.name;
                return Err(DeepMimicError::new(DeepMimicErrorKind::NoRotation {
                    row: index,
                    joint,
                }));
            }
            if (length - 1.0).abs() > 1e-2 {
                off_length += 1;
                first_off.get_or_insert((index, joint.name, length));
            }
            *rotation = [-z, y, x, w].map(|v| to_f32(v / length));
        }
        let [x, y, z] = [row[1], row[2], row[3]];
        poses.push(RowPose {
            root: [-z, y, x],
            rotations,
        });
    }
    if let Some((row, joint, length)) = first_off {
        findings.push(Finding {
            code: "not-unit-length",
            position: None,
            message: format!(
                "{off_length} rotations are not of unit length, first {joint} in row {row} with \
                 {length:.3}; they are scaled to 1"
            ),
        });
    }
    Ok(poses)
}
