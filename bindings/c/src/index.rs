//! Indices of poses by their features, and filters of poses.

use std::ffi::c_char;
use std::sync::Arc;

use footwork::base::FrameRange;
use footwork::matching::{
    ClipId, Filter, Index, Match, OpenIndexError, PoseId, PoseSpan, Search, Twins,
};
use footwork::{common_clips, pose_spans};

use crate::FW_NONE;
use crate::door::{Grows, call, out, sized, slice, text, value};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::query::{QUERIES, fw_query, fw_range};
use crate::tracks::fw_rate;

pub(crate) static INDICES: Table<Arc<Index>> = Table::new(Kind::Index);
static FILTERS: Table<Arc<Filter>> = Table::new(Kind::Poses);

/// An index of poses. Any number of threads may use the same index concurrently.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_index {
    /// 0 is null.
    pub handle: u64,
}

/// A set of poses that a search may find. Any number of threads may use the same filter concurrently.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_pose_filter {
    /// 0 is null.
    pub handle: u64,
}

/// A pose of an index.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_pose_id {
    /// The clip, as the index numbers it.
    pub clip: u32,
    /// The frame, at the rate of the index.
    pub frame: u32,
    /// Whether it is the pose of the mirrored twin.
    pub mirrored: u32,
}

/// The contents of an index.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_index_info {
    /// The frame rate.
    pub rate: fw_rate,
    /// The number of poses, including those of mirrored twins.
    pub poses: u64,
    /// The number of poses that a search may find.
    pub candidates: u64,
    /// The number of clips.
    pub clips: u32,
    /// The number of values in a goal.
    pub features: u32,
}

/// The options of a search. Set `size`, and all other fields to 0 for the default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_search_options {
    /// `sizeof(fw_search_options)`.
    pub size: u32,
    /// Whether poses that cost more than `max_cost` are excluded.
    pub has_max_cost: u32,
    /// The poses that may be found; a null handle for all.
    pub filter: fw_pose_filter,
    /// The weights of all groups, which replace those of the schema; may be NULL.
    pub weights: *const f32,
    /// The number of weights.
    pub weights_count: usize,
    /// The largest cost. A good bound is the cost of playing on.
    pub max_cost: f32,
    /// Always 0.
    pub reserved: u32,
}

// SAFETY: all fields are plain numbers or a pointer, and the first is the size.
unsafe impl Grows for fw_search_options {
    const NAME: &'static str = "fw_search_options";
}

/// A result of a search.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_match {
    /// The pose.
    pub pose: fw_pose_id,
    /// The cost of the pose.
    pub cost: f32,
}

/// A clip and its mirrored twin.
pub const FW_TWINS_BOTH: u32 = 0;
/// The clip as it was recorded.
pub const FW_TWINS_ORIGINAL: u32 = 1;
/// The mirrored twin of the clip.
pub const FW_TWINS_MIRRORED: u32 = 2;

/// Bytes in the caller's memory.
struct Borrowed(&'static [u8]);

impl AsRef<[u8]> for Borrowed {
    fn as_ref(&self) -> &[u8] {
        self.0
    }
}

/// Opens an index in memory. If `is_kept` is 0, the bytes are copied. If `is_kept` is not 0, they are used in place, and must
/// stay there unchanged until the index is destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_index_from_bytes(
    bytes: *const u8,
    bytes_len: usize,
    is_kept: u8,
    index: *mut fw_index,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(index, "index")?;
        let bytes: &'static [u8] = slice(bytes, bytes_len, "bytes")?;
        let made = if is_kept != 0 {
            Index::from_bytes(Borrowed(bytes))
        } else {
            Index::from_bytes(bytes.to_vec())
        };
        let wrong = |wrong: OpenIndexError| Fault::new(fw_status::FW_BAD_DATA, wrong.to_string());
        handle.write(fw_index {
            handle: INDICES.insert(Arc::new(made.map_err(wrong)?))?,
        });
    })
}

/// Destroys an index.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_index_destroy(index: fw_index, error: *mut fw_error) -> fw_status {
    call!(error, {
        INDICES.remove(index.handle)?;
    })
}

/// Writes the contents of an index.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_index_get_info(
    index: fw_index,
    info: *mut fw_index_info,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let info = out(info, "info")?;
        let index = INDICES.read(index.handle)?;
        let rate = index.schema().rate();
        info.write(fw_index_info {
            rate: fw_rate {
                numerator: rate.numerator(),
                denominator: rate.denominator(),
            },
            poses: index.pose_count() as u64,
            candidates: index.candidate_count() as u64,
            clips: u32::try_from(index.clips().len()).unwrap_or(u32::MAX),
            features: u32::try_from(index.schema().feature_count()).unwrap_or(u32::MAX),
        });
    })
}

/// Writes the number of the first clip with this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_index_clip(
    index: fw_index,
    name: *const c_char,
    name_len: usize,
    clip: *mut u32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let clip = out(clip, "clip")?;
        let name = text(name, name_len, "name")?;
        let clips = INDICES.read(index.handle)?.clips();
        let found = clips.iter().position(|clip| clip.name() == name);
        let unknown = || format!("no clip of the index is named `{name}`");
        let found = found.and_then(|place| u32::try_from(place).ok());
        clip.write(found.ok_or_else(|| Fault::new(fw_status::FW_UNKNOWN_NAME, unknown()))?);
    })
}

/// Writes the range of a goal's values that belongs to a group of the schema, such as "left_foot position".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_index_group(
    index: fw_index,
    name: *const c_char,
    name_len: usize,
    first: *mut u32,
    count: *mut u32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let (first, count) = (out(first, "first")?, out(count, "count")?);
        let name = text(name, name_len, "name")?;
        let found = INDICES.read(index.handle)?.schema().features_of(name);
        let unknown = || format!("the schema has no group `{name}`");
        let found = found.ok_or_else(|| Fault::new(fw_status::FW_UNKNOWN_NAME, unknown()))?;
        first.write(u32::try_from(found.start).map_err(Fault::range)?);
        count.write(u32::try_from(found.len()).map_err(Fault::range)?);
    })
}

/// Writes the features of a pose: as many values as a goal has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_index_features(
    index: fw_index,
    pose: fw_pose_id,
    features: *mut f32,
    features_count: usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let features = crate::door::slice_mut(features, features_count, "features")?;
        let index = INDICES.read(index.handle)?;
        let expected = index.schema().feature_count();
        if features.len() != expected {
            let message = format!("`features` has {} numbers, not {expected}", features.len());
            return Err(Fault::new(fw_status::FW_BAD_SIZE, message));
        }
        if !index.features(pose_of(pose), features) {
            return Err(Fault::range("the index has no such pose"));
        }
    })
}

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

/// Makes a filter from the frames that a query finds, in clips with the same names in the index and the database; it is an error if
/// they have no clip in common. `twins` is an FW_TWINS_. Call it while loading, because it allocates.
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

/// Makes a filter for jumps, from the frames that a query finds: it leaves out the last `runway_secs` of each range, or the
/// second half of a range shorter than twice that, so that a clip still plays on within the range after a jump. Characters need
/// such a filter: pass the `overrun_secs` of their rules, by default 0.2. Otherwise as `fw_pose_filter_from_query`.
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

/// Writes the poses nearest to a goal, best first: as many as there are and fit in the buffer, at most FW_MAX_MATCHES.
/// `options` may be NULL for the default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_index_search(
    index: fw_index,
    goal: *const f32,
    goal_count: usize,
    options: *const fw_search_options,
    matches: *mut fw_match,
    matches_capacity: usize,
    matches_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let count = out(matches_count, "matches_count")?;
        let goal = slice(goal, goal_count, "goal")?;
        let capacity = matches_capacity.min(FW_MAX_MATCHES);
        let to: &mut [fw_match] = crate::door::slice_mut(matches, capacity, "matches")?;
        let index = INDICES.read(index.handle)?;
        with_search(options, |search| {
            let mut best = [NO_MATCH; FW_MAX_MATCHES];
            let found = index
                .top(goal, search, &mut best[..to.len()])
                .map_err(|wrong| Fault::new(fw_status::FW_OUT_OF_RANGE, wrong.to_string()))?;
            for (to, from) in to.iter_mut().zip(&best[..found]) {
                *to = match_to_c(from);
            }
            count.write(found);
            Ok(())
        })?;
    })
}

/// The maximum number of poses that `fw_index_search` finds.
pub const FW_MAX_MATCHES: usize = 64;

const NO_MATCH: Match = Match {
    pose: PoseId {
        clip: ClipId::new(0),
        frame: 0,
        mirrored: false,
    },
    cost: 0.0,
};

/// Calls a function with the caller's search.
///
/// # Safety
/// As for [`sized`].
pub(crate) unsafe fn with_search(
    options: *const fw_search_options,
    run: impl FnOnce(&Search<'_>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    if options.is_null() {
        return run(&Search::default());
    }
    // SAFETY: as the caller promises.
    let given = unsafe { sized(options) }?;
    let weights = if given.weights.is_null() {
        None
    } else {
        // SAFETY: as the caller promises.
        Some(unsafe { slice(given.weights, given.weights_count, "weights") }?)
    };
    let filter = match given.filter.handle {
        0 => None,
        handle => Some(&**FILTERS.read(handle)?),
    };
    let default = Search::default();
    let max_cost = if given.has_max_cost != 0 {
        given.max_cost
    } else {
        default.max_cost
    };
    run(&Search {
        weights,
        filter,
        max_cost,
        ..default
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
    let handle = FILTERS.insert(Arc::new(made))?;
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

pub(crate) fn pose_of(from: fw_pose_id) -> PoseId {
    PoseId {
        clip: ClipId::new(from.clip),
        frame: from.frame,
        mirrored: from.mirrored != 0,
    }
}

pub(crate) fn pose_to_c(from: PoseId) -> fw_pose_id {
    fw_pose_id {
        clip: from.clip.number(),
        frame: from.frame,
        mirrored: u32::from(from.mirrored),
    }
}

/// Converts a match to its C struct.
pub(crate) fn match_to_c(from: &Match) -> fw_match {
    fw_match {
        pose: pose_to_c(from.pose),
        cost: from.cost,
    }
}

pub(crate) const NO_POSE: fw_pose_id = fw_pose_id {
    clip: FW_NONE,
    frame: 0,
    mirrored: 0,
};

/// Reads a pose of the caller's.
///
/// # Safety
/// As for [`value`].
pub(crate) unsafe fn pose_at(pose: *const fw_pose_id) -> Result<PoseId, Fault> {
    // SAFETY: as the caller promises.
    unsafe { value(pose, "pose") }.map(pose_of)
}
