//! Computes the columns of poses, frame by frame or for many frames at once.

use std::ops::Range;
use std::sync::Arc;

use footwork_base::{FrameRate, Heading, Role, to_f32};

use crate::columns::{PoseColumns, PoseGroup};
use crate::frame::{Frame, FrameError};
use crate::heading::{Facing, needed_roles, unwrapped};
use crate::kinematics::Solved;
use crate::skeleton::Skeleton;
use crate::vector::{Vec3, ahead, first_columns, scale, sub};

/// Columns of poses for one skeleton, ready to be computed.
#[derive(Clone, Debug)]
pub struct PoseFeatures {
    pub(crate) columns: PoseColumns,
    pub(crate) skeleton: Skeleton,
    pub(crate) heading: Heading,
    pub(crate) rate: FrameRate,
    /// For each name of the columns, the index of its joint.
    pub(crate) chosen: Vec<usize>,
    facing: Facing,
    ranges: [Option<Range<usize>>; 5],
}

/// The error for columns of a joint that the skeleton lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownJoint {
    /// The name or role of the joint.
    pub name: String,
    /// A similar name or role in the skeleton.
    pub suggestion: Option<String>,
}

footwork_base::display! { UnknownJoint:
    Self { name, suggestion: Some(known) } => "the skeleton has no joint or role `{name}`; did you mean `{known}`?";
    Self { name, suggestion: None } => "the skeleton has no joint or role `{name}`";
}

impl std::error::Error for UnknownJoint {}

/// How to set rates of change on the first frame, which has no previous frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Zeros, as at the start of a stream.
    Still,
    /// The rates of the second frame, for a clip that was cut out of a longer motion.
    Moving,
}

impl PoseFeatures {
    /// Finds the joints of the columns in a skeleton. A joint is found by its name, or otherwise by its role.
    ///
    /// # Errors
    /// Returns [`UnknownJoint`] for the first joint that the skeleton lacks.
    pub fn new(
        columns: PoseColumns,
        skeleton: Skeleton,
        heading: Heading,
        rate: FrameRate,
    ) -> Result<Self, UnknownJoint> {
        let resolved = columns.joints().iter().map(|name| {
            skeleton.resolve(name).ok_or_else(|| UnknownJoint {
                name: name.clone(),
                suggestion: skeleton.suggestion(name),
            })
        });
        Ok(Self {
            chosen: resolved.collect::<Result<_, _>>()?,
            facing: Facing::new(&skeleton, heading),
            ranges: PoseGroup::ALL.map(|group| columns.range(group)),
            columns,
            skeleton,
            heading,
            rate,
        })
    }

    /// Returns the columns.
    pub fn columns(&self) -> &PoseColumns {
        &self.columns
    }

    /// Returns the skeleton.
    pub fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    /// Returns the first role that the heading uses but the skeleton lacks; `None` if it has all. The heading is then
    /// computed without that role.
    pub fn missing_role(&self) -> Option<Role> {
        let mut needed = needed_roles(self.heading).iter().copied();
        needed.find(|role| self.skeleton.role(*role).is_none())
    }

    /// Returns the rows of consecutive frames, one after another. A [`PoseStream`] writes the same rows.
    ///
    /// Frames before the first known heading get the first known heading.
    ///
    /// # Errors
    /// Returns the index of the first bad frame and its [`FrameError`].
    pub fn rows<'a>(
        &self,
        frames: impl ExactSizeIterator<Item = Frame<'a>> + Clone,
        start: Start,
    ) -> Result<Vec<f32>, (usize, FrameError)> {
        let width = self.columns.count();
        let mut rows = vec![0.0; width * frames.len()];
        let mut stream = PoseStream::new(Arc::new(self.clone()));
        stream.restart(self.facing.first_rad(&self.skeleton, frames.clone()));
        for (index, frame) in frames.enumerate() {
            let row = &mut rows[index * width..(index + 1) * width];
            stream.push(&frame, row).map_err(|error| (index, error))?;
        }
        if start == Start::Moving && rows.len() >= 2 * width {
            let (first, second) = rows.split_at_mut(width);
            let velocities = self.range(PoseGroup::Velocities);
            // Copies velocities and the turn, but not the height.
            let root = self.range(PoseGroup::Root).map(|at| at.start..at.end - 1);
            for at in velocities.into_iter().chain(root) {
                first[at.clone()].copy_from_slice(&second[at]);
            }
        }
        Ok(rows)
    }

    pub(crate) fn range(&self, group: PoseGroup) -> Option<Range<usize>> {
        self.ranges[group as usize].clone()
    }
}

/// The columns of a character in motion, one frame at a time.
///
/// Frames are `1 / rate` seconds apart. The stream keeps the previous frame, to compute rates of change.
#[derive(Clone, Debug)]
pub struct PoseStream {
    features: Arc<PoseFeatures>,
    solved: Solved,
    /// The positions of the chosen joints relative to the travelling joint in the previous frame.
    relative: Vec<Vec3>,
    before: Option<Before>,
    start_heading_rad: f64,
}

#[derive(Clone, Copy, Debug)]
struct Before {
    root: Vec3,
    heading_rad: f64,
}

impl PoseStream {
    /// Creates a stream before its first frame.
    pub fn new(features: Arc<PoseFeatures>) -> Self {
        Self {
            solved: Solved::new(&features.skeleton),
            relative: vec![[0.0; 3]; features.chosen.len()],
            before: None,
            start_heading_rad: 0.0,
            features,
        }
    }

    /// Returns the columns.
    pub fn features(&self) -> &PoseFeatures {
        &self.features
    }

    /// Forgets all frames, for example after a teleport. `heading_rad` applies until a frame has its own heading. A new
    /// stream uses 0.
    pub fn restart(&mut self, heading_rad: f64) {
        self.before = None;
        self.start_heading_rad = heading_rad;
    }

    /// Returns the heading of the last frame in radians; `None` before the first frame.
    pub fn heading_rad(&self) -> Option<f64> {
        self.before.map(|before| before.heading_rad)
    }

    /// Writes the columns of the next frame. On the first frame, rates of change are 0. If the heading of a pose is
    /// unknown, for example because the pose lies on its side, the previous heading is used. Does not allocate.
    ///
    /// # Errors
    /// Returns [`FrameError`]. The frame is then ignored, and the row is unchanged.
    pub fn push(&mut self, frame: &Frame<'_>, row: &mut [f32]) -> Result<(), FrameError> {
        let features = Arc::clone(&self.features);
        let expected = features.columns.count();
        if row.len() != expected {
            let found = row.len();
            return Err(FrameError::RowLength { expected, found });
        }
        let travelling = features.skeleton.travelling();
        self.solved.solve(&features.skeleton, frame)?;
        let angle = features.facing.of_frame(frame, &self.solved)?;
        let root = self.solved.positions[travelling];
        let last = self
            .before
            .map_or(self.start_heading_rad, |before| before.heading_rad);
        let heading_rad = angle.map_or(last, |angle| unwrapped(angle, last));
        let now = Before { root, heading_rad };
        self.write(&features, now, frame.contacts, row);
        self.before = Some(now);
        Ok(())
    }

    /// Writes the columns of the solved pose, and keeps its relative positions for the next frame.
    fn write(
        &mut self,
        features: &PoseFeatures,
        now: Before,
        contacts: [bool; 2],
        row: &mut [f32],
    ) {
        let turn = libm::sincos(now.heading_rad);
        let rate = features.rate.as_f64();
        let joints = || features.chosen.iter().copied();
        let position = |joint: usize| self.solved.positions[joint];
        if let Some(at) = features.range(PoseGroup::Rotations) {
            let six = row[at].as_chunks_mut::<6>().0;
            for (six, joint) in six.iter_mut().zip(joints()) {
                let mut columns = first_columns(self.solved.local[joint]);
                if features.skeleton.joints()[joint].parent.is_none() {
                    columns = columns.map(|column| ahead(column, turn));
                }
                for (to, from) in six.iter_mut().zip(columns.as_flattened()) {
                    *to = to_f32(*from);
                }
            }
        }
        let ground = [now.root[0], 0.0, now.root[2]];
        if let Some(at) = features.range(PoseGroup::Positions) {
            for (to, joint) in row[at].as_chunks_mut().0.iter_mut().zip(joints()) {
                *to = ahead(sub(position(joint), ground), turn).map(to_f32);
            }
        }
        if let Some(at) = features.range(PoseGroup::Velocities) {
            let each = row[at].as_chunks_mut().0.iter_mut().zip(joints());
            for ((to, joint), relative) in each.zip(&mut self.relative) {
                let from = sub(position(joint), now.root);
                let moved = match self.before {
                    Some(_) => scale(sub(from, *relative), rate),
                    None => [0.0; 3],
                };
                *to = ahead(moved, turn).map(to_f32);
                *relative = from;
            }
        }
        if let Some(at) = features.range(PoseGroup::Root) {
            let (moved, turned) = match self.before {
                Some(before) => (
                    scale(sub(now.root, before.root), rate),
                    (now.heading_rad - before.heading_rad) * rate,
                ),
                None => ([0.0; 3], 0.0),
            };
            let [left, _, ahead] = ahead(moved, turn);
            let values = [left, ahead, turned, now.root[1]];
            row[at].copy_from_slice(&values.map(to_f32));
        }
        if let Some(at) = features.range(PoseGroup::Contacts) {
            let values = contacts.map(|touches| f32::from(u8::from(touches)));
            row[at].copy_from_slice(&values);
        }
    }
}
