//! Motion matching on a library: an index of the poses of its clips, and a character that plays them.
//!
//! Joints are found by their roles, so the index takes clips of any skeleton that has hips and feet. Only clips of one
//! skeleton can be blended; a [`ClipCharacter`] says which it leaves out. Mirrored twins of the library are clips of their
//! own in the index, so that a query means the side that it names.

mod character;
mod root;
mod saved;
mod similar;

use footwork_base::{FrameRate, Id, Role, to_f32};
use footwork_clip::{Clip, Motion};
use footwork_library::{Library, clip_finding};
use footwork_matching::{
    BuildError, ClipEnd, Index, IndexBuilder, JointTrack, MotionClip, PoseId, PoseSpan, Root,
    Schema, Twins,
};
use footwork_sidecar::{Finding, Severity};
use footwork_tags::{ClipId, RangeSet};

pub use character::{CharacterError, ClipCharacter, PlayedClip};
pub use saved::StaleIndex;
pub use similar::SimilarPoses;

/// The joints that a schema of locomotion reads.
const JOINTS: [Role; 3] = [Role::LeftFoot, Role::RightFoot, Role::Hips];

/// The poses of a library, and which clips of the library they are of.
#[derive(Clone, Debug)]
pub struct PoseIndex {
    index: Index,
    /// The clip of the library of each clip of the index.
    clips: Vec<ClipId>,
    findings: Vec<Finding>,
}

impl PoseIndex {
    /// An index of these clips for locomotion, at `rate` frames per second. Clips without hips and feet, or which cannot
    /// be read, are left out and named in the [findings](Self::findings).
    ///
    /// A looping clip goes on if it closes within 5 cm; of any other nobody knows what comes after it, so poses whose trajectory would leave it
    /// are never found.
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

    /// The poses.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The clip of the library that a pose is of, if the pose is one of the index.
    pub fn clip(&self, pose: PoseId) -> Option<ClipId> {
        self.clips.get(pose.clip.index()).copied()
    }

    /// All clips of the library that are in the index, in its order.
    pub fn clips(&self) -> &[ClipId] {
        &self.clips
    }

    /// Which clips were left out, and why.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The answer of a query as spans, for a filter or a soft cost.
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

/// Adds a clip. A loop that does not close is added as a clip that is cut off, with a finding.
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
    if !clip.is_looping() {
        return add_as(ClipEnd::Cut).map(|_| None).map_err(refused);
    }
    match add_as(ClipEnd::Loop) {
        Ok(_) => Ok(None),
        Err(error) => {
            add_as(ClipEnd::Cut).map_err(refused)?;
            let message = format!("it is not played as a loop: {error}");
            Ok(Some(left_out(name, "open-loop", message)))
        }
    }
}

/// What the index learns of a clip.
struct Tracks {
    root: Vec<Root>,
    /// The positions of [`JOINTS`].
    joints: [Vec<[f32; 3]>; 3],
}

impl Tracks {
    fn new(clip: &Clip) -> Result<Self, Lack> {
        let motion = Motion::new(clip);
        let roles = clip.skeleton().roles();
        let mut joints = [const { Vec::new() }; 3];
        for (role, track) in JOINTS.into_iter().zip(&mut joints) {
            let Some(joint) = roles.joint(role) else {
                let message =
                    format!("no joint has the role `{role}`; `footwork info --joints` tells why");
                return Err(("no-role", message));
            };
            let positions = motion.positions().joint(joint);
            *track = positions.map(|at| at.map(to_f32)).collect();
        }
        let root = root::of(&joints[2], motion.headings_rad(), clip.rate());
        Ok(Self { root, joints })
    }
}
