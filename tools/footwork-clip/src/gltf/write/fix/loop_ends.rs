//! Copies of the first pose at the end of a loop.

use gltf_json::animation::{Animation, Property};
use gltf_json::validation::Checked;

use super::{Keys, Place, dot, is_spline};

/// The maximum difference between the translation or scale of a copy and of the first key.
const SAME: f32 = 1e-5;

/// The maximum difference from 1 of the dot product of a copied rotation and the first one. It corresponds to 0.05°,
/// the precision of f32.
const SAME_DOT: f32 = 1e-7;

/// The minimum number of frames of a loop.
const MIN_FRAMES: usize = 3;

impl Keys<'_> {
    /// Returns how many keys to drop at the end of each track so that `kept` copies of the first pose stay; 0 if the tracks do
    /// not end with the same times, or if one of them has keys that cannot be mended.
    pub(super) fn copies_to_drop(
        &self,
        animation: &Animation,
        constant: &[bool],
        kept: usize,
    ) -> usize {
        let moving = animation.samplers.iter().enumerate().zip(constant);
        let moving = moving.filter(|(_, is_constant)| !**is_constant);
        let mut fewest: Option<usize> = None;
        let mut ends: Option<Vec<f32>> = None;
        for ((at, sampler), _) in moving {
            let places = (
                self.place(sampler.input.value()),
                self.place(sampler.output.value()),
            );
            let (Some(times), Some(values)) = places else {
                return 0;
            };
            // A single key has no end of its own.
            if times.count == 1 {
                continue;
            }
            if is_spline(sampler) || times.count != values.count {
                return 0;
            }
            let is_rotation = animation.channels.iter().any(|channel| {
                channel.sampler.value() == at
                    && channel.target.path == Checked::Valid(Property::Rotation)
            });
            let copies = self.copies(values, is_rotation).min(times.count - 1);
            let fewest = *fewest.insert(fewest.map_or(copies, |other| other.min(copies)));
            let tail = self.last_times(times, fewest + 1);
            // All tracks must lose the same frames.
            let is_same = ends.as_ref().is_none_or(|ends| {
                let mut pairs = ends.iter().zip(&tail);
                pairs.all(|(a, b)| (a - b).abs() <= SAME)
            });
            if !is_same || times.count < fewest + MIN_FRAMES {
                return 0;
            }
            ends = Some(tail);
        }
        fewest.unwrap_or(0).saturating_sub(kept)
    }

    /// Returns the number of keys at the end of a track that have the value of its first key.
    fn copies(&self, values: Place, is_rotation: bool) -> usize {
        let first = self.value(values, 0);
        let is_copy = |key: &usize| {
            let value = self.value(values, *key);
            if is_rotation {
                // A quaternion and its negative are the same rotation.
                dot(&first, &value).abs() >= 1.0 - SAME_DOT
            } else {
                first.iter().zip(&value).all(|(a, b)| (a - b).abs() <= SAME)
            }
        };
        (1..values.count).rev().take_while(is_copy).count()
    }

    /// Returns the times of the last keys, from the end backwards.
    fn last_times(&self, times: Place, count: usize) -> Vec<f32> {
        let keys = (0..times.count).rev().take(count);
        keys.flat_map(|key| self.value(times, key)).collect()
    }
}
