//! BVH files: the hierarchy and the motion exactly as stored, read and written without loss.
//!
//! A [`BvhDocument`] keeps channel order, units and exact numbers, so a file can be cut and written
//! back without changing what remains. [`BvhDocument::to_clip`] converts it to a [`Clip`].
//!
//! [`Clip`]: crate::clip::Clip

mod convert;
mod decimal;
mod document;
mod error;
mod from_clip;
mod hierarchy;
mod motion;
mod number;
mod scan;
mod write;

pub use document::{Axis, BvhChannel, BvhDocument, BvhJoint};
pub use error::{BvhError, BvhErrorKind};
pub use write::write_bvh;

use crate::finding::Finding;
use crate::gaps;
use crate::limits::Limits;
use crate::utf16;

/// Reads a BVH file.
///
/// Accepts UTF-8 and UTF-16, a byte order mark, CRLF, tabs, blank lines, keywords in any case, scientific notation, any
/// number of joints and roots, and any subset of the channels in any order. A row of motion may span several lines but
/// must end at the end of a line, so that the error for a missing or surplus number points close to the mistake.
///
/// Repairs these mistakes and reports them as findings:
///
/// - A declared frame count that differs from the number of rows: `frame-count`, or `missing-rows` if there are fewer
///   rows.
/// - A file that ends in the middle of its last row: `truncated-row`. The row is dropped.
/// - A row with a wrong number, or with too few or too many numbers: `bad-frames`. The frame is interpolated. Gaps
///   longer than 0.1 s are [`invalid`](BvhDocument::invalid) and reported as `invalid-frames`.
/// - Several joints with the same name: `same-name`.
/// - A joint without an offset: `no-offset`. The offset becomes 0.
/// - A joint name that is not UTF-8: `name-not-utf8`.
///
/// # Errors
/// If at least half of the rows have a mistake; if rows span several lines and a row has a mistake other than a number
/// that is not finite; or if the file has a mistake that is not listed above. The error gives the line and column. See
/// [`BvhErrorKind`].
pub fn read_bvh(bytes: &[u8], limits: &Limits) -> Result<(BvhDocument, Vec<Finding>), BvhError> {
    let too_large = |bytes| {
        let limit = limits.bytes;
        scan::Scanner::new(bytes).error_at(0, BvhErrorKind::TooManyBytes { limit })
    };
    // UTF-8 takes at least half the space of UTF-16.
    if bytes.len() / 2 > limits.bytes {
        return Err(too_large(bytes));
    }
    let decoded = utf16::decoded(bytes);
    let bytes = decoded.as_deref().unwrap_or(bytes);
    if bytes.len() > limits.bytes {
        return Err(too_large(bytes));
    }
    let mut scanner = scan::Scanner::new(bytes);
    let mut findings = Vec::new();
    let joints = hierarchy::read(&mut scanner, limits, &mut findings)?;
    let columns = joints.values().map(|joint| joint.channels.len()).sum();
    if columns == 0 {
        return Err(scanner.error(BvhErrorKind::NoChannels));
    }
    let mut motion = motion::read(&mut scanner, columns, joints.len(), limits, &mut findings)?;
    let gaps = gaps::runs(&motion.bad);
    if let Some(first) = &motion.first {
        let turns = joints.values().flat_map(|joint| &joint.channels);
        let turns =
            turns.map(|channel| matches!(channel, BvhChannel::Rotation(_)).then_some(360.0));
        let turns: Vec<Option<f64>> = turns.collect();
        gaps::mend(&mut motion.values, columns, &gaps, |column| turns[column]);
        let (why, at) = (first.kind.to_string(), Some(first.position));
        findings.extend(gaps::findings(&gaps, motion.rate, at, &why));
    }
    let document = BvhDocument {
        joints,
        columns,
        frame_time: motion.frame_time,
        rate: motion.rate,
        frame_count: motion.frame_count,
        invalid: gaps::invalid(&gaps, motion.rate),
        values: motion.values,
    };
    Ok((document, findings))
}
