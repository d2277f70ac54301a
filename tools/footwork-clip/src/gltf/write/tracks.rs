//! The keys of the joints of a clip: one per frame, or a single key if the value stays the same.

use glam::{DQuat, DVec3};

use crate::clip::{Clip, Pose};
use crate::number::{to_f32, to_f32x3};
use crate::rig::JointNode;

/// The keys of one property of one node.
pub(super) struct Track {
    pub(super) node: usize,
    pub(super) path: &'static str,
    /// The type of its accessor.
    pub(super) kind: &'static str,
    /// The number of components of a value.
    width: usize,
    pub(super) values: Vec<f32>,
}

impl Track {
    fn new(node: usize, path: &'static str, kind: &'static str, mut values: Vec<f32>) -> Self {
        let width = if kind == "VEC4" { 4 } else { 3 };
        let is_constant = values
            .chunks_exact(width)
            .all(|value| value == &values[..width]);
        if is_constant {
            values.truncate(width);
        }
        Self {
            node,
            path,
            kind,
            width,
            values,
        }
    }

    pub(super) fn key_count(&self) -> usize {
        self.values.len() / self.width
    }

    pub(super) fn is_constant(&self) -> bool {
        self.key_count() == 1
    }

    /// Repeats the key of a constant track on the last frame, if there are several frames.
    pub(super) fn keep_both_ends(&mut self, frames: usize) {
        if frames > 1 {
            self.values.extend_from_within(..self.width);
        }
    }
}

/// Returns the keys of all joints. `nodes` are the nodes of the joints.
pub(super) fn tracks(clip: &Clip, nodes: &[JointNode]) -> Vec<Track> {
    let mut tracks = Vec::new();
    let joints = clip.skeleton().joints().iter();
    for ((index, joint), of_joint) in joints.enumerate().zip(nodes) {
        let moved = |pose: Pose<'_>| {
            let at = match (index, pose.translations) {
                (0, _) => pose.root_position,
                (_, Some(all)) => all.get(index)?.map(f64::from),
                (_, None) => return None,
            };
            let at = of_joint.translation(DVec3::from_array(at));
            Some(to_f32x3(at.to_array()))
        };
        if clip.pose(0).and_then(moved).is_some() {
            let values = clip.poses().filter_map(moved).flatten().collect();
            tracks.push(Track::new(of_joint.node, "translation", "VEC3", values));
        }
        if !joint.is_end {
            let turned = |pose: Pose<'_>| {
                let turn = DQuat::from_array(pose.rotations.get(index)?.map(f64::from));
                Some(of_joint.rotation(turn).to_array().map(to_f32))
            };
            let values = on_one_hemisphere(clip.poses().filter_map(turned));
            tracks.push(Track::new(of_joint.node, "rotation", "VEC4", values));
        }
    }
    tracks
}

/// Gives each quaternion the sign that brings it nearer to the one before. Both signs are the same rotation, but
/// programs that interpolate component by component would otherwise take the longer way.
fn on_one_hemisphere(turns: impl Iterator<Item = [f32; 4]>) -> Vec<f32> {
    let mut values = Vec::new();
    let mut before: Option<[f32; 4]> = None;
    for turn in turns {
        let dot = |before: [f32; 4]| before.iter().zip(turn).map(|(a, b)| a * b).sum::<f32>();
        let turn = match before {
            Some(before) if dot(before) < 0.0 => turn.map(|part| -part),
            _ => turn,
        };
        values.extend(turn);
        before = Some(turn);
    }
    values
}
