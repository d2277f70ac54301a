//! The configuration of a character.

use footwork::matching::{CharacterConfig, Detail, FootLockConfig, PlaybackConfig};

use crate::blend::{blend_config_of, blend_config_to_c, fw_blend_config};
use crate::door::{Grows, call, fill_sized, size_field};
use crate::error::{Fault, fw_error, fw_status};
use crate::matcher::{controller_config_of, controller_config_to_c, fw_controller_config};
use crate::rules::{fw_rules, rules_of, rules_to_c};

/// The configuration of a character. Set `size`, then call `fw_character_config_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_character_config {
    /// `sizeof(fw_character_config)`.
    pub size: u32,
    /// The number of updates for one movement; 0 counts as 1. The character moves once in this number of updates, and
    /// then makes up for all the time since it last moved. In the other updates it keeps its pose.
    pub update_every: u32,
    /// A number that differs between characters, such as their index. It spreads updates and searches over frames.
    pub spread: u32,
    /// Whether updates leave the feet to `fw_character_plant_feet`, after other animation layers.
    pub feet_last: u8,
    /// Whether joints bend at most as far as in the clips.
    pub limits_joints: u8,
    /// Whether standing feet are held in place. If not, feet do not reach for the ground either.
    pub holds_feet: u8,
    /// Always 0.
    pub reserved: u8,
    /// The largest distance of a held foot from its place in the clip, in metres. Beyond it, the foot is released.
    pub release_m: f32,
    /// The time after which a foot held away from its place in the clip is released, in seconds.
    pub release_secs: f32,
    /// The half-life of the distance of a stepping or released foot from its goal, in seconds.
    pub feet_halflife_secs: f32,
    /// The largest distance that the hips sink for a foot that does not reach the ground, in metres.
    pub max_drop_m: f32,
    /// The rules of searches and jumps.
    pub rules: fw_rules,
    /// The configuration of blends.
    pub blend: fw_blend_config,
    /// How the character follows the stick.
    pub controller: fw_controller_config,
}

// SAFETY: all fields are plain numbers, and the first is the size.
unsafe impl Grows for fw_character_config {
    const NAME: &'static str = "fw_character_config";
}

/// Fills the defaults in. Set `size` before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_config_default(
    config: *mut fw_character_config,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let from = CharacterConfig::default();
        let lock = FootLockConfig::default();
        let defaults = fw_character_config {
            size: size_field::<fw_character_config>(),
            update_every: from.detail.update_every,
            spread: from.detail.spread,
            feet_last: u8::from(from.feet_last),
            limits_joints: 1,
            holds_feet: 1,
            reserved: 0,
            release_m: lock.release_m,
            release_secs: lock.release_secs,
            feet_halflife_secs: lock.halflife_secs,
            max_drop_m: from.max_drop_m,
            rules: rules_to_c(&from.playback.rules),
            blend: blend_config_to_c(&from.playback.blend),
            controller: controller_config_to_c(&from.controller),
        };
        fill_sized(config, defaults)?;
    })
}

pub(crate) fn config_of(
    from: &fw_character_config,
    of: &PlaybackConfig,
) -> Result<CharacterConfig, Fault> {
    let limits = of.limits.as_ref();
    let lock = FootLockConfig {
        release_m: from.release_m,
        release_secs: from.release_secs,
        halflife_secs: from.feet_halflife_secs,
    };
    Ok(CharacterConfig {
        controller: controller_config_of(&from.controller),
        playback: PlaybackConfig {
            rules: rules_of(&from.rules),
            blend: blend_config_of(&from.blend)?,
            limits: limits.filter(|_| from.limits_joints != 0).cloned(),
            foot_lock: (from.holds_feet != 0).then_some(lock),
        },
        max_drop_m: from.max_drop_m,
        detail: Detail {
            update_every: from.update_every,
            search_every_secs: None,
            spread: from.spread,
        },
        feet_last: from.feet_last != 0,
    })
}
