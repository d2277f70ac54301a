//! A print on the ground for each footstep, which fades.

use bevy::prelude::*;
use bevy_footwork::Footstep;

const FADE_SECS: f32 = 4.0;

/// The time since a footprint was made.
#[derive(Component, Default)]
pub struct Footprint {
    secs: f32,
}

/// Adds a print where a foot comes to stand.
pub fn add(
    mut footsteps: MessageReader<Footstep>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    for step in footsteps.read() {
        let material = materials.add(StandardMaterial {
            base_color: Color::srgba(0.1, 0.15, 0.1, 0.5),
            alpha_mode: AlphaMode::Blend,
            unlit: true,
            ..default()
        });
        let flat = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
        let place = Transform::from_translation(step.position + Vec3::Y * 0.01);
        commands.spawn((
            Footprint::default(),
            Mesh3d(meshes.add(Circle::new(0.07))),
            MeshMaterial3d(material),
            place.with_rotation(flat),
        ));
    }
}

/// Shrinks prints until they are gone.
pub fn fade(
    time: Res<Time>,
    mut commands: Commands,
    mut prints: Query<(Entity, &mut Footprint, &mut Transform)>,
) {
    for (entity, mut print, mut transform) in &mut prints {
        print.secs += time.delta_secs();
        transform.scale = Vec3::splat((1.0 - print.secs / FADE_SECS).max(0.0));
        if print.secs > FADE_SECS {
            commands.entity(entity).despawn();
        }
    }
}
