//! Samples keys on frames.
//!
//! The animations of a file share the rate of the grid that fits all their keys; if no grid fits all keys, each
//! animation gets its own rate. An animation whose extras state a rate that fits its keys is left out of the search for
//! a grid. On a grid, each key is first rounded to its frame. That removes the f32 error of its time, so the value on
//! that frame is exactly the value of the key.

use footwork_base::{FrameRange, FrameRate};
use glam::{DMat3, DQuat, DVec3};

use super::animation::Source;
use super::error::GltfError;
use super::grid::{DEFAULT_RATE, is_grid, rate_of};
use super::track::{Part, Track};
use crate::clip::ClipShapeError;
use crate::finding::Finding;
use crate::limits::Limits;
use crate::number::to_u32;
use crate::rig::{Baked, Local, Rig};

/// The frames of one animation.
#[derive(Debug)]
pub(super) struct Timing {
    pub(super) rate: FrameRate,
    pub(super) start_secs: f64,
    frames: u32,
    /// Whether the keys lie on frames.
    on_grid: bool,
}

/// Samples the animations of a file at their shared rate, up to a limit on the total number of poses.
pub(super) struct Sampling<'r> {
    rig: &'r Rig,
    together: Option<FrameRate>,
    /// The number of poses left for the remaining animations.
    left: usize,
    limits: &'r Limits,
}

impl<'r> Sampling<'r> {
    /// Removes tracks that move no joint, and finds the shared rate.
    pub(super) fn new<'s>(
        rig: &'r Rig,
        sources: impl Iterator<Item = &'s mut Source>,
        limits: &'r Limits,
    ) -> Self {
        let mut is_needed = vec![false; rig.nodes().len()];
        for &node in rig.needed() {
            is_needed[node] = true;
        }
        let mut unsaid = Vec::new();
        for source in sources {
            keep_joints(source, &is_needed);
            let (_, times) = key_times(source);
            if said_rate(source, &times).is_none() {
                unsaid.extend(times);
            }
        }
        Self {
            rig,
            together: rate_of(unsaid),
            left: limits.values,
            limits,
        }
    }

    /// Returns the frames of the animation at this index of the file.
    pub(super) fn timing(
        &mut self,
        index: usize,
        source: &mut Source,
    ) -> Result<Timing, GltfError> {
        let (start_secs, times) = key_times(source);
        let keys: usize = source.inputs.iter().map(Vec::len).sum();
        let last = times.iter().copied().fold(0.0, f64::max);
        let said = said_rate(source, &times);
        let known = said.or(self.together).or_else(|| rate_of(times));
        let rate = known
            .or(FrameRate::whole(DEFAULT_RATE))
            .unwrap_or(FrameRate::ONE);
        let end = last * rate.as_f64();
        if known.is_none() {
            source.findings.push(finding(
                "uneven-keys",
                format!("its keys lie on no frames; it is sampled at {rate} frames per second"),
            ));
        }
        let last_frame = match known {
            Some(_) => to_u32(end),
            None => to_u32(libm::ceil(end - 1e-3)),
        };
        let joints = self.rig.skeleton().joint_count();
        // Prevents a short file with two distant keys from becoming a huge clip.
        let stretched = keys.saturating_mul(100).saturating_add(10_000);
        let most = self.limits.frames.min(self.left / joints).min(stretched);
        let frames = usize::try_from(last_frame).ok().filter(|&last| last < most);
        let Some(frames) = frames.map(|last| last + 1) else {
            return Err(GltfError::new(
                "too-many-frames",
                format!("animations[{index}]"),
                format!("it lasts {last} s, which is more than the limit of {most} frames"),
            ));
        };
        self.left -= frames * joints;
        Ok(Timing {
            rate,
            start_secs,
            frames: last_frame.saturating_add(1),
            on_grid: known.is_some(),
        })
    }
}

/// Returns the frames in the holes of an animation that are too long to be interpolated.
pub(super) fn invalid(source: &Source, timing: &Timing) -> Vec<FrameRange> {
    let rate = timing.rate.as_f64();
    let frame = |secs: f32| (f64::from(secs) - timing.start_secs) * rate;
    let inside = source.holes.iter().filter_map(|&[from, to]| {
        let start = to_u32(libm::floor(frame(from) + 1e-3)) + 1;
        let stop = to_u32(libm::ceil(frame(to) - 1e-3)).min(timing.frames);
        FrameRange::new(start, stop)
    });
    let holes: Vec<FrameRange> = inside.collect();
    let mut frames: Vec<u32> = crate::gaps::invalid(&holes, timing.rate)
        .into_iter()
        .flat_map(|hole| hole.start()..hole.stop())
        .collect();
    frames.sort_unstable();
    frames.dedup();
    crate::gaps::runs(&frames)
}

/// Returns the rate stated by an animation, if its keys lie on frames of that rate.
fn said_rate(source: &Source, times: &[f64]) -> Option<FrameRate> {
    source.said.rate.filter(|&rate| is_grid(rate, times))
}

/// Removes the tracks of nodes that are not needed, and reports them.
fn keep_joints(source: &mut Source, is_needed: &[bool]) {
    let before = source.tracks.len();
    source.tracks.retain(|track| is_needed[track.node]);
    let dropped = before - source.tracks.len();
    if dropped > 0 {
        source.findings.push(finding(
            "no-joint",
            format!("{dropped} channels move nodes that are not joints"),
        ));
    }
    if source.tracks.is_empty() {
        source
            .findings
            .push(finding("no-motion", "no channel moves a joint".into()));
    }
}

/// Returns the time of the first key, and the times of all keys relative to it.
fn key_times(source: &Source) -> (f64, Vec<f64>) {
    let mut used = vec![false; source.inputs.len()];
    for track in &source.tracks {
        used[track.input] = true;
    }
    let inputs = source.inputs.iter().zip(used).filter(|(_, used)| *used);
    let times = inputs
        .flat_map(|(times, _)| times)
        .map(|&time| f64::from(time));
    let mut times: Vec<f64> = times.collect();
    let start = times.iter().copied().fold(f64::INFINITY, f64::min);
    let start = if start.is_finite() { start } else { 0.0 };
    for time in &mut times {
        *time -= start;
    }
    (start, times)
}

fn finding(code: &'static str, message: String) -> Finding {
    Finding {
        code,
        position: None,
        message,
    }
}

/// The tracks of one node.
#[derive(Clone, Copy, Default)]
struct NodeTracks {
    translation: Option<usize>,
    rotation: Option<usize>,
    scale: Option<usize>,
}

/// Samples an animation, and reports scale that a clip cannot hold.
pub(super) fn clip(rig: &Rig, source: &Source, timing: &Timing) -> Result<Baked, ClipShapeError> {
    let (rate, period) = (timing.rate.as_f64(), timing.rate.period_secs());
    let keys: Vec<Vec<f64>> = source
        .inputs
        .iter()
        .map(|times| {
            let frame = |&time: &f32| {
                let frame = (f64::from(time) - timing.start_secs) * rate;
                if timing.on_grid {
                    libm::round(frame)
                } else {
                    frame
                }
            };
            times.iter().map(frame).collect()
        })
        .collect();
    let mut moved = vec![NodeTracks::default(); rig.nodes().len()];
    for (index, track) in source.tracks.iter().enumerate() {
        let moved = &mut moved[track.node];
        match track.part {
            Part::Translation => moved.translation = Some(index),
            Part::Rotation => moved.rotation = Some(index),
            Part::Scale => moved.scale = Some(index),
        }
    }
    let mut cursors = vec![0; source.tracks.len()];
    let rests: Vec<Rest> = rig
        .nodes()
        .iter()
        .map(|node| Rest::new(&node.rest))
        .collect();
    rig.bake(
        timing.frames,
        timing.rate,
        source.said.looping,
        |node, frame| {
            let moved = moved[node];
            let mut value = |index: usize| {
                let track: &Track = &source.tracks[index];
                let keys = &keys[track.input];
                track.sample(keys, f64::from(frame), period, &mut cursors[index])
            };
            if moved
                .translation
                .or(moved.rotation)
                .or(moved.scale)
                .is_none()
            {
                return rig.nodes()[node].rest;
            }
            let rest = rests[node];
            let three = |[x, y, z, _]: [f64; 4]| [x, y, z];
            let translation = moved
                .translation
                .map_or(rest.translation, |i| three(value(i)));
            let rotation = moved
                .rotation
                .map_or(rest.rotation, |i| DQuat::from_array(value(i)));
            let scale = moved.scale.map_or(rest.scale, |i| three(value(i)));
            let [translation, scale] = [translation, scale].map(DVec3::from_array);
            Local::new(translation, rotation, scale)
        },
    )
}

/// The rest transform of a node in parts.
#[derive(Clone, Copy)]
struct Rest {
    translation: [f64; 3],
    rotation: DQuat,
    scale: [f64; 3],
}

impl Rest {
    /// Takes the scale of a matrix from its diagonal after its rotation is removed. Shear is ignored, because glTF does
    /// not animate nodes with shear.
    fn new(local: &Local) -> Self {
        let scale = match local.linear {
            None => [1.0; 3],
            Some(linear) => {
                let stretch = DMat3::from_quat(local.rotation.conjugate()) * linear;
                [stretch.x_axis.x, stretch.y_axis.y, stretch.z_axis.z]
            }
        };
        Self {
            translation: local.translation.to_array(),
            rotation: local.rotation,
            scale,
        }
    }
}
