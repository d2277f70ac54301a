//! A camera that follows the footballer from behind.

use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;
use bevy_footwork::FootworkCharacter;

use crate::level::SKY;

/// The distance and the height of the camera, and the height of the point it looks at, in metres.
const BACK_M: f32 = 4.2;
const UP_M: f32 = 2.0;
const CENTRE_M: f32 = 0.95;
/// The time in which the camera covers half of the distance to the footballer, in seconds.
const HALF_LIFE_SECS: f32 = 0.12;
const TURN_RADPS: f32 = 2.0;

/// The state of a camera that follows the footballer.
#[derive(Component, Default)]
pub struct Follow {
    /// The direction in which the camera looks, as an angle about +y from +z towards +x.
    pub heading_rad: f32,
    /// The followed point, which lags behind the footballer.
    target: Vec3,
}

impl Follow {
    /// Converts a direction relative to the camera, with x to the right and y ahead, to world space.
    pub fn to_world(&self, Vec2 { x, y }: Vec2) -> Vec3 {
        Quat::from_rotation_y(self.heading_rad) * Vec3::new(-x, 0.0, y)
    }
}

/// Spawns the camera, and light from all sides.
pub fn spawn(mut commands: Commands) {
    let ambient = AmbientLight {
        color: SKY,
        brightness: 2_000.0,
        ..default()
    };
    let fog = DistanceFog {
        color: SKY,
        falloff: FogFalloff::Linear {
            start: 15.0,
            end: 45.0,
        },
        ..default()
    };
    let follow = Follow::default();
    let camera = (Camera3d::default(), Tonemapping::AcesFitted, Msaa::Sample4);
    commands.insert_resource(ClearColor(SKY));
    commands.spawn((camera, ambient, fog, follow));
}

/// Follows the footballer, and turns with keys and sticks.
pub fn follow(
    time: Res<Time>,
    keys: Res<ButtonInput<KeyCode>>,
    gamepads: Query<&Gamepad>,
    character: Single<&Transform, With<FootworkCharacter>>,
    camera: Single<(&mut Follow, &mut Transform), Without<FootworkCharacter>>,
) {
    let (mut follow, mut transform) = camera.into_inner();
    let turn = |key| f32::from(u8::from(keys.pressed(key)));
    let mut turn = turn(KeyCode::KeyQ) - turn(KeyCode::KeyE);
    for gamepad in &gamepads {
        turn -= gamepad.right_stick().x;
    }
    follow.heading_rad += turn * TURN_RADPS * time.delta_secs();
    let part = 1.0 - (-time.delta_secs() / HALF_LIFE_SECS).exp2();
    follow.target = follow.target.lerp(character.translation, part);
    let back = follow.to_world(Vec2::new(0.0, -BACK_M));
    transform.translation = follow.target + back + Vec3::Y * UP_M;
    let centre = follow.target + Vec3::Y * CENTRE_M;
    *transform = transform.looking_at(centre, Vec3::Y);
}
