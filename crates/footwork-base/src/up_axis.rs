//! The axis of a clip file that points up, as named in the settings.

use std::str::FromStr;

/// The direction of a file's coordinates that points up.
///
/// ```
/// use footwork_base::UpAxis;
///
/// assert_eq!("z".parse(), Ok(UpAxis::Z));
/// assert_eq!(UpAxis::MinusY.to_string(), "-y");
/// assert_eq!(UpAxis::MinusY.direction(), [0.0, -1.0, 0.0]);
/// assert!("up".parse::<UpAxis>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum UpAxis {
    /// +x, written `x`.
    X,
    /// +y, written `y`.
    #[default]
    Y,
    /// +z, written `z`.
    Z,
    /// -x, written `-x`.
    MinusX,
    /// -y, written `-y`.
    MinusY,
    /// -z, written `-z`.
    MinusZ,
}

impl UpAxis {
    /// Every direction, in the order of the enum.
    pub const ALL: [Self; 6] = [
        Self::X,
        Self::Y,
        Self::Z,
        Self::MinusX,
        Self::MinusY,
        Self::MinusZ,
    ];

    /// Returns the index of the axis, 0 for x, 1 for y and 2 for z, and the sign of the direction
    /// along the axis.
    pub fn index_and_sign(self) -> (usize, f64) {
        match self {
            Self::X => (0, 1.0),
            Self::Y => (1, 1.0),
            Self::Z => (2, 1.0),
            Self::MinusX => (0, -1.0),
            Self::MinusY => (1, -1.0),
            Self::MinusZ => (2, -1.0),
        }
    }

    /// Returns the unit vector that points up.
    pub fn direction(self) -> [f64; 3] {
        let (axis, sign) = self.index_and_sign();
        std::array::from_fn(|at| if at == axis { sign } else { 0.0 })
    }
}

crate::display! { UpAxis:
    Self::X => "x";
    Self::Y => "y";
    Self::Z => "z";
    Self::MinusX => "-x";
    Self::MinusY => "-y";
    Self::MinusZ => "-z";
}

/// The text is not the name of an up axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseUpAxisError;

crate::display! { ParseUpAxisError:
    _ => "an up axis is x, y, z, -x, -y or -z";
}

impl std::error::Error for ParseUpAxisError {}

impl FromStr for UpAxis {
    type Err = ParseUpAxisError;

    fn from_str(text: &str) -> Result<Self, ParseUpAxisError> {
        let lower = text.to_ascii_lowercase();
        let name = lower.strip_prefix('+').unwrap_or(&lower);
        let named = Self::ALL.into_iter().find(|axis| axis.to_string() == name);
        named.ok_or(ParseUpAxisError)
    }
}
