//! One change to one clip, and its effect on the clip's sidecar.
//!
//! A client may send an edit again because the response was lost, so operations are idempotent. If a span or event to
//! remove is missing, but every clip is already as the edit would leave it, the edit counts as done: it succeeds and
//! writes nothing. If any clip differs, another program has edited it, and the edit is refused.

use footwork_base::{FrameRange, Name};
use footwork_store::StoreError;
use footwork_tags::Ranges;

use super::EditError;
use crate::clip_entry::ClipEntry;
use footwork_sidecar::{
    ExclusiveGroup, KeptLabels, Line, Provenance, Reference, Sidecar, SignedState, TagSpan, renamed,
};

/// The longest note, in characters.
const MAX_NOTE_CHARS: usize = 10_000;

/// The longest name of a person who sets a state, or of a source of proposals, in characters.
const MAX_SIGNER_CHARS: usize = 200;

/// One change to one clip.
///
/// With the feature `wire`, it serializes to the JSON that the studio's page sends, in which `kind` names the variant.
/// Every field but `data` is required. Variants that only jobs use have no JSON.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "wire", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(tag = "kind", rename_all = "camelCase"))]
pub enum Operation {
    /// Gives a tag to frames. Spans of the tag that overlap or touch the frames are joined with the new span, and tags
    /// that exclude the tag are erased from the frames.
    Paint {
        /// The tag.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        tag: Name,
        /// The frames.
        #[cfg_attr(feature = "wire", serde(flatten))]
        range: FrameRange,
    },
    /// Removes a tag from frames; spans of the tag are cut, split or removed. Erasing the clip's last frame also erases
    /// the parts of spans past the clip's end.
    Erase {
        /// The tag.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        tag: Name,
        /// The frames.
        #[cfg_attr(feature = "wire", serde(flatten))]
        range: FrameRange,
    },
    /// Adds a span without joining it with spans of the same tag that it touches or overlaps. Tags that exclude the new
    /// span's tag are erased from the frames.
    AddSpan {
        /// The tag.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        tag: Name,
        /// The frames.
        #[cfg_attr(feature = "wire", serde(flatten))]
        range: FrameRange,
    },
    /// Removes the span with exactly these frames. If a rule made the span, rules do not make it again.
    RemoveSpan {
        /// The tag.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        tag: Name,
        /// The frames.
        #[cfg_attr(feature = "wire", serde(flatten))]
        range: FrameRange,
    },
    /// Adds an event, or sets the data of an event that already exists at this time.
    AddEvent {
        /// The event.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        event: Name,
        /// The time of the event, in frames.
        time: f64,
        /// Its data, as JSON.
        #[cfg_attr(feature = "wire", serde(default))]
        #[cfg_attr(feature = "ts", ts(optional))]
        data: Option<String>,
    },
    /// Removes the events with this name that are less than 0.001 frames from the given time.
    RemoveEvent {
        /// The event.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        event: Name,
        /// The time, in frames.
        time: f64,
    },
    /// Moves an event with its data, replacing an event at the new time.
    MoveEvent {
        /// The event.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        event: Name,
        /// Its old time, in frames.
        from: f64,
        /// Its new time, in frames.
        to: f64,
    },
    /// Renames a tag and all tags below it. Spans that overlap spans of the new name are joined with them.
    #[cfg_attr(feature = "wire", serde(skip))]
    RenameTag {
        /// The tag.
        old: Name,
        /// Its new name.
        new: Name,
    },
    /// Replaces the spans that a rule gave the tag. Spans authored by hand are unchanged.
    #[cfg_attr(feature = "wire", serde(skip))]
    SetRuleSpans {
        /// The tag.
        tag: Name,
        /// The frames of the spans.
        ranges: Ranges,
    },
    /// Sets the clip's work state.
    SetState {
        /// The state; `None` derives it from the labels.
        #[cfg_attr(feature = "wire", serde(deserialize_with = "Option::deserialize"))]
        state: Option<SignedState>,
    },
    /// Sets the video or sound that shows the clip's motion.
    SetReference {
        /// The video or sound; `None` removes it.
        #[cfg_attr(feature = "wire", serde(deserialize_with = "Option::deserialize"))]
        reference: Option<Reference>,
    },
    /// Replaces a note; `None` for `old` adds one, `None` for `new` removes it.
    SetNote {
        /// The note as it was.
        #[cfg_attr(feature = "wire", serde(deserialize_with = "Option::deserialize"))]
        old: Option<String>,
        /// The new note.
        #[cfg_attr(feature = "wire", serde(deserialize_with = "Option::deserialize"))]
        new: Option<String>,
    },
    /// Records that our labels are right although a second labeller's differ.
    Keep(KeptLabels),
    /// Records which program proposed the hand-made span with exactly these frames.
    SetProvenance {
        /// The tag.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        tag: Name,
        /// The frames.
        #[cfg_attr(feature = "wire", serde(flatten))]
        range: FrameRange,
        /// The name of the source.
        source: String,
        /// The score that the source gave, from 0 to 1.
        score: f64,
    },
    /// Adds lines unchanged.
    #[cfg_attr(feature = "wire", serde(skip))]
    AddLines(Vec<Line>),
    /// Declares that a changed clip still has the same frame numbers.
    ///
    /// The sidecar's header then has the clip's current name, length, rate and hash; all other lines are
    /// unchanged. Labels past the clip's end also stay, and are findings until they are removed.
    #[cfg_attr(feature = "wire", serde(skip))]
    KeepFrames,
    /// Replaces the whole sidecar with one for the current version of the clip.
    #[cfg_attr(feature = "wire", serde(skip))]
    Rebase {
        /// The sidecar that the edit was made from; the edit is refused if it has changed.
        before: Sidecar,
        /// The new sidecar.
        after: Sidecar,
    },
}

/// The clip that an operation applies to.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    pub(crate) entry: &'a ClipEntry,
    pub(crate) groups: &'a [ExclusiveGroup],
}

impl Operation {
    /// Returns the name that an edit with only this operation has in the history.
    pub(crate) fn label(&self, clip: &str) -> String {
        match self {
            Self::Paint { tag, range } | Self::AddSpan { tag, range } => {
                format!("tag add {tag} {clip} {range}")
            }
            Self::Erase { tag, range } | Self::RemoveSpan { tag, range } => {
                format!("tag remove {tag} {clip} {range}")
            }
            Self::AddEvent { event, time, .. } => format!("event add {event} {clip} {time}"),
            Self::RemoveEvent { event, time } => format!("event remove {event} {clip} {time}"),
            Self::MoveEvent { event, to, .. } => format!("event move {event} {clip} {to}"),
            Self::RenameTag { old, new } => format!("tag rename {old} {new}"),
            Self::SetRuleSpans { .. } => "rules".to_owned(),
            Self::SetState {
                state: Some(signed),
            } => format!("state {} {clip}", signed.state),
            Self::SetState { state: None } => format!("state automatic {clip}"),
            Self::SetReference { .. } => format!("reference {clip}"),
            Self::SetNote { .. } => format!("note {clip}"),
            Self::Keep(kept) => format!("keep {} {clip} {}", kept.tag(), kept.range()),
            Self::SetProvenance { tag, range, .. } => format!("provenance {tag} {clip} {range}"),
            Self::AddLines(_) => format!("import {clip}"),
            Self::KeepFrames => format!("rebase {clip} --keep-frames"),
            Self::Rebase { .. } => format!("rebase {clip}"),
        }
    }

    /// Returns whether the operation refers to frame numbers of the clip's current version. If so, the sidecar must be
    /// for that version.
    pub(crate) fn is_in_frames(&self) -> bool {
        !matches!(
            self,
            Self::RenameTag { .. }
                | Self::KeepFrames
                | Self::Rebase { .. }
                | Self::SetState { .. }
                | Self::SetReference { .. }
                | Self::SetNote { .. }
        )
    }

    /// Rejects frames and times outside the clip, and texts longer than the limits.
    pub(crate) fn check(&self, entry: &ClipEntry) -> Result<(), EditError> {
        match self {
            Self::Paint { range, .. } | Self::AddSpan { range, .. } => {
                check_inside(*range, entry.frames)
            }
            Self::AddEvent { time, .. } | Self::MoveEvent { to: time, .. } => {
                check_time(*time, entry.frames)
            }
            Self::Keep(kept) => check_inside(kept.range(), entry.frames),
            Self::SetState {
                state: Some(signed),
            } => {
                let by = "the name of the person who sets a state";
                check_length(by, signed.by.as_deref(), MAX_SIGNER_CHARS)?;
                let assignee = "the name of the person to whom a clip is assigned";
                check_length(assignee, signed.assignee.as_deref(), MAX_SIGNER_CHARS)
            }
            Self::SetProvenance {
                tag,
                range,
                source,
                score,
            } => {
                let what = "the name of a source of proposals";
                check_length(what, Some(source), MAX_SIGNER_CHARS)?;
                let provenance = Provenance::new(source, *score, tag.clone(), *range);
                provenance.map(|_| ()).ok_or(EditError::BadProvenance)
            }
            Self::SetNote { new, .. } => check_length("a note", new.as_deref(), MAX_NOTE_CHARS),
            _ => Ok(()),
        }
    }

    /// Applies an operation that passed [`check`](Self::check) to a sidecar.
    ///
    /// # Errors
    /// If a span or event to remove or move does not exist, if erased frames are outside the clip, if an event's data
    /// is not JSON, or if the sidecar to rebase has changed.
    pub(crate) fn apply(&self, sidecar: &mut Sidecar, target: Target<'_>) -> Result<(), EditError> {
        let frames = target.entry.frames;
        match self {
            Self::Paint { tag, range } => {
                make_way(sidecar, tag, *range, target)?;
                sidecar.paint(tag, *range);
            }
            Self::Erase { tag, range } => erase(sidecar, tag, *range, frames)?,
            Self::AddSpan { tag, range } => {
                make_way(sidecar, tag, *range, target)?;
                sidecar.add_span(tag, *range);
            }
            Self::RemoveSpan { tag, range } => {
                if !sidecar.remove_span(tag, *range) {
                    return Err(no_such_span(sidecar, target, tag, *range));
                }
            }
            Self::AddEvent { event, time, data } => {
                match data {
                    Some(data) => sidecar.add_event_with(event, *time, &one_line(data)?),
                    None => sidecar.add_event(event, *time),
                };
            }
            Self::RemoveEvent { event, time } => {
                if !sidecar.remove_event(event, *time) {
                    return Err(no_such_event(sidecar, target, event, *time));
                }
            }
            Self::MoveEvent { event, from, to } => {
                if !sidecar.move_event(event, *from, *to) {
                    return Err(no_such_event(sidecar, target, event, *from));
                }
            }
            Self::RenameTag { old, new } => {
                sidecar.rename(|name| renamed(name, old, new));
            }
            Self::SetRuleSpans { tag, ranges } => set_rule_spans(sidecar, tag, ranges),
            Self::SetState { state } => _ = sidecar.set_state(state.clone()),
            Self::SetReference { reference } => _ = sidecar.set_reference(reference.clone()),
            Self::SetNote { old, new } => _ = sidecar.set_note(old.as_deref(), new.as_deref()),
            Self::Keep(kept) => _ = sidecar.keep(kept.clone()),
            Self::SetProvenance {
                tag,
                range,
                source,
                score,
            } => {
                let provenance = Provenance::new(source, *score, tag.clone(), *range);
                let provenance = provenance.ok_or(EditError::BadProvenance)?;
                if !sidecar.set_provenance(provenance) {
                    return Err(no_such_span(sidecar, target, tag, *range));
                }
            }
            Self::AddLines(lines) => {
                lines.iter().for_each(|line| sidecar.push(line.clone()));
                *sidecar = sidecar.in_order();
            }
            Self::KeepFrames if target.entry.is_of_another_version(sidecar) => {
                set_header(sidecar, target.entry);
            }
            Self::KeepFrames => {}
            Self::Rebase { before, after } => {
                if sidecar != before {
                    let file = target.entry.sidecar_name();
                    return Err(StoreError::Changed { file }.into());
                }
                *sidecar = after.clone();
                set_header(sidecar, target.entry);
            }
        }
        Ok(())
    }

    /// Applies the operation even if the span or event to remove or move is missing. A missing span or event counts as
    /// removed, and a missing event to move is added at its new time.
    fn make_so(&self, sidecar: &mut Sidecar, target: Target<'_>) -> Result<(), EditError> {
        match (self.apply(sidecar, target), self) {
            (Err(EditError::NoSuchSpan { .. }), Self::RemoveSpan { .. }) => Ok(()),
            (Err(EditError::NoSuchEvent { .. }), Self::MoveEvent { event, to, .. }) => {
                sidecar.add_event(event, *to);
                Ok(())
            }
            (Err(EditError::NoSuchEvent { time, .. }), _) => check_time(time, target.entry.frames),
            (applied, _) => applied,
        }
    }
}

/// Returns whether a sidecar is already as these operations would leave it. Spans and events to remove may be missing.
pub(crate) fn is_done(
    operations: &[&Operation],
    sidecar: &Sidecar,
    target: Target<'_>,
) -> Result<bool, EditError> {
    let mut wanted = sidecar.clone();
    for operation in operations {
        operation.make_so(&mut wanted, target)?;
    }
    Ok(without_data(&wanted) == without_data(sidecar))
}

/// Erases the tags that exclude `tag` from the frames of `range`.
///
/// A frame has at most one tag of an [`ExclusiveGroup`], so painting one tag of the group erases the others.
fn make_way(
    sidecar: &mut Sidecar,
    tag: &Name,
    range: FrameRange,
    target: Target<'_>,
) -> Result<(), EditError> {
    let groups = target.groups.iter();
    let is_excluded = |other: &Name| groups.clone().any(|group| group.excludes(tag, other));
    let there = sidecar.tags().filter(|span| span.range.overlaps(range));
    let mut excluded: Vec<Name> = there
        .filter(|span| is_excluded(&span.name))
        .map(|span| span.name.clone())
        .collect();
    excluded.sort();
    excluded.dedup();
    let mut excluded = excluded.iter();
    excluded.try_for_each(|other| erase(sidecar, other, range, target.entry.frames))
}

/// Erases `tag` from the frames of `range` in a clip of `frames` frames.
///
/// A range that reaches the clip's last frame also erases the parts of spans past the clip's end, which cannot be
/// selected otherwise.
fn erase(
    sidecar: &mut Sidecar,
    tag: &Name,
    range: FrameRange,
    frames: u32,
) -> Result<(), EditError> {
    let spans = sidecar.tags().filter(|span| span.name == *tag);
    let reach = spans.map(|span| span.range.stop()).fold(frames, u32::max);
    if range.stop() > reach {
        check_inside(range, frames)?;
    }
    let beyond = FrameRange::new(range.start(), reach).filter(|_| range.stop() >= frames);
    sidecar.erase(tag, beyond.unwrap_or(range));
    Ok(())
}

fn no_such_span(sidecar: &Sidecar, target: Target<'_>, tag: &Name, range: FrameRange) -> EditError {
    let there = sidecar.tags().filter(|span| span.name == *tag);
    EditError::NoSuchSpan {
        clip: target.entry.name.clone(),
        tag: tag.clone(),
        range,
        there: there.map(|span| span.range).collect(),
    }
}

fn no_such_event(sidecar: &Sidecar, target: Target<'_>, event: &Name, time: f64) -> EditError {
    let there = sidecar.events().filter(|(name, _)| *name == event);
    EditError::NoSuchEvent {
        clip: target.entry.name.clone(),
        event: event.clone(),
        time,
        there: there.map(|(_, time)| time).collect(),
    }
}

fn set_rule_spans(sidecar: &mut Sidecar, tag: &Name, ranges: &Ranges) {
    let is_made = |span: &TagSpan| span.by_rule && span.name == *tag;
    let made = sidecar.tags().filter(|span| is_made(span));
    if made.map(|span| span.range).eq(ranges.iter()) {
        return;
    }
    sidecar.remove(|line| matches!(line, Line::Tag(span) if is_made(span)));
    for range in ranges {
        sidecar.insert([Line::Tag(TagSpan {
            name: tag.clone(),
            range,
            by_rule: true,
        })]);
    }
}

/// Sets a sidecar's header to the current version of a clip.
fn set_header(sidecar: &mut Sidecar, entry: &ClipEntry) {
    let header = entry.header();
    let kind = std::mem::discriminant::<Line>;
    sidecar.remove(|line| header.iter().any(|own| kind(own) == kind(line)));
    for line in header {
        sidecar.insert([line]);
    }
}

fn check_inside(range: FrameRange, frames: u32) -> Result<(), EditError> {
    let frame = range.stop() - 1;
    if range.stop() <= frames {
        Ok(())
    } else {
        Err(EditError::OutsideClip { frame, frames })
    }
}

fn check_time(time: f64, frames: u32) -> Result<(), EditError> {
    if (0.0..f64::from(frames)).contains(&time) {
        Ok(())
    } else {
        Err(EditError::BadTime { time, frames })
    }
}

fn check_length(what: &'static str, text: Option<&str>, limit: usize) -> Result<(), EditError> {
    if text.is_none_or(|text| text.chars().count() <= limit) {
        Ok(())
    } else {
        Err(EditError::TooLong { what, limit })
    }
}

/// Checks JSON and puts it on one line, as sidecars require. A line end in JSON is always between tokens, so a space
/// can replace it.
fn one_line(json: &str) -> Result<String, EditError> {
    match serde_json::from_str::<serde::de::IgnoredAny>(json) {
        Ok(_) => Ok(json.trim().replace(['\n', '\r'], " ")),
        Err(error) => Err(EditError::BadData {
            message: error.to_string(),
        }),
    }
}

/// Returns the lines in canonical order, with the times of events but without their data.
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
