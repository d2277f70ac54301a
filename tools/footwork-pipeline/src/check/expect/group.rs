//! Limits of a contract on the ranges of a group together: how far apart their values may be, and whether one of them
//! plays backwards.

use std::borrow::Cow;
use std::f64::consts::TAU;

use footwork_base::FrameRange;
use footwork_sidecar::Measure;
use footwork_tags::ClipId;

use super::Checked;
use super::needed::{RangeValues, Wanted};

impl Checked<'_, '_> {
    /// Compares the ranges of a group.
    pub(super) fn spreads(
        &mut self,
        ranges: &[(ClipId, FrameRange)],
        values: &[Cow<'_, RangeValues>],
    ) {
        for &(measure, most) in &self.contract.spreads {
            let name = format!("{measure} of its group");
            let mut known = self.known(measure, &name, ranges, values);
            known.sort_by(|a, b| a.0.total_cmp(&b.0));
            let is_phase = matches!(
                measure,
                Measure::LeftPhase | Measure::RightPhase | Measure::LiftPhase
            );
            let Some((spread, first, last)) = spread(&known, is_phase) else {
                continue;
            };
            self.counts.evaluated += 1;
            if spread <= most {
                continue;
            }
            let quantity = measure.quantity();
            let message = format!(
                "{measure} is {} here and {} in {} {}; the group may be {} apart and is {}",
                quantity.show(last.0),
                quantity.show(first.0),
                self.library.clips()[first.1].name,
                first.2,
                quantity.show(most),
                quantity.show(spread)
            );
            self.fail("expect-spread", last.1, last.2, message);
        }
    }

    /// Compares each range of a group with the others, forwards and played backwards.
    ///
    /// The likeness of two lift phases a and b is (1 + cos 2π(a - b)) / 2, and backwards (1 + cos 2π(a + b)) / 2. The second
    /// exceeds the first by -sin 2πa sin 2πb, so the worst pair has the largest and the smallest sine.
    pub(super) fn backwards(
        &mut self,
        ranges: &[(ClipId, FrameRange)],
        values: &[Cow<'_, RangeValues>],
    ) {
        let Some(most) = self.contract.backwards else {
            return;
        };
        let known = self.known(Measure::LiftPhase, "backwards", ranges, values);
        let sine = |at: &Ends<ClipId>| libm::sin(TAU * at.0);
        let low = known.iter().min_by(|a, b| sine(a).total_cmp(&sine(b)));
        let high = known.iter().max_by(|a, b| sine(a).total_cmp(&sine(b)));
        let (Some(low), Some(high)) = (low, high) else {
            return;
        };
        self.counts.evaluated += 1;
        let more = -sine(low) * sine(high);
        if more <= most {
            return;
        }
        let message = format!(
            "its steps are {more:.2} more like those of {} {} if one of them plays backwards; at most {most} is accepted",
            self.library.clips()[low.1].name,
            low.2
        );
        self.fail("expect-spread", high.1, high.2, message);
    }

    /// Returns the known values of a measure, and reports the ranges without one.
    fn known(
        &mut self,
        measure: Measure,
        name: &str,
        ranges: &[(ClipId, FrameRange)],
        values: &[Cow<'_, RangeValues>],
    ) -> Vec<Ends<ClipId>> {
        let mut known = Vec::new();
        for (&(clip, range), values) in ranges.iter().zip(values) {
            match values.get(&Wanted::Measure(measure)) {
                Some(Ok(reading)) => known.push((reading.value, clip, range)),
                Some(Err(reason)) => {
                    let without = [(reason.as_ref(), vec![name])].into();
                    self.not_evaluated(clip, range, &without);
                }
                None => {}
            }
        }
        known
    }
}

/// Returns the spread of sorted values, with the first and the last of them. Phases lie on a circle: their spread is
/// the circle minus the largest gap between neighbours.
fn spread<T: Copy>(
    sorted: &[(f64, T, FrameRange)],
    is_phase: bool,
) -> Option<(f64, Ends<T>, Ends<T>)> {
    let (first, last) = (*sorted.first()?, *sorted.last()?);
    if !is_phase {
        return Some((last.0 - first.0, first, last));
    }
    let mut best = (last.0 - first.0, first, last);
    for pair in sorted.windows(2) {
        let around = 1.0 - (pair[1].0 - pair[0].0);
        if around < best.0 {
            best = (around, pair[1], pair[0]);
        }
    }
    Some(best)
}

/// A value with its clip and range.
type Ends<T> = (f64, T, FrameRange);

#[cfg(test)]
mod tests {
    use footwork_base::FrameRange;

    use super::spread;

    #[test]
    fn phases_are_compared_on_a_circle() {
        let range = FrameRange::new(0, 1).unwrap();
        let check = |values: &[f64], expected: f64, is_phase: bool| {
            let sorted: Vec<_> = values.iter().map(|&value| (value, (), range)).collect();
            let (found, ..) = spread(&sorted, is_phase).unwrap();
            assert!((found - expected).abs() < 1e-12, "{values:?}: {found}");
        };
        check(&[0.02, 0.95, 0.99], 0.07, true);
        check(&[0.1, 0.4], 0.3, true);
        check(&[0.1, 0.4], 0.3, false);
        check(&[0.02, 0.95, 0.99], 0.97, false);
        assert!(spread::<()>(&[], true).is_none());
    }
}
