//! One number for all positions of a trace: equal traces have equal hashes, on every machine.

use std::hash::Hasher as _;

use twox_hash::XxHash3_64;

/// xxh3-64 over the little-endian f64 of rows of numbers, such as positions, as 16 digits in hex.
pub(crate) fn of_rows<const N: usize>(rows: impl Iterator<Item = [f64; N]>) -> String {
    let mut hash = XxHash3_64::new();
    for row in rows {
        hash.write(row.map(f64::to_le_bytes).as_flattened());
    }
    format!("{:016x}", hash.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_of_the_bytes_in_order() {
        // As the reference implementation has it for no bytes, and for these 48.
        assert_eq!(of_rows(std::iter::empty::<[f64; 3]>()), "2d06800538d394c2");
        let positions: [[f64; 3]; 2] = [[0.0, -0.0, 1.5], [1e9, -2.25, 1e-9]];
        let bytes = positions
            .as_flattened()
            .iter()
            .flat_map(|x| x.to_le_bytes());
        let whole = XxHash3_64::oneshot(&bytes.collect::<Vec<u8>>());
        assert_eq!(of_rows(positions.into_iter()), format!("{whole:016x}"));
    }
}
