//! The obstacles of a scene file, their shapes and their roles.

use footwork::base::maths::{cos, sin};
use footwork::base::to_f32;
use footwork::slide::{Compound, Mesh, Volume};
use serde::de::{Deserialize, Deserializer, Error};

use super::{ABOVE_ZERO, Coordinate, Radius};
use crate::scene_file::fields::{Checked, Limits, Vector, limits, list, objects};

/// The largest number of obstacles of each kind.
const MAX_OBSTACLES: usize = 1_000_000;

/// The largest number of points of a hull.
const MAX_POINTS: usize = 256;

/// The largest number of heights in a height field.
const MAX_SAMPLES: usize = 4_000_000;

/// The properties that obstacles of all shapes have in common.
#[derive(Clone, Copy, Default)]
pub(crate) struct Role<'a> {
    /// The layers of the obstacle, as a bit mask.
    pub(crate) layer: Option<u32>,
    /// The direction that the solid side faces. Bodies from other sides pass through the obstacle.
    pub(crate) one_way: Option<[f64; 3]>,
    /// Whether the obstacle is a sensor: bodies pass through it, and the trace lists the sensors that contain the body.
    pub(crate) sensor: bool,
    /// The motion of an obstacle that moves by itself.
    pub(crate) motion: Option<&'a Motion>,
    /// The mass and friction of an obstacle that can be pushed.
    pub(crate) pushed: Option<&'a Pushed>,
}

impl Role<'_> {
    fn check<E: Error>(&self) -> Result<(), E> {
        let says = [
            (self.sensor, "sensor"),
            (self.pushed.is_some(), "pushed"),
            (self.one_way.is_some(), "one_way"),
            (self.motion.is_some(), "motion"),
        ];
        let at = |index: usize| says[index].0;
        for (a, b) in [(0, 1), (0, 2), (1, 2), (1, 3)] {
            if at(a) && at(b) {
                return Err(E::custom(format_args!(
                    "`{}` and `{}` exclude each other: leave one out",
                    says[a].1, says[b].1
                )));
            }
        }
        if self.one_way == Some([0.0; 3]) {
            return Err(E::custom(
                "`one_way` is a direction and cannot be [0, 0, 0]",
            ));
        }
        Ok(())
    }

    /// Refuses a part of a compound that has a property which only the compound can have.
    fn check_part<E: Error>(&self) -> Result<(), E> {
        let is_bare = self.layer.is_none()
            && self.one_way.is_none()
            && !self.sensor
            && self.motion.is_none()
            && self.pushed.is_none();
        if is_bare {
            Ok(())
        } else {
            Err(E::custom(
                "a part of a compound cannot have `layer`, `one_way`, `sensor`, `motion` or `pushed`; give it to the compound",
            ))
        }
    }
}

/// An obstacle of any shape.
pub(crate) trait Obstacle {
    fn role(&self) -> Role<'_>;
}

/// Declares the structs of obstacles. Adds the keys that every obstacle can have.
macro_rules! obstacles {
    ($($(#[doc = $doc:literal])* $name:ident { $($fields:tt)* })*) => {$(
        $(#[doc = $doc])*
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields, expecting = "an object", remote = "Self")]
        pub(crate) struct $name {
            $($fields)*
            #[serde(default, deserialize_with = "layer")]
            pub(crate) layer: Option<u32>,
            #[serde(default, deserialize_with = "direction")]
            pub(crate) one_way: Option<[f64; 3]>,
            #[serde(default)]
            pub(crate) sensor: bool,
            #[serde(default)]
            pub(crate) motion: Option<Motion>,
            #[serde(default)]
            pub(crate) pushed: Option<Pushed>,
        }

        impl Obstacle for $name {
            fn role(&self) -> Role<'_> {
                Role {
                    layer: self.layer,
                    one_way: self.one_way,
                    sensor: self.sensor,
                    motion: self.motion.as_ref(),
                    pushed: self.pushed.as_ref(),
                }
            }
        }
    )*};
}

obstacles! {
    /// A box that can be turned around its centre.
    Block {
        #[serde(deserialize_with = "Coordinate::f64s")]
        pub(crate) min: [f64; 3],
        #[serde(deserialize_with = "Coordinate::f64s")]
        pub(crate) max: [f64; 3],
        #[serde(default)]
        pub(crate) turn: Option<Turn>,
    }

    /// A sphere.
    Ball {
        #[serde(deserialize_with = "Coordinate::f64s")]
        pub(crate) centre: [f64; 3],
        #[serde(deserialize_with = "Radius::f32")]
        pub(crate) radius: f32,
    }

    /// A capsule in any direction, given by the two ends of its axis.
    Pill {
        #[serde(deserialize_with = "Coordinate::f64s")]
        pub(crate) a: [f64; 3],
        #[serde(deserialize_with = "Coordinate::f64s")]
        pub(crate) b: [f64; 3],
        #[serde(deserialize_with = "Radius::f32")]
        pub(crate) radius: f32,
    }

    /// The convex hull of points.
    Hull {
        #[serde(deserialize_with = "points")]
        pub(crate) points: Vec<[f64; 3]>,
    }

    /// A height field. It starts at `position`, with rows along z and columns along x.
    Field {
        #[serde(default, deserialize_with = "Coordinate::f64s")]
        pub(crate) position: [f64; 3],
        pub(crate) columns: usize,
        #[serde(deserialize_with = "Cell::f64")]
        pub(crate) cell: f64,
        /// The heights in metres, row by row. NaN is a hole.
        #[serde(deserialize_with = "samples")]
        pub(crate) heights: Vec<f64>,
    }

    /// Several volumes and hulls that form one obstacle. The positions of the parts are relative to the obstacle.
    Group {
        #[serde(default, deserialize_with = "Coordinate::f64s")]
        pub(crate) position: [f64; 3],
        #[serde(default)]
        pub(crate) turn: Option<Turn>,
        #[serde(default, deserialize_with = "volumes")]
        pub(crate) boxes: Vec<Block>,
        #[serde(default, deserialize_with = "volumes")]
        pub(crate) spheres: Vec<Ball>,
        #[serde(default, deserialize_with = "volumes")]
        pub(crate) capsules: Vec<Pill>,
        #[serde(default, deserialize_with = "volumes")]
        pub(crate) hulls: Vec<Hull>,
    }
}

/// The motion of an obstacle that moves by itself, starting at its position.
#[derive(Clone, Copy, serde::Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "an object", remote = "Self")]
pub(crate) struct Motion {
    /// The velocity, in m/s.
    #[serde(deserialize_with = "Speed::f64s")]
    pub(crate) velocity: [f64; 3],
    /// The rotation axis. Its length is the angular speed in degrees per second.
    #[serde(deserialize_with = "Spin::f64s")]
    pub(crate) spin: [f64; 3],
    /// The time after which the motion reverses, in seconds. It reverses again and again.
    #[serde(deserialize_with = "period")]
    pub(crate) reverses: Option<f64>,
}

impl Default for Motion {
    fn default() -> Self {
        Self {
            velocity: [0.0; 3],
            spin: [0.0; 3],
            reverses: None,
        }
    }
}

/// The mass and friction of an obstacle that bodies can push.
#[derive(Clone, Copy, serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object", remote = "Self")]
pub(crate) struct Pushed {
    /// The mass, in kg.
    #[serde(deserialize_with = "Mass::f64")]
    pub(crate) mass: f64,
    /// The deceleration by friction, in m/s².
    #[serde(default = "usual_friction", deserialize_with = "Friction::f64")]
    pub(crate) friction: f64,
}

fn usual_friction() -> f64 {
    3.0
}

/// A rotation around an axis.
#[derive(Clone, Copy, serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object", remote = "Self")]
pub(crate) struct Turn {
    #[serde(deserialize_with = "Coordinate::f64s")]
    pub(crate) axis: [f64; 3],
    #[serde(deserialize_with = "Angle::f64")]
    pub(crate) deg: f64,
}

impl Turn {
    /// Returns the rotation as a quaternion. A zero axis gives no rotation.
    pub(crate) fn quaternion(&self) -> [f64; 4] {
        let [x, y, z] = self.axis;
        let length = (x * x + y * y + z * z).sqrt();
        if length <= 0.0 {
            return [0.0, 0.0, 0.0, 1.0];
        }
        let half = to_f32((self.deg % 720.0).to_radians() / 2.0);
        let share = f64::from(sin(half)) / length;
        [x * share, y * share, z * share, f64::from(cos(half))]
    }
}

limits! {
    Cell: "the width of a cell, above 0 and at most 1e6 m", ABOVE_ZERO, 1.0e6;
    Height: "a height, from -1e9 to 1e9 m", -Mesh::MAX_COORDINATE_M, Mesh::MAX_COORDINATE_M;
    Speed: "a speed, from -1e6 to 1e6 m/s", -1.0e6, 1.0e6;
    Spin: "an angular speed, from -1e5 to 1e5 degrees per second", -1.0e5, 1.0e5;
    Period: "a time, from 0.001 to 1e6 s", 0.001, 1.0e6;
    Mass: "a mass, from 0.001 to 1e9 kg", 0.001, 1.0e9;
    Friction: "a deceleration, from 0 to 1000 m/s²", 0.0, 1000.0;
    Angle: "an angle, from -36000 to 36000 degrees", -36_000.0, 36_000.0;
}

/// A value that may be null. A null number becomes NaN.
struct Maybe<T>(T);

macro_rules! maybe {
    ($($function:ident: $limits:ident::$read:ident, $type:ty;)*) => {$(
        fn $function<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<$type>, D::Error> {
            struct Read($type);
            impl<'de> Deserialize<'de> for Read {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    $limits::$read(deserializer).map(Self)
                }
            }
            let read: Option<Read> = Option::deserialize(deserializer)?;
            Ok(read.map(|read| read.0))
        }
    )*};
}

maybe! {
    direction: Coordinate::f64s, [f64; 3];
    period: Period::f64, f64;
}

impl<'de> Deserialize<'de> for Maybe<f64> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read(f64);
        impl<'de> Deserialize<'de> for Read {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Height::f64(deserializer).map(Self)
            }
        }
        let read: Option<Read> = Option::deserialize(deserializer)?;
        Ok(Self(read.map_or(f64::NAN, |read| read.0)))
    }
}

fn layer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    u32::deserialize(deserializer).map(Some)
}

fn samples<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
    let heights: Vec<Maybe<f64>> = list(deserializer, MAX_SAMPLES)?;
    Ok(heights.into_iter().map(|height| height.0).collect())
}

fn points<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<[f64; 3]>, D::Error> {
    let points: Vec<Vector<Coordinate>> = list(deserializer, MAX_POINTS)?;
    Ok(points.into_iter().map(|point| point.parts).collect())
}

/// Reads a list of obstacles.
pub(super) fn volumes<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    list(deserializer, MAX_OBSTACLES)
}

objects! { Block Ball Pill Hull Field Group Motion Pushed Turn }

impl Checked for Motion {}

impl Checked for Pushed {}

impl Checked for Turn {
    fn check<E: Error>(&self) -> Result<(), E> {
        if self.axis == [0.0; 3] {
            Err(E::custom("`axis` is a direction and cannot be [0, 0, 0]"))
        } else {
            Ok(())
        }
    }
}

impl Checked for Block {
    fn check<E: Error>(&self) -> Result<(), E> {
        for axis in 0..3 {
            let (min, max) = (self.min[axis], self.max[axis]);
            if min > max {
                return Err(E::custom(format_args!(
                    "`min[{axis}]` is {min:?}, which is more than `max[{axis}]`, {max:?}"
                )));
            }
            too_long(max - min)?;
        }
        self.role().check()
    }
}

impl Checked for Ball {
    fn check<E: Error>(&self) -> Result<(), E> {
        self.role().check()
    }
}

impl Checked for Pill {
    fn check<E: Error>(&self) -> Result<(), E> {
        let squares = (0..3).map(|axis| (self.a[axis] - self.b[axis]).powi(2));
        too_long(squares.sum::<f64>().sqrt())?;
        self.role().check()
    }
}

impl Checked for Hull {
    fn check<E: Error>(&self) -> Result<(), E> {
        Mesh::from_hull(&self.points).map_err(E::custom)?;
        self.role().check()
    }
}

impl Checked for Field {
    fn check<E: Error>(&self) -> Result<(), E> {
        let (count, columns) = (self.heights.len(), self.columns);
        if columns == 0 || !count.is_multiple_of(columns) {
            return Err(E::custom(format_args!(
                "there are {count} `heights`, which is not a multiple of `columns`, {columns}"
            )));
        }
        self.role().check()
    }
}

impl Checked for Group {
    fn check<E: Error>(&self) -> Result<(), E> {
        let roles = (self.boxes.iter().map(Obstacle::role))
            .chain(self.spheres.iter().map(Obstacle::role))
            .chain(self.capsules.iter().map(Obstacle::role))
            .chain(self.hulls.iter().map(Obstacle::role));
        let mut parts = 0;
        for role in roles {
            role.check_part()?;
            parts += 1;
        }
        if parts > Compound::MAX_PARTS {
            return Err(E::custom(format_args!(
                "it has {parts} parts, and the limit is {}",
                Compound::MAX_PARTS
            )));
        }
        self.role().check()
    }
}

/// Refuses a length that is too large for a volume.
fn too_long<E: Error>(metres: f64) -> Result<(), E> {
    let most = 2.0 * f64::from(Volume::MAX_LENGTH_M);
    if metres > most {
        Err(E::custom(format_args!(
            "it is {metres:?} m long, and the limit is {most:?} m"
        )))
    } else {
        Ok(())
    }
}
