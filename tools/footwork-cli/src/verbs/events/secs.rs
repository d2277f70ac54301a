//! A length of time on the command line.

/// Seconds, or milliseconds with `ms`: `0.3`, `0.3s`, `300ms`. Finite and at least zero.
pub(super) fn parse(text: &str) -> Result<f64, String> {
    let (digits, scale) = match text.strip_suffix("ms") {
        Some(digits) => (digits, 1e-3),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let secs = digits.parse::<f64>().ok().map(|number| number * scale);
    secs.filter(|secs| secs.is_finite() && *secs >= 0.0)
        .ok_or_else(|| "it is not a time of at least 0 s (0.3, 0.3s, 300ms)".to_owned())
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn seconds_and_milliseconds() {
        let check = |text, expected| assert_eq!(parse(text).ok(), expected, "{text}");
        check("0.3", Some(0.3));
        check("2s", Some(2.0));
        check("500ms", Some(0.5));
        for wrong in ["", "s", "-1", "nan", "inf", "1e999", "3 s", "x"] {
            check(wrong, None);
        }
    }
}
