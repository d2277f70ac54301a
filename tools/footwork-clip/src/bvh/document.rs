//! A BVH file in memory: joints, channels and numbers exactly as stored.

use std::fmt;

use footwork_base::{FrameRange, FrameRate, Id, IdVec};

use crate::clip::SliceError;
use crate::skeleton::JointId;

/// The content of one column of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BvhChannel {
    /// The position along axis 0, 1 or 2 (x, y, z), in the unit of the file.
    Position(Axis),
    /// The rotation about an axis, in degrees.
    Rotation(Axis),
}

/// One of the three axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// The x axis.
    X,
    /// The y axis.
    Y,
    /// The z axis.
    Z,
}

impl Axis {
    /// Returns 0, 1 or 2.
    pub fn index(self) -> usize {
        match self {
            Self::X => 0,
            Self::Y => 1,
            Self::Z => 2,
        }
    }
}

impl BvhChannel {
    /// All channels, positions first.
    pub const ALL: [Self; 6] = [
        Self::Position(Axis::X),
        Self::Position(Axis::Y),
        Self::Position(Axis::Z),
        Self::Rotation(Axis::X),
        Self::Rotation(Axis::Y),
        Self::Rotation(Axis::Z),
    ];

    /// Returns the name in files, such as `Xposition`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Position(Axis::X) => "Xposition",
            Self::Position(Axis::Y) => "Yposition",
            Self::Position(Axis::Z) => "Zposition",
            Self::Rotation(Axis::X) => "Xrotation",
            Self::Rotation(Axis::Y) => "Yrotation",
            Self::Rotation(Axis::Z) => "Zrotation",
        }
    }
}

impl fmt::Display for BvhChannel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One joint of the hierarchy, as stored in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct BvhJoint {
    /// The name: the rest of the line, which may contain spaces. For an end site, the text after `End`,
    /// usually `Site`.
    pub name: String,
    /// The joint it is nested in; `None` for a `ROOT`.
    pub parent: Option<JointId>,
    /// The offset from the parent, in the unit of the file.
    pub offset: [f64; 3],
    /// The channels in column order; empty for an end site.
    pub channels: Vec<BvhChannel>,
    /// Whether this is an end site.
    pub is_end: bool,
}

/// A BVH file: its joints, channel order and numbers exactly as stored.
///
/// Has at least one joint, one channel and one frame; every number is finite.
///
/// ```
/// use footwork_clip::{Limits, read_bvh, write_bvh};
///
/// let text = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 2 Yposition Xrotation\n}\n\
///             MOTION\nFrames: 2\nFrame Time: .0083333\n90 1.5\n91 2.5\n";
/// let (document, findings) = read_bvh(text.as_bytes(), &Limits::default()).unwrap();
/// assert!(findings.is_empty());
/// assert_eq!(document.rate().to_string(), "120");
/// assert_eq!(document.row(1), Some(&[91.0, 2.5][..]));
/// let written = write_bvh(&document);
/// assert_eq!(read_bvh(written.as_bytes(), &Limits::default()).unwrap().0, document);
/// ```
///
/// Equality compares everything that [`write_bvh`](super::write_bvh) writes, but not the [`invalid`](Self::invalid)
/// frames.
#[derive(Clone, Debug)]
pub struct BvhDocument {
    pub(super) joints: IdVec<JointId, BvhJoint>,
    pub(super) columns: usize,
    pub(super) frame_time: String,
    pub(super) rate: FrameRate,
    pub(super) frame_count: u32,
    pub(super) values: Vec<f64>,
    /// The frames whose numbers are only estimated.
    pub(super) invalid: Vec<FrameRange>,
}

impl PartialEq for BvhDocument {
    fn eq(&self, other: &Self) -> bool {
        self.joints == other.joints
            && self.frame_time == other.frame_time
            && self.rate == other.rate
            && self.frame_count == other.frame_count
            && self.values == other.values
    }
}

impl BvhDocument {
    /// Returns the joints in file order, end sites included.
    pub fn joints(&self) -> &[BvhJoint] {
        self.joints.as_slice()
    }

    /// Returns the number of columns in a row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the column of a joint's channel, from 0; `None` if the joint does not have that channel.
    pub fn column(&self, joint: JointId, channel: BvhChannel) -> Option<usize> {
        let before: usize = self
            .joints()
            .get(..joint.index())?
            .iter()
            .map(|j| j.channels.len())
            .sum();
        let within = self
            .joints
            .get(joint)?
            .channels
            .iter()
            .position(|&c| c == channel)?;
        Some(before + within)
    }

    /// Returns the frame time as printed in the file, in seconds.
    pub fn frame_time(&self) -> &str {
        &self.frame_time
    }

    /// Returns the frame rate, derived from the frame time.
    pub fn rate(&self) -> FrameRate {
        self.rate
    }

    /// Returns the number of rows, at least 1.
    pub fn frame_count(&self) -> u32 {
        self.frame_count
    }

    /// Returns the numbers of one frame in column order; `None` past the last frame.
    pub fn row(&self, frame: u32) -> Option<&[f64]> {
        let start = (frame as usize).checked_mul(self.columns)?;
        self.values.get(start..start.checked_add(self.columns)?)
    }

    /// Iterates over all rows in order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        self.values.chunks_exact(self.columns)
    }

    /// Returns a document with only the rows of `range`; everything else is unchanged.
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
        let rows = range.start() as usize * self.columns..range.stop() as usize * self.columns;
        Ok(Self {
            joints: self.joints.clone(),
            columns: self.columns,
            frame_time: self.frame_time.clone(),
            rate: self.rate,
            frame_count: range.frame_count(),
            values: self.values[rows].to_vec(),
            invalid: self.invalid_in(range),
        })
    }

    /// Returns the frames whose numbers are only estimated, because more than 0.1 s of rows in sequence have mistakes.
    pub fn invalid(&self) -> &[FrameRange] {
        &self.invalid
    }

    fn invalid_in(&self, range: FrameRange) -> Vec<FrameRange> {
        let shared = self
            .invalid
            .iter()
            .filter_map(|gap| gap.intersection(range));
        let moved = |gap: FrameRange| {
            FrameRange::new(gap.start() - range.start(), gap.stop() - range.start())
        };
        shared.filter_map(moved).collect()
    }

    /// Returns the document with every length (offsets and positions) multiplied by a factor. `None` if a product is
    /// not finite.
    pub fn scaled(&self, factor: f64) -> Option<Self> {
        let mut scaled = self.clone();
        for joint in scaled.joints.values_mut() {
            joint.offset = joint.offset.map(|x| x * factor);
        }
        let channels = self.joints().iter().flat_map(|joint| &joint.channels);
        let columns = channels.enumerate();
        let lengths: Vec<usize> = columns
            .filter(|(_, channel)| matches!(channel, BvhChannel::Position(_)))
            .map(|(column, _)| column)
            .collect();
        for row in scaled.values.chunks_exact_mut(self.columns) {
            for &column in &lengths {
                row[column] *= factor;
            }
        }
        let offsets = scaled.joints().iter().flat_map(|joint| &joint.offset);
        let is_finite = offsets.chain(&scaled.values).all(|x| x.is_finite());
        is_finite.then_some(scaled)
    }
}
