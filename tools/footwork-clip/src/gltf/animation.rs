//! One animation of a file: its tracks and key times.

use std::collections::HashMap;

use gltf_json::Root;
use gltf_json::accessor::Type;
use gltf_json::animation::{Channel, Interpolation, Property};
use gltf_json::validation::Checked;

use super::accessor::Accessors;
use super::error::GltfError;
use super::extras::{self, Said};
use super::track::{Part, Track};
use crate::finding::Finding;

/// The maximum time of a key, in seconds.
const MAX_TIME_SECS: f32 = 1e7;

/// An animation as stored in the file.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) said: Said,
    pub(super) tracks: Vec<Track>,
    /// Lists of key times in seconds, never decreasing. Tracks share them.
    pub(super) inputs: Vec<Vec<f32>>,
    /// The times in seconds between which a track has no usable key.
    pub(super) holes: Vec<[f32; 2]>,
    pub(super) findings: Vec<Finding>,
    /// The number of keys left out because a number in them is not finite.
    pub(super) bad_keys: usize,
}

/// Returns, for each node, whether a channel of any animation moves it. Channels with unreadable keys count.
pub(super) fn moved_nodes(root: &Root) -> Vec<bool> {
    let mut moves = vec![false; root.nodes.len()];
    for channel in root.animations.iter().flat_map(|a| &a.channels) {
        let moved = moves.get_mut(channel.target.node.value());
        if let (Some(_), Some(moved)) = (part(channel), moved) {
            *moved = true;
        }
    }
    moves
}

/// Returns the property that a channel moves; `None` for the weights of morph targets.
fn part(channel: &Channel) -> Option<Part> {
    match channel.target.path {
        Checked::Valid(Property::Translation) => Some(Part::Translation),
        Checked::Valid(Property::Rotation) => Some(Part::Rotation),
        Checked::Valid(Property::Scale) => Some(Part::Scale),
        _ => None,
    }
}

/// Reads the tracks of the animation at this index that move nodes. `without_node` is the number of its channels that
/// parsing left out because they have no node.
pub(super) fn source(
    root: &Root,
    index: usize,
    without_node: usize,
    accessors: &mut Accessors<'_>,
) -> Result<Source, GltfError> {
    let animation = &root.animations[index];
    let mut findings = Vec::new();
    let said = extras::read(animation.extras.as_deref(), &mut findings);
    let mut inputs = Vec::new();
    let mut by_accessor: HashMap<usize, usize> = HashMap::new();
    let mut tracks: Vec<Track> = Vec::new();
    let mut taken = HashMap::new();
    let (mut weights, mut twice, mut same_time, mut off_length, mut bad_keys) = (0, 0, 0, 0, 0);
    let mut holes = Vec::new();
    for (number, channel) in animation.channels.iter().enumerate() {
        let place = format!("animations[{index}].channels[{number}]");
        let Some(part) = part(channel) else {
            weights += 1;
            continue;
        };
        let node = channel.target.node.value();
        if node >= root.nodes.len() {
            let place = format!("{place}.target.node");
            let message = format!("nodes[{node}] is not there");
            return Err(GltfError::new("no-such-index", place, message));
        }
        if taken.insert((node, part), ()).is_some() {
            twice += 1;
            continue;
        }
        let Keys {
            interpolation,
            input,
            output,
        } = keys(root, index, number)?;
        let input = match by_accessor.get(&input) {
            Some(&known) => known,
            None => {
                let times = accessors.read(input, Type::Scalar)?;
                same_time += check_times(&times, &format!("accessors[{input}]"))?;
                inputs.push(times);
                by_accessor.insert(input, inputs.len() - 1);
                inputs.len() - 1
            }
        };
        let kind = match part {
            Part::Rotation => Type::Vec4,
            _ => Type::Vec3,
        };
        let mut track = Track {
            node,
            part,
            interpolation,
            input,
            values: accessors.read(output, kind)?,
        };
        let place = format!("{place} (accessors[{output}])");
        if let Some(times) = drop_bad_keys(&mut track, &inputs[input], &mut holes) {
            bad_keys += inputs[input].len() - times.len();
            inputs.push(times);
            track.input = inputs.len() - 1;
        }
        off_length += check_values(&track, inputs[track.input].len(), &place)?;
        tracks.push(track);
    }
    let mut report = |code, count: usize, what: &str| {
        if count > 0 {
            findings.push(Finding {
                code,
                position: None,
                message: format!("{count} {what}"),
            });
        }
    };
    report(
        "morph-weights",
        weights,
        "channels move morph targets, which clips do not have",
    );
    report(
        "bad-frames",
        bad_keys,
        "keys have numbers that are not finite; their values are interpolated",
    );
    report(
        "no-node",
        without_node,
        "channels have no target node, as with KHR_animation_pointer; they are left out",
    );
    report(
        "same-channel",
        twice,
        "channels move the same property as an earlier channel; the first one is used",
    );
    report(
        "same-time",
        same_time,
        "keys have the same time as the previous key; the later one is used",
    );
    report(
        "not-unit-length",
        off_length,
        "rotations are not of unit length; they are scaled to 1",
    );
    Ok(Source {
        said,
        tracks,
        inputs,
        holes,
        findings,
        bad_keys,
    })
}

/// Removes the keys with numbers that are not finite, unless they are at least half of the keys or the track is a
/// spline, whose tangents depend on all keys. Adds the times around each hole to `holes`. Returns the times of the
/// remaining keys; `None` if nothing was removed.
fn drop_bad_keys(track: &mut Track, times: &[f32], holes: &mut Vec<[f32; 2]>) -> Option<Vec<f32>> {
    let width = track.part.width();
    let is_spline = track.interpolation == Interpolation::CubicSpline;
    if is_spline || track.values.len() != times.len() * width {
        return None;
    }
    let values = track.values.chunks_exact(width);
    let is_good = |value: &[f32]| value.iter().all(|number| number.is_finite());
    let good: Vec<usize> = values
        .enumerate()
        .filter(|(_, value)| is_good(value))
        .map(|(key, _)| key)
        .collect();
    if good.len() == times.len() || 2 * good.len() <= times.len() {
        return None;
    }
    let first = good.first().map(|&key| [times[0], times[key]]);
    let last = good.last().map(|&key| [times[key], times[times.len() - 1]]);
    let between = good.windows(2).filter(|pair| pair[1] > pair[0] + 1);
    holes.extend(between.map(|pair| [times[pair[0]], times[pair[1]]]));
    holes.extend(first.into_iter().chain(last).filter(|[from, to]| to > from));
    track.values = good
        .iter()
        .flat_map(|&key| track.values[key * width..][..width].to_vec())
        .collect();
    Some(good.into_iter().map(|key| times[key]).collect())
}

/// The accessors of a channel's keys, and the interpolation between them.
struct Keys {
    interpolation: Interpolation,
    /// The accessor of the times.
    input: usize,
    /// The accessor of the values.
    output: usize,
}

/// Returns the keys of a channel of the animation at this index.
fn keys(root: &Root, index: usize, number: usize) -> Result<Keys, GltfError> {
    let animation = &root.animations[index];
    let sampler = animation.channels[number].sampler.value();
    let fail = |code, place: String, message: String| Err(GltfError::new(code, place, message));
    let Some(of_sampler) = animation.samplers.get(sampler) else {
        return fail(
            "no-such-index",
            format!("animations[{index}].channels[{number}]"),
            format!("samplers[{sampler}] is not there"),
        );
    };
    let place = |field| format!("animations[{index}].samplers[{sampler}].{field}");
    let Checked::Valid(interpolation) = of_sampler.interpolation else {
        let message = "it is none of LINEAR, STEP and CUBICSPLINE".into();
        return fail("invalid", place("interpolation"), message);
    };
    let (input, output) = (of_sampler.input.value(), of_sampler.output.value());
    for (field, accessor) in [("input", input), ("output", output)] {
        if accessor >= root.accessors.len() {
            let message = format!("accessors[{accessor}] is not there");
            return fail("no-such-index", place(field), message);
        }
    }
    Ok(Keys {
        interpolation,
        input,
        output,
    })
}

/// Rejects invalid key times; returns how many equal the previous one.
fn check_times(times: &[f32], place: &str) -> Result<usize, GltfError> {
    let fail = |code, message: String| Err(GltfError::new(code, place, message));
    if times.is_empty() {
        return fail("no-keys", "there is no key".into());
    }
    if let Some(key) = times.iter().position(|time| !time.is_finite()) {
        return fail(
            "not-finite",
            format!("the time of key {key} is not a finite number"),
        );
    }
    if let Some(key) = times.iter().position(|time| time.abs() > MAX_TIME_SECS) {
        return fail("too-late", format!("key {key} is at {} s", times[key]));
    }
    let mut equal = 0;
    for (key, pair) in times.windows(2).enumerate() {
        if let [before, after] = pair {
            if after < before {
                let key = key + 1;
                let message =
                    format!("key {key} is at {after} s, and the key before at {before} s");
                return fail("decreasing-times", message);
            }
            equal += usize::from(after == before);
        }
    }
    Ok(equal)
}

/// Rejects values that are invalid in a pose; returns the number of rotations that are not of unit length.
fn check_values(track: &Track, keys: usize, place: &str) -> Result<usize, GltfError> {
    let fail = |code, message: String| Err(GltfError::new(code, place, message));
    let width = track.part.width();
    let is_cubic = track.interpolation == Interpolation::CubicSpline;
    let expected = keys.saturating_mul(if is_cubic { 3 } else { 1 });
    let found = track.values.len() / width;
    if found != expected {
        return fail(
            "key-count",
            format!("{keys} keys need {expected} values, and it has {found}"),
        );
    }
    if let Some(at) = track.values.iter().position(|value| !value.is_finite()) {
        return fail(
            "not-finite",
            format!("value {} has a number that is not finite", at / width),
        );
    }
    if track.part != Part::Rotation {
        return Ok(0);
    }
    let mut off = 0;
    for (index, value) in track.values.chunks_exact(4).enumerate() {
        // In a cubic spline only the middle of three values is a rotation; the others are tangents.
        if is_cubic && index % 3 != 1 {
            continue;
        }
        let square: f64 = value.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
        if square <= 1e-12 {
            return fail("no-rotation", format!("value {index} has no direction"));
        }
        off += usize::from((square - 1.0).abs() > 0.02);
    }
    Ok(off)
}
