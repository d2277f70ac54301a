//! Blends between poses.

use footwork::matching::{Blend, BlendConfig, BlendStyle, Motion};

use crate::door::{Grows, call, fill_sized, out, size_field, sized, slice, slice_mut};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};

static BLENDS: Table<Blended> = Table::new(Kind::Blend);

/// A blend, with motions whose memory is reused.
struct Blended {
    blend: Blend,
    shown: Motion,
    plays: Motion,
}

/// The blend of one character. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_blend {
    /// 0 is null.
    pub handle: u64,
}

/// Dead blending. The shown motion continues at its own speed, which decays, and fades into the playing motion.
pub const FW_BLEND_DEAD: u32 = 0;
/// The difference to the playing motion vanishes like a critically damped spring.
pub const FW_BLEND_INERTIAL: u32 = 1;
/// The shown pose stands still and fades into the playing motion.
pub const FW_BLEND_CROSSFADE: u32 = 2;

/// The configuration of blends. Set `size`, then call `fw_blend_config_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_blend_config {
    /// `sizeof(fw_blend_config)`.
    pub size: u32,
    /// An `FW_BLEND_`.
    pub style: u32,
    /// The duration of a fade, in seconds. Inertial blends do not use it.
    pub fade_secs: f32,
    /// The half-life of speeds or differences, in seconds. Crossfades do not use it.
    pub halflife_secs: f32,
    /// The largest angular speed of a joint at the start of a blend, in rad/s.
    pub max_spin_radps: f32,
    /// The largest speed of the hips at the start of a blend, in m/s.
    pub max_speed_mps: f32,
}

/// A pose with its velocities. You own the arrays of its joints.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_motion {
    /// `sizeof(fw_motion)`.
    pub size: u32,
    /// The number of joints.
    pub joints: u32,
    /// The position of the hips relative to the root on the ground, in metres.
    pub hips_m: [f32; 3],
    /// The velocity of the hips relative to the root, in m/s.
    pub hips_mps: [f32; 3],
    /// The velocity of the root: to the left and ahead in m/s, then the turning speed about +y in rad/s.
    pub root_velocity: [f32; 3],
    /// Always 0.
    pub reserved: u32,
    /// A quaternion x, y, z, w for each joint, in the space of its parent. That of the hips is in the space of the
    /// character.
    pub rotations: *mut f32,
    /// The angular velocity of each joint in the space of its parent: an axis times an angular speed in rad/s.
    pub spins_radps: *mut f32,
}

// SAFETY: all fields are plain numbers, and the first is the size.
unsafe impl Grows for fw_blend_config {
    const NAME: &'static str = "fw_blend_config";
}
// SAFETY: all fields are plain numbers or pointers, and the first is the size.
unsafe impl Grows for fw_motion {
    const NAME: &'static str = "fw_motion";
}

/// Fills the defaults in. Set `size` before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_blend_config_default(
    config: *mut fw_blend_config,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        fill_sized(config, blend_config_to_c(&BlendConfig::default()))?;
    })
}

/// Makes a blend, with nothing to blend yet. `config` may be NULL for the default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_blend_create(
    config: *const fw_blend_config,
    blend: *mut fw_blend,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(blend, "blend")?;
        let config = if config.is_null() {
            BlendConfig::default()
        } else {
            blend_config_of(&sized(config)?)?
        };
        let made = Blended {
            blend: Blend::new(config, None).map_err(Fault::range)?,
            shown: Motion::new(0),
            plays: Motion::new(0),
        };
        handle.write(fw_blend {
            handle: BLENDS.insert(made)?,
        });
    })
}

/// Destroys a blend.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_blend_destroy(blend: fw_blend, error: *mut fw_error) -> fw_status {
    call!(error, {
        BLENDS.remove(blend.handle)?;
    })
}

/// Starts a blend from the shown motion to the playing one, which must have the same joints.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_blend_jump(
    blend: fw_blend,
    shown: *const fw_motion,
    plays: *const fw_motion,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let mut kept = BLENDS.take(blend.handle)?;
        let kept = &mut *kept;
        read_motion(shown, &mut kept.shown)?;
        read_motion(plays, &mut kept.plays)?;
        let done = kept.blend.jump(&kept.shown, &kept.plays);
        done.map_err(Fault::range)?;
    })
}

/// Advances time, and writes whether the shown motion still differs from the playing one. `is_active` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_blend_advance(
    blend: fw_blend,
    dt_secs: f64,
    is_active: *mut u8,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let to = if is_active.is_null() {
            None
        } else {
            Some(out(is_active, "is_active")?)
        };
        let mut kept = BLENDS.take(blend.handle)?;
        kept.blend.advance(dt_secs);
        if let Some(to) = to {
            to.write(u8::from(kept.blend.is_active()));
        }
    })
}

/// Writes the motion to show for the playing motion, which must have the same joints. Both pointers may be to the
/// same motion.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_blend_apply(
    blend: fw_blend,
    plays: *const fw_motion,
    shown: *mut fw_motion,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let mut kept = BLENDS.take(blend.handle)?;
        let kept = &mut *kept;
        let mut to = sized(shown.cast_const())?;
        read_motion(plays, &mut kept.plays)?;
        if to.joints as usize != kept.plays.rotations.len() {
            let message = format!(
                "`shown` has {} joints, `plays` has {}",
                to.joints,
                kept.plays.rotations.len()
            );
            return Err(Fault::new(fw_status::FW_BAD_SIZE, message));
        }
        let joints = to.joints as usize;
        let rotations = slice_mut(to.rotations.cast(), joints, "rotations")?;
        let spins = slice_mut(to.spins_radps.cast(), joints, "spins_radps")?;
        let done = kept.blend.apply(&kept.plays, &mut kept.shown);
        done.map_err(Fault::range)?;
        rotations.copy_from_slice(&kept.shown.rotations);
        spins.copy_from_slice(&kept.shown.spins_radps);
        to.hips_m = kept.shown.hips_m;
        to.hips_mps = kept.shown.hips_mps;
        to.root_velocity = kept.shown.root_velocity;
        shown.write(to);
    })
}

/// Reads the caller's motion into one whose memory is reused.
///
/// # Safety
/// As for [`sized`] and [`slice`].
pub(crate) unsafe fn read_motion(from: *const fw_motion, to: &mut Motion) -> Result<(), Fault> {
    // SAFETY: as the caller promises.
    let given = unsafe { sized(from) }?;
    let joints = given.joints as usize;
    // SAFETY: as the caller promises.
    let rotations = unsafe { slice(given.rotations.cast_const().cast(), joints, "rotations") }?;
    // SAFETY: as the caller promises.
    let spins = unsafe { slice(given.spins_radps.cast_const().cast(), joints, "spins_radps") }?;
    to.hips_m = given.hips_m;
    to.hips_mps = given.hips_mps;
    to.root_velocity = given.root_velocity;
    to.rotations.clear();
    to.rotations.extend_from_slice(rotations);
    to.spins_radps.clear();
    to.spins_radps.extend_from_slice(spins);
    Ok(())
}

pub(crate) fn blend_config_of(from: &fw_blend_config) -> Result<BlendConfig, Fault> {
    let (fade_secs, halflife_secs) = (from.fade_secs, from.halflife_secs);
    Ok(BlendConfig {
        style: match from.style {
            FW_BLEND_DEAD => BlendStyle::Dead {
                fade_secs,
                halflife_secs,
            },
            FW_BLEND_INERTIAL => BlendStyle::Inertial { halflife_secs },
            FW_BLEND_CROSSFADE => BlendStyle::Crossfade { fade_secs },
            other => return Err(Fault::range(format!("{other} is not a style of blending"))),
        },
        max_spin_radps: from.max_spin_radps,
        max_speed_mps: from.max_speed_mps,
    })
}

pub(crate) fn blend_config_to_c(from: &BlendConfig) -> fw_blend_config {
    let (style, fade_secs, halflife_secs) = match from.style {
        BlendStyle::Dead {
            fade_secs,
            halflife_secs,
        } => (FW_BLEND_DEAD, fade_secs, halflife_secs),
        BlendStyle::Inertial { halflife_secs } => (FW_BLEND_INERTIAL, 0.0, halflife_secs),
        BlendStyle::Crossfade { fade_secs } => (FW_BLEND_CROSSFADE, fade_secs, 0.0),
    };
    fw_blend_config {
        size: size_field::<fw_blend_config>(),
        style,
        fade_secs,
        halflife_secs,
        max_spin_radps: from.max_spin_radps,
        max_speed_mps: from.max_speed_mps,
    }
}
