//! Characters that play the pose that best fits their stick, and add its displacement to their wanted move.

use std::fmt;

use bevy_asset::{Assets, Handle};
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::message::{Message, MessageWriter};
use bevy_ecs::system::{Query, Res};
use bevy_math::{DQuat, DVec2, DVec3};
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use footwork::matching::{
    Controller, ControllerConfig, Goal, Index, Matcher, Place, PoseId, Rules, RulesError, Search,
    Step, Stick, Why,
};

use crate::allowed::AllowedPoses;
use crate::assets::{PoseIndex, TagDatabase};
use crate::body::WantedMove;
use crate::failed::{Failed, Failure};

/// A change of the stick by more than this, in m/s, triggers a search at once. It counts from the last change that did so.
const INPUT_MPS: f64 = 0.5;

/// The input of a character: where to go and where to look. By default it stands.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct StickInput(pub Stick);

impl Default for StickInput {
    fn default() -> Self {
        Self(Stick::new([0.0; 2]))
    }
}

/// A character that plays poses of an index.
///
/// In each step it follows its [`StickInput`] on springs, plays on or jumps to the pose that fits best, adds its displacement to
/// its [`WantedMove`], and turns its `Transform`. [`pose`](Self::pose) returns the playing pose, for the game to show. Until the
/// index is loaded the character stands still.
#[derive(Component, Debug)]
#[require(StickInput, WantedMove, Transform)]
pub struct Character {
    index: Handle<PoseIndex>,
    matcher: Matcher,
    controller: Controller,
    goal: Option<Goal>,
    asked: Stick,
}

/// A character jumped to another pose.
#[derive(Message, Clone, Debug)]
pub struct Jumped {
    /// The character.
    pub entity: Entity,
    /// The old pose.
    pub from: PoseId,
    /// The new pose.
    pub to: PoseId,
    /// The reasons.
    pub why: Why,
}

/// Why a character could not be created.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CharacterError {
    /// A rule is out of range.
    Rules(RulesError),
    /// A number of the controller's config is negative or not finite.
    Controller,
}

impl fmt::Display for CharacterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(error) => error.fmt(f),
            Self::Controller => f.write_str("a number of the controller is negative or not finite"),
        }
    }
}

impl std::error::Error for CharacterError {}

impl Character {
    /// Creates a character standing in a pose, facing +z.
    ///
    /// # Errors
    /// Returns an error if a rule or a number of the config is out of range.
    pub fn new(
        index: Handle<PoseIndex>,
        start: PoseId,
        rules: Rules,
        config: ControllerConfig,
    ) -> Result<Self, CharacterError> {
        let controller = Controller::new(config, Place::default());
        Ok(Self {
            index,
            matcher: Matcher::new(rules, start).map_err(CharacterError::Rules)?,
            controller: controller.ok_or(CharacterError::Controller)?,
            goal: None,
            asked: Stick::new([0.0; 2]),
        })
    }

    /// Returns the playing pose.
    pub fn pose(&self) -> PoseId {
        self.matcher.state().pose
    }

    /// Returns the matcher, which also knows the progress to the next frame.
    pub fn matcher(&self) -> &Matcher {
        &self.matcher
    }

    /// Returns the velocity if nothing is in the way: world x and z, in m/s.
    pub fn velocity_mps(&self) -> [f64; 2] {
        self.controller.velocity_mps()
    }

    /// Returns the heading: an angle about +y from +z towards +x, in radians.
    pub fn heading_rad(&self) -> f64 {
        self.controller.place().heading_rad
    }

    /// Plays a step. Returns the outcome and the displacement, world x and z, in metres.
    fn step(
        &mut self,
        index: &Index,
        dt_secs: f64,
        stick: Stick,
        search: &Search<'_>,
    ) -> Result<(Step, DVec2), Failure> {
        let mut goal = match self.goal.take() {
            Some(goal) => goal,
            None => Goal::new(index.schema()),
        };
        let mut controller = self.controller;
        controller.update(dt_secs, stick);
        controller.set_goal(index.schema(), controller.place(), stick, &mut goal);
        let has_moved = {
            let way = DVec2::from(stick.velocity_mps) - DVec2::from(self.asked.velocity_mps);
            way.length() > INPUT_MPS
        };
        let step = self
            .matcher
            .update(index, dt_secs, &goal, has_moved, search)
            .map_err(Failure::Match)?;
        if has_moved {
            self.asked = stick;
        }
        // The controller moves as if nothing were in the way; only its displacement and its turn are used.
        let place = |of: Controller| DVec2::from(of.place().position_m);
        let way = place(controller) - place(self.controller);
        self.controller = controller;
        self.goal = Some(goal);
        Ok((step, way))
    }
}

type Playing = (
    Entity,
    &'static mut Character,
    &'static StickInput,
    Option<&'static mut AllowedPoses>,
    &'static mut WantedMove,
    &'static mut Transform,
);

/// Plays all characters with loaded assets.
pub(crate) fn play(
    time: Res<Time<Fixed>>,
    indices: Res<Assets<PoseIndex>>,
    databases: Res<Assets<TagDatabase>>,
    mut characters: Query<Playing>,
    mut jumped: MessageWriter<Jumped>,
    mut failed: MessageWriter<Failed>,
) {
    for (entity, mut character, stick, allowed, mut wanted, mut transform) in &mut characters {
        let Some(index) = indices.get(&character.index) else {
            continue;
        };
        let mut allowed = allowed;
        let filter = match &mut allowed {
            None => None,
            Some(allowed) => {
                let Some(database) = databases.get(&allowed.database) else {
                    continue;
                };
                match allowed.filter(database, index) {
                    Ok(filter) => Some(filter),
                    Err(failure) => {
                        let entity = Some(entity);
                        failed.write(Failed { entity, failure });
                        continue;
                    }
                }
            }
        };
        let search = Search {
            filter,
            ..Search::default()
        };
        match character.step(index, time.delta_secs_f64(), stick.0, &search) {
            Ok((step, way)) => {
                if let Step::Jump { from, to, why } = step {
                    jumped.write(Jumped {
                        entity,
                        from,
                        to,
                        why,
                    });
                }
                wanted.0 += DVec3::new(way.x, 0.0, way.y).as_vec3();
                transform.rotation = DQuat::from_rotation_y(character.heading_rad()).as_quat();
            }
            Err(failure) => {
                let entity = Some(entity);
                failed.write(Failed { entity, failure });
            }
        }
    }
}
