//! A pose of the target skeleton under construction.

use glam::{DQuat, DVec3};

use super::reference::Reference;

/// A pose of a skeleton under construction.
pub(super) struct Posed<'a> {
    pub(super) skeleton: &'a Reference,
    pub(super) root: DVec3,
    /// The local rotation of each joint.
    pub(super) locals: Vec<DQuat>,
    /// The rotation of each joint in the world.
    pub(super) turns: Vec<DQuat>,
    /// The position of each joint in the world.
    pub(super) places: Vec<DVec3>,
}

impl<'a> Posed<'a> {
    pub(super) fn new(skeleton: &'a Reference) -> Self {
        Self {
            skeleton,
            root: skeleton.places[0],
            locals: skeleton.locals.clone(),
            turns: skeleton.turns.clone(),
            places: skeleton.places.clone(),
        }
    }

    /// Recomputes the rotations and positions in the world.
    pub(super) fn solve(&mut self) {
        let skeleton = self.skeleton;
        skeleton.solve(self.root, &self.locals, &mut self.turns, &mut self.places);
    }

    /// Sets the world rotation of a joint, and updates the joints below it.
    pub(super) fn set_turn(&mut self, joint: usize, turn: DQuat) {
        let above = self.skeleton.parents[joint].map_or(DQuat::IDENTITY, |up| self.turns[up]);
        self.locals[joint] = local(above, turn);
        self.solve();
    }
}

/// Returns the local rotation of a joint, with unit length, from its parent's and its own world rotation. Rotations in
/// clips have unit length only to the precision of f32; the error would change the lengths of bones.
pub(super) fn local(above: DQuat, turn: DQuat) -> DQuat {
    let local = above.conjugate() * turn;
    local * local.length().recip()
}
