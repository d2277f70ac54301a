//! Adds animations to a glTF file and keeps everything else in it.
//!
//! The JSON is edited as text: only the lists that grow are changed, and every other value keeps its bytes. Numbers go
//! to the end of the binary chunk, or into a new buffer if the file has no such chunk.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use glam::{DMat3, DVec3};
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::json::{Base, Bytes};
use super::{GltfTake, GltfWriteError, animation, container};
use crate::animation_names::free_animation_name;
use crate::gltf::container::Container;
use crate::gltf::error::GltfError;
use crate::gltf::{document, is_glb, names, rig};
use crate::limits::Limits;
use crate::number::{to_f32, to_f32x3};
use crate::rig::{JointNode, Rig};

/// Adds clips as animations to a `.glb` or `.gltf` file, such as a character, and returns the new file. Meshes, materials,
/// skins and other animations keep their bytes, and so do chunks and extensions that Footwork does not know.
///
/// The clips are of the skeleton that [`read_gltf`](super::super::read_gltf) finds in the file, in metres and with the
/// file's own axes. Scales above joints are undone; a scale that differs between axes is undone with its value at rest.
/// Taken names get a number: a second `Walk` becomes `Walk_2`. A joint whose node has a matrix gets a translation, a
/// rotation and a scale instead, because glTF does not animate matrices.
///
/// # Errors
/// If there are no clips, if the file cannot be read, if a clip has another skeleton, or if a clip or the file is too long
/// for glTF.
pub fn write_onto_gltf(target: &[u8], takes: &[GltfTake<'_>]) -> Result<Vec<u8>, GltfWriteError> {
    if takes.is_empty() {
        return Err(GltfWriteError::NoClip);
    }
    let parts = Container::parse(target).map_err(GltfWriteError::Target)?;
    let (root, _) = document::parse(parts.json).map_err(GltfWriteError::Target)?;
    let rig = rig(&root, &Limits::default()).map_err(GltfWriteError::Target)?;
    let nodes = rig.joint_nodes();
    let mut file = File::parse(parts.json)?;
    let base = file.base(is_glb(target), parts.bin)?;
    let mut bytes = Bytes {
        base,
        ..Bytes::default()
    };
    // The names by which readers know the file's own animations. They must not change.
    let mut taken: Vec<String> = names(&root).into_iter().map(|(name, _)| name).collect();
    let mut animations = Vec::with_capacity(takes.len());
    for take in takes {
        if !is_same_skeleton(take, &rig) {
            return Err(GltfWriteError::OtherSkeleton {
                name: take.name.to_owned(),
            });
        }
        let name = free_animation_name(&taken, take.name);
        let animation = animation(take, &name, &nodes, &mut bytes)?;
        animations.push(text(&animation)?);
        taken.push(name);
    }
    file.append("animations", &animations);
    file.append("accessors", &texts(&bytes.accessors)?);
    file.append("bufferViews", &texts(&bytes.views)?);
    file.split_matrices(&nodes)?;
    let bin = file.add_bytes(is_glb(target), base, parts.bin, &bytes.content)?;
    let json = file.to_text();
    if is_glb(target) {
        container(json, &bin, parts.rest).ok_or(GltfWriteError::TooLarge)
    } else {
        Ok(json)
    }
}

/// Returns whether a file is a GLB that refers to no other files, so that a copy of it is whole in any folder.
///
/// # Errors
/// If the file is not glTF.
pub fn is_self_contained_glb(bytes: &[u8]) -> Result<bool, GltfError> {
    if !is_glb(bytes) {
        return Ok(false);
    }
    let parts = Container::parse(bytes)?;
    let bad = |error: GltfWriteError| GltfError::new("json", "", error.to_string());
    let file = File::parse(parts.json).map_err(bad)?;
    for key in ["buffers", "images"] {
        for part in file.0.list(key).map_err(bad)? {
            let part = Members::parse(part).map_err(bad)?;
            let uri = part.get("uri").map(serde_json::from_str::<String>);
            let is_inside = |uri: Result<String, _>| uri.is_ok_and(|uri| uri.starts_with("data:"));
            if !uri.is_none_or(is_inside) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Whether a clip has the skeleton of the file, ignoring the roles that settings assign to joints.
fn is_same_skeleton(take: &GltfTake<'_>, rig: &Rig) -> bool {
    let (ours, theirs) = (take.clip.skeleton(), rig.skeleton());
    ours.joints() == theirs.joints() && ours.rest_rotations() == theirs.rest_rotations()
}

fn text(value: &impl Serialize) -> Result<String, GltfWriteError> {
    serde_json::to_string(value).map_err(|_| GltfWriteError::TooLarge)
}

fn texts<T: Serialize>(values: &[T]) -> Result<Vec<String>, GltfWriteError> {
    values.iter().map(text).collect()
}

fn not_json(error: &serde_json::Error) -> GltfWriteError {
    GltfWriteError::Target(GltfError::new("json", "", error.to_string()))
}

/// The members of an object in their order, each value as its text.
pub(super) struct Members<'a>(Vec<(String, Cow<'a, str>)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut members = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
                    members.push((key, Cow::Borrowed(value.get())));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

impl<'a> Members<'a> {
    pub(super) fn parse(json: &'a str) -> Result<Self, GltfWriteError> {
        serde_json::from_str(json).map_err(|error| not_json(&error))
    }

    fn get(&self, key: &str) -> Option<&str> {
        let member = self.0.iter().find(|(name, _)| name == key);
        member.map(|(_, value)| value.as_ref())
    }

    pub(super) fn remove(&mut self, key: &str) {
        self.0.retain(|(name, _)| name != key);
    }

    pub(super) fn set(&mut self, key: &str, value: String) {
        match self.0.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => *old = Cow::Owned(value),
            None => self.0.push((key.to_owned(), Cow::Owned(value))),
        }
    }

    /// Returns the elements of a list as their texts; empty if there is no such list.
    pub(super) fn list(&self, key: &str) -> Result<Vec<&str>, GltfWriteError> {
        let raw: Vec<&RawValue> = match self.get(key) {
            Some(list) => serde_json::from_str(list).map_err(|error| not_json(&error))?,
            None => Vec::new(),
        };
        Ok(raw.into_iter().map(RawValue::get).collect())
    }

    pub(super) fn to_text(&self) -> String {
        let members = self.0.iter().map(|(key, value)| {
            let key = serde_json::Value::from(key.as_str());
            format!("{key}:{value}")
        });
        format!("{{{}}}", members.collect::<Vec<_>>().join(","))
    }
}

/// The JSON of a file under change.
pub(super) struct File<'a>(Members<'a>);

impl<'a> File<'a> {
    pub(super) fn parse(json: &'a [u8]) -> Result<Self, GltfWriteError> {
        // JSON chunks are padded with spaces, but some writers use zeros.
        let end = json.iter().rposition(|&b| b != 0).map_or(0, |at| at + 1);
        let json = std::str::from_utf8(&json[..end]).map_err(|error| {
            GltfWriteError::Target(GltfError::new("not-utf8", "", error.to_string()))
        })?;
        Members::parse(json).map(Self)
    }

    /// Returns the place where numbers are added: the end of a GLB's binary chunk, or a new buffer.
    fn base(&self, is_glb: bool, bin: Option<&[u8]>) -> Result<Base, GltfWriteError> {
        let buffers = self.0.list("buffers")?;
        let own = is_glb && has_own_buffer(&buffers)?;
        Ok(Base {
            buffer: if own { 0 } else { buffers.len() },
            buffer_bytes: if own {
                bin.unwrap_or_default().len().next_multiple_of(4)
            } else {
                0
            },
            views: self.0.list("bufferViews")?.len(),
            accessors: self.0.list("accessors")?.len(),
        })
    }

    /// Adds the numbers, and returns the binary chunk.
    fn add_bytes(
        &mut self,
        is_glb: bool,
        base: Base,
        bin: Option<&[u8]>,
        content: &[u8],
    ) -> Result<Vec<u8>, GltfWriteError> {
        let mut chunk = bin.unwrap_or_default().to_vec();
        let buffers = self.0.list("buffers")?;
        if is_glb && has_own_buffer(&buffers)? {
            chunk.resize(base.buffer_bytes, 0);
            chunk.extend_from_slice(content);
            let mut first = Members::parse(buffers.first().copied().unwrap_or("{}"))?;
            first.set("byteLength", chunk.len().to_string());
            let mut all: Vec<String> = buffers.iter().map(|&buffer| buffer.to_owned()).collect();
            match all.first_mut() {
                Some(old) => *old = first.to_text(),
                None => all.push(first.to_text()),
            }
            self.0.set("buffers", format!("[{}]", all.join(",")));
        } else {
            let uri = format!("data:application/octet-stream;base64,{}", base64(content));
            let buffer = format!("{{\"byteLength\":{},\"uri\":\"{uri}\"}}", content.len());
            self.append("buffers", &[buffer]);
        }
        chunk.resize(chunk.len().next_multiple_of(4), 0);
        Ok(chunk)
    }

    /// Returns the elements of a list.
    pub(super) fn elements(&self, key: &str) -> Result<Vec<String>, GltfWriteError> {
        Ok(self.0.list(key)?.into_iter().map(str::to_owned).collect())
    }

    /// Changes the elements of a list, which are objects.
    pub(super) fn replace(
        &mut self,
        key: &str,
        mut change: impl FnMut(usize, &mut Members<'_>) -> Result<(), GltfWriteError>,
    ) -> Result<(), GltfWriteError> {
        let mut changed = Vec::new();
        for (index, text) in self.elements(key)?.iter().enumerate() {
            let mut members = Members::parse(text)?;
            change(index, &mut members)?;
            changed.push(members.to_text());
        }
        self.0.set(key, format!("[{}]", changed.join(",")));
        Ok(())
    }

    /// Appends elements to a list, which is created if there is none.
    pub(super) fn append(&mut self, key: &str, elements: &[String]) {
        let old = self.0.get(key).unwrap_or("[]").trim();
        let inside = old.strip_prefix('[').and_then(|old| old.strip_suffix(']'));
        let inside = inside.unwrap_or_default();
        let comma = if inside.trim().is_empty() { "" } else { "," };
        let new = format!("[{inside}{comma}{}]", elements.join(","));
        self.0.set(key, new);
    }

    /// Replaces the matrix of each joint by a translation, a rotation and a scale.
    fn split_matrices(&mut self, joints: &[JointNode]) -> Result<(), GltfWriteError> {
        let joints: BTreeSet<usize> = joints.iter().map(|joint| joint.node).collect();
        let nodes = self.0.list("nodes")?;
        let mut changed: Vec<Cow<'_, str>> = Vec::with_capacity(nodes.len());
        let mut any = false;
        for (index, node) in nodes.into_iter().enumerate() {
            let members = Members::parse(node)?;
            let matrix = members.get("matrix").filter(|_| joints.contains(&index));
            changed.push(match matrix {
                None => Cow::Borrowed(node),
                Some(matrix) => {
                    any = true;
                    Cow::Owned(without_matrix(&members, matrix)?)
                }
            });
        }
        if any {
            let nodes = format!("[{}]", changed.join(","));
            self.0.set("nodes", nodes);
        }
        Ok(())
    }

    pub(super) fn to_text(&self) -> Vec<u8> {
        self.0.to_text().into_bytes()
    }
}

/// Whether the first buffer of a GLB is its binary chunk, or can become it.
fn has_own_buffer(buffers: &[&str]) -> Result<bool, GltfWriteError> {
    match buffers.first() {
        None => Ok(true),
        Some(first) => Ok(Members::parse(first)?.get("uri").is_none()),
    }
}

fn without_matrix(node: &Members<'_>, matrix: &str) -> Result<String, GltfWriteError> {
    let m: [f64; 16] = serde_json::from_str(matrix).map_err(|error| not_json(&error))?;
    let column = |at: usize| DVec3::new(m[at], m[at + 1], m[at + 2]);
    let linear = DMat3::from_cols(column(0), column(4), column(8));
    let local = crate::gltf::nodes::of_matrix(m);
    let turn = DMat3::from_quat(local.rotation);
    let scaled = turn.transpose() * linear;
    let scale = DVec3::new(scaled.x_axis.x, scaled.y_axis.y, scaled.z_axis.z);
    let size = scale.abs().max_element();
    if !scaled.abs_diff_eq(DMat3::from_diagonal(scale), 1e-4 * size.max(1e-6)) {
        let name = node.get("name").unwrap_or("\"\"");
        return Err(GltfWriteError::Sheared {
            node: serde_json::from_str(name).unwrap_or_default(),
        });
    }
    let kept = node.0.iter().filter(|(key, _)| key != "matrix");
    let mut split = Members(
        kept.map(|(key, value)| (key.clone(), value.clone()))
            .collect(),
    );
    split.set(
        "translation",
        text(&to_f32x3(local.translation.to_array()))?,
    );
    split.set("rotation", text(&local.rotation.to_array().map(to_f32))?);
    split.set("scale", text(&to_f32x3(scale.to_array()))?);
    Ok(split.to_text())
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for (at, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            let digit = DIGITS[(word >> shift & 63) as usize];
            out.push(if at <= three.len() {
                char::from(digit)
            } else {
                '='
            });
        }
    }
    out
}
