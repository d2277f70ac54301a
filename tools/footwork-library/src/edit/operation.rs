//! Several changes of several clips as one edit, which can be made again without harm.
//!
//! A program that edits over a connection may send an edit again because the answer got lost. So what
//! is so already is no change: where what is to be removed is not there, and all clips are as they would
//! be after the edit, nothing is written and nothing is wrong. Where they are not, somebody else edited
//! them, and the edit is refused.

use std::collections::BTreeMap;

use footwork_base::{FrameRange, Name};
use footwork_sidecar::{ExclusiveGroup, Line, Sidecar};
use footwork_tags::ClipId;

use super::exclusive::make_way;
use super::save::edit_clips;
use super::{Change, EditError, Shared, check_inside, check_time};
use crate::Library;

/// One change of one clip.
#[derive(Clone, Debug, PartialEq)]
pub enum Operation {
    /// Gives a tag to frames: spans of it that they overlap or touch become one span with them, and
    /// tags that exclude it are taken from these frames.
    Paint {
        /// The tag.
        tag: Name,
        /// The frames.
        range: FrameRange,
    },
    /// Takes a tag from frames: its spans are cut, split or dropped. What a sidecar has past the clip's
    /// end goes with the clip's last frame.
    Erase {
        /// The tag.
        tag: Name,
        /// The frames.
        range: FrameRange,
    },
    /// Adds a span as it is, which may touch or overlap others of its tag; tags that exclude it are
    /// taken from its frames.
    AddSpan {
        /// The tag.
        tag: Name,
        /// The frames.
        range: FrameRange,
    },
    /// Removes the span that is exactly this; where a rule made it, rules may not make it again.
    RemoveSpan {
        /// The tag.
        tag: Name,
        /// The frames.
        range: FrameRange,
    },
    /// Adds an event; where it is already, it gets the data.
    AddEvent {
        /// The event.
        event: Name,
        /// When, in frames.
        time: f64,
        /// What goes with it, as JSON.
        data: Option<String>,
    },
    /// Removes the events of this name less than a thousandth of a frame from a time.
    RemoveEvent {
        /// The event.
        event: Name,
        /// When, in frames.
        time: f64,
    },
    /// Moves an event with its data; it takes the place of one that is there.
    MoveEvent {
        /// The event.
        event: Name,
        /// When it is, in frames.
        from: f64,
        /// When it is to be, in frames.
        to: f64,
    },
}

/// What is done to one clip, in this order.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipOperations {
    /// The clip.
    pub clip: ClipId,
    /// The changes.
    pub operations: Vec<Operation>,
}

impl Library {
    /// Makes changes of several clips as one edit, called `label` for people. Nothing is written where
    /// all of it is so already, though the spans and events to be removed are not there.
    ///
    /// # Errors
    /// When frames are not inside their clip, what is to be removed or moved is not there and the clips
    /// are not as the edit would leave them, clips have changed since they were tagged, or a sidecar
    /// cannot be replaced; then none is.
    pub fn apply(&mut self, label: &str, edits: &[ClipOperations]) -> Result<Change, EditError> {
        apply(self, label, edits)
    }
}

pub(super) fn apply(
    shared: &mut impl Shared,
    label: &str,
    edits: &[ClipOperations],
) -> Result<Change, EditError> {
    let mut of_clip: BTreeMap<ClipId, Vec<&Operation>> = BTreeMap::new();
    for edit in edits {
        of_clip
            .entry(edit.clip)
            .or_default()
            .extend(&edit.operations);
    }
    let library = shared.library();
    let mut lengths = BTreeMap::new();
    for &clip in of_clip.keys() {
        lengths.insert(clip, library.editable_frames(clip)?);
    }
    let names = |clip: ClipId| library.clips()[clip].name.clone();
    let names: BTreeMap<ClipId, String> = of_clip.keys().map(|&clip| (clip, names(clip))).collect();
    let clips: Vec<ClipId> = of_clip.keys().copied().collect();
    let groups = library.config().exclusive.clone();
    let applied = edit_clips(shared, label, &clips, |clip, sidecar| {
        let before = sidecar.in_order();
        for operation in &of_clip[&clip] {
            if !operation.apply(sidecar, lengths[&clip], &groups)? {
                return Err(operation.not_there(&names[&clip], sidecar));
            }
        }
        Ok(before != sidecar.in_order())
    });
    let Err(error @ (EditError::NoSuchSpan { .. } | EditError::NoSuchEvent { .. })) = applied
    else {
        return applied;
    };
    let mut is_so = true;
    let looked = edit_clips(shared, label, &clips, |clip, sidecar| {
        let mut wanted = sidecar.clone();
        for operation in &of_clip[&clip] {
            operation.make_so(&mut wanted, lengths[&clip], &groups)?;
        }
        is_so &= without_data(&wanted) == without_data(sidecar);
        Ok(false)
    });
    match looked {
        Ok(nothing) if is_so => Ok(nothing),
        _ => Err(error),
    }
}

impl Operation {
    /// Changes a sidecar of a clip of this length; returns whether what is to be removed was there.
    fn apply(
        &self,
        sidecar: &mut Sidecar,
        frames: u32,
        groups: &[ExclusiveGroup],
    ) -> Result<bool, EditError> {
        match self {
            Self::Paint { tag, range } => {
                check_inside(*range, frames)?;
                make_way(sidecar, tag, *range, groups, frames)?;
                sidecar.paint(tag, *range);
            }
            Self::Erase { tag, range } => _ = erase(sidecar, tag, *range, frames)?,
            Self::AddSpan { tag, range } => {
                check_inside(*range, frames)?;
                make_way(sidecar, tag, *range, groups, frames)?;
                sidecar.add_span(tag, *range);
            }
            Self::RemoveSpan { tag, range } => return Ok(sidecar.remove_span(tag, *range)),
            Self::AddEvent { event, time, data } => {
                check_time(*time, frames)?;
                match data {
                    Some(data) => sidecar.add_event_with(event, *time, &one_line(data)?),
                    None => sidecar.add_event(event, *time),
                };
            }
            Self::RemoveEvent { event, time } => return Ok(sidecar.remove_event(event, *time)),
            Self::MoveEvent { event, from, to } => {
                check_time(*to, frames)?;
                return Ok(sidecar.move_event(event, *from, *to));
            }
        }
        Ok(true)
    }

    /// Makes a sidecar what it would be had everything been there.
    fn make_so(
        &self,
        sidecar: &mut Sidecar,
        frames: u32,
        groups: &[ExclusiveGroup],
    ) -> Result<(), EditError> {
        let was_there = self.apply(sidecar, frames, groups)?;
        if let (false, Self::MoveEvent { event, to, .. }) = (was_there, self) {
            sidecar.add_event(event, *to);
        }
        Ok(())
    }

    /// What is there in the place of what is to be removed.
    fn not_there(&self, clip: &str, sidecar: &Sidecar) -> EditError {
        let clip = clip.to_owned();
        match self {
            Self::Paint { tag, range }
            | Self::Erase { tag, range }
            | Self::AddSpan { tag, range }
            | Self::RemoveSpan { tag, range } => {
                let there = sidecar.tags().filter(|span| span.name == *tag);
                EditError::NoSuchSpan {
                    clip,
                    tag: tag.clone(),
                    range: *range,
                    there: there.map(|span| span.range).collect(),
                }
            }
            Self::AddEvent { event, time, .. }
            | Self::RemoveEvent { event, time }
            | Self::MoveEvent {
                event, from: time, ..
            } => {
                let there = sidecar.events().filter(|(name, _)| *name == event);
                EditError::NoSuchEvent {
                    clip,
                    event: event.clone(),
                    time: *time,
                    there: there.map(|(_, time)| time).collect(),
                }
            }
        }
    }
}

/// Takes `tag` from the frames of `range` in a clip of this length; what is past its end goes with
/// its last frame. Returns whether that changed anything.
pub(super) fn erase(
    sidecar: &mut Sidecar,
    tag: &Name,
    range: FrameRange,
    frames: u32,
) -> Result<bool, EditError> {
    let spans = sidecar.tags().filter(|span| span.name == *tag);
    let reach = spans.map(|span| span.range.stop()).fold(frames, u32::max);
    if range.stop() > reach {
        check_inside(range, frames)?;
    }
    let beyond = FrameRange::new(range.start(), reach).filter(|_| range.stop() >= frames);
    Ok(sidecar.trim(tag, beyond.unwrap_or(range)))
}

/// JSON as a line of a sidecar has it: line ends in it can only be between its words.
fn one_line(json: &str) -> Result<String, EditError> {
    match serde_json::from_str::<serde::de::IgnoredAny>(json) {
        Ok(_) => Ok(json.trim().replace(['\n', '\r'], " ")),
        Err(error) => Err(EditError::BadData {
            message: error.to_string(),
        }),
    }
}

/// The lines in their order, with the times of events alone.
fn without_data(sidecar: &Sidecar) -> Sidecar {
    let mut bare = sidecar.in_order();
    bare.rewrite(|line, lines| {
        lines.push(match line {
            Line::Event { name, time, .. } => Line::Event {
                name,
                time,
                data: None,
            },
            line => line,
        });
    });
    bare
}
