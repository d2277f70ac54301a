//! Compressed motion of one skeleton, and the index of its poses: all that characters of one kind can play.

use std::borrow::Cow;
use std::ffi::c_char;
use std::sync::{Arc, OnceLock};

use footwork::matching::{PlaybackConfig, Repertoire};
use footwork::poses::{PoseFile, RootPlace, SkeletonId, Transform};
use footwork::{CompressedPoses, UnknownJoint};

use crate::FW_NONE;
use crate::door::{Buffer, call, out, slice, slice_mut, text};
use crate::error::{Fault, fw_error, fw_status};
use crate::file;
use crate::handle::{Kind, Table};
use crate::index::{INDICES, fw_index, fw_pose_id, pose_of};

pub(crate) static REPERTOIRES: Table<Played> = Table::new(Kind::Repertoire);

/// The numbers of a transform.
pub(crate) const TRANSFORM: usize = 7;

pub(crate) type Poses = CompressedPoses<Box<PoseFile<Cow<'static, [u8]>>>>;

pub(crate) struct Played {
    pub(crate) poses: Arc<Poses>,
    config: OnceLock<PlaybackConfig>,
}

impl Played {
    /// Returns how its clips are played. The first call decodes all clips.
    pub(crate) fn config(&self) -> &PlaybackConfig {
        self.config.get_or_init(|| self.poses.playback_config())
    }
}

/// The clips of one skeleton, as written by `footwork compile --poses`. A repertoire has compressed motion, and the index of
/// its poses. Any number of threads may use the same repertoire concurrently. Objects made from it keep the data they need.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_repertoire {
    /// 0 is null.
    pub handle: u64,
}

/// The size of a repertoire.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_repertoire_info {
    /// The number of joints. Joint 0 is the hips.
    pub joints: u32,
    /// The number of clips in the index.
    pub clips: u32,
}

/// A joint of a repertoire.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_joint {
    /// The parent, which comes before it; FW_NONE for the hips.
    pub parent: u32,
    /// The rotation at rest, a quaternion x, y, z, w in the space of the parent.
    pub rotation: [f32; 4],
    /// The position in the space of the parent, in metres.
    pub position_m: [f32; 3],
}

/// The place of the root in a clip.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_clip_root {
    /// The x and z of the place in the space of the clip, in metres.
    pub position_m: [f64; 2],
    /// The x and z of the direction that the character faces, of length 1.
    pub facing: [f64; 2],
}

/// Opens a `.fwposes` file in memory, for the skeleton with this number: 0 for the first. If `is_kept` is 0, the bytes are copied.
/// If `is_kept` is not 0, motion is decoded from them in place, and they must stay there unchanged until the repertoire and all
/// characters made from it are destroyed. Call it while loading, because it allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_repertoire_from_bytes(
    bytes: *const u8,
    bytes_len: usize,
    skeleton: u32,
    is_kept: u8,
    repertoire: *mut fw_repertoire,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(repertoire, "repertoire")?;
        let bytes: &'static [u8] = slice(bytes, bytes_len, "bytes")?;
        let bytes = if is_kept != 0 {
            Cow::Borrowed(bytes)
        } else {
            Cow::Owned(bytes.to_vec())
        };
        handle.write(opened(bytes, skeleton)?);
    })
}

/// Reads a `.fwposes` file, whose path is UTF-8, for the skeleton with this number: 0 for the first. Call it while loading,
/// because it allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_repertoire_open(
    path: *const c_char,
    path_len: usize,
    skeleton: u32,
    repertoire: *mut fw_repertoire,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(repertoire, "repertoire")?;
        let bytes = file::read(text(path, path_len, "path")?)?;
        handle.write(opened(Cow::Owned(bytes), skeleton)?);
    })
}

fn opened(bytes: Cow<'static, [u8]>, skeleton: u32) -> Result<fw_repertoire, Fault> {
    let file = PoseFile::open(bytes).map_err(Fault::data)?;
    file.verify().map_err(Fault::data)?;
    let poses = CompressedPoses::new(Box::new(file), SkeletonId::new(skeleton));
    let poses = Arc::new(poses.map_err(Fault::data)?);
    let config = OnceLock::new();
    Ok(fw_repertoire {
        handle: REPERTOIRES.insert(Played { poses, config })?,
    })
}

/// Destroys a repertoire. Characters and indices made from it remain.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_repertoire_destroy(
    repertoire: fw_repertoire,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        REPERTOIRES.remove(repertoire.handle)?;
    })
}

/// Writes the size of a repertoire.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_repertoire_get_info(
    repertoire: fw_repertoire,
    info: *mut fw_repertoire_info,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let info = out(info, "info")?;
        let poses = &REPERTOIRES.read(repertoire.handle)?.poses;
        let narrow = |count| u32::try_from(count).unwrap_or(u32::MAX);
        info.write(fw_repertoire_info {
            joints: narrow(poses.joint_count()),
            clips: narrow(poses.index().clips().len()),
        });
    })
}

/// Makes the index of a repertoire, for filters and searches. It shares the memory of the repertoire.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_index_from_repertoire(
    repertoire: fw_repertoire,
    index: *mut fw_index,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(index, "index")?;
        let poses = &REPERTOIRES.read(repertoire.handle)?.poses;
        handle.write(fw_index {
            handle: INDICES.insert(poses.shared_index())?,
        });
    })
}

/// Writes a joint.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_repertoire_joint(
    repertoire: fw_repertoire,
    joint: u32,
    found: *mut fw_joint,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let found = out(found, "found")?;
        let poses = &REPERTOIRES.read(repertoire.handle)?.poses;
        let (_, parent, rest) = joint_of(poses, joint)?;
        found.write(fw_joint {
            parent: parent.unwrap_or(FW_NONE),
            rotation: rest.rotation,
            position_m: rest.translation_m,
        });
    })
}

/// Writes the name of a joint, as written in the clips.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_repertoire_joint_name(
    repertoire: fw_repertoire,
    joint: u32,
    name: *mut c_char,
    name_capacity: usize,
    name_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(name.cast::<u8>(), name_capacity, name_count, "name")?;
        let poses = &REPERTOIRES.read(repertoire.handle)?.poses;
        let (name, ..) = joint_of(poses, joint)?;
        room.fill(name.len(), name.bytes())?;
    })
}

/// Writes the number of the first joint with this name. If there is none, the error has similar names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_repertoire_find_joint(
    repertoire: fw_repertoire,
    name: *const c_char,
    name_len: usize,
    joint: *mut u32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let joint = out(joint, "joint")?;
        let name = text(name, name_len, "name")?;
        let poses = &REPERTOIRES.read(repertoire.handle)?.poses;
        let unknown =
            |error: UnknownJoint| Fault::new(fw_status::FW_UNKNOWN_NAME, error.to_string());
        let found = poses.joint(name).map_err(unknown)?;
        joint.write(u32::try_from(found).map_err(Fault::range)?);
    })
}

/// Writes the transforms of all joints at a pose. Each has seven numbers: the rotation x, y, z, w in the space of the parent,
/// and the position in metres. `part` is the fraction of the way to the next frame, from 0 to 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_repertoire_decode(
    repertoire: fw_repertoire,
    pose: fw_pose_id,
    part: f32,
    transforms: *mut f32,
    transforms_count: usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let transforms = slice_mut(transforms, transforms_count, "transforms")?;
        let poses = &REPERTOIRES.read(repertoire.handle)?.poses;
        let to = transforms_of(transforms, poses)?;
        decoded(poses, pose, part, |_, joints| {
            for (to, from) in to.iter_mut().zip(joints) {
                *to = transform_to_c(from.rotation, from.translation_m);
            }
        })?;
    })
}

/// Writes the place of the root at a pose. The transforms of the hips are relative to it. `part` is the fraction of the way
/// to the next frame, from 0 to 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_repertoire_root(
    repertoire: fw_repertoire,
    pose: fw_pose_id,
    part: f32,
    root: *mut fw_clip_root,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let to = out(root, "root")?;
        let poses = &REPERTOIRES.read(repertoire.handle)?.poses;
        decoded(poses, pose, part, |root, _| {
            to.write(fw_clip_root {
                position_m: root.position_m.map(f64::from),
                facing: root.facing.map(f64::from),
            });
        })?;
    })
}

/// Decodes a pose, and passes its root and its joints on.
fn decoded(
    poses: &Poses,
    pose: fw_pose_id,
    part: f32,
    then: impl FnOnce(RootPlace, &[Transform]),
) -> Result<(), Fault> {
    if !(0.0..=1.0).contains(&part) {
        return Err(Fault::range(format!("a part is from 0 to 1, not {part}")));
    }
    let count = poses.joint_count();
    let mut few = [Transform::IDENTITY; 96];
    let mut many = Vec::new();
    let joints = match few.get_mut(..count) {
        Some(few) => few,
        None => {
            many.resize(count, Transform::IDENTITY);
            &mut many
        }
    };
    let root = poses.decode(pose_of(pose), part, joints);
    then(
        root.ok_or_else(|| Fault::range("the index has no such clip"))?,
        joints,
    );
    Ok(())
}

/// Returns the name, the parent and the rest pose of a joint.
fn joint_of(poses: &Poses, joint: u32) -> Result<(&str, Option<u32>, Transform), Fault> {
    let skeleton = poses
        .file()
        .skeleton(poses.skeleton())
        .ok_or_else(|| Fault::range("no skeleton"))?;
    let found = skeleton.joints().nth(joint as usize);
    let wrong = || Fault::range(format!("the skeleton has no joint {joint}"));
    let found = found.ok_or_else(wrong)?;
    let parent = found.parent.and_then(|parent| u32::try_from(parent).ok());
    Ok((found.name, parent, found.rest))
}

/// Returns the caller's transforms, which must be those of all joints.
pub(crate) fn transforms_of<'a>(
    transforms: &'a mut [f32],
    poses: &Poses,
) -> Result<&'a mut [[f32; TRANSFORM]], Fault> {
    let wanted = poses.joint_count() * TRANSFORM;
    if transforms.len() != wanted {
        let found = transforms.len();
        let message = format!("`transforms` has {found} numbers, not {wanted}");
        return Err(Fault::new(fw_status::FW_BAD_SIZE, message));
    }
    Ok(transforms.as_chunks_mut().0)
}

pub(crate) fn transform_to_c([x, y, z, w]: [f32; 4], at_m: [f32; 3]) -> [f32; TRANSFORM] {
    let [left, up, ahead] = at_m;
    [x, y, z, w, left, up, ahead]
}

/// Returns the offset of a joint from its parent; zeros if there is no such joint.
pub(crate) fn offset_m(poses: &Poses, joint: usize) -> [f32; 3] {
    let offsets = poses.rig().offsets_m();
    offsets.get(joint).copied().unwrap_or_default()
}
