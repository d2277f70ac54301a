//! Edits of a library: of one clip, of many at once, and taking them back.
//!
//! Each edit locks the library, reads the sidecars that it concerns again, changes what it finds
//! there and [saves](footwork_store) all of it or nothing before it returns: edits of several programs
//! all last, and so does what was written by hand. An edit in frames is refused where the clip has
//! changed since it was tagged: nobody could say later which frames were meant. A tag that is given to
//! frames takes those that [exclude](footwork_sidecar::ExclusiveGroup) it from them.

mod error;
mod exclusive;
mod operation;
mod rename;
mod save;
mod shared;
mod turn;
mod unsaved;
mod version;

use std::collections::BTreeMap;

use footwork_base::{FrameRange, Name};
use footwork_sidecar::Line;
use footwork_tags::{ClipId, RangeSet};

use crate::Library;

pub use error::EditError;
use exclusive::make_way;
use operation::erase;
pub use operation::{ClipOperations, Operation};
pub use rename::Renamed;
pub(crate) use save::Scope;
use save::edit_clips;
pub use shared::Shared;
pub use turn::Turned;
pub use unsaved::Retried;
pub(crate) use unsaved::Unsaved;
pub(crate) use version::is_of_another_version;

/// Whether an edit did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The sidecar was replaced.
    Saved,
    /// Everything was so already, and nothing was written.
    Nothing,
}

impl Library {
    /// Gives `tag` to the frames of `range`, and takes those that exclude it from them.
    ///
    /// # Errors
    /// When the range is not inside the clip, the clip has changed since it was tagged, or the sidecar
    /// cannot be replaced; so with the edits below.
    pub fn paint(
        &mut self,
        tag: &Name,
        clip: ClipId,
        range: FrameRange,
    ) -> Result<Change, EditError> {
        let frames = self.editable_frames(clip)?;
        check_inside(range, frames)?;
        let label = format!("tag add {tag} {} {range}", self.clips()[clip].name);
        let groups = self.config().exclusive.clone();
        self.edit(&label, &[clip], |_, sidecar| {
            let made_way = make_way(sidecar, tag, range, &groups, frames)?;
            Ok(sidecar.paint(tag, range) | made_way)
        })
    }

    /// Gives `tag` to all frames of a set, and takes those that exclude it from them, as one edit.
    /// Mirrored twins follow their originals, and are passed over.
    ///
    /// # Errors
    /// When a range is not inside its clip, clips have changed since they were tagged, all of which
    /// are named, or a sidecar cannot be replaced; then none is.
    pub fn paint_all(&mut self, tag: &Name, frames: &RangeSet) -> Result<Change, EditError> {
        paint_all(self, tag, frames)
    }

    /// Takes `tag` from the frames of `range`. What a sidecar has past the clip's end goes with
    /// the clip's last frame.
    ///
    /// # Errors
    /// When the range reaches past the clip and all that is tagged there, or the sidecar cannot be
    /// replaced.
    pub fn trim(
        &mut self,
        tag: &Name,
        clip: ClipId,
        range: FrameRange,
    ) -> Result<Change, EditError> {
        let frames = self.editable_frames(clip)?;
        let label = format!("tag remove {tag} {} {range}", self.clips()[clip].name);
        self.edit(&label, &[clip], |_, sidecar| {
            erase(sidecar, tag, range, frames)
        })
    }

    /// Adds an event at a time in frames; nothing where it is already.
    ///
    /// # Errors
    /// When the time is not in `[0, frames)` or the sidecar cannot be replaced.
    pub fn add_event(&mut self, name: &Name, clip: ClipId, time: f64) -> Result<Change, EditError> {
        check_time(time, self.editable_frames(clip)?)?;
        let label = format!("event add {name} {} {time}", self.clips()[clip].name);
        self.edit(&label, &[clip], |_, sidecar| {
            Ok(sidecar.add_event(name, time))
        })
    }

    /// Removes the events of this name less than a thousandth of a frame from `time`, in frames.
    ///
    /// # Errors
    /// When the time is not in `[0, frames)` and there is no such event, or the sidecar cannot be
    /// replaced.
    pub fn remove_event(
        &mut self,
        name: &Name,
        clip: ClipId,
        time: f64,
    ) -> Result<Change, EditError> {
        let frames = self.editable_frames(clip)?;
        let label = format!("event remove {name} {} {time}", self.clips()[clip].name);
        self.edit(&label, &[clip], |_, sidecar| {
            let is_there = sidecar.remove_event(name, time);
            if !is_there {
                check_time(time, frames)?;
            }
            Ok(is_there)
        })
    }

    /// The length of a clip that can be edited.
    fn editable_frames(&self, clip: ClipId) -> Result<u32, EditError> {
        let entry = self.clips().get(clip).ok_or(EditError::UnknownClip)?;
        match &entry.mirror_of {
            None => Ok(entry.frames),
            Some(original) => Err(EditError::MirroredClip {
                clip: entry.name.clone(),
                original: original.clone(),
            }),
        }
    }

    /// The clips with sidecars of their own in which a line is such.
    fn clips_with(&self, is_such: impl Fn(&Line) -> bool) -> Vec<ClipId> {
        let clips = self.clips().iter();
        let clips = clips.filter(|(_, entry)| {
            let mut lines = entry.labels().into_iter().flat_map(|labels| labels.lines());
            entry.mirror_of.is_none() && lines.any(&is_such)
        });
        clips.map(|(clip, _)| clip).collect()
    }
}

fn paint_all(shared: &mut impl Shared, tag: &Name, frames: &RangeSet) -> Result<Change, EditError> {
    let ranges = |clip: ClipId| frames.ranges(clip).iter().copied();
    let library = shared.library();
    let mut lengths = BTreeMap::new();
    for (clip, entry) in library.clips().iter() {
        for range in ranges(clip) {
            check_inside(range, entry.frames)?;
        }
        if entry.mirror_of.is_none() && ranges(clip).next().is_some() {
            lengths.insert(clip, entry.frames);
        }
    }
    let clips: Vec<ClipId> = lengths.keys().copied().collect();
    let label = format!("tag apply {tag}");
    let groups = library.config().exclusive.clone();
    edit_clips(shared, &label, &clips, |clip, sidecar| {
        let mut changed = false;
        for range in ranges(clip) {
            changed |= make_way(sidecar, tag, range, &groups, lengths[&clip])?;
            changed |= sidecar.paint(tag, range);
        }
        Ok(changed)
    })
}

fn check_inside(range: FrameRange, frames: u32) -> Result<(), EditError> {
    let frame = range.stop() - 1;
    match range.stop() <= frames {
        true => Ok(()),
        false => Err(EditError::OutsideClip { frame, frames }),
    }
}

fn check_time(time: f64, frames: u32) -> Result<(), EditError> {
    match (0.0..f64::from(frames)).contains(&time) {
        true => Ok(()),
        false => Err(EditError::BadTime { time, frames }),
    }
}
