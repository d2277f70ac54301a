//! How long the length unit of a file is; BVH files do not say it.

use std::fmt;
use std::str::FromStr;

use crate::skeleton::Skeleton;

/// A length unit.
///
/// ```
/// use footwork_clip::LengthUnit;
///
/// assert_eq!("cm".parse(), Ok(LengthUnit::Centimetre));
/// assert_eq!("0.9".parse::<LengthUnit>().unwrap().metres(), 0.9);
/// assert_eq!(LengthUnit::Cmu.to_string(), "cmu");
/// assert!("-1".parse::<LengthUnit>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LengthUnit {
    /// Metres, written `m`.
    Metre,
    /// Centimetres, written `cm`.
    Centimetre,
    /// Millimetres, written `mm`.
    Millimetre,
    /// Inches of 2.54 cm, written `in`.
    Inch,
    /// Feet of 30.48 cm, written `ft`.
    Foot,
    /// The unit of the Carnegie Mellon motion capture database, written `cmu`: an inch divided by
    /// 0.45, which is 5.6444 cm.
    Cmu,
    /// Any other unit as its metres, written as that number. Finite and above 0 when made by
    /// [`LengthUnit::from_metres`] or parsed.
    Custom(f64),
}

/// Every unit with a name.
const NAMED: [LengthUnit; 6] = [
    LengthUnit::Metre,
    LengthUnit::Centimetre,
    LengthUnit::Millimetre,
    LengthUnit::Inch,
    LengthUnit::Foot,
    LengthUnit::Cmu,
];

/// What people stand tall, in metres; a file whose skeleton would be outside is in another unit.
const PLAUSIBLE_HEIGHTS: std::ops::RangeInclusive<f64> = 1.2..=2.2;

/// What a skeleton is scaled to when no unit makes it plausible, in metres.
const USUAL_HEIGHT: f64 = 1.7;

impl LengthUnit {
    /// The unit of this many metres; `None` unless the number is finite and above 0.
    pub fn from_metres(metres: f64) -> Option<Self> {
        (metres.is_finite() && metres > 0.0).then_some(Self::Custom(metres))
    }

    /// How many metres one unit is.
    pub fn metres(self) -> f64 {
        match self {
            Self::Metre => 1.0,
            Self::Centimetre => 0.01,
            Self::Millimetre => 0.001,
            Self::Inch => 0.0254,
            Self::Foot => 0.3048,
            Self::Cmu => 0.0254 / 0.45,
            Self::Custom(metres) => metres,
        }
    }

    /// The unit in which a skeleton, read as if its numbers were metres, is as tall as a person.
    ///
    /// The height is the extent of the rest pose along y, or along its longest axis when the rest
    /// pose lies down (its y extent is under 60 % of the longest). The unit is the named one
    /// that brings the height nearest to 1.7 m, if inside 1.2 to 2.2 m; these bands do not
    /// overlap. When none does, the unit is whatever makes the skeleton 1.7 m tall; a skeleton
    /// without extent is taken as metres. The explanation is a sentence to show.
    pub fn estimate(skeleton: &Skeleton) -> UnitChoice {
        let height = rest_height(skeleton);
        if height <= 0.0 {
            return UnitChoice {
                unit: Self::Metre,
                explanation: "the rest pose has no extent, so lengths are read as metres".into(),
            };
        }
        let off = |unit: &Self| (height * unit.metres() - USUAL_HEIGHT).abs();
        let named = NAMED
            .into_iter()
            .filter(|unit| PLAUSIBLE_HEIGHTS.contains(&(height * unit.metres())))
            .min_by(|a, b| off(a).total_cmp(&off(b)));
        match named {
            Some(unit) => UnitChoice {
                unit,
                explanation: format!(
                    "the rest pose is {height:.4} units tall, which is {:.2} m if the unit is {unit}",
                    height * unit.metres(),
                ),
            },
            None => UnitChoice {
                unit: Self::Custom(USUAL_HEIGHT / height),
                explanation: format!(
                    "the rest pose is {height:.4} units tall, which is no person's height in any \
                     known unit, so it is scaled to {USUAL_HEIGHT} m"
                ),
            },
        }
    }
}

/// How tall the rest pose stands, or how long it lies.
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

/// A unit, and why it was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitChoice {
    /// The unit.
    pub unit: LengthUnit,
    /// Why, as a sentence without a capital and a final full stop.
    pub explanation: String,
}

impl fmt::Display for LengthUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Metre => f.write_str("m"),
            Self::Centimetre => f.write_str("cm"),
            Self::Millimetre => f.write_str("mm"),
            Self::Inch => f.write_str("in"),
            Self::Foot => f.write_str("ft"),
            Self::Cmu => f.write_str("cmu"),
            Self::Custom(metres) => write!(f, "{metres}"),
        }
    }
}

/// The text is no length unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseUnitError;

impl fmt::Display for ParseUnitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a length unit is m, cm, mm, in, ft, cmu, or its metres as a number above 0")
    }
}

impl std::error::Error for ParseUnitError {}

impl FromStr for LengthUnit {
    type Err = ParseUnitError;

    fn from_str(text: &str) -> Result<Self, ParseUnitError> {
        match text.to_ascii_lowercase().as_str() {
            "m" | "metre" | "meter" | "metres" | "meters" => Ok(Self::Metre),
            "cm" | "centimetre" | "centimeter" | "centimetres" | "centimeters" => {
                Ok(Self::Centimetre)
            }
            "mm" | "millimetre" | "millimeter" | "millimetres" | "millimeters" => {
                Ok(Self::Millimetre)
            }
            "in" | "inch" | "inches" => Ok(Self::Inch),
            "ft" | "foot" | "feet" => Ok(Self::Foot),
            "cmu" => Ok(Self::Cmu),
            number => number
                .parse()
                .ok()
                .and_then(Self::from_metres)
                .ok_or(ParseUnitError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Joint, JointId};

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
        let choice = LengthUnit::estimate(&skeleton.unwrap());
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

    #[test]
    fn units_print_and_read_back() {
        for unit in NAMED.into_iter().chain([LengthUnit::Custom(0.1)]) {
            assert_eq!(unit.to_string().parse(), Ok(unit));
        }
        for text in ["", "0", "-1", "nan", "inf", "yard", "1e999"] {
            assert_eq!(text.parse::<LengthUnit>(), Err(ParseUnitError), "{text}");
        }
    }
}
