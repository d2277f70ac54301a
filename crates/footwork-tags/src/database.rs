//! Clips with their tags and events.

pub(crate) mod parts;

use std::collections::BTreeMap;
use std::sync::Arc;

use footwork_base::{FrameRate, Id, IdVec, Name, TooManyIds};

use crate::block;
use crate::clip_names::ClipNames;
use crate::ids::{ClipId, ClipInfo, EventId, TagId};
use crate::names::NameTable;
use crate::ranges::Ranges;
use crate::resolver::Resolver;
use crate::revision::Revision;
use crate::stored_table::StoredTable;
use crate::tag_block::TagBlock;
use crate::tag_frames::TagFrames;

/// Clips with tags, which hold on frames, and events, which happen at moments.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_tags::{Database, Ranges};
///
/// let mut db = Database::new();
/// let clip = db.add_clip("walk_01.bvh", 344, FrameRate::whole(120).unwrap()).unwrap();
/// let run = db.declare_tag(&"Gait.Run".parse().unwrap()).unwrap();
/// db.set_tag(run, clip, Ranges::from_pairs([(12, 36), (80, 120)]).unwrap()).unwrap();
///
/// let found = db.query("Gait").unwrap();
/// assert_eq!(found.frame_count(), 64);
/// assert!(db.query("Gait.Rnu").is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Database {
    clips: IdVec<ClipId, ClipInfo>,
    /// A copy of the clips' lengths, packed because queries read only the lengths.
    lengths: Vec<u32>,
    clip_names: ClipNames,
    tags: NameTable<TagId, Tag>,
    events: NameTable<EventId, Event>,
    resolver: Option<Arc<dyn Resolver>>,
    /// The frame table of the file from which the database was opened.
    table: Option<Arc<StoredTable>>,
    revisions: Revisions,
}

/// The revision at which each part of a database last changed.
#[derive(Clone, Debug, Default)]
struct Revisions {
    /// The last change of any part.
    any: Revision,
    /// The last change of the clips, of the names of tags and events, or of the resolver.
    names: Revision,
    /// For each block, the last change of its clips.
    clips: Vec<Revision>,
    /// For each block, the last change of any part.
    blocks: Vec<Revision>,
}

/// The frames of a tag, and the revision at which each block last changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tag {
    blocks: Vec<TagBlock>,
    changed: Vec<Revision>,
    pinned: bool,
}

/// The times of an event in each clip, and the revision at which each block last changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Event {
    times: BTreeMap<ClipId, Vec<f64>>,
    changed: Vec<Revision>,
}

impl Tag {
    /// Replaces the frames of a clip, and returns the number of its block.
    fn replace(
        &mut self,
        clip: ClipId,
        ranges: &Ranges,
        clip_frames: u32,
    ) -> Result<usize, DatabaseError> {
        let (number, place) = block::place(clip);
        if self.blocks.len() <= number {
            self.blocks.resize_with(number + 1, Default::default);
        }
        let block = &mut self.blocks[number];
        let changed = block.with(place, ranges, clip_frames, self.pinned);
        *block = changed.ok_or(DatabaseError::TooLarge)?;
        Ok(number)
    }

    pub(crate) fn blocks(&self) -> &[TagBlock] {
        &self.blocks
    }
}

impl Revisions {
    /// Records a change in a block.
    fn record(&mut self, block: usize, now: Revision) {
        self.any = now;
        if self.blocks.len() <= block {
            self.blocks.resize(block + 1, Revision::default());
        }
        self.blocks[block] = now;
    }
}

/// Records that a block has changed.
fn stamp(changed: &mut Vec<Revision>, block: usize) -> Revision {
    let now = Revision::next();
    if changed.len() <= block {
        changed.resize(block + 1, Revision::default());
    }
    changed[block] = now;
    now
}

/// The reason why a database refused a change. The database is then unchanged.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DatabaseError {
    /// A clip with this name exists already.
    DuplicateClip {
        /// The name.
        name: String,
    },
    /// No ids of clips, tags or events are left.
    TooMany(TooManyIds),
    /// The id does not belong to this database.
    UnknownId,
    /// A range lies past the end of its clip.
    OutsideClip {
        /// The first frame past the end of the clip that a range covers.
        frame: u32,
        /// The length of the clip in frames.
        frames: u32,
    },
    /// The time of an event is NaN, infinite, negative, or at or past the end of its clip.
    BadTime {
        /// The time, in frames.
        time: f64,
        /// The length of the clip in frames.
        frames: u32,
    },
    /// The frames of a tag would take more than 4 GiB for the 64 clips of a block.
    TooLarge,
}

footwork_base::display! { DatabaseError:
    Self::DuplicateClip { name } => "there is already a clip named {name}";
    Self::TooMany(error) => "{error}";
    Self::UnknownId => "the id belongs to another database";
    Self::TooLarge => "the frames of a tag in 64 clips take more than 4 GiB";
    Self::OutsideClip { frame, frames } => "frame {frame} is past the end of a clip of {frames} frames";
    Self::BadTime { time, frames } => "an event at frame {time} is not inside a clip of {frames} frames";
}

impl std::error::Error for DatabaseError {}

impl From<TooManyIds> for DatabaseError {
    fn from(error: TooManyIds) -> Self {
        Self::TooMany(error)
    }
}

impl Database {
    /// Creates a database without clips, tags or events.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a clip. Answers list clips in the order in which they were added.
    ///
    /// # Errors
    /// Returns an error if a clip with this name exists, or no id is left.
    pub fn add_clip(
        &mut self,
        name: &str,
        frames: u32,
        rate: FrameRate,
    ) -> Result<ClipId, DatabaseError> {
        if self.clip_names.get(name).is_some() {
            let name = name.to_owned();
            return Err(DatabaseError::DuplicateClip { name });
        }
        let id = self.clips.push(ClipInfo {
            name: name.to_owned(),
            frames,
            rate,
        })?;
        self.lengths.push(frames);
        self.clip_names.insert(name, id);
        let block = block::place(id).0;
        let now = stamp(&mut self.revisions.clips, block);
        self.revisions.record(block, now);
        // A bound query lists the clips that match a name, so it must be bound again.
        self.record_names();
        Ok(id)
    }

    /// Returns the tag with this name, adding it if it is new.
    ///
    /// # Errors
    /// Returns an error if no id is left.
    pub fn declare_tag(&mut self, name: &Name) -> Result<TagId, DatabaseError> {
        let (id, is_new) = self.tags.declare(name)?;
        if is_new {
            self.record_names();
        }
        Ok(id)
    }

    /// Returns the kind of event with this name, adding it if it is new.
    ///
    /// # Errors
    /// Returns an error if no id is left.
    pub fn declare_event(&mut self, name: &Name) -> Result<EventId, DatabaseError> {
        let (id, is_new) = self.events.declare(name)?;
        if is_new {
            self.record_names();
        }
        Ok(id)
    }

    fn record_names(&mut self) {
        self.revisions.names = Revision::next();
        self.revisions.any = self.revisions.names;
    }

    /// Sets the resolver, which answers the predicates `{ … }` of queries. Earlier bound queries must be bound again.
    pub fn set_resolver(&mut self, resolver: Arc<dyn Resolver>) {
        self.resolver = Some(resolver);
        self.record_names();
    }

    pub(crate) fn set_stored_table(&mut self, table: Option<StoredTable>) {
        self.table = table.map(Arc::new);
    }

    pub(crate) fn stored_table(&self) -> Option<&StoredTable> {
        self.table.as_deref()
    }

    /// Returns the resolver; `None` if none was set.
    pub fn resolver(&self) -> Option<&Arc<dyn Resolver>> {
        self.resolver.as_ref()
    }

    /// Replaces the frames of a clip on which a tag holds.
    ///
    /// # Errors
    /// Returns an error if an id does not belong to this database, if a frame is past the end of the clip, or if the
    /// tag would take more than 4 GiB for 64 clips.
    pub fn set_tag(
        &mut self,
        tag: TagId,
        clip: ClipId,
        ranges: Ranges,
    ) -> Result<(), DatabaseError> {
        let frames = self.clips.get(clip).ok_or(DatabaseError::UnknownId)?.frames;
        if let Some(last) = ranges.as_slice().last()
            && last.stop() > frames
        {
            let frame = last.start().max(frames);
            return Err(DatabaseError::OutsideClip { frame, frames });
        }
        let unchanged = self.tags.get(tag).ok_or(DatabaseError::UnknownId)?;
        if TagFrames::new(&unchanged.blocks, &self.clips).ranges(clip) == ranges {
            return Ok(());
        }
        if let Some(tag) = self.tags.get_mut(tag) {
            let number = tag.replace(clip, &ranges, frames)?;
            let now = stamp(&mut tag.changed, number);
            self.revisions.record(number, now);
        }
        Ok(())
    }

    /// Stores a tag as one bit per frame. This makes queries of the tag faster, even if ranges would take less memory.
    ///
    /// On Linux, the bytes of a tag of 2 MiB or more move into one piece of memory. The memory uses large pages if
    /// `/sys/kernel/mm/transparent_hugepage/enabled` is `madvise` or `always`. A later edit moves the edited clip's
    /// block of 64 clips out of this memory, until the tag is pinned again.
    ///
    /// # Errors
    /// Returns an error if the id does not belong to this database, or the tag would take more than 4 GiB for 64 clips.
    pub fn pin(&mut self, tag: TagId) -> Result<(), DatabaseError> {
        let blocks = self.tags.get(tag).ok_or(DatabaseError::UnknownId)?.blocks();
        let blocks = blocks.iter().enumerate();
        let blocks: Vec<_> = blocks
            .map(|(number, block)| block.packed(self.lengths(number), true))
            .collect();
        if !blocks.iter().all(TagBlock::is_all_words) {
            return Err(DatabaseError::TooLarge);
        }
        #[cfg(target_os = "linux")]
        let blocks = crate::tag_block::pages::moved_together(blocks);
        if let Some(tag) = self.tags.get_mut(tag) {
            (tag.blocks, tag.pinned) = (blocks, true);
        }
        Ok(())
    }

    /// Replaces the times at which `event` happens in one clip, in frames and in any order.
    ///
    /// # Errors
    /// Returns an error if an id does not belong to this database or a time is not in `[0, frames)`.
    pub fn set_event(
        &mut self,
        event: EventId,
        clip: ClipId,
        mut times: Vec<f64>,
    ) -> Result<(), DatabaseError> {
        let frames = self.clips.get(clip).ok_or(DatabaseError::UnknownId)?.frames;
        let outside = |time: &&f64| !(0.0..f64::from(frames)).contains(*time);
        if let Some(&time) = times.iter().find(outside) {
            return Err(DatabaseError::BadTime { time, frames });
        }
        times.sort_by(f64::total_cmp);
        let event = self.events.get_mut(event).ok_or(DatabaseError::UnknownId)?;
        let before = if times.is_empty() {
            event.times.remove(&clip).unwrap_or_default()
        } else {
            let before = event.times.insert(clip, times);
            before.unwrap_or_default()
        };
        let after = event.times.get(&clip).map_or(&[][..], Vec::as_slice);
        if before != after {
            let block = block::place(clip).0;
            let now = stamp(&mut event.changed, block);
            self.revisions.record(block, now);
        }
        Ok(())
    }

    /// Returns the lengths of the clips of a block.
    #[inline(always)]
    pub(crate) fn lengths(&self, block: usize) -> &[u32] {
        let first = (block * block::CLIPS).min(self.lengths.len());
        let block = &self.lengths[first..];
        &block[..block.len().min(block::CLIPS)]
    }

    /// Returns the lengths of all clips.
    pub(crate) fn all_lengths(&self) -> &[u32] {
        &self.lengths
    }

    /// Returns all clips.
    pub fn clips(&self) -> &IdVec<ClipId, ClipInfo> {
        &self.clips
    }

    /// Returns the clip with the name `name`; `None` if there is none.
    pub fn clip_by_name(&self, name: &str) -> Option<ClipId> {
        self.clip_names.get(name)
    }

    pub(crate) fn clip_names(&self) -> &ClipNames {
        &self.clip_names
    }

    /// Iterates over all tags in the order of names.
    pub fn tags(&self) -> impl Iterator<Item = (&Name, TagId)> {
        self.tags.by_name()
    }

    /// Iterates over all kinds of event in the order of names.
    pub fn events(&self) -> impl Iterator<Item = (&Name, EventId)> {
        self.events.by_name()
    }

    /// Returns the frames on which a tag holds. For an id of another database, there are none.
    pub fn tag_frames(&self, tag: TagId) -> TagFrames<'_> {
        TagFrames::new(self.tag_blocks(tag), &self.clips)
    }

    pub(crate) fn tag_blocks(&self, tag: TagId) -> &[TagBlock] {
        self.tags.get(tag).map_or(&[], Tag::blocks)
    }

    /// Returns the times at which `event` happens in `clip`, in frames and rising.
    pub fn event_times(&self, event: EventId, clip: ClipId) -> &[f64] {
        self.events
            .get(event)
            .and_then(|event| event.times.get(&clip))
            .map_or(&[], Vec::as_slice)
    }

    pub(crate) fn tag_names(&self) -> &NameTable<TagId, Tag> {
        &self.tags
    }

    pub(crate) fn event_names(&self) -> &NameTable<EventId, Event> {
        &self.events
    }

    /// Iterates over the ids of all clips.
    pub(crate) fn clip_ids(&self) -> impl Iterator<Item = ClipId> + use<> {
        (0..self.clips.len()).filter_map(ClipId::from_index)
    }

    /// Returns the revision of the last change.
    pub(crate) fn revision(&self) -> Revision {
        self.revisions.any
    }

    /// Returns the revision at which a clip, a tag, an event or a resolver was last added.
    pub(crate) fn names_revision(&self) -> Revision {
        self.revisions.names
    }

    /// Returns the revision at which any part of a block last changed.
    pub(crate) fn block_revision(&self, block: usize) -> Revision {
        self.revisions
            .blocks
            .get(block)
            .copied()
            .unwrap_or_default()
    }

    /// Returns the revision at which a clip was last added to a block.
    pub(crate) fn clips_revision(&self, block: usize) -> Revision {
        self.revisions.clips.get(block).copied().unwrap_or_default()
    }

    /// Returns the revision at which the frames of a tag in a block last changed.
    pub(crate) fn tag_revision(&self, tag: TagId, block: usize) -> Revision {
        let tag = self.tags.get(tag).and_then(|tag| tag.changed.get(block));
        tag.copied().unwrap_or_default()
    }

    /// Returns the revision at which the times of an event in a block last changed.
    pub(crate) fn event_revision(&self, event: EventId, block: usize) -> Revision {
        let event = self
            .events
            .get(event)
            .and_then(|event| event.changed.get(block));
        event.copied().unwrap_or_default()
    }
}
