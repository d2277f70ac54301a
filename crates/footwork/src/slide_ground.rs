//! Walls and ground for a character: lets a character of [`footwork_matching`] move in a world of [`footwork_slide`].

use std::borrow::BorrowMut;

use footwork_base::to_f32;
use footwork_matching::Ground;
use footwork_slide::{Filter, MoveConfig, Mover, MoverState, Shape, ShapeError, World};

/// The height above a foot at which the search for ground begins, in metres.
const ABOVE_M: f64 = 0.5;
/// The depth below a foot at which the search for ground ends, in metres.
const BELOW_M: f64 = 1.0;
/// The radius of the ball that is swept down to find the ground, in metres. A point would fall between triangles.
const PROBE_M: f32 = 0.02;

/// The obstacles of a slide [`World`] as the [`footwork_matching::World`] of a character.
///
/// The character is a body with a [`Shape`]. Its [`MoveConfig`] sets how it slides along obstacles, climbs steps and
/// stays on the ground. The world is borrowed, and must not change between an update and its replay. After the first
/// few updates, nothing is allocated.
///
/// ```
/// use footwork::SlideGround;
/// use footwork::matching::World as _;
/// use footwork::slide::{Label, MoveConfig, Pose, Shape, Volume, World};
///
/// let mut world = World::new();
/// let floor = Volume::Box { half_m: [20.0, 0.5, 20.0] };
/// world.add_volume(floor, Pose::at([0.0, -0.5, 0.0])?, Label::default())?;
/// let wall = Volume::Box { half_m: [5.0, 2.0, 0.5] };
/// world.add_volume(wall, Pose::at([0.0, 2.0, 3.5])?, Label::default())?;
///
/// let body = Shape::Capsule { radius_m: 0.3, height_m: 1.8 };
/// let config = MoveConfig { step_height_m: 0.3, snap_m: 0.3, ..MoveConfig::default() };
/// let mut ground = SlideGround::new(&world, body, config)?;
/// let [x, z] = ground.reach([0.0, 0.0, 2.0], [0.5, 2.0]);
/// // The step ends at the skin of the wall, and slides along the wall.
/// assert!((z - 0.695).abs() < 0.01 && (x - 0.5).abs() < 0.01);
/// let under = ground.ground([1.0, 0.0, 1.0]).unwrap();
/// assert!(under.height_m.abs() < 1e-6 && under.normal[1] > 0.999);
/// assert!(ground.ground([50.0, 0.0, 0.0]).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SlideGround<'a, M = Mover> {
    world: &'a World,
    mover: M,
    config: MoveConfig,
    filter: Filter<'a>,
}

impl<'a> SlideGround<'a> {
    /// Creates the world of a character with the shape `body`. All obstacles stop the character.
    ///
    /// # Errors
    /// Returns an error if the shape is not valid.
    pub fn new(world: &'a World, body: Shape, config: MoveConfig) -> Result<Self, ShapeError> {
        Ok(Self {
            world,
            mover: Mover::new(body)?,
            config,
            filter: Filter::default(),
        })
    }
}

impl<'a, M: BorrowMut<Mover>> SlideGround<'a, M> {
    /// Creates the world of a character from an existing mover, such as `&mut Mover`. Between moves, a mover keeps only
    /// its buffers, so characters of the same shape may share it.
    pub fn with_mover(world: &'a World, mover: M, config: MoveConfig) -> Self {
        Self {
            world,
            mover,
            config,
            filter: Filter::default(),
        }
    }

    /// Limits the world to the obstacles that a filter accepts.
    #[must_use]
    pub fn with_filter(mut self, filter: Filter<'a>) -> Self {
        self.filter = filter;
        self
    }

    /// Returns the height of the body's centre above the ground when the body's skin touches the ground.
    fn centre_m(&self) -> f64 {
        let [_, half_m, _] = self.mover.borrow().shape().half_extents_m();
        f64::from(to_f32(half_m) + self.config.skin_m)
    }
}

impl<M: BorrowMut<Mover>> footwork_matching::World for SlideGround<'_, M> {
    /// Returns no step if the mover rejects it, for example because it is too long. Moving ground does not carry the
    /// body here, because a character calls this several times per update.
    fn reach(&mut self, [x, y, z]: [f64; 3], step_m: [f64; 2]) -> [f64; 2] {
        let (world, filter, config) = (self.world, &self.filter, &self.config);
        let centre_m = self.centre_m();
        let mover = self.mover.borrow_mut();
        let mut end = |from: &MoverState, step: [f32; 3]| {
            let moved = mover.move_by(world, from, step, filter, config);
            moved.ok().map(|moved| moved.state)
        };
        // A move without a displacement finds the ground below the body. Without it, a body climbs no steps.
        let at = MoverState::at([x, y + centre_m, z]);
        let stood = end(&at, [0.0; 3]).unwrap_or(at);
        let rides =
            (stood.footing.support()).is_some_and(|support| support.velocity_mps != [0.0; 3]);
        let carried = if rides { end(&stood, [0.0; 3]) } else { None };
        let from = carried.unwrap_or(stood);
        let way = [to_f32(step_m[0]), 0.0, to_f32(step_m[1])];
        match end(&stood, way) {
            Some(moved) => [0, 2].map(|axis| moved.position[axis] - from.position[axis]),
            None => [0.0; 2],
        }
    }

    fn ground(&mut self, [x, y, z]: [f64; 3]) -> Option<Ground> {
        let probe = Shape::Sphere { radius_m: PROBE_M };
        let radius = f64::from(PROBE_M);
        let from = [x, y + ABOVE_M + radius, z];
        let down = [0.0, -(ABOVE_M + BELOW_M), 0.0];
        let hit = self.world.sweep(&probe, from, down, &self.filter)?;
        Some(Ground {
            height_m: y + ABOVE_M + hit.time * down[1],
            normal: hit.normal.map(to_f32),
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "these are tests")]

    use footwork_matching::World as _;
    use footwork_slide::{Label, MoveConfig, Pose, Shape, Volume, World};

    use super::SlideGround;

    #[test]
    fn moving_ground_lengthens_no_step() {
        let mut world = World::new();
        let floor = Volume::Box {
            half_m: [20.0, 0.5, 20.0],
        };
        let at = |z| Pose::at([0.0, -0.5, z]).unwrap();
        let floor = world.add_volume(floor, at(0.0), Label::default()).unwrap();
        let body = Shape::Capsule {
            radius_m: 0.3,
            height_m: 1.8,
        };
        let config = MoveConfig {
            snap_m: 0.3,
            ..MoveConfig::default()
        };
        world.begin_step();
        world.move_to(floor, at(0.05)).unwrap();
        let mut ground = SlideGround::new(&world, body, config).unwrap();
        for step_m in [[0.0, 0.02], [0.01, -0.02], [0.0, 0.0]] {
            let reached = ground.reach([0.0; 3], step_m);
            for axis in 0..2 {
                assert!((reached[axis] - step_m[axis]).abs() < 1e-4, "{reached:?}");
            }
        }
    }
}
