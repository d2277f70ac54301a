//! Numbers with units, as contracts write them: `"1cm"`, `"2deg"`, `"0.1m/s"`.

/// A kind of number, which has one unit in tables and accepts several in contracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Metres.
    Length,
    /// Degrees.
    Angle,
    /// Metres per second.
    Speed,
    /// Degrees per second.
    AngularSpeed,
    /// Seconds.
    Time,
    /// Frames per second.
    Rate,
    /// Metres per second cubed.
    Jerk,
    /// A number from 0 to 1, without a unit.
    Share,
    /// A number of things, without a unit.
    Count,
}

impl Quantity {
    /// Returns the unit of values in tables and JSON; empty for numbers without a unit.
    pub fn unit(self) -> &'static str {
        self.units().first().map_or("", |(unit, _)| unit)
    }

    /// Returns the accepted units with their factors, the table unit first.
    fn units(self) -> &'static [(&'static str, f64)] {
        const DEGREES: f64 = 180.0 / std::f64::consts::PI;
        match self {
            Self::Length => &[
                ("m", 1.0),
                ("cm", 0.01),
                ("mm", 0.001),
                ("in", 0.0254),
                ("ft", 0.3048),
            ],
            Self::Angle => &[("deg", 1.0), ("°", 1.0), ("rad", DEGREES)],
            Self::Speed => &[
                ("m/s", 1.0),
                ("cm/s", 0.01),
                ("mm/s", 0.001),
                ("km/h", 1.0 / 3.6),
            ],
            Self::AngularSpeed => &[("deg/s", 1.0), ("°/s", 1.0), ("rad/s", DEGREES)],
            Self::Time => &[("s", 1.0), ("ms", 0.001)],
            Self::Rate => &[("fps", 1.0), ("Hz", 1.0)],
            Self::Jerk => &[("m/s³", 1.0), ("m/s3", 1.0), ("m/s^3", 1.0)],
            Self::Share | Self::Count => &[],
        }
    }

    /// Reads a number with its unit, and returns it in the table unit.
    ///
    /// ```
    /// use footwork_sidecar::Quantity;
    ///
    /// assert_eq!(Quantity::Length.parse("1.5 cm"), Ok(0.015));
    /// assert_eq!(Quantity::Share.parse("0.15"), Ok(0.15));
    /// let error = Quantity::Speed.parse("3cm").unwrap_err();
    /// assert_eq!(error, "`3cm` needs one of the units m/s, cm/s, mm/s, km/h");
    /// ```
    ///
    /// # Errors
    /// If the text does not begin with a finite number, or if the unit is missing or not accepted. The message names
    /// the accepted units.
    pub fn parse(self, text: &str) -> Result<f64, String> {
        let trimmed = text.trim();
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
        let stop = trimmed.find(|c| !is_number(c)).unwrap_or(trimmed.len());
        let (digits, unit) = trimmed.split_at(stop);
        let number: f64 = digits
            .parse()
            .map_err(|_| format!("`{text}` does not begin with a number"))?;
        let unit = unit.trim_start();
        let units = self.units();
        if units.is_empty() {
            return match unit {
                "" => Ok(number),
                "%" if self == Self::Share => Ok(number / 100.0),
                _ => Err(format!("`{text}` must be a number without a unit")),
            };
        }
        match units.iter().find(|(name, _)| *name == unit) {
            Some((_, factor)) => Ok(number * factor),
            None => {
                let names: Vec<&str> = units.iter().map(|(name, _)| *name).collect();
                Err(format!(
                    "`{text}` needs one of the units {}",
                    names.join(", ")
                ))
            }
        }
    }

    /// Formats a value with its unit, and with a number of digits that suits its size.
    ///
    /// ```
    /// use footwork_sidecar::Quantity;
    ///
    /// assert_eq!(Quantity::Length.show(0.01234), "1.23 cm");
    /// assert_eq!(Quantity::Speed.show(1.4), "1.40 m/s");
    /// assert_eq!(Quantity::Angle.show(2.0), "2.0°");
    /// assert_eq!(Quantity::Count.show(3.0), "3");
    /// ```
    pub fn show(self, value: f64) -> String {
        // Turns -0 into 0.
        let value = value + 0.0;
        let small = value.abs() < 0.1;
        match self {
            Self::Length if small => format!("{:.2} cm", value * 100.0),
            Self::Length => format!("{value:.2} m"),
            Self::Angle => format!("{value:.1}°"),
            Self::Speed if small => format!("{:.2} cm/s", value * 100.0),
            Self::Speed => format!("{value:.2} m/s"),
            Self::AngularSpeed => format!("{value:.1}°/s"),
            Self::Time => format!("{value:.3} s"),
            Self::Rate => format!("{} fps", rounded(value)),
            Self::Jerk => format!("{value:.0} m/s³"),
            Self::Share => format!("{value:.3}"),
            Self::Count => rounded(value),
        }
    }
}

/// Returns a number with up to three decimals.
fn rounded(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
