//! Rotations and positions in f64, for measuring errors.

use crate::transform::Transform;

/// The transform of a joint in f64, relative to its parent or in the space of the clip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) rotation: [f64; 4],
    pub(super) position_m: [f64; 3],
}

impl Place {
    pub(super) const ORIGIN: Self = Self {
        rotation: [0.0, 0.0, 0.0, 1.0],
        position_m: [0.0; 3],
    };

    pub(super) fn from_transform(transform: &Transform) -> Self {
        Self {
            rotation: unit(transform.rotation.map(f64::from)),
            position_m: transform.translation_m.map(f64::from),
        }
    }

    /// Returns the place of a child whose place relative to `self` is `local`.
    pub(super) fn child(&self, local: &Self) -> Self {
        let turned = rotate(self.rotation, local.position_m);
        Self {
            rotation: mul(self.rotation, local.rotation),
            position_m: [0, 1, 2].map(|axis| self.position_m[axis] + turned[axis]),
        }
    }

    /// Places three points by `self` and by `other`, and returns the largest distance between the two positions of a
    /// point, in metres. The points are on the axes, `shell_m` from the origin.
    pub(super) fn error_m(&self, other: &Self, shell_m: f64) -> f64 {
        let mut largest: f64 = 0.0;
        for axis in 0..3 {
            let mut point = [0.0; 3];
            point[axis] = shell_m;
            let [a, b] = [self, other].map(|place| rotate(place.rotation, point));
            let square: f64 = (0..3)
                .map(|i| self.position_m[i] + a[i] - other.position_m[i] - b[i])
                .map(|way| way * way)
                .sum();
            // NaN counts as the largest distance.
            if square > largest || square.is_nan() {
                largest = square;
            }
        }
        largest.sqrt()
    }
}

pub(super) fn mul(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    ]
}

pub(super) fn inverse([x, y, z, w]: [f64; 4]) -> [f64; 4] {
    [-x, -y, -z, w]
}

/// Returns the quaternion scaled to length 1; the identity if its length is at most 1e-12 or NaN.
pub(super) fn unit(q: [f64; 4]) -> [f64; 4] {
    let length = q.iter().map(|part| part * part).sum::<f64>().sqrt();
    if length > 1e-12 {
        q.map(|part| part / length)
    } else {
        Place::ORIGIN.rotation
    }
}

fn rotate([x, y, z, w]: [f64; 4], v: [f64; 3]) -> [f64; 3] {
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let axis = [x, y, z];
    let twice = cross(axis, v).map(|part| 2.0 * part);
    let across = cross(axis, twice);
    [0, 1, 2].map(|i| v[i] + twice[i] * w + across[i])
}
