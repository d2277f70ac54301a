//! The built-in world: planes, boxes and capsules, swept in closed form.

mod capsule;
mod convex;
mod cuboid;
mod pitch;
mod plane;
mod push_out;
mod shape;

use footwork_base::Id;

pub use pitch::Pitch;
pub use shape::{Shape, ShapeError};

use crate::ball::world::{Contact, HitId, StaticWorld, Surface};
use crate::vector::{DVec3, vector};
use capsule::Capsule;
use convex::{Convex, Sweep, Touching};
use cuboid::Cuboid;
use plane::Plane;

/// Planes, boxes and capsules that a ball bounces off, numbered in insertion order.
///
/// Sweeps are exact, without iteration or tolerance. Shapes may overlap. A box or capsule away from the path of the
/// ball costs six comparisons.
///
/// ```
/// use footwork_flight::{Shape, StaticWorld, Statics};
///
/// let mut statics = Statics::new();
/// let ground = statics.add(Shape::Plane { normal: [0.0, 1.0, 0.0], offset_m: 0.0 }).unwrap();
/// let post = Shape::Capsule { a: [5.0, 0.0, 0.0], b: [5.0, 2.44, 0.0], radius_m: 0.06 };
/// let post = statics.add(post).unwrap();
///
/// // A ball that flies at the post touches it when its centre is 0.17 m before the post's axis.
/// let contact = statics.sweep([0.0, 1.0, 0.0], [10.0, 0.0, 0.0], 0.11).unwrap();
/// assert_eq!((contact.hit, contact.normal), (post, [-1.0, 0.0, 0.0]));
/// assert!((contact.fraction - 0.483).abs() < 1e-12);
///
/// let down = statics.sweep([0.0, 0.61, 0.0], [0.0, -1.0, 0.0], 0.11).unwrap();
/// assert_eq!((down.hit, down.fraction), (ground, 0.5));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statics {
    planes: Vec<Entry<Plane>>,
    boxes: Vec<Entry<Cuboid>>,
    capsules: Vec<Entry<Capsule>>,
    shapes: Vec<Shape>,
}

/// A shape prepared for sweeps.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry<S> {
    shape: S,
    /// The bounding box of the shape; unused for planes.
    low: DVec3,
    high: DVec3,
    hit: HitId,
    surface: Surface,
}

impl Statics {
    /// Returns an empty world.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a shape with the surface of the ground.
    ///
    /// # Errors
    /// Returns [`ShapeError`] if a number is NaN or out of range, or the shape is degenerate.
    pub fn add(&mut self, shape: Shape) -> Result<HitId, ShapeError> {
        self.add_with(shape, Surface::default())
    }

    /// Adds a shape with a surface.
    ///
    /// # Errors
    /// Returns the errors of [`Statics::add`], and an error if a factor of the surface is not from 0 to 100.
    pub fn add_with(&mut self, shape: Shape, surface: Surface) -> Result<HitId, ShapeError> {
        shape.check(surface)?;
        let hit = HitId::from_index(self.shapes.len()).ok_or(ShapeError::TooMany)?;
        match shape {
            Shape::Plane { normal, offset_m } => {
                let plane = Plane::new(vector(normal), offset_m);
                self.planes
                    .push(entry(plane, DVec3::ZERO, DVec3::ZERO, hit, surface));
            }
            Shape::Box { min, max } => {
                let (low, high) = (vector(min), vector(max));
                let cuboid = Cuboid { low, high };
                self.boxes.push(entry(cuboid, low, high, hit, surface));
            }
            Shape::Capsule { a, b, radius_m } => {
                let (a, b) = (vector(a), vector(b));
                let (low, high) = shape::around(a, b, radius_m);
                let capsule = Capsule::new(a, b, radius_m);
                self.capsules.push(entry(capsule, low, high, hit, surface));
            }
        }
        self.shapes.push(shape);
        Ok(hit)
    }

    /// Returns the shape with this number; `None` if there is no such shape.
    pub fn shape(&self, hit: HitId) -> Option<&Shape> {
        self.shapes.get(hit.index())
    }

    /// Returns all shapes, by number.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }
}

impl<S> Entry<S> {
    /// Returns whether the shape's bounding box overlaps the box from `low` to `high`.
    #[inline]
    fn is_near(&self, low: DVec3, high: DVec3) -> bool {
        // Most shapes stand on the same ground, so height separates the fewest shapes and is compared last.
        self.low.x <= high.x
            && self.high.x >= low.x
            && self.low.z <= high.z
            && self.high.z >= low.z
            && self.low.y <= high.y
            && self.high.y >= low.y
    }
}

fn entry<S>(shape: S, low: DVec3, high: DVec3, hit: HitId, surface: Surface) -> Entry<S> {
    Entry {
        shape,
        low,
        high,
        hit,
        surface,
    }
}

impl StaticWorld for Statics {
    fn sweep(&self, from: [f64; 3], motion: [f64; 3], radius: f64) -> Option<Contact> {
        let sweep = Sweep {
            from: vector(from),
            motion: vector(motion),
            radius,
        };
        let mut first = None;
        for entry in &self.planes {
            keep_first(&mut first, entry.shape.sweep(&sweep), entry);
        }
        let (low, high) = shape::around(sweep.from, sweep.from + sweep.motion, radius);
        for entry in &self.boxes {
            if entry.is_near(low, high) {
                keep_first(&mut first, entry.shape.sweep(&sweep), entry);
            }
        }
        for entry in &self.capsules {
            if entry.is_near(low, high) {
                keep_first(&mut first, entry.shape.sweep(&sweep), entry);
            }
        }
        first
    }

    fn enters(&self, from: [f64; 3], to: [f64; 3], radius: f64) -> bool {
        push_out::enters(self, [vector(from), vector(to)], radius)
    }

    fn is_flat(&self, hit: HitId, normal: [f64; 3]) -> bool {
        match self.shape(hit) {
            Some(Shape::Box { .. }) => normal.iter().filter(|x| **x == 0.0).count() == 2,
            Some(Shape::Capsule { .. }) => false,
            Some(Shape::Plane { .. }) | None => true,
        }
    }

    fn push_out(&self, at: [f64; 3], radius: f64) -> Option<[f64; 3]> {
        push_out::push_out(self, vector(at), radius).map(|way| way.to_array())
    }

    /// Returns the height of the highest ground at or below a place; `None` if there is none. Ground is a plane that
    /// rises by less than 60°, or the top of a box at least 10 m wide and long. All other boxes and capsules are
    /// obstacles.
    fn ground_m(&self, at: [f64; 3]) -> Option<f64> {
        let planes = self
            .planes
            .iter()
            .filter_map(|entry| entry.shape.height(at));
        let boxes = self.boxes.iter().filter_map(|entry| entry.shape.top(at));
        let under = planes.chain(boxes).filter(|height| *height <= at[1]);
        under.max_by(f64::total_cmp)
    }
}

/// Keeps the earlier of two contacts. If both are at the same time, keeps the contact with the shape added first.
fn keep_first<S>(first: &mut Option<Contact>, found: Option<Touching>, entry: &Entry<S>) {
    let Some(found) = found else { return };
    let is_first = first.as_ref().is_none_or(|first| {
        (found.fraction, entry.hit.number()) < (first.fraction, first.hit.number())
    });
    if is_first {
        *first = Some(Contact {
            fraction: found.fraction,
            normal: found.normal.to_array(),
            depth: found.depth,
            hit: entry.hit,
            surface: entry.surface,
        });
    }
}
