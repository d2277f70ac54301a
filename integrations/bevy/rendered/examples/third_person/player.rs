//! The footballer, and the keys and sticks that steer it.

use bevy::prelude::*;
use bevy_footwork::{AllowedPoses, FootworkCharacter, StickInput};

use crate::camera::Follow;

const WALK_MPS: f32 = 1.4;
const RUN_MPS: f32 = 3.4;

/// Spawns the footballer with its body.
pub fn spawn(mut commands: Commands, assets: Res<AssetServer>) -> Result {
    commands.spawn((
        FootworkCharacter::new(assets.load("football.fwposes")),
        AllowedPoses::new(assets.load("football.tagdb"), "Gait & !Kick")?,
        WorldAssetRoot(assets.load("football.glb#Scene0")),
    ));
    Ok(())
}

/// Turns keys and sticks into a velocity relative to the camera.
pub fn steer(
    keys: Res<ButtonInput<KeyCode>>,
    gamepads: Query<&Gamepad>,
    follow: Single<&Follow>,
    mut stick: Single<&mut StickInput>,
) {
    let is_pressed = |of: [KeyCode; 2]| f32::from(u8::from(keys.any_pressed(of)));
    let to_right = is_pressed([KeyCode::ArrowRight, KeyCode::KeyD])
        - is_pressed([KeyCode::ArrowLeft, KeyCode::KeyA]);
    let ahead = is_pressed([KeyCode::ArrowUp, KeyCode::KeyW])
        - is_pressed([KeyCode::ArrowDown, KeyCode::KeyS]);
    let runs = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let speed_mps = if runs { RUN_MPS } else { WALK_MPS };
    let mut wanted = Vec2::new(to_right, ahead).normalize_or_zero() * speed_mps;
    for gamepad in &gamepads {
        wanted += gamepad.left_stick() * RUN_MPS;
    }
    let way = follow.to_world(wanted.clamp_length_max(RUN_MPS));
    **stick = StickInput::new([way.x.into(), way.z.into()]);
}
