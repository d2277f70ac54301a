//! Units of length, as named in motion files and settings.

use std::str::FromStr;

/// A length unit.
///
/// Parsing ignores case, and also accepts the full names, such as `metres`.
///
/// ```
/// use footwork_base::LengthUnit;
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
    /// Any other unit, given by its length in metres and written as a number.
    /// [`LengthUnit::from_metres`] and parsing ensure that the number is finite and above 0.
    Custom(f64),
}

impl LengthUnit {
    /// Every unit with a name.
    pub const NAMED: [Self; 6] = [
        Self::Metre,
        Self::Centimetre,
        Self::Millimetre,
        Self::Inch,
        Self::Foot,
        Self::Cmu,
    ];

    /// Returns the unit with a length of `metres`; `None` unless the number is finite and above 0.
    pub fn from_metres(metres: f64) -> Option<Self> {
        (metres.is_finite() && metres > 0.0).then_some(Self::Custom(metres))
    }

    /// Returns the length of one unit in metres.
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
}

crate::display! { LengthUnit:
    Self::Metre => "m";
    Self::Centimetre => "cm";
    Self::Millimetre => "mm";
    Self::Inch => "in";
    Self::Foot => "ft";
    Self::Cmu => "cmu";
    Self::Custom(metres) => "{metres}";
}

/// The text is not a length unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseUnitError;

crate::display! { ParseUnitError:
    _ => "a length unit is m, cm, mm, in, ft, cmu, or its length in metres, a number above 0";
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

    #[test]
    fn units_print_and_read_back() {
        for unit in LengthUnit::NAMED
            .into_iter()
            .chain([LengthUnit::Custom(0.1)])
        {
            assert_eq!(unit.to_string().parse(), Ok(unit));
        }
        for text in ["", "0", "-1", "nan", "inf", "yard", "1e999"] {
            assert_eq!(text.parse::<LengthUnit>(), Err(ParseUnitError), "{text}");
        }
    }
}
