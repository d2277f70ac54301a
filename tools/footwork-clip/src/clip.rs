//! A clip: the pose of a skeleton on each frame.

use std::ops::Range;
use std::sync::Arc;

use footwork_base::{FrameRange, FrameRate, Heading};
use thiserror::Error;

use crate::role::RoleNames;
use crate::skeleton::{JointId, MAX_COORDINATE_M, Skeleton};
use crate::unit_quaternion::unit_length;

/// The parts of a [`Clip`]. Arrays over joints are frame-major: all joints of frame 0, then all joints of
/// frame 1, and so on.
#[derive(Clone, Debug)]
pub struct ClipParts {
    /// The joints.
    pub skeleton: Arc<Skeleton>,
    /// Frames per second; frame `i` is at `i / rate` seconds.
    pub rate: FrameRate,
    /// Whether the last frame continues into the first.
    pub looping: bool,
    /// The world position of joint 0 on each frame, in metres.
    pub root_positions: Vec<[f64; 3]>,
    /// The local rotation of every joint on every frame, as quaternions `[x, y, z, w]`. Rotations of ends are
    /// ignored.
    pub rotations: Vec<[f32; 4]>,
    /// The local position of every joint on every frame, in metres, which replaces the rest offset; `None` if the clip
    /// does not animate positions. Entries of joint 0 are ignored.
    pub translations: Option<Vec<[f32; 3]>>,
}

/// A motion of one skeleton. Has at least one frame; every number is finite and every rotation of unit
/// length.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    skeleton: Arc<Skeleton>,
    rate: FrameRate,
    looping: bool,
    frame_count: u32,
    root_positions: Vec<[f64; 3]>,
    rotations: Vec<[f32; 4]>,
    translations: Option<Vec<[f32; 3]>>,
    travelling: JointId,
    heading: Heading,
}

/// The local transforms of one frame, borrowed from a clip.
#[derive(Clone, Copy, Debug)]
pub struct Pose<'a> {
    /// The world position of joint 0, in metres.
    pub root_position: [f64; 3],
    /// The local rotation of every joint, `[x, y, z, w]`.
    pub rotations: &'a [[f32; 4]],
    /// The local position of every joint; `None` if the clip does not animate positions.
    pub translations: Option<&'a [[f32; 3]]>,
}

impl Clip {
    /// Creates a clip. Rotations are scaled to unit length. Rotations that already have unit length within the
    /// precision of f32 keep their bits, so rebuilding a clip from its own parts gives an equal clip.
    ///
    /// # Errors
    /// If there are no frames or more than `u32::MAX`, if an array's length is not frames times joints, if a number is
    /// not finite, if a coordinate exceeds [`MAX_COORDINATE_M`], or if all four numbers of a rotation are 0.
    pub fn new(parts: ClipParts) -> Result<Self, ClipShapeError> {
        let joints = parts.skeleton.joint_count();
        let frames = parts.root_positions.len();
        let frame_count = u32::try_from(frames).map_err(|_| ClipShapeError::TooManyFrames)?;
        if frame_count == 0 {
            return Err(ClipShapeError::NoFrames);
        }
        let expected = frames
            .checked_mul(joints)
            .ok_or(ClipShapeError::TooManyFrames)?;
        let lengths = [
            Some(parts.rotations.len()),
            parts.translations.as_ref().map(Vec::len),
        ];
        for found in lengths.into_iter().flatten() {
            if found != expected {
                return Err(ClipShapeError::Length { expected, found });
            }
        }
        let near = |x: f64| x.abs() <= MAX_COORDINATE_M;
        if let Some(frame) = parts
            .root_positions
            .iter()
            .position(|p| !p.iter().copied().all(near))
        {
            return Err(ClipShapeError::PositionOutOfRange { frame, joint: 0 });
        }
        let place = |index: usize| (index / joints, index % joints);
        let is_far = |p: &[f32; 3]| !p.iter().all(|&x| near(f64::from(x)));
        if let Some(index) = parts.translations.iter().flatten().position(is_far) {
            let (frame, joint) = place(index);
            return Err(ClipShapeError::PositionOutOfRange { frame, joint });
        }
        let mut rotations = parts.rotations;
        for (index, rotation) in rotations.iter_mut().enumerate() {
            let (frame, joint) = place(index);
            *rotation =
                unit_length(*rotation).ok_or(ClipShapeError::NoRotation { frame, joint })?;
        }
        let parts = ClipParts { rotations, ..parts };
        Ok(Self::from_valid(parts, frame_count))
    }

    /// Creates a clip from parts derived from a valid clip, without checking them again.
    ///
    /// Invariant: there are `frame_count` frames, at least one, in arrays of the right length, and
    /// every number is one that [`Clip::new`] would leave unchanged.
    pub(crate) fn from_valid(parts: ClipParts, frame_count: u32) -> Self {
        let frames = frame_count as usize;
        debug_assert_eq!(parts.root_positions.len(), frames);
        debug_assert_eq!(parts.rotations.len(), frames * parts.skeleton.joint_count());
        Self {
            skeleton: parts.skeleton,
            rate: parts.rate,
            looping: parts.looping,
            frame_count,
            root_positions: parts.root_positions,
            rotations: parts.rotations,
            translations: parts.translations,
            travelling: JointId::new(0),
            heading: Heading::default(),
        }
    }

    /// Assigns joints to roles, whatever the skeleton's names and shape suggest; see [`Skeleton::with_role_names`].
    pub fn set_role_names(&mut self, names: &RoleNames) {
        let skeleton = Skeleton::clone(&self.skeleton);
        self.skeleton = Arc::new(skeleton.with_role_names(names.clone()));
    }

    /// Returns the clip with another [travelling joint](Self::travelling_joint); unchanged if the skeleton does not
    /// have the joint.
    #[must_use]
    pub fn with_travelling_joint(self, joint: JointId) -> Self {
        let travelling = match self.skeleton.joint(joint) {
            Some(_) => joint,
            None => self.travelling,
        };
        Self { travelling, ..self }
    }

    /// Returns the joint that carries the character over the ground. `speed`, `height` and the other channels of the
    /// root measure it.
    ///
    /// It is joint 0 of a clip made by [`Clip::new`]. Readers of files find it from the motion, because in many files
    /// joint 0 stands still on the floor while the hips below it travel.
    pub fn travelling_joint(&self) -> JointId {
        self.travelling
    }

    /// Returns the clip with another source of its [heading](Self::heading).
    #[must_use]
    pub fn with_heading(self, heading: Heading) -> Self {
        Self { heading, ..self }
    }

    /// Returns the source of the character's heading, on which `speed_x`, `speed_z` and `turn` depend.
    pub fn heading(&self) -> Heading {
        self.heading
    }

    /// Returns the clip with the travelling joint and the heading of `other`, a clip of the same skeleton.
    pub(crate) fn measured_like(self, other: &Self) -> Self {
        self.with_travelling_joint(other.travelling)
            .with_heading(other.heading)
    }

    /// Returns the skeleton.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// Returns the frame rate.
    pub fn rate(&self) -> FrameRate {
        self.rate
    }

    /// Returns whether the last frame continues into the first.
    pub fn is_looping(&self) -> bool {
        self.looping
    }

    /// Returns the length of one round of a looping clip, in frames. Because the last frame coincides with the first
    /// frame of the next round, the length is one less than the frame count, but at least 1. `None` if the clip does
    /// not loop.
    pub fn round_frames(&self) -> Option<u32> {
        self.looping.then(|| (self.frame_count - 1).max(1))
    }

    /// Returns the number of frames, at least 1.
    pub fn frame_count(&self) -> u32 {
        self.frame_count
    }

    /// Returns the time from the first frame to the last, in seconds: `(frames - 1) / rate`.
    pub fn duration_secs(&self) -> f64 {
        f64::from(self.frame_count - 1) * self.rate.period_secs()
    }

    /// Returns the world position of joint 0 on each frame, in metres.
    pub fn root_positions(&self) -> &[[f64; 3]] {
        &self.root_positions
    }

    /// Returns the local rotation of every joint on every frame, frame-major, `[x, y, z, w]`.
    pub fn rotations(&self) -> &[[f32; 4]] {
        &self.rotations
    }

    /// Returns the local position of every joint on every frame, frame-major; `None` if the clip does not animate
    /// positions.
    pub fn translations(&self) -> Option<&[[f32; 3]]> {
        self.translations.as_deref()
    }

    /// Returns the clip with every length multiplied by a factor.
    ///
    /// # Errors
    /// If a scaled coordinate exceeds [`MAX_COORDINATE_M`].
    pub fn scaled(&self, factor: f64) -> Result<Self, ClipShapeError> {
        let longer = |x: f32| crate::number::to_f32(f64::from(x) * factor);
        let out_of_range = |_| ClipShapeError::PositionOutOfRange { frame: 0, joint: 0 };
        let mut joints = self.skeleton.joints().to_vec();
        for joint in &mut joints {
            joint.offset = joint.offset.map(longer);
        }
        let turns = self.skeleton.rest_rotations().to_vec();
        let skeleton = Skeleton::new(joints).and_then(|longer| longer.with_rest_rotations(turns));
        let skeleton = skeleton.map_err(out_of_range)?;
        let translations = self.translations.as_ref();
        let scaled = Self::new(ClipParts {
            skeleton: Arc::new(skeleton.with_role_names(self.skeleton.role_names().clone())),
            rate: self.rate,
            looping: self.looping,
            root_positions: self
                .root_positions
                .iter()
                .map(|p| p.map(|x| x * factor))
                .collect(),
            rotations: self.rotations.clone(),
            translations: translations.map(|all| all.iter().map(|p| p.map(longer)).collect()),
        })?;
        Ok(scaled.measured_like(self))
    }

    /// Borrows the local transforms of `frame`; `None` past the last frame.
    pub fn pose(&self, frame: u32) -> Option<Pose<'_>> {
        let joints = self.skeleton.joint_count();
        let index = frame as usize;
        let root_position = *self.root_positions.get(index)?;
        let range = index * joints..(index + 1) * joints;
        Some(Pose {
            root_position,
            rotations: self.rotations.get(range.clone())?,
            translations: match &self.translations {
                Some(all) => Some(all.get(range)?),
                None => None,
            },
        })
    }

    /// Iterates over all poses in order.
    pub fn poses(&self) -> impl Iterator<Item = Pose<'_>> {
        (0..self.frame_count).filter_map(|frame| self.pose(frame))
    }

    /// Returns the frames of `range` as a clip, at their positions in the world. The result shares the skeleton, and
    /// loops only if `range` covers a whole looping clip.
    ///
    /// # Errors
    /// If the range ends after the last frame.
    pub fn slice(&self, range: FrameRange) -> Result<Self, SliceError> {
        if range.stop() > self.frame_count {
            return Err(SliceError {
                range,
                frame_count: self.frame_count,
            });
        }
        let joints = self.skeleton.joint_count();
        let frames: Range<usize> = range.start() as usize..range.stop() as usize;
        let values = frames.start * joints..frames.end * joints;
        Ok(Self {
            skeleton: Arc::clone(&self.skeleton),
            rate: self.rate,
            looping: self.looping && range.frame_count() == self.frame_count,
            frame_count: range.frame_count(),
            root_positions: self.root_positions[frames].to_vec(),
            rotations: self.rotations[values.clone()].to_vec(),
            translations: self.translations.as_ref().map(|all| all[values].to_vec()),
            travelling: self.travelling,
            heading: self.heading,
        })
    }
}

/// Why some parts do not make a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ClipShapeError {
    /// There are no frames.
    #[error("a clip needs at least one frame")]
    NoFrames,
    /// There are more frames than a `u32` can number.
    #[error("the clip has more frames than can be numbered")]
    TooManyFrames,
    /// The length of an array is not frames times joints.
    #[error("{expected} values are needed, one per frame and joint, and there are {found}")]
    Length {
        /// Frames times joints.
        expected: usize,
        /// The length of the array.
        found: usize,
    },
    /// A coordinate is not finite or exceeds [`MAX_COORDINATE_M`].
    #[error("joint {joint} on frame {frame} is not at a place within a million kilometres")]
    PositionOutOfRange {
        /// The frame index.
        frame: usize,
        /// The joint index.
        joint: usize,
    },
    /// A rotation is not finite, or all its numbers are 0.
    #[error("the rotation of joint {joint} on frame {frame} has no direction")]
    NoRotation {
        /// The frame index.
        frame: usize,
        /// The joint index.
        joint: usize,
    },
}

/// A range ends after the last frame of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the range {range} reaches past the clip, which has {frame_count} frames")]
pub struct SliceError {
    /// The requested range.
    pub range: FrameRange,
    /// The number of frames of the clip.
    pub frame_count: u32,
}
