//! The local frame of a move: its origin in the world, and the turn that makes y point up.
//!
//! All code for walking, steps and standing assumes a body whose axis is y. A body with another up direction moves in a
//! rotated frame, so this code needs no up direction. If y is up, the frame is not rotated and costs nothing.

use glam::{DMat3, DVec3};

use crate::bounds::Bounds;
use crate::volume::RoundZonotope;

/// Several times the relative error of turning bounds.
const ROUNDING: f64 = 32.0 * f64::EPSILON;

/// A point in the world, and the up direction there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    origin: DVec3,
    /// The turn from the frame into the world; `None` if y is up.
    turn: Option<DMat3>,
}

impl Frame {
    /// Returns a frame at a place, with y up.
    pub(crate) fn at(origin: DVec3) -> Self {
        Self { origin, turn: None }
    }

    /// Returns a frame at a place. `up` has a length near 1 and is made a unit vector.
    pub(crate) fn standing(origin: DVec3, up: [f32; 3]) -> Self {
        let turn = if up == [0.0, 1.0, 0.0] {
            None
        } else {
            Some(shortest_turn(
                DVec3::from_array(up.map(f64::from)).normalize(),
            ))
        };
        Self { origin, turn }
    }

    pub(crate) fn origin(&self) -> DVec3 {
        self.origin
    }

    pub(crate) fn is_turned(&self) -> bool {
        self.turn.is_some()
    }

    #[inline]
    pub(crate) fn to_world(self, point: DVec3) -> DVec3 {
        self.origin + self.vector_to_world(point)
    }

    #[inline]
    pub(crate) fn vector_to_world(self, vector: DVec3) -> DVec3 {
        self.turn.map_or(vector, |turn| turn * vector)
    }

    #[inline]
    pub(crate) fn vector_to_local(self, vector: DVec3) -> DVec3 {
        (self.turn).map_or(vector, |turn| turn.transpose() * vector)
    }

    #[inline]
    pub(crate) fn volume_to_local(self, volume: &RoundZonotope) -> RoundZonotope {
        match self.turn {
            None => volume.moved(-self.origin),
            Some(turn) => {
                let turn = turn.transpose();
                RoundZonotope {
                    centre: turn * (volume.centre - self.origin),
                    generators: volume.generators.map(|half| turn * half),
                    ..*volume
                }
            }
        }
    }

    /// Returns bounds in the world that contain the local bounds, including rounding errors.
    #[inline]
    pub(crate) fn bounds_to_world(&self, bounds: &Bounds) -> Bounds {
        match &self.turn {
            None => bounds.moved(self.origin),
            Some(turn) => {
                let placed = bounds.turned(turn).moved(self.origin);
                placed.grown((placed.max_coordinate() + bounds.max_coordinate()) * ROUNDING)
            }
        }
    }

    /// Returns the rotation that first applies `turn` and then turns from the world into the frame; `None` if there is
    /// neither turn.
    pub(crate) fn turn_to_local(&self, turn: Option<DMat3>) -> Option<DMat3> {
        match (self.turn, turn) {
            (None, turn) => turn,
            (Some(frame), None) => Some(frame.transpose()),
            (Some(frame), Some(turn)) => Some(frame.transpose() * turn),
        }
    }
}

/// Returns the shortest turn from y to a unit vector (T. Möller and J. Hughes, *Efficiently Building a Matrix to Rotate
/// One Vector to Another*, 1999). If the vector points straight down, this is a half turn about x.
fn shortest_turn(up: DVec3) -> DMat3 {
    let DVec3 { x, y, z } = up;
    let aside = x * x + z * z;
    if aside <= 0.0 {
        return DMat3::from_diagonal(DVec3::new(1.0, y.signum(), y.signum()));
    }
    // 1 / (1 + y), in a form that stays exact near straight down.
    let share = if y > 0.0 {
        1.0 / (1.0 + y)
    } else {
        (1.0 - y) / aside
    };
    DMat3::from_cols(
        DVec3::new(y + share * z * z, -x, -share * x * z),
        up,
        DVec3::new(-share * x * z, -z, y + share * x * x),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_turn_takes_y_to_up_and_keeps_lengths_and_sides() {
        let down = -1.0 + 1.0e-7;
        for up in [
            [0.0, 1.0, 0.0],
            [0.0, -1.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 0.0, -1.0],
            [0.6, 0.64, -0.48],
            [-0.6, -0.64, 0.48],
            [4.0e-4, down, -2.0e-4],
        ] {
            let up = DVec3::from_array(up).normalize();
            let turn = shortest_turn(up);
            assert!((turn * DVec3::Y).distance(up) < 1e-15, "{up}");
            let back = turn.transpose() * turn;
            assert!(back.abs_diff_eq(DMat3::IDENTITY, 1e-14), "{up} {back}");
            assert!((turn.determinant() - 1.0).abs() < 1e-14, "{up}");
        }
        // Along an axis the result is exact.
        let turn = shortest_turn(DVec3::Z);
        assert_eq!(turn * DVec3::new(1.0, 2.0, 3.0), DVec3::new(1.0, -3.0, 2.0));
    }
}
