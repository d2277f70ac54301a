//! The obstacles of a scene file: what they are made of, and what they do beside standing in the way.

use footwork::base::maths::{cos, sin};
use footwork::base::to_f32;
use footwork::slide::{Compound, Mesh, Volume};
use serde::de::{Deserialize, Deserializer, Error};

use super::{ABOVE_ZERO, Coordinate, Radius};
use crate::scene_file::fields::{Checked, Limits, Vector, limits, list, objects};

/// The most obstacles of a kind.
const MAX_OBSTACLES: usize = 1_000_000;

/// The most points of a hull.
const MAX_POINTS: usize = 256;

/// The most heights of a field.
const MAX_SAMPLES: usize = 4_000_000;

/// What an obstacle is and does, whatever it is made of.
#[derive(Clone, Copy, Default)]
pub(crate) struct Role<'a> {
    /// The bits of the layers that it is in.
    pub(crate) layer: Option<u32>,
    /// It counts only to who is on the side that this points to.
    pub(crate) one_way: Option<[f64; 3]>,
    /// It is in nobody's way, but a body that is in it is known.
    pub(crate) sensor: bool,
    /// It moves by itself.
    pub(crate) motion: Option<&'a Motion>,
    /// It can be pushed.
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
                    "`{}` and `{}` do not go together: leave one out",
                    says[a].1, says[b].1
                )));
            }
        }
        if self.one_way == Some([0.0; 3]) {
            return Err(E::custom(
                "`one_way` is a direction, so it is not [0, 0, 0]",
            ));
        }
        Ok(())
    }

    /// Refuses a part of a compound that says what only the compound can say.
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
                "a part of a compound has no `layer`, `one_way`, `sensor`, `motion` or `pushed`: the compound has",
            ))
        }
    }
}

/// What all obstacles have in common.
pub(crate) trait Obstacle {
    fn role(&self) -> Role<'_>;
}

/// Structs that have the keys of all obstacles beside their own.
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
    /// A box, turned around its middle.
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

    /// A capsule in any direction, between the ends of its axis.
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

    /// A field of heights: rows along z, columns along x, from `position` on.
    Field {
        #[serde(default, deserialize_with = "Coordinate::f64s")]
        pub(crate) position: [f64; 3],
        pub(crate) columns: usize,
        #[serde(deserialize_with = "Cell::f64")]
        pub(crate) cell: f64,
        /// NaN for a hole.
        #[serde(deserialize_with = "samples")]
        pub(crate) heights: Vec<f64>,
    }

    /// Several volumes and hulls that are one obstacle; its parts are around zero.
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

/// How an obstacle moves by itself, from where it is.
#[derive(Clone, Copy, serde::Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "an object", remote = "Self")]
pub(crate) struct Motion {
    /// In m/s.
    #[serde(deserialize_with = "Speed::f64s")]
    pub(crate) velocity: [f64; 3],
    /// The axis, and along it degrees a second.
    #[serde(deserialize_with = "Spin::f64s")]
    pub(crate) spin: [f64; 3],
    /// It goes back after this many seconds, and so on.
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

/// An obstacle that a body pushes away.
#[derive(Clone, Copy, serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object", remote = "Self")]
pub(crate) struct Pushed {
    /// In kg.
    #[serde(deserialize_with = "Mass::f64")]
    pub(crate) mass: f64,
    /// By how much it slows down, in m/s².
    #[serde(default = "usual_friction", deserialize_with = "Friction::f64")]
    pub(crate) friction: f64,
}

fn usual_friction() -> f64 {
    3.0
}

/// A turn around an axis.
#[derive(Clone, Copy, serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object", remote = "Self")]
pub(crate) struct Turn {
    #[serde(deserialize_with = "Coordinate::f64s")]
    pub(crate) axis: [f64; 3],
    #[serde(deserialize_with = "Angle::f64")]
    pub(crate) deg: f64,
}

impl Turn {
    /// Returns it as a quaternion; an axis of zero turns nothing.
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
    Spin: "degrees a second, from -1e5 to 1e5", -1.0e5, 1.0e5;
    Period: "a time, from 0.001 to 1e6 s", 0.001, 1.0e6;
    Mass: "a mass, from 0.001 to 1e9 kg", 0.001, 1.0e9;
    Friction: "a deceleration, from 0 to 1000 m/s²", 0.0, 1000.0;
    Angle: "an angle, from -36000 to 36000 degrees", -36_000.0, 36_000.0;
}

/// What may be null.
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
            Err(E::custom("`axis` is a direction, so it is not [0, 0, 0]"))
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
                "there are {count} `heights`, which are no whole rows of {columns} `columns`"
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
                "it has {parts} parts: at most {} are possible",
                Compound::MAX_PARTS
            )));
        }
        self.role().check()
    }
}

/// Refuses a length that no volume can have.
fn too_long<E: Error>(metres: f64) -> Result<(), E> {
    let most = 2.0 * f64::from(Volume::MAX_LENGTH_M);
    if metres > most {
        Err(E::custom(format_args!(
            "it is {metres:?} m long: at most {most:?} m are possible"
        )))
    } else {
        Ok(())
    }
}
