//! The world around a character: how far the character can go, and where the ground is.

/// The ground under a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// The height of the ground in the world, in metres.
    pub height_m: f64,
    /// The upward normal of the ground, of length 1.
    pub normal: [f32; 3],
}

/// The world around a [`Character`](crate::Character): walls and ground, from any physics engine. The `footwork` crate
/// implements it for the worlds of `footwork-slide`.
///
/// Within an update, equal arguments must always give equal results. Otherwise a replay differs.
pub trait World {
    /// Returns the part of a horizontal step that the character can make. Steps are world x and z, in metres, and
    /// `from_m` is on the ground. A character calls this for each step that it makes, and for the predicted steps of
    /// each search.
    fn reach(&mut self, from_m: [f64; 3], step_m: [f64; 2]) -> [f64; 2];

    /// Returns the highest ground on the vertical line through a point, up to about half a metre above the point.
    /// Returns `None` over a hole or high in the air. The feet then stay where the clips have them.
    fn ground(&mut self, at_m: [f64; 3]) -> Option<Ground>;
}

/// A world without walls, on flat ground at height 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenWorld;

impl World for OpenWorld {
    fn reach(&mut self, _: [f64; 3], step_m: [f64; 2]) -> [f64; 2] {
        step_m
    }

    fn ground(&mut self, _: [f64; 3]) -> Option<Ground> {
        Some(Ground {
            height_m: 0.0,
            normal: [0.0, 1.0, 0.0],
        })
    }
}
