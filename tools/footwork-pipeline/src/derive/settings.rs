//! The settings under which derived clips are read, so that they keep the meaning of their sources.
//!
//! A BVH file does not state its unit, and no file names its travelling joint. Both come from the settings in the
//! folder of the pieces or, if that folder is inside the library, from the library's settings. Pieces are written in
//! the unit of these settings. Without settings, the write adds `footwork.toml` next to the pieces.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use footwork_base::{Heading, LengthUnit, UpAxis};
use footwork_library::{ClipEntry, Library};
use footwork_sidecar::{SETTINGS_FILE, Settings};
use footwork_store::read_bounded;

use super::{DeriveError, DerivedClip, DerivedFormat, is_bvh};

/// The maximum size of a settings file that is read, in bytes.
const MAX_BYTES: usize = 64 << 20;

/// The kind of folder that the derived clips are in, which determines how they are read.
pub(super) enum Place {
    /// A folder without settings.
    Bare,
    /// A folder with its own settings.
    Own {
        settings: Box<Settings>,
        path: PathBuf,
    },
    /// A folder of the library, given by its path from the root. The path ends in `/` unless it is empty.
    Inside { folder: String },
}

impl Place {
    /// Finds the kind of the folder.
    pub(super) fn new(library: &Library, folder: &Path) -> Result<Self, DeriveError> {
        if let Some(folder) = inside(library.root(), folder) {
            return Ok(Self::Inside { folder });
        }
        let path = folder.join(SETTINGS_FILE);
        let text = match read_bounded(&path, MAX_BYTES) {
            Ok(None) => return Ok(Self::Bare),
            Ok(Some(bytes)) => String::from_utf8(bytes).map_err(io::Error::other),
            Err(error) => Err(error),
        };
        let text = match text {
            Ok(text) => text,
            Err(error) => return Err(DeriveError::Io { path, error }),
        };
        match Settings::parse(&text) {
            Ok((settings, _)) => Ok(Self::Own {
                settings: Box::new(settings),
                path,
            }),
            Err(error) => Err(DeriveError::Settings { path, error }),
        }
    }

    /// Returns the unit of a piece. For BVH, this is the unit of the numbers to write. GLB and FBX state their
    /// unit; for them, this is the unit in which they will be read: metres, unless the settings override the file.
    pub(super) fn unit(
        &self,
        library: &Library,
        piece: &DerivedClip,
    ) -> Result<LengthUnit, DeriveError> {
        let entry = &library.clips()[piece.clip];
        let source = source_unit(entry);
        let (settings, name, path) = match self {
            Self::Bare => {
                return Ok(match piece.format {
                    DerivedFormat::Bvh => source,
                    DerivedFormat::Glb | DerivedFormat::Fbx => LengthUnit::Metre,
                });
            }
            Self::Own { settings, path } => (&**settings, piece.file.clone(), path.clone()),
            Self::Inside { folder } => {
                let path = library.root().join(SETTINGS_FILE);
                (library.settings(), format!("{folder}{}", piece.file), path)
            }
        };
        match piece.format {
            DerivedFormat::Glb | DerivedFormat::Fbx => {
                let unit = settings.unit_instead_of_stated(&name);
                Ok(unit.unwrap_or(LengthUnit::Metre))
            }
            DerivedFormat::Bvh => match settings.length_unit(&name) {
                Some(unit) => Ok(unit),
                // The library estimates the unit of BVH files. A piece with the skeleton of its source gets the
                // source's unit; for another skeleton, the estimate may differ.
                None if is_bvh(entry) && matches!(self, Self::Inside { .. }) => Ok(source),
                None => Err(DeriveError::NoUnit {
                    file: piece.file.clone(),
                    settings: path,
                    unit: source,
                }),
            },
        }
    }

    /// Returns the axis that points up in the numbers of a piece: the axis that the settings of its folder give, else
    /// +y.
    pub(super) fn up(&self, library: &Library, piece: &DerivedClip) -> UpAxis {
        let given = match self {
            Self::Bare => None,
            Self::Own { settings, .. } => settings.up(&piece.file),
            Self::Inside { folder } => library.settings().up(&format!("{folder}{}", piece.file)),
        };
        given.unwrap_or_default()
    }

    /// Returns the text of the settings to write next to the pieces, if there are none.
    pub(super) fn text(&self, library: &Library, pieces: &[DerivedClip]) -> Option<String> {
        if !matches!(self, Self::Bare) || pieces.is_empty() {
            return None;
        }
        let mut text =
            "# How the clips in this folder are read, as in the library they come from.\n"
                .to_owned();
        let mut tables = String::new();
        let mut add = |key: &str, values: Vec<(&str, String)>| match by_folder(&values).as_slice() {
            [] => {}
            [(pattern, value)] if pattern == EVERY => _ = writeln!(text, "{key} = {value}"),
            rows => {
                _ = write!(tables, "\n[{key}]\n");
                for (pattern, value) in rows {
                    _ = writeln!(tables, "{} = {value}", toml_string(pattern));
                }
            }
        };
        let bvh = pieces
            .iter()
            .filter(|piece| piece.format == DerivedFormat::Bvh);
        let bvh = bvh.map(|piece| (piece.file.as_str(), toml_unit(piece.unit)));
        add("length_unit", bvh.collect());
        let ups = pieces
            .iter()
            .map(|piece| (piece.file.as_str(), toml_string(&piece.up.to_string())));
        add("up", ups.collect());
        let root = |piece: &DerivedClip| toml_string(&piece.root);
        add(
            "root",
            pieces
                .iter()
                .map(|piece| (piece.file.as_str(), root(piece)))
                .collect(),
        );
        let heading = |piece: &DerivedClip| {
            let clip = &library.clips()[piece.clip].name;
            library.settings().heading(clip)
        };
        if pieces
            .iter()
            .any(|piece| heading(piece) != Heading::default())
        {
            let value = |piece: &DerivedClip| toml_string(&heading(piece).to_string());
            add(
                "heading",
                pieces
                    .iter()
                    .map(|piece| (piece.file.as_str(), value(piece)))
                    .collect(),
            );
        }
        text += &tables;
        Some(text)
    }
}

/// Returns the unit of a clip's file; metres if the file states its unit.
pub(super) fn source_unit(entry: &ClipEntry) -> LengthUnit {
    if is_bvh(entry) {
        entry.unit.unwrap_or(LengthUnit::Metre)
    } else {
        LengthUnit::Metre
    }
}

/// Returns the path of a folder from the root of the library that contains it, with a final `/`. `None` if the folder
/// is outside the library or has other settings than the library's.
fn inside(root: &Path, folder: &Path) -> Option<String> {
    let root = fs::canonicalize(root).ok()?;
    // The folder itself may not exist yet.
    let mut existing = folder.to_owned();
    let mut rest = Vec::new();
    let found = loop {
        let here = if existing.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &existing
        };
        if let Ok(found) = fs::canonicalize(here) {
            break found;
        }
        rest.push(existing.file_name()?.to_owned());
        existing.pop();
    };
    let whole = rest.iter().rev().fold(found, |path, part| path.join(part));
    // If a folder's settings cannot be examined, reading them later gives the reason.
    let may_be_library = || !matches!(whole.join(SETTINGS_FILE).try_exists(), Ok(false));
    if whole != root && may_be_library() {
        return None;
    }
    let inside = whole.strip_prefix(&root).ok()?;
    let parts = inside.iter().map(|part| part.to_string_lossy());
    Some(parts.map(|part| format!("{part}/")).collect())
}

/// The pattern of every file.
const EVERY: &str = "**";

/// Returns patterns with values. The first pattern that matches a file gives its value: first come files that differ
/// from most files in their folder, then folders that differ from the folder around them, then the pattern for all
/// other files.
fn by_folder(values: &[(&str, String)]) -> Vec<(String, String)> {
    let folder_of = |file: &'_ str| file.rfind('/').map_or(0, |at| at + 1);
    let mut folders: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for (file, value) in values {
        let folder = file.get(..folder_of(file)).unwrap_or("");
        for folder in ["", folder] {
            *folders.entry(folder).or_default().entry(value).or_default() += 1;
        }
    }
    let most = |counts: &BTreeMap<&'_ str, usize>| {
        let most = counts.iter().max_by_key(|(_, count)| **count);
        most.map_or(String::new(), |(value, _)| (*value).to_owned())
    };
    let usual: BTreeMap<&str, String> = folders
        .iter()
        .map(|(f, counts)| (*f, most(counts)))
        .collect();
    let around = |folder: &str| {
        let above = usual
            .iter()
            .rev()
            .find(|(above, _)| folder.starts_with(**above) && **above != folder);
        above.map(|(_, value)| value)
    };
    let mut rows: Vec<(String, String)> = Vec::new();
    for (file, value) in values {
        let folder = file.get(..folder_of(file)).unwrap_or("");
        if usual.get(folder) != Some(value) {
            rows.push(((*file).to_owned(), value.clone()));
        }
    }
    // A folder comes after the folders inside it, because the first match counts.
    for (folder, value) in usual.iter().rev() {
        if around(folder) != Some(value) {
            rows.push((format!("{folder}{EVERY}"), value.clone()));
        }
    }
    rows
}

/// Returns a unit as a value in TOML.
fn toml_unit(unit: LengthUnit) -> String {
    match unit {
        LengthUnit::Custom(metres) => toml_string(&metres.to_string()),
        named => toml_string(&named.to_string()),
    }
}

/// Returns a text as a TOML string, which has the same escapes as JSON.
fn toml_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
