//! Lists of whole numbers. Each number has as many bits as the largest number needs.

use std::ops::Range;

use crate::store::Store;

/// The number of zero bytes after the last number, because eight bytes are read at a time.
const AFTER: usize = 8;

/// Numbers with the same number of bits each, lowest bits first.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    pub(crate) store: Store,
    bits: u32,
}

impl Packed {
    /// Packs numbers below `end`.
    pub(crate) fn new(numbers: impl ExactSizeIterator<Item = u32>, end: usize) -> Self {
        let bits = bits(end);
        let mut bytes = vec![0; Self::bytes_of(numbers.len(), end).unwrap_or(0)];
        for (place, number) in numbers.enumerate() {
            let bit = place * bits as usize;
            let shifted = u64::from(number) << (bit % 8);
            for (byte, part) in bytes[bit / 8..].iter_mut().zip(shifted.to_le_bytes()) {
                *byte |= part;
            }
        }
        let store = bytes.into();
        Self { store, bits }
    }

    /// Views `store` as numbers below `end`. The store must have [`bytes_of`](Self::bytes_of) bytes.
    pub(crate) fn from_store(store: Store, end: usize) -> Self {
        let bits = bits(end);
        Self { store, bits }
    }

    /// Returns the number of bytes of `count` numbers below `end`; `None` if the result overflows.
    pub(crate) fn bytes_of(count: usize, end: usize) -> Option<usize> {
        let bits = count.checked_mul(bits(end) as usize)?;
        bits.div_ceil(8).checked_add(AFTER)
    }

    /// Returns the number at an index. Past the end, the result is arbitrary.
    #[inline]
    pub(crate) fn get(&self, place: usize) -> u32 {
        self.reader()(place)
    }

    /// Returns the numbers at a range of indices.
    pub(crate) fn range(&self, places: Range<usize>) -> impl Iterator<Item = u32> {
        places.map(self.reader())
    }

    #[inline]
    fn reader(&self) -> impl Fn(usize) -> u32 {
        let (bytes, bits) = (self.store.bytes(), self.bits);
        move |place| {
            let bit = place.saturating_mul(bits as usize);
            let eight = bytes.get(bit / 8..).and_then(|rest| rest.first_chunk());
            let loaded = eight.map_or(0, |eight| u64::from_le_bytes(*eight)) >> (bit % 8);
            let [a, b, c, d, ..] = (loaded & ((1 << bits) - 1)).to_le_bytes();
            u32::from_le_bytes([a, b, c, d])
        }
    }
}

/// Returns the number of bits that numbers below `end` need, at most 32.
fn bits(end: usize) -> u32 {
    let largest = u32::try_from(end.saturating_sub(1)).unwrap_or(u32::MAX);
    u32::BITS - largest.leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::Packed;

    #[test]
    fn packed_numbers_of_all_sizes_read_back() {
        for end in [
            0,
            1,
            2,
            3,
            255,
            256,
            257,
            5862,
            1 << 20,
            u32::MAX as usize,
            1 << 32,
        ] {
            let numbers: Vec<u32> = (0..100u32)
                .map(|place| {
                    let number = u64::from(place.wrapping_mul(0x9e37_79b9));
                    u32::try_from(number % end.max(1) as u64).unwrap()
                })
                .collect();
            let packed = Packed::new(numbers.iter().copied(), end);
            assert_eq!(packed.range(0..100).collect::<Vec<_>>(), numbers);
            assert_eq!(Packed::bytes_of(100, end), Some(packed.store.bytes().len()));
            assert_eq!(
                Packed::from_store(packed.store.clone(), end).get(99),
                numbers[99]
            );
            packed.get(usize::MAX);
        }
    }
}
