//! A character runs into a wall and along it: `cargo run --example along_a_wall`, in `integrations/bevy`.
//!
//! There is no window: each quarter of a second prints a line. A game adds the plugin to `DefaultPlugins`, loads the index and
//! the tags as assets, and shows the pose returned by [`Character::pose`].

use std::error::Error;

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::{AssetPlugin, Assets};
use bevy_footwork::{
    AllowedPoses, Body, Character, FootworkPlugin, Obstacle, PoseIndex, StickInput, TagDatabase,
};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use footwork::base::FrameRate;
use footwork::matching::{
    ClipEnd, ControllerConfig, Group, Index, IndexBuilder, MotionClip, PoseId, Root, Rules, Schema,
    Source, Stick,
};
use footwork::slide::{MoveConfig, Shape, Solid, Volume};
use footwork::tags::{Database, Ranges};

/// Makes the assets of a game: clips that stand, walk and run straight ahead, as an index of poses and as
/// tags.
fn clips() -> Result<(Index, Database, PoseId), Box<dyn Error>> {
    let rate = FrameRate::whole(60).ok_or("a rate is above zero")?;
    let source = Source::TrajectoryPosition {
        horizons_frames: vec![20, 40, 60],
    };
    let group = Group {
        name: "way".to_owned(),
        weight: 1.0,
        source,
    };
    let mut builder = IndexBuilder::new(Schema::new(rate, vec![group])?);
    let mut tags = Database::new();
    let mut start = None;
    for (name, tag, speed_mps) in [
        ("stand", "Gait.Idle", 0.0),
        ("walk", "Gait.Walk", 1.2),
        ("run", "Gait.Run", 3.0),
    ] {
        let root = |frame: u16| Root {
            position_m: [0.0, f32::from(frame) / 60.0 * speed_mps],
            facing: [0.0, 1.0],
        };
        let root: Vec<Root> = (0..600).map(root).collect();
        let clip = builder.add_clip(&MotionClip {
            name,
            rate,
            end: ClipEnd::Cut,
            with_mirrored: false,
            root: &root,
            joints: &[],
            channels: &[],
        })?;
        start = start.or(Some(clip));
        let in_tags = tags.add_clip(name, 600, rate)?;
        let tag = tags.declare_tag(&tag.parse()?)?;
        tags.set_tag(tag, in_tags, Ranges::full(600))?;
    }
    let start = PoseId {
        clip: start.ok_or("there is no clip")?,
        frame: 0,
        mirrored: false,
    };
    Ok((builder.build(), tags, start))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        AssetPlugin::default(),
        FootworkPlugin::default(),
    ));
    // In a game time passes on its own.
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(16));

    let (index, tags, start) = clips()?;
    let world = app.world_mut();
    let index = world
        .resource_mut::<Assets<PoseIndex>>()
        .add(PoseIndex(index));
    let tags = world
        .resource_mut::<Assets<TagDatabase>>()
        .add(TagDatabase(tags));

    let half_m = [0.5, 2.0, 50.0];
    let wall = Obstacle::new(Solid::Volume(Volume::Box { half_m }));
    world.spawn((wall, Transform::from_xyz(3.0, 0.0, 0.0)));

    let shape = Shape::Capsule {
        radius_m: 0.3,
        height_m: 1.8,
    };
    let runner = world
        .spawn((
            Character::new(index, start, Rules::default(), ControllerConfig::default())?,
            Body::new(shape, [0.0, 0.9, 0.0], MoveConfig::default())?,
            StickInput(Stick::new([2.0, 2.0])),
            AllowedPoses::new(tags.clone(), "Gait")?,
        ))
        .id();

    for quarter in 0..16 {
        app.update();
        if quarter == 9 {
            // The runner is tired now, so it may only walk.
            let walks = AllowedPoses::new(tags.clone(), "Gait - Gait.Run")?;
            app.world_mut().entity_mut(runner).insert(walks);
        }
        let entity = app.world().entity(runner);
        let indices = app.world().resource::<Assets<PoseIndex>>();
        let (_, index) = indices.iter().next().ok_or("there is no index")?;
        if let (Some(character), Some(body)) = (entity.get::<Character>(), entity.get::<Body>()) {
            use footwork::base::Id;
            let pose = character.pose();
            let clip = index.clips()[pose.clip.index()].name();
            let [x, _, z] = body.state.position;
            let how = body.outcome();
            println!(
                "{:4.2} s  {clip:5} frame {:3}  at {x:5.2} {z:5.2}  {how:?}",
                f64::from(quarter) * 0.25,
                pose.frame
            );
        }
    }
    Ok(())
}
