//! A character that plays the clips of a library: one skeleton, and the motion of each pose of the index.
//!
//! The joints are the hips and all below them. What a file has above the hips, such as a root on the ground, is part of
//! where the hips are; helper bones beside them are left out.

use std::sync::Arc;

use footwork_base::{FrameRate, Id, Role, to_f32};
use footwork_clip::{
    Clip, ClipParts, ClipShapeError, Foot, ForwardKinematics, Joint, JointId, Limits, LoadedClip,
    Side, Skeleton,
};
use footwork_events::ContactOptions;
use footwork_library::{Library, clip_finding};
use footwork_matching::{JointLimits, Leg, Motion, Playback, PoseId, PoseSource, Rig, Root};
use footwork_sidecar::Finding;
use footwork_tags::ClipId;
use thiserror::Error;

use super::{PoseIndex, Tracks, left_out};
use crate::detect::foot_contacts;

/// Offsets of joints that differ by less are those of one skeleton.
const SAME_OFFSET_M: f32 = 0.005;

/// When an ankle stands, to be held there: stricter than a strike, as the heel lifts while the toes still touch.
const ANKLE: ContactOptions = ContactOptions {
    clear_height_m: 0.02,
    touch_height_m: 0.03,
    lift_height_m: 0.05,
    touch_speed_mps: 0.3,
    lift_speed_mps: 0.5,
    close_secs: 0.05,
    min_secs: 0.1,
};

/// Why there is no character.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CharacterError {
    /// There is no clip that it could play.
    #[error("no clip has hips and two legs of an upper leg, a lower leg and a foot")]
    NoLegs,
    /// A clip that is in the index cannot be played.
    #[error("{clip}: {message}")]
    Clip {
        /// Its name.
        clip: String,
        /// What is wrong.
        message: String,
    },
}

/// A character that plays clips of one skeleton: the source of a [`Playback`].
#[derive(Clone, Debug)]
pub struct ClipCharacter {
    poses: PoseIndex,
    skeleton: Arc<Skeleton>,
    rig: Rig,
    /// The frames of each clip of the index, at its rate.
    clips: Vec<Vec<Frame>>,
    limits: Option<JointLimits>,
    findings: Vec<Finding>,
}

#[derive(Clone, Debug)]
struct Frame {
    motion: Motion,
    stands: [bool; 2],
}

impl ClipCharacter {
    /// A character that plays these clips, at `rate` poses per second. It has the skeleton with the most seconds of
    /// motion; clips of other skeletons are left out and named in the [findings](Self::findings).
    ///
    /// # Errors
    /// If none of the clips has legs, if one changes meanwhile, and if one would have too many frames at this rate.
    pub fn build(
        library: &Library,
        clips: impl IntoIterator<Item = ClipId>,
        rate: FrameRate,
    ) -> Result<Self, CharacterError> {
        let mut findings = Vec::new();
        let mut bodies: Vec<(Body, f64, Vec<ClipId>)> = Vec::new();
        for clip in clips {
            let name = &library.clips()[clip].name;
            let loaded = match library.load(clip) {
                Ok(loaded) => loaded,
                Err(error) => {
                    findings.push(clip_finding(name, &error));
                    continue;
                }
            };
            let Some(body) = Body::of(loaded.clip.skeleton()) else {
                let message = "it has no hips with two legs; `footwork info --joints` tells why";
                findings.push(left_out(name, "no-legs", message.to_owned()));
                continue;
            };
            let secs = loaded.clip.duration_secs();
            match bodies.iter_mut().find(|(other, ..)| other.is_same(&body)) {
                Some((_, all_secs, clips)) => {
                    *all_secs += secs;
                    clips.push(clip);
                }
                None => bodies.push((body, secs, vec![clip])),
            }
        }
        // Of equal ones the first.
        bodies.sort_by(|(_, a, _), (_, b, _)| b.total_cmp(a));
        let mut bodies = bodies.into_iter();
        let (body, _, own) = bodies.next().ok_or(CharacterError::NoLegs)?;
        for clip in bodies.flat_map(|(_, _, clips)| clips) {
            let message = "its skeleton is not the one of most clips, so it is not played";
            let name = &library.clips()[clip].name;
            findings.push(left_out(name, "other-skeleton", message.to_owned()));
        }
        let poses = PoseIndex::build(library, own, rate);
        findings.extend_from_slice(poses.findings());
        let mut clips = Vec::new();
        for (&id, indexed) in poses.clips().iter().zip(poses.index().clips()) {
            let count = indexed.frame_count() as usize;
            let refused = |message: String| CharacterError::Clip {
                clip: library.clips()[id].name.clone(),
                message,
            };
            let loaded = library
                .load(id)
                .map_err(|error| refused(error.to_string()))?;
            clips.push(body.frames(&loaded, rate, count).map_err(refused)?);
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

    /// The poses that it can play.
    pub fn poses(&self) -> &PoseIndex {
        &self.poses
    }

    /// Its joints, the hips first.
    pub fn rig(&self) -> &Rig {
        &self.rig
    }

    /// Its joints with their names.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// How far its joints bend in the clips.
    pub fn limits(&self) -> Option<&JointLimits> {
        self.limits.as_ref()
    }

    /// Which clips were left out, and why.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

impl PoseSource for ClipCharacter {
    fn motion(&self, pose: PoseId, part: f64, out: &mut Motion) {
        let frames = &self.clips[pose.clip.index()];
        let here = pose.frame as usize;
        let there = (here + 1).min(frames.len() - 1);
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

/// The motion `part` of the way between two frames, rotations along the shorter way.
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

/// The joints from the hips down.
struct Body {
    skeleton: Skeleton,
    rig: Rig,
    /// For each joint the one of the file.
    joints: Vec<JointId>,
    /// The ankles in the file.
    ankles: [JointId; 2],
}

impl Body {
    /// `None` without hips, or without legs below them.
    fn of(skeleton: &Skeleton) -> Option<Self> {
        let roles = skeleton.roles();
        let hips = roles.joint(Role::Hips)?;
        let mut place: Vec<Option<usize>> = Vec::with_capacity(skeleton.joint_count());
        let (mut joints, mut own) = (Vec::new(), Vec::new());
        for (id, joint) in skeleton.iter() {
            let parent = joint.parent.and_then(|parent| place[parent.index()]);
            let is_part = id == hips || parent.is_some();
            place.push(is_part.then_some(joints.len()));
            if is_part {
                joints.push(id);
                own.push(Joint {
                    parent: parent.and_then(JointId::from_index),
                    ..joint.clone()
                });
            }
        }
        let place = |role| place[roles.joint(role)?.index()];
        let leg = |upper, lower, foot| {
            Some(Leg {
                upper: place(upper)?,
                lower: place(lower)?,
                foot: place(foot)?,
            })
        };
        let legs = [
            leg(Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot)?,
            leg(Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot)?,
        ];
        let rig = own
            .iter()
            .map(|joint| (joint.parent.map(Id::index), joint.offset));
        let rig = Rig::new(rig, legs).ok()?;
        Some(Self {
            skeleton: Skeleton::new(own).ok()?,
            rig,
            ankles: legs.map(|leg| joints[leg.foot]),
            joints,
        })
    }

    fn is_same(&self, other: &Self) -> bool {
        let pairs = self
            .skeleton
            .joints()
            .iter()
            .zip(other.skeleton.joints().iter());
        self.skeleton.joint_count() == other.skeleton.joint_count()
            && pairs.skip(1).all(|(a, b)| {
                let offsets = a.offset.iter().zip(b.offset);
                a.name == b.name
                    && a.parent == b.parent
                    && offsets
                        .into_iter()
                        .all(|(x, y)| (x - y).abs() <= SAME_OFFSET_M)
            })
    }

    /// The frames of a clip at the rate of the index.
    fn frames(
        &self,
        loaded: &LoadedClip,
        rate: FrameRate,
        count: usize,
    ) -> Result<Vec<Frame>, String> {
        let clip = &loaded.clip;
        let tracks = Tracks::new(clip).map_err(|(_, message)| message)?;
        let own = Path {
            root: &tracks.root,
            secs: clip.rate().period_secs(),
        };
        let even = clip.resampled(rate, &Limits::default());
        let even = even.map_err(|error| error.to_string())?;
        let stands = self.ankles.map(|ankle| standing(loaded, ankle));
        let mut kinematics = ForwardKinematics::new(clip.skeleton());
        let mut positions = vec![[0.0; 3]; clip.skeleton().joint_count()];
        let hips = self.joints[0].index();
        let mut poses: Vec<(Root, Motion)> = Vec::with_capacity(count);
        for (frame, pose) in even.poses().enumerate().take(count) {
            kinematics.solve(pose, &mut positions);
            let root = own.at(frame as f64 * rate.period_secs());
            let local = self
                .joints
                .iter()
                .map(|joint| pose.rotations[joint.index()]);
            let mut motion = Motion::new(self.joints.len());
            motion.rotations = local.collect();
            let world = kinematics
                .rotations()
                .nth(hips)
                .unwrap_or([0.0, 0.0, 0.0, 1.0]);
            motion.rotations[0] = unturned(&root, world);
            motion.hips_m = below(&root, positions[hips]);
            poses.push((root, motion));
        }
        let dt = to_f32(rate.period_secs());
        if poses.len() < count {
            return Err("it has changed since it was indexed".to_owned());
        }
        let frames = (0..poses.len())
            .map(|frame| {
                // The last frame goes on as the one before it.
                let here = frame.min(poses.len().saturating_sub(2));
                let there = (here + 1).min(poses.len() - 1);
                let ((from, a), (to, b)) = (&poses[here], &poses[there]);
                let moving = a.clone().with_speeds_to(b, dt);
                let mut motion = poses[frame].1.clone();
                if let Some(moving) = moving {
                    motion.hips_mps = moving.hips_mps;
                    motion.spins_radps = moving.spins_radps;
                }
                motion.root_velocity = velocity(from, to, dt);
                let source = (frame as f64 * rate.period_secs() * clip.rate().as_f64()).round();
                let stands = [0, 1].map(|foot| {
                    let stands: &[bool] = &stands[foot];
                    stands.get(whole(source)).copied().unwrap_or(false)
                });
                Frame { motion, stands }
            })
            .collect();
        Ok(frames)
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a frame of a clip"
)]
fn whole(frame: f64) -> usize {
    frame as usize
}

/// Where the root is at a time.
struct Path<'a> {
    root: &'a [Root],
    /// Between two frames.
    secs: f64,
}

impl Path<'_> {
    fn at(&self, secs: f64) -> Root {
        let frame = (secs / self.secs).min((self.root.len() - 1) as f64);
        let here = whole(frame.floor());
        let there = (here + 1).min(self.root.len() - 1);
        let part = to_f32(frame - frame.floor());
        let (a, b) = (self.root[here], self.root[there]);
        let lerp = |a: [f32; 2], b: [f32; 2]| [0, 1].map(|i| a[i] + (b[i] - a[i]) * part);
        let [x, z] = lerp(a.facing, b.facing);
        let length = libm::hypotf(x, z).max(1e-6);
        Root {
            position_m: lerp(a.position_m, b.position_m),
            facing: [x / length, z / length],
        }
    }
}

/// A point of the world in the space of the root.
fn below(root: &Root, [x, y, z]: [f64; 3]) -> [f32; 3] {
    let [left, ahead] = turned_back(
        root,
        [
            to_f32(x - f64::from(root.position_m[0])),
            to_f32(z - f64::from(root.position_m[1])),
        ],
    );
    [left, to_f32(y), ahead]
}

/// A direction of the world in the space of the root: to its left and ahead.
fn turned_back(root: &Root, [x, z]: [f32; 2]) -> [f32; 2] {
    let [sine, cosine] = root.facing;
    [x * cosine - z * sine, x * sine + z * cosine]
}

/// A rotation of the world in the space of the root.
fn unturned(root: &Root, rotation: [f64; 4]) -> [f32; 4] {
    let [sine, cosine] = root.facing.map(f64::from);
    turned(-libm::atan2(sine, cosine), rotation).map(to_f32)
}

/// A rotation, turned about +y by an angle.
fn turned(angle_rad: f64, [x, y, z, w]: [f64; 4]) -> [f64; 4] {
    let (s, c) = (libm::sin(0.5 * angle_rad), libm::cos(0.5 * angle_rad));
    [c * x + s * z, c * y + s * w, c * z - s * x, c * w - s * y]
}

/// How fast the root moves and turns from one frame to the next.
fn velocity(from: &Root, to: &Root, dt_secs: f32) -> [f32; 3] {
    let way = [0, 1].map(|i| (to.position_m[i] - from.position_m[i]) / dt_secs);
    let [left, ahead] = turned_back(from, way);
    let [sine, cosine] = turned_back(from, to.facing);
    [left, ahead, libm::atan2f(sine, cosine) / dt_secs]
}

/// Whether an ankle stands, in each frame of the clip.
fn standing(loaded: &LoadedClip, ankle: JointId) -> Vec<bool> {
    let frames = loaded.clip.frame_count() as usize;
    // Contacts of a loop are counted over three rounds.
    let first = loaded.clip.round_frames().unwrap_or(0);
    let foot = Foot {
        side: Side::Left,
        joints: vec![ankle],
    };
    let found = foot_contacts(&loaded.clip, &foot, &ANKLE);
    let mut stands = vec![false; frames];
    for (frame, stands) in (first..).zip(&mut stands) {
        *stands = found.iter().any(|contact| contact.range.contains(frame));
    }
    stands
}

/// What a character showed, as a clip.
#[derive(Clone, Debug)]
pub struct PlayedClip {
    skeleton: Arc<Skeleton>,
    positions_m: Vec<[f64; 3]>,
    rotations: Vec<[f32; 4]>,
}

impl PlayedClip {
    /// Nothing yet.
    pub fn new(character: &ClipCharacter) -> Self {
        Self {
            skeleton: Arc::clone(&character.skeleton),
            positions_m: Vec::new(),
            rotations: Vec::new(),
        }
    }

    /// Adds the pose that is shown.
    pub fn push(&mut self, playback: &Playback) {
        let (shown, place) = (playback.shown(), playback.place());
        let hips = playback.joints_m()[0];
        self.positions_m.push(hips.map(f64::from));
        for (joint, rotation) in shown.rotations.iter().enumerate() {
            let rotation = rotation.map(f64::from);
            let turned = match joint {
                0 => turned(place.heading_rad, rotation),
                _ => rotation,
            };
            let length = turned.iter().map(|part| part * part).sum::<f64>().sqrt();
            self.rotations
                .push(turned.map(|part| to_f32(part / length)));
        }
    }

    /// The clip.
    ///
    /// # Errors
    /// If nothing was shown.
    pub fn to_clip(&self, rate: FrameRate) -> Result<Clip, ClipShapeError> {
        Clip::new(ClipParts {
            skeleton: Arc::clone(&self.skeleton),
            rate,
            looping: false,
            root_positions: self.positions_m.clone(),
            rotations: self.rotations.clone(),
            translations: None,
        })
    }
}
