//! A body that walks through a scene step by step.

use std::sync::Arc;

use footwork_slide::{
    Filter, Label, Mesh, MoveConfig, Mover, MoverState, ObstacleId, Outcome, Pose, Shape, Volume,
    World,
};

use crate::scenes::{HALF, HEIGHT, RADIUS, Triangle};

/// The box that walks in the tests.
pub(crate) const BOX: Shape = Shape::Box { half_m: HALF };
/// The capsule that walks in the tests.
pub(crate) const CAPSULE: Shape = Shape::Capsule {
    radius_m: RADIUS,
    height_m: HEIGHT,
};

/// Returns a world of one mesh at the origin.
pub(crate) fn world_of(triangles: &[Triangle]) -> World {
    let mut world = World::new();
    add_triangles(&mut world, triangles);
    world
}

/// Adds a mesh at the origin.
pub(crate) fn add_triangles(world: &mut World, triangles: &[Triangle]) {
    let mesh = Arc::new(Mesh::from_triangles(triangles).unwrap());
    world
        .add_mesh(mesh, Pose::IDENTITY, Label::default())
        .unwrap();
}

/// Adds a box with the half extents `half_m`.
pub(crate) fn add_box(world: &mut World, half_m: [f32; 3], at: [f64; 3]) -> ObstacleId {
    add_turned(world, half_m, Pose::at(at).unwrap())
}

/// Adds a box with a pose.
pub(crate) fn add_turned(world: &mut World, half_m: [f32; 3], pose: Pose) -> ObstacleId {
    world
        .add_volume(Volume::Box { half_m }, pose, Label::default())
        .unwrap()
}

/// A body that walks in a world.
pub(crate) struct Walk {
    /// The world, which a test may change between steps.
    pub(crate) world: World,
    /// The body.
    pub(crate) mover: Mover,
    /// The state of the body.
    pub(crate) state: MoverState,
    /// The settings of the body's moves.
    pub(crate) config: MoveConfig,
    /// Whether the body was crushed in the last step.
    pub(crate) crushed: bool,
}

impl Walk {
    /// Returns a body in a world, with the default settings.
    pub(crate) fn new(world: World, shape: Shape, position: [f64; 3]) -> Self {
        Self {
            world,
            mover: Mover::new(shape).unwrap(),
            state: MoverState::at(position),
            config: MoveConfig::default(),
            crushed: false,
        }
    }

    /// Moves an obstacle.
    pub(crate) fn place(&mut self, obstacle: ObstacleId, at: [f64; 3]) {
        self.world.move_to(obstacle, Pose::at(at).unwrap()).unwrap();
    }

    /// Checks that the body is not crushed, and that its x is within `off` of `expected`.
    #[track_caller]
    pub(crate) fn check_x(&self, expected: f64, off: f64) {
        let is_near = (self.state.position[0] - expected).abs() < off;
        let (shape, state) = (self.mover.shape(), &self.state);
        assert!(is_near && !self.crushed, "{shape:?}: {state:?}");
    }

    /// Moves the body. Returns its displacement and the outcome.
    pub(crate) fn step(&mut self, displacement: [f64; 3]) -> ([f64; 3], Outcome) {
        let displacement = displacement.map(|part| part as f32);
        let before = self.state.position;
        let filter = Filter::default();
        let moved = self
            .mover
            .move_by(
                &self.world,
                &self.state,
                displacement,
                &filter,
                &self.config,
            )
            .unwrap();
        self.state = moved.state;
        self.crushed = moved.crushed;
        let way = sub(moved.state.position, before);
        let falls = displacement[0] == 0.0 && displacement[1] < 0.0 && displacement[2] == 0.0;
        let is_in_air = !self.state.footing.is_supported();
        let hangs = falls && is_in_air && length(way) == 0.0 && !self.crushed;
        assert!(!hangs, "the body hangs in the air: {:?}", self.state);
        (way, moved.outcome)
    }
}

/// Returns the difference of two points.
pub(crate) fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Returns the dot product.
pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Returns the length.
pub(crate) fn length(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

/// Returns a multiple.
pub(crate) fn times(a: [f64; 3], factor: f64) -> [f64; 3] {
    a.map(|part| part * factor)
}

/// Returns the distance from a body, without its skin, to a plane through the origin with a unit normal.
pub(crate) fn gap(shape: &Shape, position: [f64; 3], normal: [f64; 3]) -> f64 {
    let reach = match *shape {
        Shape::Box { half_m: half } => dot(half.map(f64::from), normal.map(f64::abs)),
        Shape::Capsule {
            radius_m: radius,
            height_m: height,
        } => {
            let (radius, height) = (f64::from(radius), f64::from(height));
            radius + (height / 2.0 - radius) * normal[1].abs()
        }
        Shape::Sphere { radius_m: radius } => f64::from(radius),
        _ => unreachable!("only boxes, capsules and spheres walk in these tests"),
    };
    dot(position, normal) - reach
}
