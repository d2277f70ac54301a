//! A stable 64-bit hash: FNV-1a over little-endian words, the same on every machine.

/// The hash of everything added so far.
#[derive(Clone, Debug)]
pub(crate) struct Fnv(u64);

impl Fnv {
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn finish(&self) -> u64 {
        self.0
    }

    pub(crate) fn word(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Adds the bits of a number.
    pub(crate) fn number(&mut self, number: f64) {
        self.word(number.to_bits());
    }
}
