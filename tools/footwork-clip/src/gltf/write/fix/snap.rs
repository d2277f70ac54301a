//! Keys that lie slightly off a frame move onto it.

use std::collections::{BTreeMap, BTreeSet};

use footwork_base::{FrameRate, to_f32};

use super::{KeyFixes, Keys};

/// The maximum distance, in frames, of a key that counts as on a frame.
const ON_FRAMES: f64 = 1e-3;

/// The maximum distance, in frames, by which a key moves.
const MAX_FRAMES: f64 = 0.25;

impl Keys<'_> {
    /// Moves the keys of all animations onto the frames of a rate, which begin at the first key of each animation. Returns
    /// the first and the last time of each changed accessor.
    ///
    /// A key that lies farther from its frame, or whose frame has another key, does not move. The order of keys never
    /// changes.
    pub(super) fn snap(
        &mut self,
        rate: FrameRate,
        fixes: &mut KeyFixes,
    ) -> BTreeMap<usize, [f32; 2]> {
        let mut changed = BTreeMap::new();
        let mut seen = BTreeSet::new();
        let root = self.root;
        for animation in &root.animations {
            let inputs: BTreeSet<usize> = animation
                .samplers
                .iter()
                .map(|sampler| sampler.input.value())
                .collect();
            let starts = inputs.iter().filter_map(|&input| {
                let place = self.place(input).filter(|place| place.width == 1)?;
                self.value(place, 0).first().copied()
            });
            let start = f64::from(starts.fold(f32::INFINITY, f32::min));
            for input in inputs {
                if seen.insert(input)
                    && let Some(ends) = self.snap_times(input, start, rate.as_f64(), fixes)
                {
                    changed.insert(input, ends);
                }
            }
        }
        changed
    }

    fn snap_times(
        &mut self,
        input: usize,
        start: f64,
        rate: f64,
        fixes: &mut KeyFixes,
    ) -> Option<[f32; 2]> {
        let place = self.place(input).filter(|place| place.width == 1)?;
        let times: Vec<f32> = (0..place.count)
            .flat_map(|key| self.value(place, key))
            .collect();
        let frames: Vec<f64> = times
            .iter()
            .map(|time| (f64::from(*time) - start) * rate)
            .collect();
        let mut moved = times.clone();
        for (key, &frame) in frames.iter().enumerate() {
            let on = libm::round(frame);
            let off = (frame - on).abs();
            // Times are f32 values.
            if off <= ON_FRAMES + frame.abs() / 4_194_304.0 {
                continue;
            }
            let shares = |other: usize| {
                frames
                    .get(other)
                    .is_some_and(|other| libm::round(*other) == on)
            };
            let is_shared = key.checked_sub(1).is_some_and(shares) || shares(key + 1);
            if off > MAX_FRAMES || is_shared {
                fixes.left_off_grid += 1;
                continue;
            }
            moved[key] = to_f32(start + on / rate);
            fixes.snapped += 1;
        }
        if moved == times {
            return None;
        }
        for (key, time) in moved.iter().enumerate() {
            self.set(place, key, &[*time]);
        }
        Some([*moved.first()?, *moved.last()?])
    }
}
