//! Footwork in Bevy: tags as assets, and motion matching, sliding and control as systems.
//!
//! [`FootworkPlugin`] adds all of it. Each part acts on the entities with its component, and works without the others.
//!
//! | component | on | does |
//! |---|---|---|
//! | [`FootworkCharacter`] | a character with clips | plays the best of its [`AllowedPoses`] for its [`StickInput`] or [`PathInput`], within the obstacles; drives the joints of its model |
//! | [`Controls`] | a human | decides which [`Candidate`] the human controls, and sets the [`StickInput`] of that
//! candidate |
//! | [`Body`] | a body without clips | moves by its [`WantedMove`], sliding along obstacles |
//! | [`Obstacle`] | a wall, a door, a floor | stops bodies and characters, and carries bodies; follows its `Transform` |
//!
//! `footwork compile --poses` writes the assets: [`TagDatabase`] (`.tagdb`) and [`CharacterPoses`] (`.fwposes`). Lengths are in
//! metres, y is up, and a character with heading 0 faces +z, as clips do.
//!
//! A failure is a [`Failed`] message and leaves the entity unchanged; nothing panics.
//!
//! ```
//! use bevy_app::{App, TaskPoolPlugin};
//! use bevy_asset::AssetPlugin;
//! use bevy_footwork::{Body, FootworkPlugin, Obstacle, WantedMove};
//! use bevy_math::Vec3;
//! use bevy_time::{TimePlugin, TimeUpdateStrategy};
//! use bevy_transform::components::Transform;
//! use footwork::slide::{MoveConfig, Shape, Solid, Volume};
//!
//! let mut app = App::new();
//! app.add_plugins((TaskPoolPlugin::default(), TimePlugin, AssetPlugin::default()));
//! app.add_plugins(FootworkPlugin::default());
//! app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
//! let wall = Solid::Volume(Volume::Box { half_m: [0.5, 2.0, 5.0] });
//! app.world_mut().spawn((Obstacle::new(wall), Transform::from_xyz(1.5, 0.0, 0.0)));
//! let shape = Shape::Box { half_m: [0.3, 0.9, 0.3] };
//! let body = Body::new(shape, [0.0; 3], MoveConfig::default()).unwrap();
//! let walker = app.world_mut().spawn((body, WantedMove(Vec3::new(1.0, 0.0, 0.5)))).id();
//! // The first update has no time to simulate.
//! app.update();
//! app.update();
//! let place = app.world().get::<Transform>(walker).unwrap().translation;
//! assert!((place - Vec3::new(0.695, 0.0, 0.5)).length() < 1e-5);
//! ```
//!
//! | file in `integrations/bevy/src/` | contents |
//! |---|---|
//! | `assets.rs` | databases of tags and files of poses, and their loaders |
//! | `character.rs`, `allowed.rs` | characters; the poses that a query allows |
//! | `input.rs`, `joints.rs`, `footsteps.rs` | where a character should go, the joints of its model, its footsteps |
//! | `body.rs` | obstacles, and bodies that slide along them |
//! | `avian.rs` | with the feature `avian`: colliders of Avian as obstacles |
//! | `humans.rs` | the player that each human controls |
//! | `failed.rs` | failures |

mod allowed;
mod assets;
#[cfg(feature = "avian")]
mod avian;
mod body;
mod character;
mod failed;
mod footsteps;
mod humans;
mod input;
mod joints;

use bevy_app::{App, FixedUpdate, Plugin, Update};
use bevy_asset::AssetApp;
use bevy_ecs::schedule::{InternedScheduleLabel, IntoScheduleConfigs, ScheduleLabel, SystemSet};
use footwork::flight::{Control, ControlRules, OutOfRangeError};

pub use allowed::AllowedPoses;
pub use assets::{
    CharacterMotion, CharacterPoses, CharacterPosesLoader, LoadCharacterPosesError,
    LoadTagDatabaseError, TagDatabase, TagDatabaseLoader,
};
#[cfg(feature = "avian")]
pub use avian::{AvianObstaclesPlugin, PushesBodies};
pub use body::{Body, Obstacle, ObstacleInWorld, SlideWorld, WantedMove};
pub use character::{CharacterOptions, FootworkCharacter, Jumped};
pub use failed::{Failed, Failure};
pub use footsteps::{Foot, Footstep};
pub use humans::{BallTouched, Candidate, ControlChanged, Controls, HumanControl, SwitchRequested};
pub use input::{PathInput, StickInput};

/// The systems of Footwork. Order your systems relative to them: those that read a gamepad before [`Control`](Self::Control) or
/// [`Match`](Self::Match), those that change a pose after `Match`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FootworkSystems {
    /// Control, in [`FixedUpdate`]: decides which player each human controls, and passes the sticks on.
    Control,
    /// Matching: characters move and drive their joints, in each frame or in the schedule of
    /// [`FootworkPlugin::with_characters_in`].
    Match,
    /// Sliding, in [`FixedUpdate`] after the others: obstacles follow their transforms, and bodies move.
    Slide,
}

/// Adds the assets, the messages and the systems of Footwork. Needs Bevy's `TaskPoolPlugin`, `TimePlugin` and `AssetPlugin`,
/// which are among the default plugins.
#[derive(Clone, Debug)]
pub struct FootworkPlugin {
    control: Option<Control>,
    characters_in: InternedScheduleLabel,
}

impl FootworkPlugin {
    /// Creates the plugin with these rules of control.
    ///
    /// # Errors
    /// Returns an error if a rule is out of range.
    pub fn new(rules: ControlRules) -> Result<Self, OutOfRangeError> {
        Ok(Self {
            control: Some(Control::new(rules)?),
            ..Self::default()
        })
    }

    /// Moves characters in a schedule other than [`Update`], by the time of that schedule: in [`FixedUpdate`] for
    /// replays and rollback.
    #[must_use]
    pub fn with_characters_in(mut self, schedule: impl ScheduleLabel) -> Self {
        self.characters_in = schedule.intern();
        self
    }
}

impl Default for FootworkPlugin {
    /// Uses the default rules, which are in range.
    fn default() -> Self {
        Self {
            control: Control::new(ControlRules::default()).ok(),
            characters_in: Update.intern(),
        }
    }
}

impl Plugin for FootworkPlugin {
    fn build(&self, app: &mut App) {
        app.init_asset::<TagDatabase>()
            .init_asset_loader::<TagDatabaseLoader>()
            .init_asset::<CharacterPoses>()
            .init_asset_loader::<CharacterPosesLoader>()
            .init_resource::<SlideWorld>()
            .add_message::<BallTouched>()
            .add_message::<ControlChanged>()
            .add_message::<Failed>()
            .add_message::<Footstep>()
            .add_message::<Jumped>()
            .add_message::<SwitchRequested>();
        if let Some(control) = &self.control {
            app.insert_resource(HumanControl::new(control.clone()));
        }
        let order = (
            FootworkSystems::Control,
            FootworkSystems::Match,
            FootworkSystems::Slide,
        );
        app.configure_sets(FixedUpdate, order.chain());
        let slide = (body::place_obstacles, body::move_bodies).chain();
        let decide = humans::decide.in_set(FootworkSystems::Control);
        app.add_systems(FixedUpdate, (decide, slide.in_set(FootworkSystems::Slide)));
        let play = character::play.in_set(FootworkSystems::Match);
        // A character must not fall through a floor that is not yet in the world.
        let place = body::place_obstacles
            .run_if(body::is_any_obstacle_new)
            .before(FootworkSystems::Match);
        app.add_systems(self.characters_in, (play, place));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_rules_are_in_range() {
        assert!(FootworkPlugin::default().control.is_some());
    }
}
