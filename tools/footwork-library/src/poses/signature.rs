//! A compact signature of what a clip shows: where its end joints are, seen from its root.

use std::collections::BTreeMap;
use std::fmt;

use footwork_base::{FrameRate, Id};
use footwork_clip::{Clip, JointId, Motion};

use super::ends::{self, Ends};

/// The most numbers of a signature, which are 64 MiB.
pub const MAX_VALUES: usize = 1 << 25;

/// The poses of a clip, small enough to keep: on every frame, the positions of its end joints from
/// the root, turned to the heading, and the height of the root; in whole millimetres, held within
/// 32 m.
///
/// It does not change when the whole clip is moved or turned about on the ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    pub(super) rate: FrameRate,
    pub(super) frames: u32,
    pub(super) joints: Vec<String>,
    pub(super) partners: Option<Vec<usize>>,
    /// Frame-major: x, y, z of every joint, then the height of the root.
    pub(super) millimetres: Vec<i16>,
}

/// Why a clip has no signature that could be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignatureError {
    /// The clip has more frames than a signature may.
    TooLong {
        /// Its length.
        frames: u32,
        /// The most that it could have.
        most: usize,
    },
    /// The skeleton lacks joints that the other clip's signature is of.
    OtherSkeleton {
        /// The first of them.
        joint: String,
        /// How many there are.
        missing: usize,
        /// Of how many.
        of: usize,
    },
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { frames, most } => write!(
                f,
                "the clip has {frames} frames, and poses of at most {most} are compared"
            ),
            Self::OtherSkeleton { joint, missing, of } => write!(
                f,
                "the clip has another skeleton: it lacks {joint}, and {missing} of {of} joints in all"
            ),
        }
    }
}

impl std::error::Error for SignatureError {}

impl Signature {
    /// The signature of a clip. `pairs` are joints that are partners on the two sides, beside those
    /// whose names tell.
    ///
    /// ```
    /// use footwork_clip::{Limits, read_clip};
    /// use footwork_library::poses::Signature;
    ///
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/walk.txt");
    /// # let bytes = std::fs::read(path).unwrap();
    /// let walk = read_clip("walk.txt", &bytes, None, &Limits::default()).unwrap().clip;
    /// let signature = Signature::of(&walk, &Default::default()).unwrap();
    /// assert_eq!(signature.frame_count(), 39);
    /// assert!(signature.joints().iter().any(|joint| joint == "left_toe"));
    /// ```
    ///
    /// # Errors
    /// When the clip is too long.
    pub fn of(clip: &Clip, pairs: &BTreeMap<String, String>) -> Result<Self, SignatureError> {
        let Ends { joints, partners } = ends::choose(clip.skeleton(), pairs);
        measure(clip, &joints, partners)
    }

    /// The signature of another clip by the same joints.
    ///
    /// # Errors
    /// When the clip lacks some of the joints, or is too long.
    pub fn of_same_joints(&self, clip: &Clip) -> Result<Self, SignatureError> {
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
        measure(clip, &joints, self.partners.clone())
    }

    /// Frames a second.
    pub fn rate(&self) -> FrameRate {
        self.rate
    }

    /// How many frames there are; at least 1.
    pub fn frame_count(&self) -> u32 {
        self.frames
    }

    /// The names of the joints.
    pub fn joints(&self) -> &[String] {
        &self.joints
    }

    /// The numbers, in millimetres, frame by frame: x, y, z of every joint, then the height of the root.
    pub fn millimetres(&self) -> &[i16] {
        &self.millimetres
    }

    /// How many numbers there are for a frame.
    pub fn width(&self) -> usize {
        width(self.joints.len())
    }

    /// The signature of the mirrored clip; `None` when the joints are not in pairs.
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

/// How many numbers a frame of this many joints has.
pub(super) fn width(joints: usize) -> usize {
    3 * joints + 1
}

fn measure(
    clip: &Clip,
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
    for (row, heading) in motion.positions().frames().zip(motion.headings_rad()) {
        let (sin, cos) = libm::sincos(*heading);
        let root = row[0];
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
        joints: names.map(|joint| joint.name.clone()).collect(),
        partners,
        millimetres,
    })
}

/// The nearest whole number, held inside `i16`; NaN is 0.
fn to_i16(value: f64) -> i16 {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the cast saturates, which is the purpose of this function"
    )]
    let whole = value.round() as i16;
    whole
}
