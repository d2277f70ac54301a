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

/// The lowest bits of each width, and the least number of that width, negated. A number is stored as its distance from the least.
const WIDTHS: [(u64, i64); MAX_BITS as usize + 1] = {
    let mut widths = [(0, 0); MAX_BITS as usize + 1];
    let mut width = 1;
    while width < widths.len() {
        widths[width] = ((1 << width) - 1, 1 << (width - 1));
        width += 1;
    }
    widths
};

/// Reads numbers of the given widths, starting at `at`, and advances `at` past them.
#[inline(always)]
pub(crate) fn read<const N: usize>(bytes: &[u8], at: &mut usize, widths: [u8; N]) -> [i64; N] {
    let widths = widths.map(|width| u32::from(width & MAX_BITS));
    let sum: u32 = widths.iter().sum();
    let mut numbers = [0; N];
    let mut loaded = load(bytes, *at);
    if sum <= LOADED_BITS {
        for (number, width) in numbers.iter_mut().zip(widths) {
            *number = lowest(loaded, width);
            loaded >>= width;
        }
        *at += sum as usize;
    } else {
        for (number, width) in numbers.iter_mut().zip(widths) {
            *number = lowest(load(bytes, *at), width);
            *at += width as usize;
        }
    }
    numbers
}

#[inline(always)]
fn lowest(bits: u64, width: u32) -> i64 {
    let (mask, least) = WIDTHS[width as usize];
    (bits & mask).cast_signed() - least
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

    /// Appends a signed number, which must fit.
    pub(crate) fn push_signed(&mut self, number: i64, width: u8) {
        let (_, least) = WIDTHS[usize::from(width & MAX_BITS)];
        self.push((number + least).cast_unsigned(), width);
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
        for three in &numbers {
            assert_eq!(read(&bytes, &mut at, widths(three)), *three);
        }
        assert_eq!(read(&bytes, &mut (at + 1000), [31, 31, 31]), [-(1 << 30); 3]);
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
