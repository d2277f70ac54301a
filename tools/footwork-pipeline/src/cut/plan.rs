//! The plan of a cut: which range becomes which file, and what prevents that.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use footwork_base::{FrameRange, LengthUnit, Name, UpAxis};
use footwork_sidecar::{Finding, Line, SIDECAR_SUFFIX, Severity};
use footwork_tags::{ClipId, RangeSet};

use super::rebased::rebased;
use super::settings::Place;
use super::template::Values;
use super::{CutError, CutFormat, CutOptions, CutPiece, CutPlan, file_name};
use footwork_library::{ClipEntry, Library};
use footwork_library::{MIRRORED_SUFFIX, percent_encoded};

/// Returns the plan for cutting these ranges into files below `folder`; writes nothing.
///
/// # Errors
/// Everything that prevents the cut: names that are not valid file names; names that two pieces share, or that differ
/// only by case from each other or from an existing file; existing files and sidecars, unless
/// [`force`](CutOptions::force) is set; pieces that would replace one of the clips being cut; unreadable sidecars.
pub fn plan_cut(
    library: &Library,
    found: &RangeSet,
    folder: &Path,
    options: &CutOptions,
) -> Result<CutPlan, Vec<CutError>> {
    let mut errors = Vec::new();
    let mut plan = CutPlan {
        folder: folder.to_owned(),
        force: options.force,
        onto: options.onto.clone(),
        onto_mesh: options.onto_mesh.clone(),
        pieces: Vec::new(),
        findings: Vec::new(),
        settings: None,
    };
    let place = match Place::new(library, folder) {
        Ok(place) => place,
        Err(error) => return Err(vec![error]),
    };
    let mut names = Names::default();
    let mut disk = Disk::new(folder);
    let sources = found
        .clips()
        .iter()
        .map(|&clip| &library.clips()[clip].path);
    let sources: BTreeSet<PathBuf> = sources
        .filter_map(|path| fs::canonicalize(path).ok())
        .collect();
    for (clip, ranges) in found.iter() {
        let entry = &library.clips()[clip];
        if entry.sidecar_is_broken {
            let clip = entry.name.clone();
            errors.push(CutError::BrokenSidecar { clip });
        }
        plan.findings.extend(left_behind(entry));
        for (index, &range) in ranges.iter().enumerate() {
            let mut piece = piece(library, clip, range, index, options);
            let checked = check_name(&piece)
                .and_then(|()| names.take(&piece.file, &entry.name, range))
                .and_then(|()| disk.check(&piece.file, options.force, &sources));
            match checked.and_then(|replaces| Ok((replaces, place.unit(library, &piece)?))) {
                Ok((replaces, unit)) => {
                    (piece.replaces, piece.unit) = (replaces, unit);
                    piece.up = place.up(library, &piece);
                }
                Err(error) => errors.push(error),
            }
            plan.pieces.push(piece);
        }
    }
    plan.settings = place.text(library, &plan.pieces, plan.onto.as_deref());
    if errors.is_empty() {
        Ok(plan)
    } else {
        Err(errors)
    }
}

fn piece(
    library: &Library,
    clip: ClipId,
    range: FrameRange,
    index: usize,
    options: &CutOptions,
) -> CutPiece {
    let entry = &library.clips()[clip];
    let format = options.format.unwrap_or_else(|| CutFormat::like(entry));
    let folder = entry
        .file_name()
        .rsplit_once('/')
        .map_or("", |(folder, _)| folder);
    let folder: Vec<String> = folder.split('/').map(percent_encoded).collect();
    let name = options.name.name(&Values {
        clip: &clip_word(entry),
        folder: &folder.join("/"),
        index,
        start: range.start(),
        stop: range.stop(),
        child: &|tag| child_of(library, tag, clip, range),
    });
    let extension = format.extension();
    let written = name.rsplit_once('.').map(|(_, written)| written);
    let file = if written.is_some_and(|written| written.eq_ignore_ascii_case(extension)) {
        name
    } else {
        format!("{name}.{extension}")
    };
    let lines = entry.labels().map(|sidecar| rebased(sidecar, range));
    let lines = lines.unwrap_or_default();
    let count = |is: fn(&Line) -> bool| lines.iter().filter(|line| is(line)).count();
    CutPiece {
        clip,
        range,
        file,
        format,
        unit: LengthUnit::Metre,
        up: UpAxis::Y,
        spans: count(|line| matches!(line, Line::Tag(_))),
        events: count(|line| matches!(line, Line::Event { .. })),
        replaces: false,
    }
}

/// Returns the child of `tag` that holds on the most frames of the range, counting the tags below it. If several tie,
/// the first by name wins; if no child holds, the result is `none`.
fn child_of(library: &Library, tag: &Name, clip: ClipId, range: FrameRange) -> String {
    let depth = tag.parts().count();
    let mut frames: BTreeMap<String, Vec<FrameRange>> = BTreeMap::new();
    for (name, id) in library
        .database()
        .tags()
        .filter(|(name, _)| name.is_below(tag))
    {
        let Some(child) = name.parts().nth(depth) else {
            continue;
        };
        let held = library.database().tag_frames(id).ranges(clip);
        let held = held.iter().filter_map(|held| held.intersection(range));
        frames.entry(child.into_owned()).or_default().extend(held);
    }
    let mut best = ("none".to_owned(), 0);
    for (child, held) in frames {
        let held = footwork_tags::Ranges::from_iter(held).frame_count();
        if held > best.1 {
            best = (percent_encoded(&child), held);
        }
    }
    best.0
}

/// Returns the value of `{clip}`.
fn clip_word(entry: &ClipEntry) -> String {
    let file = entry.file_name();
    let file = file.rsplit_once('/').map_or(file, |(_, file)| file);
    let mut word = file
        .rsplit_once('.')
        .map_or(file, |(stem, _)| stem)
        .to_owned();
    if let Some(animation) = entry.animation() {
        word = format!("{word}_{animation}");
    }
    if entry.mirror_of.is_some() {
        word += MIRRORED_SUFFIX;
    }
    percent_encoded(&word)
}

/// Returns a finding if a sidecar has unknown lines, which are not copied to the pieces.
fn left_behind(entry: &ClipEntry) -> Option<Finding> {
    let lines = entry.labels()?.lines().iter();
    let is_unknown = |line: &&Line| matches!(line, Line::Other(bytes) if !bytes.is_empty());
    let count = lines.filter(is_unknown).count();
    (count > 0).then(|| Finding {
        severity: Severity::Note,
        file: entry.name.clone(),
        position: None,
        code: "left-behind",
        message: format!(
            "{count} lines of its sidecar are of unknown kinds and are left out of the pieces"
        ),
    })
}

fn check_name(piece: &CutPiece) -> Result<(), CutError> {
    let named = file_name::check(&piece.file);
    named.map_err(|reason| CutError::BadName {
        file: piece.file.clone(),
        reason,
    })
}

/// The names of pieces, sidecars and their folders, keyed without regard to case.
#[derive(Default)]
struct Names(BTreeMap<String, Taken>);

struct Taken {
    name: String,
    /// The range, or `None` for a folder.
    by: Option<String>,
}

impl Names {
    fn take(&mut self, file: &str, clip: &str, range: FrameRange) -> Result<(), CutError> {
        for (slash, _) in file.match_indices('/') {
            self.take_one(&file[..slash], None)?;
        }
        let by = format!("{clip} {range}");
        self.take_one(file, Some(&by))?;
        self.take_one(&format!("{file}{SIDECAR_SUFFIX}"), Some(&by))
    }

    fn take_one(&mut self, name: &str, by: Option<&str>) -> Result<(), CutError> {
        let key = name.to_lowercase();
        let Some(taken) = self.0.get(&key) else {
            let taken = Taken {
                name: name.to_owned(),
                by: by.map(str::to_owned),
            };
            self.0.insert(key, taken);
            return Ok(());
        };
        let file = name.to_owned();
        match (&taken.by, by) {
            _ if taken.name != name => Err(CutError::CaseTwin {
                file,
                other: taken.name.clone(),
            }),
            (None, None) => Ok(()),
            (Some(first), Some(by)) => Err(CutError::SameName {
                file,
                ranges: [first.clone(), by.to_owned()],
            }),
            _ => Err(CutError::FileAndFolder { file }),
        }
    }
}

/// The existing files in the folder of the pieces.
struct Disk<'a> {
    folder: &'a Path,
    /// The names in each folder, keyed in lower case.
    listed: BTreeMap<PathBuf, BTreeMap<String, String>>,
}

impl<'a> Disk<'a> {
    fn new(folder: &'a Path) -> Self {
        Self {
            folder,
            listed: BTreeMap::new(),
        }
    }

    /// Returns whether the file or its sidecar exists. Fails if one does and `force` is not set, or if the file is one
    /// of the clips being cut.
    fn check(
        &mut self,
        file: &str,
        force: bool,
        sources: &BTreeSet<PathBuf>,
    ) -> Result<bool, CutError> {
        let replaces = self.is_there(file)?;
        let sidecar = format!("{file}{SIDECAR_SUFFIX}");
        let replaces = self.is_there(&sidecar)? || replaces;
        let file = file.to_owned();
        let path = fs::canonicalize(self.folder.join(&file));
        if path.is_ok_and(|path| sources.contains(&path)) {
            return Err(CutError::IsSource { file });
        }
        if replaces && !force {
            Err(CutError::Exists { file })
        } else {
            Ok(replaces)
        }
    }

    fn is_there(&mut self, file: &str) -> Result<bool, CutError> {
        let mut path = self.folder.to_owned();
        let mut parts = file.split('/').peekable();
        while let Some(part) = parts.next() {
            let Some(there) = self.names(&path)?.get(&part.to_lowercase()).cloned() else {
                return Ok(false);
            };
            path.push(part);
            let file = file.to_owned();
            if there != part {
                let other = path.with_file_name(there).display().to_string();
                return Err(CutError::CaseTwin { file, other });
            }
            if path.is_dir() != parts.peek().is_some() {
                return Err(CutError::FileAndFolder { file });
            }
        }
        Ok(true)
    }

    /// Returns the names in a folder; empty if the folder does not exist.
    fn names(&mut self, folder: &Path) -> Result<&BTreeMap<String, String>, CutError> {
        if !self.listed.contains_key(folder) {
            let names = names_in(folder).map_err(|error| CutError::Io {
                path: folder.to_owned(),
                error,
            })?;
            self.listed.insert(folder.to_owned(), names);
        }
        Ok(&self.listed[folder])
    }
}

fn names_in(folder: &Path) -> io::Result<BTreeMap<String, String>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        entries => entries?,
    };
    let name = |entry: io::Result<fs::DirEntry>| {
        let name = entry?.file_name().to_string_lossy().into_owned();
        Ok((name.to_lowercase(), name))
    };
    entries.map(name).collect()
}
