//! The scene file of `footwork sim slide`. Lengths are in metres, times in seconds, and y is up.

mod obstacles;

use footwork::base::to_f32;
use footwork::slide::{HullPoints, Mesh, MoveConfig, Mover, Shape, ShapeError, Volume};
use serde::de::{Deserialize, Deserializer, Error};

use crate::scene_file::fields::{Checked, Limits, Vector, limits, list, objects, three};
use obstacles::volumes;
pub(crate) use obstacles::{Ball, Block, Field, Group, Hull, Motion, Obstacle, Pill, Role, Turn};

/// The largest number of triangles in a scene.
const MAX_TRIANGLES: usize = 4_000_000;

/// The largest number of moves.
const MAX_MOVES: usize = 1_000_000;

/// Obstacles, a body, and its moves.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object", remote = "Self")]
pub(crate) struct Scene {
    /// Triangles, two-sided and in any order. They are in layer 1.
    #[serde(default, deserialize_with = "triangles")]
    pub(crate) triangles: Vec<[[f64; 3]; 3]>,
    #[serde(default, deserialize_with = "volumes")]
    pub(crate) boxes: Vec<Block>,
    #[serde(default, deserialize_with = "volumes")]
    pub(crate) spheres: Vec<Ball>,
    #[serde(default, deserialize_with = "volumes")]
    pub(crate) capsules: Vec<Pill>,
    #[serde(default, deserialize_with = "volumes")]
    pub(crate) hulls: Vec<Hull>,
    #[serde(default, deserialize_with = "volumes")]
    pub(crate) heights: Vec<Field>,
    #[serde(default, deserialize_with = "volumes")]
    pub(crate) compounds: Vec<Group>,
    pub(crate) mover: Body,
    /// Displacements in metres, one for each step.
    #[serde(deserialize_with = "moves")]
    pub(crate) moves: Vec<[f32; 3]>,
    #[serde(default)]
    pub(crate) config: Config,
}

/// The moving body. Each shape uses only the keys that apply to it.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "an object", remote = "Self")]
pub(crate) struct Body {
    pub(crate) shape: ShapeName,
    /// The half extents of a box.
    #[serde(deserialize_with = "BodyLength::f32s")]
    pub(crate) half: [f32; 3],
    /// The rotation of a box.
    pub(crate) turn: Option<Turn>,
    /// The points of a hull.
    #[serde(deserialize_with = "hull_points")]
    pub(crate) points: Vec<[f32; 3]>,
    /// The radius of a capsule, a cylinder or a sphere.
    #[serde(deserialize_with = "BodyLength::f32")]
    pub(crate) radius: f32,
    /// The total height of a capsule or a cylinder.
    #[serde(deserialize_with = "BodyLength::f32")]
    pub(crate) height: f32,
    /// The position of the body's centre.
    #[serde(deserialize_with = "Coordinate::f64s")]
    pub(crate) position: [f64; 3],
    /// The distance that the body keeps from obstacles, along the contact normal.
    #[serde(deserialize_with = "Skin::f32")]
    pub(crate) skin: f32,
    /// The layers of the obstacles that the body meets, as a bit mask.
    pub(crate) layers: u32,
    /// The mass with which the body pushes obstacles, in kg.
    #[serde(deserialize_with = "Weight::f64")]
    pub(crate) mass: f64,
}

impl Default for Body {
    fn default() -> Self {
        Self {
            shape: ShapeName::Box,
            half: [0.3, 0.9, 0.3],
            turn: None,
            points: Vec::new(),
            radius: 0.3,
            height: 1.8,
            position: [0.0; 3],
            skin: 0.005,
            layers: u32::MAX,
            mass: 80.0,
        }
    }
}

impl Body {
    /// Returns the shape that these keys describe.
    ///
    /// # Errors
    ///
    /// Returns an error for a wrong length, a wrong rotation, or points that have no hull.
    pub(crate) fn shape(&self) -> Result<Shape, ShapeError> {
        let Self {
            radius: radius_m,
            height: height_m,
            half: half_m,
            ..
        } = *self;
        let shape = match (self.shape, self.turn) {
            (ShapeName::Box, None) => Shape::Box { half_m },
            (ShapeName::Box, Some(turn)) => Shape::TurnedBox {
                half_m,
                rotation: turn.quaternion().map(to_f32),
            },
            (ShapeName::Capsule, _) => Shape::Capsule { radius_m, height_m },
            (ShapeName::Cylinder, _) => Shape::Cylinder { radius_m, height_m },
            (ShapeName::Sphere, _) => Shape::Sphere { radius_m },
            (ShapeName::Hull, _) => Shape::Hull(HullPoints::new(&self.points)?),
        };
        shape.check()?;
        Ok(shape)
    }
}

/// The shape of a body.
#[derive(Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ShapeName {
    Box,
    Capsule,
    Cylinder,
    Sphere,
    Hull,
}

/// How the body moves.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "an object", remote = "Self")]
pub(crate) struct Config {
    pub(crate) speed: SpeedName,
    /// The highest step that the body climbs.
    #[serde(deserialize_with = "Reach::f32")]
    pub(crate) step: f32,
    /// The snap distance. A body that leaves the ground without moving upwards is put back on ground at most this far
    /// below.
    #[serde(deserialize_with = "Reach::f32")]
    pub(crate) snap: f32,
    /// The steepest ground on which the body stands, in degrees; `None` for every slope.
    #[serde(deserialize_with = "slope")]
    pub(crate) slope_deg: Option<f32>,
    /// Whether the body moves as fast on slopes as on level ground.
    pub(crate) constant_speed: bool,
    /// The speed at which the body leaves an obstacle that it starts inside, in m/s; `None` for no limit.
    #[serde(deserialize_with = "recovery")]
    pub(crate) recovery: Option<f32>,
    /// The up direction, as a vector of any length except 0.
    #[serde(deserialize_with = "Coordinate::f64s")]
    pub(crate) up: [f64; 3],
    /// The downward acceleration, in m/s².
    #[serde(deserialize_with = "Gravity::f64")]
    pub(crate) gravity: f64,
    /// The number of moves per second, for gravity and velocities.
    #[serde(deserialize_with = "Rate::f64")]
    pub(crate) rate: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            speed: SpeedName::Projected,
            step: 0.0,
            snap: 0.0,
            slope_deg: None,
            constant_speed: false,
            recovery: None,
            up: [0.0, 1.0, 0.0],
            gravity: 0.0,
            rate: 60.0,
        }
    }
}

/// Whether a move keeps its full length when an obstacle deflects it.
#[derive(Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SpeedName {
    Projected,
    Full,
}

/// The smallest normal f32 above 0.
const ABOVE_ZERO: f64 = f32::MIN_POSITIVE as f64;

/// The largest component of a move, in metres.
const MAX_MOVE_M: f64 = Mover::MAX_DISPLACEMENT_M as f64;

limits! {
    Coordinate: "a coordinate, from -1e9 to 1e9 m", -Mesh::MAX_COORDINATE_M, Mesh::MAX_COORDINATE_M;
    Displacement: "a displacement, from -1e6 to 1e6 m", -MAX_MOVE_M, MAX_MOVE_M;
    Radius: "a radius, above 0 and at most 1e6 m", ABOVE_ZERO, Volume::MAX_LENGTH_M as f64;
    BodyLength: "a length of the mover, above 0 and at most 10000 m", ABOVE_ZERO, Shape::MAX_LENGTH_M as f64;
    BodyPoint: "a coordinate of the mover's points, from -10000 to 10000 m", -(Shape::MAX_LENGTH_M as f64), Shape::MAX_LENGTH_M as f64;
    Skin: "a skin, above 0 and at most 100 m", ABOVE_ZERO, MoveConfig::MAX_LENGTH_M as f64;
    Reach: "a distance, from 0 to 100 m", 0.0, MoveConfig::MAX_LENGTH_M as f64;
    Slope: "an angle, from 0.01 to 89.99 degrees", 0.01, 89.99;
    Recovery: "a speed, above 0 and at most 1e6 m/s", ABOVE_ZERO, 1.0e6;
    Weight: "a mass, from 0 to 1e9 kg", 0.0, 1.0e9;
    Gravity: "an acceleration downwards, from 0 to 1000 m/s²", 0.0, 1000.0;
    Rate: "a number of moves per second, from 0.001 to 1e6", 0.001, 1.0e6;
}

/// A triangle, by its three vertices.
struct Triangle([[f64; 3]; 3]);

impl<'de> Deserialize<'de> for Triangle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let vertices: [Vector<Coordinate>; 3] = three(deserializer, "three vertices")?;
        Ok(Self(vertices.map(|vertex| vertex.parts)))
    }
}

fn triangles<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<[[f64; 3]; 3]>, D::Error> {
    let triangles: Vec<Triangle> = list(deserializer, MAX_TRIANGLES)?;
    Ok(triangles.into_iter().map(|triangle| triangle.0).collect())
}

fn moves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<[f32; 3]>, D::Error> {
    let moves: Vec<Vector<Displacement>> = list(deserializer, MAX_MOVES)?;
    let moves = moves.into_iter().map(|motion| motion.parts.map(to_f32));
    Ok(moves.collect())
}

fn hull_points<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<[f32; 3]>, D::Error> {
    let points: Vec<Vector<BodyPoint>> = list(deserializer, HullPoints::MAX_POINTS)?;
    let points = points.into_iter().map(|point| point.parts.map(to_f32));
    Ok(points.collect())
}

/// Reads an angle, or null for no limit.
fn slope<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f32>, D::Error> {
    struct Angle(f32);
    impl<'de> Deserialize<'de> for Angle {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Slope::f32(deserializer).map(Self)
        }
    }
    let angle: Option<Angle> = Option::deserialize(deserializer)?;
    Ok(angle.map(|angle| angle.0))
}

/// Reads a speed, or null for no limit.
fn recovery<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f32>, D::Error> {
    struct Speed(f32);
    impl<'de> Deserialize<'de> for Speed {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Recovery::f32(deserializer).map(Self)
        }
    }
    let speed: Option<Speed> = Option::deserialize(deserializer)?;
    Ok(speed.map(|speed| speed.0))
}

objects! { Scene Body Config }

impl Checked for Scene {}

impl Checked for Config {
    fn check<E: Error>(&self) -> Result<(), E> {
        let [x, y, z] = self.up;
        if x * x + y * y + z * z > 0.0 {
            Ok(())
        } else {
            Err(E::custom("`up` is a direction and cannot be [0, 0, 0]"))
        }
    }
}

impl Checked for Body {
    fn check<E: Error>(&self) -> Result<(), E> {
        if self.turn.is_some() && !matches!(self.shape, ShapeName::Box) {
            return Err(E::custom("only a box has a `turn`: leave it out"));
        }
        self.shape().map_err(E::custom)?;
        Ok(())
    }
}
