//! Frames per second as an exact fraction, so that frame times never drift.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use crate::decimal::parse_decimal;
use crate::number::to_f32;

/// A frame rate: frames per second as a reduced, positive fraction.
///
/// Frame `i` is at `i / rate` seconds. Film and broadcast rates such as 30000/1001 are exact. The text form of a rate
/// is `120` or `30000/1001`.
///
/// ```
/// use footwork_base::FrameRate;
///
/// let ntsc: FrameRate = "30000/1001".parse().unwrap();
/// assert_eq!(ntsc.to_string(), "30000/1001");
/// assert_eq!(FrameRate::new(240, 2), FrameRate::whole(120));
/// assert!("0".parse::<FrameRate>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FrameRate {
    numerator: NonZeroU64,
    denominator: NonZeroU64,
}

impl FrameRate {
    /// One frame per second.
    pub const ONE: Self = Self {
        numerator: NonZeroU64::MIN,
        denominator: NonZeroU64::MIN,
    };

    /// Returns the rate of `numerator / denominator` frames per second, reduced; `None` if either number is zero.
    pub fn new(numerator: u64, denominator: u64) -> Option<Self> {
        let divisor = gcd(numerator, denominator);
        if divisor == 0 {
            return None;
        }
        Some(Self {
            numerator: NonZeroU64::new(numerator / divisor)?,
            denominator: NonZeroU64::new(denominator / divisor)?,
        })
    }

    /// Returns the rate of a whole number of frames per second; `None` for zero.
    pub fn whole(frames_per_sec: u64) -> Option<Self> {
        Self::new(frames_per_sec, 1)
    }

    /// Returns the numerator of the reduced fraction.
    pub fn numerator(self) -> u64 {
        self.numerator.get()
    }

    /// Returns the denominator of the reduced fraction.
    pub fn denominator(self) -> u64 {
        self.denominator.get()
    }

    /// Returns frames per second, rounded to an f64.
    pub fn as_f64(self) -> f64 {
        self.numerator() as f64 / self.denominator() as f64
    }

    /// Returns the time between two frames in seconds, rounded to an f64.
    pub fn period_secs(self) -> f64 {
        self.denominator() as f64 / self.numerator() as f64
    }

    /// Returns the rate that a file gives as a decimal period in seconds, such as `.0083333`.
    ///
    /// A printed period is rounded, so there are two candidates for the rate: first the nearest integer, then the
    /// nearest n·1000/1001. The result is the first candidate whose period rounds to the printed digits. If there is
    /// none, it is the first candidate whose period, converted to f32, rounds to the digits. Otherwise it is the exact
    /// reciprocal of the digits. Returns `None` if the text is not a plain decimal number above zero.
    ///
    /// ```
    /// use footwork_base::FrameRate;
    ///
    /// assert_eq!(FrameRate::from_printed_period(".0083333"), FrameRate::whole(120));
    /// assert_eq!(FrameRate::from_printed_period("0.0333667"), FrameRate::new(30000, 1001));
    /// assert_eq!(FrameRate::from_printed_period("0.04170"), FrameRate::new(10000, 417));
    /// // The period of 30 frames per second, as an f32.
    /// assert_eq!(FrameRate::from_printed_period("0.03333333507180214"), FrameRate::whole(30));
    /// ```
    pub fn from_printed_period(text: &str) -> Option<Self> {
        let (digits, scale) = parse_decimal(text)?;
        if digits == 0 {
            return None;
        }
        let one = 10u64.checked_pow(scale)?;
        // n = round(1000·k/period) for the family 1000/k: k = 1000 is whole, k = 1001 is broadcast.
        let nearest = |k: u128| -> Option<Self> {
            let n = (2 * k * u128::from(one) + 1000 * u128::from(digits))
                / (2 * 1000 * u128::from(digits));
            let numerator = u64::try_from(n).ok()?.checked_mul(1000)?;
            Self::new(numerator, u64::try_from(k).ok()?)
        };
        let families = || [1000, 1001].into_iter().filter_map(nearest);
        let is_printed = |rate: &Self| {
            rate.period_digits(one)
                .is_some_and(|own| own == u128::from(digits))
        };
        families()
            .find(is_printed)
            .or_else(|| families().find(|rate| rate.has_single_period(digits, one)))
            .or_else(|| Self::new(one, digits))
    }

    /// Returns whether `digits / one` seconds equal the period after rounding the period to an f32 and then to the
    /// printed decimal places.
    fn has_single_period(self, digits: u64, one: u64) -> bool {
        let printed = digits as f64 / one as f64;
        let single = f64::from(to_f32(self.period_secs()));
        // Allows half of the last decimal place, and rounding.
        (printed - single).abs() <= 0.5 / one as f64 + f64::EPSILON * single
    }

    /// Returns the period in units of `1 / one` seconds, rounded half up.
    fn period_digits(self, one: u64) -> Option<u128> {
        let product = u128::from(self.denominator()) * u128::from(one);
        let numerator = u128::from(self.numerator());
        Some(product.checked_mul(2)?.checked_add(numerator)? / (2 * numerator))
    }

    /// Returns the period in seconds as the shortest decimal that [`from_printed_period`](Self::from_printed_period)
    /// reads back as this rate, with at least seven decimal places. Returns `None` if eighteen places are not enough.
    ///
    /// ```
    /// use footwork_base::FrameRate;
    ///
    /// assert_eq!(FrameRate::whole(120).unwrap().printed_period().unwrap(), "0.0083333");
    /// ```
    pub fn printed_period(self) -> Option<String> {
        (7..=18u32).find_map(|places| {
            let one = 10u64.checked_pow(places)?;
            let digits = self.period_digits(one)?;
            let (whole, fraction) = (digits / u128::from(one), digits % u128::from(one));
            let width = usize::try_from(places).ok()?;
            let text = format!("{whole}.{fraction:0width$}");
            (Self::from_printed_period(&text) == Some(self)).then_some(text)
        })
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl fmt::Display for FrameRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator() {
            1 => write!(f, "{}", self.numerator()),
            denominator => write!(f, "{}/{denominator}", self.numerator()),
        }
    }
}

impl fmt::Debug for FrameRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FrameRate({self})")
    }
}

/// The text is not a frame rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRateError;

crate::display! { ParseRateError:
    _ => "a frame rate is a whole number above zero, or two with `/` between (30000/1001)";
}

impl std::error::Error for ParseRateError {}

impl FromStr for FrameRate {
    type Err = ParseRateError;

    fn from_str(text: &str) -> Result<Self, ParseRateError> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let number = |digits: &str| -> Option<u64> {
            (digits.bytes().all(|b| b.is_ascii_digit()))
                .then(|| digits.parse().ok())
                .flatten()
        };
        number(numerator)
            .zip(number(denominator))
            .and_then(|(n, d)| Self::new(n, d))
            .ok_or(ParseRateError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_periods_of_real_files() {
        let check = |text, n, d| {
            assert_eq!(
                FrameRate::from_printed_period(text),
                FrameRate::new(n, d),
                "{text}"
            );
        };
        check(".0083333", 120, 1);
        check("0.008333", 120, 1);
        check("0.010000", 100, 1);
        check("0.0333333", 30, 1);
        check("0.033333333333", 30, 1);
        check("0.0166667", 60, 1);
        check("0.016667", 60, 1);
        check("0.0333667", 30000, 1001);
        check("0.0417083", 24000, 1001);
        check("1", 1, 1);
        check("0.04", 25, 1);
        check("2.5", 2, 5);
        // Computed as f32, then printed as f64.
        check("0.03333333507180214", 30, 1);
        check("0.016666667535901070", 60, 1);
        check("0.033366665244102480", 30000, 1001);
        check("0.0333333351", 30, 1);
        check("0.0333333352", 1_250_000_000, 41_666_669);
    }

    /// Covers every rate that a program may hold as an f32 period, with every number of digits that it may print.
    #[test]
    fn periods_of_single_precision_read_as_their_rate() {
        for n in 5..=1000 {
            for rate in [FrameRate::whole(n), FrameRate::new(n * 1000, 1001)] {
                let rate = rate.unwrap();
                let single = to_f32(rate.period_secs());
                for text in [format!("{single:.18}"), format!("{single:.12}")] {
                    assert_eq!(FrameRate::from_printed_period(&text), Some(rate), "{text}");
                }
            }
        }
    }

    #[test]
    fn text_other_than_a_positive_decimal_is_refused() {
        for text in ["", "0", "0.0", "-1", "nan", "1e", ".", "x", "1.2.3", "0x1"] {
            assert_eq!(FrameRate::from_printed_period(text), None, "{text}");
        }
    }

    #[test]
    fn periods_print_and_read_back() {
        for n in 1..=1000 {
            for rate in [FrameRate::whole(n), FrameRate::new(n * 1000, 1001)] {
                let rate = rate.unwrap();
                let text = rate.printed_period().unwrap();
                assert_eq!(FrameRate::from_printed_period(&text), Some(rate), "{text}");
            }
        }
    }
}
