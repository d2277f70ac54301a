//! The frames on which a tag holds, as a view of a database.

use footwork_base::IdVec;

use crate::block;
use crate::block::places;
use crate::ids::{ClipId, ClipInfo};
use crate::range_set::RangeSet;
use crate::ranges::Ranges;
use crate::tag_block::{Container, TagBlock};

/// The frames on which a tag holds.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_tags::{Database, Ranges};
///
/// let mut db = Database::new();
/// let clip = db.add_clip("walk", 100, FrameRate::whole(30).unwrap()).unwrap();
/// let tag = db.declare_tag(&"Gait".parse().unwrap()).unwrap();
/// db.set_tag(tag, clip, Ranges::from_pairs([(10, 30)]).unwrap()).unwrap();
/// assert_eq!(db.tag_frames(tag).ranges(clip).to_string(), "{[10, 30)}");
/// assert_eq!(db.tag_frames(tag).frame_count(), 20);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TagFrames<'a> {
    blocks: &'a [TagBlock],
    clips: &'a IdVec<ClipId, ClipInfo>,
}

impl<'a> TagFrames<'a> {
    pub(crate) fn new(blocks: &'a [TagBlock], clips: &'a IdVec<ClipId, ClipInfo>) -> Self {
        Self { blocks, clips }
    }

    /// Returns the frames of a clip on which the tag holds.
    pub fn ranges(self, clip: ClipId) -> Ranges {
        let mut ranges = Ranges::new();
        self.ranges_into(clip, &mut ranges);
        ranges
    }

    /// Replaces `out` with the frames of a clip on which the tag holds.
    pub fn ranges_into(self, clip: ClipId, out: &mut Ranges) {
        let frames = self.clips.get(clip).map_or(0, |clip| clip.frames);
        self.container(clip).read_into(frames, out);
    }

    /// Returns the frames of all clips as one packed set.
    pub fn to_range_set(self) -> RangeSet {
        let mut set = RangeSet::new();
        let mut ranges = Ranges::new();
        for (number, block) in self.blocks.iter().enumerate() {
            for place in places(block.some()) {
                if let Some(clip) = block::clip(number, place) {
                    self.ranges_into(clip, &mut ranges);
                    set.push(clip, ranges.as_slice());
                }
            }
        }
        set
    }

    /// Returns the number of clips with the tag on any frame.
    pub fn clip_count(self) -> usize {
        let blocks = self.blocks.iter();
        blocks.map(|block| block.some().count_ones() as usize).sum()
    }

    /// Returns the number of frames with the tag.
    pub fn frame_count(self) -> u64 {
        self.counts().map(|(_, frames)| frames).sum()
    }

    /// Returns the number of ranges of all clips.
    pub fn range_count(self) -> usize {
        self.counts().map(|(ranges, _)| ranges).sum()
    }

    /// Returns the number of ranges and the number of frames of each clip with the tag.
    fn counts(self) -> impl Iterator<Item = (usize, u64)> {
        self.blocks
            .iter()
            .enumerate()
            .flat_map(move |(number, block)| {
                places(block.some()).map(move |place| {
                    let clip = block::clip(number, place).and_then(|clip| self.clips.get(clip));
                    block
                        .container(place)
                        .counts(clip.map_or(0, |clip| clip.frames))
                })
            })
    }

    /// Returns the size of the frames in memory, in bytes. Includes frames that the database reads
    /// from the bytes of a file without copying.
    pub fn bytes(self) -> usize {
        self.blocks.iter().map(TagBlock::bytes).sum()
    }

    pub(crate) fn container(self, clip: ClipId) -> Container<'a> {
        let (number, place) = block::place(clip);
        let block = self.blocks.get(number);
        block.map_or(Container::None, |block| block.container(place))
    }
}
