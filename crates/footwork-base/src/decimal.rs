//! Reads plain decimals, which write times and periods, as whole numbers.

/// The maximum number of digits after the point. `10^18` fits u64, and the products of times and
/// rates fit u128.
pub(crate) const MAX_PLACES: u32 = 18;

/// Reads a plain decimal (`12`, `.5`, `0.25`, `3.`). Returns its digits as a number, and how many
/// of the digits follow the point. Zeros at the end count as digits, because they show how
/// precisely a period was printed. Returns `None` for any other text.
pub(crate) fn parse_decimal(text: &str) -> Option<(u64, u32)> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let scale = u32::try_from(fraction.len()).ok()?;
    if scale > MAX_PLACES {
        return None;
    }
    let mut digits = 0u64;
    for byte in whole.bytes().chain(fraction.bytes()) {
        if !byte.is_ascii_digit() {
            return None;
        }
        digits = digits
            .checked_mul(10)?
            .checked_add(u64::from(byte - b'0'))?;
    }
    Some((digits, scale))
}
