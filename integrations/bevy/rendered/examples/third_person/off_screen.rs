//! Pictures of a scripted walk, without a window.

use std::path::PathBuf;
use std::time::Duration;

use bevy::app::{PluginGroupBuilder, ScheduleRunnerPlugin};
use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::time::TimeUpdateStrategy;
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use bevy_footwork::{FootworkCharacter, FootworkSystems, StickInput};

use crate::camera::Follow;

const SIZE: [u32; 2] = [960, 540];
/// The pictures, and the times of the walk at which they are taken, in steps.
const PICTURES: [(&str, u32); 4] = [
    ("walks", 90),
    ("again", 90),
    ("later", 105),
    ("stairs", 385),
];
const STEP: Duration = Duration::from_micros(16_667);
/// The number of frames for which time stops before a picture, so that everything visible is prepared.
const STILL_FRAMES: u32 = 6;
/// The number of frames in which all files must be loaded.
const MAX_LOAD_FRAMES: u32 = 20_000;

/// Returns the stick and the heading of the camera in a step of the walk: ahead, and then up the stairs.
fn script(step: u32) -> ([f64; 2], f32) {
    match step {
        0..190 => ([0.0, 1.4], 0.0),
        _ => ([1.4, 0.0], 0.7),
    }
}

/// The state of the film.
#[derive(Resource)]
struct Film {
    folder: PathBuf,
    target: Handle<Image>,
    step: u32,
    still: u32,
    loading: u32,
    taken: usize,
}

/// Adds the default plugins without a window, and the systems that take pictures.
pub fn set_up(app: &mut App, plugins: PluginGroupBuilder, folder: PathBuf) -> &mut App {
    let window = WindowPlugin {
        primary_window: None,
        exit_condition: ExitCondition::DontExit,
        ..default()
    };
    let renderer = RenderPlugin {
        synchronous_pipeline_compilation: true,
        ..default()
    };
    let plugins = plugins.set(window).set(renderer);
    app.add_plugins(plugins.disable::<WinitPlugin>())
        .add_plugins(ScheduleRunnerPlugin::run_loop(Duration::ZERO));
    let [width, height] = SIZE;
    let target = Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None);
    let target = app.world_mut().resource_mut::<Assets<Image>>().add(target);
    let film = Film {
        folder,
        target,
        step: 0,
        still: 0,
        loading: 0,
        taken: 0,
    };
    app.insert_resource(film)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO))
        .add_systems(PostStartup, aim)
        .add_systems(Update, go_on.before(FootworkSystems::Match))
        .add_observer(count)
}

/// Aims the camera at the picture.
fn aim(mut commands: Commands, film: Res<Film>, camera: Single<Entity, With<Camera3d>>) {
    let target = RenderTarget::from(film.target.clone());
    commands.entity(*camera).insert(target);
}

/// Lets time pass until the next picture, and takes it.
fn go_on(
    mut film: ResMut<Film>,
    mut time: ResMut<TimeUpdateStrategy>,
    camera: Single<(&mut Camera, &mut Follow)>,
    player: Single<(&FootworkCharacter, &mut StickInput)>,
    mut commands: Commands,
    mut exit: MessageWriter<AppExit>,
) {
    let (character, mut stick) = player.into_inner();
    let (mut camera, mut follow) = camera.into_inner();
    *time = TimeUpdateStrategy::ManualDuration(Duration::ZERO);
    if character.joint(0).is_none() {
        film.loading += 1;
        if film.loading > MAX_LOAD_FRAMES {
            error!("the files of the character are not loaded");
            exit.write(AppExit::error());
        }
        return;
    }
    let Some((name, step)) = PICTURES.get(film.taken) else {
        exit.write(AppExit::Success);
        return;
    };
    camera.is_active = film.step == *step;
    if film.step < *step {
        film.step += 1;
        film.still = 0;
        let velocity_mps;
        (velocity_mps, follow.heading_rad) = script(film.step);
        *stick = StickInput::new(velocity_mps);
        *time = TimeUpdateStrategy::ManualDuration(STEP);
        return;
    }
    film.still += 1;
    if film.still == STILL_FRAMES {
        let path = film.folder.join(name).with_extension("png");
        let mut picture = commands.spawn(Screenshot::image(film.target.clone()));
        picture.observe(save_to_disk(path));
    }
}

/// Notes that a picture was taken.
fn count(_: On<ScreenshotCaptured>, mut film: ResMut<Film>) {
    film.taken += 1;
    film.still = 0;
}
