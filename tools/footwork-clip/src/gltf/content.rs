//! The fingerprint of an animation's content, which changes if the motion does.

use std::hash::Hasher;

use twox_hash::XxHash3_64;

use super::animation::Source;
use super::track::Part;
use crate::rig::{Local, Rig};

/// Returns the xxh3-64 hash of the relevant nodes and of the keys: names, transforms, times and values, wherever the
/// file stores them. Other animations, meshes and labels do not affect the hash.
pub(super) fn fingerprint(rig: &Rig, source: &Source) -> u64 {
    let mut hash = XxHash3_64::with_seed(0);
    let mut place = vec![u64::MAX; rig.nodes().len()];
    for (&node, number) in rig.needed().iter().zip(0u64..) {
        place[node] = number;
        let node = &rig.nodes()[node];
        text(&mut hash, &node.name);
        let parent = node.parent.map_or(u64::MAX, |parent| place[parent]);
        hash.write(&parent.to_le_bytes());
        let Local {
            translation,
            rotation,
            linear,
        } = node.rest;
        numbers(&mut hash, &translation.to_array());
        numbers(&mut hash, &rotation.to_array());
        if let Some(linear) = linear {
            numbers(&mut hash, &linear.to_cols_array());
        }
    }
    for track in &source.tracks {
        hash.write(&place[track.node].to_le_bytes());
        let part = match track.part {
            Part::Translation => 0,
            Part::Rotation => 1,
            Part::Scale => 2,
        };
        hash.write(&[part, track.interpolation as u8]);
        let times = &source.inputs[track.input];
        hash.write(&u64::try_from(times.len()).unwrap_or(u64::MAX).to_le_bytes());
        for number in times.iter().chain(&track.values) {
            hash.write(&number.to_le_bytes());
        }
    }
    hash.finish()
}

fn text(hash: &mut XxHash3_64, text: &str) {
    hash.write(&u64::try_from(text.len()).unwrap_or(u64::MAX).to_le_bytes());
    hash.write(text.as_bytes());
}

fn numbers(hash: &mut XxHash3_64, numbers: &[f64]) {
    for number in numbers {
        hash.write(&number.to_le_bytes());
    }
}
