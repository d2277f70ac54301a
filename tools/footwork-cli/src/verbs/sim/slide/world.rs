//! Worlds that hold the obstacles of a scene. The label of each obstacle consists of its list in the scene and its
//! index in that list.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;

use footwork::base::to_f32;
use footwork::slide::{
    Approach, Compound, Contact, Label, Mesh, ObstacleId, Part, Pose, Solid, Volume, World,
};

use super::actors::Actor;
use super::scene::{Ball, Block, Field, Group, Hull, Obstacle, Pill, Scene, Turn};
use super::trace::{Hit, Kind};
use super::vector::{dot, unit};

/// The depth in metres up to which a one-way obstacle stops a body inside it. A deeper body passes through.
const ONE_WAY_DEPTH_M: f64 = 0.02;

/// About the cosine of 45°. A contact is on the solid side of a one-way obstacle if the cosine of the angle between the
/// contact normal and the obstacle's direction is greater.
const ON_SIDE: f64 = 0.7;

/// All obstacles around the body.
pub(crate) struct Stage {
    /// The solid obstacles.
    pub(crate) world: World,
    /// The sensors, which bodies can enter.
    pub(crate) sensors: World,
    /// The moving obstacles.
    pub(crate) actors: Vec<Actor>,
    /// The index in `actors` of each obstacle that can be pushed.
    pub(crate) pushed: BTreeMap<ObstacleId, usize>,
    /// The directions towards which one-way obstacles are solid.
    pub(crate) one_ways: OneWays,
}

impl Stage {
    /// Returns the obstacles of a scene. All triangles are one mesh in layer 1.
    pub(crate) fn new(scene: &Scene) -> Result<Self, Box<dyn Error>> {
        let mut stage = Self {
            world: World::new(),
            sensors: World::new(),
            actors: Vec::new(),
            pushed: BTreeMap::new(),
            one_ways: OneWays::default(),
        };
        if !scene.triangles.is_empty() {
            let mesh = Arc::new(Mesh::from_triangles(&scene.triangles)?);
            let label = Hit::new(Kind::Triangle, 0).label(1);
            stage.world.add_mesh(mesh, Pose::IDENTITY, label)?;
        }
        stage.add(Kind::Box, &scene.boxes)?;
        stage.add(Kind::Sphere, &scene.spheres)?;
        stage.add(Kind::Capsule, &scene.capsules)?;
        stage.add(Kind::Hull, &scene.hulls)?;
        stage.add(Kind::Heights, &scene.heights)?;
        stage.add(Kind::Compound, &scene.compounds)?;
        Ok(stage)
    }

    /// Begins a step that ends `secs` after the start of the scene. Moves the moving obstacles.
    pub(crate) fn begin_step(&mut self, secs: f64, rate: f64) -> Result<(), Box<dyn Error>> {
        self.world.begin_step();
        self.sensors.begin_step();
        for actor in &mut self.actors {
            actor.step(secs, rate)?;
            let world = if actor.is_sensor {
                &mut self.sensors
            } else {
                &mut self.world
            };
            world.move_to(actor.id, actor.pose)?;
        }
        Ok(())
    }

    /// Lets a body with a mass of `mass` kilograms push the obstacles that it ran into.
    pub(crate) fn push(&mut self, contacts: &[Contact], mass: f64, up: [f64; 3]) {
        for contact in contacts {
            let actor = self.pushed.get(&contact.obstacle);
            if let Some(actor) = actor.and_then(|at| self.actors.get_mut(*at)) {
                actor.push(contact, mass, up);
            }
        }
    }

    fn add<T: Obstacle + Placed>(&mut self, kind: Kind, list: &[T]) -> Result<(), Box<dyn Error>> {
        for (index, obstacle) in (0..).zip(list) {
            let (hit, role) = (Hit::new(kind, index), obstacle.role());
            let (solid, pose) = obstacle.placed()?;
            let label = hit.label(role.layer.unwrap_or(1));
            let world = if role.sensor {
                &mut self.sensors
            } else {
                &mut self.world
            };
            let id: ObstacleId = world.add(solid, pose, label)?;
            if let Some(actor) = Actor::new(hit, id, pose, &role) {
                if actor.is_pushed() {
                    self.pushed.insert(actor.id, self.actors.len());
                }
                self.actors.push(actor);
            }
            if let Some(side) = role.one_way {
                self.one_ways.sides.insert(label.tag, unit(side));
            }
        }
        Ok(())
    }
}

/// The obstacles that are solid only from one side.
#[derive(Clone, Default)]
pub(crate) struct OneWays {
    sides: BTreeMap<u64, [f64; 3]>,
}

impl OneWays {
    pub(crate) fn is_empty(&self) -> bool {
        self.sides.is_empty()
    }

    /// Returns whether a contact stops the body. A one-way obstacle stops a body only on its solid side, and not while
    /// the body is passing through.
    pub(crate) fn counts(&self, approach: &Approach) -> bool {
        let Some(side) = self.sides.get(&approach.label.tag) else {
            return true;
        };
        dot(approach.normal, *side) > ON_SIDE && approach.gap_m > -ONE_WAY_DEPTH_M
    }
}

impl Hit {
    fn label(self, layers: u32) -> Label {
        let kind = u64::from(self.kind as u8);
        Label {
            layers,
            tag: kind << 32 | u64::from(self.index),
        }
    }

    /// Returns the obstacle to which a label belongs. `triangle` is the index of the hit triangle. `part` is the hit
    /// part, and is used only for a compound.
    pub(crate) fn from_label(label: &Label, part: u32, triangle: Option<u32>) -> Self {
        let bytes = label.tag.to_le_bytes();
        let [a, b, c, d, kind, ..] = bytes;
        let kind = Kind::ALL[usize::from(kind) % Kind::ALL.len()];
        let index = u32::from_le_bytes([a, b, c, d]);
        Self {
            kind,
            index: match kind {
                Kind::Triangle => triangle.unwrap_or(index),
                _ => index,
            },
            part: (kind == Kind::Compound).then_some(part),
        }
    }
}

/// An obstacle with a shape and a pose.
pub(crate) trait Placed {
    fn placed(&self) -> Result<(Solid, Pose), Box<dyn Error>>;
}

impl Placed for Block {
    fn placed(&self) -> Result<(Solid, Pose), Box<dyn Error>> {
        let half = [0, 1, 2].map(|axis| to_f32(self.max[axis] / 2.0 - self.min[axis] / 2.0));
        let pose = posed(middle(self.min, self.max), self.turn)?;
        Ok((Solid::Volume(Volume::Box { half_m: half }), pose))
    }
}

impl Placed for Ball {
    fn placed(&self) -> Result<(Solid, Pose), Box<dyn Error>> {
        let radius_m = self.radius;
        let ball = Solid::Volume(Volume::Sphere { radius_m });
        Ok((ball, Pose::at(self.centre)?))
    }
}

impl Placed for Pill {
    fn placed(&self) -> Result<(Solid, Pose), Box<dyn Error>> {
        let [x, y, z] = [0, 1, 2].map(|axis| self.b[axis] - self.a[axis]);
        let length = (x * x + y * y + z * z).sqrt();
        let volume = Solid::Volume(Volume::Capsule {
            radius_m: self.radius,
            half_axis_m: to_f32(length / 2.0),
        });
        let at = middle(self.a, self.b);
        let is_upright = x == 0.0 && z == 0.0;
        if is_upright {
            return Ok((volume, Pose::at(at)?));
        }
        // Rotate +y onto the axis of the capsule by the smallest angle. Either end of the axis may be the upper end.
        let up = if y < 0.0 { -1.0 } else { 1.0 };
        let turn = [z * up, 0.0, -x * up, length + y * up];
        let size = turn.iter().map(|part| part * part).sum::<f64>().sqrt();
        let turn = turn.map(|part| to_f32(part / size));
        Ok((volume, Pose::new(at, turn)?))
    }
}

impl Placed for Hull {
    /// Returns the hull relative to the centre of its bounding box, and a pose at that centre. The hull spins around
    /// the centre.
    fn placed(&self) -> Result<(Solid, Pose), Box<dyn Error>> {
        let bound = |pick: fn(f64, f64) -> f64| {
            let first = self.points.first().copied().unwrap_or_default();
            let points = self.points.iter();
            points.fold(first, |all, at| [0, 1, 2].map(|i| pick(all[i], at[i])))
        };
        let at = middle(bound(f64::min), bound(f64::max));
        let around = |point: &[f64; 3]| [0, 1, 2].map(|axis| point[axis] - at[axis]);
        let points: Vec<[f64; 3]> = self.points.iter().map(around).collect();
        let mesh = Mesh::from_hull(&points)?;
        Ok((Solid::Mesh(Arc::new(mesh)), Pose::at(at)?))
    }
}

impl Placed for Field {
    fn placed(&self) -> Result<(Solid, Pose), Box<dyn Error>> {
        let mesh = Mesh::from_heights(&self.heights, self.columns, self.cell)?;
        Ok((Solid::Mesh(Arc::new(mesh)), Pose::at(self.position)?))
    }
}

impl Placed for Group {
    fn placed(&self) -> Result<(Solid, Pose), Box<dyn Error>> {
        let mut parts = Vec::new();
        add_parts(&mut parts, &self.boxes)?;
        add_parts(&mut parts, &self.spheres)?;
        add_parts(&mut parts, &self.capsules)?;
        add_parts(&mut parts, &self.hulls)?;
        let compound = Arc::new(Compound::new(parts)?);
        Ok((Solid::Compound(compound), posed(self.position, self.turn)?))
    }
}

fn add_parts<T: Placed>(parts: &mut Vec<Part>, list: &[T]) -> Result<(), Box<dyn Error>> {
    for part in list {
        let (solid, pose) = part.placed()?;
        parts.push(Part { solid, pose });
    }
    Ok(())
}

fn posed(at: [f64; 3], turn: Option<Turn>) -> Result<Pose, Box<dyn Error>> {
    Ok(match turn {
        None => Pose::at(at)?,
        Some(turn) => Pose::new(at, turn.quaternion().map(to_f32))?,
    })
}

fn middle(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| a[axis] / 2.0 + b[axis] / 2.0)
}
