//! Transforms of joints, and the root on the ground.

use footwork_base::maths;

/// The transform of a joint, in the space of its parent. A joint without a parent is in the space of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Transform {
    /// The rotation, a unit quaternion `[x, y, z, w]`.
    pub rotation: [f32; 4],
    /// The position in metres.
    pub translation_m: [f32; 3],
}

impl Transform {
    /// No rotation, at the origin.
    pub const IDENTITY: Self = Self {
        rotation: [0.0, 0.0, 0.0, 1.0],
        translation_m: [0.0; 3],
    };

    /// Returns the reflection in the plane x = 0, which separates left and right of a character that faces +z.
    #[inline]
    pub(crate) fn reflected(self) -> Self {
        let ([x, y, z, w], [left, up, ahead]) = (self.rotation, self.translation_m);
        Self {
            rotation: [x, -y, -z, w],
            translation_m: [-left, up, ahead],
        }
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// The place of a character on the ground, in the space of its clip. Joints without a parent are relative to it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct RootPlace {
    /// x and z in the space of the clip, in metres.
    pub position_m: [f32; 2],
    /// x and z of the direction that the character faces, of length 1.
    pub facing: [f32; 2],
}

impl Default for RootPlace {
    fn default() -> Self {
        Self {
            position_m: [0.0; 2],
            facing: [0.0, 1.0],
        }
    }
}

impl RootPlace {
    /// Creates the place from the transform of a joint that turns about +y.
    #[inline]
    pub(crate) fn from_transform(root: &Transform) -> Self {
        let ([y, w], [x, _, z]) = (turn(root), root.translation_m);
        Self {
            position_m: [x, z],
            facing: [2.0 * y * w, w * w - y * y],
        }
    }

    /// Converts a transform from clip space to the space of `root`, whose place in clip space is given.
    #[inline]
    pub(crate) fn relative(root: &Transform, joint: Transform) -> Transform {
        let ([y, w], [x, _, z]) = (turn(root), root.translation_m);
        let [sine, cosine] = [2.0 * y * w, w * w - y * y];
        let [from_x, up, from_z] = joint.translation_m;
        let (left, ahead) = (from_x - x, from_z - z);
        Transform {
            rotation: mul([0.0, -y, 0.0, w], joint.rotation),
            translation_m: [
                left * cosine - ahead * sine,
                up,
                left * sine + ahead * cosine,
            ],
        }
    }
}

/// Returns y and w of the turn about +y, of length 1 even if damaged bytes turned the root about other axes too.
#[inline]
fn turn(root: &Transform) -> [f32; 2] {
    let [_, y, _, w] = root.rotation;
    let length = maths::sqrt(y * y + w * w);
    if length > 1e-3 {
        [y / length, w / length]
    } else {
        [0.0, 1.0]
    }
}

/// Returns the rotation by `b`, then by `a`.
#[inline(always)]
pub(crate) fn mul(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    [
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    ]
}
