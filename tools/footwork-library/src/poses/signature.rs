//! A compact signature of a clip's poses: the positions of its end joints relative to its travelling joint.

use std::collections::BTreeMap;

use footwork_base::{FrameRate, Id};
use footwork_clip::{Clip, JointId, Motion};
use thiserror::Error;

use super::ends::{self, Ends};

/// The maximum number of values in a signature; they take 64 MiB.
pub(super) const MAX_VALUES: usize = 1 << 25;

/// The poses of a clip in compact form.
///
/// For every frame it holds the positions of the end joints, relative to the travelling joint and to the heading, and
/// the height of the travelling joint, in whole millimetres clamped to ±32 m. Moving or turning the whole clip on the
/// ground does not change it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    pub(super) rate: FrameRate,
    pub(super) frames: u32,
    /// The joint that the positions are relative to.
    pub(super) root: String,
    pub(super) joints: Vec<String>,
    pub(super) partners: Option<Vec<usize>>,
    /// Frame-major: x, y, z of every joint, then the height of the root.
    pub(super) millimetres: Vec<i16>,
}

/// Why a clip has no comparable signature.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// The clip has more frames than a signature can hold.
    #[error("the clip has {frames} frames, and poses of at most {most} are compared")]
    TooLong {
        /// Its length.
        frames: u32,
        /// The maximum number of frames.
        most: usize,
    },
    /// The skeleton lacks some of the signature's joints.
    #[error("the clip has another skeleton: it lacks {joint}, and {missing} of {of} joints in all")]
    OtherSkeleton {
        /// The first missing joint.
        joint: String,
        /// The number of missing joints.
        missing: usize,
        /// The number of joints in the signature.
        of: usize,
    },
}

impl Signature {
    /// Returns the signature of a clip. `pairs` are pairs of joints in addition to those found by name.
    ///
    /// ```
    /// use footwork_clip::{Limits, read_clip};
    /// use footwork_library::Signature;
    ///
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/walk.txt");
    /// # let bytes = std::fs::read(path).unwrap();
    /// let walk = read_clip("walk.txt", &bytes, None, &Limits::default()).unwrap().clip;
    /// let signature = Signature::from_clip(&walk, &Default::default()).unwrap();
    /// assert_eq!(signature.frame_count(), 39);
    /// assert!(signature.joints().iter().any(|joint| joint == "left_toe"));
    /// ```
    ///
    /// # Errors
    /// If the clip is too long.
    pub fn from_clip(
        clip: &Clip,
        pairs: &BTreeMap<String, String>,
    ) -> Result<Self, SignatureError> {
        let Ends { joints, partners } = ends::choose(clip.skeleton(), pairs);
        measure(clip, clip.travelling_joint(), &joints, partners)
    }

    /// Returns the signature of another clip, with the joints of this signature.
    ///
    /// # Errors
    /// If the clip lacks some of the joints, or is too long.
    pub fn with_same_joints(&self, clip: &Clip) -> Result<Self, SignatureError> {
        let skeleton = clip.skeleton();
        let found = self.joints.iter().map(|name| skeleton.find(name));
        let joints: Option<Vec<JointId>> = found.clone().collect();
        let Some(joints) = joints else {
            let lacking = |(_, id): &(&String, Option<JointId>)| id.is_none();
            let mut missing = self.joints.iter().zip(found).filter(lacking);
            let first = missing.next().map(|(name, _)| name.clone());
            return Err(SignatureError::OtherSkeleton {
                joint: first.unwrap_or_default(),
                missing: 1 + missing.count(),
                of: self.joints.len(),
            });
        };
        // The travelling joint of `clip` may differ; positions stay relative to the joint of this signature.
        let root = skeleton.find(&self.root);
        let root = root.unwrap_or_else(|| clip.travelling_joint());
        measure(clip, root, &joints, self.partners.clone())
    }

    /// Returns the frame rate.
    pub fn rate(&self) -> FrameRate {
        self.rate
    }

    /// Returns the number of frames, which is at least 1.
    pub fn frame_count(&self) -> u32 {
        self.frames
    }

    /// Returns the names of the joints.
    pub fn joints(&self) -> &[String] {
        &self.joints
    }

    /// Returns the values in millimetres, frame by frame: x, y, z of every joint, then the height of the
    /// root.
    pub fn millimetres(&self) -> &[i16] {
        &self.millimetres
    }

    /// Returns the number of values per frame.
    pub fn width(&self) -> usize {
        width(self.joints.len())
    }

    /// Returns the signature of the mirrored clip; `None` if the joints are not in pairs.
    pub fn mirrored(&self) -> Option<Self> {
        let partners = self.partners.as_ref()?;
        let mut mirrored = self.clone();
        let rows = self.millimetres.chunks_exact(self.width());
        let targets = mirrored.millimetres.chunks_exact_mut(self.width());
        for (row, target) in rows.zip(targets) {
            for (joint, partner) in partners.iter().enumerate() {
                let from = &row[3 * partner..3 * partner + 3];
                target[3 * joint..3 * joint + 3].copy_from_slice(from);
                target[3 * joint] = from[0].saturating_neg();
            }
        }
        Some(mirrored)
    }
}

/// Returns the number of values per frame for this many joints.
pub(super) fn width(joints: usize) -> usize {
    3 * joints + 1
}

fn measure(
    clip: &Clip,
    root: JointId,
    joints: &[JointId],
    partners: Option<Vec<usize>>,
) -> Result<Signature, SignatureError> {
    let frames = clip.frame_count();
    let most = MAX_VALUES / width(joints.len());
    if frames as usize > most {
        return Err(SignatureError::TooLong { frames, most });
    }
    let motion = Motion::new(clip);
    let mut millimetres = Vec::with_capacity(frames as usize * width(joints.len()));
    let metres_to_whole = |metres: f64| to_i16(metres * 1000.0);
    for (row, heading) in motion.positions().frames().zip(motion.hip_headings_rad()) {
        let (sin, cos) = libm::sincos(*heading);
        let root = row[root.index()];
        for joint in joints {
            let at = row[joint.index()];
            let [x, y, z] = [at[0] - root[0], at[1] - root[1], at[2] - root[2]];
            let turned = [x * cos - z * sin, y, x * sin + z * cos];
            millimetres.extend(turned.map(metres_to_whole));
        }
        millimetres.push(metres_to_whole(root[1]));
    }
    let names = joints.iter().filter_map(|id| clip.skeleton().joint(*id));
    Ok(Signature {
        rate: clip.rate(),
        frames,
        root: clip
            .skeleton()
            .joint(root)
            .map_or_else(String::new, |joint| joint.name.clone()),
        joints: names.map(|joint| joint.name.clone()).collect(),
        partners,
        millimetres,
    })
}

/// Returns the nearest integer, clamped to `i16`; 0 for NaN.
fn to_i16(value: f64) -> i16 {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the cast saturates, which is the purpose of this function"
    )]
    let whole = value.round() as i16;
    whole
}
