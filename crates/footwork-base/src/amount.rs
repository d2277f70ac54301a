//! Lengths of time in frames or seconds, as people write them.

use std::fmt;
use std::str::FromStr;

use crate::rate::FrameRate;
use crate::time::Seconds;

/// A length of time in a query or a predicate. It is in frames, or in seconds. Seconds are converted to frames at the
/// rate of each clip.
///
/// ```
/// use footwork_base::{Amount, FrameRate};
///
/// let amount = Amount::Time("0.5".parse().unwrap());
/// assert_eq!(amount.in_frames(FrameRate::whole(120).unwrap()), 60);
/// assert_eq!(Amount::Frames(12).in_frames(FrameRate::whole(30).unwrap()), 12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// A whole number of frames, at any rate.
    Frames(u32),
    /// A time in seconds.
    Time(Seconds),
}

impl Amount {
    /// Returns the amount in frames of a clip with the rate `rate`, rounded half away from zero. The result is
    /// `u32::MAX` if the amount has more frames than that.
    pub fn in_frames(self, rate: FrameRate) -> u32 {
        match self {
            Self::Frames(frames) => frames,
            Self::Time(secs) => secs.to_frames(rate).unwrap_or(u32::MAX),
        }
    }

    /// Parses digits and the unit after them, which is empty, `s` or `ms`. Returns `None` if they are not an amount.
    ///
    /// ```
    /// use footwork_base::Amount;
    ///
    /// assert_eq!(Amount::from_parts("12", ""), Some(Amount::Frames(12)));
    /// assert_eq!(Amount::from_parts("200", "ms"), Amount::from_parts("0.2", "s"));
    /// assert_eq!(Amount::from_parts("1.5", ""), None, "frames are whole");
    /// ```
    pub fn from_parts(digits: &str, unit: &str) -> Option<Self> {
        let is_whole = digits.bytes().all(|b| b.is_ascii_digit());
        match unit {
            "" if is_whole => digits.parse().ok().map(Self::Frames),
            "s" => digits.parse().ok().map(Self::Time),
            "ms" => {
                let millis: Seconds = digits.parse().ok()?;
                millis.as_thousandths().ok().map(Self::Time)
            }
            _ => None,
        }
    }
}

/// The text is not an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseAmountError;

crate::display! { ParseAmountError:
    _ => "an amount is frames (12), seconds (0.5s) or milliseconds (200ms)";
}

impl std::error::Error for ParseAmountError {}

impl FromStr for Amount {
    type Err = ParseAmountError;

    fn from_str(text: &str) -> Result<Self, ParseAmountError> {
        let unit = text
            .find(|c: char| c.is_ascii_alphabetic())
            .unwrap_or(text.len());
        Self::from_parts(&text[..unit], &text[unit..]).ok_or(ParseAmountError)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frames(frames) => frames.fmt(f),
            Self::Time(secs) => secs.fmt(f),
        }
    }
}
