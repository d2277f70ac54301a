//! Tests the plugin in apps without a window, compared with the plain API. The apps have assets and Bevy's `MinimalPlugins`,
//! except the runner and the frame counter.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

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

/// Returns an app in which each update is one step of 1/64 s, except the first, which has none. It loads
/// assets from `testdata`.
fn app() -> App {
    app_with(FootworkPlugin::default())
}

fn app_with(plugin: FootworkPlugin) -> App {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata");
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
        plugin,
    ));
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.finish();
    app.cleanup();
    app.update();
    app
}

/// Returns the messages of a kind since the last call.
fn said<M: Message>(app: &mut App) -> Vec<M> {
    let mut messages = app.world_mut().resource_mut::<Messages<M>>();
    messages.drain().collect()
}
