//! A folder of clips.

use std::ffi::CString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use footwork::base::Id;
use footwork::events::EventTrack as Track;
use footwork::tags::{ClipId, Database as Tags, EventId, RangeSet};
use footwork_library::{Library as Folder, OpenError};
use footwork_pipeline::{open_inside, open_library};
use footwork_sidecar::SETTINGS_FILE;
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::clip::Clip;
use crate::clip_info::Clips;
use crate::database::{self, Database};
use crate::database_merged::only;
use crate::errors::{self, FootworkWarning, io_error, value_error};
use crate::events::track::EventTrack;
use crate::finding::Finding;
use crate::label_columns::{Labels, authored_spans, event_rows, labels};
use crate::names::{self, clip_id};
use crate::pickle::{Reduced, reduced};
use crate::pool::{UntilInterrupted, in_own_pool};
use crate::query::{QueryResult, answer, ranges};
use crate::whole::whole;

/// Opens a folder of clips as a `Library`, or a `.tagdb` file as a `Database`.
///
/// Unreadable clips and sidecars are left out. Tags may be wrong for a clip that changed since it was tagged. Each such
/// finding, up to five, is a FootworkWarning. With `strict=True`, all of them are raised as one LibraryError instead.
/// `Library.findings` lists them.
///
/// Raises OSError if the path cannot be read, and ValueError if the settings or the bytes are invalid.
#[pyfunction]
#[pyo3(signature = (path, *, strict=false))]
pub(crate) fn load(py: Python<'_>, path: PathBuf, strict: bool) -> PyResult<Py<PyAny>> {
    let is_compiled = path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("tagdb"));
    if is_compiled && !path.is_dir() {
        return Ok(Py::new(py, Database::load(py, path, false)?)?.into_any());
    }
    Ok(Py::new(py, Library::load(py, path, strict)?)?.into_any())
}

fn open_error(error: &OpenError) -> PyErr {
    match error {
        OpenError::Folder { path, error } => io_error(path, error),
        OpenError::Settings { path, error } => value_error(format!("{}: {error}", path.display())),
        _ => value_error(error),
    }
}

/// A folder of motion clips with tags and events, as it was when opened. It is read-only. To edit tags, use `write_labels`,
/// `edit_labels` or the `footwork` command, and open it again.
///
/// A library is pickled as its path and version. Unpickling opens the folder again, and raises ChangedError if its version
/// has changed. Libraries of the same version in the same folder are equal.
#[pyclass(frozen, module = "footwork")]
pub(crate) struct Library {
    pub(crate) folder: Arc<Folder>,
    pub(crate) database: Arc<Tags>,
    clips: Clips,
    version: OnceLock<String>,
}

/// Opens a folder. A folder inside a library, without its own settings, uses those of that library.
///
/// # Errors
/// Returns the errors of the pipeline.
pub(crate) fn open_folder(path: &Path) -> Result<Folder, OpenError> {
    // If it is unknown whether the file exists, reading the settings says why.
    let is_library = |folder: &Path| !matches!(folder.join(SETTINGS_FILE).try_exists(), Ok(false));
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let above = whole.ancestors().skip(1).find(|above| is_library(above));
    match above.filter(|_| !is_library(path) && path.is_dir()) {
        Some(above) => open_inside(above, path, Arc::new(UntilInterrupted)),
        None => open_library(path, Arc::new(UntilInterrupted)),
    }
}

/// Opens a folder, with threads that survive forks.
fn open(py: Python<'_>, path: &Path) -> PyResult<Library> {
    let folder = in_own_pool(py, || open_folder(path))?;
    let folder = folder.map_err(|error| open_error(&error))?;
    Ok(Library {
        database: Arc::new(folder.database().clone()),
        folder: Arc::new(folder),
        clips: Clips::default(),
        version: OnceLock::new(),
    })
}

impl Library {
    fn absolute(&self) -> PyResult<PathBuf> {
        let root = self.folder.root();
        std::path::absolute(root).map_err(|error| io_error(root, &error))
    }

    /// Returns the clip with this number, name or last part of a name.
    pub(crate) fn find(&self, clip: &Bound<'_, PyAny>) -> PyResult<ClipId> {
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

    /// Returns the events with this name, and those below it.
    fn events_below(&self, text: &str) -> PyResult<Vec<EventId>> {
        let wanted = names::name(text)?;
        let events = self.database.events();
        let below = events.filter(|(name, _)| **name == wanted || name.is_below(&wanted));
        let below: Vec<EventId> = below.map(|(_, id)| id).collect();
        let is_known = !below.is_empty() || self.folder.settings().events.contains_key(&wanted);
        if is_known {
            Ok(below)
        } else {
            Err(names::unknown_event(&self.database, text))
        }
    }

    /// Returns the text of a query. `@name` is a saved query.
    fn text_of<'a>(&'a self, text: &'a str) -> PyResult<&'a str> {
        let Some(name) = text.strip_prefix('@') else {
            return Ok(text);
        };
        let saved = self.folder.settings().queries.get(name);
        let saved = saved
            .ok_or_else(|| PyKeyError::new_err(format!("there is no saved query `{name}`")))?;
        Ok(saved)
    }

    /// Returns the frames that match a query, without building arrays. Warns as `query` does.
    pub(crate) fn found(&self, py: Python<'_>, text: &str) -> PyResult<RangeSet> {
        let found = ranges(py, &self.database, self.text_of(text)?)?;
        self.warn(py)?;
        Ok(found)
    }

    /// Warns of clips that the last query could not read, or that lack something it needs.
    fn warn(&self, py: Python<'_>) -> PyResult<()> {
        let unread = self.folder.take_unread();
        for finding in unread.iter().chain(&self.folder.take_lacking()) {
            let text = CString::new(finding.to_string()).map_err(value_error)?;
            let category = py.get_type::<FootworkWarning>();
            PyErr::warn(py, &category, &text, 1)?;
        }
        Ok(())
    }
}

#[pymethods]
impl Library {
    /// Opens a folder of clips, like the function `load`.
    #[staticmethod]
    #[pyo3(signature = (path, *, strict=false))]
    fn load(py: Python<'_>, path: PathBuf, strict: bool) -> PyResult<Self> {
        let library = open(py, &path)?;
        let report = py.import("footwork._findings")?.getattr("report")?;
        report.call1((&path, library.findings(), strict))?;
        Ok(library)
    }

    /// Opens a folder of clips without warnings about its findings, which were given when it was first opened.
    #[staticmethod]
    fn _opened(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        open(py, &path)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "library", (self.absolute()?, self.version(py)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else {
            return Ok(false);
        };
        let other = other.get();
        Ok(Arc::ptr_eq(&self.folder, &other.folder)
            || self.absolute()? == other.absolute()? && self.version(py) == other.version(py))
    }

    fn __hash__(&self) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        self.absolute()?.hash(&mut hasher);
        Ok(hasher.finish())
    }

    /// A hash of everything that answers depend on: the settings, the clips and their sidecars at the time of opening.
    #[getter]
    fn version(&self, py: Python<'_>) -> String {
        let hash = || py.detach(|| self.folder.version().to_string());
        self.version.get_or_init(hash).clone()
    }

    /// Writes the poses, tags and events of the library to a folder, from which training windows are read without opening a
    /// clip: see `footwork.Store.write`.
    #[pyo3(signature = (path, **options))]
    fn to_store<'py>(
        slf: Bound<'py, Self>,
        path: PathBuf,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let store = slf.py().import("footwork._store")?.getattr("Store")?;
        store.getattr("write")?.call((slf, path), options)
    }

    /// Returns all spans as authored and all events as columns: see `label_columns`.
    fn _labels<'py>(&self, py: Python<'py>) -> PyResult<Labels<'py>> {
        let (spans, events) =
            py.detach(|| (authored_spans(&self.folder), event_rows(&self.database)));
        labels(py, spans?, events?)
    }

    /// Returns the length of one round of each clip in frames, -1 for clips that do not loop.
    fn _rounds(&self) -> Vec<i64> {
        let clips = self.folder.clips().values();
        clips
            .map(|entry| entry.round_frames.map_or(-1, i64::from))
            .collect()
    }

    /// Returns for each clip the names of its file and of its sidecar, relative to the folder, even if there is no sidecar,
    /// and whether a sidecar exists that cannot be read.
    fn _files(&self) -> Vec<(String, String, bool)> {
        let clips = self.folder.clips().values();
        let files = clips.map(|entry| {
            let file = entry.file_name().to_owned();
            (file, entry.sidecar_name(), entry.sidecar_is_broken)
        });
        files.collect()
    }

    /// Returns the same as `to_database` with only these clips, and the names of all tags and events.
    fn _database_of(&self, py: Python<'_>, clips: Vec<usize>) -> PyResult<Database> {
        let clips = clips.into_iter().filter_map(ClipId::from_index);
        let clips: Vec<ClipId> = clips.collect();
        let made = py.detach(|| only(&self.database, &clips));
        Ok(Database::from_tags(made.map_err(value_error)?))
    }

    /// Warns of clips that queries of `to_database` could not read, or that lack something they need.
    fn _warn_of_queries(&self, py: Python<'_>) -> PyResult<()> {
        self.warn(py)
    }

    /// The numbers of the clips that changed since they were tagged. Their tags may be wrong.
    #[getter]
    fn stale(&self) -> Vec<usize> {
        let clips = self.folder.clips().iter();
        let stale = clips.filter(|(_, entry)| entry.is_stale());
        stale.map(|(clip, _)| clip.index()).collect()
    }

    /// The folder.
    #[getter]
    fn path(&self) -> &Path {
        self.folder.root()
    }

    /// The clips, sorted by name. A clip's number in results is its index here. The tuple is always the same.
    #[getter]
    fn clips<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.clips.of(py, &self.database)
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

    /// The findings from opening the library. `load` warns of those that are more than notes.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        self.folder.findings().iter().map(Finding::from).collect()
    }

    /// The saved queries of `footwork.toml`, by name.
    #[getter]
    fn saved_queries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let saved = PyDict::new(py);
        for (name, query) in &self.folder.settings().queries {
            saved.set_item(name, query)?;
        }
        Ok(saved)
    }

    /// Returns a copy of the clips, tags and events as a `Database`, which can be changed. It still answers predicates such
    /// as `{ speed > 3 }`.
    ///
    /// partial: whether to leave out unreadable clips and tags. Otherwise an unreadable file raises LibraryError.
    #[pyo3(signature = (*, partial=false))]
    fn to_database(&self, partial: bool) -> PyResult<Database> {
        whole(&self.folder, partial, "there is no database")?;
        Ok(Database::from_tags(Tags::clone(&self.database)))
    }

    /// Returns the frames that match a query. `@name` is a saved query.
    ///
    /// Raises QueryError with every mistake. Warns with FootworkWarning of clips whose motion could not be read for a
    /// predicate `{ … }`.
    fn query(&self, py: Python<'_>, text: &str) -> PyResult<QueryResult> {
        let found = answer(py, Arc::clone(&self.database), self.text_of(text)?)?;
        self.warn(py)?;
        Ok(found)
    }

    /// Reads the motion of a clip, given by its number, its name, or the last part of its name if that is unique. Each call
    /// reads the file.
    ///
    /// Raises KeyError for an unknown clip, ClipError if its file can no longer be read, and ChangedError if the file has
    /// changed since the library was opened.
    fn clip(&self, py: Python<'_>, clip: &Bound<'_, PyAny>) -> PyResult<Clip> {
        let id = self.find(clip)?;
        let name = &self.database.clips()[id].name;
        let loaded = py.detach(|| self.folder.load(id));
        let loaded = loaded.map_err(|error| errors::load_error(name, &error))?;
        Ok(Clip::loaded(name.clone(), loaded, None))
    }

    /// Returns the number of the clip with this name, or with this last part of a name if that is unique.
    fn clip_number(&self, clip: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.find(clip).map(Id::index)
    }

    /// Returns the ranges of exactly this tag in one clip: shape (n, 2), int32, a new array.
    fn tag_ranges<'py>(
        &self,
        py: Python<'py>,
        tag: &str,
        clip: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let number = self.find(clip)?.index().into_pyobject(py)?;
        database::tag_ranges(py, &self.database, tag, &number)
    }

    /// Returns the times of exactly this event in one clip, in frames: shape (n,), float64, a new array.
    fn event_frames<'py>(
        &self,
        py: Python<'py>,
        event: &str,
        clip: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let number = self.find(clip)?.index().into_pyobject(py)?;
        database::event_frames(py, &self.database, event, &number)
    }

    /// Returns the times of an event and of the events below it in one clip, in seconds. The track of a looping clip loops.
    /// The clip's last frame is also the first frame of the next round.
    ///
    /// Raises KeyError for an event that is neither in a clip nor in `footwork.toml`.
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
                // The last frame of a loop coincides with the first.
                Some(round) => {
                    let within = frames.map(|frame| secs(frame % round));
                    Track::looped(within.collect(), secs(round))
                }
                None => Track::new(frames.copied().map(secs).collect()),
            }
        });
        let track = track.map_err(|error| value_error(format!("{}: {error}", entry.name)))?;
        Ok(EventTrack::from_track(track))
    }

    /// Returns the spans of tags in one clip as authored, which may touch or overlap: a list of `(tag, start, stop)`.
    fn spans(&self, clip: &Bound<'_, PyAny>) -> PyResult<Vec<(String, u32, u32)>> {
        let entry = &self.folder.clips()[self.find(clip)?];
        let spans = entry.tags().map(|span| (span.name.to_string(), span.range));
        Ok(spans
            .map(|(name, range)| (name, range.start(), range.stop()))
            .collect())
    }

    /// Returns the first clips with their tags, for notebooks.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let html = slf.py().import("footwork._html")?;
        html.call_method1("library_html", (slf,))
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
