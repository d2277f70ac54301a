//! A character that plays the clips of a library: one skeleton, and the motion of each pose of the index.
//!
//! The joints are the hips and all below them. Joints above the hips in a file, such as a root on the ground, become
//! part of the position of the hips; helper bones next to the hips are left out.

use std::sync::Arc;

use footwork_base::{FrameRate, Id, to_f32};
use footwork_clip::Skeleton;
use footwork_library::Library;
use footwork_matching::{
    ClipEnd, FootLockConfig, Index, JointLimits, Motion, PlaybackConfig, PoseId, PoseSource,
    Repertoire, Rig,
};
use footwork_sidecar::Finding;
use footwork_tags::ClipId;

use super::PoseIndex;
use super::body::Frame;
use super::character_error::CharacterError;
use super::main_body::main_body;

/// A character that plays clips of one skeleton: the source of a [`Playback`](footwork_matching::Playback).
#[derive(Clone, Debug)]
pub struct ClipCharacter {
    poses: PoseIndex,
    skeleton: Arc<Skeleton>,
    rig: Rig,
    /// The frames of each clip of the index, at the rate of the index.
    clips: Vec<Vec<Frame>>,
    limits: Option<JointLimits>,
    findings: Vec<Finding>,
}

impl ClipCharacter {
    /// Creates a character that plays these clips, at `rate` poses per second. The character has the skeleton with the
    /// most seconds of motion among the clips. Clips of other skeletons are left out and listed in the
    /// [findings](Self::findings).
    ///
    /// # Errors
    /// If there is no clip, if no clip has legs, if a clip changes during the call, or if a clip would have too many
    /// frames at this rate.
    pub fn build(
        library: &Library,
        clips: impl IntoIterator<Item = ClipId>,
        rate: FrameRate,
    ) -> Result<Self, CharacterError> {
        Self::build_watched(library, clips, rate, || {})
    }

    /// Like [`build`](Self::build), and calls `step` before each reading of a clip. Each clip is read up to three
    /// times.
    ///
    /// # Errors
    /// Same as [`build`](Self::build).
    pub fn build_watched(
        library: &Library,
        clips: impl IntoIterator<Item = ClipId>,
        rate: FrameRate,
        step: impl Fn(),
    ) -> Result<Self, CharacterError> {
        let mut findings = Vec::new();
        let mut clips = clips.into_iter().peekable();
        if clips.peek().is_none() {
            return Err(CharacterError::NoClips);
        }
        let (body, own) = main_body(library, clips, &step, &mut findings)?;
        let poses = PoseIndex::build(library, own.into_iter().inspect(|_| step()), rate);
        findings.extend_from_slice(poses.findings());
        let mut clips = Vec::new();
        for (&id, indexed) in poses.clips().iter().zip(poses.index().clips()) {
            step();
            let count = indexed.frame_count() as usize;
            let refused = |message: String| CharacterError::Clip {
                clip: library.clips()[id].name.clone(),
                message,
            };
            let loaded = library
                .load(id)
                .map_err(|error| refused(error.to_string()))?;
            let mut frames = body.frames(&loaded, rate, count).map_err(refused)?;
            // On the last frame, a character at rest must have no velocity, or it would keep gliding.
            if let (ClipEnd::Rest, Some(last)) = (indexed.end(), frames.last_mut()) {
                stop(&mut last.motion);
            }
            clips.push(frames);
        }
        let motions = clips
            .as_slice()
            .iter()
            .flatten()
            .map(|frame: &Frame| &frame.motion);
        Ok(Self {
            limits: JointLimits::from_motions(motions),
            rig: body.rig.clone(),
            skeleton: Arc::new(body.skeleton),
            poses,
            clips,
            findings,
        })
    }

    /// Returns the poses that the character can play.
    pub fn poses(&self) -> &PoseIndex {
        &self.poses
    }

    /// Returns its joints, the hips first.
    pub fn rig(&self) -> &Rig {
        &self.rig
    }

    /// Returns its joints with their names.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// Returns the limits within which the character's joints bend in the clips.
    pub fn limits(&self) -> Option<&JointLimits> {
        self.limits.as_ref()
    }

    /// Returns the configuration for a [`Playback`](footwork_matching::Playback) of this character: joints bend at most
    /// as far as in the clips, and standing feet are held in place.
    pub fn playback_config(&self) -> PlaybackConfig {
        PlaybackConfig {
            limits: self.limits.clone(),
            foot_lock: Some(FootLockConfig::default()),
            ..PlaybackConfig::default()
        }
    }

    /// Returns the clips that were left out, and why.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

impl PoseSource for ClipCharacter {
    fn motion(&self, pose: PoseId, part: f64, out: &mut Motion) {
        let frames = &self.clips[pose.clip.index()];
        let here = pose.frame as usize;
        let is_loop = self.poses.index().clips()[pose.clip.index()].end() == ClipEnd::Loop;
        let there = match here + 1 < frames.len() {
            true => here + 1,
            false if is_loop => 0,
            false => here,
        };
        mix(
            &frames[here].motion,
            &frames[there].motion,
            to_f32(part),
            out,
        );
    }

    fn standing(&self, pose: PoseId) -> [bool; 2] {
        self.clips[pose.clip.index()][pose.frame as usize].stands
    }
}

impl Repertoire for ClipCharacter {
    fn index(&self) -> &Index {
        self.poses.index()
    }

    fn rig(&self) -> &Rig {
        &self.rig
    }
}

fn stop(motion: &mut Motion) {
    motion.hips_mps = [0.0; 3];
    motion.root_velocity = [0.0; 3];
    motion.spins_radps.fill([0.0; 3]);
}

/// Interpolates between two frames at the fraction `part`, rotations along the shorter arc.
fn mix(a: &Motion, b: &Motion, part: f32, out: &mut Motion) {
    let lerp = |a: [f32; 3], b: [f32; 3]| [0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * part);
    out.hips_m = lerp(a.hips_m, b.hips_m);
    out.hips_mps = lerp(a.hips_mps, b.hips_mps);
    out.root_velocity = lerp(a.root_velocity, b.root_velocity);
    let rotations = a.rotations.iter().zip(&b.rotations);
    out.rotations.clear();
    out.rotations.extend(rotations.map(|(a, b)| {
        let dot: f32 = a.iter().zip(b).map(|(x, y)| x * y).sum();
        let side = if dot < 0.0 { -1.0 } else { 1.0 };
        [0, 1, 2, 3].map(|i| a[i] + (side * b[i] - a[i]) * part)
    }));
    let spins = a.spins_radps.iter().zip(&b.spins_radps);
    out.spins_radps.clear();
    out.spins_radps.extend(spins.map(|(a, b)| lerp(*a, *b)));
}
