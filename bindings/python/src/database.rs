//! Clips, tags and events in memory.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use footwork::base::{FrameRange, Id};
use footwork::tags::{Database as Tags, Ranges};
use footwork_library::read_tagdb;
use footwork_store::{MappedFile, replace_file, sweep_beside};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::arrays::{count, f64_list, frame_pairs};
use crate::clip_info::Clips;
use crate::database_merged;
use crate::errors::{io_error, value_error};
use crate::frame_rate::frame_rate;
use crate::label_columns::{Labels, event_rows, labels, tag_spans};
use crate::names::{clip_id, event_id, name, tag_id};
use crate::pickle::{Reduced, reduced};
use crate::query::{QueryResult, answer};
use crate::unsynced::warn_unsynced;

/// Clips with tags (named sets of frames) and events (named moments), ready to query.
///
/// A database is pickled as the bytes of its `.tagdb` file. A database copied from a library answers predicates. A pickled
/// or saved one does not, and raises QueryError for them.
///
/// >>> import footwork
/// >>> db = footwork.Database()
/// >>> run = db.add_clip("run_01.bvh", 300, 60)
/// >>> db.set_tag("Gait.Run", run, [(20, 260)])
/// >>> db.query("Gait").frame_count
/// 240
#[pyclass(frozen, module = "footwork")]
pub(crate) struct Database {
    /// A running query holds a clone of the `Arc`, so that other threads can change the database.
    shared: RwLock<Arc<Tags>>,
    clips: Clips,
}

impl Database {
    pub(crate) fn from_tags(tags: Tags) -> Self {
        Self {
            shared: RwLock::new(Arc::new(tags)),
            clips: Clips::default(),
        }
    }

    pub(crate) fn now(&self) -> Arc<Tags> {
        Arc::clone(&self.shared.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn change<T>(&self, change: impl FnOnce(&mut Tags) -> PyResult<T>) -> PyResult<T> {
        let mut shared = self.shared.write().unwrap_or_else(PoisonError::into_inner);
        change(Arc::make_mut(&mut shared))
    }
}

/// Returns the names of all tags, in order.
pub(crate) fn tags(database: &Tags) -> Vec<String> {
    database.tags().map(|(name, _)| name.to_string()).collect()
}

/// Returns the names of all events, in order.
pub(crate) fn events(database: &Tags) -> Vec<String> {
    database
        .events()
        .map(|(name, _)| name.to_string())
        .collect()
}

/// Returns the ranges of exactly one tag in one clip: shape (n, 2), int32.
pub(crate) fn tag_ranges<'py>(
    py: Python<'py>,
    database: &Tags,
    tag: &str,
    clip: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<i32>>> {
    let (tag, clip) = (tag_id(database, tag)?, clip_id(database, clip)?);
    let ranges = database.tag_frames(tag).ranges(clip);
    let ends = |range: FrameRange| [range.start(), range.stop()];
    let ends: Result<Vec<i32>, _> = ranges.iter().flat_map(ends).map(i32::try_from).collect();
    ends.map_err(value_error)?
        .into_pyarray(py)
        .reshape([ranges.len(), 2])
}

/// Returns the times of exactly one event in one clip, in frames: shape (n,), float64.
pub(crate) fn event_frames<'py>(
    py: Python<'py>,
    database: &Tags,
    event: &str,
    clip: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let (event, clip) = (event_id(database, event)?, clip_id(database, clip)?);
    Ok(PyArray1::from_slice(py, database.event_times(event, clip)))
}

/// Maps a file for `mapped=True`.
#[allow(
    unsafe_code,
    reason = "the caller asked for a map, and the documentation of `load` states the terms"
)]
fn map(path: &Path) -> io::Result<MappedFile> {
    // SAFETY: a caller who passes `mapped=True` promises that no other program writes to the file, as the documentation of
    // `load` requires.
    unsafe { MappedFile::open(path) }
}

#[pymethods]
impl Database {
    #[new]
    fn new() -> Self {
        Self::from_tags(Tags::new())
    }

    /// Opens a `.tagdb` file. Its bytes are copied, so later changes to the file have no effect on answers.
    ///
    /// With `mapped=True`, the bytes are memory-mapped if the system allows it, which saves the copy. The file must then not
    /// be written to or shortened as long as the database or anything made from it exists. Otherwise answers are wrong
    /// without notice, or Python ends with SIGBUS. It is safe to replace the file by renaming another over it, as `save` and
    /// `footwork compile` do. It is not safe to copy over it.
    ///
    /// Raises OSError if the file cannot be read, and ValueError if it is damaged or not a `.tagdb` file.
    #[staticmethod]
    #[pyo3(signature = (path, *, mapped=false))]
    pub(crate) fn load(py: Python<'_>, path: PathBuf, mapped: bool) -> PyResult<Self> {
        let failed = |error: io::Error| io_error(&path, &error);
        let tags = py.detach(|| {
            if mapped {
                Ok(Tags::from_bytes(map(&path)?))
            } else {
                Ok(Tags::from_bytes(read_tagdb(&path)?))
            }
        });
        let tags = tags.map_err(failed)?;
        let tags = tags.map_err(|error| value_error(format!("{}: {error}", path.display())))?;
        Ok(Self::from_tags(tags))
    }

    /// Reads a database from the bytes of a `.tagdb` file, and checks all of them.
    ///
    /// Raises ValueError if they are damaged or not those of a `.tagdb` file.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: Vec<u8>) -> PyResult<Self> {
        let tags = py.detach(|| Tags::from_bytes(data)).map_err(value_error)?;
        Ok(Self::from_tags(tags))
    }

    /// Returns the clips, tags and events of several databases as one, with the clips sorted by name. Merging the parts of a
    /// library, in any order and grouping, gives the same bytes as the whole library.
    ///
    /// Raises ValueError if two of them have a clip of the same name.
    #[staticmethod]
    fn merged(py: Python<'_>, databases: Vec<Bound<'_, Self>>) -> PyResult<Self> {
        let parts: Vec<Arc<Tags>> = databases.iter().map(|part| part.get().now()).collect();
        let tags = py.detach(|| database_merged::merged(&parts));
        Ok(Self::from_tags(tags.map_err(value_error)?))
    }

    /// Returns the bytes of the `.tagdb` file. Equal databases give equal bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let tags = self.now();
        let bytes = py.detach(|| tags.to_bytes());
        PyBytes::new(py, &bytes)
    }

    /// Writes a `.tagdb` file atomically.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let tags = self.now();
        let written = py.detach(|| {
            sweep_beside(&path);
            replace_file(&path, &tags.to_bytes())
        });
        let unsynced = written.map_err(|error| io_error(&path, &error))?;
        warn_unsynced(py, &unsynced)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "database", (self.to_bytes(py),))
    }

    /// Returns an independent copy. It answers predicates if this one does.
    fn __copy__(&self) -> Self {
        Self::from_tags(Tags::clone(&self.now()))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__()
    }

    /// Returns whether both have the same clips, tags and events.
    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else {
            return false;
        };
        let both = (self.now(), other.get().now());
        Arc::ptr_eq(&both.0, &both.1) || py.detach(|| both.0.to_bytes() == both.1.to_bytes())
    }

    /// Returns all ranges of tags and all events as columns: see `label_columns`.
    fn _labels<'py>(&self, py: Python<'py>) -> PyResult<Labels<'py>> {
        let tags = self.now();
        let (spans, events) = py.detach(|| (tag_spans(&tags), event_rows(&tags)));
        labels(py, spans?, events?)
    }

    /// Adds a clip, and returns its number. `frames` is its length, and `rate` its frames per second: a number, a
    /// `fractions.Fraction` or a string such as "30000/1001".
    ///
    /// Raises ValueError if a clip with this name exists.
    fn add_clip(
        &self,
        name: &str,
        frames: &Bound<'_, PyAny>,
        rate: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        let rate = frame_rate(rate)?;
        let frames = count(frames, "frames")?;
        // Frames are int32 in arrays.
        let frames = u32::try_from(frames)
            .ok()
            .filter(|&frames| i32::try_from(frames).is_ok())
            .ok_or_else(|| {
                PyValueError::new_err(format!(
                    "a clip has from 0 to {} frames, not {frames}",
                    i32::MAX
                ))
            })?;
        self.change(|tags| {
            tags.add_clip(name, frames, rate)
                .map(Id::index)
                .map_err(value_error)
        })
    }

    /// Declares a tag, so that queries may name it before any frame has it.
    fn declare_tag(&self, tag: &str) -> PyResult<()> {
        let tag = name(tag)?;
        self.change(|tags| tags.declare_tag(&tag).map(drop).map_err(value_error))
    }

    /// Declares an event, so that queries may name it before it happens anywhere.
    fn declare_event(&self, event: &str) -> PyResult<()> {
        let event = name(event)?;
        self.change(|tags| tags.declare_event(&event).map(drop).map_err(value_error))
    }

    /// Replaces the ranges of `tag` in one clip: whole numbers of shape (n, 2), each row `[start, stop)`, in any order.
    /// Overlapping ranges are merged.
    ///
    /// Raises ValueError for a range that is empty, reversed or past the clip's end.
    fn set_tag(
        &self,
        tag: &str,
        clip: &Bound<'_, PyAny>,
        ranges: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let tag = name(tag)?;
        let ranges = Ranges::repair(frame_pairs(ranges, "ranges")?).0;
        let clip = clip_id(&self.now(), clip)?;
        self.change(|tags| {
            let tag = tags.declare_tag(&tag).map_err(value_error)?;
            tags.set_tag(tag, clip, ranges).map_err(value_error)
        })
    }

    /// Replaces the times of `event` in one clip, in frames: numbers in [0, frames), in any order.
    ///
    /// Raises ValueError for a time that is NaN or outside the clip.
    fn set_event(
        &self,
        event: &str,
        clip: &Bound<'_, PyAny>,
        frames: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let event = name(event)?;
        let frames = f64_list(frames, "frames")?;
        let clip = clip_id(&self.now(), clip)?;
        self.change(|tags| {
            let event = tags.declare_event(&event).map_err(value_error)?;
            tags.set_event(event, clip, frames).map_err(value_error)
        })
    }

    /// The clips, in the order they were added. The tuple is the same until a clip is added.
    #[getter]
    fn clips<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.clips.of(py, &self.now())
    }

    /// The names of all tags.
    #[getter]
    fn tags(&self) -> Vec<String> {
        tags(&self.now())
    }

    /// The names of all events.
    #[getter]
    fn events(&self) -> Vec<String> {
        events(&self.now())
    }

    /// Returns the frames that match a query.
    ///
    /// Raises QueryError with every mistake.
    fn query(&self, py: Python<'_>, text: &str) -> PyResult<QueryResult> {
        answer(py, self.now(), text)
    }

    /// Returns the ranges of exactly this tag in one clip: shape (n, 2), int32, a new array.
    fn tag_ranges<'py>(
        &self,
        py: Python<'py>,
        tag: &str,
        clip: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<i32>>> {
        tag_ranges(py, &self.now(), tag, clip)
    }

    /// Returns the times of exactly this event in one clip, in frames: shape (n,), float64, a new array.
    fn event_frames<'py>(
        &self,
        py: Python<'py>,
        event: &str,
        clip: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        event_frames(py, &self.now(), event, clip)
    }

    fn __repr__(&self) -> String {
        let tags = self.now();
        let counts = (
            tags.clips().len(),
            tags.tags().count(),
            tags.events().count(),
        );
        format!(
            "<Database: {} clips, {} tags, {} events>",
            counts.0, counts.1, counts.2
        )
    }
}
