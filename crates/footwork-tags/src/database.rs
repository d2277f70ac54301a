//! Clips, and the tags and events on them.

pub(crate) mod parts;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use footwork_base::{FrameRate, Id, IdVec, Name, TooManyIds};

use crate::block;
use crate::ids::{ClipId, ClipInfo, EventId, TagId};
use crate::names::NameTable;
use crate::ranges::Ranges;
use crate::resolver::Resolver;
use crate::revision::Revision;
use crate::tag_block::TagBlock;
use crate::tag_frames::TagFrames;

/// Clips with tags (frames that a name holds for) and events (moments that a name happens at).
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
    /// Their lengths in frames once more, close together, as that is what queries read of them.
    lengths: Vec<u32>,
    clips_by_name: BTreeMap<String, ClipId>,
    tags: NameTable<TagId, Tag>,
    events: NameTable<EventId, Event>,
    resolver: Option<Arc<dyn Resolver>>,
    revisions: Revisions,
}

/// When what was changed last.
#[derive(Clone, Debug, Default)]
struct Revisions {
    /// Anything.
    any: Revision,
    /// Which clips, tags and events there are, and who answers predicates.
    names: Revision,
    /// Which clips a block has.
    clips: Vec<Revision>,
    /// Anything in a block.
    blocks: Vec<Revision>,
}

/// The frames of a tag, and when those of each block were changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tag {
    blocks: Vec<TagBlock>,
    changed: Vec<Revision>,
    pinned: bool,
}

/// The times of an event in each clip, and when those of each block were changed.
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
    /// Notes a change in a block.
    fn note(&mut self, block: usize, now: Revision) {
        self.any = now;
        if self.blocks.len() <= block {
            self.blocks.resize(block + 1, Revision::default());
        }
        self.blocks[block] = now;
    }
}

/// Notes that a block was changed now.
fn stamp(changed: &mut Vec<Revision>, block: usize) -> Revision {
    let now = Revision::next();
    if changed.len() <= block {
        changed.resize(block + 1, Revision::default());
    }
    changed[block] = now;
    now
}

/// Why a database refused a change; it is unchanged.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DatabaseError {
    /// A clip of this name is there already.
    DuplicateClip {
        /// The name.
        name: String,
    },
    /// The ids of clips, tags or events are used up.
    TooMany(TooManyIds),
    /// The id is not one of this database.
    UnknownId,
    /// A range lies past the end of its clip.
    OutsideClip {
        /// The first frame past the clip that the ranges hold.
        frame: u32,
        /// The clip's length.
        frames: u32,
    },
    /// An event time is NaN, infinite, negative or at or past the end of its clip.
    BadTime {
        /// The time, in frames.
        time: f64,
        /// The clip's length.
        frames: u32,
    },
    /// What a tag holds for in a block of 64 clips takes more than 4 GiB.
    TooLarge,
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateClip { name } => write!(f, "there is a clip named {name} already"),
            Self::TooMany(error) => error.fmt(f),
            Self::UnknownId => f.write_str("the id is not one of this database"),
            Self::TooLarge => f.write_str("the frames of a tag in 64 clips take more than 4 GiB"),
            Self::OutsideClip { frame, frames } => {
                write!(
                    f,
                    "frame {frame} is past the end of a clip of {frames} frames"
                )
            }
            Self::BadTime { time, frames } => {
                write!(
                    f,
                    "an event at frame {time} is not inside a clip of {frames} frames"
                )
            }
        }
    }
}

impl std::error::Error for DatabaseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::TooMany(error) => Some(error),
            _ => None,
        }
    }
}

impl From<TooManyIds> for DatabaseError {
    fn from(error: TooManyIds) -> Self {
        Self::TooMany(error)
    }
}

impl Database {
    /// A database without clips, tags or events.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a clip. Results come in the order in which clips were added.
    ///
    /// # Errors
    /// When a clip of this name is there already, or ids are used up.
    pub fn add_clip(
        &mut self,
        name: &str,
        frames: u32,
        rate: FrameRate,
    ) -> Result<ClipId, DatabaseError> {
        if self.clips_by_name.contains_key(name) {
            let name = name.to_owned();
            return Err(DatabaseError::DuplicateClip { name });
        }
        let id = self.clips.push(ClipInfo {
            name: name.to_owned(),
            frames,
            rate,
        })?;
        self.lengths.push(frames);
        self.clips_by_name.insert(name.to_owned(), id);
        let block = block::place(id).0;
        let now = stamp(&mut self.revisions.clips, block);
        self.revisions.note(block, now);
        // Queries by clip name are bound to the clips that there are.
        self.note_names();
        Ok(id)
    }

    /// Makes a tag known, if it is not: a vocabulary entry, or the first use of a name.
    ///
    /// # Errors
    /// When ids are used up.
    pub fn declare_tag(&mut self, name: &Name) -> Result<TagId, DatabaseError> {
        let (id, is_new) = self.tags.declare(name)?;
        if is_new {
            self.note_names();
        }
        Ok(id)
    }

    /// Makes a kind of event known, if it is not.
    ///
    /// # Errors
    /// When ids are used up.
    pub fn declare_event(&mut self, name: &Name) -> Result<EventId, DatabaseError> {
        let (id, is_new) = self.events.declare(name)?;
        if is_new {
            self.note_names();
        }
        Ok(id)
    }

    fn note_names(&mut self) {
        self.revisions.names = Revision::next();
        self.revisions.any = self.revisions.names;
    }

    /// Lets queries hold predicates, `{ … }`, which `resolver` answers. Queries that were bound
    /// before must be bound again.
    pub fn set_resolver(&mut self, resolver: Arc<dyn Resolver>) {
        self.resolver = Some(resolver);
        self.note_names();
    }

    /// Who answers predicates.
    pub fn resolver(&self) -> Option<&Arc<dyn Resolver>> {
        self.resolver.as_ref()
    }

    /// Replaces the frames of one clip that `tag` holds for.
    ///
    /// # Errors
    /// When an id is not of this database, a frame is past the clip's end, or the tag would take
    /// more than 4 GiB for 64 clips.
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
            self.revisions.note(number, now);
        }
        Ok(())
    }

    /// Stores the frames of a tag as one bit each, whatever that takes in memory, so that queries
    /// of it are answered faster.
    ///
    /// # Errors
    /// When the id is not of this database, or the tag would take more than 4 GiB for 64 clips.
    pub fn pin(&mut self, tag: TagId) -> Result<(), DatabaseError> {
        let blocks = self.tags.get(tag).ok_or(DatabaseError::UnknownId)?.blocks();
        let blocks = blocks.iter().enumerate();
        let blocks: Vec<_> = blocks
            .map(|(number, block)| block.packed(self.lengths(number), true))
            .collect();
        if !blocks.iter().all(TagBlock::is_all_words) {
            return Err(DatabaseError::TooLarge);
        }
        if let Some(tag) = self.tags.get_mut(tag) {
            (tag.blocks, tag.pinned) = (blocks, true);
        }
        Ok(())
    }

    /// Replaces the times, in frames, at which `event` happens in one clip; order does not matter.
    ///
    /// # Errors
    /// When an id is not of this database or a time is not in `[0, frames)`.
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
            self.revisions.note(block, now);
        }
        Ok(())
    }

    /// The lengths of the clips of a block.
    #[inline(always)]
    pub(crate) fn lengths(&self, block: usize) -> &[u32] {
        let first = (block * block::CLIPS).min(self.lengths.len());
        let block = &self.lengths[first..];
        &block[..block.len().min(block::CLIPS)]
    }

    /// All clips.
    pub fn clips(&self) -> &IdVec<ClipId, ClipInfo> {
        &self.clips
    }

    /// The clip of this name.
    pub fn clip_by_name(&self, name: &str) -> Option<ClipId> {
        self.clips_by_name.get(name).copied()
    }

    /// Every known tag, in the order of names.
    pub fn tags(&self) -> impl Iterator<Item = (&Name, TagId)> {
        self.tags.by_name()
    }

    /// Every known kind of event, in the order of names.
    pub fn events(&self) -> impl Iterator<Item = (&Name, EventId)> {
        self.events.by_name()
    }

    /// The frames that `tag` holds for; empty for an id of another database.
    pub fn tag_frames(&self, tag: TagId) -> TagFrames<'_> {
        TagFrames::new(self.tag_blocks(tag), &self.clips)
    }

    pub(crate) fn tag_blocks(&self, tag: TagId) -> &[TagBlock] {
        self.tags.get(tag).map_or(&[], Tag::blocks)
    }

    /// The sorted times, in frames, at which `event` happens in `clip`.
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

    /// All clips as ids count them.
    pub(crate) fn clip_ids(&self) -> impl Iterator<Item = ClipId> + use<> {
        (0..self.clips.len()).filter_map(ClipId::from_index)
    }

    /// When anything was changed last.
    pub(crate) fn revision(&self) -> Revision {
        self.revisions.any
    }

    /// When a clip, a tag, an event or a resolver was added last.
    pub(crate) fn names_revision(&self) -> Revision {
        self.revisions.names
    }

    /// When anything in a block was changed last.
    pub(crate) fn block_revision(&self, block: usize) -> Revision {
        self.revisions
            .blocks
            .get(block)
            .copied()
            .unwrap_or_default()
    }

    /// When a clip was added to a block last.
    pub(crate) fn clips_revision(&self, block: usize) -> Revision {
        self.revisions.clips.get(block).copied().unwrap_or_default()
    }

    /// When the frames of a tag in a block were changed last.
    pub(crate) fn tag_revision(&self, tag: TagId, block: usize) -> Revision {
        let tag = self.tags.get(tag).and_then(|tag| tag.changed.get(block));
        tag.copied().unwrap_or_default()
    }

    /// When the times of an event in a block were changed last.
    pub(crate) fn event_revision(&self, event: EventId, block: usize) -> Revision {
        let event = self
            .events
            .get(event)
            .and_then(|event| event.changed.get(block));
        event.copied().unwrap_or_default()
    }
}
