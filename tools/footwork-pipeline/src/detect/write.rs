//! Adds detected events to sidecars, except events that the sidecars already have.

use std::collections::{BTreeMap, BTreeSet};

use footwork_base::Name;
use footwork_sidecar::Sidecar;
use footwork_tags::ClipId;

use super::Detected;
use footwork_library::{Change, EditError, Editor, Library};
use footwork_library::{Edit, Operation};

/// A strike within this distance of an event of the same name is the same event: detection has about this accuracy
/// (`samples/README.md`). In seconds.
pub const SAME_EVENT_SECS: f64 = 0.1;
/// An end of a range within this distance, in frames, of an event of the same name is the same event.
pub const SAME_EVENT_FRAMES: f64 = 2.0;
/// The rounding tolerance in frames; detected times are rounded to hundredths of a frame.
const ROUNDING: f64 = 1e-6;

/// The result of adding events.
#[derive(Clone, Debug, PartialEq)]
pub struct AddedEvents {
    /// Whether the files changed.
    pub change: Change,
    /// For each event, the time in frames of the event that it duplicates; `None` if it was added.
    pub duplicates: Vec<Option<f64>>,
}

/// Returns, for each event, the time in frames of the clip's event of the same name within
/// [`Detected::same_within_frames`]; in a loop, distances are measured across the seam too. `None`
/// if there is no such event.
pub fn existing_times(library: &Library, events: &[Detected]) -> Vec<Option<f64>> {
    let there = events.iter().map(|event| {
        let labels = library.clips()[event.clip].labels();
        labels.and_then(|sidecar| same(sidecar, event))
    });
    there.collect()
}

/// Returns the events that [`add_detected`] would add.
pub(crate) fn missing_events(library: &Library, events: Vec<Detected>) -> Vec<Detected> {
    let mut sidecars: BTreeMap<ClipId, Sidecar> = BTreeMap::new();
    let is_missing = |event: &Detected| {
        let labels = || library.clips()[event.clip].labels().cloned();
        let sidecar = sidecars.entry(event.clip);
        let sidecar = sidecar.or_insert_with(|| labels().unwrap_or_default());
        let is_missing = same(sidecar, event).is_none();
        if is_missing {
            sidecar.add_event(&event.name, event.frame);
        }
        is_missing
    };
    let mut events = events;
    events.retain(is_missing);
    events
}

/// Adds the events to the sidecars of their clips, as one edit that the history calls `label`. An event within
/// [`Detected::same_within_frames`] of an event of the same name is skipped, even if this same call added the other
/// event.
///
/// # Errors
/// Same as [`Library::edit`]. No event is then added.
pub fn add_detected(
    library: &mut Library,
    editor: &mut Editor,
    label: &str,
    events: &[Detected],
) -> Result<AddedEvents, EditError> {
    let clips: BTreeSet<ClipId> = events.iter().map(|event| event.clip).collect();
    let clips: Vec<ClipId> = clips.into_iter().collect();
    let mut duplicates = Vec::new();
    let saved = library.edit_with(editor, |library| {
        library.reread(&clips)?;
        let (edit, same) = detected_edit(library, label, events)?;
        duplicates = same;
        Ok::<_, EditError>(edit)
    })?;
    Ok(AddedEvents {
        change: saved.change(),
        duplicates,
    })
}

/// Returns the edit that adds the missing events and, for each event, the time of the event that it duplicates.
fn detected_edit(
    library: &Library,
    label: &str,
    events: &[Detected],
) -> Result<(Edit, Vec<Option<f64>>), EditError> {
    let mut edit = Edit::new(label);
    let mut left_out = Vec::with_capacity(events.len());
    let mut sidecars: BTreeMap<ClipId, Sidecar> = BTreeMap::new();
    for event in events {
        let entry = library.editable(event.clip)?;
        if !(0.0..f64::from(entry.frames)).contains(&event.frame) {
            return Err(EditError::BadTime {
                time: event.frame,
                frames: entry.frames,
            });
        }
        let sidecar = sidecars
            .entry(event.clip)
            .or_insert_with(|| entry.labels().cloned().unwrap_or_default());
        let same = same(sidecar, event);
        if same.is_none() {
            sidecar.add_event(&event.name, event.frame);
            let operation = Operation::AddEvent {
                event: event.name.clone(),
                time: event.frame,
                data: None,
            };
            edit = edit.with(event.clip, [operation]);
        }
        left_out.push(same);
    }
    Ok((edit, left_out))
}

/// Returns the time of the nearest event of the same name; `None` if it is too far away to be the same event.
fn same(sidecar: &Sidecar, event: &Detected) -> Option<f64> {
    let is_such = |(name, _): &(&Name, f64)| **name == event.name;
    let distance = |frame: f64| {
        let apart = (frame - event.frame).abs();
        match event.round_frames.map(f64::from) {
            Some(round) => apart.min((round - apart).abs()),
            None => apart,
        }
    };
    let such = sidecar.events().filter(is_such).map(|(_, frame)| frame);
    let most = event.same_within_frames + ROUNDING;
    let near = such.filter(|&frame| distance(frame) <= most);
    near.min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
}
