//! Whole microseconds. Seconds are rounded to them once, on input, so sums and ties are exact.

/// The largest time that control switching accepts, in seconds before or after 0: 115 days.
pub const MAX_CONTROL_SECS: f64 = 1e7;

/// The largest time by which an arrival may be in the past, in seconds. An earlier arrival is from another clock or an
/// old search.
pub const MAX_LATE_SECS: f64 = 1.0;
pub(super) const MAX_LATE: Micros = Micros::new(1_000_000);

/// A time or duration in whole microseconds.
///
/// ```
/// use footwork_flight::Micros;
///
/// assert_eq!(Micros::from_secs(0.4), Some(Micros::new(400_000)));
/// assert_eq!(Micros::from_secs(f64::NAN), None);
/// assert_eq!(Micros::new(1_500_000).secs(), 1.5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Micros(i64);

impl Micros {
    /// Zero.
    pub const ZERO: Self = Self(0);

    /// Returns a time of `micros` microseconds.
    pub const fn new(micros: i64) -> Self {
        Self(micros)
    }

    /// Returns the number of microseconds.
    pub const fn number(self) -> i64 {
        self.0
    }

    /// Rounds seconds to whole microseconds, half away from zero. Returns `None` for NaN and for times beyond
    /// [`MAX_CONTROL_SECS`].
    #[allow(
        clippy::cast_possible_truncation,
        reason = "a whole number below 1e13 in size"
    )]
    pub fn from_secs(secs: f64) -> Option<Self> {
        let is_within = secs.abs() <= MAX_CONTROL_SECS;
        is_within.then(|| Self(libm::round(secs * 1e6) as i64))
    }

    /// Returns the time in seconds.
    pub fn secs(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// Returns the sum, which saturates.
    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// Returns the difference, which saturates.
    pub(super) const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}
