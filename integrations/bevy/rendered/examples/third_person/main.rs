//! A footballer among walls and stairs: `cargo run --example third_person`, in `integrations/bevy/rendered`.
//!
//! Arrows or W, A, S and D walk, Shift runs, and Q and E turn the camera; or both sticks of a gamepad. With
//! `--pictures FOLDER` there is no window: the footballer follows a script, and the folder gets its pictures.

mod camera;
mod footprints;
mod level;
mod off_screen;
mod player;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_footwork::{FootworkPlugin, FootworkSystems};

/// The folder of the clips, the tags and the body.
const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/characters");

fn main() -> AppExit {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let folder = match &args[..] {
        [] => None,
        [option, folder] if option == "--pictures" => Some(PathBuf::from(folder)),
        _ => {
            eprintln!("usage: third_person [--pictures FOLDER]");
            return AppExit::error();
        }
    };
    let assets = AssetPlugin {
        file_path: ASSETS.to_owned(),
        ..AssetPlugin::default()
    };
    let plugins = DefaultPlugins.set(assets);
    let mut app = App::new();
    match folder {
        None => app
            .add_plugins(plugins)
            .add_systems(Update, player::steer.before(FootworkSystems::Match)),
        Some(folder) => off_screen::set_up(&mut app, plugins, folder),
    };
    app.add_plugins(FootworkPlugin::default())
        .add_systems(Startup, (level::build, player::spawn, camera::spawn))
        .add_systems(
            Update,
            (camera::follow, footprints::add, footprints::fade).after(FootworkSystems::Match),
        )
        .run()
}
