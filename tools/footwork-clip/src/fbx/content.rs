//! The fingerprint of what an animation stack is made of.

use std::hash::Hasher;

use twox_hash::XxHash3_64;
use ufbx::{AnimStack, Scene};

/// The xxh3-64 hash of the nodes and of the keys of a stack, as the file has them: nothing that is
/// computed of them, so that it is the same on every machine.
pub(super) fn fingerprint(scene: &Scene, stack: &AnimStack) -> u64 {
    let mut hash = XxHash3_64::with_seed(0);
    let text = |hash: &mut XxHash3_64, text: &str| {
        hash.write(&u64::try_from(text.len()).unwrap_or(u64::MAX).to_le_bytes());
        hash.write(text.as_bytes());
    };
    for node in &scene.nodes {
        text(&mut hash, &node.element.name);
        let parent = node
            .parent
            .as_ref()
            .map_or(u32::MAX, |parent| parent.element.typed_id);
        hash.write(&parent.to_le_bytes());
        let (place, turn) = (node.local_transform.translation, node.euler_rotation);
        for number in [place.x, place.y, place.z, turn.x, turn.y, turn.z] {
            hash.write(&number.to_le_bytes());
        }
    }
    for number in [
        stack.time_begin,
        stack.time_end,
        scene.settings.frames_per_second,
    ] {
        hash.write(&number.to_le_bytes());
    }
    for property in stack
        .layers
        .iter()
        .flat_map(|layer| layer.anim_props.iter())
    {
        text(&mut hash, &property.element.name);
        text(&mut hash, &property.prop_name);
        for curve in &property.anim_value.curves {
            let keys = curve.iter().flat_map(|curve| curve.keyframes.iter());
            for key in keys {
                hash.write(&key.time.to_le_bytes());
                hash.write(&key.value.to_le_bytes());
                for part in [key.left.dx, key.left.dy, key.right.dx, key.right.dy] {
                    hash.write(&part.to_le_bytes());
                }
                hash.write(&[key.interpolation as u8]);
            }
            hash.write(&[0xff]);
        }
    }
    hash.finish()
}
