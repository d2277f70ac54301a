//! Blocks of 64 clips: what an edit replaces, and what databases and results share.

use footwork_base::{FrameRange, Id};

use crate::{ClipId, Ranges};

/// How many clips a block holds.
pub(crate) const CLIPS: usize = 64;

/// The number of the block that a clip is in, and its place there.
pub(crate) fn place(clip: ClipId) -> (usize, u32) {
    (clip.index() / CLIPS, clip.number() % 64)
}

/// How many blocks hold this many clips.
pub(crate) fn count(clips: usize) -> usize {
    clips.div_ceil(CLIPS)
}

/// The clips of a block, given how many clips there are in all.
pub(crate) fn clips(block: usize, clips: usize) -> impl Iterator<Item = ClipId> {
    let first = block * CLIPS;
    (first..(first + CLIPS).min(clips)).filter_map(ClipId::from_index)
}

/// The ranges of up to 64 clips, packed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RangeBlock {
    /// Which clips have a range: one bit each.
    present: u64,
    /// Where the ranges of each such clip end; those of the first begin at 0.
    ends: Vec<u32>,
    ranges: Vec<FrameRange>,
}

impl RangeBlock {
    /// The ranges of the clip at `place`.
    pub(crate) fn of(&self, place: u32) -> &[FrameRange] {
        if self.present >> place & 1 == 0 {
            return &[];
        }
        let (start, end) = self.bounds(self.rank(place));
        self.ranges.get(start..end).unwrap_or(&[])
    }

    /// Replaces the ranges of the clip at `place`.
    pub(crate) fn set(&mut self, place: u32, ranges: &Ranges) {
        let rank = self.rank(place);
        let (was, is) = (self.present >> place & 1 == 1, !ranges.is_empty());
        let (start, end) = match was {
            true => self.bounds(rank),
            false => (self.start(rank), self.start(rank)),
        };
        self.ranges.splice(start..end, ranges.iter());
        match (was, is) {
            (false, true) => self.ends.insert(rank, 0),
            (true, false) => {
                self.ends.remove(rank);
            }
            _ => {}
        }
        self.present = self.present & !(1 << place) | u64::from(is) << place;
        let moved = |at: u32| at as usize + ranges.len() - (end - start);
        if is {
            self.ends[rank] = narrow(start + ranges.len());
        }
        for later in &mut self.ends[rank + usize::from(is)..] {
            *later = narrow(moved(*later));
        }
    }

    /// Appends the ranges of a clip that comes after all others.
    pub(crate) fn push(&mut self, place: u32, ranges: &[FrameRange]) {
        if !ranges.is_empty() {
            self.present |= 1 << place;
            self.ranges.extend_from_slice(ranges);
            self.ends.push(narrow(self.ranges.len()));
        }
    }

    /// Whether no clip has a range.
    pub(crate) fn is_empty(&self) -> bool {
        self.present == 0
    }

    /// How many clips have a range.
    pub(crate) fn clip_count(&self) -> usize {
        self.present.count_ones() as usize
    }

    /// The ranges of all clips, one clip after the other.
    pub(crate) fn ranges(&self) -> &[FrameRange] {
        &self.ranges
    }

    /// Each clip's place with its ranges.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &[FrameRange])> {
        (0..u64::BITS)
            .filter(|place| self.present >> place & 1 == 1)
            .map(|place| (place, self.of(place)))
    }

    /// What it takes in memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.ends.capacity() * size_of::<u32>()
            + self.ranges.capacity() * size_of::<FrameRange>()
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.ends.shrink_to_fit();
        self.ranges.shrink_to_fit();
    }

    /// How many clips before `place` have a range.
    fn rank(&self, place: u32) -> usize {
        (self.present & ((1 << place) - 1)).count_ones() as usize
    }

    fn start(&self, rank: usize) -> usize {
        rank.checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize)
    }

    fn bounds(&self, rank: usize) -> (usize, usize) {
        (self.start(rank), self.ends[rank] as usize)
    }
}

/// A position among the ranges of 64 clips. A clip has fewer than 2^31 ranges, as each takes a
/// frame and a gap, and memory ends long before 64 such clips do.
fn narrow(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_block_is_an_array_of_ranges(
            edits in prop::collection::vec((0u32..64, prop::collection::vec((0u32..50, 0u32..9), 0..4)), 0..60),
        ) {
            let mut block = RangeBlock::default();
            let mut model = vec![Ranges::new(); 64];
            for (place, pairs) in edits {
                let (ranges, _) = Ranges::from_unsorted(pairs.iter().map(|&(s, n)| (s, s + n)));
                block.set(place, &ranges);
                model[place as usize] = ranges;
            }
            let held = (0u32..64).zip(&model);
            for (place, ranges) in held.clone() {
                prop_assert_eq!(block.of(place), ranges.as_slice());
            }
            let mut pushed = RangeBlock::default();
            held.for_each(|(place, ranges)| pushed.push(place, ranges.as_slice()));
            prop_assert_eq!(block, pushed);
        }
    }
}
