//! The keys of an animation stack as its file stores them: their hash, and their faults.

use std::collections::BTreeSet;
use std::hash::Hasher as _;

use twox_hash::XxHash3_64;
use ufbx::{AnimCurve, AnimProp, AnimStack, Scene};

use crate::key_faults::KeyFaults;

/// The maximum difference between a scale and the first scale of its curve, as a share.
const SHARE: f64 = 1e-3;

/// The maximum difference between the values of a constant curve, as a share of the value or of 1.
const SAME: f64 = 1e-6;

/// The maximum distance of a key from a frame, in frames.
const OFF_FRAMES: f64 = 0.02;

/// Returns the faults of the curves that move joints. The file stores rotations as angles, which have no length and no
/// sign, so no rotation counts as not of unit length or as flipped.
pub(super) fn key_faults<'a>(
    properties: impl Iterator<Item = &'a AnimProp>,
    start_secs: f64,
    rate: f64,
) -> KeyFaults {
    let mut faults = KeyFaults::default();
    for property in properties {
        let curves: Vec<&AnimCurve> = property
            .anim_value
            .curves
            .iter()
            .flatten()
            .map(|curve| &**curve)
            .collect();
        let keys = || curves.iter().flat_map(|curve| curve.keyframes.iter());
        faults.not_finite += keys().filter(|key| !key.value.is_finite()).count();
        if &*property.prop_name == "Lcl Scaling" {
            let odd = curves.iter().map(|curve| count_other(curve, SHARE));
            faults.scaled += odd.sum::<usize>();
        }
        let is_constant = curves.iter().all(|curve| count_other(curve, SAME) == 0);
        let has_several = curves.iter().any(|curve| curve.keyframes.len() > 1);
        faults.constant_tracks += usize::from(is_constant && has_several);
        // The curves of one property have keys at the same times.
        let times: BTreeSet<u64> = keys().map(|key| key.time.to_bits()).collect();
        let is_off = |bits: &u64| {
            let frame = (f64::from_bits(*bits) - start_secs) * rate;
            (frame - libm::round(frame)).abs() > OFF_FRAMES
        };
        faults.off_grid += times.iter().filter(|bits| is_off(bits)).count();
    }
    faults
}

/// Returns the number of keys that differ from the first key of their curve by more than `share`.
fn count_other(curve: &AnimCurve, share: f64) -> usize {
    let first = curve.keyframes.first().map_or(0.0, |key| key.value);
    let most = share * first.abs().max(1.0);
    let keys = curve.keyframes.iter();
    keys.filter(|key| (key.value - first).abs() > most).count()
}

/// Returns the xxh3-64 hash of the nodes and of the keys of a stack as stored in the file. Computed values are
/// left out, so the hash is the same on every machine.
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
