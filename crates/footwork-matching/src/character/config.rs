//! The configuration of a character: how it moves, and how often it updates.

use crate::controller::ControllerConfig;
use crate::foot_lock::FootLockConfig;
use crate::playback::PlaybackConfig;

/// How often a character updates and searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detail {
    /// The character advances in every `update_every`-th call of [`Character::update`](crate::Character::update), by
    /// the time since it last advanced. In the other calls, it keeps its pose. 1 by default; 0 counts as 1.
    pub update_every: u32,
    /// The time between searches, in seconds; `None` means [`Rules::every_secs`](crate::Rules::every_secs).
    pub search_every_secs: Option<f32>,
    /// A number that differs between characters, such as their index. It distributes the updates and searches of many
    /// characters over frames.
    pub spread: u32,
}

impl Default for Detail {
    fn default() -> Self {
        Self {
            update_every: 1,
            search_every_secs: None,
            spread: 0,
        }
    }
}

/// The configuration of a character.
#[derive(Clone, Debug)]
pub struct CharacterConfig {
    /// How the character follows the stick.
    pub controller: ControllerConfig,
    /// The configuration of jumps, blends and the foot lock. Without a foot lock, the feet do not adapt to the height
    /// of the ground.
    pub playback: PlaybackConfig,
    /// The largest distance that the hips sink so that a foot reaches the ground, in metres. 0.25 by default.
    pub max_drop_m: f32,
    /// How often the character updates and searches.
    pub detail: Detail,
    /// Whether [`Character::update`](crate::Character::update) leaves the feet to a later call of
    /// [`Character::plant_feet`](crate::Character::plant_feet), after other animation layers have changed the pose.
    /// `false` by default.
    pub feet_last: bool,
}

impl Default for CharacterConfig {
    fn default() -> Self {
        Self {
            controller: ControllerConfig::default(),
            playback: PlaybackConfig {
                foot_lock: Some(FootLockConfig::default()),
                ..PlaybackConfig::default()
            },
            max_drop_m: 0.25,
            detail: Detail::default(),
            feet_last: false,
        }
    }
}
