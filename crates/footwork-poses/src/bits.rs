//! Signed numbers of a few bits each, one after the other: how streams store keys and differences.

/// The widest number, in bits.
pub(crate) const MAX_BITS: u8 = 31;
/// The least number of bits that a load returns: of the 64 loaded bits, up to 7 come before the wanted place.
const LOADED_BITS: u32 = 57;

/// Returns at least 57 bits, from the bit `at` on. A load that starts in the last seven bytes or beyond the end returns
/// 0, which is why streams end with eight zero bytes.
#[inline(always)]
pub(crate) fn load(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at >> 3..).and_then(|rest| rest.first_chunk());
    rest.map_or(0, |chunk| u64::from_le_bytes(*chunk)) >> (at & 7)
}

/// Returns the signed number in the lowest `width` bits, at most 31 of them; 0 for a width of 0.
#[inline(always)]
#[allow(
    clippy::cast_possible_truncation,
    reason = "a number of at most 31 bits"
)]
fn signed(bits: u64, width: u32) -> i32 {
    // Two shifts, because a single shift by 64 would overflow.
    ((bits << 1 << (63 - width)).cast_signed() >> (63 - width) >> 1) as i32
}

/// Reads numbers of the given widths, starting at `at`, and advances `at` past them.
#[inline(always)]
pub(crate) fn read<const N: usize>(bytes: &[u8], at: &mut usize, widths: [u8; N]) -> [i32; N] {
    let widths = widths.map(|width| u32::from(width & MAX_BITS));
    let sum: u32 = widths.iter().sum();
    let mut numbers = [0; N];
    let mut loaded = load(bytes, *at);
    if sum <= LOADED_BITS {
        for (number, width) in numbers.iter_mut().zip(widths) {
            *number = signed(loaded, width);
            loaded >>= width;
        }
        *at += sum as usize;
    } else {
        for (number, width) in numbers.iter_mut().zip(widths) {
            *number = signed(load(bytes, *at), width);
            *at += width as usize;
        }
    }
    numbers
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
    /// Appends the lowest `width` bits, at most 32.
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

    /// Appends a signed number.
    pub(crate) fn push_signed(&mut self, number: i64, width: u8) {
        self.push(number.cast_unsigned(), width);
    }

    /// Returns the bytes, the last one filled up with zeros.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::{BitWriter, MAX_BITS, read, width};

    #[test]
    fn numbers_of_all_widths_are_read_back() {
        let mut random = footwork_testkit::Random::for_case("bits", 0);
        let numbers: Vec<[i32; 3]> = (0..2000)
            .map(|_| {
                [0; 3].map(|_| {
                    let bits = random.below_32(u32::from(MAX_BITS));
                    i32::try_from(random.bits() & ((1 << bits) - 1)).unwrap()
                        * if random.one_in(2) { 1 } else { -1 }
                })
            })
            .collect();
        let widths = |three: &[i32; 3]| three.map(|number| width(i64::from(number)));
        let mut writer = BitWriter::default();
        for three in &numbers {
            for (number, width) in three.iter().zip(widths(three)) {
                writer.push_signed(i64::from(*number), width);
            }
        }
        let mut bytes = writer.into_bytes();
        bytes.extend([0; 8]);
        let mut at = 0;
        for three in &numbers {
            assert_eq!(read(&bytes, &mut at, widths(three)), *three);
        }
        assert_eq!(read(&bytes, &mut (at + 1000), [31, 31, 31]), [0; 3]);
    }

    #[test]
    fn widths_are_the_least() {
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
