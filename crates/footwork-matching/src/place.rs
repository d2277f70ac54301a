//! Places of characters on the ground.

/// The place of a character: by default at the origin, facing +z.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// World x and z, in metres.
    pub position_m: [f64; 2],
    /// The angle about +y from +z towards +x, in radians.
    pub heading_rad: f64,
}
