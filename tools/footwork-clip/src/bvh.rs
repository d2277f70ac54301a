//! BVH files: the hierarchy and motion as the file has them, read and written without loss.
//!
//! A [`BvhDocument`] keeps channel order, units and exact numbers, so that a file can be cut and
//! written again without change to what is left. [`BvhDocument::to_clip`] makes a [`Clip`] of it.
//!
//! [`Clip`]: crate::clip::Clip

mod convert;
mod decimal;
mod document;
mod error;
mod from_clip;
mod hierarchy;
mod motion;
mod scan;
mod write;

pub use document::{Axis, BvhChannel, BvhDocument, BvhJoint};
pub use error::{BvhError, BvhErrorKind};
pub use write::write_bvh;

use crate::finding::Finding;
use crate::limits::Limits;

/// Reads a BVH file.
///
/// Any order and any set of channels, any number of joints and roots, CRLF, tabs, scientific
/// notation, a byte order mark, keywords in any case and blank lines are read. A row of motion
/// may run over several lines but must end where a line ends, so that a missing or surplus number
/// is noticed where it is. These are read and reported: a declared number of frames that
/// disagrees with the rows (`frame-count`), a last row that the file breaks off in
/// (`truncated-row`; it is left out), joints of one name (`same-name`), a joint without an offset
/// (`no-offset`; it is 0), and a name that is not UTF-8 (`name-not-utf8`).
///
/// # Errors
/// For anything else, with line and column; see [`BvhErrorKind`].
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
