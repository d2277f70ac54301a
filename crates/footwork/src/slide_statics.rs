//! Lets a ball of [`footwork_flight`] bounce off the triangles and volumes of a [`footwork_slide`] world.

use footwork_base::{Id, to_f32};
use footwork_flight::SLOP_M;
use footwork_flight::{Contact, HitId, StaticWorld, Surface};
use footwork_slide::{
    Approach, Filter, Label, ObstacleId, PlacedVolume, Pose, Shape, Solid, Swept, Volume, World,
    WorldHit, sweep_volume,
};

/// The obstacles of a [`World`] as the [`StaticWorld`] of a ball.
///
/// The world is borrowed. If an obstacle moves while a prediction is in use, the prediction no longer agrees with the
/// live ball. Sweeps are exact, use the world's tree and allocate nothing. On a mesh, the ball rolls over the edges
/// between coplanar triangles as over a plane. The ball's radius is rounded to the nearest f32. A ball that starts
/// inside a volume is pushed out of it. A mesh has two sides and no inside, so a ball that starts below a floor of
/// triangles stays below.
///
/// Hits are numbered in the order of [`World::ids`]. [`SlideStatics::obstacle`] returns the obstacle with a number.
///
/// ```
/// use std::sync::Arc;
///
/// use footwork::flight::{
///     BallParams, BallPhysics, BallState, FlightEventKind, Prediction, PredictionOptions, Surface,
/// };
/// use footwork::slide::{Filter, Label, Mesh, Pose, World};
/// use footwork::SlideStatics;
///
/// // A floor of two triangles, and a net across it.
/// let (a, b, c, d) = ([-50.0, 0.0, -50.0], [-50.0, 0.0, 50.0], [50.0, 0.0, 50.0], [50.0, 0.0, -50.0]);
/// let floor = Arc::new(Mesh::from_triangles(&[[a, b, c], [a, c, d]]).unwrap());
/// let (a, b, c, d) = ([9.0, 0.0, -4.0], [9.0, 0.0, 4.0], [9.0, 2.5, 4.0], [9.0, 2.5, -4.0]);
/// let net = Arc::new(Mesh::from_triangles(&[[a, b, c], [a, c, d]]).unwrap());
/// const NET: u64 = 7;
///
/// let mut world = World::new();
/// world.add_mesh(floor, Pose::IDENTITY, Label::default()).unwrap();
/// let net = world.add_mesh(net, Pose::IDENTITY, Label { tag: NET, ..Label::default() }).unwrap();
///
/// let surface = |label: &Label| if label.tag == NET { Surface::NET } else { Surface::default() };
/// let statics = SlideStatics::with(&world, Filter::default(), surface);
/// let physics = BallPhysics::new(BallParams::default(), statics).unwrap();
/// let shot = BallState::new(0.0, [0.0, 0.11, 0.0], [20.0, 4.0, 0.0]).unwrap();
/// let mut flight = Prediction::new(&physics, &shot, PredictionOptions::default()).unwrap();
/// flight.finish(&physics);
///
/// let caught = flight.events()[0];
/// assert_eq!(caught.kind, FlightEventKind::Bounce);
/// assert_eq!(physics.world().obstacle(caught.hit.unwrap()), Some(net));
/// let end = flight.samples().last().unwrap().position;
/// assert!(end[0] < 9.0 && end[0] > 5.0 && (end[1] - 0.11).abs() < 1e-6);
/// ```
#[derive(Clone, Debug)]
pub struct SlideStatics<'a> {
    world: &'a World,
    filter: Filter<'a>,
    /// The obstacles and their surfaces, sorted by id.
    obstacles: Vec<(ObstacleId, Surface)>,
}

/// An obstacle and, for a compound, the number of the part.
type PartId = (ObstacleId, u32);

/// The depth to which the ground is searched, in metres.
const DOWN_M: f64 = 1000.0;
/// The radius of the ball that is swept down to find the ground, in metres.
const PROBE_M: f64 = 0.01;
/// The least upward component of a ground's normal: cos 60°. Steeper surfaces do not count as ground.
const MIN_UP: f64 = 0.5;
/// The distance from which the surface of an obstacle is searched, if a ball starts inside the obstacle. In radii of
/// the ball.
const REACH_RADII: f64 = 2.0;

impl<'a> SlideStatics<'a> {
    /// Uses all obstacles of the world, in all layers, with the default surface.
    pub fn new(world: &'a World) -> Self {
        Self::with(world, Filter::default(), |_| Surface::default())
    }

    /// Uses the obstacles that a filter accepts. The surface of an obstacle is the result of `surface` for its label.
    ///
    /// This function calls `surface` once per obstacle. The filter is called in every sweep, so it must always return
    /// the same result for the same obstacle.
    pub fn with(
        world: &'a World,
        filter: Filter<'a>,
        mut surface: impl FnMut(&Label) -> Surface,
    ) -> Self {
        let ids = world.ids();
        let obstacles = ids.filter_map(|id| Some((id, surface(&world.label(id).ok()?))));
        Self {
            world,
            filter,
            obstacles: obstacles.collect(),
        }
    }

    /// Returns the world.
    pub fn world(&self) -> &'a World {
        self.world
    }

    /// Returns the obstacle of a hit; `None` if there is none with its number.
    pub fn obstacle(&self, hit: HitId) -> Option<ObstacleId> {
        self.obstacles.get(hit.index()).map(|(id, _)| *id)
    }

    /// Returns the volume of an obstacle, or of a part of a compound, and its pose in the world; `None` for a mesh.
    fn volume(&self, (obstacle, part): PartId) -> Option<(Volume, Pose)> {
        let pose = self.world.pose(obstacle).ok()?;
        match self.world.solid(obstacle).ok()? {
            Solid::Volume(volume) => Some((*volume, pose)),
            Solid::Mesh(_) => None,
            Solid::Compound(compound) => {
                let part = compound.parts().get(part as usize)?;
                let Solid::Volume(volume) = &part.solid else {
                    return None;
                };
                Some((*volume, pose.after(&part.pose)))
            }
        }
    }

    /// Returns the depth at which a ball overlaps a part, and the direction out of the part. `None` without an overlap,
    /// and for a mesh, which has no inside.
    fn overlap(&self, ball: &Shape, at: [f64; 3], id: PartId) -> Option<(f64, [f64; 3])> {
        let (volume, pose) = self.volume(id)?;
        let (obstacle, part) = id;
        let placed = PlacedVolume {
            volume,
            centre: [0, 1, 2].map(|axis| pose.position()[axis] - at[axis]),
            rotation: pose.rotation(),
        };
        let Swept::Within { gap, normal } = sweep_volume(ball, [0.0; 3], &placed, 0.0) else {
            return None;
        };
        let approach = Approach {
            obstacle,
            label: self.world.label(obstacle).ok()?,
            part,
            triangle: None,
            normal,
            gap_m: gap,
        };
        let counts = self.filter.contact.is_none_or(|accept| accept(&approach));
        counts.then_some((-gap, normal))
    }

    /// Returns the depth along the contact normal of a ball that starts inside an obstacle.
    fn depth(&self, ball: &Shape, from: [f64; 3], hit: &WorldHit, radius: f64) -> f64 {
        if let Some((depth, _)) = self.overlap(ball, from, (hit.obstacle, hit.part)) {
            return if depth > 0.0 { depth } else { 0.0 };
        }
        let reach = REACH_RADII * radius;
        let outside = [0, 1, 2].map(|axis| from[axis] + hit.normal[axis] * reach);
        let accept = |id, label: &Label| {
            id == hit.obstacle && self.filter.accept.is_none_or(|accept| accept(id, label))
        };
        let same = Filter {
            accept: Some(&accept),
            ..self.filter
        };
        let back = hit.normal.map(|part| -part * reach);
        match self.world.sweep(ball, outside, back, &same) {
            Some(found) => (1.0 - found.time) * reach,
            None => 0.0,
        }
    }
}

impl SlideStatics<'_> {
    /// Returns the depth of a ball's deepest overlap with a volume.
    fn deepest(&self, ball: &Shape, at: [f64; 3]) -> f64 {
        let overlaps = self.volumes().filter_map(|id| self.overlap(ball, at, id));
        overlaps.fold(
            0.0,
            |deepest, (depth, _)| {
                if depth > deepest { depth } else { deepest }
            },
        )
    }

    /// Returns the parts of all accepted obstacles. The caller must skip meshes.
    fn volumes(&self) -> impl Iterator<Item = PartId> + '_ {
        let accepted = self.obstacles.iter().filter(|(id, _)| {
            let label = self.world.label(*id);
            let Filter { layers, accept, .. } = self.filter;
            label.is_ok_and(|label| {
                layers & label.layers != 0 && accept.is_none_or(|accept| accept(*id, &label))
            })
        });
        accepted.flat_map(|(id, _)| {
            let parts = match self.world.solid(*id) {
                Ok(Solid::Compound(compound)) => compound.parts().len(),
                _ => 1,
            };
            (0..).take(parts).map(|part| (*id, part))
        })
    }

    /// Returns displacements that lead out of a volume: the shortest, and for a box also one through each face.
    fn ways(&self, ball: &Shape, at: [f64; 3], radius: f64, id: PartId) -> Vec<[f64; 3]> {
        let Some((depth, normal)) = self.overlap(ball, at, id) else {
            return Vec::new();
        };
        let mut ways = vec![normal.map(|part| part * depth)];
        if let Some((Volume::Box { half_m: half }, pose)) = self.volume(id) {
            let local = pose.to_local(at);
            for axis in 0..3 {
                for side in [-1.0, 1.0] {
                    let mut out = local;
                    out[axis] = side * (f64::from(half[axis]) + radius);
                    let out = pose.to_world(out);
                    ways.push([0, 1, 2].map(|axis| out[axis] - at[axis]));
                }
            }
        }
        ways
    }
}

/// The relative rounding error of f32.
const ROUNDING: f64 = 1e-6;

impl StaticWorld for SlideStatics<'_> {
    fn sweep(&self, from: [f64; 3], motion: [f64; 3], radius: f64) -> Option<Contact> {
        let ball = sphere(radius);
        let hit = self.world.sweep(&ball, from, motion, &self.filter)?;
        let at = self
            .obstacles
            .binary_search_by_key(&hit.obstacle, |(id, _)| *id);
        let at = at.ok()?;
        let depth = if hit.time > 0.0 {
            0.0
        } else {
            self.depth(&ball, from, &hit, radius)
        };
        Some(Contact {
            fraction: hit.time,
            normal: hit.normal,
            depth,
            hit: HitId::from_index(at)?,
            surface: self.obstacles[at].1,
        })
    }

    /// Finds the first surface straight below a position that is less than 60° steep. The surface may be a roof.
    fn ground_m(&self, at: [f64; 3]) -> Option<f64> {
        let hit = self.sweep(at, [0.0, -DOWN_M, 0.0], PROBE_M)?;
        (hit.normal[1] > MIN_UP).then(|| at[1] - DOWN_M * hit.fraction - PROBE_M)
    }

    /// Searches for a displacement out of all volumes. Meshes have no inside. This allocates.
    fn push_out(&self, at: [f64; 3], radius: f64) -> Option<[f64; 3]> {
        let ball = sphere(radius);
        if self.deepest(&ball, at) <= SLOP_M {
            return None;
        }
        let mut best: Option<(f64, f64, [f64; 3])> = None;
        for id in self.volumes() {
            for way in self.ways(&ball, at, radius, id) {
                // Goes slightly further, because of rounding.
                let way = way.map(|part| part * (1.0 + ROUNDING));
                let left = self.deepest(&ball, [0, 1, 2].map(|axis| at[axis] + way[axis]));
                let left = if left > SLOP_M { left } else { 0.0 };
                let length = way.iter().map(|part| part * part).sum::<f64>();
                if best.is_none_or(|(least, shortest, _)| (left, length) < (least, shortest)) {
                    best = Some((left, length, way));
                }
            }
        }
        best.map(|(_, _, way)| way)
    }
}

fn sphere(radius: f64) -> Shape {
    Shape::Sphere {
        radius_m: to_f32(radius),
    }
}

#[cfg(test)]
mod tests;
