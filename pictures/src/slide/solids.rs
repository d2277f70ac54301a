//! The obstacles of a scene as outlines for drawing.

use std::error::Error;

use footwork::base::to_f32;
use footwork::slide::Pose;

use crate::verbs::sim::slide::scene::{Ball, Block, Field, Group, Hull, Obstacle, Pill, Scene};
use crate::verbs::sim::slide::trace::{Hit, Kind};
use crate::verbs::sim::slide::world::Placed;

/// The geometry of an outline.
#[derive(Clone)]
pub(crate) enum Form {
    /// The convex area between points.
    Between(Vec<[f64; 3]>),
    /// The area within a radius of a line.
    Rod([[f64; 3]; 2], f64),
    /// Triangles.
    Sheet(Vec<[[f64; 3]; 3]>),
}

/// An obstacle, or a part of one.
#[derive(Clone)]
pub(crate) struct Drawn {
    pub(crate) hit: Hit,
    /// Whether the body can collide with it.
    pub(crate) is_solid: bool,
    pub(crate) form: Form,
}

/// Returns all obstacles of a scene except its triangles, at their initial poses.
pub(crate) fn drawn(scene: &Scene) -> Result<Vec<Drawn>, Box<dyn Error>> {
    let mut all = Vec::new();
    let layers = scene.mover.layers;
    add(&mut all, layers, Kind::Box, &scene.boxes)?;
    add(&mut all, layers, Kind::Sphere, &scene.spheres)?;
    add(&mut all, layers, Kind::Capsule, &scene.capsules)?;
    add(&mut all, layers, Kind::Hull, &scene.hulls)?;
    add(&mut all, layers, Kind::Heights, &scene.heights)?;
    add(&mut all, layers, Kind::Compound, &scene.compounds)?;
    Ok(all)
}

fn add<T: Obstacle + Formed>(
    all: &mut Vec<Drawn>,
    layers: u32,
    kind: Kind,
    list: &[T],
) -> Result<(), Box<dyn Error>> {
    for (index, obstacle) in (0..).zip(list) {
        let role = obstacle.role();
        let is_solid = role.layer.unwrap_or(1) & layers != 0 && !role.sensor;
        for form in obstacle.forms()? {
            let hit = Hit::new(kind, index);
            all.push(Drawn {
                hit,
                is_solid,
                form,
            });
        }
    }
    Ok(())
}

/// An obstacle with outlines.
trait Formed {
    fn forms(&self) -> Result<Vec<Form>, Box<dyn Error>>;
}

impl Formed for Block {
    fn forms(&self) -> Result<Vec<Form>, Box<dyn Error>> {
        let (_, pose) = self.placed()?;
        let half = [0, 1, 2].map(|axis| (self.max[axis] - self.min[axis]) / 2.0);
        let corner = |at: u8| {
            let signs = [at & 1, at >> 1 & 1, at >> 2].map(|side| f64::from(side) * 2.0 - 1.0);
            pose.to_world([0, 1, 2].map(|axis| signs[axis] * half[axis]))
        };
        Ok(vec![Form::Between((0..8).map(corner).collect())])
    }
}

impl Formed for Ball {
    fn forms(&self) -> Result<Vec<Form>, Box<dyn Error>> {
        Ok(vec![Form::Rod([self.centre; 2], f64::from(self.radius))])
    }
}

impl Formed for Pill {
    fn forms(&self) -> Result<Vec<Form>, Box<dyn Error>> {
        Ok(vec![Form::Rod([self.a, self.b], f64::from(self.radius))])
    }
}

impl Formed for Hull {
    fn forms(&self) -> Result<Vec<Form>, Box<dyn Error>> {
        Ok(vec![Form::Between(self.points.clone())])
    }
}

impl Formed for Field {
    fn forms(&self) -> Result<Vec<Form>, Box<dyn Error>> {
        let at = |index: usize| {
            let (column, row) = (index % self.columns, index / self.columns);
            let [x, z] = [column, row].map(|count| count as f64 * self.cell);
            let [a, b, c] = self.position;
            [a + x, b + self.heights[index], c + z]
        };
        let cells = (self.columns..self.heights.len()).filter(|index| index % self.columns > 0);
        let triangles = cells.flat_map(|index| {
            let up = index - self.columns;
            let [a, b, c, d] = [up - 1, up, index - 1, index].map(at);
            [[a, c, b], [b, c, d]]
        });
        let is_there = |corners: &[[f64; 3]; 3]| corners.iter().all(|at| !at[1].is_nan());
        Ok(vec![Form::Sheet(triangles.filter(is_there).collect())])
    }
}

impl Formed for Group {
    fn forms(&self) -> Result<Vec<Form>, Box<dyn Error>> {
        let (_, pose) = self.placed()?;
        let mut forms = Vec::new();
        for part in &self.boxes {
            forms.extend(part.forms()?);
        }
        for part in &self.spheres {
            forms.extend(part.forms()?);
        }
        for part in &self.capsules {
            forms.extend(part.forms()?);
        }
        for part in &self.hulls {
            forms.extend(part.forms()?);
        }
        let place = |at: [f64; 3]| pose.to_world(at);
        Ok(forms.into_iter().map(|form| form.map(&place)).collect())
    }
}

impl Form {
    pub(crate) fn map(self, place: &impl Fn([f64; 3]) -> [f64; 3]) -> Self {
        match self {
            Self::Between(points) => Self::Between(points.into_iter().map(place).collect()),
            Self::Rod(ends, radius) => Self::Rod(ends.map(place), radius),
            Self::Sheet(triangles) => {
                let triangles = triangles.into_iter().map(|corners| corners.map(place));
                Self::Sheet(triangles.collect())
            }
        }
    }
}

/// Returns a pose that turns the y axis to the direction `up`.
pub(crate) fn standing(up: [f64; 3]) -> Result<Pose, Box<dyn Error>> {
    let [x, y, z] = up;
    let size = ((1.0 + y) * (1.0 + y) + x * x + z * z).sqrt();
    let turn = if size > 1e-6 {
        [z / size, 0.0, -x / size, (1.0 + y) / size]
    } else {
        [1.0, 0.0, 0.0, 0.0]
    };
    Ok(Pose::new([0.0; 3], turn.map(to_f32))?)
}

/// Returns the convex outline of points in the picture (A. Andrew 1979).
pub(crate) fn around(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    let half = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut kept: Vec<[f64; 2]> = Vec::new();
        for point in points {
            while let [.., a, b] = kept[..] {
                let turn = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);
                if turn > 0.0 {
                    break;
                }
                kept.pop();
            }
            kept.push(point);
        }
        kept.pop();
        kept
    };
    let mut outline = half(&mut points.iter().copied());
    outline.extend(half(&mut points.iter().rev().copied()));
    outline
}
