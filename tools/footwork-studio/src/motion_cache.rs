//! Where the joints of the clips are that were asked about last.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use footwork_clip::{Clip, WorldPositions};
use footwork_library::Library;
use footwork_sidecar::ClipHash;
use footwork_tags::ClipId;

/// What is kept, in bytes, besides the one that was asked about last.
const MOST_BYTES: usize = 256 << 20;

/// The skeleton of a clip and where its joints are.
pub(crate) struct Motion {
    pub(crate) joints: Vec<String>,
    pub(crate) parents: Vec<i32>,
    pub(crate) frames: u32,
    /// Frame by frame, joint by joint.
    pub(crate) positions: Vec<[f32; 3]>,
}

/// What a motion is that of.
#[derive(Clone, PartialEq)]
pub(crate) struct Key {
    name: String,
    hash: ClipHash,
}

/// The motions that were asked about last, the last one behind.
#[derive(Default)]
pub(crate) struct MotionCache {
    kept: Mutex<Vec<(Key, Arc<Motion>)>>,
}

impl Key {
    pub(crate) fn of(library: &Library, clip: ClipId) -> Self {
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

    /// The motion, if it is kept.
    pub(crate) fn find(&self, key: &Key) -> Option<Arc<Motion>> {
        let mut kept = self.kept();
        let place = kept.iter().position(|(other, _)| other == key)?;
        let found = kept.remove(place);
        let motion = Arc::clone(&found.1);
        kept.push(found);
        Some(motion)
    }

    /// Forgets all: clips may be read in another way now.
    pub(crate) fn clear(&self) {
        self.kept().clear();
    }

    /// Keeps a motion, in the place of those that were not asked about for longest.
    pub(crate) fn keep(&self, key: Key, motion: &Arc<Motion>) {
        let mut kept = self.kept();
        kept.retain(|(other, _)| *other != key);
        kept.push((key, Arc::clone(motion)));
        let bytes = |all: &[(Key, Arc<Motion>)]| all.iter().map(|(_, m)| m.bytes()).sum::<usize>();
        while kept.len() > 1 && bytes(&kept) > MOST_BYTES {
            kept.remove(0);
        }
    }
}

impl Motion {
    fn bytes(&self) -> usize {
        size_of_val(&*self.positions)
    }

    /// Where the joints of a clip are.
    pub(crate) fn of(clip: &Clip) -> Self {
        let skeleton = clip.skeleton();
        let name = |joint: &footwork_clip::Joint| match joint.is_end {
            true => String::new(),
            false => joint.name.clone(),
        };
        let parent = |joint: &footwork_clip::Joint| {
            let index = joint.parent.map(footwork_base::Id::index);
            index.map_or(-1, |index| i32::try_from(index).unwrap_or(-1))
        };
        let world = WorldPositions::from_clip(clip);
        let positions = world.frames().flatten().map(|position| {
            #[allow(
                clippy::cast_possible_truncation,
                reason = "metres for drawing need no more than f32"
            )]
            position.map(|metres| metres as f32)
        });
        Self {
            joints: skeleton.joints().iter().map(name).collect(),
            parents: skeleton.joints().iter().map(parent).collect(),
            frames: clip.frame_count(),
            positions: positions.collect(),
        }
    }
}
