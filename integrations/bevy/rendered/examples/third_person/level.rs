//! The level: a floor with lines, walls, stairs to a platform, and a ramp down from it.

use bevy::light::CascadeShadowConfigBuilder;
use bevy::prelude::*;
use bevy_footwork::Obstacle;
use footwork::slide::{Solid, Volume};

pub const SKY: Color = Color::srgb(0.80, 0.86, 0.91);

const FLOOR: Color = Color::srgb(0.36, 0.46, 0.37);
const LINE: Color = Color::srgb(0.48, 0.58, 0.49);
const WALL: Color = Color::srgb(0.83, 0.72, 0.58);
const STAIR: Color = Color::srgb(0.76, 0.78, 0.80);

/// Half of the length of a side of the floor, in metres.
const HALF_M: f32 = 30.0;
/// The height and the depth of a step of the stairs.
const STEP_M: [f32; 2] = [0.18, 0.32];
const STEPS: u8 = 5;

/// Spawns boxes as meshes.
struct Builder<'a, 'w, 's> {
    commands: &'a mut Commands<'w, 's>,
    meshes: &'a mut Assets<Mesh>,
    materials: &'a mut Assets<StandardMaterial>,
}

impl Builder<'_, '_, '_> {
    /// Adds a box that is only drawn.
    fn paint(&mut self, colour: Color, half_m: Vec3, at: Transform) -> Entity {
        let mesh = self.meshes.add(Cuboid { half_size: half_m });
        let material = self.materials.add(StandardMaterial {
            base_color: colour,
            perceptual_roughness: 0.9,
            ..default()
        });
        let (mesh, material) = (Mesh3d(mesh), MeshMaterial3d(material));
        self.commands.spawn((mesh, material, at)).id()
    }

    /// Adds a box that stops and carries characters.
    fn block(&mut self, colour: Color, half_m: Vec3, at: Transform) {
        let entity = self.paint(colour, half_m, at);
        let half_m = half_m.to_array();
        let obstacle = Obstacle::new(Solid::Volume(Volume::Box { half_m }));
        self.commands.entity(entity).insert(obstacle);
    }
}

/// Builds the level and its light.
pub fn build(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let mut level = Builder {
        commands: &mut commands,
        meshes: &mut meshes,
        materials: &mut materials,
    };
    let floor = Vec3::new(HALF_M, 0.5, HALF_M);
    level.block(FLOOR, floor, Transform::from_xyz(0.0, -0.5, 0.0));
    for line in -15..=15_i8 {
        let at = 2.0 * f32::from(line);
        let along = Vec3::new(0.02, 0.002, HALF_M);
        level.paint(LINE, along, Transform::from_xyz(at, 0.0, 0.0));
        level.paint(LINE, along.zyx(), Transform::from_xyz(0.0, 0.0, at));
    }
    for (half_x, half_z, x, z) in [
        (0.2, 4.0, -5.0, 5.0),
        (3.0, 0.2, -2.0, 9.0),
        (0.5, 0.5, 3.5, -2.0),
    ] {
        let half_m = Vec3::new(half_x, 1.1, half_z);
        level.block(WALL, half_m, Transform::from_xyz(x, 1.1, z));
    }
    stairs(&mut level);
    let sun = DirectionalLight {
        illuminance: 9_000.0,
        shadow_maps_enabled: true,
        ..default()
    };
    let shadows = CascadeShadowConfigBuilder {
        num_cascades: 2,
        maximum_distance: 25.0,
        ..default()
    };
    let at = Transform::from_xyz(-5.0, 9.0, -4.0).looking_at(Vec3::ZERO, Vec3::Y);
    commands.spawn((sun, shadows.build(), at));
}

/// Adds stairs along +x to a platform, and a ramp of 20° down along −z.
fn stairs(level: &mut Builder) {
    let [rise_m, depth_m] = STEP_M;
    let (start_m, half_z) = (4.0, 1.5);
    for step in 0..STEPS {
        let half_y = 0.5 * rise_m * f32::from(step + 1);
        let x = start_m + depth_m * (f32::from(step) + 0.5);
        let half_m = Vec3::new(0.5 * depth_m, half_y, half_z);
        level.block(STAIR, half_m, Transform::from_xyz(x, half_y, 4.0));
    }
    let top_m = rise_m * f32::from(STEPS);
    let x = start_m + depth_m * f32::from(STEPS) + 1.5;
    let half_m = Vec3::new(1.5, 0.5 * top_m, half_z);
    level.block(STAIR, half_m, Transform::from_xyz(x, half_m.y, 4.0));
    // The upper side of the ramp starts at the edge of the platform.
    let angle = 20.0_f32.to_radians();
    let half_length = 0.5 * top_m / angle.sin();
    let half_m = Vec3::new(1.5, 0.1, half_length);
    let turn = Quat::from_rotation_x(-angle);
    let edge = Vec3::new(x, top_m, 4.0 - half_z);
    let centre = edge - turn * Vec3::new(0.0, half_m.y, half_m.z);
    level.block(
        STAIR,
        half_m,
        Transform::from_translation(centre).with_rotation(turn),
    );
}
