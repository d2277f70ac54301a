//! The clips, the index and the joints that characters of one kind share.

use std::sync::Arc;

use crate::index::Index;
use crate::motion::Motion;
use crate::playback::{PoseSource, Rig};
use crate::pose_id::PoseId;

/// Everything that characters of one kind can play: an index, the motion of its poses, and the joints. Any number of
/// characters can share a repertoire, by reference or in an `Arc`.
pub trait Repertoire: PoseSource {
    /// Returns the index of the poses.
    fn index(&self) -> &Index;

    /// Returns the joints, in the order of the rotations of [`PoseSource::motion`].
    fn rig(&self) -> &Rig;

    /// Returns a stamp of the file with the motion; `None` if there is no file. Recordings store the stamp.
    fn stamp(&self) -> Option<u64> {
        None
    }
}

impl<T: PoseSource + ?Sized> PoseSource for Arc<T> {
    fn motion(&self, pose: PoseId, part: f64, out: &mut Motion) {
        (**self).motion(pose, part, out);
    }

    fn standing(&self, pose: PoseId) -> [bool; 2] {
        (**self).standing(pose)
    }
}

impl<T: Repertoire + ?Sized> Repertoire for Arc<T> {
    fn index(&self) -> &Index {
        (**self).index()
    }

    fn rig(&self) -> &Rig {
        (**self).rig()
    }

    fn stamp(&self) -> Option<u64> {
        (**self).stamp()
    }
}

impl<T: PoseSource + ?Sized> PoseSource for &T {
    fn motion(&self, pose: PoseId, part: f64, out: &mut Motion) {
        (**self).motion(pose, part, out);
    }

    fn standing(&self, pose: PoseId) -> [bool; 2] {
        (**self).standing(pose)
    }
}

impl<T: Repertoire + ?Sized> Repertoire for &T {
    fn index(&self) -> &Index {
        (**self).index()
    }

    fn rig(&self) -> &Rig {
        (**self).rig()
    }

    fn stamp(&self) -> Option<u64> {
        (**self).stamp()
    }
}
