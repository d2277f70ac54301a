//! Estimates the length unit of a file from the size of the body in it.
//!
//! BVH files do not state their unit, and the units that other files state are sometimes wrong. A person's body,
//! measured without the arms on the frames of a clip (see [`Evidence`]), is about 1.7 m tall. The known units differ so
//! much that only one of them gives a size near that. Rest poses are not measured, because in many files all offsets
//! lie along one axis, or the legs have no length at rest.
//!
//! [`Evidence`]: crate::evidence::Evidence

use std::ops::RangeInclusive;

use footwork_base::LengthUnit;

use crate::number::to_u32;

/// The most likely size of a body, in metres.
const USUAL_SIZE_M: f64 = 1.7;

/// The sizes of people, in metres.
const PLAUSIBLE_SIZES_M: RangeInclusive<f64> = 0.9..=2.3;

/// A unit, and why it was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitChoice {
    /// The unit.
    pub unit: LengthUnit,
    /// The reason, as a sentence without a capital or a final full stop.
    pub explanation: String,
}

impl UnitChoice {
    /// Returns the named unit in which a body of this size is nearest to the usual size of a person, by ratio.
    ///
    /// ```
    /// use footwork_base::LengthUnit;
    /// use footwork_clip::UnitChoice;
    ///
    /// assert_eq!(UnitChoice::from_size(171.0).unit, LengthUnit::Centimetre);
    /// assert_eq!(UnitChoice::from_size(25.7).unit, LengthUnit::Cmu);
    /// ```
    ///
    /// For a body without extent, the unit is metres. The explanation is a sentence to show to users.
    pub fn from_size(size: f64) -> Self {
        if !(size.is_finite() && size > 0.0) {
            return Self {
                unit: LengthUnit::Metre,
                explanation: "the body has no extent, so lengths are read as metres".into(),
            };
        }
        let unit = nearest(size, LengthUnit::NAMED).unwrap_or(LengthUnit::Metre);
        let explanation = format!(
            "the posed body measures {} units, which is {} m if the unit is {unit}",
            short(size),
            short(size * unit.metres())
        );
        Self { unit, explanation }
    }

    /// Returns the unit to use instead of the stated one if a body of this size in metres is implausible. It is the
    /// named unit, or the number of metres, that brings the body nearest to the size of a person. `None` if the size is
    /// plausible, from 0.9 to 2.3 m, if the body has no extent, or if no unit makes the size plausible.
    ///
    /// ```
    /// use footwork_base::LengthUnit;
    /// use footwork_clip::UnitChoice;
    ///
    /// assert_eq!(UnitChoice::instead_of_metres(25.7), Some(LengthUnit::Cmu));
    /// assert_eq!(UnitChoice::instead_of_metres(1.2), None);
    /// assert_eq!(UnitChoice::instead_of_metres(0.017), Some(LengthUnit::Custom(100.0)));
    /// ```
    pub fn instead_of_metres(size_m: f64) -> Option<LengthUnit> {
        if Self::is_plausible(size_m) {
            return None;
        }
        let larger = [10.0, 100.0, 1000.0].map(LengthUnit::Custom);
        let better = nearest(size_m, LengthUnit::NAMED.into_iter().chain(larger));
        better.filter(|unit| PLAUSIBLE_SIZES_M.contains(&(size_m * unit.metres())))
    }

    /// Whether this is a plausible size of a person: from 0.9 to 2.3 m, or no extent at all.
    pub fn is_plausible(size_m: f64) -> bool {
        size_m <= 0.0 || PLAUSIBLE_SIZES_M.contains(&size_m)
    }
}

/// Returns a number above 0 with three significant digits.
pub fn short(number: f64) -> String {
    let digits = 2.0 - libm::floor(libm::log10(number));
    let scale = libm::pow(10.0, digits);
    let rounded = libm::round(number * scale) / scale;
    if rounded.is_finite() {
        let places = digits.clamp(0.0, 12.0);
        let text = format!("{rounded:.*}", usize::try_from(to_u32(places)).unwrap_or(0));
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text
        }
    } else {
        number.to_string()
    }
}

/// Returns the unit in which a size is nearest to a person's.
fn nearest(size: f64, units: impl IntoIterator<Item = LengthUnit>) -> Option<LengthUnit> {
    let off = |unit: &LengthUnit| libm::fabs(libm::log(size * unit.metres() / USUAL_SIZE_M));
    units.into_iter().min_by(|a, b| off(a).total_cmp(&off(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(size: f64, expected: LengthUnit) {
        let choice = UnitChoice::from_size(size);
        assert_eq!(choice.unit, expected, "{}", choice.explanation);
    }

    #[test]
    fn people_are_recognised_in_every_unit() {
        for person in [1.2, 1.5, 1.7, 1.9, 2.2] {
            for unit in LengthUnit::NAMED {
                check(person / unit.metres(), unit);
            }
        }
    }

    #[test]
    fn other_sizes_get_the_nearest_named_unit_and_a_body_without_extent_gets_metres() {
        check(17.0, LengthUnit::Cmu);
        check(1e6, LengthUnit::Millimetre);
        check(0.01, LengthUnit::Metre);
        check(0.0, LengthUnit::Metre);
        check(f64::INFINITY, LengthUnit::Metre);
    }
}
