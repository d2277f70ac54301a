//! Characters play the clip that fits their stick, among the allowed ones.

use bevy_app::App;
use bevy_asset::{Assets, Handle};
use bevy_ecs::entity::Entity;
use bevy_footwork::{
    AllowedPoses, Body, Character, Failed, Failure, Jumped, Obstacle, PoseIndex, StickInput,
    TagDatabase,
};
use bevy_math::Vec3;
use bevy_transform::components::Transform;
use footwork::base::{FrameRate, Id};
use footwork::matching::{
    ClipEnd, ClipId, ControllerConfig, Group, Index, IndexBuilder, MotionClip, PoseId, Root, Rules,
    Schema, Source, Stick,
};
use footwork::slide::{MoveConfig, Shape, Solid, Volume};
use footwork::tags::{Database, Ranges};

use super::{app, said};

/// The clips and how fast they go, in m/s.
const CLIPS: [(&str, f32); 3] = [("stand", 0.0), ("walk", 1.2), ("run", 3.0)];
const FRAMES: u16 = 600;

/// Returns an index of clips that go straight ahead.
fn index() -> Index {
    let rate = FrameRate::whole(60).unwrap();
    let horizons_frames = vec![20, 40, 60];
    let source = Source::TrajectoryPosition { horizons_frames };
    let group = Group {
        name: "way".to_owned(),
        weight: 1.0,
        source,
    };
    let mut builder = IndexBuilder::new(Schema::new(rate, vec![group]).unwrap());
    for (name, speed_mps) in CLIPS {
        let root = |frame| Root {
            position_m: [0.0, f32::from(frame) / 60.0 * speed_mps],
            facing: [0.0, 1.0],
        };
        let root: Vec<Root> = (0..FRAMES).map(root).collect();
        let clip = MotionClip {
            name,
            rate,
            end: ClipEnd::Cut,
            with_mirrored: false,
            root: &root,
            joints: &[],
            channels: &[],
        };
        builder.add_clip(&clip).unwrap();
    }
    builder.build()
}

/// Returns the clips with a tag each, in another order than in the index.
fn database() -> Database {
    let rate = FrameRate::whole(60).unwrap();
    let mut database = Database::new();
    for (name, tag) in [
        ("run", "Gait.Run"),
        ("stand", "Gait.Idle"),
        ("walk", "Gait.Walk"),
    ] {
        let clip = database.add_clip(name, u32::from(FRAMES), rate).unwrap();
        let tag = database.declare_tag(&tag.parse().unwrap()).unwrap();
        let all = Ranges::full(u32::from(FRAMES));
        database.set_tag(tag, clip, all).unwrap();
    }
    database
}

fn add<A: bevy_asset::Asset>(app: &mut App, asset: A) -> Handle<A> {
    app.world_mut().resource_mut::<Assets<A>>().add(asset)
}

fn character(app: &mut App) -> Entity {
    let index = add(app, PoseIndex(index()));
    let start = PoseId {
        clip: ClipId::from_index(0).unwrap(),
        frame: 0,
        mirrored: false,
    };
    let made = Character::new(index, start, Rules::default(), ControllerConfig::default());
    app.world_mut().spawn(made.unwrap()).id()
}

/// Returns the clip that plays after some seconds of a stick.
fn plays(app: &mut App, character: Entity, velocity_mps: [f64; 2], secs: usize) -> &'static str {
    app.world_mut().get_mut::<StickInput>(character).unwrap().0 = Stick::new(velocity_mps);
    for _ in 0..64 * secs {
        app.update();
    }
    CLIPS[app
        .world()
        .get::<Character>(character)
        .unwrap()
        .pose()
        .clip
        .index()]
    .0
}

#[test]
fn the_matcher_changes_the_clip_when_asked() {
    let mut app = app();
    let walker = character(&mut app);
    assert_eq!(plays(&mut app, walker, [0.0, 0.0], 1), "stand");
    assert_eq!(plays(&mut app, walker, [0.0, 3.0], 2), "run");
    let at = app.world().get::<Transform>(walker).unwrap().translation;
    assert!(at.z > 3.0 && at.z < 6.0 && at.x == 0.0, "{at}");
    assert_eq!(plays(&mut app, walker, [0.0, 1.2], 2), "walk");
    assert_eq!(plays(&mut app, walker, [0.0, 0.0], 2), "stand");
    let before = app.world().get::<Transform>(walker).unwrap().translation;
    assert_eq!(plays(&mut app, walker, [0.0, 0.0], 1), "stand");
    let after = app.world().get::<Transform>(walker).unwrap().translation;
    assert!((after - before).length() < 0.02);
}

#[test]
fn a_jump_is_said_when_it_happens() {
    let mut app = app();
    let walker = character(&mut app);
    plays(&mut app, walker, [0.0, 0.0], 1);
    app.world_mut().get_mut::<StickInput>(walker).unwrap().0 = Stick::new([0.0, 3.0]);
    let mut all = Vec::new();
    for _ in 0..128 {
        app.update();
        all.extend(said::<Jumped>(&mut app));
        let pose = app.world().get::<Character>(walker).unwrap().pose();
        let last = all.last().map_or(0, |jump: &Jumped| jump.to.clip.index());
        assert_eq!(pose.clip.index(), last);
    }
    assert!(all.iter().all(|jump| jump.entity == walker));
    assert!(
        all.iter()
            .any(|jump| jump.to.clip.index() == 2 && jump.from.clip != jump.to.clip)
    );
}

#[test]
fn only_what_a_query_allows_is_played() {
    let mut app = app();
    let walker = character(&mut app);
    let database = add(&mut app, TagDatabase(database()));
    let allow = |app: &mut App, query: &str| {
        let allowed = AllowedPoses::new(database.clone(), query).unwrap();
        app.world_mut().entity_mut(walker).insert(allowed);
    };
    allow(&mut app, "Gait - Gait.Run");
    assert_eq!(plays(&mut app, walker, [0.0, 3.0], 2), "walk");
    allow(&mut app, "Gait.Idle");
    assert_eq!(plays(&mut app, walker, [0.0, 3.0], 2), "stand");
    // Changed tags take effect at once: after the run clip gets `Gait.Idle`, it may play.
    let mut databases = app.world_mut().resource_mut::<Assets<TagDatabase>>();
    let mut edited = databases.get_mut(&database).unwrap();
    let clip = edited
        .0
        .clips()
        .iter()
        .find(|(_, info)| info.name == "run")
        .unwrap()
        .0;
    let idle = edited.0.declare_tag(&"Gait.Idle".parse().unwrap()).unwrap();
    let all = Ranges::full(u32::from(FRAMES));
    edited.0.set_tag(idle, clip, all).unwrap();
    drop(edited);
    assert_eq!(plays(&mut app, walker, [0.0, 3.0], 2), "run");
    app.world_mut().entity_mut(walker).remove::<AllowedPoses>();
    assert_eq!(plays(&mut app, walker, [0.0, 1.2], 2), "walk");
}

#[test]
fn a_query_with_a_mistake_is_said_and_the_character_stands() {
    let mut app = app();
    let walker = character(&mut app);
    let database = add(&mut app, TagDatabase(database()));
    assert!(AllowedPoses::new(database.clone(), "Gait.").is_err());
    let allowed = AllowedPoses::new(database, "Gait.Rnu").unwrap();
    app.world_mut().entity_mut(walker).insert(allowed);
    assert_eq!(plays(&mut app, walker, [0.0, 3.0], 1), "stand");
    let failed = said::<Failed>(&mut app);
    assert_eq!(failed[0].entity, Some(walker));
    assert!(matches!(failed[0].failure, Failure::Query(_)));
    let at = app.world().get::<Transform>(walker).unwrap().translation;
    assert_eq!(at, Vec3::ZERO);
}

#[test]
fn a_character_with_a_body_runs_along_a_wall() {
    let mut app = app();
    let wall = Solid::Volume(Volume::Box {
        half_m: [0.5, 2.0, 50.0],
    });
    let wall = Obstacle::new(wall);
    app.world_mut()
        .spawn((wall, Transform::from_xyz(2.0, 0.0, 0.0)));
    let walker = character(&mut app);
    let capsule = Shape::Capsule {
        radius_m: 0.3,
        height_m: 1.8,
    };
    let body = Body::new(capsule, [0.0, 0.9, 0.0], MoveConfig::default()).unwrap();
    app.world_mut().entity_mut(walker).insert(body);
    assert_eq!(plays(&mut app, walker, [2.2, 2.2], 3), "run");
    let place = app.world().get::<Transform>(walker).unwrap();
    assert!((place.translation.x - 1.195).abs() < 1e-4, "{place:?}");
    assert!(place.translation.z > 4.0, "{place:?}");
    // It faces the wanted direction, halfway from +z to +x, its left.
    let ahead = place.rotation * Vec3::Z;
    assert!((ahead - Vec3::new(0.5_f32.sqrt(), 0.0, 0.5_f32.sqrt())).length() < 1e-3);
}
