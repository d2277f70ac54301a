//! Readers of clip files.

use std::ffi::CString;
use std::path::{Path, PathBuf};

use footwork_clip::{
    FileSource, FolderFiles, Limits, LoadedClip, LoadedFile, NoFiles, ReadOptions, UnitChoice,
    body_size, read_clips, travelling_link,
};
use footwork_store::read_existing;
use pyo3::prelude::*;

use crate::clip::Clip;
use crate::errors::{FootworkWarning, clip_error, io_error, value_error};

fn read(
    py: Python<'_>,
    path: &Path,
    animation: Option<&str>,
    length_unit: Option<&str>,
) -> PyResult<LoadedFile> {
    let read = || {
        let bytes = read_existing(path, Limits::default().bytes);
        bytes.map_err(|error| io_error(path, &error))
    };
    let bytes = py.detach(read)?;
    let files = FolderFiles::containing(path);
    parsed(py, path, &bytes, &files, animation, length_unit)
}

/// Parses the clips in the bytes of a file with this name.
fn parsed(
    py: Python<'_>,
    path: &Path,
    bytes: &[u8],
    files: &(dyn FileSource + Sync),
    animation: Option<&str>,
    length_unit: Option<&str>,
) -> PyResult<LoadedFile> {
    let unit = length_unit
        .map(str::parse)
        .transpose()
        .map_err(value_error)?;
    py.detach(|| {
        let name = path.to_string_lossy();
        let options = ReadOptions {
            unit,
            limits: Limits::default(),
            files,
            only: animation,
            ..ReadOptions::default()
        };
        read_clips(&name, bytes, &options).map_err(|error| clip_error(&name, &error))
    })
}

/// Makes a clip read from a file. Warns if its body has an implausible size for a person in the stated or estimated unit.
fn clip(py: Python<'_>, name: String, loaded: LoadedClip, is_given: bool) -> PyResult<Clip> {
    let implausible = implausible_size(&loaded).filter(|_| !is_given);
    if let Some(message) = &implausible {
        let text = CString::new(format!("{name}: {message}")).map_err(value_error)?;
        PyErr::warn(py, &py.get_type::<FootworkWarning>(), &text, 1)?;
    }
    Ok(Clip::loaded(name, loaded, implausible))
}

/// Returns the problem with the size of the body in a clip, and its remedy.
fn implausible_size(loaded: &LoadedClip) -> Option<String> {
    let evidence = [&loaded.evidence];
    let size = body_size(&evidence, travelling_link(&evidence));
    let estimated = loaded.estimated_unit.as_ref();
    let size_m = estimated.map_or(size, |choice| size * choice.unit.metres());
    if UnitChoice::is_plausible(size_m) {
        return None;
    }
    let better = UnitChoice::instead_of_metres(size_m).filter(|_| estimated.is_none());
    Some(match better {
        Some(unit) => format!(
            "the posed body measures {size_m:.2} m by the unit that the file states, which is not the size of a person; \
             length_unit=\"{unit}\" would make it {:.2} m, and length_unit=\"m\" keeps it",
            size_m * unit.metres()
        ),
        None => format!(
            "the posed body measures {size_m:.4} m in the nearest known unit, which is not the size of a person; pass length_unit"
        ),
    })
}

/// Returns the name that a library gives to a clip of this file.
fn name_in(path: &Path, animation: Option<&str>) -> String {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    match animation {
        Some(animation) => format!("{file}#{animation}"),
        None => file.into_owned(),
    }
}

/// Reads a clip file: BVH, glTF or GLB, FBX, or DeepMimic JSON. `animation` chooses a clip if the file holds several.
///
/// `length_unit`, such as "cm" or "m", is the unit of length. BVH does not state its unit. If `length_unit` is not given, the
/// unit is estimated, and `Clip.findings` says so. For other formats, `length_unit` is the true length of one metre of the
/// file. If it is not given and the body is not the size of a person, `Clip.findings` says so, with a FootworkWarning.
///
/// Raises OSError if the file cannot be read, and ClipError if it is not a clip or holds several.
#[pyfunction]
#[pyo3(signature = (path, *, animation=None, length_unit=None))]
pub(crate) fn load_clip(
    py: Python<'_>,
    path: PathBuf,
    animation: Option<&str>,
    length_unit: Option<&str>,
) -> PyResult<Clip> {
    let read = read(py, &path, animation, length_unit)?;
    single(py, &path, read, length_unit)
}

/// Reads a clip from the bytes of a file with this name. The format follows from the bytes or, if they do not show it, from
/// the name. Other files that the file refers to are not read.
///
/// Raises ClipError if the file is not a clip or holds several, and ValueError if there are more bytes than a file may have.
#[pyfunction]
#[pyo3(signature = (data, name, *, animation=None, length_unit=None))]
pub(crate) fn load_clip_bytes(
    py: Python<'_>,
    data: &[u8],
    name: PathBuf,
    animation: Option<&str>,
    length_unit: Option<&str>,
) -> PyResult<Clip> {
    if data.len() > Limits::default().bytes {
        return Err(value_error(
            "there are more bytes than a clip file may have",
        ));
    }
    let read = parsed(py, &name, data, &NoFiles, animation, length_unit)?;
    single(py, &name, read, length_unit)
}

/// Returns the only clip of a file.
fn single(
    py: Python<'_>,
    path: &Path,
    read: LoadedFile,
    length_unit: Option<&str>,
) -> PyResult<Clip> {
    let LoadedFile {
        mut clips,
        rejected,
    } = read;
    let count = clips.len() + rejected.len();
    match clips.pop() {
        Some(loaded) if count == 1 => {
            let name = name_in(path, loaded.animation.as_deref());
            clip(py, name, loaded, length_unit.is_some())
        }
        last => {
            let mut known: Vec<String> = clips
                .into_iter()
                .filter_map(|clip| clip.animation)
                .collect();
            known.extend(last.and_then(|clip| clip.animation));
            let error = footwork_clip::ClipError {
                position: None,
                code: "several-clips",
                message: format!("the file holds {count} clips"),
                hint: Some(format!("choose one by animation=…: {}", known.join(", "))),
            };
            Err(clip_error(&path.to_string_lossy(), &error))
        }
    }
}

/// Reads all clips of a file, in file order. Animations that cannot be read are left out.
#[pyfunction]
#[pyo3(signature = (path, *, length_unit=None))]
pub(crate) fn load_clips(
    py: Python<'_>,
    path: PathBuf,
    length_unit: Option<&str>,
) -> PyResult<Vec<Clip>> {
    let found = read(py, &path, None, length_unit)?;
    let named = found.clips.into_iter().map(|loaded| {
        let name = name_in(&path, loaded.animation.as_deref());
        clip(py, name, loaded, length_unit.is_some())
    });
    named.collect()
}
