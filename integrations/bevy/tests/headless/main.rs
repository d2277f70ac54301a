//! The plugin in apps without a window, compared with the plain API: what Bevy's `MinimalPlugins` has but the runner and the
//! counter of frames, and assets.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod assets;
mod bodies;
mod characters;
mod humans;

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::AssetPlugin;
use bevy_ecs::message::{Message, Messages};
use bevy_footwork::FootworkPlugin;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;

/// An app whose every update is one step of a 64th of a second, after the first, which has none; assets are those of
/// `testdata/formats`.
fn app() -> App {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/formats");
    let assets = AssetPlugin {
        file_path: folder.to_owned(),
        ..AssetPlugin::default()
    };
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        assets,
        TransformPlugin,
        FootworkPlugin::default(),
    ));
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.finish();
    app.cleanup();
    app.update();
    app
}

/// The messages of a kind since the last call.
fn said<M: Message>(app: &mut App) -> Vec<M> {
    let mut messages = app.world_mut().resource_mut::<Messages<M>>();
    messages.drain().collect()
}
