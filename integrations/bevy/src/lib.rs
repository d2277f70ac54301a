//! Footwork in Bevy: tags as assets, and motion matching, sliding and control as systems.
//!
//! [`FootworkPlugin`] adds all of it. Each part acts on the entities with its component, and two more components connect the
//! parts: [`StickInput`], the input of a character, and [`WantedMove`], its movement in this step. A game may write either of
//! them itself and leave out the part that would write it.
//!
//! | component | on | does, in [`FixedUpdate`] |
//! |---|---|---|
//! | [`Controls`] | a human | decides which [`Candidate`] it controls, and gives that one its stick |
//! | [`Character`] | a body with clips | plays the best of its [`AllowedPoses`] for its [`StickInput`], and sets its [`WantedMove`] |
//! | [`Body`] | a body with a shape | moves by its [`WantedMove`], sliding along obstacles |
//! | [`Obstacle`] | a wall, a door, a floor | stops bodies; follows its `Transform` |
//!
//! [`TagDatabase`] (`.tagdb`) and [`PoseIndex`] (`.fwpi`) are assets, written for example by `footwork compile` and the Python
//! package. Lengths are in metres, y is up, and a character with heading 0 faces +z, as clips do: turn a model that faces −z
//! by half a turn, in a child of the character.
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
//! | `assets.rs` | databases of tags and indices of poses, and their loaders |
//! | `character.rs`, `allowed.rs` | from a stick to a pose and a displacement; the poses that a query allows |
//! | `body.rs` | obstacles, and bodies that slide along them |
//! | `humans.rs` | the player that each human controls |
//! | `failed.rs` | failures |

mod allowed;
mod assets;
mod body;
mod character;
mod failed;
mod humans;

use bevy_app::{App, FixedUpdate, Plugin};
use bevy_asset::AssetApp;
use bevy_ecs::schedule::{IntoScheduleConfigs, SystemSet};
use footwork::flight::{Control, ControlRules, OutOfRangeError};

pub use allowed::AllowedPoses;
pub use assets::{
    LoadPoseIndexError, LoadTagDatabaseError, PoseIndex, PoseIndexLoader, TagDatabase,
    TagDatabaseLoader,
};
pub use body::{Body, Obstacle, ObstacleInWorld, SlideWorld, WantedMove};
pub use character::{Character, CharacterError, Jumped, StickInput};
pub use failed::{Failed, Failure};
pub use humans::{BallTouched, Candidate, ControlChanged, Controls, HumanControl, SwitchRequested};

/// The systems of Footwork, in this order in [`FixedUpdate`]. Order your systems relative to them: those that read a controller
/// before [`Control`](Self::Control), those that show a pose after [`Slide`](Self::Slide).
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FootworkSystems {
    /// Control: decides which player each human controls, and passes the sticks on.
    Control,
    /// Matching: plays poses and adds their displacements to wanted moves.
    Match,
    /// Sliding: obstacles follow their transforms, and bodies move.
    Slide,
}

/// Adds the assets, the messages and the systems of Footwork. Needs Bevy's `TaskPoolPlugin`, `TimePlugin` and `AssetPlugin`,
/// which are among the default plugins.
#[derive(Clone, Debug)]
pub struct FootworkPlugin {
    control: Option<Control>,
}

impl FootworkPlugin {
    /// Creates the plugin with these rules of control.
    ///
    /// # Errors
    /// Returns an error if a rule is out of range.
    pub fn new(rules: ControlRules) -> Result<Self, OutOfRangeError> {
        let control = Some(Control::new(rules)?);
        Ok(Self { control })
    }
}

impl Default for FootworkPlugin {
    /// Uses the default rules, which are in range.
    fn default() -> Self {
        let control = Control::new(ControlRules::default()).ok();
        Self { control }
    }
}

impl Plugin for FootworkPlugin {
    fn build(&self, app: &mut App) {
        app.init_asset::<TagDatabase>()
            .init_asset_loader::<TagDatabaseLoader>()
            .init_asset::<PoseIndex>()
            .init_asset_loader::<PoseIndexLoader>()
            .init_resource::<SlideWorld>()
            .add_message::<BallTouched>()
            .add_message::<ControlChanged>()
            .add_message::<Failed>()
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
        let slide = (body::place_obstacles, body::move_bodies);
        app.add_systems(
            FixedUpdate,
            (
                humans::decide.in_set(FootworkSystems::Control),
                character::play.in_set(FootworkSystems::Match),
                slide.chain().in_set(FootworkSystems::Slide),
            ),
        );
    }
}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/guides/bevy.md")]
struct GuideOfBevy;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_rules_are_in_range() {
        assert!(FootworkPlugin::default().control.is_some());
    }
}
