//! Reads FBX files, binary and ASCII, through [ufbx](https://github.com/ufbx/ufbx): each animation stack is a clip.
//!
//! Axes and units are converted to y up and metres. The joints are the limb nodes and the nodes between them, or every
//! node if there are no limb nodes. Transforms above a root joint are baked into its position and rotation. A clip has
//! the frame rate of the file. A clip covers both the range that its stack declares and the range of its keys, unless
//! [`FbxRange`] chooses one of the two. If the ranges differ, the finding `fbx-range` reports it. Layers are blended.
//! Scale and shear are handled as in glTF files. Embedded content and external files are ignored; geometry is read only
//! for drawing, by `mesh`.

mod keys;
mod mesh;
mod nodes;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use footwork_base::{FbxRange, FrameRate};
use thiserror::Error;
use ufbx::{
    AllocatorOpts, AnimProp, AnimStack, CoordinateAxes, InheritModeHandling, LoadOpts, Scene,
    Transform,
};

pub(crate) use mesh::read_mesh;

use super::known_rate;
use crate::animation_names::unique;
use crate::clip::Clip;
use crate::finding::{Finding, RejectedAnimation};
use crate::key_faults::KeyFaults;
use crate::limits::Limits;
use crate::number::to_u32;
use crate::rig::{Baked, JointScale, Rig};
use crate::skeleton::Skeleton;
use nodes::{local, rig};

/// The rate of files that state no plausible rate, in frames per second.
const DEFAULT_RATE: u64 = 30;

/// The properties of a node that hold its transform.
const TRANSFORMS: [&str; 3] = ["Lcl Translation", "Lcl Rotation", "Lcl Scaling"];

/// The bytes of memory allowed per byte of the file.
const MEMORY_PER_BYTE: usize = 100;
/// The bytes of memory allowed for any file, in addition.
const MEMORY: usize = 64 << 20;

/// One animation stack of an FBX file.
#[derive(Clone, Debug)]
pub struct FbxAnimation {
    /// Its name, unique in the file.
    pub name: String,
    /// Its motion, in metres.
    pub clip: Clip,
    /// The xxh3-64 hash of its content: nodes and keys.
    pub fingerprint: u64,
    /// The mistakes that the reader noticed or repaired.
    pub findings: Vec<Finding>,
    /// The faults of its keys.
    pub keys: KeyFaults,
    /// The scale of the joint that differs most from 1 on the first frame.
    pub joint_scale: Option<JointScale>,
}

/// The contents of an FBX file.
#[derive(Clone, Debug)]
pub struct FbxDocument {
    /// The requested animations, in file order.
    pub animations: Vec<FbxAnimation>,
    /// The requested animations that cannot be read, in file order.
    pub rejected: Vec<RejectedAnimation<FbxError>>,
    /// The number of animation stacks in the file.
    pub animation_count: usize,
}

/// A span of time, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Time {
    begin: f64,
    end: f64,
}

impl Time {
    fn union(self, other: Self) -> Self {
        Self {
            begin: self.begin.min(other.begin),
            end: self.end.max(other.end),
        }
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} to {:.3} s", self.begin, self.end)
    }
}

/// Why an FBX file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct FbxError {
    /// A stable name of the kind of mistake.
    pub code: &'static str,
    /// The mistake, in one sentence without a final full stop.
    pub message: String,
}

fn fail(code: &'static str, message: impl Into<String>) -> FbxError {
    FbxError {
        code,
        message: message.into(),
    }
}

/// Reads the animations of an FBX file: all of them, or only the one named `only`.
///
/// ```
/// use footwork_clip::{Limits, read_fbx};
///
/// let error = read_fbx(b"walk", None, Default::default(), &Limits::default()).unwrap_err();
/// assert_eq!(error.code, "fbx");
/// ```
///
/// # Errors
/// If ufbx cannot read the file, if the file is larger than `limits`, or if its nodes do not form a skeleton.
/// An animation that is too long or has an invalid number does not fail the file; it is
/// [`rejected`](FbxDocument::rejected) on its own.
pub fn read_fbx(
    bytes: &[u8],
    only: Option<&str>,
    range: FbxRange,
    limits: &Limits,
) -> Result<FbxDocument, FbxError> {
    if bytes.len() > limits.bytes {
        let message = format!(
            "the file is larger than the limit of {} bytes",
            limits.bytes
        );
        return Err(fail("too-many-bytes", message));
    }
    let scene = ufbx::load_memory(bytes, options(bytes.len(), limits))
        .map_err(|error| scene_error(&error))?;
    let given: Vec<Option<&str>> = scene
        .anim_stacks
        .iter()
        .map(|stack| Some(&*stack.element.name))
        .collect();
    let mut document = FbxDocument {
        animations: Vec::new(),
        rejected: Vec::new(),
        animation_count: given.len(),
    };
    if given.is_empty() {
        return Ok(document);
    }
    let rig = rig(&scene, limits)?;
    let mut sampling = Sampling {
        scene: &scene,
        rig: &rig,
        keys: scene.anim_curves.iter().map(|c| c.keyframes.len()).sum(),
        left: limits.values,
        limits,
    };
    for (stack, (name, finding)) in scene.anim_stacks.iter().zip(unique(&given)) {
        let mut findings: Vec<Finding> = finding.into_iter().collect();
        let rate = rate(&scene, &mut findings);
        let time = sampling.time(stack, range, rate, &mut findings);
        let frames = sampling.frames(time, rate);
        if only.is_some_and(|only| only != name) {
            continue;
        }
        let moved = sampling.moved(stack);
        let keys = keys::key_faults(moved.into_iter(), time.begin, rate.as_f64());
        let frames = frames.and_then(|frames| match keys.not_finite {
            0 => Ok(frames),
            count => Err(fail(
                "not-finite",
                format!("{count} keys have numbers that are not finite"),
            )),
        });
        match frames.and_then(|frames| sampling.clip(stack, time, rate, frames)) {
            Ok(baked) => {
                findings.extend(baked.finding);
                document.animations.push(FbxAnimation {
                    clip: baked.clip,
                    joint_scale: baked.scale,
                    keys,
                    fingerprint: keys::fingerprint(&scene, stack),
                    findings,
                    name,
                });
            }
            Err(error) => document.rejected.push(RejectedAnimation { name, error }),
        }
    }
    Ok(document)
}

/// Reads the skeleton alone, and the names of all animations.
pub(crate) fn read_skeleton(
    bytes: &[u8],
    limits: &Limits,
) -> Result<(Arc<Skeleton>, Vec<String>), FbxError> {
    let scene = ufbx::load_memory(bytes, options(bytes.len(), limits))
        .map_err(|error| scene_error(&error))?;
    let stacks = scene.anim_stacks.iter();
    let given: Vec<Option<&str>> = stacks.map(|stack| Some(&*stack.element.name)).collect();
    let names = unique(&given).into_iter().map(|(name, _)| name);
    Ok((Arc::clone(rig(&scene, limits)?.skeleton()), names.collect()))
}

/// Samples the animations of a file, up to a limit on the total number of poses.
struct Sampling<'a> {
    scene: &'a Scene,
    rig: &'a Rig,
    /// The keys of all animations.
    keys: usize,
    /// The number of poses left for the remaining animations.
    left: usize,
    limits: &'a Limits,
}

impl Sampling<'_> {
    /// Returns the range of time that the clip of a stack covers. Adds a finding if the stack's range and the keys'
    /// range differ.
    fn time(
        &self,
        stack: &AnimStack,
        range: FbxRange,
        rate: FrameRate,
        findings: &mut Vec<Finding>,
    ) -> Time {
        let declared = Time {
            begin: stack.time_begin,
            end: stack.time_end.max(stack.time_begin),
        };
        let Some(keys) = self.keys_of(stack) else {
            return declared;
        };
        let time = match range {
            FbxRange::Stack => declared,
            FbxRange::Keys => keys,
            FbxRange::Union => declared.union(keys),
        };
        let half = 0.5 * rate.period_secs();
        let differ =
            (declared.begin - keys.begin).abs() > half || (declared.end - keys.end).abs() > half;
        if differ {
            findings.push(Finding {
                code: "fbx-range",
                position: None,
                message: format!(
                    "its stack declares {declared} and its keys go from {keys}; {time} are read \
                     (`fbx_range` in footwork.toml chooses)"
                ),
            });
        }
        time
    }

    /// Returns the animated properties of joints in a stack.
    fn moved<'s>(&self, stack: &'s AnimStack) -> Vec<&'s AnimProp> {
        let nodes = self.rig.needed().iter();
        let nodes: BTreeSet<u32> = nodes
            .filter_map(|&node| Some(self.scene.nodes.get(node)?.element.element_id))
            .collect();
        let layers = stack.layers.iter();
        let properties = layers.flat_map(|layer| layer.anim_props.iter());
        let moved = properties.filter(|property| {
            TRANSFORMS.contains(&&*property.prop_name)
                && nodes.contains(&property.element.element_id)
        });
        moved.collect()
    }

    /// Returns the time from the first key of a joint in a stack to the last; `None` if no joint has keys.
    fn keys_of(&self, stack: &AnimStack) -> Option<Time> {
        let moved = self.moved(stack).into_iter();
        let curves = moved.flat_map(|property| property.anim_value.curves.iter().flatten());
        let keys = curves.flat_map(|curve| curve.keyframes.iter());
        let times = keys.map(|key| Time {
            begin: key.time,
            end: key.time,
        });
        times.reduce(Time::union)
    }

    /// Returns the number of frames of an animation.
    fn frames(&mut self, time: Time, rate: FrameRate) -> Result<u32, FbxError> {
        let length = (time.end - time.begin).max(0.0);
        let last = to_u32(length * rate.as_f64());
        let joints = self.rig.skeleton().joint_count();
        // Prevents a short file with a long stack from becoming a huge clip.
        let stretched = self.keys.saturating_mul(100).saturating_add(10_000);
        let most = self.limits.frames.min(self.left / joints).min(stretched);
        let frames = usize::try_from(last).ok().filter(|&last| last < most);
        let Some(frames) = frames.map(|last| last + 1) else {
            let message =
                format!("it lasts {length} s, which is more than the limit of {most} frames");
            return Err(fail("too-many-frames", message));
        };
        self.left -= frames * joints;
        Ok(last.saturating_add(1))
    }

    fn clip(
        &self,
        stack: &AnimStack,
        covered: Time,
        rate: FrameRate,
        frames: u32,
    ) -> Result<Baked, FbxError> {
        let period = rate.period_secs();
        let baked = self.rig.bake(frames, rate, false, |node, frame| {
            let time = covered.begin + f64::from(frame) * period;
            match self.scene.nodes.get(node) {
                Some(node) => local(&ufbx::evaluate_transform(&stack.anim, node, time)),
                None => local(&Transform::default()),
            }
        });
        baked.map_err(|error| fail("shape", error.to_string()))
    }
}

fn scene_error(error: &ufbx::Error) -> FbxError {
    let what: &str = &error.description;
    let message = format!("it is not an FBX file that ufbx can read: {what}");
    fail("fbx", message)
}

fn options(bytes: usize, limits: &Limits) -> LoadOpts<'static> {
    let memory = || AllocatorOpts {
        memory_limit: bytes.saturating_mul(MEMORY_PER_BYTE).saturating_add(MEMORY),
        ..AllocatorOpts::default()
    };
    LoadOpts {
        temp_allocator: memory(),
        result_allocator: memory(),
        ignore_geometry: true,
        ignore_embedded: true,
        load_external_files: false,
        inherit_mode_handling: InheritModeHandling::Compensate,
        // ufbx adds a root node above all others, which adds one level.
        node_depth_limit: u32::try_from(limits.depth.saturating_add(1)).unwrap_or(u32::MAX),
        target_axes: CoordinateAxes::right_handed_y_up(),
        target_unit_meters: 1.0,
        ..LoadOpts::default()
    }
}

/// Returns the rate that the file states, a whole number or n·1000/1001. If the file states no plausible rate, returns
/// 30 and adds a finding.
fn rate(scene: &Scene, findings: &mut Vec<Finding>) -> FrameRate {
    let said = scene.settings.frames_per_second;
    known_rate(said).unwrap_or_else(|| {
        let rate = FrameRate::whole(DEFAULT_RATE).unwrap_or(FrameRate::ONE);
        findings.push(Finding {
            code: "odd-rate",
            position: None,
            message: format!("the file says {said} frames per second; {rate} are taken"),
        });
        rate
    })
}
