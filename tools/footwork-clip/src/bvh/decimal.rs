//! Parses frame times, including scientific notation and numbers with more digits than a rate can hold.
//!
//! A BVH file prints the period of a frame, such as `0.0083333`, and a clip needs the rate as a fraction.
//! [`FrameRate::from_printed_period`] recovers it from a plain decimal; this module rewrites every other notation as a
//! plain decimal. It works on the digits of the text and not on an f64, because the number of printed places shows the
//! precision of the period.

use footwork_base::FrameRate;

/// Returns the rate of a printed frame time. Accepts scientific notation such as `8.3333E-03` and rounds to
/// 18 decimal places. `None` unless the text is a number above 0.
pub(super) fn rate_of(text: &str) -> Option<FrameRate> {
    let plain = text.strip_prefix('+').unwrap_or(text);
    FrameRate::from_printed_period(plain)
        .or_else(|| FrameRate::from_printed_period(&expand(plain)?))
}

/// Rewrites the number without an exponent and with at most 18 decimal places.
fn expand(text: &str) -> Option<String> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
    if digits.is_empty() || digits.len() > 100 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    // The number of digits before the point. Outside -40 to 20, the number is too small or too large for a period,
    // unless it starts with many zeros, which does not occur in files.
    let point = i32::try_from(whole.len()).ok()?.checked_add(exponent)?;
    if !(-40..=20).contains(&point) {
        return None;
    }
    if point < 0 {
        let zeros = usize::try_from(-point).ok()?;
        digits.splice(0..0, std::iter::repeat_n(b'0', zeros));
    }
    let point = usize::try_from(point.max(0)).ok()?;
    while digits.len() < point {
        digits.push(b'0');
    }
    let round_up = digits.get(point + 18).is_some_and(|&d| d >= b'5');
    digits.truncate(point + 18);
    if round_up {
        let nines = digits.iter().rev().take_while(|&&d| d == b'9').count();
        let keep = digits.len() - nines;
        // All digits are nines and rounding would need one more; no frame time looks like that.
        digits[..keep].last_mut().map(|d| *d += 1)?;
        digits[keep..].fill(b'0');
    }
    // Drops digits beyond what 64 bits hold; leading zeros do not count.
    while digits.len() > point && digits.iter().skip_while(|&&d| d == b'0').count() > 19 {
        digits.pop();
    }
    let text = String::from_utf8(digits).ok()?;
    Some(format!("{}.{}", &text[..point], &text[point..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_of_a_frame_time_gives_its_rate() {
        let check = |text: &str, expected: &str| {
            let rate = rate_of(text).map(|rate| rate.to_string());
            assert_eq!(rate.as_deref(), Some(expected), "{text}");
        };
        check(".0083333", "120");
        check("+0.0083333", "120");
        check("8.3333E-03", "120");
        check("8.33333e-3", "120");
        check("3.33333333333333333333333333333e-2", "30");
        check("0.0083333333333333333333333333", "120");
        check("0.033366700000000000", "10000000/333667");
        check("1e0", "1");
        check("2.5", "2/5");
        // An f32 printed as a double.
        check("0.03333333507180214", "30");
        check("0.0071428571827709675", "140");
        check("8.333333767950535e-3", "120");
    }

    #[test]
    fn texts_that_are_not_frame_times_give_none() {
        for text in [
            "",
            "0",
            "0e5",
            "-1",
            "nan",
            "1e",
            "e3",
            "1e99999999999",
            "1e-300",
            ".",
            "x",
        ] {
            assert_eq!(rate_of(text), None, "{text}");
        }
    }
}
