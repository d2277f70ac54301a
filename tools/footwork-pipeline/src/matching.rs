//! Motion matching on a library: an index of the poses of its clips, and a character that plays them.
//!
//! Joints are found by their roles, so the index accepts clips of any skeleton with hips and feet. Only clips of one
//! skeleton can be blended; a [`ClipCharacter`] reports the clips it leaves out. Mirrored twins are separate clips in
//! the index, so a query that names a side finds only that side.

mod body;
mod character;
mod character_error;
mod main_body;
mod played;
mod pose_file;
mod root;
mod saved;
mod similar;

use footwork_base::{FrameRate, Id, Role, to_f32};
use footwork_clip::{Clip, Motion, why_implausible};
use footwork_library::{Library, clip_finding};
use footwork_matching::{
    BuildError, ClipEnd, Index, IndexBuilder, JointTrack, MotionClip, PoseId, PoseSpan, Root,
    Schema, Source, Twins,
};
use footwork_sidecar::{Finding, Severity};
use footwork_tags::{ClipId, RangeSet};

pub use character::ClipCharacter;
pub use character_error::CharacterError;
pub use played::PlayedClip;
pub use pose_file::{PoseFileError, PoseFileJob, compress_poses};
pub use root::root_path;
pub use saved::StaleIndex;
pub use similar::SimilarPoses;

/// The joints that the locomotion schema reads.
const JOINTS: [Role; 3] = [Role::LeftFoot, Role::RightFoot, Role::Hips];

/// The name of the schema's group of displacements, which give speeds.
const TRAJECTORY: &str = "trajectory position";
/// The duration in seconds of a clip's final part, in which a clip that ends at rest keeps still.
const RESTING_SECS: f64 = 0.25;
/// The maximum distance in metres of joints in the final part from their final positions.
const RESTING_M: f64 = 0.03;
/// The maximum angle in the final part from the final heading.
const RESTING_RAD: f64 = 5.0 / 180.0 * std::f64::consts::PI;
/// The speed below which a pose counts as standing, in m/s.
const MIN_SPEED_MPS: f64 = 0.3;

/// The poses of a library, and the clips that they come from.
#[derive(Clone, Debug)]
pub struct PoseIndex {
    index: Index,
    /// For each clip of the index, the clip of the library.
    clips: Vec<ClipId>,
    findings: Vec<Finding>,
}

impl PoseIndex {
    /// Builds an index of the given clips for locomotion, at `rate` frames per second. Clips that cannot be read or
    /// lack hips or feet are left out and reported in the [findings](Self::findings).
    ///
    /// A looping clip continues at its start if its last pose is within 5 cm of its first. A clip that ends at rest
    /// keeps its last pose: over its last quarter of a second, hips and feet stay within 3 cm of their final positions,
    /// and the character turns by less than 5 degrees. The continuation of any other clip is unknown, so poses whose
    /// trajectory would extend beyond its end are never found.
    pub fn build(
        library: &Library,
        clips: impl IntoIterator<Item = ClipId>,
        rate: FrameRate,
    ) -> Self {
        let mut builder = IndexBuilder::new(Schema::locomotion(rate));
        let mut indexed = Vec::new();
        let mut findings = Vec::new();
        for clip in clips {
            let name = &library.clips()[clip].name;
            match library.load(clip) {
                Err(error) => findings.push(clip_finding(name, &error)),
                Ok(loaded) => match add(&mut builder, name, &loaded.clip) {
                    Ok(open_loop) => {
                        indexed.push(clip);
                        findings.extend(open_loop);
                    }
                    Err((code, message)) => findings.push(left_out(name, code, message)),
                },
            }
        }
        Self {
            index: builder.build(),
            clips: indexed,
            findings,
        }
    }

    /// Returns the index of the poses.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Returns the clip of the library that a pose comes from; `None` if the index has no such pose.
    pub fn clip(&self, pose: PoseId) -> Option<ClipId> {
        self.clips.get(pose.clip.index()).copied()
    }

    /// Returns all clips of the library that are in the index, in the order of the index.
    pub fn clips(&self) -> &[ClipId] {
        &self.clips
    }

    /// Returns the clips that were left out, and the loops that are not played as loops, with the reason for each.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns the median speed in m/s of the given poses over the farthest horizon of the trajectories, about a
    /// second. Ignores poses slower than 0.3 m/s; `None` if no pose is left.
    ///
    /// Use it as the speed of a fully tilted stick: at a speed that no clip has, the feet would slide.
    pub fn usual_speed_mps(&self, is_allowed: impl Fn(PoseId) -> bool) -> Option<f64> {
        let schema = self.index.schema();
        let places = schema.features_of(TRAJECTORY)?;
        let horizons = schema
            .groups()
            .iter()
            .find(|group| group.name == TRAJECTORY)?;
        let Source::TrajectoryPosition { horizons_frames } = &horizons.source else {
            return None;
        };
        let secs = f64::from(*horizons_frames.last()?) * schema.rate().period_secs();
        let mut row = vec![0.0; schema.feature_count()];
        let mut speeds = Vec::new();
        for pose in self.index.candidates().filter(|&pose| is_allowed(pose)) {
            self.index.features(pose, &mut row);
            if let [.., x, z] = row[places.clone()] {
                speeds.push(libm::hypot(f64::from(x), f64::from(z)) / secs);
            }
        }
        speeds.retain(|speed| *speed > MIN_SPEED_MPS);
        speeds.sort_by(f64::total_cmp);
        speeds.get(speeds.len() / 2).copied()
    }

    /// Returns the result of a query as spans to land in; see [`Index::landing_spans`]. If
    /// [`overrun_secs`](footwork_matching::Rules::overrun_secs) equals `runway_secs`, frames outside the spans play
    /// only after spans shorter than twice `runway_secs`.
    pub fn landing_spans<'a>(
        &'a self,
        found: &'a RangeSet,
        runway_secs: f64,
    ) -> impl Iterator<Item = PoseSpan> + 'a {
        self.index.landing_spans(self.spans(found), runway_secs)
    }

    /// Returns the result of a query as spans, for a filter or a soft cost.
    pub fn spans<'a>(&'a self, found: &'a RangeSet) -> impl Iterator<Item = PoseSpan> + 'a {
        let clips = self.clips.iter().enumerate();
        let ids = clips
            .filter_map(|(place, &id)| Some((footwork_matching::ClipId::from_index(place)?, id)));
        ids.flat_map(|(clip, id)| {
            let frames = found.ranges(id).iter();
            frames.map(move |&frames| PoseSpan {
                clip,
                frames,
                twins: Twins::Both,
            })
        })
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a few frames"
)]
fn whole_frames(frames: f64) -> u32 {
    frames.max(0.0).ceil() as u32
}

/// Why a clip is left out: the code of a finding, and its message.
type Lack = (&'static str, String);

fn left_out(name: &str, code: &'static str, message: String) -> Finding {
    Finding {
        severity: Severity::Warning,
        file: name.to_owned(),
        position: None,
        code,
        message,
    }
}

/// Adds a clip. A loop whose ends do not meet is added as a clip that does not loop, with a finding.
fn add(builder: &mut IndexBuilder, name: &str, clip: &Clip) -> Result<Option<Finding>, Lack> {
    let tracks = Tracks::new(clip)?;
    let joints = JOINTS.iter().zip(&tracks.joints);
    let joints: Vec<JointTrack<'_>> = joints
        .map(|(role, positions_m)| JointTrack {
            name: role.name(),
            positions_m,
        })
        .collect();
    let mut add_as = |end| {
        builder.add_clip(&MotionClip {
            name,
            rate: clip.rate(),
            end,
            with_mirrored: false,
            root: &tracks.root,
            joints: &joints,
            channels: &[],
        })
    };
    let refused = |error: BuildError| {
        let message = format!("its poses cannot be indexed: {error}");
        ("not-indexed", message)
    };
    let end = if tracks.ends_at_rest(clip.rate()) {
        ClipEnd::Rest
    } else {
        ClipEnd::Cut
    };
    if !clip.is_looping() {
        return add_as(end).map(|_| None).map_err(refused);
    }
    match add_as(ClipEnd::Loop) {
        Ok(_) => Ok(None),
        Err(error) => {
            add_as(end).map_err(refused)?;
            let message = format!("it is not played as a loop: {error}");
            Ok(Some(left_out(name, "open-loop", message)))
        }
    }
}

/// The joint positions and other tracks that the index stores for a clip.
struct Tracks {
    root: Vec<Root>,
    /// The positions of [`JOINTS`].
    joints: [Vec<[f32; 3]>; 3],
}

impl Tracks {
    fn new(clip: &Clip) -> Result<Self, Lack> {
        if let Some(reason) = why_implausible(clip.rate()) {
            return Err(("odd-rate", reason));
        }
        let motion = Motion::new(clip);
        let roles = clip.skeleton().roles();
        let mut joints = [const { Vec::new() }; 3];
        for (role, track) in JOINTS.into_iter().zip(&mut joints) {
            let Some(joint) = roles.joint(role) else {
                let message =
                    format!("no joint has the role `{role}`; `footwork info --joints` says why");
                return Err(("no-role", message));
            };
            let positions = motion.positions().joint(joint);
            *track = positions.map(|at| at.map(to_f32)).collect();
        }
        let headings_rad = motion.headings_rad();
        let root = root::of(&joints[2], headings_rad, clip.rate(), clip.is_looping());
        Ok(Self { root, joints })
    }

    /// Returns whether, in the clip's final part, hips and feet keep still and the character does not turn.
    fn ends_at_rest(&self, rate: FrameRate) -> bool {
        let last = self.root.len() - 1;
        let window = whole_frames(RESTING_SECS * rate.as_f64()) as usize;
        let Some(first) = last.checked_sub(window) else {
            return false;
        };
        let is_still = |track: &Vec<[f32; 3]>| {
            let end = track[last].map(f64::from);
            track[first..].iter().all(|at| {
                let [x, y, z] = [0, 1, 2].map(|axis| f64::from(at[axis]) - end[axis]);
                x * x + y * y + z * z <= RESTING_M * RESTING_M
            })
        };
        let [x, z] = self.root[last].facing.map(f64::from);
        let faces_alike = |root: &Root| {
            let [a, b] = root.facing.map(f64::from);
            let (along, across) = (a * x + b * z, a * z - b * x);
            libm::atan2(across.abs(), along) <= RESTING_RAD
        };
        self.joints.iter().all(is_still) && self.root[first..].iter().all(faces_alike)
    }
}
