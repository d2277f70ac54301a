//! The `statics` of a scene. A touched shape is identified by its list and its index in that list.

use footwork::base::Id;
use footwork::flight::{HitId, Shape, ShapeError, StaticWorld, Statics};
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error};

use super::limits::{Coordinate, Normal, Offset, Radius};
use crate::scene_file::fields::{Checked, Limits, list, objects};

/// The maximum length of each of the three lists. Every step of the ball tests every shape.
const MAX_SHAPES: usize = 10_000;

/// Shapes that do not move.
#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "an object", remote = "Self")]
pub(super) struct Obstacles {
    #[serde(deserialize_with = "shapes")]
    planes: Vec<Plane>,
    #[serde(deserialize_with = "shapes")]
    boxes: Vec<Block>,
    #[serde(deserialize_with = "shapes")]
    capsules: Vec<Pill>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object", remote = "Self")]
struct Plane {
    #[serde(deserialize_with = "Normal::f64s")]
    normal: [f64; 3],
    #[serde(deserialize_with = "Offset::f64")]
    offset: f64,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object", remote = "Self")]
struct Block {
    #[serde(deserialize_with = "Coordinate::f64s")]
    min: [f64; 3],
    #[serde(deserialize_with = "Coordinate::f64s")]
    max: [f64; 3],
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object", remote = "Self")]
struct Pill {
    #[serde(deserialize_with = "Coordinate::f64s")]
    a: [f64; 3],
    #[serde(deserialize_with = "Coordinate::f64s")]
    b: [f64; 3],
    #[serde(deserialize_with = "Radius::f64")]
    radius: f64,
}

fn shapes<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    list(deserializer, MAX_SHAPES)
}

objects! { Obstacles Plane Block Pill }

impl Checked for Obstacles {}

impl Plane {
    fn shape(&self) -> Shape {
        let Self { normal, offset } = *self;
        Shape::Plane {
            normal,
            offset_m: offset,
        }
    }
}

impl Block {
    fn shape(&self) -> Shape {
        let Self { min, max } = *self;
        Shape::Box { min, max }
    }
}

impl Pill {
    fn shape(&self) -> Shape {
        let Self { a, b, radius } = *self;
        Shape::Capsule {
            a,
            b,
            radius_m: radius,
        }
    }
}

/// Returns an error if the shape is not a valid obstacle. The error names the key as the scene spells it, without a
/// unit.
fn possible<E: Error>(shape: Shape) -> Result<(), E> {
    match Statics::new().add(shape) {
        Ok(_) => Ok(()),
        Err(ShapeError::OutOfRange { name, value }) => {
            let key = name.trim_end_matches("_m");
            Err(E::custom(format!("{key}: {value} is out of range")))
        }
        Err(error) => Err(E::custom(error)),
    }
}

impl Checked for Plane {
    fn check<E: Error>(&self) -> Result<(), E> {
        possible(self.shape())
    }
}

impl Checked for Block {
    fn check<E: Error>(&self) -> Result<(), E> {
        possible(self.shape())
    }
}

impl Checked for Pill {
    fn check<E: Error>(&self) -> Result<(), E> {
        possible(self.shape())
    }
}

/// The kind of an obstacle. A scene has one list for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Plane,
    Box,
    Capsule,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Plane => "plane",
            Self::Box => "box",
            Self::Capsule => "capsule",
        }
    }
}

impl Kind {
    /// Returns the key of this kind's list.
    pub(super) fn list(self) -> &'static str {
        match self {
            Self::Plane => "planes",
            Self::Box => "boxes",
            Self::Capsule => "capsules",
        }
    }
}

/// An obstacle, identified by its list in the scene and its index in that list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Hit {
    pub(super) kind: Kind,
    pub(super) index: usize,
}

impl Obstacles {
    /// Returns all shapes: first planes, then boxes, then capsules.
    fn shapes(&self) -> impl Iterator<Item = Shape> + '_ {
        let planes = self.planes.iter().map(Plane::shape);
        let boxes = self.boxes.iter().map(Block::shape);
        let capsules = self.capsules.iter().map(Pill::shape);
        planes.chain(boxes).chain(capsules)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.shapes().next().is_none()
    }

    /// Returns the shapes for the simulation of the flight, numbered in their order.
    pub(super) fn world(&self) -> Result<Statics, ShapeError> {
        let mut statics = Statics::new();
        for shape in self.shapes() {
            statics.add(shape)?;
        }
        Ok(statics)
    }

    /// Returns the shapes that a ball at a position overlaps.
    pub(super) fn around(&self, at: [f64; 3], radius: f64) -> Vec<Hit> {
        let overlaps = |shape: Shape| {
            let mut alone = Statics::new();
            alone.add(shape).is_ok() && alone.push_out(at, radius).is_some()
        };
        let numbered = self.shapes().enumerate();
        let around = numbered.filter(|&(_, shape)| overlaps(shape));
        let hits = around.filter_map(|(index, _)| HitId::from_index(index));
        hits.map(|hit| self.hit(hit)).collect()
    }

    /// Returns the obstacle with an id from [`Obstacles::world`].
    pub(super) fn hit(&self, hit: HitId) -> Hit {
        let (planes, boxes) = (self.planes.len(), self.boxes.len());
        let (kind, before) = match hit.index() {
            index if index < planes => (Kind::Plane, 0),
            index if index < planes + boxes => (Kind::Box, planes),
            _ => (Kind::Capsule, planes + boxes),
        };
        Hit {
            kind,
            index: hit.index() - before,
        }
    }
}
