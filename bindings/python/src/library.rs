//! A folder of clips.

use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork::base::Id;
use footwork::tags::{ClipId, Database as Tags};
use footwork_library::mapped::FileBytes;
use footwork_library::{Library as Folder, OpenError};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::clip::Clip;
use crate::clip_info::{self, ClipInfo};
use crate::database::{self, Database};
use crate::errors::{self, FootworkWarning, of_io, of_value};
use crate::finding::Finding;
use crate::names::clip_id;
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
        let bytes = FileBytes::open(&path).map_err(|error| of_io(&path, &error))?;
        let tags = py.detach(|| Tags::from_bytes(bytes));
        let tags = tags.map_err(|error| of_value(format!("{}: {error}", path.display())))?;
        return Ok(Py::new(py, Database::of(tags))?.into_any());
    }
    let folder = py.detach(|| Folder::open(&path));
    let folder = folder.map_err(|error| of_opening(&error))?;
    let library = Library {
        database: Arc::new(folder.database().clone()),
        folder: Arc::new(folder),
    };
    Ok(Py::new(py, library)?.into_any())
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
    /// encoding: of the events; by default from the gaps between them. missing: "raise" refuses clips that
    /// lack a joint of a channel, "nan" gives NaN for it. progress: None is a bar where tqdm is installed
    /// and standard error is a terminal, True a bar always, False none.
    ///
    /// Raises QueryError, ChannelError, and KeyError for unknown events.
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
