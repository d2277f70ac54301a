//! The units of channels.

use super::name::{Channel, JointMeasure, RootMeasure};
use super::window::Window;
use super::windowed::WindowedChannel;

/// A product of powers of metres, seconds and radians. Frame indices and phases have no unit.
#[derive(Clone, Copy)]
struct Dimension {
    numerator: &'static str,
    /// The power of seconds in the denominator of the unit.
    per_secs: usize,
}

const fn dimension(numerator: &'static str, per_secs: usize) -> Dimension {
    Dimension {
        numerator,
        per_secs,
    }
}

impl Dimension {
    fn from_channel(channel: &Channel) -> Self {
        match channel {
            Channel::Root(measure) => match measure {
                RootMeasure::Time => dimension("s", 0),
                RootMeasure::Frame => dimension("frames", 0),
                RootMeasure::Phase => dimension("", 0),
                RootMeasure::Speed
                | RootMeasure::SpeedX
                | RootMeasure::SpeedZ
                | RootMeasure::GaitSpeed => dimension("m", 1),
                RootMeasure::Turn => dimension("rad", 1),
                RootMeasure::Accel => dimension("m", 2),
                RootMeasure::Height => dimension("m", 0),
            },
            Channel::Joint { measure, .. } => match measure {
                JointMeasure::Speed => dimension("m", 1),
                JointMeasure::Height | JointMeasure::X | JointMeasure::Y | JointMeasure::Z => {
                    dimension("m", 0)
                }
            },
        }
    }

    fn print(self) -> String {
        let Self {
            numerator,
            per_secs,
        } = self;
        match (numerator, per_secs) {
            (_, 0) => numerator.to_owned(),
            ("s", 1) => String::new(),
            ("s", _) => format!("1/s{}", power(per_secs - 1)),
            ("", _) => format!("1/s{}", power(per_secs)),
            _ => format!("{numerator}/s{}", power(per_secs)),
        }
    }
}

/// Returns the exponent written after a unit.
fn power(exponent: usize) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let shown = exponent.to_string();
    let digits = shown.bytes().map(|digit| DIGITS[usize::from(digit - b'0')]);
    digits.filter(|_| exponent > 1).collect()
}

impl Channel {
    /// Returns the unit, such as `m/s`; empty for a number without a unit, such as `phase`.
    ///
    /// ```
    /// use footwork_clip::Channel;
    ///
    /// assert_eq!("turn".parse::<Channel>().unwrap().unit(), "rad/s");
    /// assert_eq!("LeftFoot.height".parse::<Channel>().unwrap().unit(), "m");
    /// ```
    pub fn unit(&self) -> String {
        Dimension::from_channel(self).print()
    }
}

impl WindowedChannel {
    /// Returns the unit of the channel, divided by seconds once for each `rate`.
    ///
    /// ```
    /// use footwork_clip::WindowedChannel;
    ///
    /// let unit = |text: &str| text.parse::<WindowedChannel>().unwrap().unit();
    /// assert_eq!(unit("mean(speed, 0.3s)"), "m/s");
    /// assert_eq!(unit("rate(speed)"), "m/s²");
    /// assert_eq!(unit("mean(rate(rate(accel)), 5)"), "m/s⁴");
    /// ```
    pub fn unit(&self) -> String {
        let mut dimension = Dimension::from_channel(&self.channel);
        let rates = self.windows.iter().filter(|w| **w == Window::Rate);
        dimension.per_secs += rates.count();
        dimension.print()
    }
}
