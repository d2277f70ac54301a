//! Recovers poses from columns, such as those that a network predicts.

use std::sync::Arc;

use crate::columns::PoseGroup;
use crate::frame::Frame;
use crate::kinematics::Solved;
use crate::pose_features::PoseFeatures;
use crate::vector::{Quat, Vec3, add, from_columns, inverse, mul, rotate, sub, world};

/// A place on the ground and the direction in which a character faces there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GroundPlace {
    /// World x and z of the travelling joint, in metres.
    pub position_m: [f64; 2],
    /// The heading: an angle about y in radians, 0 towards +z, growing to the left.
    pub heading_rad: f64,
}

/// A pose recovered from columns.
#[derive(Clone, Debug, PartialEq)]
pub struct RecoveredPose {
    /// The world position of joint 0, in metres.
    pub root_position_m: [f64; 3],
    /// The rotation of every joint in the space of its parent: unit quaternions `[x, y, z, w]`.
    pub rotations: Vec<[f32; 4]>,
    /// The position of every joint in the space of its parent, in metres. `None` unless the columns have the positions
    /// of all joints. Without them, joints keep their rest offsets.
    pub translations: Option<Vec<[f32; 3]>>,
}

impl RecoveredPose {
    /// Returns the pose as a frame, without contacts.
    pub fn frame(&self) -> Frame<'_> {
        Frame {
            root_position_m: self.root_position_m,
            rotations: &self.rotations,
            translations: self.translations.as_deref(),
            contacts: [false; 2],
            heading_rad: None,
        }
    }
}

/// The reason why poses cannot be recovered from columns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecoverError {
    /// A group is missing. Recovery needs `rotations` and `root`.
    NoGroup {
        /// The missing group.
        group: PoseGroup,
    },
    /// The columns lack the rotation of a joint.
    NoJoint {
        /// The name of the joint.
        name: String,
    },
    /// The length of the row is not the number of columns.
    RowLength {
        /// The number of columns.
        expected: usize,
        /// The length of the row.
        found: usize,
    },
    /// A number is not finite, or the six numbers of a rotation do not determine a rotation.
    BadNumber {
        /// The name of the joint. For a number of the root, it is the name of the first joint.
        name: String,
    },
}

footwork_base::display! { RecoverError:
    Self::NoGroup { group } => "poses cannot be recovered without the group `{group}`";
    Self::NoJoint { name } => "poses cannot be recovered without the rotation of joint `{name}`";
    Self::RowLength { expected, found } => "the row has {found} numbers, and there are {expected} columns";
    Self::BadNumber { name } => "the columns of joint `{name}` are not finite, or give no rotation";
}

impl std::error::Error for RecoverError {}

/// Recovers poses from rows of columns, one frame at a time.
///
/// The first pose is at the given place. Each further row moves the place by its root columns, so rows must be
/// consecutive. End joints keep their rest rotations.
#[derive(Clone, Debug)]
pub struct PoseRecovery {
    features: Arc<PoseFeatures>,
    /// For each joint, its index among the joints of the columns; `None` if the columns lack the joint.
    column_joints: Vec<Option<usize>>,
    has_all_positions: bool,
    place: GroundPlace,
    is_first: bool,
    solved: Solved,
}

impl PoseRecovery {
    /// Creates a recovery whose first pose is at `place`.
    ///
    /// # Errors
    /// Returns [`RecoverError::NoGroup`] or [`RecoverError::NoJoint`] if the columns do not determine poses.
    pub fn new(features: Arc<PoseFeatures>, place: GroundPlace) -> Result<Self, RecoverError> {
        for group in [PoseGroup::Rotations, PoseGroup::Root] {
            if features.range(group).is_none() {
                return Err(RecoverError::NoGroup { group });
            }
        }
        let joints = features.skeleton.joints();
        let column_joints: Vec<Option<usize>> = (0..joints.len())
            .map(|joint| features.chosen.iter().position(|chosen| *chosen == joint))
            .collect();
        for (joint, column) in joints.iter().zip(&column_joints) {
            if column.is_none() && !joint.is_end {
                return Err(RecoverError::NoJoint {
                    name: joint.name.clone(),
                });
            }
        }
        let has_positions = features.range(PoseGroup::Positions).is_some();
        Ok(Self {
            has_all_positions: has_positions && column_joints.iter().all(Option::is_some),
            solved: Solved::new(&features.skeleton),
            column_joints,
            features,
            place,
            is_first: true,
        })
    }

    /// Returns the place of the last pose, or the initial place before the first pose.
    pub fn place(&self) -> GroundPlace {
        self.place
    }

    /// Returns the pose of the next row.
    ///
    /// # Errors
    /// Returns [`RecoverError::RowLength`] or [`RecoverError::BadNumber`]. After an error, the place is unchanged.
    pub fn pose(&mut self, row: &[f32]) -> Result<RecoveredPose, RecoverError> {
        let features = Arc::clone(&self.features);
        let (expected, found) = (features.columns.count(), row.len());
        if expected != found {
            return Err(RecoverError::RowLength { expected, found });
        }
        let (place, height_m) = self.moved(row)?;
        let turn = libm::sincos(place.heading_rad);
        let joints = features.skeleton.joints();
        let locals = self.locals(row, turn)?;
        let [x, z] = place.position_m;
        let pose = if self.has_all_positions {
            self.placed_pose(row, &locals, [x, 0.0, z], turn)?
        } else {
            let mut pose = RecoveredPose {
                root_position_m: [0.0; 3],
                rotations: locals
                    .iter()
                    .map(|q| q.map(footwork_base::to_f32))
                    .collect(),
                translations: None,
            };
            // Moves joint 0 so that the travelling joint is at the place.
            let frame = pose.frame();
            if self.solved.solve(&features.skeleton, &frame).is_err() {
                return Err(bad(&joints[0].name));
            }
            let at = self.solved.positions[features.skeleton.travelling()];
            pose.root_position_m = sub([x, height_m, z], at);
            pose
        };
        (self.place, self.is_first) = (place, false);
        Ok(pose)
    }

    /// Returns the place after a row, and the height of the travelling joint.
    fn moved(&self, row: &[f32]) -> Result<(GroundPlace, f64), RecoverError> {
        let features = &self.features;
        let at = features.range(PoseGroup::Root).unwrap_or_default();
        let root: Vec<f64> = row[at].iter().copied().map(f64::from).collect();
        let [left, ahead, turned, height_m] = root[..] else {
            return Err(RecoverError::NoGroup {
                group: PoseGroup::Root,
            });
        };
        if !root.iter().all(|number| number.is_finite()) {
            let first = features.skeleton.joints().first();
            return Err(bad(first.map_or("", |joint| &joint.name)));
        }
        let mut place = self.place;
        if !self.is_first {
            let period = features.rate.period_secs();
            place.heading_rad += turned * period;
            let moved = world([left, 0.0, ahead], libm::sincos(place.heading_rad));
            place.position_m[0] += moved[0] * period;
            place.position_m[1] += moved[2] * period;
        }
        Ok((place, height_m))
    }

    /// Returns the local rotation of every joint.
    fn locals(&self, row: &[f32], turn: (f64, f64)) -> Result<Vec<Quat>, RecoverError> {
        let features = &self.features;
        let at = features.range(PoseGroup::Rotations).unwrap_or_default();
        let six = row[at].as_chunks::<6>().0;
        let joints = features.skeleton.joints().iter().zip(&self.column_joints);
        let local = joints.map(|(joint, column)| {
            let Some(column) = column.filter(|_| !joint.is_end) else {
                return Ok(crate::vector::IDENTITY);
            };
            let [a, b, c, d, e, f] = six[column].map(f64::from);
            let mut columns = [[a, b, c], [d, e, f]];
            if joint.parent.is_none() {
                columns = columns.map(|column| world(column, turn));
            }
            from_columns(columns).ok_or_else(|| bad(&joint.name))
        });
        local.collect()
    }

    /// Returns the pose whose joints are at the positions given by a row.
    fn placed_pose(
        &self,
        row: &[f32],
        locals: &[Quat],
        ground: Vec3,
        turn: (f64, f64),
    ) -> Result<RecoveredPose, RecoverError> {
        let features = &self.features;
        let at = features.range(PoseGroup::Positions).unwrap_or_default();
        let given = row[at].as_chunks::<3>().0;
        let joints = features.skeleton.joints();
        let mut rotations: Vec<Quat> = Vec::with_capacity(joints.len());
        let mut positions: Vec<Vec3> = Vec::with_capacity(joints.len());
        let mut translations = Vec::with_capacity(joints.len());
        for (index, joint) in joints.iter().enumerate() {
            let column = self.column_joints[index].unwrap_or_default();
            let own = given[column].map(f64::from);
            if !own.iter().all(|x| x.is_finite()) {
                return Err(bad(&joint.name));
            }
            let position = add(world(own, turn), ground);
            let (rotation, moved) = match joint.parent {
                Some(parent) => {
                    let above = rotations[parent];
                    let moved = rotate(inverse(above), sub(position, positions[parent]));
                    let rotation = if joint.is_end {
                        above
                    } else {
                        mul(above, locals[index])
                    };
                    (rotation, moved)
                }
                None => (locals[index], position),
            };
            rotations.push(rotation);
            positions.push(position);
            translations.push(moved.map(footwork_base::to_f32));
        }
        Ok(RecoveredPose {
            root_position_m: positions.first().copied().unwrap_or_default(),
            rotations: locals
                .iter()
                .map(|q| q.map(footwork_base::to_f32))
                .collect(),
            translations: Some(translations),
        })
    }
}

fn bad(name: &str) -> RecoverError {
    RecoverError::BadNumber {
        name: name.to_owned(),
    }
}
