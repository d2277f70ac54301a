//! Clips, and the tags and events on them.

use std::collections::BTreeMap;
use std::fmt;

use footwork_base::{FrameRate, Id, IdVec, Name, TooManyIds, typed_id};

use crate::names::NameTable;
use crate::{RangeSet, Ranges};

typed_id! {
    /// A clip of a [`Database`].
    pub struct ClipId;
}

typed_id! {
    /// A tag of a [`Database`].
    pub struct TagId;
}

typed_id! {
    /// A kind of event of a [`Database`].
    pub struct EventId;
}

/// What queries need to know of a clip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipInfo {
    /// The clip's name, unique in its database.
    pub name: String,
    /// Its length in frames.
    pub frames: u32,
    /// Its frame rate.
    pub rate: FrameRate,
}

/// Clips with tags (frames that a name holds for) and events (moments that a name happens at).
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_tags::{Database, Ranges};
///
/// let mut db = Database::new();
/// let clip = db.add_clip("walk_01.bvh", 344, FrameRate::whole(120).unwrap()).unwrap();
/// let run = db.declare_tag(&"Gait.Run".parse().unwrap()).unwrap();
/// db.set_tag(run, clip, Ranges::from_unsorted([(12, 36), (80, 120)]).0).unwrap();
///
/// let found = db.query("Gait").unwrap();
/// assert_eq!(found.frame_count(), 64);
/// assert!(db.query("Gait.Rnu").is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Database {
    clips: IdVec<ClipId, ClipInfo>,
    clips_by_name: BTreeMap<String, ClipId>,
    tags: NameTable<TagId, RangeSet>,
    events: NameTable<EventId, BTreeMap<ClipId, Vec<f64>>>,
}

/// Why a database refused a change; it is unchanged.
#[derive(Clone, Debug, PartialEq)]
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
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateClip { name } => write!(f, "there is a clip named {name} already"),
            Self::TooMany(error) => error.fmt(f),
            Self::UnknownId => f.write_str("the id is not one of this database"),
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

impl std::error::Error for DatabaseError {}

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
        self.clips_by_name.insert(name.to_owned(), id);
        Ok(id)
    }

    /// Makes a tag known, if it is not: a vocabulary entry, or the first use of a name.
    ///
    /// # Errors
    /// When ids are used up.
    pub fn declare_tag(&mut self, name: &Name) -> Result<TagId, DatabaseError> {
        Ok(self.tags.declare(name)?)
    }

    /// Makes a kind of event known, if it is not.
    ///
    /// # Errors
    /// When ids are used up.
    pub fn declare_event(&mut self, name: &Name) -> Result<EventId, DatabaseError> {
        Ok(self.events.declare(name)?)
    }

    /// Replaces the frames of one clip that `tag` holds for.
    ///
    /// # Errors
    /// When an id is not of this database or a frame is past the clip's end.
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
        let store = self.tags.get_mut(tag).ok_or(DatabaseError::UnknownId)?;
        store.set_clip(clip, &ranges);
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
        let store = self.events.get_mut(event).ok_or(DatabaseError::UnknownId)?;
        if times.is_empty() {
            store.remove(&clip);
        } else {
            store.insert(clip, times);
        }
        Ok(())
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
    pub fn tag_ranges(&self, tag: TagId) -> &RangeSet {
        const EMPTY: &RangeSet = &RangeSet::new();
        self.tags.get(tag).unwrap_or(EMPTY)
    }

    /// The sorted times, in frames, at which `event` happens in `clip`.
    pub fn event_times(&self, event: EventId, clip: ClipId) -> &[f64] {
        self.events
            .get(event)
            .and_then(|clips| clips.get(&clip))
            .map_or(&[], Vec::as_slice)
    }

    pub(crate) fn tag_names(&self) -> &NameTable<TagId, RangeSet> {
        &self.tags
    }

    pub(crate) fn event_names(&self) -> &NameTable<EventId, BTreeMap<ClipId, Vec<f64>>> {
        &self.events
    }

    /// The number of clips as ids count them.
    pub(crate) fn clip_ids(&self) -> impl Iterator<Item = ClipId> + use<> {
        (0..self.clips.len()).filter_map(ClipId::from_index)
    }
}
