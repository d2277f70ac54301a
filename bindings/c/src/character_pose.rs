//! The output of a character: its root, the transforms of its joints, and its footsteps.

use footwork::matching::{Foot, JointPlace, Repertoire, Space};

use crate::character::{Acting, CHARACTERS, fw_character, fw_placement};
use crate::door::{Buffer, call, out, slice, slice_mut};
use crate::error::{Fault, fw_error, fw_status};
use crate::repertoire::{offset_m, transform_to_c, transforms_of};

/// The space of the root, which is on the ground below the character with z ahead.
pub const FW_SPACE_ROOT: u32 = 0;
/// The space of the world.
pub const FW_SPACE_WORLD: u32 = 1;

/// The left foot.
pub const FW_FOOT_LEFT: u32 = 0;
/// The right foot.
pub const FW_FOOT_RIGHT: u32 = 1;

/// A foot that came to stand: the moment for a sound, dust or a print.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_footstep {
    /// The position in the world of the joint that stands, in metres. It is the ball of the foot, or the ankle of a skeleton
    /// without it.
    pub position_m: [f64; 3],
    /// The foot: an FW_FOOT_.
    pub foot: u32,
    /// The speed of the root along the ground, in m/s. Use it to make faster steps louder.
    pub speed_mps: f32,
}

/// Writes the place of the root, to which the transforms of the hips are relative.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_get_root(
    character: fw_character,
    root: *mut fw_placement,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let root = out(root, "root")?;
        let acting = CHARACTERS.take(character.handle)?;
        let from = acting.character.pose().root;
        root.write(fw_placement {
            position_m: from.position_m,
            heading_rad: from.heading_rad,
        });
    })
}

/// Writes the transforms of joints. Each has seven numbers: the rotation x, y, z, w and the position in metres, in the space
/// of the parent. The hips are in the space of the root. `mask` has a byte for each joint. A joint whose byte is 0 keeps its
/// numbers. If `mask` is empty, all joints are written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_pose(
    character: fw_character,
    mask: *const u8,
    mask_count: usize,
    transforms: *mut f32,
    transforms_count: usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let mask = slice(mask, mask_count, "mask")?;
        let to = slice_mut(transforms, transforms_count, "transforms")?;
        let acting = CHARACTERS.take(character.handle)?;
        let poses = acting.character.repertoire();
        let to = transforms_of(to, poses)?;
        if !mask.is_empty() && mask.len() != to.len() {
            let message = format!("`mask` has {} bytes, not {}", mask.len(), to.len());
            return Err(Fault::new(fw_status::FW_BAD_SIZE, message));
        }
        let pose = acting.character.pose();
        for (joint, (to, rotation)) in to.iter_mut().zip(&pose.rotations).enumerate() {
            if mask.get(joint).is_none_or(|byte| *byte != 0) {
                let at_m = if joint == 0 {
                    pose.hips_m
                } else {
                    offset_m(poses, joint)
                };
                *to = transform_to_c(*rotation, at_m);
            }
        }
    })
}

/// Plants the feet of transforms of `fw_character_pose` that other animation layers have changed. The hips sink and the legs
/// bend as in the last update. Use it for a character with `feet_last`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_plant_feet(
    character: fw_character,
    transforms: *mut f32,
    transforms_count: usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let to = slice_mut(transforms, transforms_count, "transforms")?;
        let mut acting = CHARACTERS.take(character.handle)?;
        let Acting {
            character,
            rotations,
            ..
        } = &mut *acting;
        let to = transforms_of(to, character.repertoire())?;
        let [.., left, up, ahead] = to[0];
        let mut hips_m = [left, up, ahead];
        rotations.clear();
        rotations.extend(to.iter().map(|&[x, y, z, w, ..]| [x, y, z, w]));
        let done = character.plant_feet(&mut hips_m, rotations);
        done.map_err(Fault::caused)?;
        to[0][4..].copy_from_slice(&hips_m);
        for (to, rotation) in to.iter_mut().zip(rotations) {
            to[..4].copy_from_slice(rotation);
        }
    })
}

/// Writes the transforms of all joints in one space. Each has seven numbers: the rotation x, y, z, w and the position in
/// metres. `space` is an FW_SPACE_. In the world, the place of the root is part of each transform.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_pose_in(
    character: fw_character,
    space: u32,
    transforms: *mut f32,
    transforms_count: usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let to = slice_mut(transforms, transforms_count, "transforms")?;
        let space = match space {
            FW_SPACE_ROOT => Space::Root,
            FW_SPACE_WORLD => Space::World,
            other => {
                let message = format!("`space` is {other}, which is no FW_SPACE_ constant");
                return Err(Fault::range(message));
            }
        };
        let mut acting = CHARACTERS.take(character.handle)?;
        let Acting {
            character, places, ..
        } = &mut *acting;
        let to = transforms_of(to, character.repertoire())?;
        places.resize(to.len(), JointPlace::default());
        let rig = character.repertoire().rig();
        character.pose().joints(rig, space, places);
        for (to, from) in to.iter_mut().zip(places) {
            *to = transform_to_c(from.rotation, from.position_m);
        }
    })
}

/// Writes the feet that came to stand in the last update, at most two. A foot that was in the air for less than 0.1 s does
/// not count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_footsteps(
    character: fw_character,
    footsteps: *mut fw_footstep,
    footsteps_capacity: usize,
    footsteps_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(footsteps, footsteps_capacity, footsteps_count, "footsteps")?;
        let acting = CHARACTERS.take(character.handle)?;
        let steps = acting.character.footsteps();
        room.fill(
            steps.len(),
            steps.iter().map(|step| fw_footstep {
                position_m: step.position_m,
                foot: match step.foot {
                    Foot::Left => FW_FOOT_LEFT,
                    Foot::Right => FW_FOOT_RIGHT,
                },
                speed_mps: step.speed_mps,
            }),
        )?;
    })
}
