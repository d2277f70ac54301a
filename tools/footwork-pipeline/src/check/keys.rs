//! Rotation keys that a file should not contain, even if they read well here.
//!
//! Readers repair them. A program that interpolates the numbers of a file as they are shows a wrong pose between two keys:
//! a smaller one next to a key that is not of unit length, and a fast turn the long way round between two hemispheres.

use footwork_base::FrameRange;
use footwork_clip::{ClipFormat, LoadedClip};

use super::fault::Fault;

/// The code of this check.
pub(super) const FAULTY_KEYS: &str = "faulty-keys";

/// The code of the finding from opening a file that this check replaces.
pub(super) const NOT_UNIT_LENGTH: &str = "not-unit-length";

/// Returns the fault of the rotation keys of a clip. `file` is the name of its file.
pub(super) fn faulty_keys(loaded: &LoadedClip, file: &str) -> Option<Fault> {
    let keys = loaded.keys?;
    let plural = |count: usize, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 rotation key {one}")),
        count => Some(format!("{count} rotation keys {many}")),
    };
    let not_unit = plural(
        keys.not_unit,
        "is not of unit length",
        "are not of unit length",
    );
    let flipped = plural(keys.flipped, "changes its sign", "change their sign");
    let faults: Vec<String> = not_unit.into_iter().chain(flipped).collect();
    if faults.is_empty() {
        return None;
    }
    let skeleton = loaded.clip.skeleton();
    let place = keys
        .first_rotation
        .and_then(|place| Some((skeleton.joint(place.joint)?.name.clone(), place.frame)));
    let first = place
        .as_ref()
        .map(|(joint, frame)| format!(", first {joint} on frame {frame}"));
    // `fix` mends files of one binary container only.
    let is_glb = loaded.format == ClipFormat::Gltf && !file.to_ascii_lowercase().ends_with(".gltf");
    let remedy = if is_glb {
        "`footwork fix` mends them, except in splines and packed keys"
    } else {
        "they are repaired here, and a copy written by `footwork export --to glb` has none"
    };
    Some(Fault {
        code: FAULTY_KEYS,
        span: place
            .as_ref()
            .and_then(|(_, frame)| FrameRange::new(*frame, frame + 1)),
        message: format!(
            "{}{}; {remedy}",
            faults.join(", and "),
            first.unwrap_or_default()
        ),
        joint: place.map(|(joint, _)| joint),
    })
}
