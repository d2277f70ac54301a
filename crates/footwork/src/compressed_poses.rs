//! Playing from a file of compressed poses: [`CompressedPoses`].

use footwork_base::{Id, to_f32};
use footwork_matching::{ClipEnd, Index, Motion, OpenIndexError, PoseId, PoseSource};
use footwork_poses::{PoseClip, PoseClipId, PoseFile, RootPlace, SkeletonId, Transform};

/// The motion of a skeleton in a [`PoseFile`], for the poses of the index in it: the source of a
/// [`Playback`](footwork_matching::Playback). Motion has all joints of the skeleton, whose first joint is the
/// hips if it has an index.
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
        let (there, is_open) = (next(here), indexed.end() != ClipEnd::Loop);
        let part = if is_open && here == last { 0.0 } else { part };
        out.rotations
            .resize(self.joints, Transform::IDENTITY.rotation);
        out.spins_radps.resize(self.joints, [0.0; 3]);
        if indexed.end() == ClipEnd::Rest && here == last {
            show(&clip, here, part, out);
            out.spins_radps.fill([0.0; 3]);
            (out.hips_mps, out.root_velocity) = ([0.0; 3], [0.0; 3]);
            return;
        }
        // A clip that does not loop ends with the speeds between its last two frames.
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
        let clip = self.clip(pose).and_then(|clip| self.file.clip(clip));
        let stands = clip.map_or([false; 2], |clip| clip.standing(pose.frame));
        if pose.mirrored {
            [stands[1], stands[0]]
        } else {
            stands
        }
    }
}

/// Writes the pose between a frame and the next, and leaves the speeds as they are.
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
