//! Ranges as words, by adding up what each is as a number.
//!
//! With a bit a frame, the range `[start, stop)` is `2^stop - 2^start`: each word is what its own
//! bits add up to, less one where the word before borrows because it ends inside a range.

use super::group::{Group, LANES};
use super::tile::SHORT;

/// The words of a short clip, and as many behind it.
pub(super) const WORDS: usize = 2 * LANES * SHORT;

/// The words of ranges of a short clip, as two sums, of which one is taken from the other in the
/// end: so that where a range starts need not wait for where the one before stops.
pub(super) struct ShortSum<'a> {
    /// What stops add to each word, and starts to what is taken from it.
    more: Rising<'a>,
    less: Rising<'a>,
    /// Which words borrow.
    borrows: u64,
}

/// Powers of two at rising frames, added up in the first 64 words, which were zero. What those of a
/// word are so far is kept and written with each, so that nothing is read back from memory.
struct Rising<'a> {
    /// Of fixed length, so that no place has to be checked.
    words: &'a mut [u64; WORDS],
    /// The word of the last frame, and what is in it.
    word: usize,
    sum: u64,
}

/// What eight ranges add to a sum. Where there are fewer, the others add nothing, behind the first
/// 64 words.
#[cfg(target_arch = "x86_64")]
pub(super) struct Powers {
    /// Whether all of them start in different words, and stop in different words.
    pub(super) are_apart: bool,
    /// The words in which they start and stop, and what they subtract and add there.
    pub(super) first: [u32; 8],
    pub(super) last: [u32; 8],
    pub(super) less: [u64; 8],
    pub(super) more: [u64; 8],
    /// Which words borrow.
    pub(super) borrows: u64,
}

impl<'a> ShortSum<'a> {
    #[inline(always)]
    pub(super) fn new(more: &'a mut [u64; WORDS], less: &'a mut [u64; WORDS]) -> Self {
        Self {
            more: Rising::new(more),
            less: Rising::new(less),
            borrows: 0,
        }
    }

    /// Adds a range that comes after all others.
    #[inline(always)]
    pub(super) fn add(&mut self, start: u32, stop: u32) {
        self.less.add(start);
        self.more.add(stop);
        // The words behind the first up to the last.
        self.borrows = self
            .borrows
            .wrapping_add(2 << (stop / 64 % 64))
            .wrapping_sub(2 << (start / 64 % 64));
    }

    /// Adds the first ranges of all, which are apart.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn begin(&mut self, powers: Powers) {
        self.less.begin(&powers.first, &powers.less);
        self.more.begin(&powers.last, &powers.more);
        self.borrows = powers.borrows;
    }

    /// Which words borrow: one bit each.
    #[inline(always)]
    pub(super) fn borrows(self) -> u64 {
        self.borrows
    }
}

impl<'a> Rising<'a> {
    #[inline(always)]
    fn new(words: &'a mut [u64; WORDS]) -> Self {
        // No frame is in the last word.
        let (word, sum) = (WORDS - 1, 0);
        Self { words, word, sum }
    }

    #[inline(always)]
    fn add(&mut self, frame: u32) {
        let word = (frame / 64) as usize % WORDS;
        let before = if word == self.word { self.sum } else { 0 };
        self.sum = before.wrapping_add(1 << (frame % 64));
        self.word = word;
        self.words[word] = self.sum;
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn begin(&mut self, words: &[u32; 8], powers: &[u64; 8]) {
        for (word, power) in words.iter().zip(powers) {
            self.words[*word as usize % WORDS] = *power;
        }
        (self.word, self.sum) = (words[7] as usize, powers[7]);
    }
}

/// The same for a clip of any length.
pub(super) struct LongSum<'a> {
    pub(super) row: &'a mut [Group],
}

impl LongSum<'_> {
    #[inline(always)]
    pub(super) fn add(&mut self, start: u32, stop: u32) {
        if let Some(word) = self.word(start) {
            *word = word.wrapping_sub(1 << (start % 64));
        }
        if let Some(word) = self.word(stop) {
            *word = word.wrapping_add(1 << (stop % 64));
        }
    }

    #[inline(always)]
    fn word(&mut self, frame: u32) -> Option<&mut u64> {
        let word = (frame / 64) as usize;
        let group = self.row.get_mut(word / LANES);
        group.map(|group| &mut group.0[word % LANES])
    }

    pub(super) fn finish(self) {
        let mut borrow = 0;
        for word in self.row.iter_mut().flat_map(|group| &mut group.0) {
            *word = word.wrapping_sub(borrow);
            borrow = *word >> 63;
        }
    }
}
