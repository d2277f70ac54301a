//! The frames of many clips as bits.

use std::fmt;

use footwork_base::{Id, IdVec};

use crate::ids::{ClipId, ClipInfo};
use crate::mask::Mask;
use crate::range_set::RangeSet;
use crate::ranges::Ranges;

/// A set of frames of many clips, with one mask for each clip that has a frame in the set. Clips are in the order of
/// ids.
///
/// ```
/// use footwork_tags::{ClipId, Database, RangeSet, Ranges};
/// use footwork_base::FrameRate;
///
/// let mut db = Database::new();
/// let walk = db.add_clip("walk", 100, FrameRate::whole(30).unwrap()).unwrap();
/// let set = RangeSet::full(db.clips());
/// let masks = set.to_masks(db.clips());
/// assert_eq!(masks.mask(walk).unwrap().frame_count(), 100);
/// assert_eq!(masks.to_ranges(), set);
/// ```
#[derive(Clone, Default)]
pub struct MaskSet {
    // Invariant: clips are in rising order, and the mask at the index of each clip is not empty.
    clips: Vec<ClipId>,
    /// The masks of the clips, followed by unused masks whose memory is kept.
    masks: Vec<Mask>,
}

impl MaskSet {
    /// Returns the empty set.
    pub const fn new() -> Self {
        Self {
            clips: Vec::new(),
            masks: Vec::new(),
        }
    }

    /// Returns every frame of every clip.
    pub fn full(clips: &IdVec<ClipId, ClipInfo>) -> Self {
        RangeSet::full(clips).to_masks(clips)
    }

    /// Iterates over the clips and their masks, in the order of ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (ClipId, &Mask)> {
        self.clips.iter().copied().zip(&self.masks)
    }

    /// Returns the mask of `clip`; `None` if the set has no frame of the clip.
    pub fn mask(&self, clip: ClipId) -> Option<&Mask> {
        let position = self.clips.binary_search(&clip).ok()?;
        self.masks.get(position)
    }

    /// Returns whether a frame of a clip is in the set. Returns `false` past the end of the clip, and for a clip
    /// without frames in the set.
    pub fn contains(&self, clip: ClipId, frame: u32) -> bool {
        self.mask(clip).is_some_and(|mask| mask.contains(frame))
    }

    /// Returns the clips that have a frame in the set, in the order of ids.
    pub fn clips(&self) -> &[ClipId] {
        &self.clips
    }

    /// Returns the number of frames in the set.
    pub fn frame_count(&self) -> u64 {
        let masks = self.iter().map(|(_, mask)| mask);
        masks.map(|mask| u64::from(mask.frame_count())).sum()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.clips.is_empty()
    }

    /// Returns the same frames as ranges.
    pub fn to_ranges(&self) -> RangeSet {
        let mut set = RangeSet::new();
        for (clip, mask) in self.iter() {
            set.push(clip, mask.to_ranges().as_slice());
        }
        set
    }

    /// Removes all clips and keeps the memory.
    pub fn clear(&mut self) {
        self.clips.clear();
    }

    /// Appends a clip that comes after all others. Does nothing if the mask is empty.
    pub(crate) fn push(&mut self, clip: ClipId, mask: &Mask) {
        debug_assert!(self.clips.last() < Some(&clip));
        if !mask.is_empty() {
            match self.masks.get_mut(self.clips.len()) {
                Some(spare) => spare.clone_from(mask),
                None => self.masks.push(mask.clone()),
            }
            self.clips.push(clip);
        }
    }
}

impl RangeSet {
    /// Returns the same frames as bits. `clips` gives the lengths of the clips. Clips that are not in `clips`, and
    /// frames past the end of a clip, are left out.
    pub fn to_masks(&self, clips: &IdVec<ClipId, ClipInfo>) -> MaskSet {
        let mut masks = MaskSet::new();
        for (id, ranges) in self.iter() {
            if let Some(clip) = clips.get(id) {
                masks.push(
                    id,
                    &Ranges::from_iter(ranges.iter().copied()).to_mask(clip.frames),
                );
            }
        }
        masks
    }
}

impl PartialEq for MaskSet {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for MaskSet {}

impl fmt::Debug for MaskSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.iter().map(|(clip, mask)| (clip.index(), mask)))
            .finish()
    }
}
