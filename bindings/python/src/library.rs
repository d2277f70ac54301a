//! A folder of clips.

use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork::base::Id;
use footwork::events::EventTrack as Track;
use footwork::tags::{ClipId, Database as Tags, EventId};
use footwork_library::{Library as Folder, OpenError};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::clip::Clip;
use crate::clip_info::{self, ClipInfo};
use crate::database::{self, Database};
use crate::errors::{self, FootworkWarning, of_io, of_value};
use crate::events::track::EventTrack;
use crate::finding::Finding;
use crate::names::{self, clip_id};
use crate::query::{QueryResult, answer};

/// Opens a folder of clips as a `Library`, or a `.tagdb` file as a `Database`.
///
/// Raises OSError when it cannot be read, ValueError when its settings or its bytes are wrong. Single
/// clips and sidecars that cannot be read are left out and named in `Library.findings`.
#[pyfunction]
pub(crate) fn load(py: Python<'_>, path: PathBuf) -> PyResult<Py<PyAny>> {
    let is_compiled = path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("tagdb"));
    if is_compiled && !path.is_dir() {
        return Ok(Py::new(py, Database::load(py, path)?)?.into_any());
    }
    Ok(Py::new(py, Library::load(py, path)?)?.into_any())
}

fn of_opening(error: &OpenError) -> PyErr {
    match error {
        OpenError::Folder { path, error } => of_io(path, error),
        OpenError::Config { path, error } => of_value(format!("{}: {error}", path.display())),
        OpenError::NotAFolder { .. } | OpenError::Database(_) => of_value(error),
    }
}

/// A folder of motion clips with tags and events, as it was when it was opened. Nothing on disk is
/// changed; `footwork` on the command line edits tags.
#[pyclass(frozen, module = "footwork")]
pub(crate) struct Library {
    folder: Arc<Folder>,
    database: Arc<Tags>,
}

impl Library {
    fn find(&self, clip: &Bound<'_, PyAny>) -> PyResult<ClipId> {
        let Ok(name) = clip.extract::<String>() else {
            return clip_id(&self.database, clip);
        };
        self.folder.find_clip(&name).map_err(|error| {
            let hint = error
                .hint
                .as_ref()
                .map_or_else(String::new, |hint| format!(", {hint}"));
            PyKeyError::new_err(format!("{error}{hint}"))
        })
    }

    /// The events of this name and below it.
    fn events_below(&self, text: &str) -> PyResult<Vec<EventId>> {
        let wanted = names::name(text)?;
        let events = self.database.events();
        let below = events.filter(|(name, _)| **name == wanted || name.is_below(&wanted));
        let below: Vec<EventId> = below.map(|(_, id)| id).collect();
        let is_known = !below.is_empty() || self.folder.config().events.contains_key(&wanted);
        match is_known {
            true => Ok(below),
            false => Err(names::unknown_event(&self.database, text)),
        }
    }

    /// Warns of clips that could not be looked into while a query was answered.
    fn warn(&self, py: Python<'_>) -> PyResult<()> {
        let unread = self.folder.take_unread();
        for finding in unread.iter().chain(&self.folder.take_lacking()) {
            let text = CString::new(finding.to_string()).map_err(of_value)?;
            let category = py.get_type::<FootworkWarning>();
            PyErr::warn(py, &category, &text, 1)?;
        }
        Ok(())
    }
}

#[pymethods]
impl Library {
    /// Opens a folder of clips, as the function `load` does, which opens `.tagdb` files too.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let folder = py.detach(|| Folder::open(&path));
        let folder = folder.map_err(|error| of_opening(&error))?;
        Ok(Self {
            database: Arc::new(folder.database().clone()),
            folder: Arc::new(folder),
        })
    }

    /// The folder.
    #[getter]
    fn path(&self) -> &Path {
        self.folder.root()
    }

    /// The clips, in the order of their names; results count them in this order from 0.
    #[getter]
    fn clips(&self) -> Vec<ClipInfo> {
        clip_info::all(&self.database)
    }

    /// The names of all tags.
    #[getter]
    fn tags(&self) -> Vec<String> {
        database::tags(&self.database)
    }

    /// The names of all events.
    #[getter]
    fn events(&self) -> Vec<String> {
        database::events(&self.database)
    }

    /// What is wrong in single files.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        self.folder.findings().iter().map(Finding::from).collect()
    }

    /// The saved queries of `footwork.toml`, by their names.
    #[getter]
    fn saved_queries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let saved = PyDict::new(py);
        for (name, query) in &self.folder.config().queries {
            saved.set_item(name, query)?;
        }
        Ok(saved)
    }

    /// The clips, tags and events as a database of their own, which can be changed. It answers
    /// predicates such as `{ speed > 3 }` too.
    fn to_database(&self) -> Database {
        Database::of(Tags::clone(&self.database))
    }

    /// The frames for which a query holds; `@name` is a saved query.
    ///
    /// Raises QueryError with every mistake. Warns with FootworkWarning of clips that could not be
    /// read when a predicate `{ … }` asked for their motion.
    fn query(&self, py: Python<'_>, text: &str) -> PyResult<QueryResult> {
        let saved =
            match text.strip_prefix('@') {
                None => None,
                Some(name) => Some(self.folder.config().queries.get(name).ok_or_else(|| {
                    PyKeyError::new_err(format!("there is no saved query `{name}`"))
                })?),
            };
        let text = saved.map_or(text, String::as_str);
        let found = answer(py, Arc::clone(&self.database), text)?;
        self.warn(py)?;
        Ok(found)
    }

    /// Reads the motion of a clip, by its number, its name, or the last part of its name where that
    /// fits one clip only. Each call reads the file.
    ///
    /// Raises KeyError for an unknown clip, ClipError when its file cannot be read any more.
    fn clip(&self, py: Python<'_>, clip: &Bound<'_, PyAny>) -> PyResult<Clip> {
        let id = self.find(clip)?;
        let name = &self.database.clips()[id].name;
        let loaded = py.detach(|| self.folder.load(id));
        let loaded = loaded.map_err(|error| errors::of_clip(name, &error))?;
        Ok(Clip::loaded(name.clone(), loaded))
    }

    /// The number of a clip by its name or the last part of it.
    fn clip_number(&self, clip: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.find(clip).map(Id::index)
    }

    /// The ranges of exactly this tag in one clip: shape (n, 2), int32, a new array.
    fn tag_ranges<'py>(
        &self,
        py: Python<'py>,
        tag: &str,
        clip: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let number = self.find(clip)?.index().into_pyobject(py)?;
        database::tag_ranges(py, &self.database, tag, &number)
    }

    /// The times of exactly this event in one clip, in frames: shape (n,), float64, a new array.
    fn event_frames<'py>(
        &self,
        py: Python<'py>,
        event: &str,
        clip: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let number = self.find(clip)?.index().into_pyobject(py)?;
        database::event_frames(py, &self.database, event, &number)
    }

    /// The times of an event, and of those below it, in one clip, in seconds. Where the clip's file says
    /// that it loops the track does too: its last frame is at the time of the first one of the next
    /// round.
    ///
    /// Raises KeyError for an event that neither a clip nor `footwork.toml` knows.
    fn event_track(
        &self,
        py: Python<'_>,
        event: &str,
        clip: &Bound<'_, PyAny>,
    ) -> PyResult<EventTrack> {
        let (events, clip) = (self.events_below(event)?, self.find(clip)?);
        let entry = &self.folder.clips()[clip];
        let track = py.detach(|| {
            let secs = |frame: f64| {
                frame * entry.rate.denominator() as f64 / entry.rate.numerator() as f64
            };
            let frames = events.iter();
            let frames = frames.flat_map(|&event| self.database.event_times(event, clip));
            match entry.round_frames.map(f64::from) {
                // An event on the last frame of a loop is on its first one as well.
                Some(round) => {
                    let within = frames.map(|frame| secs(frame % round));
                    Track::looped(within.collect(), secs(round))
                }
                None => Track::new(frames.copied().map(secs).collect()),
            }
        });
        let track = track.map_err(|error| of_value(format!("{}: {error}", entry.name)))?;
        Ok(EventTrack::of(track))
    }

    /// The spans of tags in one clip as people wrote them, which may touch or overlap: a list of
    /// `(tag, start, stop)`.
    fn spans(&self, clip: &Bound<'_, PyAny>) -> PyResult<Vec<(String, u32, u32)>> {
        let entry = &self.folder.clips()[self.find(clip)?];
        let spans = entry.tags().map(|span| (span.name.to_string(), span.range));
        Ok(spans
            .map(|(name, range)| (name, range.start(), range.stop()))
            .collect())
    }

    /// One row for each frame, one column for each channel and tag and two for each event: a `FramesTable`.
    ///
    /// channels, events, tags: names; a tag is also what is below it. query: only the frames that it finds.
    /// An event is what is below it too; those of clips that loop are encoded as loops, and those closer
    /// than two frames become one in their middle. encoding: an `Encoding` for all clips, or a window in
    /// seconds, by default that of the gaps between the events, smoothed by a frame of each clip. missing:
    /// "raise" refuses clips that lack a joint of a channel, "nan" gives NaN for it. progress: None is a
    /// bar where tqdm is installed and standard error is a terminal, True a bar always, False none.
    ///
    /// Raises QueryError, ChannelError, and KeyError for unknown events. Warns with FootworkWarning of
    /// events that became one, and of an encoding that will lose some.
    #[pyo3(signature = (*names, **options), text_signature = "($self, channels=(), events=(), tags=(), *, query=None, encoding=None, missing='raise', progress=None)")]
    fn frames_table<'py>(
        slf: &Bound<'py, Self>,
        names: &Bound<'py, PyTuple>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // The table is made in Python, of what this library gives.
        let module = slf.py().import("footwork._table")?;
        let library = PyTuple::new(slf.py(), [slf])?;
        let given = library.as_sequence().concat(names.as_sequence())?;
        module
            .getattr("frames_table")?
            .call(given.to_tuple()?, options)
    }

    fn __repr__(&self) -> String {
        let (clips, frames) = self
            .database
            .clips()
            .values()
            .fold((0_u64, 0_u64), |(clips, frames), clip| {
                (clips + 1, frames + u64::from(clip.frames))
            });
        let path = self.folder.root().display();
        format!("<Library {path}: {clips} clips, {frames} frames>")
    }
}
