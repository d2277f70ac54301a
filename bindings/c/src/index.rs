//! Indices of poses by their features.

use std::ffi::c_char;
use std::sync::Arc;

use footwork::matching::{ClipId, Index, OpenIndexError, PoseId};

use crate::FW_NONE;
use crate::door::{Buffer, call, fill_text, numbered, out, slice, text, value};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::tracks::fw_rate;

pub(crate) static INDICES: Table<Arc<Index>> = Table::new(Kind::Index);

/// An index of poses. Any number of threads may use the same index concurrently.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_index {
    /// 0 is null.
    pub handle: u64,
}

/// A pose of an index.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_pose_id {
    /// The number of the clip in the index.
    pub clip: u32,
    /// The frame, at the rate of the index.
    pub frame: u32,
    /// Whether it is the pose of the mirrored twin.
    pub mirrored: u32,
}

/// The rate and the counts of an index.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_index_info {
    /// The frame rate.
    pub rate: fw_rate,
    /// The number of poses, including those of mirrored twins.
    pub poses: u64,
    /// The number of poses that a search can return.
    pub candidates: u64,
    /// The number of clips.
    pub clips: u32,
    /// The number of values in a goal.
    pub features: u32,
}

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

/// Writes the rate and the counts of an index.
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

/// Writes the name of a group of the schema, by its number from 0, such as "left_foot position". It is UTF-8 without a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_index_group_name(
    index: fw_index,
    group: u32,
    name: *mut c_char,
    name_capacity: usize,
    name_len: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(name, name_capacity, name_len, "name")?;
        let groups = INDICES.read(index.handle)?.schema().groups();
        let found = groups.get(group as usize);
        fill_text(room, &numbered(found, group, "group", groups.len())?.name)?;
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

pub(crate) const NO_POSE: fw_pose_id = fw_pose_id {
    clip: FW_NONE,
    frame: 0,
    mirrored: 0,
};

/// Reads a pose from the caller's memory.
///
/// # Safety
/// As for [`value`].
pub(crate) unsafe fn pose_at(pose: *const fw_pose_id) -> Result<PoseId, Fault> {
    // SAFETY: as the caller promises.
    unsafe { value(pose, "pose") }.map(pose_of)
}
