//! Obstacles listed by a test, so that it can search all of them instead of querying the world.

use std::sync::Arc;

use glam::{DMat3, DQuat, DVec3};

use crate::mesh::tests::soups::Soup;
use crate::{ObstacleId, Pose, Solid, Volume};

/// An obstacle as a test lists it.
pub(super) struct Known {
    pub(super) id: ObstacleId,
    pub(super) soup: Option<Arc<Soup>>,
    pub(super) solid: Solid,
    pub(super) pose: Pose,
    pub(super) layers: u32,
}

pub(super) type Found = (ObstacleId, Option<u32>);

impl Known {
    /// Returns the gap in metres between a box and the world bounds of each triangle or volume of the obstacle;
    /// negative if the bounds overlap. For a triangle, returns the gap in the mesh's own space instead if that is
    /// larger.
    pub(super) fn gaps(&self, min: DVec3, max: DVec3) -> Vec<(Found, f64)> {
        let rotation = DQuat::from_array(self.pose.rotation().map(f64::from));
        let turn = DMat3::from_quat(rotation * (1.0 / rotation.dot(rotation).sqrt()));
        let place = DVec3::from_array(self.pose.position());
        let world_gap = |points: &[DVec3], radius: f64| {
            let points: Vec<DVec3> = points.iter().map(|&point| place + turn * point).collect();
            gap(around(&points), [min - radius, max + radius])
        };
        match (&self.soup, &self.solid) {
            (Some(soup), _) => {
                let turned_back: Vec<DVec3> = corners(((max - min) / 2.0).to_array())
                    .into_iter()
                    .map(|corner| turn.transpose() * ((min + max) / 2.0 + corner - place))
                    .collect();
                (0_u32..)
                    .zip(soup.iter())
                    .map(|(at, triangle)| {
                        let points = triangle.map(DVec3::from_array);
                        let own_gap = gap(around(&points), around(&turned_back));
                        ((self.id, Some(at)), upper(own_gap, world_gap(&points, 0.0)))
                    })
                    .collect()
            }
            (None, Solid::Volume(volume)) => {
                let (points, radius) = match *volume {
                    Volume::Box { half_m: half } => (corners(half.map(f64::from)), 0.0),
                    Volume::Sphere { radius_m: radius } => (vec![DVec3::ZERO], radius),
                    Volume::Capsule {
                        radius_m: radius,
                        half_axis_m: half_axis,
                    } => (corners([0.0, f64::from(half_axis), 0.0]), radius),
                    Volume::Cylinder { .. } => unreachable!("the test adds no cylinders"),
                };
                vec![((self.id, None), world_gap(&points, f64::from(radius)))]
            }
            (None, _) => unreachable!("only volumes have no soup"),
        }
    }
}

fn around(points: &[DVec3]) -> [DVec3; 2] {
    let [mut min, mut max] = [points[0]; 2];
    for &point in points {
        min = min.min(point);
        max = max.max(point);
    }
    [min, max]
}

fn gap(a: [DVec3; 2], b: [DVec3; 2]) -> f64 {
    (a[0] - b[1]).max(b[0] - a[1]).max_element()
}

fn corners([x, y, z]: [f64; 3]) -> Vec<DVec3> {
    let signs = [1.0, -1.0];
    let mut corners = Vec::new();
    for sx in signs {
        for sy in signs {
            corners.extend(signs.map(|sz| DVec3::new(sx * x, sy * y, sz * z)));
        }
    }
    corners
}

fn upper(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
