//! Rounds the numbers of traces for people, and computes hashes of traces, which are the same on every machine.

use std::hash::Hasher as _;

use twox_hash::XxHash3_64;

/// Returns the xxh3-64 hash of rows of numbers, such as positions, as 16 hexadecimal digits. The hashed bytes are the
/// little-endian `f64` values.
pub(crate) fn hash<const N: usize>(rows: impl Iterator<Item = [f64; N]>) -> String {
    let mut hasher = XxHash3_64::new();
    for row in rows {
        hasher.write(row.map(f64::to_le_bytes).as_flattened());
    }
    format!("{:016x}", hasher.finish())
}

/// Formats a number with the given number of decimals. A number that rounds to zero has no sign.
pub(crate) fn decimals(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    match text.trim_start_matches(['-', '0', '.']) {
        "" => text.trim_start_matches('-').to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_the_bytes_in_order() {
        // The reference implementation gives this hash for an empty input.
        assert_eq!(hash(std::iter::empty::<[f64; 3]>()), "2d06800538d394c2");
        let positions: [[f64; 3]; 2] = [[0.0, -0.0, 1.5], [1e9, -2.25, 1e-9]];
        let bytes = positions
            .as_flattened()
            .iter()
            .flat_map(|x| x.to_le_bytes());
        let whole = XxHash3_64::oneshot(&bytes.collect::<Vec<u8>>());
        assert_eq!(hash(positions.into_iter()), format!("{whole:016x}"));
    }
}
