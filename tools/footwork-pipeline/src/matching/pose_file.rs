//! The file of compressed poses of a library: every clip with its root and standing feet, and a search index per
//! skeleton.

use footwork_base::{FrameRate, Id, Role, to_f32};
use footwork_clip::{ForwardKinematics, Joint, JointId, JointPairs, Limits, LoadedClip, Skeleton};
use footwork_library::Library;
use footwork_matching::{ClipEnd, Root};
use footwork_poses::{
    NewClip, NewSkeleton, PoseBuildError, PoseClipEnd, PoseClipId, PoseFileBuilder, PoseJoint,
    PoseLeg, RootPlace, SkeletonId, Transform,
};
use footwork_sidecar::Finding;
use footwork_tags::ClipId;
use thiserror::Error;

use super::body::{Body, Path, SAME_OFFSET_M, standing};
use super::{PoseIndex, Tracks};

/// The compressed poses of a library.
#[derive(Clone, Debug)]
pub struct PoseFileJob {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The duration of all clips without twins, in seconds.
    pub secs: f64,
    /// The clips that the search indexes leave out, and why. The file holds their motion too.
    pub findings: Vec<Finding>,
}

/// Why the poses of a library cannot be compressed.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PoseFileError {
    /// A clip cannot be read.
    #[error("{clip}: {message}")]
    Clip {
        /// Its name.
        clip: String,
        /// The error.
        message: String,
    },
    /// The compressor refused a clip.
    #[error("{0}")]
    Build(PoseBuildError),
}

/// No rotation.
const NO_TURN: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// A skeleton and its clips, in the order of the library.
struct Family {
    /// The hips and all joints below them; without hips and legs, all joints of the clips.
    skeleton: Skeleton,
    /// Whether the skeleton begins with the hips of a body with legs.
    has_legs: bool,
    pairs: Option<JointPairs>,
    clips: Vec<ClipId>,
}

/// Compresses all clips of a library at `rate` frames per second. A mirrored twin shares the motion of its original.
///
/// A body with legs is stored from its hips down, like a [`ClipCharacter`](super::ClipCharacter): joints above the hips
/// become part of the transform of the hips, and joints that are not below the hips are left out. Clips share a
/// skeleton if these joints have the same names and parents, and offsets within 5 mm; each clip keeps its own offsets.
///
/// # Errors
/// If a clip cannot be read, or cannot be compressed within the tolerance that `tolerance_m` gives for it, in metres.
pub fn compress_poses(
    library: &Library,
    rate: FrameRate,
    tolerance_m: impl Fn(ClipId) -> f32,
    step: impl Fn(),
) -> Result<PoseFileJob, PoseFileError> {
    let families = families(library, &step)?;
    let mut builder = PoseFileBuilder::new();
    let mut findings = Vec::new();
    let mut added: Vec<(ClipId, PoseClipId)> = Vec::new();
    let mut secs = 0.0;
    for family in &families {
        let skeleton = family.add(&mut builder).map_err(PoseFileError::Build)?;
        let index = PoseIndex::build(library, family.clips.iter().copied(), rate);
        findings.extend_from_slice(index.findings());
        if family.has_legs && index.index().pose_count() > 0 {
            builder.set_index(skeleton, index.index().to_bytes());
        }
        let is_twin = |clip: &&ClipId| library.clips()[**clip].mirror_of.is_some();
        for &clip in family.clips.iter().filter(|clip| !is_twin(clip)) {
            step();
            let loaded = load(library, clip)?;
            let place = index.clips().iter().position(|indexed| *indexed == clip);
            let end = place.and_then(|place| Some(index.index().clips().get(place)?.end()));
            let name = &library.clips()[clip].name;
            let motion = Plain::new(&loaded, &family.skeleton, rate).map_err(|message| {
                PoseFileError::Clip {
                    clip: name.clone(),
                    message,
                }
            })?;
            secs += loaded.clip.duration_secs();
            let new = NewClip {
                name,
                skeleton,
                rate,
                source_frames: loaded.clip.frame_count(),
                source_rate: loaded.clip.rate(),
                end: match end {
                    Some(ClipEnd::Rest) => PoseClipEnd::Rest,
                    Some(ClipEnd::Loop) => PoseClipEnd::Loop,
                    Some(ClipEnd::Cut) | None => PoseClipEnd::Cut,
                },
                roots: &motion.roots,
                joints: &motion.joints,
                standing: &motion.standing,
                tolerance_m: tolerance_m(clip),
            };
            added.push((clip, builder.add_clip(&new).map_err(PoseFileError::Build)?));
        }
    }
    for (id, entry) in library.clips().iter() {
        let Some(original) = &entry.mirror_of else {
            continue;
        };
        let of = library.database().clip_by_name(original);
        let of = added.iter().find(|(clip, _)| Some(*clip) == of);
        if let Some((_, of)) = of {
            let _ = id;
            builder
                .add_twin(&entry.name, *of)
                .map_err(PoseFileError::Build)?;
        }
    }
    Ok(PoseFileJob {
        bytes: builder.build().map_err(PoseFileError::Build)?,
        secs,
        findings,
    })
}

fn load(library: &Library, clip: ClipId) -> Result<LoadedClip, PoseFileError> {
    library.load(clip).map_err(|error| PoseFileError::Clip {
        clip: library.clips()[clip].name.clone(),
        message: error.to_string(),
    })
}

/// Returns the skeletons of the clips. A twin belongs to the skeleton of its original.
fn families(library: &Library, step: &impl Fn()) -> Result<Vec<Family>, PoseFileError> {
    let mut families: Vec<Family> = Vec::new();
    let entries = || library.clips().iter();
    for (clip, _) in entries().filter(|(_, entry)| entry.mirror_of.is_none()) {
        step();
        let loaded = load(library, clip)?;
        let body = Body::of(loaded.clip.skeleton());
        let has_legs = body.is_some();
        let skeleton = body.map_or_else(
            || Skeleton::clone(loaded.clip.skeleton()),
            |body| body.skeleton,
        );
        let is_same = |family: &Family| {
            family.has_legs == has_legs && is_same(&family.skeleton, &skeleton, has_legs)
        };
        match families.iter_mut().find(|family| is_same(family)) {
            Some(family) => family.clips.push(clip),
            None => families.push(Family {
                pairs: JointPairs::from_names_with(&skeleton, &library.settings().mirror_joints)
                    .ok(),
                skeleton,
                has_legs,
                clips: vec![clip],
            }),
        }
    }
    for (twin, entry) in entries() {
        let of = entry.mirror_of.as_deref();
        let of = of.and_then(|name| library.database().clip_by_name(name));
        let family = families
            .iter_mut()
            .find(|family| of.is_some_and(|of| family.clips.contains(&of)));
        if let Some(family) = family {
            family.clips.push(twin);
        }
    }
    for family in &mut families {
        family.clips.sort();
    }
    Ok(families)
}

/// Returns whether joints have the same names, parents and offsets. The offsets of the hips may differ, because they
/// are part of the motion.
fn is_same(a: &Skeleton, b: &Skeleton, from_hips: bool) -> bool {
    let is_near = |a: &Joint, b: &Joint| {
        let mut offsets = a.offset.iter().zip(b.offset);
        offsets.all(|(x, y)| (x - y).abs() <= SAME_OFFSET_M)
    };
    let mut pairs = a.joints().iter().zip(b.joints()).enumerate();
    a.joint_count() == b.joint_count()
        && pairs.all(|(index, (a, b))| {
            let is_named = a.name == b.name && a.parent == b.parent;
            is_named && (is_near(a, b) || from_hips && index == 0)
        })
}

impl Family {
    fn add(&self, builder: &mut PoseFileBuilder) -> Result<SkeletonId, PoseBuildError> {
        let rests = self.skeleton.rest_rotations();
        let joints: Vec<PoseJoint<'_>> = self
            .skeleton
            .iter()
            .map(|(id, joint)| {
                let partner = self.pairs.as_ref().and_then(|pairs| pairs.partner(id));
                PoseJoint {
                    name: &joint.name,
                    parent: joint.parent.map(Id::index),
                    partner: partner.unwrap_or(id).index(),
                    rest: Transform {
                        rotation: rests[id.index()],
                        translation_m: joint.offset,
                    },
                }
            })
            .collect();
        let name = joints.first().map_or("", |joint| joint.name);
        builder.add_skeleton(&NewSkeleton {
            name,
            joints: &joints,
            legs: legs(&self.skeleton),
        })
    }
}

/// Returns the left and the right leg, if its hip joint, knee and ankle follow each other below the hips; else `None`.
fn legs(skeleton: &Skeleton) -> [Option<PoseLeg>; 2] {
    let joint = |role| skeleton.roles().joint(role).map(Id::index);
    let parent = |joint: usize| skeleton.joints()[joint].parent.map(Id::index);
    let leg = |[upper, lower, foot, toe]: [Role; 4]| {
        let (upper, lower, foot) = (joint(upper)?, joint(lower)?, joint(foot)?);
        let is_chain = parent(foot) == Some(lower) && parent(lower) == Some(upper);
        let toe = joint(toe).filter(|toe| parent(*toe) == Some(foot));
        (is_chain && parent(upper).is_some()).then_some(PoseLeg { foot, toe })
    };
    [Body::LEFT_LEG, Body::RIGHT_LEG].map(leg)
}

/// The frames of a clip at the rate of the file.
struct Plain {
    roots: Vec<RootPlace>,
    joints: Vec<Transform>,
    standing: Vec<[bool; 2]>,
}

impl Plain {
    /// Reads a clip on the joints of `skeleton`, the skeleton of its family.
    fn new(loaded: &LoadedClip, skeleton: &Skeleton, rate: FrameRate) -> Result<Self, String> {
        let clip = &loaded.clip;
        let ids: Vec<JointId> = match Body::of(clip.skeleton()) {
            Some(body) => body.joints,
            None => clip.skeleton().iter().map(|(id, _)| id).collect(),
        };
        let even = clip.resampled(rate, &Limits::default());
        let even = even.map_err(|error| error.to_string())?;
        // The root of a clip without hips and feet stays at the origin.
        let tracks = Tracks::new(clip).ok();
        let path = tracks.as_ref().map(|tracks| Path {
            root: &tracks.root,
            secs: clip.rate().period_secs(),
        });
        let contact = |leg: PoseLeg| JointId::from_index(leg.contact());
        let stands = legs(clip.skeleton()).map(|leg| leg.and_then(contact));
        let stands = stands.map(|joint| joint.map(|joint| standing(loaded, joint)));
        let (joints, own) = (clip.skeleton().joints(), skeleton.rest_rotations());
        let first = ids.first().map_or(0, |id| id.index());
        let mut kinematics = ForwardKinematics::new(clip.skeleton());
        let mut positions = vec![[0.0; 3]; clip.skeleton().joint_count()];
        let mut plain = Self {
            roots: Vec::new(),
            joints: Vec::new(),
            standing: Vec::new(),
        };
        for (frame, pose) in even.poses().enumerate() {
            let secs = frame as f64 * rate.period_secs();
            let root = path.as_ref().map(|path| path.at(secs));
            plain.roots.push(root.map(place).unwrap_or_default());
            let source = footwork_base::to_u32(secs * clip.rate().as_f64()) as usize;
            plain.standing.push([0, 1].map(|foot| {
                let stands = stands[foot].as_ref();
                stands.is_some_and(|stands| stands.get(source).copied().unwrap_or(false))
            }));
            kinematics.solve(pose, &mut positions);
            let world = kinematics.rotations().nth(first).unwrap_or(NO_TURN);
            plain.joints.push(Transform {
                rotation: world.map(to_f32),
                translation_m: positions[first].map(to_f32),
            });
            for (id, rest) in ids.iter().zip(own).skip(1) {
                let (index, joint) = (id.index(), &joints[id.index()]);
                let moved = pose.translations.map(|moved| moved[index]);
                plain.joints.push(Transform {
                    rotation: if joint.is_end {
                        *rest
                    } else {
                        pose.rotations[index]
                    },
                    translation_m: moved.unwrap_or(joint.offset),
                });
            }
        }
        Ok(plain)
    }
}

fn place(root: Root) -> RootPlace {
    RootPlace {
        position_m: root.position_m,
        facing: root.facing,
    }
}
