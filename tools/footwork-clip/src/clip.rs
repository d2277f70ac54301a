//! A clip: which pose a skeleton has on each frame.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use footwork_base::{FrameRange, FrameRate};

use crate::skeleton::{MAX_COORDINATE_M, Skeleton};

/// What a [`Clip`] is made of. Arrays of joints are frame-major: all joints of frame 0, then all
/// joints of frame 1, and so on.
#[derive(Clone, Debug)]
pub struct ClipParts {
    /// The joints.
    pub skeleton: Arc<Skeleton>,
    /// Frames a second; frame `i` is sampled at `i / rate`.
    pub rate: FrameRate,
    /// Whether the last frame leads into the first.
    pub looping: bool,
    /// Where joint 0 is in the world on each frame, in metres.
    pub root_positions: Vec<[f64; 3]>,
    /// The local rotation of every joint on every frame, quaternions `[x, y, z, w]`. Those of ends
    /// are not used.
    pub rotations: Vec<[f32; 4]>,
    /// For clips that also animate where joints are: the local position of every joint on every
    /// frame, in metres, in place of the rest offset. Entries of joint 0 are not used.
    pub translations: Option<Vec<[f32; 3]>>,
}

/// A motion of one skeleton: at least one frame, every number finite, every rotation of unit
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
}

/// The local transforms of one frame, borrowed from a clip.
#[derive(Clone, Copy, Debug)]
pub struct Pose<'a> {
    /// Where joint 0 is in the world, in metres.
    pub root_position: [f64; 3],
    /// The local rotation of every joint, `[x, y, z, w]`.
    pub rotations: &'a [[f32; 4]],
    /// The local position of every joint, where the clip animates it.
    pub translations: Option<&'a [[f32; 3]]>,
}

impl Clip {
    /// A clip of these parts. Rotations are scaled to unit length, but for those that are of unit
    /// length within the precision of f32: the parts of a clip make an equal clip.
    ///
    /// # Errors
    /// When there is no frame or more than `u32::MAX`, when an array has another length than
    /// frames times joints, when a number is not finite or a position is farther than
    /// [`MAX_COORDINATE_M`], or when a rotation has no direction because all four numbers are 0.
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

    /// A clip of parts that were made from those of a clip.
    ///
    /// Invariant: there are `frame_count` frames, at least one, in arrays of the right length, and
    /// every number is one that [`Clip::new`] leaves as it is.
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
        }
    }

    /// The joints.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// Frames a second.
    pub fn rate(&self) -> FrameRate {
        self.rate
    }

    /// Whether the last frame leads into the first.
    pub fn is_looping(&self) -> bool {
        self.looping
    }

    /// The length of a round in frames, of a clip that loops: one less than it has, as its last
    /// frame is at the time of the first one of the next round; at least 1. `None` of other clips.
    pub fn round_frames(&self) -> Option<u32> {
        self.looping.then(|| (self.frame_count - 1).max(1))
    }

    /// How many frames there are; at least 1.
    pub fn frame_count(&self) -> u32 {
        self.frame_count
    }

    /// From the first frame to the last, in seconds: `(frames - 1) / rate`.
    pub fn duration_secs(&self) -> f64 {
        f64::from(self.frame_count - 1) * self.rate.period_secs()
    }

    /// Where joint 0 is in the world on each frame, in metres.
    pub fn root_positions(&self) -> &[[f64; 3]] {
        &self.root_positions
    }

    /// The local rotation of every joint on every frame, frame-major, `[x, y, z, w]`.
    pub fn rotations(&self) -> &[[f32; 4]] {
        &self.rotations
    }

    /// The local position of every joint on every frame, frame-major, where the clip animates it.
    pub fn translations(&self) -> Option<&[[f32; 3]]> {
        self.translations.as_deref()
    }

    /// The rotation of joint 0 in the world, `[x, y, z, w]`; `None` past the last frame.
    pub fn root_rotation(&self, frame: u32) -> Option<[f32; 4]> {
        self.pose(frame)?.rotations.first().copied()
    }

    /// The local transforms of `frame`; `None` past the last frame. Copies nothing.
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

    /// All poses, in order.
    pub fn poses(&self) -> impl Iterator<Item = Pose<'_>> {
        (0..self.frame_count).filter_map(|frame| self.pose(frame))
    }

    /// The frames of `range` as a clip of their own, where they are in the world. It shares the
    /// skeleton, and loops only when it is the whole of a looping clip.
    ///
    /// # Errors
    /// When the range reaches past the last frame.
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
        })
    }
}

/// How far the squared length of a unit quaternion may be off when its numbers are rounded to f32:
/// twice their relative error of 2^-24, and some.
const ROUNDING: f64 = 2.5e-7;

/// The quaternion scaled to unit length; one that was scaled before keeps its bits. `None` when it
/// has no direction or is not finite.
pub(crate) fn unit_length(quaternion: [f32; 4]) -> Option<[f32; 4]> {
    let wide = quaternion.map(f64::from);
    let square: f64 = wide.iter().map(|x| x * x).sum();
    if !(square.is_finite() && square > 1e-12) {
        return None;
    }
    if (square - 1.0).abs() < ROUNDING {
        return Some(quaternion);
    }
    let scale = 1.0 / square.sqrt();
    Some(wide.map(|x| crate::number::to_f32(x * scale)))
}

/// Why some parts are no clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClipShapeError {
    /// There is no frame.
    NoFrames,
    /// More frames than a `u32` can number.
    TooManyFrames,
    /// An array has not one entry per frame and joint.
    Length {
        /// Frames times joints.
        expected: usize,
        /// The length of the array.
        found: usize,
    },
    /// A position is not finite or farther than [`MAX_COORDINATE_M`].
    PositionOutOfRange {
        /// The frame.
        frame: usize,
        /// The number of the joint.
        joint: usize,
    },
    /// A rotation is not finite, or all of its numbers are 0.
    NoRotation {
        /// The frame.
        frame: usize,
        /// The number of the joint.
        joint: usize,
    },
}

impl fmt::Display for ClipShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFrames => f.write_str("a clip needs at least one frame"),
            Self::TooManyFrames => f.write_str("the clip has more frames than can be numbered"),
            Self::Length { expected, found } => write!(
                f,
                "{expected} values are needed, one per frame and joint, and there are {found}"
            ),
            Self::PositionOutOfRange { frame, joint } => write!(
                f,
                "joint {joint} on frame {frame} is not at a place within a million kilometres"
            ),
            Self::NoRotation { frame, joint } => {
                write!(
                    f,
                    "the rotation of joint {joint} on frame {frame} has no direction"
                )
            }
        }
    }
}

impl std::error::Error for ClipShapeError {}

/// A range reaches past the last frame of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliceError {
    /// The range asked for.
    pub range: FrameRange,
    /// How many frames the clip has.
    pub frame_count: u32,
}

impl fmt::Display for SliceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the range {} reaches past the clip, which has {} frames",
            self.range, self.frame_count
        )
    }
}

impl std::error::Error for SliceError {}
