//! Mends the keys of a GLB file without changing its motion: rotations of unit length on one hemisphere, and one key for a
//! track that stays the same. On request, copies of the first pose at the end of loops are dropped, and keys move onto
//! frames. Everything else keeps its bytes.

mod loop_ends;
mod snap;

use std::collections::{BTreeMap, BTreeSet};

use footwork_base::FrameRate;
use gltf_json::Root;
use gltf_json::accessor::{ComponentType, Type};
use gltf_json::animation::{Animation, Interpolation, Property, Sampler};
use gltf_json::validation::Checked;

use super::GltfWriteError;
use super::container;
use super::onto::{File, Members};
use crate::gltf::container::Container;
use crate::gltf::{document, is_glb};

/// The maximum difference between the length of a rotation and 1.
const UNIT_SHARE: f32 = 1e-3;

/// The maximum difference between the numbers of a constant track.
const SAME: f32 = 1e-6;

/// The numbers of mended keys and tracks in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyFixes {
    /// Rotation keys that got unit length.
    pub normalised: usize,
    /// Rotation keys that got the sign nearer to the key before.
    pub aligned: usize,
    /// Constant tracks that now have one key.
    pub shortened: usize,
    /// Frames at the ends of loops that repeated the first pose and were dropped.
    pub ends_dropped: usize,
    /// Keys that moved onto a frame.
    pub snapped: usize,
    /// Keys that were not moved, because they lie too far from a frame or on the same frame as another key.
    pub left_off_grid: usize,
}

impl KeyFixes {
    /// Returns whether all numbers are 0.
    fn is_empty(&self) -> bool {
        Self {
            left_off_grid: 0,
            ..*self
        } == Self::default()
    }
}

/// Options for mending that changes times, in addition to the mending that does not change the motion.
#[derive(Clone, Debug, Default)]
pub struct KeyFixOptions {
    /// The rate to whose frames keys move, by up to a quarter of a frame; `None` leaves all times.
    pub snap: Option<FrameRate>,
    /// The indices in the file of the animations that are loops.
    pub loops: BTreeSet<usize>,
    /// The number of copies of the first pose that stay at the end of a loop: 1 if the last frame repeats the first, 0
    /// if players go from the last frame directly to the first.
    pub end_copies: usize,
}

/// Returns a mended copy of a GLB file, and the counts of mended keys; `None` if nothing needs mending, or if the file
/// is not a GLB.
///
/// Only plain f32 keys in the file's binary chunk are mended; splines are not. Without options, the times at which an
/// animation begins and ends stay the same.
///
/// # Errors
/// If the file is not glTF.
pub fn fix_glb(
    bytes: &[u8],
    options: &KeyFixOptions,
) -> Result<Option<(Vec<u8>, KeyFixes)>, GltfWriteError> {
    if !is_glb(bytes) {
        return Ok(None);
    }
    let parts = Container::parse(bytes).map_err(GltfWriteError::Target)?;
    let (root, _) = document::parse(parts.json).map_err(GltfWriteError::Target)?;
    let mut keys = Keys {
        root: &root,
        bin: parts.bin.unwrap_or_default().to_vec(),
    };
    let mut fixes = KeyFixes::default();
    let turned = keys.mend_rotations(&mut fixes);
    let snapped = match options.snap {
        Some(rate) => keys.snap(rate, &mut fixes),
        None => BTreeMap::new(),
    };
    let mut file = File::parse(parts.json)?;
    if !turned.is_empty() || !snapped.is_empty() {
        file.replace("accessors", |index, accessor| {
            if turned.contains(&index) {
                accessor.remove("min");
                accessor.remove("max");
            }
            if let Some([first, last]) = snapped.get(&index) {
                accessor.set("min", limit(*first));
                accessor.set("max", limit(*last));
            }
            Ok(())
        })?;
    }
    keys.shorten(&mut file, options, &mut fixes)?;
    if fixes.is_empty() {
        return Ok(None);
    }
    let fixed = container(file.to_text(), &keys.bin, parts.rest);
    Ok(Some((fixed.ok_or(GltfWriteError::TooLarge)?, fixes)))
}

/// The numbers of a file.
struct Keys<'a> {
    root: &'a Root,
    bin: Vec<u8>,
}

/// The position of an accessor's numbers.
#[derive(Clone, Copy)]
struct Place {
    start: usize,
    stride: usize,
    width: usize,
    count: usize,
}

impl Keys<'_> {
    /// Returns the position of plain f32 numbers in the binary chunk; `None` for any other accessor.
    fn place(&self, index: usize) -> Option<Place> {
        let accessor = self.root.accessors.get(index)?;
        let Checked::Valid(component) = accessor.component_type else {
            return None;
        };
        let width = match accessor.type_ {
            Checked::Valid(Type::Scalar) => 1,
            Checked::Valid(Type::Vec3) => 3,
            Checked::Valid(Type::Vec4) => 4,
            _ => return None,
        };
        if component.0 != ComponentType::F32 || accessor.sparse.is_some() {
            return None;
        }
        let view = self.root.buffer_views.get(accessor.buffer_view?.value())?;
        let buffer = self.root.buffers.get(view.buffer.value())?;
        if view.buffer.value() != 0 || buffer.uri.is_some() {
            return None;
        }
        let offset = |offset: Option<gltf_json::validation::USize64>| offset.map_or(0, |at| at.0);
        let start = offset(view.byte_offset).checked_add(offset(accessor.byte_offset))?;
        let place = Place {
            start: usize::try_from(start).ok()?,
            stride: view.byte_stride.map_or(4 * width, |stride| stride.0),
            width,
            count: usize::try_from(accessor.count.0).ok()?,
        };
        let last = place.count.checked_sub(1)?.checked_mul(place.stride)?;
        let end = place.start.checked_add(last)?.checked_add(4 * width)?;
        (end <= self.bin.len()).then_some(place)
    }

    fn value(&self, place: Place, key: usize) -> Vec<f32> {
        let start = place.start + key * place.stride;
        let bytes = self.bin.get(start..start + 4 * place.width);
        let numbers = bytes.unwrap_or_default().chunks_exact(4);
        numbers
            .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]))
            .collect()
    }

    fn set(&mut self, place: Place, key: usize, value: &[f32]) {
        let start = place.start + key * place.stride;
        for (at, number) in value.iter().enumerate() {
            let start = start + 4 * at;
            if let Some(bytes) = self.bin.get_mut(start..start + 4) {
                bytes.copy_from_slice(&number.to_le_bytes());
            }
        }
    }

    /// Mends the rotations of all animations, and returns the accessors that changed.
    fn mend_rotations(&mut self, fixes: &mut KeyFixes) -> BTreeSet<usize> {
        let mut accessors = BTreeSet::new();
        for animation in &self.root.animations {
            for channel in &animation.channels {
                let sampler = animation.samplers.get(channel.sampler.value());
                let is_rotation = channel.target.path == Checked::Valid(Property::Rotation);
                if let Some(sampler) = sampler.filter(|s| is_rotation && !is_spline(s)) {
                    accessors.insert(sampler.output.value());
                }
            }
        }
        accessors.retain(|&accessor| {
            let Some(place) = self.place(accessor).filter(|place| place.width == 4) else {
                return false;
            };
            let before = *fixes;
            let mut last: Option<Vec<f32>> = None;
            for key in 0..place.count {
                let old = self.value(place, key);
                let mut value = old.clone();
                let length = dot(&value, &value).sqrt();
                if !length.is_finite() || length < 1e-6 {
                    continue;
                }
                if (length - 1.0).abs() > UNIT_SHARE {
                    value.iter_mut().for_each(|part| *part /= length);
                    fixes.normalised += 1;
                }
                if last.as_ref().is_some_and(|last| dot(last, &value) < 0.0) {
                    value.iter_mut().for_each(|part| *part = -*part);
                    fixes.aligned += 1;
                }
                if value != old {
                    self.set(place, key, &value);
                }
                last = Some(value);
            }
            *fixes != before
        });
        accessors
    }

    /// Gives constant tracks one key each, and drops copies of the first pose at the ends of loops as the options
    /// request.
    fn shorten(
        &self,
        file: &mut File<'_>,
        options: &KeyFixOptions,
        fixes: &mut KeyFixes,
    ) -> Result<(), GltfWriteError> {
        let mut added: Vec<String> = Vec::new();
        // The new accessors of samplers, by animation and sampler.
        let mut replaced: BTreeMap<(usize, usize), [usize; 2]> = BTreeMap::new();
        let texts: Vec<String> = file.elements("accessors")?;
        for (index, animation) in self.root.animations.iter().enumerate() {
            let constant: Vec<bool> = animation
                .samplers
                .iter()
                .map(|s| self.is_constant(s))
                .collect();
            let dropped = if options.loops.contains(&index) {
                self.copies_to_drop(animation, &constant, options.end_copies)
            } else {
                0
            };
            // A constant track that extends beyond the others determines the end of the animation.
            let is_held = (0..constant.len()).any(|at| {
                constant[at] && self.kept_keys(animation, &constant, at, dropped).is_none()
            });
            let dropped = if is_held { 0 } else { dropped };
            fixes.ends_dropped += dropped;
            for (at, sampler) in animation.samplers.iter().enumerate() {
                let Some(count) = self.kept_keys(animation, &constant, at, dropped) else {
                    continue;
                };
                let (input, output) = (sampler.input.value(), sampler.output.value());
                let (Some(times), Some(values)) = (texts.get(input), texts.get(output)) else {
                    continue;
                };
                let mut pair = [0; 2];
                for (slot, text, has_limits) in [(0, times, true), (1, values, false)] {
                    let mut accessor = Members::parse(text)?;
                    accessor.set("count", count.to_string());
                    accessor.remove("min");
                    accessor.remove("max");
                    if let Some([first, last]) = self.ends(sampler, count).filter(|_| has_limits) {
                        accessor.set("min", limit(first));
                        accessor.set("max", limit(last));
                    }
                    pair[slot] = self.root.accessors.len() + added.len();
                    added.push(accessor.to_text());
                }
                replaced.insert((index, at), pair);
                fixes.shortened += usize::from(constant[at]);
            }
        }
        if added.is_empty() {
            return Ok(());
        }
        file.append("accessors", &added);
        file.replace("animations", |index, animation| {
            let mut samplers = Vec::new();
            for (at, text) in animation.list("samplers")?.into_iter().enumerate() {
                let mut sampler = Members::parse(text)?;
                if let Some([input, output]) = replaced.get(&(index, at)) {
                    sampler.set("input", input.to_string());
                    sampler.set("output", output.to_string());
                }
                samplers.push(sampler.to_text());
            }
            animation.set("samplers", format!("[{}]", samplers.join(",")));
            Ok(())
        })
    }

    /// Returns the number of keys that a sampler keeps; `None` if it keeps all. A constant sampler keeps one key,
    /// unless the animation would then begin later or end earlier.
    fn kept_keys(
        &self,
        animation: &Animation,
        constant: &[bool],
        at: usize,
        dropped: usize,
    ) -> Option<usize> {
        let sampler = animation.samplers.get(at)?;
        if !*constant.get(at)? {
            let count = self.place(sampler.input.value())?.count;
            return (dropped > 0 && count > 1).then(|| count - dropped);
        }
        let [first, last] = self.ends(sampler, usize::MAX)?;
        let others = animation.samplers.iter().zip(constant);
        let others = others.filter(|(_, is_constant)| !**is_constant);
        let ends: Vec<[f32; 2]> = others
            .filter_map(|(other, _)| self.ends(other, usize::MAX))
            .collect();
        let begins = ends.iter().any(|end| end[0] <= first);
        let stops = ends.iter().any(|end| last <= end[1]);
        (begins && stops).then_some(1)
    }

    /// Returns the times of a sampler's first key and of its key number `count`, the last one kept.
    fn ends(&self, sampler: &Sampler, count: usize) -> Option<[f32; 2]> {
        let place = self.place(sampler.input.value())?;
        let last = count.min(place.count).checked_sub(1)?;
        let [first, last] = [0, last].map(|key| self.value(place, key));
        Some([*first.first()?, *last.first()?])
    }

    /// Returns whether a sampler has several keys, all with the same value.
    fn is_constant(&self, sampler: &Sampler) -> bool {
        let (Some(times), Some(values)) = (
            self.place(sampler.input.value()),
            self.place(sampler.output.value()),
        ) else {
            return false;
        };
        if is_spline(sampler) || times.count != values.count || times.count < 2 {
            return false;
        }
        let first = self.value(values, 0);
        (1..values.count).all(|key| {
            let value = self.value(values, key);
            first.iter().zip(&value).all(|(a, b)| (a - b).abs() <= SAME)
        })
    }
}

fn is_spline(sampler: &Sampler) -> bool {
    !matches!(
        sampler.interpolation,
        Checked::Valid(Interpolation::Linear | Interpolation::Step)
    )
}

/// Returns a key time as the JSON text of a limit.
fn limit(time: f32) -> String {
    serde_json::json!([time]).to_string()
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
