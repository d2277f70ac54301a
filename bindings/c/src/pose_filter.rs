//! Filters of poses: those that a search may find.

use std::sync::Arc;

use footwork::base::FrameRange;
use footwork::matching::{ClipId, Filter, PoseSpan, Twins};
use footwork::{common_clips, pose_spans};

use crate::door::{call, out, slice};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::index::{INDICES, fw_index, fw_pose_id, pose_of};
use crate::query::{QUERIES, fw_query, fw_range};

pub(crate) static FILTERS: Table<Arc<Filter>> = Table::new(Kind::Poses);

/// A set of poses that a search may find. Any number of threads may use the same filter concurrently.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_pose_filter {
    /// 0 is null.
    pub handle: u64,
}

/// A clip and its mirrored twin.
pub const FW_TWINS_BOTH: u32 = 0;
/// The clip as it was recorded.
pub const FW_TWINS_ORIGINAL: u32 = 1;
/// The mirrored twin of the clip.
pub const FW_TWINS_MIRRORED: u32 = 2;

/// Makes a filter from ranges of frames. Clips are numbered as in the index, and frames are at the rate of each clip. `twins`
/// is an FW_TWINS_. Call it while loading, because it allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_pose_filter_from_ranges(
    index: fw_index,
    ranges: *const fw_range,
    ranges_count: usize,
    twins: u32,
    filter: *mut fw_pose_filter,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(filter, "filter")?;
        let twins = twins_of(twins)?;
        let ranges = slice(ranges, ranges_count, "ranges")?;
        let mut spans = Vec::with_capacity(ranges.len());
        for range in ranges {
            let frames = FrameRange::new(range.start, range.stop);
            let empty = || format!("the range {}..{} is empty", range.start, range.stop);
            spans.push(PoseSpan {
                clip: ClipId::new(range.clip),
                frames: frames.ok_or_else(|| Fault::range(empty()))?,
                twins,
            });
        }
        let made = Filter::new(INDICES.read(index.handle)?, spans);
        handle.write(fw_pose_filter {
            handle: FILTERS.insert(Arc::new(made))?,
        });
    })
}

/// Makes a filter from the frames that a query finds. The clips of the database and of the index are matched by name. It is
/// an error if they have no clip in common. `twins` is an FW_TWINS_. Call it while loading, because it allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_pose_filter_from_query(
    index: fw_index,
    query: fw_query,
    twins: u32,
    filter: *mut fw_pose_filter,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(filter, "filter")?;
        handle.write(filter_of(index, query, twins, None)?);
    })
}

/// Makes a filter like `fw_pose_filter_from_query`, but for jumps. It leaves out the last `runway_secs` of each range, or the
/// second half of a range shorter than twice that. So a clip still plays on within the range after a jump. Characters need
/// such a filter. Pass the `overrun_secs` of their rules, by default 0.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_pose_filter_for_landing(
    index: fw_index,
    query: fw_query,
    twins: u32,
    runway_secs: f64,
    filter: *mut fw_pose_filter,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(filter, "filter")?;
        handle.write(filter_of(index, query, twins, Some(runway_secs))?);
    })
}

/// Destroys a filter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_pose_filter_destroy(
    filter: fw_pose_filter,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        FILTERS.remove(filter.handle)?;
    })
}

/// Writes the number of poses that a filter allows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_pose_filter_count(
    filter: fw_pose_filter,
    poses: *mut u64,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let poses = out(poses, "poses")?;
        poses.write(FILTERS.read(filter.handle)?.pose_count() as u64);
    })
}

/// Writes whether a filter of this index allows a pose.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_pose_filter_allows(
    filter: fw_pose_filter,
    index: fw_index,
    pose: fw_pose_id,
    allows: *mut u8,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let allows = out(allows, "allows")?;
        let index = INDICES.read(index.handle)?;
        let filter = FILTERS.read(filter.handle)?;
        allows.write(u8::from(filter.allows(index, pose_of(pose))));
    })
}

/// Makes a filter from a query, for jumps if it has a runway.
fn filter_of(
    index: fw_index,
    query: fw_query,
    twins: u32,
    runway_secs: Option<f64>,
) -> Result<fw_pose_filter, Fault> {
    let twins = twins_of(twins)?;
    let index = INDICES.read(index.handle)?;
    let mut asked = QUERIES.take(query.handle)?;
    asked.evaluate()?;
    let clips = common_clips(&asked.database, index).map_err(Fault::data)?;
    let spans = pose_spans(&asked.ranges, |clip| clips.in_index(clip), twins);
    let made = match runway_secs {
        None => Filter::new(index, spans),
        Some(runway_secs) => Filter::new(index, index.landing_spans(spans, runway_secs)),
    };
    let handle = FILTERS.insert(Arc::new(made.named(&asked.text)))?;
    Ok(fw_pose_filter { handle })
}

fn twins_of(twins: u32) -> Result<Twins, Fault> {
    match twins {
        FW_TWINS_BOTH => Ok(Twins::Both),
        FW_TWINS_ORIGINAL => Ok(Twins::Original),
        FW_TWINS_MIRRORED => Ok(Twins::Mirrored),
        other => Err(Fault::range(format!(
            "`twins` is {other}, which is no FW_TWINS_ constant"
        ))),
    }
}
