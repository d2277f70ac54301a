//! Figures as text: three significant digits, with a fitting unit.

/// Returns a time as text.
pub(crate) fn secs(secs: f64) -> String {
    let (scaled, unit) = match secs {
        s if s < 1e-6 => (s * 1e9, "ns"),
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    format!("{} {unit}", plain(scaled))
}

/// Returns a number of bytes as text.
pub(crate) fn bytes(bytes: u64) -> String {
    // The rounding does not matter for three digits.
    let value = bytes as f64;
    match value {
        b if b < 1e3 => format!("{bytes} B"),
        b if b < 1e6 => format!("{} kB", plain(b / 1e3)),
        b => format!("{} MB", plain(b / 1e6)),
    }
}

/// Returns a number without a unit, such as a ratio, as text.
pub(crate) fn plain(value: f64) -> String {
    match value.abs() {
        v if v < 1.0 => format!("{value:.3}"),
        v if v < 10.0 => format!("{value:.2}"),
        v if v < 100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{bytes, secs};

    #[test]
    fn units() {
        assert_eq!(secs(1.234e-7), "123 ns");
        assert_eq!(secs(0.0123), "12.3 ms");
        assert_eq!(bytes(999), "999 B");
        assert_eq!(bytes(1_234_567), "1.23 MB");
    }
}
