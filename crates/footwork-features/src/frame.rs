//! One frame of motion in memory of the caller.

/// The pose of a skeleton on one frame, in slices that the caller owns.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The world position of joint 0, in metres; y is up.
    pub root_position_m: [f64; 3],
    /// The rotation of every joint in the space of its parent, as `[x, y, z, w]` of any length above 0. The rotations
    /// of end joints have columns, but do not affect other joints.
    pub rotations: &'a [[f32; 4]],
    /// The position of every joint in the space of its parent, in metres; `None` if joints keep their rest offsets. The
    /// entry of joint 0 is ignored.
    pub translations: Option<&'a [[f32; 3]]>,
    /// Whether the left and the right foot touch the ground.
    pub contacts: [bool; 2],
    /// The heading, as an angle about y in radians: 0 towards +z, growing to the left. `None` computes the heading from
    /// the pose, which is an error if the columns use the direction of travel.
    pub heading_rad: Option<f64>,
}

/// The reason why the columns of a frame cannot be computed. The frame is then ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrameError {
    /// The number of joints in the frame differs from the skeleton's.
    JointCount {
        /// The number of joints of the skeleton.
        expected: usize,
        /// The number of rotations or translations.
        found: usize,
    },
    /// A rotation has the length 0 or is not finite.
    NoRotation {
        /// The index of the joint.
        index: usize,
    },
    /// A position or the given heading is not finite.
    NotFinite {
        /// The index of the joint. For a heading, it is the index of the travelling joint.
        index: usize,
    },
    /// The length of the row is not the number of columns.
    RowLength {
        /// The number of columns.
        expected: usize,
        /// The length of the row.
        found: usize,
    },
    /// The columns use the direction of travel as the heading, and the frame has no `heading_rad`.
    NoHeading,
}

footwork_base::display! { FrameError:
    Self::JointCount { expected, found } => "the frame has {found} joints, and the skeleton {expected}";
    Self::NoRotation { index } => "the rotation of joint {index} (from 0) has the length 0 or is not finite";
    Self::NotFinite { index } => "the position or heading of joint {index} (from 0) is not finite";
    Self::RowLength { expected, found } => "the row has {found} numbers, and there are {expected} columns";
    Self::NoHeading => "the heading is the direction of travel, which the frame must give";
}

impl std::error::Error for FrameError {}
