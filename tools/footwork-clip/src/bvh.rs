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
use crate::limits::Limits;

/// Reads a BVH file.
///
/// Accepts channels in any order and any subset of them, any number of joints and roots, CRLF, tabs, scientific
/// notation, a byte order mark, keywords in any case and blank lines. A row of motion may span several lines but must
/// end at the end of a line, so that the error for a missing or surplus number points close to it. The following
/// mistakes are repaired and reported: a declared frame count that disagrees with the rows (`frame-count`, or
/// `missing-rows` if there are fewer), a file that ends in the middle of its last row (`truncated-row`; the row is
/// dropped), joints with the same name (`same-name`), a joint without an offset (`no-offset`; it becomes 0), and a name
/// that is not UTF-8 (`name-not-utf8`).
///
/// # Errors
/// If the file has any other mistake; the error gives its line and column. See [`BvhErrorKind`].
pub fn read_bvh(bytes: &[u8], limits: &Limits) -> Result<(BvhDocument, Vec<Finding>), BvhError> {
    let mut scanner = scan::Scanner::new(bytes);
    if bytes.len() > limits.bytes {
        return Err(scanner.error_at(
            0,
            BvhErrorKind::TooManyBytes {
                limit: limits.bytes,
            },
        ));
    }
    let mut findings = Vec::new();
    let joints = hierarchy::read(&mut scanner, limits, &mut findings)?;
    let columns = joints.values().map(|joint| joint.channels.len()).sum();
    if columns == 0 {
        return Err(scanner.error(BvhErrorKind::NoChannels));
    }
    let motion = motion::read(&mut scanner, columns, joints.len(), limits, &mut findings)?;
    let document = BvhDocument {
        joints,
        columns,
        frame_time: motion.frame_time,
        rate: motion.rate,
        frame_count: motion.frame_count,
        values: motion.values,
    };
    Ok((document, findings))
}
