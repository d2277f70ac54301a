//! Mends valid glTF that the types of the `gltf` crate cannot represent: a scene without nodes, and channels without a
//! node.
//!
//! A channel may lack a node if an extension gives its target, such as `KHR_animation_pointer`. Such a channel moves
//! nothing in a clip and is left out.

use gltf_json::Root;
use serde_json::Value;

use super::error::GltfError;

/// The maximum number of JSON values in a mended file. Each value takes tens of bytes while the file is read.
const MAX_VALUES: usize = 1 << 22;

/// The parsed JSON, and the number of left-out channels of each animation.
pub(super) struct Mended {
    pub(super) root: Root,
    pub(super) without_node: Vec<usize>,
}

/// Parses JSON that failed to parse strictly. `None` if it has nothing to mend, or more than [`MAX_VALUES`] values.
pub(super) fn parse(json: &[u8]) -> Result<Option<Mended>, GltfError> {
    let values = json.iter().filter(|&&b| matches!(b, b',' | b'[' | b'{'));
    if values.take(MAX_VALUES + 1).count() > MAX_VALUES {
        return Ok(None);
    }
    let Ok(mut value) = serde_json::from_slice::<Value>(json) else {
        return Ok(None);
    };
    let version = value.pointer("/asset/version").and_then(Value::as_str);
    if version.is_some_and(|version| version.starts_with("1.")) {
        return Err(version_1());
    }
    let mut is_mended = false;
    let scenes = value.get_mut("scenes").and_then(Value::as_array_mut);
    for scene in scenes
        .into_iter()
        .flatten()
        .filter_map(Value::as_object_mut)
    {
        scene.entry("nodes").or_insert_with(|| {
            is_mended = true;
            Value::Array(Vec::new())
        });
    }
    let animations = value.get_mut("animations").and_then(Value::as_array_mut);
    let without_node = animations.into_iter().flatten().map(|animation| {
        let channels = animation.get_mut("channels").and_then(Value::as_array_mut);
        channels.map_or(0, |channels| {
            let before = channels.len();
            channels.retain(|channel| {
                let target = channel.get("target").and_then(Value::as_object);
                target.is_none_or(|target| target.contains_key("node"))
            });
            before - channels.len()
        })
    });
    let without_node: Vec<usize> = without_node.collect();
    // Other mistakes, such as a duplicate key, may be lost in the parsed values.
    if !is_mended && without_node.iter().all(|&left_out| left_out == 0) {
        return Ok(None);
    }
    let mended = value.to_string();
    let root = gltf_json::deserialize::from_str(&mended).ok();
    Ok(root.map(|root| Mended { root, without_node }))
}

/// Returns the error for a file in the first version of glTF.
pub(super) fn version_1() -> GltfError {
    GltfError::new(
        "version",
        "",
        "the file is glTF 1.0, and only glTF 2.0 is read; export it as glTF 2.0 or FBX",
    )
}
