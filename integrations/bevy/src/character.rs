//! Characters that play the clips of a `.fwposes` file, and drive the joints of a model below them.

use std::sync::Arc;

use bevy_asset::{Assets, Handle};
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::message::{Message, MessageWriter};
use bevy_ecs::system::{Query, Res, SystemParam};
use bevy_math::{DQuat, DVec3, EulerRot};
use bevy_time::Time;
use bevy_transform::components::Transform;
use footwork::SlideGround;
use footwork::matching::{
    Character, CharacterConfig, Filter, Input, OpenWorld, Placement, PlaybackError, PoseId,
    Repertoire, Step, Why,
};
use footwork::poses::SkeletonId;
use footwork::slide::{self, Label, MoveConfig, Mover, ObstacleId, Shape};

use crate::allowed::AllowedPoses;
use crate::assets::{CharacterMotion, CharacterPoses, TagDatabase};
use crate::body::SlideWorld;
use crate::failed::{Failed, Failure};
use crate::footsteps::Footstep;
use crate::input::{PathInput, StickInput, input_of};
use crate::joints::{Joints, Models};

/// The height of the steps that a character climbs by default, in metres, and the distance by which it is put back on the ground.
const STEP_M: f32 = 0.3;

/// A character with clips.
///
/// Each frame the character goes where its [`StickInput`] or [`PathInput`] points, with the clips that fit best, as
/// far as the obstacles of the [`SlideWorld`] let its body. It moves its `Transform` and the joints of the model below
/// it: the entities that have the `Name` of a joint, such as those of a glTF scene. They may exist from the start or
/// appear later. If the model lacks joints, one [`Failed`] message names them, and its other joints move.
///
/// The character also stands on obstacles. In a world without any, the ground is at height 0. The character starts
/// where its `Transform` is when its file is loaded, and stands still until then.
#[derive(Component, Debug)]
#[require(StickInput, Transform)]
pub struct FootworkCharacter {
    poses: Handle<CharacterPoses>,
    options: CharacterOptions,
    playing: Option<Playing>,
}

/// How a character moves.
#[derive(Clone, Debug)]
pub struct CharacterOptions {
    /// Its skeleton; by default the first one of the file.
    pub skeleton: SkeletonId,
    /// How it follows its input and plays. If `playback.limits` is `None`, joints bend at most as far as in the clips.
    pub config: CharacterConfig,
    /// Its body among obstacles; by default a capsule 1.8 m high with a radius of 0.3 m.
    pub body: Shape,
    /// How its body moves along obstacles. By default it climbs steps of 0.3 m.
    pub moves: MoveConfig,
    /// The layers of obstacles that stop it; by default all. Moving ground does not carry it. Its own
    /// [`Obstacle`](crate::Obstacle) never stops it.
    pub layers: u32,
}

impl Default for CharacterOptions {
    fn default() -> Self {
        Self {
            skeleton: SkeletonId::new(0),
            config: CharacterConfig::default(),
            body: Shape::Capsule {
                radius_m: 0.3,
                height_m: 1.8,
            },
            moves: MoveConfig {
                step_height_m: STEP_M,
                snap_m: STEP_M,
                ..MoveConfig::default()
            },
            layers: slide::Filter::default().layers,
        }
    }
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

/// A character whose file is loaded.
#[derive(Debug)]
struct Playing {
    character: Character<Arc<CharacterMotion>>,
    mover: Mover,
    joints: Joints,
}

impl FootworkCharacter {
    /// Creates a character that plays the first skeleton of a file.
    pub fn new(poses: Handle<CharacterPoses>) -> Self {
        Self::with_options(poses, CharacterOptions::default())
    }

    /// Creates a character with these options. An option out of range is a [`Failed`] message in each frame.
    pub fn with_options(poses: Handle<CharacterPoses>, options: CharacterOptions) -> Self {
        Self {
            poses,
            options,
            playing: None,
        }
    }

    /// Returns the options.
    pub fn options(&self) -> &CharacterOptions {
        &self.options
    }

    /// Returns the character that plays; `None` until the file is loaded. Its pose has the transforms of all joints.
    pub fn character(&self) -> Option<&Character<Arc<CharacterMotion>>> {
        Some(&self.playing.as_ref()?.character)
    }

    /// Returns the character that plays, such as to save and restore its state or to take over from a ragdoll.
    pub fn character_mut(&mut self) -> Option<&mut Character<Arc<CharacterMotion>>> {
        Some(&mut self.playing.as_mut()?.character)
    }

    /// Returns the entity of a joint, by its number in the skeleton; `None` until a model has it.
    pub fn joint(&self, joint: usize) -> Option<Entity> {
        self.playing.as_ref()?.joints.entity(joint)
    }

    /// Moves the character elsewhere, with its speed and its feet. Until the file is loaded, write its `Transform` instead.
    pub fn teleport(&mut self, to: Placement) {
        if let Some(playing) = &mut self.playing {
            playing.character.teleport(to);
        }
    }

    /// Returns the playing character. If it does not play yet or its file was loaded again, it starts at the given
    /// place.
    fn playing(
        &mut self,
        poses: &CharacterPoses,
        filter: Option<&Filter>,
        place: &Transform,
    ) -> Result<&mut Playing, Failure> {
        let skeleton = self.options.skeleton;
        let motion = poses.motion(skeleton).map_err(Failure::Poses)?;
        let current = self.playing.take();
        let is_current = |playing: &Playing| Arc::ptr_eq(playing.character.repertoire(), motion);
        let playing = match current.filter(is_current) {
            Some(playing) => playing,
            None => {
                let mut config = self.options.config.clone();
                let measured = poses.playback_config(skeleton).map_err(Failure::Poses)?;
                let limits = &mut config.playback.limits;
                *limits = limits.take().or_else(|| measured.limits.clone());
                let index = motion.index();
                let is_allowed = |pose: &PoseId| filter.is_none_or(|it| it.allows(index, *pose));
                let start = index.candidates().find(is_allowed);
                let start = start.or_else(|| index.candidates().next());
                let start = start.ok_or(Failure::Play(PlaybackError::Character))?;
                let motion = Arc::clone(motion);
                let character = Character::new(motion, config, start, placement(place));
                Playing {
                    character: character.map_err(Failure::Play)?,
                    mover: Mover::new(self.options.body).map_err(Failure::Shape)?,
                    joints: Joints::default(),
                }
            }
        };
        Ok(self.playing.insert(playing))
    }
}

/// Returns the place of a transform on the ground, without its tilt.
fn placement(transform: &Transform) -> Placement {
    let (heading, ..) = transform.rotation.as_dquat().to_euler(EulerRot::YXZ);
    Placement {
        position_m: transform.translation.as_dvec3().to_array(),
        heading_rad: heading,
    }
}

impl Playing {
    /// Advances the character by `dt_secs` among the obstacles.
    fn update(
        &mut self,
        dt_secs: f64,
        input: &Input<'_>,
        world: &slide::World,
        options: &CharacterOptions,
        own_tag: u64,
    ) -> Result<(), PlaybackError> {
        if world.is_empty() {
            self.character.update(dt_secs, input, &mut OpenWorld)?;
            return Ok(());
        }
        let is_other = |_: ObstacleId, label: &Label| label.tag != own_tag;
        let filter = slide::Filter {
            layers: options.layers,
            accept: Some(&is_other),
            ..slide::Filter::default()
        };
        let ground = SlideGround::with_mover(world, &mut self.mover, options.moves);
        let mut ground = ground.with_filter(filter);
        self.character.update(dt_secs, input, &mut ground)?;
        Ok(())
    }
}

type Acting = (
    Entity,
    &'static mut FootworkCharacter,
    &'static StickInput,
    Option<&'static PathInput>,
    Option<&'static mut AllowedPoses>,
    &'static mut Transform,
);

/// The loaded files, and the messages of characters.
#[derive(SystemParam)]
pub(crate) struct Stage<'w> {
    poses: Res<'w, Assets<CharacterPoses>>,
    databases: Res<'w, Assets<TagDatabase>>,
    world: Res<'w, SlideWorld>,
    jumped: MessageWriter<'w, Jumped>,
    footsteps: MessageWriter<'w, Footstep>,
    failed: MessageWriter<'w, Failed>,
}

/// Plays all characters whose files are loaded.
pub(crate) fn play(
    time: Res<Time>,
    mut characters: Query<Acting>,
    mut models: Models,
    mut stage: Stage,
) {
    for (entity, mut character, stick, path, allowed, mut transform) in &mut characters {
        let input = input_of(stick, path);
        let allowed = allowed.map(|allowed| allowed.into_inner());
        let dt_secs = time.delta_secs_f64();
        let place = (entity, &mut *transform);
        let done = stage.play(dt_secs, place, &mut character, input, allowed, &mut models);
        if let Err(failure) = done {
            let entity = Some(entity);
            stage.failed.write(Failed { entity, failure });
        }
    }
}

impl Stage<'_> {
    /// Plays a character, unless one of its files is not loaded yet.
    fn play(
        &mut self,
        dt_secs: f64,
        (entity, transform): (Entity, &mut Transform),
        character: &mut FootworkCharacter,
        input: Input<'_>,
        allowed: Option<&mut AllowedPoses>,
        models: &mut Models<'_, '_>,
    ) -> Result<(), Failure> {
        let Some(poses) = self.poses.get(&character.poses) else {
            return Ok(());
        };
        let skeleton = character.options.skeleton;
        let filter = match allowed {
            None => None,
            Some(allowed) => {
                let Some(database) = self.databases.get(&allowed.database) else {
                    return Ok(());
                };
                let index = poses.motion(skeleton).map_err(Failure::Poses)?.index();
                let runway_secs = character.options.config.playback.rules.overrun_secs;
                Some(allowed.filter(database, index, runway_secs)?)
            }
        };
        character.playing(poses, filter, transform)?;
        let FootworkCharacter {
            playing: Some(playing),
            options,
            ..
        } = character
        else {
            return Ok(());
        };
        let input = Input { filter, ..input };
        let (world, own_tag) = (&self.world.0, entity.to_bits());
        playing
            .update(dt_secs, &input, world, options, own_tag)
            .map_err(Failure::Play)?;
        let Playing {
            character, joints, ..
        } = playing;
        let (pose, rig) = (character.pose(), character.repertoire().rig());
        let mut missing = Vec::new();
        if let Some(skeleton) = poses.skeleton(skeleton) {
            let names = skeleton.joints().map(|joint| joint.name);
            missing = joints.find(entity, names, models);
        }
        joints.write(pose, rig, models);
        transform.translation = DVec3::from(pose.root.position_m).as_vec3();
        transform.rotation = DQuat::from_rotation_y(pose.root.heading_rad).as_quat();
        for step in character.footsteps() {
            self.footsteps.write(Footstep::new(entity, step));
        }
        if let Step::Jump { from, to, why } = *character.step() {
            self.jumped.write(Jumped {
                entity,
                from,
                to,
                why,
            });
        }
        if !missing.is_empty() {
            return Err(Failure::Joints(missing));
        }
        Ok(())
    }
}
