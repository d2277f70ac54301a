//! A character walks into a wall and along it: `cargo run --example along_a_wall`, in `integrations/bevy`.
//!
//! There is no window: each quarter of a second prints a line. `rendered/` has the same scene with a body,
//! a camera and light.

use std::error::Error;
use std::path::Path;

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::{AssetPlugin, Assets};
use bevy_footwork::{
    AllowedPoses, CharacterPoses, FootworkCharacter, FootworkPlugin, Obstacle, StickInput,
    TagDatabase,
};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use footwork::base::Id;
use footwork::slide::{Solid, Volume};
use footwork::tags::Database;

fn main() -> Result<(), Box<dyn Error>> {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        AssetPlugin::default(),
        FootworkPlugin::default(),
    ));
    // In a game time passes on its own, and the asset server loads the files.
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/characters");
    let poses = CharacterPoses::from_bytes(std::fs::read(folder.join("football.fwposes"))?)?;
    let tags = Database::from_bytes(std::fs::read(folder.join("football.tagdb"))?)?;
    let world = app.world_mut();
    let poses = world.resource_mut::<Assets<CharacterPoses>>().add(poses);
    let mut databases = world.resource_mut::<Assets<TagDatabase>>();
    let tags = databases.add(TagDatabase(tags));

    for (half_m, x, y) in [([50.0, 0.5, 50.0], 0.0, -0.5), ([0.5, 2.0, 50.0], 2.5, 2.0)] {
        let solid = Obstacle::new(Solid::Volume(Volume::Box { half_m }));
        world.spawn((solid, Transform::from_xyz(x, y, 0.0)));
    }
    let walker = world.spawn((
        FootworkCharacter::new(poses),
        StickInput::new([2.0, 2.0]),
        AllowedPoses::new(tags.clone(), "Gait & !Kick")?,
    ));
    let walker = walker.id();

    for frame in 0..=256 {
        app.update();
        if frame == 160 {
            // The walker is tired now, so it may not run.
            let walks = AllowedPoses::new(tags.clone(), "Gait & !(Gait.Run | Gait.Jog | Kick)")?;
            app.world_mut().entity_mut(walker).insert(walks);
        }
        let character = app.world().get::<FootworkCharacter>(walker);
        let Some(character) = character.and_then(FootworkCharacter::character) else {
            continue;
        };
        if frame % 16 == 0 {
            let pose = character.playback().matcher().state().pose;
            let index = character.repertoire().index();
            let clip = index.clips()[pose.clip.index()].name();
            let [x, _, z] = character.pose().root.position_m;
            let secs = f64::from(frame) / 64.0;
            println!(
                "{secs:4.2} s  {clip:20} frame {:3}  at {x:5.2} {z:5.2}",
                pose.frame
            );
        }
    }
    Ok(())
}
