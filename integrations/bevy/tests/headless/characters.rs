//! A character in Bevy moves its model exactly as the facade's `Character`, to the bit.

use std::sync::Arc;

use bevy_app::App;
use bevy_asset::{Asset, Assets, Handle};
use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::name::Name;
use bevy_footwork::{
    AllowedPoses, CharacterMotion, CharacterOptions, CharacterPoses, Failed, Failure, Foot,
    Footstep, FootworkCharacter, FootworkPlugin, Jumped, Obstacle, PathInput, StickInput,
    TagDatabase,
};
use bevy_math::{Quat, Vec3};
use bevy_time::TimeUpdateStrategy;
use bevy_transform::components::{GlobalTransform, Transform};
use footwork::matching::{
    Character, CharacterConfig, Filter, Input, OpenWorld, Place, Placement, Rules, Stick, Twins,
    Want, Waypoint,
};
use footwork::poses::{PoseFile, SkeletonId};
use footwork::slide::{Label, MoveConfig, Pose, Shape, Solid, Volume, World};
use footwork::tags::Database;
use footwork::{CompressedPoses, SlideGround, pose_spans};

use super::{app, app_with, said};

const STEP_SECS: f64 = 1.0 / 64.0;
const QUERY: &str = "Gait & !Kick";

fn bytes(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/characters/");
    std::fs::read(folder.to_owned() + name).unwrap()
}

/// A character of the facade, without Bevy.
struct Plain {
    character: Character<Arc<CharacterMotion>>,
    filter: Filter,
    world: World,
}

impl Plain {
    fn new(solids: &[(Solid, [f32; 3])]) -> Self {
        let file = Arc::new(PoseFile::open(bytes("football.fwposes")).unwrap());
        let poses = Arc::new(CompressedPoses::new(file, SkeletonId::new(0)).unwrap());
        let tags = Database::from_bytes(bytes("football.tagdb")).unwrap();
        let index = poses.index();
        let found = tags.query(QUERY).unwrap();
        let clip_of = |clip| {
            let name = &tags.clips().get(clip)?.name;
            let place = index.clips().iter().position(|clip| clip.name() == name);
            footwork::base::Id::from_index(place?)
        };
        let spans = pose_spans(&found, clip_of, Twins::Both);
        let runway_secs = Rules::default().overrun_secs.into();
        let filter = Filter::new(index, index.landing_spans(spans, runway_secs));
        let start = index.candidates().find(|pose| filter.allows(index, *pose));
        let config = CharacterConfig {
            playback: poses.playback_config(),
            ..CharacterConfig::default()
        };
        let placement = Placement::default();
        let mut world = World::new();
        for (solid, at) in solids {
            let pose = Pose::at(at.map(f64::from)).unwrap();
            world.add(solid.clone(), pose, Label::default()).unwrap();
        }
        Self {
            character: Character::new(poses, config, start.unwrap(), placement).unwrap(),
            filter,
            world,
        }
    }

    fn update(&mut self, want: Want<'_>) {
        let input = Input {
            want,
            filter: Some(&self.filter),
            ..Input::default()
        };
        let body = Shape::Capsule {
            radius_m: 0.3,
            height_m: 1.8,
        };
        let moves = MoveConfig {
            step_height_m: 0.3,
            snap_m: 0.3,
            ..MoveConfig::default()
        };
        let mut ground = SlideGround::new(&self.world, body, moves).unwrap();
        let updated = if self.world.is_empty() {
            self.character.update(STEP_SECS, &input, &mut OpenWorld)
        } else {
            self.character.update(STEP_SECS, &input, &mut ground)
        };
        updated.unwrap();
    }
}

fn add<A: Asset>(app: &mut App, asset: A) -> Handle<A> {
    app.world_mut().resource_mut::<Assets<A>>().add(asset)
}

fn poses(app: &mut App) -> Handle<CharacterPoses> {
    let poses = CharacterPoses::from_bytes(bytes("football.fwposes")).unwrap();
    add(app, poses)
}

/// Spawns a character that plays the gaits, without a model.
fn character(app: &mut App) -> Entity {
    let poses = poses(app);
    let tags = TagDatabase(Database::from_bytes(bytes("football.tagdb")).unwrap());
    let allowed = AllowedPoses::new(add(app, tags), QUERY).unwrap();
    let character = FootworkCharacter::new(poses);
    app.world_mut().spawn((character, allowed)).id()
}

/// Spawns the entities that a glTF scene would have: one named entity per joint, below `parent`.
fn model(app: &mut App, parent: Entity, unit_m: f32) -> Vec<Entity> {
    let file = PoseFile::open(bytes("football.fwposes")).unwrap();
    let skeleton = file.skeleton(SkeletonId::new(0)).unwrap();
    let mut joints: Vec<Entity> = Vec::new();
    for joint in skeleton.joints() {
        let parent = joint.parent.map_or(parent, |parent| joints[parent]);
        let offset = Vec3::from(joint.rest.translation_m) / unit_m;
        let name = Name::new(joint.name.to_owned());
        let bundle = (name, Transform::from_translation(offset), ChildOf(parent));
        joints.push(app.world_mut().spawn(bundle).id());
    }
    joints
}

fn point(app: &mut App, character: Entity, velocity_mps: [f64; 2]) {
    app.world_mut().get_mut::<StickInput>(character).unwrap().0 = Stick::new(velocity_mps);
}

fn transform(app: &App, entity: Entity) -> Transform {
    *app.world().get::<Transform>(entity).unwrap()
}

/// Compares the transforms of a character and of all joints with those of the facade, to the bit.
fn assert_same(app: &App, entity: Entity, joints: &[Entity], plain: &Plain, frame: usize) {
    let pose = plain.character.pose();
    let rig = footwork::matching::Repertoire::rig(plain.character.repertoire());
    assert_eq!(joints.len(), rig.joint_count());
    let root = transform(app, entity);
    let [x, y, z] = pose.root.position_m;
    #[allow(clippy::cast_possible_truncation, reason = "transforms are single")]
    let at = [x as f32, y as f32, z as f32];
    assert_eq!(root.translation.to_array(), at, "frame {frame}");
    for (place, joint) in joints.iter().enumerate() {
        let shown = transform(app, *joint);
        let offset_m = if place == 0 {
            pose.hips_m
        } else {
            rig.offsets_m()[place]
        };
        let bits = |of: [f32; 4]| of.map(f32::to_bits);
        let same = bits(shown.rotation.to_array()) == bits(pose.rotations[place]);
        assert!(same, "rotation of joint {place} in frame {frame}");
        let shown = shown.translation.to_array().map(f32::to_bits);
        let same = shown == offset_m.map(f32::to_bits);
        assert!(same, "position of joint {place} in frame {frame}");
    }
}

fn cuboid(half_m: [f32; 3]) -> Solid {
    Solid::Volume(Volume::Box { half_m })
}

/// A floor, a wall across z = 4, and three steps to the left.
fn level() -> Vec<(Solid, [f32; 3])> {
    vec![
        (cuboid([50.0, 0.5, 50.0]), [0.0, -0.5, 0.0]),
        (cuboid([50.0, 2.0, 0.5]), [0.0, 2.0, 4.5]),
        (cuboid([5.0, 0.0625, 3.0]), [8.0, 0.0625, 0.0]),
        (cuboid([5.0, 0.125, 3.0]), [8.25, 0.125, 0.0]),
        (cuboid([5.0, 0.1875, 3.0]), [8.5, 0.1875, 0.0]),
    ]
}

#[test]
fn joints_equal_the_facades_through_walk_wall_stairs_and_teleport() {
    let mut app = app();
    let level = level();
    for (solid, at) in &level {
        let at = Transform::from_translation(Vec3::from(*at));
        app.world_mut().spawn((Obstacle::new(solid.clone()), at));
    }
    let mut plain = Plain::new(&level);
    let walker = character(&mut app);
    let joints = model(&mut app, walker, 1.0);
    let (mut highest_m, mut nearest_m, mut jumps) = (0.0_f64, f64::INFINITY, 0);
    for frame in 0..600 {
        let stick = match frame {
            0..200 => [0.0, 1.5],
            200..280 => [0.5, 2.0],
            280..330 => [0.0, -1.5],
            _ => [1.5, 0.0],
        };
        point(&mut app, walker, stick);
        if frame == 330 {
            let to = Placement {
                position_m: [1.0, 0.0, 0.5],
                heading_rad: 1.2,
            };
            plain.character.teleport(to);
            let mut character = app
                .world_mut()
                .get_mut::<FootworkCharacter>(walker)
                .unwrap();
            character.teleport(to);
        }
        app.update();
        plain.update(Want::Stick(stick));
        assert_same(&app, walker, &joints, &plain, frame);
        let [_, y, z] = plain.character.pose().root.position_m;
        assert!(said::<Failed>(&mut app).is_empty());
        for jump in said::<Jumped>(&mut app) {
            assert_eq!(jump.entity, walker);
            jumps += 1;
        }
        highest_m = highest_m.max(y);
        nearest_m = nearest_m.min(3.7 - z);
    }
    // The character stood at the wall and went up the stairs.
    assert!((0.0..0.1).contains(&nearest_m), "{nearest_m}");
    assert!(highest_m > 0.3, "{highest_m}");
    assert!(jumps > 3, "{jumps}");
}

#[test]
fn a_character_in_the_fixed_schedule_moves_in_each_step() {
    let mut app = app_with(FootworkPlugin::default().with_characters_in(bevy_app::FixedUpdate));
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(2));
    let mut plain = Plain::new(&[]);
    let walker = character(&mut app);
    let joints = model(&mut app, walker, 1.0);
    point(&mut app, walker, [0.5, 1.0]);
    for frame in 0..100 {
        app.update();
        plain.update(Want::Stick([0.5, 1.0]));
        plain.update(Want::Stick([0.5, 1.0]));
        assert_same(&app, walker, &joints, &plain, frame);
    }
}

#[test]
fn a_path_replaces_the_stick() {
    let mut app = app();
    let mut plain = Plain::new(&[]);
    let walker = character(&mut app);
    let joints = model(&mut app, walker, 1.0);
    point(&mut app, walker, [3.0, 0.0]);
    let path = [Waypoint {
        secs: 1.0,
        place: Place {
            position_m: [-2.0, 1.0],
            heading_rad: 0.4,
        },
    }];
    app.world_mut()
        .entity_mut(walker)
        .insert(PathInput(path.to_vec()));
    for frame in 0..200 {
        app.update();
        plain.update(Want::Path(&path));
        assert_same(&app, walker, &joints, &plain, frame);
    }
    let at = transform(&app, walker).translation;
    assert!((at - Vec3::new(-2.0, 0.0, 1.0)).length() < 0.4, "{at}");
}

#[test]
fn a_model_may_appear_late_and_be_replaced() {
    let mut app = app();
    let mut plain = Plain::new(&[]);
    let walker = character(&mut app);
    point(&mut app, walker, [0.0, 1.0]);
    let mut update = |app: &mut App| {
        app.update();
        plain.update(Want::Stick([0.0, 1.0]));
    };
    update(&mut app);
    for _ in 0..2 {
        let scene = app
            .world_mut()
            .spawn((Transform::default(), ChildOf(walker)))
            .id();
        let joints = model(&mut app, scene, 1.0);
        for _ in 0..10 {
            update(&mut app);
        }
        let character = app.world().get::<FootworkCharacter>(walker).unwrap();
        let pose = character.character().unwrap().pose();
        for (place, joint) in joints.iter().enumerate() {
            assert_eq!(character.joint(place), Some(*joint));
            let shown = transform(&app, *joint).rotation.to_array();
            assert_eq!(shown, pose.rotations[place]);
        }
        app.world_mut().despawn(scene);
        update(&mut app);
    }
    let character = app.world().get::<FootworkCharacter>(walker).unwrap();
    assert_eq!(character.joint(0), None);
}

#[test]
fn a_model_that_lacks_joints_is_an_error_that_names_them() {
    let mut app = app();
    let walker = character(&mut app);
    point(&mut app, walker, [0.0, 1.0]);
    let joints = model(&mut app, walker, 1.0);
    let lost = |app: &mut App| -> Vec<String> {
        let failed = said::<Failed>(app).into_iter();
        failed.map(|it| it.failure.to_string()).collect()
    };
    for name in ["Head", "LeftHand"] {
        let mut names = app.world_mut().query::<(Entity, &Name)>();
        let found = names.iter(app.world()).find(|(_, it)| it.as_str() == name);
        let joint = found.map(|(joint, _)| joint).unwrap();
        app.world_mut().entity_mut(joint).insert(Name::new("mine"));
    }
    app.update();
    app.update();
    let said = lost(&mut app);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("the model lacks the joints `Head`, `LeftHand`:"));
    let before = transform(&app, joints[0]);
    for _ in 0..60 {
        app.update();
        assert!(lost(&mut app).is_empty(), "one message");
    }
    assert_ne!(transform(&app, joints[0]), before, "the others move");
    // A model with other names altogether.
    app.world_mut().despawn(joints[0]);
    app.update();
    for joint in model(&mut app, walker, 1.0) {
        app.world_mut().entity_mut(joint).insert(Name::new("bone"));
    }
    app.update();
    app.update();
    let said = lost(&mut app);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("`Hips`, `Spine`"), "{said:?}");
}

/// Models from other programs are often made in centimetres with z up, below an entity that scales and turns them.
#[test]
fn a_scaled_and_turned_model_stands_where_the_skeleton_does() {
    let mut app = app();
    let walker = character(&mut app);
    let joints = model(&mut app, walker, 1.0);
    let turned = Transform::from_rotation(Quat::from_rotation_x(-1.2))
        .with_scale(Vec3::splat(0.01))
        .with_translation(Vec3::new(0.3, -0.2, 0.7));
    let armature = app.world_mut().spawn((turned, ChildOf(walker))).id();
    app.world_mut().get_mut::<StickInput>(walker).unwrap().0 = Stick::new([1.0, 1.0]);
    for _ in 0..50 {
        app.update();
    }
    let place = |app: &App, entity: Entity| {
        let global = app.world().get::<GlobalTransform>(entity).unwrap();
        (global.translation(), global.rotation())
    };
    let straight: Vec<_> = joints.iter().map(|joint| place(&app, *joint)).collect();
    app.world_mut().despawn(joints[0]);
    let scaled = model(&mut app, armature, 0.01);
    // The first update finds that the old model is gone, the second one finds the new model. No time passes, so the
    // character keeps still.
    app.insert_resource(TimeUpdateStrategy::ManualDuration(
        std::time::Duration::ZERO,
    ));
    app.update();
    app.update();
    for (joint, (at, turn)) in scaled.iter().zip(straight) {
        let (shown_at, shown_turn) = place(&app, *joint);
        assert!((shown_at - at).length() < 1e-3, "{shown_at} {at}");
        assert!(shown_turn.angle_between(turn) < 1e-2);
    }
}

#[test]
fn a_walk_is_left_and_right_steps_on_the_ground() {
    let mut app = app();
    let walker = character(&mut app);
    point(&mut app, walker, [0.0, 1.5]);
    let mut steps: Vec<Footstep> = Vec::new();
    for _ in 0..640 {
        app.update();
        steps.extend(said::<Footstep>(&mut app));
    }
    // A walk has 1.6 to 2.2 steps per second.
    assert!((14..24).contains(&steps.len()), "{}", steps.len());
    for pair in steps.windows(2) {
        assert_ne!(pair[0].foot, pair[1].foot);
        let stride = pair[1].position - pair[0].position;
        assert!((0.3..1.2).contains(&stride.z), "{stride}");
        let is_left = pair[1].foot == Foot::Left;
        assert_eq!(stride.x > 0.0, is_left, "{stride}");
    }
    assert!(steps.iter().all(|step| step.position.y.abs() < 0.03));
    assert!(steps.iter().all(|step| step.entity == walker));
    let is_walk = |step: &Footstep| (0.7..2.5).contains(&step.speed_mps);
    assert!(steps[2..].iter().all(is_walk));
    point(&mut app, walker, [0.0, 0.0]);
    for _ in 0..192 {
        app.update();
    }
    said::<Footstep>(&mut app);
    for _ in 0..192 {
        app.update();
    }
    assert!(said::<Footstep>(&mut app).is_empty());
}

#[test]
fn a_character_starts_at_its_transform_once_its_file_is_loaded() {
    let mut app = app();
    let later = app
        .world()
        .resource::<Assets<CharacterPoses>>()
        .reserve_handle();
    let place = Transform::from_xyz(3.0, 1.0, -2.0).with_rotation(Quat::from_rotation_y(2.5));
    let character = FootworkCharacter::new(later.clone());
    let walker = app.world_mut().spawn((character, place)).id();
    app.update();
    assert_eq!(transform(&app, walker), place);
    assert!(said::<Failed>(&mut app).is_empty());
    let poses = CharacterPoses::from_bytes(bytes("football.fwposes")).unwrap();
    let mut assets = app.world_mut().resource_mut::<Assets<CharacterPoses>>();
    assets.insert(later.id(), poses).unwrap();
    app.update();
    let shown = transform(&app, walker);
    assert!((shown.translation.x - 3.0).abs() < 0.05);
    assert!(shown.rotation.angle_between(place.rotation) < 0.1);
}

#[test]
fn a_character_stands_on_a_floor_above_zero_from_the_first_frame() {
    let mut app = app();
    let floor = cuboid([50.0, 0.5, 50.0]);
    app.world_mut()
        .spawn((Obstacle::new(floor), Transform::from_xyz(0.0, 4.5, 0.0)));
    let walker = character(&mut app);
    let place = Transform::from_xyz(0.0, 5.0, 0.0);
    app.world_mut().entity_mut(walker).insert(place);
    for _ in 0..8 {
        app.update();
        let y = transform(&app, walker).translation.y;
        assert!((y - 5.0).abs() < 0.05, "{y}");
    }
}

#[test]
fn a_characters_own_obstacle_stops_only_others() {
    let mut app = app();
    let floor = cuboid([50.0, 0.5, 50.0]);
    app.world_mut()
        .spawn((Obstacle::new(floor), Transform::from_xyz(0.0, -0.5, 0.0)));
    let [walker, other] = [0, 1].map(|_| character(&mut app));
    let post = Solid::Volume(Volume::Capsule {
        radius_m: 0.3,
        half_axis_m: 1.5,
    });
    for (entity, z) in [(walker, 0.0), (other, 3.0)] {
        let place = Transform::from_xyz(0.0, 0.0, z);
        let bundle = (Obstacle::new(post.clone()), place);
        app.world_mut().entity_mut(entity).insert(bundle);
    }
    point(&mut app, walker, [0.0, 1.5]);
    for _ in 0..256 {
        app.update();
    }
    let [walker, other] = [walker, other].map(|entity| transform(&app, entity).translation);
    assert!(walker.z > 1.5, "{walker}");
    assert!(walker.distance(other) > 0.55, "{walker} {other}");
}

#[test]
fn mistakes_are_reported_and_the_character_stands_still() {
    let mut app = app();
    let walker = character(&mut app);
    let tags = TagDatabase(Database::from_bytes(bytes("football.tagdb")).unwrap());
    let tags = add(&mut app, tags);
    assert!(AllowedPoses::new(tags.clone(), "Gait.").is_err());
    let allowed = AllowedPoses::new(tags, "Gait.Rnu").unwrap();
    app.world_mut().entity_mut(walker).insert(allowed);
    point(&mut app, walker, [0.0, 2.0]);
    app.update();
    let failed = said::<Failed>(&mut app);
    assert_eq!(failed[0].entity, Some(walker));
    assert!(matches!(failed[0].failure, Failure::Query(_)));
    assert_eq!(transform(&app, walker), Transform::default());

    app.world_mut().entity_mut(walker).remove::<AllowedPoses>();
    point(&mut app, walker, [0.0, f64::NAN]);
    app.update();
    assert!(matches!(
        said::<Failed>(&mut app)[0].failure,
        Failure::Play(_)
    ));
    let poses = poses(&mut app);
    for (options, is_expected) in [
        (
            CharacterOptions {
                skeleton: SkeletonId::new(7),
                ..CharacterOptions::default()
            },
            (|failure| matches!(failure, Failure::Poses(_))) as fn(&Failure) -> bool,
        ),
        (
            CharacterOptions {
                body: Shape::Sphere { radius_m: -1.0 },
                ..CharacterOptions::default()
            },
            |failure| matches!(failure, Failure::Shape(_)),
        ),
        (
            CharacterOptions {
                config: CharacterConfig {
                    max_drop_m: -1.0,
                    ..CharacterConfig::default()
                },
                ..CharacterOptions::default()
            },
            |failure| matches!(failure, Failure::Play(_)),
        ),
    ] {
        app.world_mut().entity_mut(walker).despawn_children();
        let character = FootworkCharacter::with_options(poses.clone(), options);
        app.world_mut().entity_mut(walker).insert(character);
        app.update();
        let failed = said::<Failed>(&mut app);
        assert!(is_expected(&failed[0].failure), "{:?}", failed[0].failure);
    }
}
