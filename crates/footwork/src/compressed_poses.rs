//! Playing from a file of compressed poses: [`CompressedPoses`].

use footwork_base::{Id, to_f32};
use footwork_matching::{ClipEnd, Index, Motion, OpenIndexError, PoseId, PoseSource};
use footwork_poses::{PoseClipId, PoseFile, RootPlace, SkeletonId, Transform};

/// The motion of a skeleton in a [`PoseFile`], for the poses of the index in it: the source of a
/// [`Playback`](footwork_matching::Playback). Motion has all joints of the skeleton, and `compile` writes
/// an index only for skeletons that begin with the hips.
#[derive(Debug)]
pub struct CompressedPoses<'a, B> {
    file: &'a PoseFile<B>,
    index: Index,
    joints: usize,
    /// For each clip of the index, the clip of the file.
    clips: Vec<PoseClipId>,
}

impl<'a, B: AsRef<[u8]>> CompressedPoses<'a, B> {
    /// Opens the index of a skeleton. The index is copied.
    ///
    /// # Errors
    /// If the file lacks the skeleton, its index or a clip of it, or if the index is refused.
    pub fn new(file: &'a PoseFile<B>, skeleton: SkeletonId) -> Result<Self, CompressedPosesError> {
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
        Ok(Self {
            clips: clips.collect::<Result<_, _>>()?,
            joints: found.joints().len(),
            file,
            index,
        })
    }

    /// The index of the poses.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The clip of the file that a pose comes from; `None` if the index lacks the pose's clip.
    pub fn clip(&self, pose: PoseId) -> Option<PoseClipId> {
        self.clips.get(pose.clip.index()).copied()
    }
}

impl<B: AsRef<[u8]>> PoseSource for CompressedPoses<'_, B> {
    fn motion(&self, pose: PoseId, part: f64, out: &mut Motion) {
        let indexed = self.index.clips().get(pose.clip.index());
        let clip = self.clip(pose).and_then(|clip| self.file.clip(clip));
        let (Some(indexed), Some(clip)) = (indexed, clip) else {
            // No joints, which playback refuses.
            *out = Motion::new(0);
            return;
        };
        let clip = if pose.mirrored { clip.mirrored() } else { clip };
        let (part, last) = (to_f32(part), indexed.frame_count().saturating_sub(1));
        let here = pose.frame.min(last);
        let next = |frame: u32| match indexed.end() {
            ClipEnd::Loop if frame >= last => 0,
            _ => (frame + 1).min(last),
        };
        let there = next(here);
        let rests = indexed.end() == ClipEnd::Rest && here == last;
        // A clip that does not loop has the speeds of its last two frames at its end.
        let (from, to) = if there == here {
            (here.saturating_sub(1), here)
        } else {
            (here, there)
        };
        let dt_secs = to_f32(clip.rate().period_secs());
        let part_of = |frame: u32| {
            if frame == last && indexed.end() != ClipEnd::Loop {
                0.0
            } else {
                part
            }
        };
        let mut joints = vec![Transform::IDENTITY; self.joints];
        let mut motion_at = |frame: u32, part: f32| {
            clip.decode(frame, part, &mut joints);
            let mut motion = Motion::new(0);
            motion.hips_m = joints.first().map_or([0.0; 3], |hips| hips.translation_m);
            motion
                .rotations
                .extend(joints.iter().map(|joint| joint.rotation));
            motion.spins_radps.resize(joints.len(), [0.0; 3]);
            motion
        };
        let shown = motion_at(here, part_of(here));
        let moving =
            motion_at(from, part_of(from)).with_speeds_to(&motion_at(to, part_of(to)), dt_secs);
        *out = shown;
        if rests {
            return;
        }
        if let Some(moving) = moving {
            out.hips_mps = moving.hips_mps;
            out.spins_radps = moving.spins_radps;
        }
        let speed =
            |frame: u32| velocity(clip.root(frame, 0.0), clip.root(frame + 1, 0.0), dt_secs);
        let (a, b) = (speed(from), speed(if to == last { from } else { to }));
        out.root_velocity = [0, 1, 2].map(|axis| a[axis] + (b[axis] - a[axis]) * part);
    }

    fn standing(&self, pose: PoseId) -> [bool; 2] {
        let clip = self.clip(pose).and_then(|clip| self.file.clip(clip));
        let stands = clip.map_or([false; 2], |clip| clip.standing(pose.frame));
        if pose.mirrored {
            [stands[1], stands[0]]
        } else {
            stands
        }
    }
}

/// Returns the root's velocity to its left and ahead, and its turning rate, between two frames.
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

/// Why a file of poses is no source of motion.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CompressedPosesError {
    /// The file lacks the skeleton.
    NoSkeleton,
    /// The skeleton has no search index: its first joint is not the hips, or no clip of it has feet.
    NoIndex,
    /// The index is refused.
    Index(OpenIndexError),
    /// The file lacks a clip of the index, or has it with another rate or skeleton, or with fewer frames.
    NoClip {
        /// The name of the clip.
        name: String,
    },
}

footwork_base::display! { CompressedPosesError:
    Self::NoSkeleton => "the file has no such skeleton";
    Self::NoIndex => "the skeleton has no search index: its first joint is not the hips, or no clip has feet";
    Self::Index(_) => "the search index is refused";
    Self::NoClip { name } => "the clip {name} of the search index is not in the file, or differs";
}

impl std::error::Error for CompressedPosesError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Index(error) => Some(error),
            _ => None,
        }
    }
}
