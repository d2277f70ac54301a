//! The world positions and rotations of the joints of a pose.

use crate::frame::{Frame, FrameError};
use crate::skeleton::Skeleton;
use crate::vector::{IDENTITY, Quat, Vec3, add, mul, rotate, unit};

/// The solved joints of one pose. The next pose reuses the memory.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    /// The unit rotations in the space of each joint's parent.
    pub(crate) local: Vec<Quat>,
    pub(crate) rotations: Vec<Quat>,
    pub(crate) positions: Vec<Vec3>,
}

impl Solved {
    pub(crate) fn new(skeleton: &Skeleton) -> Self {
        let count = skeleton.joints().len();
        Self {
            local: vec![IDENTITY; count],
            rotations: vec![IDENTITY; count],
            positions: vec![[0.0; 3]; count],
        }
    }

    /// Solves a pose. After an error, the contents are invalid.
    pub(crate) fn solve(
        &mut self,
        skeleton: &Skeleton,
        frame: &Frame<'_>,
    ) -> Result<(), FrameError> {
        let joints = skeleton.joints();
        let counts = [
            Some(frame.rotations.len()),
            frame.translations.map(<[_]>::len),
        ];
        for found in counts.into_iter().flatten() {
            if found != joints.len() {
                return Err(FrameError::JointCount {
                    expected: joints.len(),
                    found,
                });
            }
        }
        let is_finite = |position: &Vec3| position.iter().all(|x| x.is_finite());
        for (index, joint) in joints.iter().enumerate() {
            let local = unit(frame.rotations[index]).ok_or(FrameError::NoRotation { index })?;
            let moved = frame.translations.map_or(joint.offset_m, |all| all[index]);
            let moved = moved.map(f64::from);
            let (rotation, position) = match joint.parent {
                Some(parent) => {
                    let turned = self.rotations[parent];
                    let position = add(self.positions[parent], rotate(turned, moved));
                    let rotation = if joint.is_end {
                        turned
                    } else {
                        mul(turned, local)
                    };
                    (rotation, position)
                }
                None if index == 0 => (local, frame.root_position_m),
                None => (local, moved),
            };
            if !is_finite(&position) {
                return Err(FrameError::NotFinite { index });
            }
            self.local[index] = local;
            self.rotations[index] = rotation;
            self.positions[index] = position;
        }
        Ok(())
    }
}
