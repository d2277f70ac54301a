//! The source of a character's heading, as named in the settings.

use std::str::FromStr;

/// The source of the direction in which a character faces.
///
/// ```
/// use footwork_base::Heading;
///
/// assert_eq!("travel".parse(), Ok(Heading::Travel));
/// assert_eq!(Heading::default().to_string(), "body");
/// assert!("head".parse::<Heading>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heading {
    /// The hips and the shoulders in equal parts, written `body`.
    #[default]
    Body,
    /// The hips alone, written `hips`.
    Hips,
    /// The direction of travel, written `travel`.
    Travel,
}

crate::display! { Heading:
    Self::Body => "body";
    Self::Hips => "hips";
    Self::Travel => "travel";
}

/// The text is not the name of a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseHeadingError;

crate::display! { ParseHeadingError:
    _ => "unknown heading; use body, hips or travel";
}

impl std::error::Error for ParseHeadingError {}

impl FromStr for Heading {
    type Err = ParseHeadingError;

    fn from_str(text: &str) -> Result<Self, ParseHeadingError> {
        match text {
            "body" => Ok(Self::Body),
            "hips" => Ok(Self::Hips),
            "travel" => Ok(Self::Travel),
            _ => Err(ParseHeadingError),
        }
    }
}
