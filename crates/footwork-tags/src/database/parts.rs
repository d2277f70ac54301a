//! The parts of a database. They are taken apart for writing a file, and put together after a file was checked.

use std::collections::BTreeMap;

use footwork_base::{IdVec, Name};

use super::{Event, Revisions, Tag};
use crate::block;
use crate::clip_names::ClipNames;
use crate::database::Database;
use crate::ids::{ClipId, ClipInfo, EventId, TagId};
use crate::names::NameTable;
use crate::revision::Revision;
use crate::tag_block::TagBlock;

/// The parts of a database: clips in the order of ids, tags and events in the order of names.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(crate) clips: Vec<ClipInfo>,
    pub(crate) tags: Vec<(Name, TagParts)>,
    pub(crate) events: Vec<(Name, EventTimes)>,
}

/// The frames of a tag, and whether it is pinned.
#[derive(Debug, Default)]
pub(crate) struct TagParts {
    pub(crate) blocks: Vec<TagBlock>,
    pub(crate) pinned: bool,
}

/// The times of an event, for each clip that has any.
pub(crate) type EventTimes = BTreeMap<ClipId, Vec<f64>>;

impl Database {
    /// Builds a database from its parts. The caller must have checked the blocks and the times.
    ///
    /// # Errors
    /// Returns a message if names are not unique or not in order.
    pub(crate) fn from_parts(parts: Parts) -> Result<Self, &'static str> {
        let now = Revision::next();
        let blocks = block::count(parts.clips.len());
        let tags = parts.tags.into_iter().map(|(name, tag)| {
            let tag = Tag {
                blocks: tag.blocks,
                pinned: tag.pinned,
                ..Tag::default()
            };
            (name, tag)
        });
        let events = parts.events.into_iter().map(|(name, times)| {
            let event = Event {
                times,
                ..Event::default()
            };
            (name, event)
        });
        Ok(Self {
            clip_names: ClipNames::of_clips(&parts.clips)?,
            tags: NameTable::from_sorted(tags).ok_or("tags are not in the order of names")?,
            events: NameTable::from_sorted(events).ok_or("events are not in the order of names")?,
            lengths: parts.clips.iter().map(|clip| clip.frames).collect(),
            clips: numbered(parts.clips)?,
            resolver: None,
            table: None,
            // The revision of a block's clips also applies to tags and events that have not changed since.
            revisions: Revisions {
                any: now,
                names: now,
                clips: vec![now; blocks],
                blocks: vec![now; blocks],
            },
        })
    }

    /// Returns whether a tag is pinned.
    pub(crate) fn is_pinned(&self, tag: TagId) -> bool {
        self.tags.get(tag).is_some_and(|tag| tag.pinned)
    }

    /// Iterates over the clips with an event, in the order of ids, and over the event's sorted times in each clip.
    pub(crate) fn times_by_clip(&self, event: EventId) -> impl Iterator<Item = (ClipId, &[f64])> {
        let times = self.events.get(event).map(|event| event.times.iter());
        let times = times.into_iter().flatten();
        times.map(|(&clip, times)| (clip, times.as_slice()))
    }
}

fn numbered(clips: Vec<ClipInfo>) -> Result<IdVec<ClipId, ClipInfo>, &'static str> {
    let mut numbered = IdVec::new();
    for clip in clips {
        numbered
            .push(clip)
            .map_err(|_| "there are too many clips")?;
    }
    Ok(numbered)
}
