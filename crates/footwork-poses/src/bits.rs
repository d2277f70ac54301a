//! Signed numbers of a few bits each, packed one after the other. Streams store keys and differences in this form.

/// The widest number, in bits.
pub(crate) const MAX_BITS: u8 = 31;
/// The number of valid bits in a load. A load reads 64 bits, and up to 7 of them come before the requested bit.
pub(crate) const LOADED_BITS: u32 = 57;

/// Returns at least 57 bits from the bit `at` on. A load that starts in the last seven bytes or beyond the end returns
/// 0. Streams therefore end with eight zero bytes.
#[inline(always)]
pub(crate) fn load(bytes: &[u8], at: usize) -> u64 {
    let first = at >> 3;
    let eight = bytes.get(first..first + 8).unwrap_or(&[0; 8]);
    let eight = eight.first_chunk().unwrap_or(&[0; 8]);
    u64::from_le_bytes(*eight) >> (at & 7)
}

/// For each width, a mask of the lowest bits. The table has an entry for every byte, so lookups need no bounds check.
const MASKS: [u64; 256] = {
    let mut masks = [0; 256];
    let mut width = 1;
    while width <= MAX_BITS as usize {
        masks[width] = (1 << width) - 1;
        width += 1;
    }
    masks
};

/// For each width, the least number, negated. A number is stored as its distance from the least number.
const OFFSETS: [i64; 256] = {
    let mut least = [0; 256];
    let mut width = 1;
    while width <= MAX_BITS as usize {
        least[width] = 1 << (width - 1);
        width += 1;
    }
    least
};

/// Returns the number in the lowest `width` bits; 0 for a width above 31.
#[inline(always)]
pub(crate) fn lowest(bits: u64, width: u8) -> i64 {
    let width = usize::from(width);
    (bits & MASKS[width]).cast_signed() - OFFSETS[width]
}

/// Returns the number of bits that a signed number needs; 0 for 0.
pub(crate) fn width(number: i64) -> u8 {
    let magnitude = if number < 0 { !number } else { number };
    let bits = 64 - magnitude.leading_zeros() + 1;
    if number == 0 {
        0
    } else {
        bits.to_le_bytes()[0]
    }
}

/// Writes numbers of a few bits each.
#[derive(Debug, Default)]
pub(crate) struct BitWriter {
    bytes: Vec<u8>,
    /// The number of bits used in the last byte; 0 if it is full.
    used: u32,
}

impl BitWriter {
    /// Appends the lowest `width` bits of `bits`. `width` is at most 32.
    pub(crate) fn push(&mut self, bits: u64, width: u8) {
        let width = u32::from(width);
        let mut rest = bits & ((1 << width) - 1);
        let mut left = width;
        while left > 0 {
            if self.used == 0 {
                self.bytes.push(0);
            }
            let taken = left.min(8 - self.used);
            if let Some(last) = self.bytes.last_mut() {
                *last |= (rest << self.used).to_le_bytes()[0];
            }
            rest >>= taken;
            left -= taken;
            self.used = (self.used + taken) % 8;
        }
    }

    /// Appends a signed number, which must fit in `width` bits.
    pub(crate) fn push_signed(&mut self, number: i64, width: u8) {
        let least = OFFSETS[usize::from(width)];
        self.push((number + least).cast_unsigned(), width);
    }

    /// Returns the bytes, with zeros after the last bit.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::{BitWriter, MAX_BITS, load, lowest, width};

    #[test]
    fn numbers_of_all_widths_are_read_back() {
        let mut random = footwork_testkit::Random::for_case("bits", 0);
        let numbers: Vec<[i64; 3]> = (0..2000)
            .map(|_| {
                [0; 3].map(|_| {
                    let bits = random.below_32(u32::from(MAX_BITS));
                    i64::try_from(random.bits() & ((1 << bits) - 1)).unwrap()
                        * if random.one_in(2) { 1 } else { -1 }
                })
            })
            .collect();
        let widths = |three: &[i64; 3]| three.map(width);
        let mut writer = BitWriter::default();
        for three in &numbers {
            for (number, width) in three.iter().zip(widths(three)) {
                writer.push_signed(*number, width);
            }
        }
        let mut bytes = writer.into_bytes();
        bytes.extend([0; 8]);
        let mut at = 0;
        for number in numbers.as_flattened() {
            let width = width(*number);
            assert_eq!(lowest(load(&bytes, at), width), *number);
            at += usize::from(width);
        }
        assert_eq!(load(&bytes, at + 1000), 0);
    }

    #[test]
    fn width_is_the_smallest_that_fits() {
        let check = |number, expected| assert_eq!(width(number), expected, "{number}");
        check(0, 0);
        check(-1, 1);
        check(1, 2);
        check(-2, 2);
        check(2, 3);
        check(-(1 << 30), 31);
        check((1 << 30) - 1, 31);
    }
}
