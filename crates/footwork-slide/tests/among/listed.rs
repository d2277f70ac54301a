//! A foreign world: a list of obstacles, searched from its end, with its own ids.

use std::cell::Cell;

use footwork_slide::{
    Label, ObstacleId, Obstacles, PlacedSolid, Pose, Shape, Solid, Volume, World,
};

/// The obstacles of a list.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    obstacles: Vec<(ObstacleId, Solid, Pose, Option<Pose>, Label)>,
    /// The number of calls of `visit`.
    pub(crate) visits: Cell<u32>,
}

/// Returns the foreign id of an obstacle of a world. Foreign ids are in the same order as the world's ids.
pub(crate) fn foreign(id: ObstacleId) -> ObstacleId {
    ObstacleId::from_bits(9 << 32 | (id.to_bits() * 1000 + 7))
}

impl Listed {
    /// Returns the obstacles of a world.
    pub(crate) fn of(world: &World) -> Self {
        let before = |id: ObstacleId| world.moved().find(|motion| motion.obstacle == id);
        let obstacles = world.ids().map(|id| {
            (
                foreign(id),
                world.solid(id).unwrap().clone(),
                world.pose(id).unwrap(),
                before(id).map(|motion| motion.before),
                world.label(id).unwrap(),
            )
        });
        Self {
            obstacles: obstacles.collect(),
            visits: Cell::new(0),
        }
    }

    pub(crate) fn push(&mut self, id: u64, solid: Solid, pose: Pose, before: Option<Pose>) {
        let id = ObstacleId::from_bits(id);
        (self.obstacles).push((id, solid, pose, before, Label::default()));
    }

    fn see(&self, at: usize, found: &mut dyn FnMut(PlacedSolid<'_>)) {
        let (id, solid, pose, before, label) = &self.obstacles[at];
        found(PlacedSolid {
            id: *id,
            solid,
            pose: *pose,
            before: *before,
            label: *label,
        });
    }
}

/// Returns the radius of a sphere around a solid; infinite for meshes and compounds.
fn radius(solid: &Solid) -> f64 {
    match solid {
        Solid::Volume(Volume::Box { half_m }) => half_m.map(f64::from).iter().sum(),
        Solid::Volume(Volume::Sphere { radius_m }) => f64::from(*radius_m),
        Solid::Volume(Volume::Capsule {
            radius_m,
            half_axis_m,
        }) => f64::from(*radius_m) + f64::from(*half_axis_m),
        Solid::Volume(Volume::Cylinder {
            radius_m,
            half_height_m,
        }) => f64::from(*radius_m) + f64::from(*half_height_m),
        // Listed obstacles that enter the box are copied, which allocates. With an infinite radius, the obstacle is
        // always in the box.
        _ => f64::INFINITY,
    }
}

impl Listed {
    /// Puts all obstacles into a world, the last first. Each has the same slot as in the listed world.
    pub(crate) fn put_into(&self, shared: &mut World) {
        for (id, solid, pose, before, label) in self.obstacles.iter().rev() {
            let placed = PlacedSolid {
                id: shared_id(*id),
                solid,
                pose: *pose,
                before: *before,
                label: *label,
            };
            shared.put(&placed).unwrap();
        }
    }
}

/// Returns the id that [`Listed::put_into`] gives to the obstacle with a foreign id.
pub(crate) fn shared_id(foreign: ObstacleId) -> ObstacleId {
    let slot = (foreign.to_bits() & u64::from(u32::MAX)) / 1000;
    ObstacleId::from_bits(3 << 32 | slot)
}

impl Obstacles for Listed {
    fn visit(&self, min: [f64; 3], max: [f64; 3], found: &mut dyn FnMut(PlacedSolid<'_>)) {
        self.visits.set(self.visits.get() + 1);
        for at in (0..self.obstacles.len()).rev() {
            let (_, solid, pose, before, _) = &self.obstacles[at];
            let radius = radius(solid);
            let is_near = |pose: &Pose| {
                let at = pose.position();
                (0..3).all(|axis| at[axis] + radius >= min[axis] && at[axis] - radius <= max[axis])
            };
            // Both poses of an obstacle that moved would need a test. Treating each such obstacle as near is enough.
            if is_near(pose) || before.is_some() {
                self.see(at, found);
            }
        }
    }

    fn visit_one(&self, id: ObstacleId, found: &mut dyn FnMut(PlacedSolid<'_>)) {
        if let Some(at) = self.obstacles.iter().position(|(of, ..)| *of == id) {
            self.see(at, found);
        }
    }
}

/// A capsule as high as a person.
pub(crate) const CAPSULE: Shape = Shape::Capsule {
    radius_m: 0.3,
    height_m: 1.8,
};
