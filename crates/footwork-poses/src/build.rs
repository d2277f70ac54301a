//! Builds a file from skeletons and uncompressed motion, and measures the error of every clip.
//!
//! To measure errors, each joint carries three points at 3 cm, and the root three points at 1 m. The error of a clip is
//! the largest distance by which compression moves such a point in the space of the clip (N. Frechette, *Animation
//! Compression Library*). Each segment stores the coarsest differences that stay within the tolerance.

mod body;
mod kinematics;
mod profiles;
mod segment;
mod set;
mod stream;
mod tracks;
mod write;

use footwork_base::{FrameRate, Id, to_f32};

use body::Body;
use kinematics::Place;
use set::NOMINAL_M;

use crate::file::{PoseClipEnd, PoseClipId, PoseJoint, SkeletonId};
use crate::pose_leg::PoseLeg;
use crate::transform::{RootPlace, Transform};

/// The default tolerance, in metres.
pub const DEFAULT_TOLERANCE_M: f32 = 1e-4;
/// The finest tolerance, in metres.
pub const MIN_TOLERANCE_M: f32 = 1e-5;
/// The coarsest tolerance, in metres.
pub const MAX_TOLERANCE_M: f32 = 0.1;

/// A skeleton for a file.
#[derive(Clone, Copy, Debug)]
pub struct NewSkeleton<'a> {
    /// The name.
    pub name: &'a str,
    /// The joints, parents first.
    pub joints: &'a [PoseJoint<'a>],
    /// The left and the right leg, if known. [`decode_legs`](crate::PoseClip::decode_legs) decodes only the legs and the
    /// joints above them.
    pub legs: [Option<PoseLeg>; 2],
}

/// A clip for a file, as uncompressed motion.
#[derive(Clone, Copy, Debug)]
pub struct NewClip<'a> {
    /// The name.
    pub name: &'a str,
    /// The skeleton.
    pub skeleton: SkeletonId,
    /// The rate of the frames.
    pub rate: FrameRate,
    /// The number of frames of the clip in its library, at `source_rate`.
    pub source_frames: u32,
    /// The frame rate of the clip in its library.
    pub source_rate: FrameRate,
    /// How the clip ends.
    pub end: PoseClipEnd,
    /// The root in each frame.
    pub roots: &'a [RootPlace],
    /// The joints of each frame, one frame after the other. Joints without a parent are in the space of the clip.
    pub joints: &'a [Transform],
    /// Whether the left and the right foot stand, in each frame.
    pub standing: &'a [[bool; 2]],
    /// The largest allowed error of compression, in metres, from [`MIN_TOLERANCE_M`] to [`MAX_TOLERANCE_M`].
    pub tolerance_m: f32,
}

/// A clip while the file is built.
#[derive(Clone, Debug)]
struct OwnClip {
    name: String,
    skeleton: usize,
    rates: [FrameRate; 2],
    source_frames: u32,
    end: PoseClipEnd,
    standing: Vec<[bool; 2]>,
    tolerance_m: f32,
    /// The places of all tracks relative to their parents, for each frame. Empty for a twin.
    poses: Vec<Vec<Place>>,
    twin_of: Option<usize>,
}

/// Builds a file of poses.
#[derive(Clone, Debug, Default)]
pub struct PoseFileBuilder {
    bodies: Vec<Body>,
    clips: Vec<OwnClip>,
}

impl PoseFileBuilder {
    /// Creates a builder of an empty file.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a skeleton.
    ///
    /// # Errors
    /// Returns an error for any of the following faults:
    ///
    /// - The skeleton has no joints, or too many.
    /// - A parent does not come before its joint, or a joint is not the partner of its partner.
    /// - A number of a rest transform is not finite, or is 10⁶ or more. Or a rest rotation does not have the length 1.
    /// - A leg is not a chain of joints below the hips.
    pub fn add_skeleton(
        &mut self,
        skeleton: &NewSkeleton<'_>,
    ) -> Result<SkeletonId, PoseBuildError> {
        let body = Body::new(skeleton)?;
        let id = SkeletonId::from_index(self.bodies.len()).ok_or(PoseBuildError::TooLarge)?;
        self.bodies.push(body);
        Ok(id)
    }

    /// Sets the search index of a skeleton's clips, as the bytes of `footwork_matching::Index::to_bytes`. Returns
    /// whether the skeleton exists.
    pub fn set_index(&mut self, skeleton: SkeletonId, bytes: Vec<u8>) -> bool {
        let body = self.bodies.get_mut(skeleton.index());
        body.map(|body| body.index = bytes).is_some()
    }

    /// Adds a clip.
    ///
    /// # Errors
    /// Returns an error for any of the following faults:
    ///
    /// - The skeleton does not exist.
    /// - The clip has no frame, or the lengths of its tracks differ.
    /// - A number is not finite or larger than 10⁶. Or a rotation or facing does not have the length 1.
    /// - The tolerance is out of range.
    pub fn add_clip(&mut self, clip: &NewClip<'_>) -> Result<PoseClipId, PoseBuildError> {
        let fault = |fault| PoseBuildError::Clip {
            name: clip.name.to_owned(),
            fault,
        };
        let id = PoseClipId::from_index(self.clips.len()).ok_or(PoseBuildError::TooLarge)?;
        let body = self.bodies.get(clip.skeleton.index());
        let body = body.ok_or_else(|| fault("it has no skeleton"))?;
        let (frames, joints) = (clip.roots.len(), body.joints.len());
        if frames == 0 || u32::try_from(frames).is_err() {
            return Err(fault("it has no frames"));
        }
        if clip.joints.len() != frames * joints || clip.standing.len() != frames {
            return Err(fault("its tracks differ in length"));
        }
        if !(MIN_TOLERANCE_M..=MAX_TOLERANCE_M).contains(&clip.tolerance_m) {
            return Err(fault("its tolerance is not between 0.01 mm and 10 cm"));
        }
        let is_near = |number: &f32| number.is_finite() && number.abs() <= 1e6;
        let is_unit = |parts: &[f32]| (parts.iter().map(|p| p * p).sum::<f32>() - 1.0).abs() < 1e-4;
        let is_transform =
            |joint: &Transform| is_unit(&joint.rotation) && joint.translation_m.iter().all(is_near);
        let is_root =
            |root: &RootPlace| is_unit(&root.facing) && root.position_m.iter().all(is_near);
        if !clip.roots.iter().all(is_root) || !clip.joints.iter().all(is_transform) {
            return Err(fault(
                "a number is not finite or too large, or a rotation or facing is not of length 1",
            ));
        }
        let poses = clip.roots.iter().zip(clip.joints.chunks_exact(joints));
        let poses = poses.map(|(root, pose)| {
            let pose = body
                .order
                .iter()
                .map(|joint| Place::from_transform(&pose[*joint]));
            [root_place(root)].into_iter().chain(pose).collect()
        });
        self.clips.push(OwnClip {
            name: clip.name.to_owned(),
            skeleton: clip.skeleton.index(),
            rates: [clip.rate, clip.source_rate],
            source_frames: clip.source_frames,
            end: clip.end,
            standing: clip.standing.to_vec(),
            tolerance_m: clip.tolerance_m,
            poses: poses.collect(),
            twin_of: None,
        });
        Ok(id)
    }

    /// Adds the mirrored twin of a clip. The twin shares the motion of the clip.
    ///
    /// # Errors
    /// Returns an error if there is no such clip, or if the clip is itself a twin.
    pub fn add_twin(&mut self, name: &str, of: PoseClipId) -> Result<PoseClipId, PoseBuildError> {
        let id = PoseClipId::from_index(self.clips.len()).ok_or(PoseBuildError::TooLarge)?;
        let original = self
            .clips
            .get(of.index())
            .filter(|clip| clip.twin_of.is_none());
        let twin = original.map(|original| OwnClip {
            name: name.to_owned(),
            poses: Vec::new(),
            standing: Vec::new(),
            twin_of: Some(of.index()),
            ..original.clone()
        });
        self.clips.push(twin.ok_or_else(|| PoseBuildError::Clip {
            name: name.to_owned(),
            fault: "it has no original",
        })?);
        Ok(id)
    }

    /// Compresses the clips and returns the bytes of the file. Equal input gives equal bytes.
    ///
    /// # Errors
    /// Returns an error if the file would be too large, or if a clip cannot keep its tolerance. The error of each clip
    /// is measured on the finished file.
    pub fn build(&self) -> Result<Vec<u8>, PoseBuildError> {
        let bytes = write::file(self)?;
        self.check(&bytes)?;
        Ok(bytes)
    }
}

/// Returns the root as a place, with a rotation about +y.
fn root_place(root: &RootPlace) -> Place {
    let [sine, cosine] = root.facing.map(f64::from);
    let [x, z] = root.position_m.map(f64::from);
    let turn = if cosine < 0.0 {
        kinematics::unit([0.0, 1.0 - cosine, 0.0, sine])
    } else {
        kinematics::unit([0.0, sine, 0.0, 1.0 + cosine])
    };
    Place {
        rotation: turn,
        position_m: [x, 0.0, z],
    }
}

/// The reason why a file cannot be built.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PoseBuildError {
    /// A skeleton has no joints, or too many.
    Joints {
        /// The number of joints.
        found: usize,
    },
    /// The parent of a joint does not come before the joint, the joint is not the partner of its partner, or its rest
    /// transform is invalid.
    Joint {
        /// The joint.
        index: usize,
    },
    /// A leg is not a chain of hip joint, knee and ankle below the hips, or its toe is not a child of the ankle.
    Leg {
        /// The joint of the leg that is on the ground.
        index: usize,
    },
    /// A clip is invalid.
    Clip {
        /// The name of the clip.
        name: String,
        /// The reason why the clip is invalid.
        fault: &'static str,
    },
    /// A clip cannot keep its tolerance, because it moves too far or its skeleton is too long.
    Tolerance {
        /// The name of the clip.
        name: String,
        /// The tolerance in metres.
        tolerance_m: f32,
        /// The measured error in metres; `None` if the clip's numbers are too large to store, or if no step is fine
        /// enough.
        error_m: Option<f32>,
    },
    /// The file would have too many rows or bytes.
    TooLarge,
}

footwork_base::display! { PoseBuildError:
    Self::Joints { found } => "a skeleton has {found} joints, but a file can store 1 to {}", crate::layout::MAX_JOINTS;
    Self::Joint { index } => "joint {index} comes before its parent, is not the partner of its partner, or has an invalid rest transform";
    Self::Leg { index } => "the leg that ends at joint {index} has no hip joint, knee and ankle in a chain below the hips";
    Self::Clip { name, fault } => "{name}: {fault}";
    Self::Tolerance { name, tolerance_m, error_m: Some(error_m) } => "{name} is off by {:.3} mm, and its tolerance is {:.3} mm",
        error_m * 1e3, tolerance_m * 1e3;
    Self::Tolerance { name, tolerance_m, error_m: None } => "{name} moves too far for a tolerance of {:.3} mm", tolerance_m * 1e3;
    Self::TooLarge => "the file would be too large";
}

impl std::error::Error for PoseBuildError {}

/// Returns the steps of a clip after `halvings` halvings.
fn steps(tolerance_m: f32, halvings: u8) -> tracks::Steps {
    let tolerance_m = f64::from(tolerance_m) / f64::from(1u32 << halvings);
    tracks::Steps {
        scale: to_f32(tolerance_m / NOMINAL_M),
        translation_m: to_f32(tolerance_m / 4.0),
    }
}
