//! How a tag stores its frames of up to 64 clips.
//!
//! Two bitmaps say on which clips the tag is at all, and on which it is on all frames; only the
//! clips between have a *container*: either *runs*, the boundaries of its ranges one after the
//! other, or *words*, one bit a frame. The smaller one is chosen, as roaring bitmaps do (Chambi et
//! al. 2016), but a container never crosses clips, so that whole clips can be passed over.
//!
//! All containers stand in one array of 16-bit cells, behind the end of each. Boundaries and ends
//! take one cell each, or two where a clip or the block is too long for that.

use footwork_base::FrameRange;

use crate::Ranges;

/// The frames of a tag in up to 64 clips.
#[derive(Clone, Debug, Default)]
pub(crate) struct TagBlock {
    /// Clips with any frame, and clips with all frames: one bit each.
    some: u64,
    all: u64,
    /// Clips whose container is words.
    words: u64,
    /// Whether boundaries and ends take two cells each, the lower half first.
    wide: bool,
    cells: Box<[u16]>,
}

/// The frames of a tag in one clip, as they are stored.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Container<'a> {
    /// No frame.
    None,
    /// Every frame.
    All,
    /// Starts and stops in turn.
    Runs(Runs<'a>),
    /// One bit a frame, four cells to 64 frames, from the lowest bit on; none past the clip's end.
    Words(&'a [u16]),
}

/// The boundaries of ranges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runs<'a> {
    cells: &'a [u16],
    wide: bool,
}

impl<'a> Runs<'a> {
    /// How many boundaries there are: two a range.
    pub(crate) fn len(self) -> usize {
        self.cells.len() / width(self.wide)
    }

    /// Appends all boundaries to `out`.
    #[inline(always)]
    pub(crate) fn append_to(self, out: &mut Vec<u32>) {
        if self.wide {
            out.extend(self.cells.chunks_exact(2).map(wide_number));
        } else {
            out.extend(self.cells.iter().map(|&cell| u32::from(cell)));
        }
    }

    /// The boundaries in order.
    pub(crate) fn iter(self) -> impl Iterator<Item = u32> + use<'a> {
        let step = width(self.wide);
        self.cells.chunks_exact(step).map(move |cells| match step {
            1 => u32::from(cells[0]),
            _ => wide_number(cells),
        })
    }
}

/// The 64 frames of four cells.
#[inline(always)]
pub(crate) fn word(cells: &[u16]) -> u64 {
    let shifted = cells.iter().take(4).enumerate();
    shifted.fold(0, |word, (i, &cell)| word | u64::from(cell) << (16 * i))
}

/// How many cells a number takes.
fn width(wide: bool) -> usize {
    1 + usize::from(wide)
}

fn wide_number(cells: &[u16]) -> u32 {
    u32::from(cells[0]) | u32::from(cells[1]) << 16
}

fn push_number(cells: &mut Vec<u16>, number: u32, wide: bool) {
    // The lower half first; of a narrow number there is nothing else.
    cells.push(low_half(number));
    if wide {
        cells.push(low_half(number >> 16));
    }
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "the lower half is what is wanted"
)]
fn low_half(number: u32) -> u16 {
    number as u16
}

impl TagBlock {
    /// The frames of the clip at `place`.
    #[inline(always)]
    pub(crate) fn of(&self, place: u32) -> Container<'_> {
        let bit = 1u64 << place;
        if self.some & bit == 0 {
            return Container::None;
        }
        if self.all & bit != 0 {
            return Container::All;
        }
        let cells = self.container(place);
        match self.words & bit {
            0 => Container::Runs(Runs {
                cells,
                wide: self.wide,
            }),
            _ => Container::Words(cells),
        }
    }

    /// Clips with any frame: one bit each.
    pub(crate) fn some(&self) -> u64 {
        self.some
    }

    /// Clips with all frames: one bit each.
    pub(crate) fn all(&self) -> u64 {
        self.all
    }

    /// What it takes in memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.cells)
    }

    /// The block with other frames for the clip at `place`, which has `clip_frames` frames.
    /// `as_words` chooses words even where runs are smaller.
    pub(crate) fn with(
        &self,
        place: u32,
        ranges: &Ranges,
        clip_frames: u32,
        as_words: bool,
    ) -> Self {
        let bit = 1u64 << place;
        let mut block = Self {
            some: self.some & !bit,
            all: self.all & !bit,
            words: self.words & !bit,
            wide: self.wide,
            cells: Box::default(),
        };
        let is_whole = ranges.as_slice() == FrameRange::new(0, clip_frames).as_slice();
        if !ranges.is_empty() {
            block.some |= bit;
            block.all |= if is_whole { bit } else { 0 };
        }
        let is_mixed = !ranges.is_empty() && !is_whole;
        if is_mixed {
            let words = 4 * clip_frames.div_ceil(64) as usize;
            let is_long = clip_frames >= u32::from(u16::MAX);
            block.wide |= is_long;
            if as_words || words < 2 * ranges.len() * width(block.wide) {
                block.words |= bit;
            }
        }
        // Wide cells always do; narrow ones, unless the containers together are too long.
        if !block.fill(self, place, ranges, clip_frames) {
            block.wide = true;
            block.fill(self, place, ranges, clip_frames);
        }
        block
    }

    /// Writes the cells: those of `old`, with other ones for the clip at `place`. Returns whether
    /// every end fits its cell.
    fn fill(&mut self, old: &Self, place: u32, ranges: &Ranges, clip_frames: u32) -> bool {
        let mixed = self.some & !self.all;
        let header = mixed.count_ones() as usize * width(self.wide);
        let mut body: Vec<u16> = Vec::new();
        let mut ends: Vec<u16> = Vec::with_capacity(header);
        for other in places(mixed) {
            if other == place {
                self.encode(place, ranges, clip_frames, &mut body);
            } else if old.wide == self.wide || old.words >> other & 1 == 1 {
                body.extend_from_slice(old.container(other));
            } else if let Container::Runs(runs) = old.of(other) {
                runs.iter()
                    .for_each(|number| push_number(&mut body, number, self.wide));
            }
            let end = header + body.len();
            if !self.wide && end > usize::from(u16::MAX) {
                return false;
            }
            push_number(&mut ends, u32::try_from(end).unwrap_or(u32::MAX), self.wide);
        }
        ends.extend(body);
        self.cells = ends.into_boxed_slice();
        true
    }

    fn encode(&self, place: u32, ranges: &Ranges, clip_frames: u32, body: &mut Vec<u16>) {
        if self.words >> place & 1 == 0 {
            for range in ranges.iter() {
                push_number(body, range.start(), self.wide);
                push_number(body, range.stop(), self.wide);
            }
            return;
        }
        for word in ranges.to_mask(clip_frames).words() {
            let halves = [0, 16, 32, 48].map(|shift| u16::try_from(word >> shift & 0xffff));
            body.extend(halves.map(Result::unwrap_or_default));
        }
    }

    /// The cells of the container at `place`, which has one.
    #[inline(always)]
    fn container(&self, place: u32) -> &[u16] {
        let before = (self.some & !self.all) & ((1u64 << place) - 1);
        let rank = before.count_ones() as usize;
        let header = (self.some & !self.all).count_ones() as usize * width(self.wide);
        let start = rank
            .checked_sub(1)
            .map_or(header, |before| self.end(before));
        self.cells.get(start..self.end(rank)).unwrap_or(&[])
    }

    #[inline(always)]
    fn end(&self, rank: usize) -> usize {
        match self.wide {
            false => usize::from(self.cells[rank]),
            true => wide_number(&self.cells[2 * rank..]) as usize,
        }
    }
}

/// The places of the bits that are set, rising.
pub(crate) fn places(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (place < u64::BITS).then_some(place)
    })
}

impl Container<'_> {
    /// Replaces `out` by the frames, of a clip with `clip_frames`.
    pub(crate) fn read_into(self, clip_frames: u32, out: &mut Ranges) {
        out.rebuild(|ranges| match self {
            Container::None => {}
            Container::All => ranges.extend(FrameRange::new(0, clip_frames)),
            Container::Runs(runs) => {
                let mut boundaries = runs.iter();
                while let (Some(start), Some(stop)) = (boundaries.next(), boundaries.next()) {
                    ranges.extend(FrameRange::new(start, stop));
                }
            }
            Container::Words(cells) => {
                let mut open = None;
                let mut flip = |frame: u32| match open.take() {
                    None => open = Some(frame),
                    Some(start) => ranges.extend(FrameRange::new(start, frame)),
                };
                let mut carry = 0;
                for (base, cells) in (0u32..).step_by(64).zip(cells.chunks_exact(4)) {
                    let word = word(cells);
                    places(word ^ (word << 1 | carry)).for_each(|place| flip(base + place));
                    carry = word >> 63;
                }
                if carry == 1 {
                    flip(clip_frames);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Clips of one frame, of less and more than a word, and too long for narrow cells.
    const LENGTHS: [u32; 6] = [1, 63, 64, 700, 65_534, 100_000];

    fn edit() -> impl Strategy<Value = (u32, Vec<(u32, u32)>, bool)> {
        let ranges = prop_oneof![
            prop::collection::vec((0u32..120_000, 0u32..90_000), 0..4),
            prop::collection::vec((0u32..700, 1u32..3), 0..200),
        ];
        (0u32..64, ranges, any::<bool>())
    }

    proptest! {
        #[test]
        fn a_block_gives_back_what_it_was_given(edits in prop::collection::vec(edit(), 0..60)) {
            let mut block = TagBlock::default();
            let mut model = vec![Ranges::new(); 64];
            let length = |place: u32| LENGTHS[place as usize % LENGTHS.len()];
            for (place, pairs, as_words) in edits {
                let (ranges, _) = Ranges::from_unsorted(pairs.iter().map(|&(s, n)| (s, s + n)));
                let ranges = ranges.clamped(length(place));
                block = block.with(place, &ranges, length(place), as_words);
                model[place as usize] = ranges;
            }
            let mut read = Ranges::new();
            for (place, ranges) in (0u32..64).zip(&model) {
                block.of(place).read_into(length(place), &mut read);
                prop_assert_eq!(&read, ranges, "clip {}", place);
                prop_assert_eq!(block.some() >> place & 1 == 1, !ranges.is_empty());
                let whole = *ranges == Ranges::full(length(place));
                prop_assert_eq!(block.all() >> place & 1 == 1, whole);
            }
        }
    }
}
