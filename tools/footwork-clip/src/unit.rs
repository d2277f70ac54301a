//! Estimates the length unit of a file; BVH files do not state theirs.
//!
//! A person is 1.2 to 2.2 m tall, and no two named units fit the same skeleton into that range, so the height
//! of the rest pose identifies the unit.

use footwork_base::LengthUnit;

use crate::skeleton::Skeleton;

/// The heights of people in metres; a skeleton outside this range is in another unit.
const PLAUSIBLE_HEIGHTS: std::ops::RangeInclusive<f64> = 1.2..=2.2;

/// The height to scale to if no named unit gives a plausible one, in metres.
const USUAL_HEIGHT: f64 = 1.7;

/// A unit, and why it was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitChoice {
    /// The unit.
    pub unit: LengthUnit,
    /// The reason, as a sentence without a capital or a final full stop.
    pub explanation: String,
}

impl UnitChoice {
    /// Estimates the unit in which a skeleton, read as if its numbers were metres, is as tall as a person.
    ///
    /// The height is the extent of the rest pose along y, or along its longest axis if the rest pose lies down
    /// (its y extent is under 60 % of the longest). The unit is the named one that brings the height nearest to
    /// 1.7 m, if that is within 1.2 to 2.2 m; these bands do not overlap. If no named unit does, the unit is
    /// chosen to make the skeleton 1.7 m tall; a skeleton without extent is read as metres. The explanation is a
    /// sentence to show to users.
    pub fn estimate(skeleton: &Skeleton) -> Self {
        let height = rest_height(skeleton);
        if height <= 0.0 {
            return Self {
                unit: LengthUnit::Metre,
                explanation: "the rest pose has no extent, so lengths are read as metres".into(),
            };
        }
        let off = |unit: &LengthUnit| (height * unit.metres() - USUAL_HEIGHT).abs();
        let named = LengthUnit::NAMED
            .into_iter()
            .filter(|unit| PLAUSIBLE_HEIGHTS.contains(&(height * unit.metres())))
            .min_by(|a, b| off(a).total_cmp(&off(b)));
        match named {
            Some(unit) => Self {
                unit,
                explanation: format!(
                    "the rest pose is {height:.4} units tall, which is {:.2} m if the unit is {unit}",
                    height * unit.metres(),
                ),
            },
            None => Self {
                unit: LengthUnit::Custom(USUAL_HEIGHT / height),
                explanation: format!(
                    "the rest pose is {height:.4} units tall, which is no person's height in any \
                     known unit, so it is scaled to {USUAL_HEIGHT} m"
                ),
            },
        }
    }
}

/// Returns the height of the rest pose, or its length if it lies down.
fn rest_height(skeleton: &Skeleton) -> f64 {
    let positions = skeleton.rest_positions();
    let extent = |axis: usize| {
        let (low, high) = positions
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| {
                (low.min(p[axis]), high.max(p[axis]))
            });
        high - low
    };
    let longest = extent(0).max(extent(1)).max(extent(2));
    let upright = extent(1);
    if upright >= 0.6 * longest {
        upright
    } else {
        longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::{Joint, JointId};

    fn check(head: [f32; 3], expected: LengthUnit) {
        let joint = |parent, offset| Joint {
            name: "j".into(),
            parent,
            offset,
            is_end: false,
        };
        let skeleton = Skeleton::new(vec![
            joint(None, [0.0; 3]),
            joint(Some(JointId::new(0)), head),
        ]);
        let choice = UnitChoice::estimate(&skeleton.unwrap());
        assert_eq!(choice.unit, expected, "{}", choice.explanation);
    }

    #[test]
    fn people_are_recognised_in_every_unit() {
        check([0.0, 1.6, 0.0], LengthUnit::Metre);
        check([0.0, 171.0, 0.0], LengthUnit::Centimetre);
        check([0.0, 1850.0, 0.0], LengthUnit::Millimetre);
        check([0.0, 70.0, 0.0], LengthUnit::Inch);
        check([0.0, 5.5, 0.0], LengthUnit::Foot);
        check([0.0, 25.4, 0.0], LengthUnit::Cmu);
        check([3.0, 2.0, 171.0], LengthUnit::Centimetre);
    }

    #[test]
    fn other_sizes_are_scaled_and_nothing_is_metres() {
        check([0.0, 17.0, 0.0], LengthUnit::Custom(USUAL_HEIGHT / 17.0));
        check([0.0, 0.0, 0.0], LengthUnit::Metre);
    }
}
