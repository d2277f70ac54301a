//! Labels made or edited by a program, written to the sidecars of a library as one edit of its history.

use std::collections::BTreeMap;
use std::sync::Arc;

use footwork::base::{FrameRange, Id, Name};
use footwork::tags::ClipId;
use footwork_library::{ClipEdit, Edit, Library as Folder, Operation};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::value_error;
use crate::library::Library;
use crate::library_work::unchanged;
use crate::names::name;
use crate::pool::in_own_pool;

/// An event of a clip, at a time in frames.
type GivenEvent = (usize, String, f64);
/// A span of a tag of a clip, in frames.
type GivenSpan = (usize, String, u32, u32);

/// A span of one clip.
type EditedSpan = (String, u32, u32);
/// An event of one clip.
type EditedEvent = (String, f64);
/// The spans to remove and to add.
type EditedSpans = (Vec<EditedSpan>, Vec<EditedSpan>);
/// The events to remove, to move from one time to another, and to add.
type EditedEvents = (Vec<EditedEvent>, Vec<MovedEvent>, Vec<EditedEvent>);
/// An event with its old and its new time.
type MovedEvent = (String, f64, f64);

/// Writes events and spans: see `footwork.write_labels`. `data` is the JSON of each event. Returns the changed files, and the
/// number of events that already existed.
#[pyfunction]
pub(crate) fn _write_labels(
    py: Python<'_>,
    library: &Bound<'_, Library>,
    events: Vec<GivenEvent>,
    spans: Vec<GivenSpan>,
    label: String,
    data: String,
    same_within_secs: f64,
) -> PyResult<(Vec<String>, usize)> {
    let opened = Arc::clone(&library.get().folder);
    in_own_pool(py, || -> PyResult<(Vec<String>, usize)> {
        let mut now = unchanged(&opened)?;
        let mut edit = Edit::new(label);
        let there = edit_of(&mut edit, &now, events, spans, &data, same_within_secs)?;
        let mut editor = now.editor();
        let saved = now.edit(&mut editor, &edit).map_err(value_error)?;
        Ok((saved.files, there))
    })?
}

/// Removes, moves and adds labels of one clip, in this order: see `footwork.edit_labels`. Returns the changed files.
#[pyfunction]
pub(crate) fn _edit_labels(
    py: Python<'_>,
    library: &Bound<'_, Library>,
    clip: usize,
    spans: EditedSpans,
    events: EditedEvents,
    label: String,
) -> PyResult<Vec<String>> {
    let opened = Arc::clone(&library.get().folder);
    in_own_pool(py, || -> PyResult<Vec<String>> {
        let mut now = unchanged(&opened)?;
        let mut operations = Vec::new();
        for (tag, start, stop) in spans.0 {
            let (tag, range) = named_range(&tag, start, stop)?;
            operations.push(Operation::RemoveSpan { tag, range });
        }
        for (tag, start, stop) in spans.1 {
            let (tag, range) = named_range(&tag, start, stop)?;
            operations.push(Operation::AddSpan { tag, range });
        }
        for (event, time) in events.0 {
            let event = name(&event)?;
            operations.push(Operation::RemoveEvent { event, time });
        }
        for (event, from, to) in events.1 {
            let event = name(&event)?;
            operations.push(Operation::MoveEvent { event, from, to });
        }
        for (event, time) in events.2 {
            let (event, data) = (name(&event)?, None);
            operations.push(Operation::AddEvent { event, time, data });
        }
        let edit = Edit::new(label).with(id(clip)?, operations);
        let mut editor = now.editor();
        let saved = now.edit(&mut editor, &edit).map_err(value_error)?;
        Ok(saved.files)
    })?
}

fn named_range(tag: &str, start: u32, stop: u32) -> PyResult<(Name, FrameRange)> {
    let range = FrameRange::new(start, stop).ok_or_else(|| {
        PyValueError::new_err(format!("the span [{start}, {stop}) of {tag} is empty"))
    })?;
    Ok((name(tag)?, range))
}

/// Adds the labels to an edit. Returns the number of events that already existed.
fn edit_of(
    edit: &mut Edit,
    library: &Folder,
    events: Vec<GivenEvent>,
    spans: Vec<GivenSpan>,
    data: &str,
    same_within_secs: f64,
) -> PyResult<usize> {
    let mut clips: BTreeMap<usize, Vec<Operation>> = BTreeMap::new();
    let mut there = 0;
    for (clip, event, time) in events {
        let event = name(&event)?;
        let within = same_within_secs * entry(library, clip)?.rate.as_f64();
        if has_event(library, clip, &event, time, within)? {
            there += 1
        } else {
            clips.entry(clip).or_default().push(Operation::AddEvent {
                event,
                time,
                data: Some(data.to_owned()),
            })
        }
    }
    for (clip, tag, start, stop) in spans {
        let (tag, range) = named_range(&tag, start, stop)?;
        let operations = clips.entry(clip).or_default();
        operations.push(Operation::Paint { tag, range });
    }
    for (clip, operations) in clips {
        let clip = id(clip)?;
        edit.clips.push(ClipEdit { clip, operations });
    }
    Ok(there)
}

/// Returns whether the clip has the event within a distance of a time, in frames.
fn has_event(
    library: &Folder,
    clip: usize,
    event: &Name,
    time: f64,
    within: f64,
) -> PyResult<bool> {
    let mut events = entry(library, clip)?.events();
    Ok(events.any(|(name, at)| name == event && (at - time).abs() <= within))
}

fn id(clip: usize) -> PyResult<ClipId> {
    ClipId::from_index(clip).ok_or_else(|| value_error("there is no such clip"))
}

fn entry(library: &Folder, clip: usize) -> PyResult<&footwork_library::ClipEntry> {
    let entry = library.clips().get(id(clip)?);
    entry.ok_or_else(|| value_error("there is no such clip"))
}
