//! Computes the channels of clips on demand and caches them, in memory and [on disk](super::stored).
//!
//! Reading a clip is far slower than evaluating a predicate, and a user refines one predicate over the same channels
//! again and again. So the channels of all clips are cached until their total size exceeds [`MAX_BYTES`]; then all are
//! dropped. This simple scheme needs no bookkeeping on each access.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use footwork_base::{Id, IdVec};
use footwork_clip::{Channel, ClipError, Motion, RootMeasure};
use footwork_sidecar::Settings;
use footwork_store::LibraryFolder;
use footwork_tags::ClipId;

use super::bounds::Bounds;
use super::clip_source::ClipSource;
use super::lock;
use super::stored::StoredChannels;
use crate::clip_entry::ClipEntry;
use crate::motion_source::MotionSource;
use crate::open_files::OpenFiles;

/// The maximum total size of cached channels, in bytes. When it would be exceeded, all channels are dropped.
const MAX_BYTES: usize = 512 << 20;

pub(super) struct Signals {
    /// The clips in the order of their ids.
    clips: Vec<ClipSource>,
    kept: Mutex<Kept>,
    stored: StoredChannels,
}

#[derive(Default)]
struct Kept {
    channels: HashMap<ClipId, HashMap<Channel, Arc<[f32]>>>,
    bytes: usize,
}

impl Signals {
    pub(super) fn new(
        clips: &IdVec<ClipId, ClipEntry>,
        settings: &Settings,
        open_files: &Arc<OpenFiles>,
        folder: Option<LibraryFolder>,
    ) -> Self {
        let sources = clips.values().map(|entry| ClipSource {
            name: entry.name.clone(),
            motion: MotionSource::new(entry, settings, open_files),
            frames: entry.frames,
            rate: entry.rate,
            invalid: entry.invalid.clone(),
            skeleton: Arc::clone(&entry.skeleton),
        });
        Self {
            clips: sources.collect(),
            kept: Mutex::default(),
            stored: StoredChannels::new(folder, settings),
        }
    }

    /// Writes channels computed from motion to the cache folder, if there are enough values.
    pub(super) fn save(&self) {
        self.stored.save(&self.clips);
    }

    /// Returns the bounds of a channel on a clip: NaN if the clip lacks its joint, and `None` if they are not known
    /// without reading motion.
    pub(super) fn bounds(&self, clip: ClipId, channel: &Channel) -> Option<Bounds> {
        match self.lacks(clip, channel) {
            Some(_) => Some(Bounds::NAN),
            None => self.stored.bounds(&self.clips, clip, channel),
        }
    }

    pub(super) fn clip_count(&self) -> usize {
        self.clips.len()
    }

    pub(super) fn clips(&self) -> impl Iterator<Item = (ClipId, &ClipSource)> {
        let clips = self.clips.iter().enumerate();
        clips.filter_map(|(index, source)| Some((ClipId::from_index(index)?, source)))
    }

    pub(super) fn clip(&self, clip: ClipId) -> Option<&ClipSource> {
        self.clips.get(clip.index())
    }

    /// Returns the joint of this channel if the clip lacks the joint; else `None`.
    pub(super) fn lacks<'a>(&self, clip: ClipId, wanted: &'a Channel) -> Option<&'a str> {
        let source = self.clips.get(clip.index())?;
        match wanted {
            Channel::Joint { joint, .. } if !source.skeleton.has(joint) => Some(joint),
            Channel::Root(RootMeasure::GaitSpeed) => source.skeleton.lacks_feet(),
            Channel::Joint { .. } | Channel::Root(_) => None,
        }
    }

    /// Returns the channels, with one number per frame; `None` if the clip's file no longer has one of the
    /// joints.
    ///
    /// # Errors
    /// If the clip's file can no longer be read, or has changed.
    pub(super) fn channels<'a>(
        &self,
        clip: ClipId,
        wanted: impl Iterator<Item = &'a Channel> + Clone,
    ) -> Result<Option<Vec<Arc<[f32]>>>, ClipError> {
        let Some(source) = self.clips.get(clip.index()) else {
            return Ok(None);
        };
        let mut found = self.kept(clip, wanted.clone());
        for channel in wanted.clone() {
            if !found.contains_key(channel)
                && let Some(values) = self.stored.values(&self.clips, clip, channel)
            {
                self.keep(clip, channel, &values);
                found.insert(channel.clone(), values);
            }
        }
        if wanted.clone().any(|channel| !found.contains_key(channel)) {
            let loaded = source.motion.read()?;
            let motion = Motion::new(&loaded.clip);
            for channel in wanted.clone() {
                if !found.contains_key(channel) {
                    // A joint that the file no longer has counts as missing.
                    let Ok(values) = motion.channel(channel) else {
                        return Ok(None);
                    };
                    let values: Arc<[f32]> = values.into();
                    self.keep(clip, channel, &values);
                    self.stored.add(clip, channel, &values);
                    found.insert(channel.clone(), values);
                }
            }
            if self.stored.unwritten_bytes() > MAX_BYTES {
                self.save();
            }
        }
        Ok(wanted.map(|channel| found.get(channel).cloned()).collect())
    }

    fn kept<'a>(
        &self,
        clip: ClipId,
        wanted: impl Iterator<Item = &'a Channel>,
    ) -> HashMap<Channel, Arc<[f32]>> {
        let kept = lock(&self.kept);
        let Some(of_clip) = kept.channels.get(&clip) else {
            return HashMap::new();
        };
        wanted
            .filter_map(|channel| Some((channel.clone(), Arc::clone(of_clip.get(channel)?))))
            .collect()
    }

    fn keep(&self, clip: ClipId, channel: &Channel, values: &Arc<[f32]>) {
        let mut kept = lock(&self.kept);
        let bytes = size_of_val(&**values);
        if kept.bytes + bytes > MAX_BYTES {
            *kept = Kept::default();
        }
        kept.bytes += bytes;
        let of_clip = kept.channels.entry(clip).or_default();
        of_clip.insert(channel.clone(), Arc::clone(values));
    }
}
