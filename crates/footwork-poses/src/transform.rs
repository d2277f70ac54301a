//! Transforms of joints, and the root on the ground.

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
    /// The transform without rotation, at the origin.
    pub const IDENTITY: Self = Self {
        rotation: [0.0, 0.0, 0.0, 1.0],
        translation_m: [0.0; 3],
    };

    /// Returns the transform reflected in the plane x = 0, which exchanges left and right of a character that faces +z.
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

/// The place of a character on the ground, in the space of its clip. Joints without a parent are relative to this
/// place.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct RootPlace {
    /// The x and z of the place, in metres.
    pub position_m: [f32; 2],
    /// The x and z of the direction that the character faces, of length 1.
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

/// The root, prepared for converting joints into its space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Root {
    /// The y and w of the root's turn about +y, a unit quaternion.
    pub(crate) turn: [f32; 2],
    pub(crate) place: RootPlace,
}

impl Root {
    /// Creates the root from its turn about +y and its position on the ground.
    #[inline(always)]
    pub(crate) fn new([y, w]: [f32; 2], position_m: [f32; 2]) -> Self {
        Self {
            turn: [y, w],
            place: RootPlace {
                position_m,
                facing: [2.0 * y * w, w * w - y * y],
            },
        }
    }

    /// Converts a transform from clip space to the space of the root.
    #[inline(always)]
    pub(crate) fn relative(&self, joint: Transform) -> Transform {
        let ([y, w], [x, z]) = (self.turn, self.place.position_m);
        let [sine, cosine] = self.place.facing;
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

/// Returns the rotation `b` followed by the rotation `a`.
#[inline(always)]
pub(crate) fn mul(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    [
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    ]
}
