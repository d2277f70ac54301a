//! Converts the nodes of a glTF file to a rig.

use glam::{DMat3, DQuat, DVec3};
use gltf_json::Root;
use gltf_json::scene;
use serde::Deserialize;

use super::error::GltfError;
use crate::rig::{Local, Node};

/// Reads all nodes. `moves` says which of them are animated.
pub(super) fn nodes(root: &Root, moves: &[bool]) -> Result<Vec<Node>, GltfError> {
    let mut nodes = Vec::with_capacity(root.nodes.len());
    for (index, node) in root.nodes.iter().enumerate() {
        let place = format!("nodes[{index}]");
        let said = said(node);
        nodes.push(Node {
            name: match node.name.as_deref() {
                Some(name) if !name.is_empty() => name.to_owned(),
                _ => format!("node_{index}"),
            },
            parent: None,
            rest: rest(node, &place)?,
            is_joint: false,
            moves: moves.get(index).copied().unwrap_or(false),
            is_end: said.end,
            is_first: said.first,
        });
    }
    for (parent, node) in root.nodes.iter().enumerate() {
        for child in node.children.iter().flatten() {
            let child = child.value();
            let missing = || {
                let place = format!("nodes[{parent}].children");
                GltfError::new(
                    "no-such-index",
                    place,
                    format!("nodes[{child}] is not there"),
                )
            };
            let of_child = nodes.get_mut(child).ok_or_else(missing)?;
            if let Some(other) = of_child.parent {
                let message = format!("it is a child of nodes[{other}] and of nodes[{parent}]");
                return Err(GltfError::new(
                    "two-parents",
                    format!("nodes[{child}]"),
                    message,
                ));
            }
            of_child.parent = Some(parent);
        }
    }
    for (index, skin) in root.skins.iter().enumerate() {
        for joint in &skin.joints {
            let joint = joint.value();
            let missing = || {
                let place = format!("skins[{index}].joints");
                GltfError::new(
                    "no-such-index",
                    place,
                    format!("nodes[{joint}] is not there"),
                )
            };
            nodes.get_mut(joint).ok_or_else(missing)?.is_joint = true;
        }
    }
    Ok(nodes)
}

/// Returns the rest transform of a node. It applies to every property that is not animated.
fn rest(node: &scene::Node, place: &str) -> Result<Local, GltfError> {
    let numbers = [
        node.matrix.as_ref().map(|m| &m[..]),
        node.translation.as_ref().map(|t| &t[..]),
        node.rotation.as_ref().map(|r| &r.0[..]),
        node.scale.as_ref().map(|s| &s[..]),
    ];
    if numbers
        .into_iter()
        .flatten()
        .flatten()
        .any(|x| !x.is_finite())
    {
        let message = "a number of its transform is too large";
        return Err(GltfError::new("not-finite", place, message));
    }
    if let Some(matrix) = node.matrix {
        return Ok(of_matrix(matrix.map(f64::from)));
    }
    let translation = node.translation.unwrap_or_default().map(f64::from);
    let rotation = node.rotation.unwrap_or_default().0;
    let rotation = unit(rotation).ok_or_else(|| {
        GltfError::new(
            "no-rotation",
            format!("{place}.rotation"),
            "all of its numbers are 0",
        )
    })?;
    let scale = node.scale.unwrap_or([1.0; 3]).map(f64::from);
    let [translation, scale] = [translation, scale].map(DVec3::from_array);
    Ok(Local::new(translation, rotation, scale))
}

/// Converts a column-major matrix. The rotation is taken from its x and y axes.
pub(super) fn of_matrix(m: [f64; 16]) -> Local {
    let column = |at: usize| DVec3::new(m[at], m[at + 1], m[at + 2]);
    let linear = DMat3::from_cols(column(0), column(4), column(8));
    let turned = || {
        let x = column(0).try_normalize()?;
        let y = (column(4) - x * x.dot(column(4))).try_normalize()?;
        let rotation = DMat3::from_cols(x, y, x.cross(y));
        Some((DQuat::from_mat3(&rotation), rotation))
    };
    let (rotation, matrix) = turned().unwrap_or((DQuat::IDENTITY, DMat3::IDENTITY));
    let is_rotation = matrix.abs_diff_eq(linear, 1e-6);
    Local {
        translation: column(12),
        rotation,
        linear: (!is_rotation).then_some(linear),
    }
}

/// Scales a quaternion to unit length, and leaves it unchanged if it already has that length up to rounding;
/// `None` if it has no direction.
pub(super) fn unit(quaternion: [f32; 4]) -> Option<DQuat> {
    let wide = DQuat::from_array(quaternion.map(f64::from));
    let square = wide.length_squared();
    if !(square.is_finite() && square > 1e-12) {
        return None;
    }
    if (square - 1.0).abs() < 2.5e-7 {
        return Some(wide);
    }
    Some(wide * (1.0 / square.sqrt()))
}

#[derive(Deserialize)]
struct Extras {
    footwork: Option<NodeExtras>,
}

/// The extras that Footwork's own writer adds to a node.
#[derive(Default, Deserialize)]
#[serde(default)]
struct NodeExtras {
    /// Whether the node is the end of a bone.
    end: bool,
    /// Whether the node is joint 0, regardless of other roots.
    first: bool,
}

fn said(node: &scene::Node) -> NodeExtras {
    let extras = node.extras.as_ref();
    let said = extras.and_then(|raw| serde_json::from_str::<Extras>(raw.get()).ok());
    said.and_then(|said| said.footwork).unwrap_or_default()
}
