//! Plays from a file of compressed poses with [`CompressedPoses`].

use std::ops::Deref;
use std::sync::Arc;

use footwork_base::{Id, to_f32};
use footwork_matching::{
    ClipEnd, Index, JointLimits, Leg, Motion, OpenIndexError, PlaybackConfig, PoseId, PoseSource,
    Repertoire, Rig, RigError,
};
use footwork_poses::{PoseClip, PoseClipId, PoseFile, PoseLeg, RootPlace, SkeletonId, Transform};

use crate::unknown_joint::UnknownJoint;

/// The limits of joints are measured in `LIMIT_SAMPLES` to almost twice as many poses, or in all poses if there are
/// fewer.
const LIMIT_SAMPLES: usize = 4096;

/// The motion of one skeleton of a [`PoseFile`], with its search index, for a
/// [`Character`](footwork_matching::Character) to play. `F` is a reference to the file, a `Box` or an `Arc`. The motion
/// has all joints of the skeleton. The first joint is the hips.
///
/// ```no_run
/// use std::sync::Arc;
///
/// use footwork::CompressedPoses;
/// use footwork::matching::{Character, CharacterConfig, Input, OpenWorld, Placement, Want};
/// use footwork::poses::{PoseFile, SkeletonId};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let file = PoseFile::open(std::fs::read("game.fwposes")?)?;
/// let poses = Arc::new(CompressedPoses::new(Box::new(file), SkeletonId::new(0))?);
/// let config = CharacterConfig { playback: poses.playback_config(), ..CharacterConfig::default() };
/// let start = poses.index().candidates().next().ok_or("the index is empty")?;
/// let mut character = Character::new(Arc::clone(&poses), config, start, Placement::default())?;
/// let input = Input { want: Want::Stick([0.0, 1.5]), ..Input::default() };
/// let pose = character.update(1.0 / 60.0, &input, &mut OpenWorld)?;
/// assert_eq!(pose.rotations.len(), poses.joint_count());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct CompressedPoses<F> {
    file: F,
    skeleton: SkeletonId,
    index: Arc<Index>,
    rig: Rig,
    /// For each clip of the index, the same clip in the file.
    clips: Vec<PoseClipId>,
}

impl<F> CompressedPoses<F> {
    /// Returns the index of the poses.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Returns the index of the poses as a new reference to the same memory.
    pub fn shared_index(&self) -> Arc<Index> {
        Arc::clone(&self.index)
    }

    /// Returns the skeleton.
    pub fn skeleton(&self) -> SkeletonId {
        self.skeleton
    }

    /// Returns the number of joints.
    pub fn joint_count(&self) -> usize {
        self.rig.joint_count()
    }

    /// Returns the clip of the file that contains a pose; `None` if the index lacks the pose's clip.
    pub fn clip(&self, pose: PoseId) -> Option<PoseClipId> {
        self.clips.get(pose.clip.index()).copied()
    }
}

impl<F: Deref<Target = PoseFile<B>>, B: AsRef<[u8]>> CompressedPoses<F> {
    /// Opens the motion of a skeleton. The index is copied from the file.
    ///
    /// # Errors
    /// Returns an error if the file lacks the skeleton, its index, its legs or a clip of the index. Also returns an error if
    /// the index is not valid or the joints do not form a rig.
    pub fn new(file: F, skeleton: SkeletonId) -> Result<Self, CompressedPosesError> {
        let found = file.skeleton(skeleton);
        let found = found.ok_or(CompressedPosesError::NoSkeleton)?;
        let bytes = found.index_bytes();
        if bytes.is_empty() {
            return Err(CompressedPosesError::NoIndex);
        }
        let index = Index::from_bytes(bytes.to_vec()).map_err(CompressedPosesError::Index)?;
        let clips = index.clips().iter().map(|indexed| {
            let id = file.clip_named(indexed.name());
            let clip = id.and_then(|id| file.clip(id));
            let fits = clip.is_some_and(|clip| {
                clip.skeleton() == skeleton
                    && clip.rate() == index.schema().rate()
                    && clip.frame_count() >= indexed.frame_count()
            });
            let name = || indexed.name().to_owned();
            id.filter(|_| fits)
                .ok_or_else(|| CompressedPosesError::NoClip { name: name() })
        });
        let clips = clips.collect::<Result<_, _>>()?;
        let parents: Vec<_> = found.joints().map(|joint| joint.parent).collect();
        let leg = |PoseLeg { foot, toe }| {
            let lower = parents[foot]?;
            let upper = parents[lower]?;
            Some(Leg {
                upper,
                lower,
                foot,
                toe,
            })
        };
        let legs = found.legs().map(|found| found.and_then(leg));
        let [Some(left), Some(right)] = legs else {
            return Err(CompressedPosesError::NoLegs);
        };
        let joints = found.joints();
        let joints = joints.map(|joint| (joint.parent, joint.rest.translation_m));
        let rig = Rig::new(joints, [left, right]).map_err(CompressedPosesError::Rig)?;
        Ok(Self {
            clips,
            rig,
            index: Arc::new(index),
            skeleton,
            file,
        })
    }

    /// Returns the file.
    pub fn file(&self) -> &PoseFile<B> {
        &self.file
    }

    /// Iterates over the names of the joints, as written in the clips.
    pub fn joint_names<'a>(&'a self) -> impl Iterator<Item = &'a str>
    where
        B: 'a,
    {
        let skeleton = self.file.skeleton(self.skeleton);
        let joints = skeleton.into_iter().flat_map(|it| it.joints());
        joints.map(|joint| joint.name)
    }

    /// Returns the number of the first joint with the name `name`.
    ///
    /// # Errors
    /// Returns an error with similar names if no joint has this name.
    pub fn joint(&self, name: &str) -> Result<usize, UnknownJoint> {
        let found = self.joint_names().position(|joint| joint == name);
        found.ok_or_else(|| UnknownJoint::new(name, &self.joint_names().collect::<Vec<_>>()))
    }

    /// Returns a configuration for a [`Character`](footwork_matching::Character) or a
    /// [`Playback`](footwork_matching::Playback). With it, joints bend at most as far as in the clips, and standing
    /// feet are held in place. The call decodes several thousand poses, so keep the result.
    pub fn playback_config(&self) -> PlaybackConfig {
        let stride = (self.index.candidate_count() / LIMIT_SAMPLES).max(1);
        let motions = self.index.candidates().step_by(stride).map(|pose| {
            let mut motion = Motion::new(0);
            self.motion(pose, 0.0, &mut motion);
            motion
        });
        let motions: Vec<Motion> = motions.collect();
        PlaybackConfig {
            limits: JointLimits::from_motions(motions.iter()),
            foot_lock: Some(footwork_matching::FootLockConfig::default()),
            ..PlaybackConfig::default()
        }
    }

    /// Writes the transforms of all joints to `out`, and returns the place of the root. `part`, from 0 to 1, is the
    /// fraction of the way from the pose to the next frame of its clip. Returns `None` if the index lacks the pose's
    /// clip, or if the length of `out` is not the number of joints.
    pub fn decode(&self, pose: PoseId, part: f32, out: &mut [Transform]) -> Option<RootPlace> {
        self.own_clip(pose)?.decode(pose.frame, part, out)
    }

    /// Returns the clip of a pose, with left and right exchanged if the pose is mirrored.
    fn own_clip<'a>(&'a self, pose: PoseId) -> Option<PoseClip<'a>>
    where
        B: 'a,
    {
        let clip = self.file.clip(self.clip(pose)?)?;
        Some(if pose.mirrored { clip.mirrored() } else { clip })
    }
}

impl<F: Deref<Target = PoseFile<B>>, B: AsRef<[u8]>> PoseSource for CompressedPoses<F> {
    fn motion(&self, pose: PoseId, part: f64, out: &mut Motion) {
        let indexed = self.index.clips().get(pose.clip.index());
        let (Some(indexed), Some(clip)) = (indexed, self.own_clip(pose)) else {
            // A motion without joints is an error for the playback.
            *out = Motion::new(0);
            return;
        };
        let (part, last) = (to_f32(part), indexed.frame_count().saturating_sub(1));
        let here = pose.frame.min(last);
        let there = match indexed.end() {
            ClipEnd::Loop if here >= last => 0,
            _ => (here + 1).min(last),
        };
        let is_open = indexed.end() != ClipEnd::Loop;
        let part = if is_open && here == last { 0.0 } else { part };
        out.rotations
            .resize(self.joint_count(), Transform::IDENTITY.rotation);
        out.spins_radps.resize(self.joint_count(), [0.0; 3]);
        if indexed.end() == ClipEnd::Rest && here == last {
            show(&clip, here, part, out);
            out.spins_radps.fill([0.0; 3]);
            (out.hips_mps, out.root_velocity) = ([0.0; 3], [0.0; 3]);
            return;
        }
        // At the end of a cut clip, the velocities are those between its last two frames.
        let (from, to, within) = if is_open && there == last {
            (last.saturating_sub(1), last, 0.0)
        } else {
            (here, there, part)
        };
        let dt_secs = to_f32(clip.rate().period_secs());
        show(&clip, from, within, out);
        clip.decode_each(to, within, |joint, later| {
            out.set_spin_to(joint, later.rotation, dt_secs);
            if joint == 0 {
                let [x, y, z] = out.hips_m;
                let [to_x, to_y, to_z] = later.translation_m;
                out.hips_mps = [to_x - x, to_y - y, to_z - z].map(|way| way / dt_secs);
            }
        });
        if (from, within) != (here, part) {
            show(&clip, here, part, out);
        }
        let speed =
            |frame: u32| velocity(clip.root(frame, 0.0), clip.root(frame + 1, 0.0), dt_secs);
        let (a, b) = (speed(from), speed(if to == last { from } else { to }));
        out.root_velocity = [0, 1, 2].map(|axis| a[axis] + (b[axis] - a[axis]) * part);
    }

    fn standing(&self, pose: PoseId) -> [bool; 2] {
        let clip = self.own_clip(pose);
        clip.map_or([false; 2], |clip| clip.standing(pose.frame))
    }
}

impl<F: Deref<Target = PoseFile<B>>, B: AsRef<[u8]>> Repertoire for CompressedPoses<F> {
    fn index(&self) -> &Index {
        &self.index
    }

    fn rig(&self) -> &Rig {
        &self.rig
    }

    fn stamp(&self) -> Option<u64> {
        Some(self.file.stamp())
    }
}

/// Writes the pose at `part` of the way from a frame to the next, and leaves the velocities unchanged.
fn show(clip: &PoseClip<'_>, frame: u32, part: f32, out: &mut Motion) {
    clip.decode_each(frame, part, |joint, shown| {
        if let Some(rotation) = out.rotations.get_mut(joint) {
            *rotation = shown.rotation;
        }
        if joint == 0 {
            out.hips_m = shown.translation_m;
        }
    });
}

/// Returns the root's velocity to the left and ahead, and its turning rate, between two frames.
fn velocity(from: RootPlace, to: RootPlace, dt_secs: f32) -> [f32; 3] {
    let [sine, cosine] = from.facing;
    let turned = |[x, z]: [f32; 2]| [x * cosine - z * sine, x * sine + z * cosine];
    let way = [0, 1].map(|axis| (to.position_m[axis] - from.position_m[axis]) / dt_secs);
    let [left, ahead] = turned(way);
    let [across, along] = turned(to.facing);
    [
        left,
        ahead,
        footwork_base::maths::atan2(across, along) / dt_secs,
    ]
}

/// The reason why a character cannot play from a file of poses.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CompressedPosesError {
    /// The file lacks the skeleton.
    NoSkeleton,
    /// The skeleton has no search index: it has no body with legs, or none of its clips can be indexed.
    NoIndex,
    /// The index is not valid.
    Index(OpenIndexError),
    /// The file lacks a clip of the index, or its clip has a different rate, a different skeleton or fewer frames.
    NoClip {
        /// The name of the clip.
        name: String,
    },
    /// The file does not say which joints are the legs.
    NoLegs,
    /// The joints do not form a rig.
    Rig(RigError),
}

footwork_base::display! { CompressedPosesError:
    Self::NoSkeleton => "the file has no such skeleton";
    Self::NoIndex => "the skeleton has no search index: it is not a body with legs, or no clip of it can be indexed";
    Self::Index(_) => "the search index is refused";
    Self::NoClip { name } => "the clip {name} of the search index is not in the file, or differs";
    Self::NoLegs => "the file does not say which joints are the legs: it is older than version 1.1, or no hip joint, knee and ankle follow each other";
    Self::Rig(_) => "the joints of the skeleton do not form a rig";
}

impl std::error::Error for CompressedPosesError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Index(error) => Some(error),
            Self::Rig(error) => Some(error),
            _ => None,
        }
    }
}
