//! The joints of a matched character, and the poses of a clip on these joints, relative to the root.

use footwork_base::{FrameRate, Id, Role, to_f32};
use footwork_clip::{Foot, ForwardKinematics, Joint, JointId, Limits, LoadedClip, Side, Skeleton};
use footwork_events::ContactOptions;
use footwork_matching::{Leg, Motion, Rig, Root};

use super::Tracks;
use crate::detect::foot_contacts;

/// The difference in joint offsets, in metres, below which skeletons count as the same.
pub(super) const SAME_OFFSET_M: f32 = 0.005;

/// The thresholds below which a toe or an ankle stands and is held in place. These thresholds are stricter than those
/// for a strike.
const STANDS: ContactOptions = ContactOptions {
    clear_height_m: 0.02,
    touch_height_m: 0.03,
    lift_height_m: 0.05,
    touch_speed_mps: 0.3,
    lift_speed_mps: 0.5,
    close_secs: 0.05,
    min_secs: 0.1,
};

#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) motion: Motion,
    pub(super) stands: [bool; 2],
}

/// The joints from the hips down.
pub(super) struct Body {
    pub(super) skeleton: Skeleton,
    pub(super) rig: Rig,
    /// For each joint, the joint of the clip file.
    pub(super) joints: Vec<JointId>,
    /// The joints of the file that are held on the ground.
    feet: [JointId; 2],
}

impl Body {
    /// The roles of the joints of a leg, from the hip joint down.
    pub(super) const LEFT_LEG: [Role; 4] = [
        Role::LeftUpperLeg,
        Role::LeftLowerLeg,
        Role::LeftFoot,
        Role::LeftToe,
    ];
    pub(super) const RIGHT_LEG: [Role; 4] = [
        Role::RightUpperLeg,
        Role::RightLowerLeg,
        Role::RightFoot,
        Role::RightToe,
    ];

    /// Selects the joints from the hips down; `None` if the hips, or legs below them, are not known.
    pub(super) fn of(skeleton: &Skeleton) -> Option<Self> {
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
        let leg = |[upper, lower, foot, toe]: [Role; 4]| {
            let foot = place(foot)?;
            let below = |toe: &usize| own[*toe].parent.map(Id::index) == Some(foot);
            Some(Leg {
                upper: place(upper)?,
                lower: place(lower)?,
                foot,
                toe: place(toe).filter(below),
            })
        };
        let legs = [leg(Self::LEFT_LEG)?, leg(Self::RIGHT_LEG)?];
        let rig = own
            .iter()
            .map(|joint| (joint.parent.map(Id::index), joint.offset));
        let rig = Rig::new(rig, legs).ok()?;
        let rests = skeleton.rest_rotations();
        let rests = joints.iter().map(|joint| rests[joint.index()]).collect();
        let own = Skeleton::new(own).ok()?.with_rest_rotations(rests).ok()?;
        Some(Self {
            skeleton: own.with_role_names(skeleton.role_names().clone()),
            rig,
            feet: legs.map(|leg| joints[leg.contact()]),
            joints,
        })
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
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

    /// Returns the frames of a clip at the rate of the index.
    pub(super) fn frames(
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
        let stands = self.feet.map(|foot| standing(loaded, foot));
        let mut kinematics = ForwardKinematics::new(clip.skeleton());
        let mut positions = vec![[0.0; 3]; clip.skeleton().joint_count()];
        let hips = self.joints[0].index();
        let mut poses: Vec<(Root, Motion)> = Vec::with_capacity(count);
        // After the last frame of a loop comes its first frame, which the file repeats at the end.
        for (frame, pose) in even.poses().enumerate().take(count + 1) {
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
        let frames = (0..count)
            .map(|frame| {
                // The last frame of a clip that does not loop has the velocities of the frame before it.
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

/// The path of the root over time.
pub(super) struct Path<'a> {
    pub(super) root: &'a [Root],
    /// The time from one frame to the next, in seconds.
    pub(super) secs: f64,
}

impl Path<'_> {
    pub(super) fn at(&self, secs: f64) -> Root {
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

/// Converts a point from world space to the space of the root.
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

/// Converts a horizontal direction from world space to the space of the root: to its left and ahead.
fn turned_back(root: &Root, [x, z]: [f32; 2]) -> [f32; 2] {
    let [sine, cosine] = root.facing;
    [x * cosine - z * sine, x * sine + z * cosine]
}

/// Converts a rotation from world space to the space of the root.
fn unturned(root: &Root, rotation: [f64; 4]) -> [f32; 4] {
    let [sine, cosine] = root.facing.map(f64::from);
    turned(-libm::atan2(sine, cosine), rotation).map(to_f32)
}

/// Turns a rotation about +y by an angle.
pub(super) fn turned(angle_rad: f64, [x, y, z, w]: [f64; 4]) -> [f64; 4] {
    let (s, c) = (libm::sin(0.5 * angle_rad), libm::cos(0.5 * angle_rad));
    [c * x + s * z, c * y + s * w, c * z - s * x, c * w - s * y]
}

/// Returns the root's velocity to its left and ahead, and its turning rate, between two frames.
fn velocity(from: &Root, to: &Root, dt_secs: f32) -> [f32; 3] {
    let way = [0, 1].map(|i| (to.position_m[i] - from.position_m[i]) / dt_secs);
    let [left, ahead] = turned_back(from, way);
    let [sine, cosine] = turned_back(from, to.facing);
    [left, ahead, libm::atan2f(sine, cosine) / dt_secs]
}

/// Returns, for each frame of the clip, whether a toe or an ankle stands.
pub(super) fn standing(loaded: &LoadedClip, joint: JointId) -> Vec<bool> {
    let frames = loaded.clip.frame_count() as usize;
    // The contacts of a loop cover three rounds, and only the middle round counts.
    let first = loaded.clip.round_frames().unwrap_or(0);
    let foot = Foot {
        side: Side::Left,
        joints: vec![joint],
    };
    let found = foot_contacts(&loaded.clip, &foot, &STANDS);
    let mut stands = vec![false; frames];
    for (frame, stands) in (first..).zip(&mut stands) {
        *stands = found.iter().any(|contact| contact.range.contains(frame));
    }
    stands
}
