//! Converts the numbers of a BVH file to a clip in metres and quaternions.

use std::sync::Arc;

use footwork_base::Id;
use glam::{DQuat, DVec3};

use super::document::{Axis, BvhChannel, BvhDocument, BvhJoint};
use crate::clip::{Clip, ClipParts, ClipShapeError};
use crate::number::{to_f32, to_f32x3};
use crate::skeleton::{Joint, Skeleton, SkeletonError};

impl BvhDocument {
    /// Returns the joints at rest, with offsets multiplied by `metres_per_unit`.
    ///
    /// End sites become leaf joints named `<parent>.End`; a second end site below one joint is `<parent>.End2`.
    ///
    /// # Errors
    /// If a scaled offset exceeds a million kilometres.
    pub fn skeleton(&self, metres_per_unit: f64) -> Result<Skeleton, SkeletonError> {
        let mut ends = vec![0usize; self.joints.len()];
        let mut joints = Vec::with_capacity(self.joints.len());
        for joint in self.joints() {
            let name = match joint.parent {
                Some(parent) if joint.is_end => {
                    let count = &mut ends[parent.index()];
                    *count += 1;
                    let number = if *count == 1 {
                        String::new()
                    } else {
                        count.to_string()
                    };
                    format!("{}.End{number}", self.joints[parent].name)
                }
                _ => joint.name.clone(),
            };
            joints.push(Joint {
                name,
                parent: joint.parent,
                offset: to_f32x3(joint.offset.map(|x| x * metres_per_unit)),
                is_end: joint.is_end,
            });
        }
        Skeleton::new(joints)
    }

    /// Returns the motion as a clip, with lengths multiplied by `metres_per_unit`.
    ///
    /// Rotations are applied in channel order with the first channel outermost: `Zrotation Yrotation Xrotation` means
    /// `Rz · Ry · Rx`. A position channel replaces that axis of the offset, for roots and other joints alike; current
    /// tools write files this way. The clip does not loop. Axes are kept: BVH files have +y up.
    ///
    /// # Errors
    /// If a scaled position exceeds a million kilometres.
    pub fn to_clip(&self, metres_per_unit: f64) -> Result<Clip, ClipShapeError> {
        let skeleton = self.skeleton(metres_per_unit).map_err(|error| {
            let joint = match error {
                SkeletonError::OffsetOutOfRange { index } => index,
                _ => 0,
            };
            ClipShapeError::PositionOutOfRange { frame: 0, joint }
        })?;
        let frames = self.rows().len();
        let joints = self.joints.len();
        let moves = |joint: &BvhJoint| {
            joint
                .channels
                .iter()
                .any(|c| matches!(c, BvhChannel::Position(_)))
        };
        let has_translations = self.joints().iter().skip(1).any(moves);
        let mut root_positions = Vec::with_capacity(frames);
        let mut rotations = Vec::with_capacity(frames * joints);
        let mut translations =
            Vec::with_capacity(if has_translations { frames * joints } else { 0 });
        for row in self.rows() {
            let mut rest = row;
            for (index, joint) in self.joints().iter().enumerate() {
                let (own, after) = rest.split_at(joint.channels.len());
                rest = after;
                let (position, rotation) = transform(joint.offset, &joint.channels, own);
                let position = (position * metres_per_unit).to_array();
                if index == 0 {
                    root_positions.push(position);
                }
                if has_translations {
                    translations.push(to_f32x3(position));
                }
                rotations.push(rotation.to_array().map(to_f32));
            }
        }
        Clip::new(ClipParts {
            skeleton: Arc::new(skeleton),
            rate: self.rate,
            looping: false,
            root_positions,
            rotations,
            translations: has_translations.then_some(translations),
        })
    }
}

/// Returns the local position of a joint on one frame, in the unit of the file, and its local rotation.
fn transform(offset: [f64; 3], channels: &[BvhChannel], values: &[f64]) -> (DVec3, DQuat) {
    let mut position = offset;
    let mut rotation = DQuat::IDENTITY;
    for (channel, &value) in channels.iter().zip(values) {
        match channel {
            BvhChannel::Position(axis) => position[axis.index()] = value,
            BvhChannel::Rotation(axis) => {
                let (sin, cos) = libm::sincos(value.to_radians() * 0.5);
                rotation *= match axis {
                    Axis::X => DQuat::from_xyzw(sin, 0.0, 0.0, cos),
                    Axis::Y => DQuat::from_xyzw(0.0, sin, 0.0, cos),
                    Axis::Z => DQuat::from_xyzw(0.0, 0.0, sin, cos),
                };
            }
        }
    }
    (DVec3::from_array(position), rotation)
}
