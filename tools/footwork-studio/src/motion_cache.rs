//! A cache of the joint positions of clips.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use footwork_base::{Role, to_f32};
use footwork_clip::{Clip, ForwardKinematics, Side};
use footwork_library::Library;
use footwork_sidecar::ClipHash;
use footwork_tags::ClipId;

use crate::api::JointSide;

/// The maximum size of the cache in bytes. The latest motion does not count.
const MAX_BYTES: usize = 256 << 20;

/// The skeleton of a clip and the positions of its joints.
pub(crate) struct Motion {
    pub(crate) joints: Vec<String>,
    pub(crate) parents: Vec<i32>,
    pub(crate) drawn: Vec<bool>,
    pub(crate) roles: Vec<Option<&'static str>>,
    pub(crate) sides: Vec<JointSide>,
    pub(crate) frames: u32,
    /// The joint positions: all joints of the first frame, then of the next.
    pub(crate) positions: Vec<[f32; 3]>,
    /// World rotations in the same order; empty if the clip file has no mesh.
    pub(crate) turns: Vec<[f32; 4]>,
}

/// Identifies the motion of a clip.
#[derive(Clone, PartialEq)]
pub(crate) struct Key {
    name: String,
    hash: ClipHash,
}

/// The most recently used motions, the latest at the end.
#[derive(Default)]
pub(crate) struct MotionCache {
    kept: Mutex<Vec<(Key, Arc<Motion>)>>,
}

impl Key {
    pub(crate) fn new(library: &Library, clip: ClipId) -> Self {
        let entry = &library.clips()[clip];
        Self {
            name: entry.name.clone(),
            hash: entry.hash,
        }
    }
}

impl MotionCache {
    fn kept(&self) -> MutexGuard<'_, Vec<(Key, Arc<Motion>)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the motion if it is in the cache.
    pub(crate) fn find(&self, key: &Key) -> Option<Arc<Motion>> {
        let mut kept = self.kept();
        let place = kept.iter().position(|(other, _)| other == key)?;
        let found = kept.remove(place);
        let motion = Arc::clone(&found.1);
        kept.push(found);
        Some(motion)
    }

    /// Empties the cache, because settings may have changed how clips are read.
    pub(crate) fn clear(&self) {
        self.kept().clear();
    }

    /// Adds a motion, and removes the least recently used ones if the cache is too large.
    pub(crate) fn keep(&self, key: Key, motion: &Arc<Motion>) {
        let mut kept = self.kept();
        kept.retain(|(other, _)| *other != key);
        kept.push((key, Arc::clone(motion)));
        let bytes = |all: &[(Key, Arc<Motion>)]| all.iter().map(|(_, m)| m.bytes()).sum::<usize>();
        while kept.len() > 1 && bytes(&kept) > MAX_BYTES {
            kept.remove(0);
        }
    }
}

impl Motion {
    fn bytes(&self) -> usize {
        size_of_val(&*self.positions) + size_of_val(&*self.turns)
    }

    /// Evaluates the joints of a clip on every frame.
    pub(crate) fn from_clip(clip: &Clip, may_have_mesh: bool) -> Self {
        let skeleton = clip.skeleton();
        let name = |joint: &footwork_clip::Joint| {
            if joint.is_end {
                String::new()
            } else {
                joint.name.clone()
            }
        };
        let parent = |joint: &footwork_clip::Joint| {
            let index = joint.parent.map(footwork_base::Id::index);
            index.map_or(-1, |index| i32::try_from(index).unwrap_or(-1))
        };
        let ids = skeleton.iter().map(|(id, _)| id);
        let roles = ids.map(|id| skeleton.roles().role(id).map(Role::name));
        let side = |side| match side {
            Some(Side::Left) => JointSide::Left,
            Some(Side::Right) => JointSide::Right,
            None => JointSide::Centre,
        };
        let mut kinematics = ForwardKinematics::new(skeleton);
        let mut row = vec![[0.0; 3]; skeleton.joint_count()];
        let (mut positions, mut turns) = (Vec::new(), Vec::new());
        for pose in clip.poses() {
            kinematics.solve(pose, &mut row);
            positions.extend(row.iter().map(|metres| metres.map(to_f32)));
            if may_have_mesh {
                turns.extend(kinematics.rotations().map(|turn| turn.map(to_f32)));
            }
        }
        Self {
            joints: skeleton.joints().iter().map(name).collect(),
            parents: skeleton.joints().iter().map(parent).collect(),
            drawn: skeleton.body(),
            roles: roles.collect(),
            sides: skeleton.sides().into_iter().map(side).collect(),
            frames: clip.frame_count(),
            positions,
            turns,
        }
    }
}
