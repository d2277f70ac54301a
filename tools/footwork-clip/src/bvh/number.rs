//! Reads numbers from the bytes of a BVH file: plain decimals fast, any other notation with std's parser.

use super::error::{BvhErrorKind, Mistake};
use super::scan::{Scanner, is_space, shown};

impl Scanner<'_> {
    /// Reads the number that starts here and ends at white space or the end of the file.
    #[inline]
    pub(super) fn number(&mut self) -> Result<f64, Mistake> {
        match short_decimal(self.rest()) {
            Some((value, length)) => {
                self.skip(length);
                Ok(value)
            }
            None => self.any_number(),
        }
    }

    /// Reads a number in any notation, with std's parser.
    #[cold]
    fn any_number(&mut self) -> Result<f64, Mistake> {
        let at = self.at();
        let token = self.token();
        let value = std::str::from_utf8(token)
            .ok()
            .and_then(|text| text.parse::<f64>().ok());
        match value {
            Some(value) if value.is_finite() => Ok(value),
            // Windows prints NaN and infinity as `-1.#IND00`, `1.#QNAN0`, `1.#INF00`.
            None if !token.contains(&b'#') => {
                let kind = BvhErrorKind::NotANumber {
                    found: shown(token),
                };
                Err(Mistake { at, kind })
            }
            _ => {
                let kind = BvhErrorKind::NotFinite {
                    found: shown(token),
                };
                Err(Mistake { at, kind })
            }
        }
    }
}

const POWERS_OF_TEN: [f64; 16] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
];

/// Parses a plain decimal of at most 15 digits and returns its value and length; `None` for any other text. The
/// result is correctly rounded: the digits and the power of ten are both exact in f64, so only the division rounds.
#[inline]
fn short_decimal(bytes: &[u8]) -> Option<(f64, usize)> {
    let mut at = 0;
    let negative = bytes.first() == Some(&b'-');
    at += usize::from(negative);
    let first = at;
    let mut digits = 0u64;
    while let Some(digit) = bytes
        .get(at)
        .map(|b| b.wrapping_sub(b'0'))
        .filter(|&d| d < 10)
    {
        digits = digits.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    let mut count = at - first;
    let mut places = 0;
    if bytes.get(at) == Some(&b'.') {
        at += 1;
        let first = at;
        while let Some(digit) = bytes
            .get(at)
            .map(|b| b.wrapping_sub(b'0'))
            .filter(|&d| d < 10)
        {
            digits = digits.wrapping_mul(10).wrapping_add(u64::from(digit));
            at += 1;
        }
        places = at - first;
        count += places;
    }
    let ends = bytes.get(at).is_none_or(|&b| is_space(b));
    if !ends || count == 0 || count > 15 {
        return None;
    }
    let value = digits as f64 / POWERS_OF_TEN[places];
    Some((if negative { -value } else { value }, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_equal_those_parsed_by_std() {
        for text in [
            "0",
            "-0",
            "0.0000",
            "-0.0000",
            "12.3456",
            "-179.99999",
            ".5",
            "5.",
            "-.25",
            "+3",
            "1e3",
            "1E-3",
            "-2.5e+2",
            "123456789012345",
            "1234567890.12345",
            "0.1234567890123456",
            "999999999999999999999999",
            "5e-324",
            "00012",
        ] {
            let value = Scanner::new(text.as_bytes()).number().unwrap();
            assert_eq!(
                value.to_bits(),
                text.parse::<f64>().unwrap().to_bits(),
                "{text}"
            );
        }
    }

    #[test]
    fn words_that_are_not_numbers_are_rejected() {
        for text in [
            "", "-", ".", "1,5", "x", "1.2.3", "--1", "1e", "0x10", "1\0",
        ] {
            let error = Scanner::new(text.as_bytes()).number().unwrap_err();
            assert_eq!(error.kind.code(), "not-a-number", "{text}");
        }
        for text in ["nan", "-NaN", "inf", "1e999", "-1.#IND00", "1.#QNAN"] {
            let error = Scanner::new(text.as_bytes()).number().unwrap_err();
            assert_eq!(error.kind.code(), "not-finite", "{text}");
        }
    }
}
