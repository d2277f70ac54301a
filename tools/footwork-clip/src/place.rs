//! Positions with rotations.

use glam::{DQuat, DVec3};

/// A position and a rotation in the world or in the space of a parent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) at: DVec3,
    pub(crate) turn: DQuat,
}

impl Place {
    /// The place of the world itself.
    pub(crate) const IDENTITY: Self = Self {
        at: DVec3::ZERO,
        turn: DQuat::IDENTITY,
    };

    /// Returns the place `inner`, given in the space of `self`, in the space in which `self` is given.
    pub(crate) fn with(self, inner: Self) -> Self {
        Self {
            at: self.at + self.turn * inner.at,
            turn: self.turn * inner.turn,
        }
    }

    /// Returns the place whose combination with `self` by `with` is the identity.
    pub(crate) fn inverse(self) -> Self {
        let turn = self.turn.conjugate();
        Self {
            at: -(turn * self.at),
            turn,
        }
    }
}
