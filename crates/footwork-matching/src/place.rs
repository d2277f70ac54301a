//! Places of characters on the ground.

/// The place of a character on the ground. The default is the origin, facing +z.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// World x and z, in metres.
    pub position_m: [f64; 2],
    /// The angle about +y from +z towards +x, in radians.
    pub heading_rad: f64,
}

/// The place of a character in the world, including its height.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Placement {
    /// The point on the ground, in metres.
    pub position_m: [f64; 3],
    /// The angle about +y from +z towards +x, in radians.
    pub heading_rad: f64,
}

impl Placement {
    pub(crate) fn flat(self) -> Place {
        let [x, _, z] = self.position_m;
        Place {
            position_m: [x, z],
            heading_rad: self.heading_rad,
        }
    }
}
