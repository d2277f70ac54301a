//! The spans and events of all clips as columns, for tables.

use std::collections::BTreeMap;

use footwork::base::Id;
use footwork::tags::Database;
use footwork_library::Library;
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

/// Spans, each with its clip and the number of its name.
#[derive(Default)]
pub(crate) struct Spans {
    names: Vec<String>,
    clip: Vec<i32>,
    name: Vec<i32>,
    start: Vec<i32>,
    stop: Vec<i32>,
}

/// Events, each with its clip, the number of its name and its time in frames.
#[derive(Default)]
pub(crate) struct Events {
    names: Vec<String>,
    clip: Vec<i32>,
    name: Vec<i32>,
    frame: Vec<f64>,
}

type Ints<'py> = Bound<'py, PyArray1<i32>>;

/// The names of the tags; the clip, name, start and stop of each span; then the same for events, with a time instead of start
/// and stop.
pub(crate) type Labels<'py> = (
    (Vec<String>, [Ints<'py>; 4]),
    (Vec<String>, [Ints<'py>; 2], Bound<'py, PyArray1<f64>>),
);

/// Converts the columns to arrays.
pub(crate) fn labels<'py>(py: Python<'py>, spans: Spans, events: Events) -> PyResult<Labels<'py>> {
    let ints = |values: Vec<i32>| values.into_pyarray(py);
    let span = [spans.clip, spans.name, spans.start, spans.stop].map(ints);
    let event = [events.clip, events.name].map(ints);
    let frame = events.frame.into_pyarray(py);
    Ok(((spans.names, span), (events.names, event, frame)))
}

/// Returns the spans of a library as authored, clip by clip.
pub(crate) fn authored_spans(library: &Library) -> PyResult<Spans> {
    let database = library.database();
    let mut spans = Spans::default();
    let mut known = BTreeMap::new();
    for (place, (name, _)) in database.tags().enumerate() {
        spans.names.push(name.to_string());
        known.insert(name, place);
    }
    for (clip, entry) in library.clips().iter() {
        for span in entry.tags() {
            let Some(&place) = known.get(&span.name) else {
                continue;
            };
            spans.push([clip.index(), place], span.range.start(), span.range.stop())?;
        }
    }
    Ok(spans)
}

/// Returns the ranges of each tag, without those of the tags below it, clip by clip.
pub(crate) fn tag_spans(database: &Database) -> PyResult<Spans> {
    let mut spans = Spans::default();
    let mut rows = Vec::new();
    for (place, (name, tag)) in database.tags().enumerate() {
        spans.names.push(name.to_string());
        let tagged = database.tag_frames(tag).to_range_set();
        for (clip, ranges) in tagged.iter() {
            for range in ranges {
                rows.push((clip.index(), range.start(), range.stop(), place));
            }
        }
    }
    rows.sort_unstable();
    for (clip, start, stop, place) in rows {
        spans.push([clip, place], start, stop)?;
    }
    Ok(spans)
}

/// Returns the events of all clips, clip by clip, in the order of their times.
pub(crate) fn event_rows(database: &Database) -> PyResult<Events> {
    let mut events = Events::default();
    let mut rows = Vec::new();
    for (place, (name, event)) in database.events().enumerate() {
        events.names.push(name.to_string());
        for clip in database.clips().ids() {
            let times = database.event_times(event, clip).iter();
            rows.extend(times.map(|&time| (clip.index(), time, place)));
        }
    }
    rows.sort_by(|a, b| {
        let by_clip = a.0.cmp(&b.0).then(a.1.total_cmp(&b.1));
        by_clip.then(a.2.cmp(&b.2))
    });
    for (clip, time, place) in rows {
        events.clip.push(narrow(clip)?);
        events.name.push(narrow(place)?);
        events.frame.push(time);
    }
    Ok(events)
}

impl Spans {
    fn push(&mut self, [clip, name]: [usize; 2], start: u32, stop: u32) -> PyResult<()> {
        self.clip.push(narrow(clip)?);
        self.name.push(narrow(name)?);
        self.start.push(narrow(start)?);
        self.stop.push(narrow(stop)?);
        Ok(())
    }
}

fn narrow(number: impl TryInto<i32> + Copy + std::fmt::Display) -> PyResult<i32> {
    number
        .try_into()
        .map_err(|_| PyOverflowError::new_err(format!("{number} does not fit into int32")))
}
