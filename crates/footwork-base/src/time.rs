//! Seconds, and their conversion to frames.
//!
//! Each time is converted to frames only once, by exact rational arithmetic, rounded half away from zero. All later
//! computations use whole frames.

use std::fmt;
use std::str::FromStr;

use crate::decimal::{MAX_PLACES, parse_decimal};
use crate::rate::FrameRate;

/// A length of time: an exact decimal number of seconds, as written. It is never negative.
///
/// ```
/// use footwork_base::{FrameRate, Seconds};
///
/// let half: Seconds = "0.5".parse().unwrap();
/// assert_eq!(half.to_frames(FrameRate::whole(25).unwrap()), Some(13), "12.5 rounds away from 0");
/// assert_eq!(Seconds::from_millis(500), half);
/// assert_eq!(half.to_string(), "0.5s");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seconds {
    /// The digits without the decimal point. The last digit is not zero unless `scale` is 0.
    digits: u64,
    /// The number of digits after the decimal point.
    scale: u32,
}

impl Seconds {
    /// Creates a time of whole milliseconds.
    pub fn from_millis(millis: u64) -> Self {
        Self::reduced(millis, 3)
    }

    fn reduced(mut digits: u64, mut scale: u32) -> Self {
        while scale > 0 && digits.is_multiple_of(10) {
            digits /= 10;
            scale -= 1;
        }
        Self { digits, scale }
    }

    /// Returns the time with the same digits read as milliseconds: `1.5` becomes 0.0015 s.
    ///
    /// # Errors
    /// Returns an error if the result needs more than eighteen decimal places.
    pub fn as_thousandths(self) -> Result<Self, ParseSecondsError> {
        if self.scale + 3 > MAX_PLACES {
            return Err(ParseSecondsError);
        }
        Ok(Self::reduced(self.digits, self.scale + 3))
    }

    /// Returns the nearest whole frame, half away from zero; `None` if it is above `u32::MAX`.
    pub fn to_frames(self, rate: FrameRate) -> Option<u32> {
        let (numerator, denominator) = self.frames_as_fraction(rate);
        u32::try_from(round_half_up(numerator, denominator)).ok()
    }

    /// Returns the time in frames, which may be fractional. The result is the f64 nearest to the exact value. So for a
    /// time of whole frames, it is a whole number.
    ///
    /// ```
    /// use footwork_base::Seconds;
    ///
    /// let time: Seconds = "1.001".parse().unwrap();
    /// assert_eq!(time.to_fractional_frames("30000/1001".parse().unwrap()), 30.0);
    /// assert_eq!(Seconds::from_millis(10).to_fractional_frames("25".parse().unwrap()), 0.25);
    /// ```
    pub fn to_fractional_frames(self, rate: FrameRate) -> f64 {
        let (numerator, denominator) = self.frames_as_fraction(rate);
        nearest_quotient(numerator, denominator)
    }

    /// Returns the exact time in frames as a numerator and a denominator. The denominator is below 2^124.
    fn frames_as_fraction(self, rate: FrameRate) -> (u128, u128) {
        let numerator = u128::from(self.digits) * u128::from(rate.numerator());
        let denominator = u128::from(10u64.pow(self.scale)) * u128::from(rate.denominator());
        (numerator, denominator)
    }

    /// Returns the time as an f64, rounded.
    pub fn as_f64(self) -> f64 {
        self.digits as f64 / 10u64.pow(self.scale) as f64
    }
}

fn round_half_up(numerator: u128, denominator: u128) -> u128 {
    let (quotient, remainder) = (numerator / denominator, numerator % denominator);
    quotient + u128::from(remainder >= denominator - remainder)
}

/// Returns the f64 nearest to a quotient. The denominator must be below 2^127. Long division continues until there are
/// more bits than an f64 holds. The last bit is set if any further bit would be.
fn nearest_quotient(numerator: u128, denominator: u128) -> f64 {
    let (mut quotient, mut rest) = (numerator / denominator, numerator % denominator);
    let mut unit = 1.0;
    while rest > 0 && quotient < 1 << 64 {
        rest *= 2;
        quotient = quotient * 2 + u128::from(rest >= denominator);
        rest %= denominator;
        unit *= 0.5;
    }
    (quotient | u128::from(rest > 0)) as f64 * unit
}

impl FromStr for Seconds {
    type Err = ParseSecondsError;

    fn from_str(text: &str) -> Result<Self, ParseSecondsError> {
        let (digits, scale) = parse_decimal(text).ok_or(ParseSecondsError)?;
        Ok(Self::reduced(digits, scale))
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = 10u64.pow(self.scale);
        match self.scale {
            0 => write!(f, "{}s", self.digits),
            scale => write!(
                f,
                "{}.{:0width$}s",
                self.digits / one,
                self.digits % one,
                width = scale as usize
            ),
        }
    }
}

/// The text is not a plain decimal number, or has too many digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSecondsError;

crate::display! { ParseSecondsError:
    _ => "a time is a plain decimal number of at most 18 places, such as 0.25";
}

impl std::error::Error for ParseSecondsError {}

/// The reason why a floating-point time has no frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TimeError {
    /// The time is NaN or infinite.
    NotFinite,
    /// The time is before the first frame.
    Negative {
        /// The given time, in seconds.
        secs: f64,
    },
    /// The time is past the frame `u32::MAX`.
    TooLong {
        /// The given time, in seconds.
        secs: f64,
    },
}

crate::display! { TimeError:
    Self::NotFinite => "the time is not a finite number";
    Self::Negative { secs } => "the time {secs} s is negative";
    Self::TooLong { secs } => "the time {secs} s is past the last possible frame";
}

impl std::error::Error for TimeError {}

/// Returns the frame nearest to a floating-point time, and the distance of the time from that frame in frames. The
/// distance is negative if the time is before the frame. The frame is computed exactly from the bits of `secs`. Halves
/// are rounded away from zero.
///
/// ```
/// use footwork_base::{FrameRate, TimeError, frames_from_secs};
///
/// let rate = FrameRate::whole(30).unwrap();
/// assert_eq!(frames_from_secs(0.5, rate), Ok((15, 0.0)));
/// assert_eq!(frames_from_secs(f64::NAN, rate), Err(TimeError::NotFinite));
/// ```
///
/// # Errors
/// Returns an error for NaN, infinite and negative times, and for times past the frame `u32::MAX`.
pub fn frames_from_secs(secs: f64, rate: FrameRate) -> Result<(u32, f64), TimeError> {
    if !secs.is_finite() {
        return Err(TimeError::NotFinite);
    }
    if secs < 0.0 {
        return Err(TimeError::Negative { secs });
    }
    let approximate = secs * rate.as_f64();
    if approximate > f64::from(u32::MAX) + 1.0 {
        return Err(TimeError::TooLong { secs });
    }
    let frame = exact_frame(secs, rate).ok_or(TimeError::TooLong { secs })?;
    Ok((frame, approximate - f64::from(frame)))
}

/// Computes the frame as a quotient of integers, because `secs` is exactly `mantissa · 2^exponent`.
fn exact_frame(secs: f64, rate: FrameRate) -> Option<u32> {
    let bits = secs.to_bits();
    let biased = i32::try_from((bits >> 52) & 0x7ff).ok()?;
    let fraction = bits & ((1 << 52) - 1);
    let (mantissa, exponent) = match biased {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, biased - 1075),
    };
    let product = u128::from(mantissa) * u128::from(rate.numerator());
    let denominator = u128::from(rate.denominator());
    let frame = if exponent >= 0 {
        let shift = exponent.unsigned_abs();
        if product.leading_zeros() <= shift {
            return None;
        }
        round_half_up(product << shift, denominator)
    } else {
        let shift = exponent.unsigned_abs();
        if denominator.leading_zeros() <= shift {
            // The divisor exceeds 2^127 and the product is below 2^117, so the quotient rounds to zero.
            return Some(0);
        }
        round_half_up(product, denominator << shift)
    };
    u32::try_from(frame).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(text: &str) -> FrameRate {
        text.parse().unwrap()
    }

    #[test]
    fn halves_round_away_from_zero_exactly() {
        let check = |secs: &str, fps: &str, frame| {
            let secs: Seconds = secs.parse().unwrap();
            assert_eq!(secs.to_frames(rate(fps)), Some(frame), "{secs} at {fps}");
        };
        check("0.5", "25", 13);
        check("0.1", "5", 1);
        check("0.1", "15", 2);
        check("1.001", "30000/1001", 30);
        check("0", "120", 0);
        check("0.0041666", "120", 0);
        check("0.0041667", "120", 1);
    }

    #[test]
    fn fractional_frames_are_rounded_once() {
        let check = |secs: &str, fps: &str, frames: f64| {
            let secs: Seconds = secs.parse().unwrap();
            let found = secs.to_fractional_frames(rate(fps));
            assert_eq!(
                found.to_bits(),
                frames.to_bits(),
                "{secs} at {fps}: {found}"
            );
        };
        check("0.14", "50", 7.0);
        check("1.001", "30000/1001", 30.0);
        check("0", "120", 0.0);
        check("0.44", "30", 13.2);
        check("0.1", "1", 0.1);
        check("1", "1/3", 1.0 / 3.0);
        check("0.000000000000000001", "1", 1e-18);
        check(
            "0.000000000000000001",
            "1/18446744073709551615",
            1e-18 / (1u128 << 64) as f64,
        );
        check(
            "18446744073709551615",
            "18446744073709551615",
            (1u128 << 127) as f64 * 2.0,
        );
        // A number halfway between two floats gives the even one. A slightly larger number gives the upper one.
        check("9007199254740993", "1", 9007199254740992.0);
        check("9007199254740993.001", "1", 9007199254740994.0);
        // A decimal of a few digits gives the same float as the parser of Rust.
        for thousandths in 0..5000u64 {
            let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
            check(&text, "1", text.parse().unwrap());
        }
    }

    #[test]
    fn floats_convert_by_their_exact_value() {
        assert_eq!(frames_from_secs(0.5, rate("25")).unwrap().0, 13);
        // The f64 of 0.3 is slightly below 3/10, so 0.3 · 5 = 1.4999… rounds to 1.
        assert_eq!(frames_from_secs(0.3, rate("5")).unwrap().0, 1);
        assert_eq!(
            frames_from_secs(f64::MIN_POSITIVE, rate("120")).unwrap().0,
            0
        );
        assert_eq!(frames_from_secs(5e-324, rate("120")).unwrap().0, 0);
        assert_eq!(
            frames_from_secs(f64::from(u32::MAX), rate("1")).unwrap().0,
            u32::MAX
        );
        assert!(frames_from_secs(f64::from(u32::MAX), rate("2")).is_err());
        assert!(frames_from_secs(f64::MAX, rate("1/1000000")).is_err());
        assert!(frames_from_secs(-1e-9, rate("30")).is_err());
        assert!(frames_from_secs(f64::INFINITY, rate("30")).is_err());
    }

    #[test]
    fn too_long_is_refused() {
        let long: Seconds = "18446744073709551615".parse().unwrap();
        assert_eq!(long.to_frames(rate("18446744073709551615")), None);
        assert!("184467440737095516150".parse::<Seconds>().is_err());
        assert!("0.0000000000000000001".parse::<Seconds>().is_err());
    }
}
