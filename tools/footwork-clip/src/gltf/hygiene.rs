//! Counts faulty keys of an animation.

use gltf_json::animation::Interpolation;

use super::animation::Source;
use super::track::{Part, Track};
use crate::key_faults::KeyFaults;
use crate::rig::Rig;

/// The maximum difference between a scale and the first scale of its track, as a share.
const SHARE: f32 = 1e-3;

/// The maximum difference between the values of a constant track.
const SAME: f32 = 1e-6;

/// The maximum distance of a key from a frame, in frames.
const OFF_FRAMES: f64 = 0.02;

/// Returns the faults of the tracks that move joints. `start_secs` is the time of the first frame, and `rate` the number
/// of frames per second.
pub(super) fn key_faults(rig: &Rig, source: &Source, start_secs: f64, rate: f64) -> KeyFaults {
    let mut faults = KeyFaults {
        not_finite: source.bad_keys,
        ..KeyFaults::default()
    };
    for track in &source.tracks {
        let keys: Vec<&[f32]> = keys(track).collect();
        match track.part {
            Part::Rotation => {
                let joint = rig.joint_of(track.node);
                let mut before = None;
                for (key, time) in keys.iter().zip(times(source, track)) {
                    let Ok(key) = <[f32; 4]>::try_from(*key) else {
                        continue;
                    };
                    let frame = (f64::from(*time) - start_secs) * rate;
                    faults.add_rotation(key, before, frame, joint);
                    // Without interpolation, the sign of a key has no effect.
                    before = (track.interpolation != Interpolation::Step).then_some(key);
                }
            }
            Part::Scale => {
                let first = keys.first().copied().unwrap_or_default();
                let differs = |key: &&&[f32]| {
                    let mut parts = first.iter().zip(key.iter());
                    parts.any(|(a, b)| (a - b).abs() > SHARE * a.abs())
                };
                faults.scaled += keys.iter().filter(differs).count();
            }
            Part::Translation => {}
        }
        faults.constant_tracks += usize::from(keys.len() > 1 && is_constant(track));
        let is_off = |time: &&f32| {
            let frame = (f64::from(**time) - start_secs) * rate;
            // Times are f32 values.
            let rounding = frame.abs() / 4_194_304.0;
            (frame - libm::round(frame)).abs() > OFF_FRAMES + rounding
        };
        faults.off_grid += times(source, track).filter(is_off).count();
    }
    faults
}

/// Iterates over the times of the keys of a track, in seconds.
fn times<'a>(source: &'a Source, track: &Track) -> impl Iterator<Item = &'a f32> {
    source.inputs.get(track.input).into_iter().flatten()
}

/// Iterates over the values of a track at its keys, without the tangents of splines.
fn keys(track: &Track) -> impl Iterator<Item = &[f32]> {
    let is_cubic = track.interpolation == Interpolation::CubicSpline;
    let values = track.values.chunks_exact(track.part.width());
    let is_value = move |index: usize| !is_cubic || index % 3 == 1;
    values
        .enumerate()
        .filter(move |(index, _)| is_value(*index))
        .map(|(_, value)| value)
}

/// Returns whether all keys have the same value and all tangents of a spline are 0.
fn is_constant(track: &Track) -> bool {
    let width = track.part.width();
    let is_cubic = track.interpolation == Interpolation::CubicSpline;
    let mut keys = keys(track);
    let Some(first) = keys.next() else {
        return false;
    };
    let is_near = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= SAME);
    // A quaternion and its negative are the same rotation.
    let is_opposite = |a: &[f32], b: &[f32]| {
        track.part == Part::Rotation && a.iter().zip(b).all(|(a, b)| (a + b).abs() <= SAME)
    };
    let mut tangents = track.values.chunks_exact(width).enumerate();
    let is_still = tangents.all(|(index, value)| {
        !is_cubic || index % 3 == 1 || value.iter().all(|part| part.abs() <= SAME)
    });
    is_still && keys.all(|key| is_near(first, key) || is_opposite(first, key))
}
