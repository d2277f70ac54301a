//! The obstacles of a scene as a world: each volume's label says where it is in its list.

use std::error::Error;
use std::sync::Arc;

use footwork::slide::{Label, Mesh, Pose, Volume, World};

use super::scene::{Ball, Block, Pill, Scene};
use super::trace::{Hit, Kind};
use footwork::base::to_f32;

/// All triangles as one mesh, in layer 1, and all volumes.
pub(crate) fn world(scene: &Scene) -> Result<World, Box<dyn Error>> {
    let mut world = World::new();
    if !scene.triangles.is_empty() {
        let mesh = Arc::new(Mesh::from_triangles(&scene.triangles)?);
        let hit = Hit {
            kind: Kind::Triangle,
            index: 0,
        };
        world.add_mesh(mesh, Pose::IDENTITY, hit.label(1))?;
    }
    for (index, block) in (0..).zip(&scene.boxes) {
        let (volume, pose) = block.placed()?;
        let kind = Kind::Box;
        world.add_volume(volume, pose, Hit { kind, index }.label(block.layer))?;
    }
    for (index, ball) in (0..).zip(&scene.spheres) {
        let (volume, pose) = ball.placed()?;
        let kind = Kind::Sphere;
        world.add_volume(volume, pose, Hit { kind, index }.label(ball.layer))?;
    }
    for (index, pill) in (0..).zip(&scene.capsules) {
        let (volume, pose) = pill.placed()?;
        let kind = Kind::Capsule;
        world.add_volume(volume, pose, Hit { kind, index }.label(pill.layer))?;
    }
    Ok(world)
}

impl Hit {
    fn label(self, layers: u32) -> Label {
        let kind = u64::from(self.kind as u8);
        Label {
            layers,
            tag: kind << 32 | u64::from(self.index),
        }
    }

    /// What a label says; of a mesh, the triangle.
    pub(crate) fn from_label(label: &Label, triangle: Option<u32>) -> Self {
        let bytes = label.tag.to_le_bytes();
        let [a, b, c, d, kind, ..] = bytes;
        let kinds = [Kind::Triangle, Kind::Box, Kind::Sphere, Kind::Capsule];
        Self {
            kind: kinds[usize::from(kind) % kinds.len()],
            index: triangle.unwrap_or(u32::from_le_bytes([a, b, c, d])),
        }
    }
}

impl Block {
    fn placed(&self) -> Result<(Volume, Pose), Box<dyn Error>> {
        let half = [0, 1, 2].map(|axis| to_f32(self.max[axis] / 2.0 - self.min[axis] / 2.0));
        let pose = Pose::at(middle(self.min, self.max))?;
        Ok((Volume::Box { half_m: half }, pose))
    }
}

impl Ball {
    fn placed(&self) -> Result<(Volume, Pose), Box<dyn Error>> {
        let radius = self.radius;
        Ok((Volume::Sphere { radius_m: radius }, Pose::at(self.centre)?))
    }
}

impl Pill {
    fn placed(&self) -> Result<(Volume, Pose), Box<dyn Error>> {
        let [x, y, z] = [0, 1, 2].map(|axis| self.b[axis] - self.a[axis]);
        let length = (x * x + y * y + z * z).sqrt();
        let volume = Volume::Capsule {
            radius_m: self.radius,
            half_axis_m: to_f32(length / 2.0),
        };
        let at = middle(self.a, self.b);
        let is_upright = x == 0.0 && z == 0.0;
        if is_upright {
            return Ok((volume, Pose::at(at)?));
        }
        // The shortest turn from up to the axis, either end of which may be the upper one.
        let up = match y < 0.0 {
            true => -1.0,
            false => 1.0,
        };
        let turn = [z * up, 0.0, -x * up, length + y * up];
        let size = turn.iter().map(|part| part * part).sum::<f64>().sqrt();
        let turn = turn.map(|part| to_f32(part / size));
        Ok((volume, Pose::new(at, turn)?))
    }
}

fn middle(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| a[axis] / 2.0 + b[axis] / 2.0)
}
