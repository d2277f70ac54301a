//! Seconds in files: parsing, printing, and conversion from frames.

use footwork_base::{FrameRate, Seconds};

/// The maximum time in a clip, in seconds.
const MAX_SECS: f64 = 1e9;

/// The number of decimals in written times.
const PLACES: usize = 9;

/// The resolution of written times, in seconds.
pub(super) const STEP_SECS: f64 = 1e-9;

/// Parses seconds as a decimal number such as `1.5e-3`; the error is a message.
pub(super) fn parse(text: &str) -> Result<Seconds, String> {
    let number: f64 = text
        .parse()
        .map_err(|_| format!("`{}` is not a number of seconds", shown(text)))?;
    if !number.is_finite() || number.is_sign_negative() && number != 0.0 || number > MAX_SECS {
        return Err(format!("{number} s is not a time of a clip"));
    }
    // A number with too many digits for exact arithmetic is parsed as an f64.
    let exact = || text.parse().ok();
    let rounded = || format!("{:.9}", number.abs()).parse().ok();
    exact()
        .or_else(rounded)
        .ok_or_else(|| format!("{number} s is not a time of a clip"))
}

/// Returns the time of a whole frame in nanoseconds, rounded to the nearest.
pub(super) fn nanos_of(frame: u32, rate: FrameRate) -> u128 {
    steps_of(frame, rate, 1_000_000_000)
}

/// Returns the time of a whole frame in steps of 1 / `per_sec` seconds, rounded to the nearest;
/// `per_sec` is at most 10^9.
pub(super) fn steps_of(frame: u32, rate: FrameRate, per_sec: u64) -> u128 {
    let product = u128::from(frame) * u128::from(per_sec) * u128::from(rate.denominator());
    let divisor = u128::from(rate.numerator());
    (product + divisor / 2) / divisor
}

/// Converts a time in frames to steps of 1 / `per_sec` seconds.
pub(super) fn event_steps(time: f64, rate: FrameRate, per_sec: u32) -> f64 {
    let secs = time * rate.denominator() as f64 / rate.numerator() as f64;
    (secs * f64::from(per_sec)).round()
}

/// Formats nanoseconds as seconds, with as many decimals as needed.
pub(super) fn print_nanos(nanos: u128) -> String {
    let (whole, rest) = (nanos / 1_000_000_000, nanos % 1_000_000_000);
    trimmed(format!("{whole}.{rest:0PLACES$}"))
}

/// Formats the time of an event in seconds.
pub(super) fn print_event(time: f64, rate: FrameRate) -> String {
    let secs = time * rate.denominator() as f64 / rate.numerator() as f64;
    trimmed(format!("{secs:.PLACES$}"))
}

fn trimmed(text: String) -> String {
    let text = text.trim_end_matches('0');
    match text.strip_suffix('.') {
        Some(whole) => whole.to_owned(),
        None => text.to_owned(),
    }
}

/// Returns a word shortened and escaped for a message.
pub(super) fn shown(word: &str) -> String {
    word.chars().take(40).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_of_other_programs_are_read() {
        let check = |text: &str, expected: Option<&str>| {
            let found = parse(text).ok().map(|secs| secs.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        };
        check("1.25", Some("1.25s"));
        check("1.5e-3", Some("0.0015s"));
        check("0.30000000000000004440892", Some("0.3s"));
        check("-0", Some("0s"));
        for text in ["", "-1", "NaN", "inf", "1e300", "1 s", "n/a"] {
            check(text, None);
        }
    }

    #[test]
    fn frames_are_written_to_the_nearest_nanosecond() {
        let print = |frame, rate: &str| print_nanos(nanos_of(frame, rate.parse().unwrap()));
        assert_eq!(print(30, "120"), "0.25");
        assert_eq!(print(1, "30000/1001"), "0.033366667");
        assert_eq!(print(120, "120"), "1");
    }
}
