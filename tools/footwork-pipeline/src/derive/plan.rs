//! The plan of derived clips: which range becomes which file, and what prevents that.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use footwork_base::{FrameRange, LengthUnit, Name, UpAxis};
use footwork_library::{ClipEntry, Library, MIRRORED_SUFFIX, percent_encoded};
use footwork_sidecar::{Finding, Line, Severity};
use footwork_tags::{ClipId, RangeSet};

use super::names::{Disk, Names};
use super::settings::Place;
use super::template::Values;
use super::{DeriveError, DeriveOptions, DerivePlan, DerivedClip, DerivedFormat, file_name};

/// Returns the plan for deriving a clip from each range, into files below `folder`; makes and writes nothing.
///
/// # Errors
/// Everything that prevents the plan: names that are not valid file names; names that two clips share, or that differ
/// only by case from each other or from an existing file; existing files and sidecars, unless
/// [`force`](DeriveOptions::force) is set; files that would replace one of the sources; unreadable sidecars.
pub fn plan_derived(
    library: &Library,
    found: &RangeSet,
    folder: &Path,
    options: &DeriveOptions,
) -> Result<DerivePlan, Vec<DeriveError>> {
    let mut errors = Vec::new();
    let mut plan = DerivePlan {
        folder: folder.to_owned(),
        force: options.force,
        partial: options.partial,
        edit: options.edit.clone(),
        clips: Vec::new(),
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
            errors.push(DeriveError::BrokenSidecar { clip });
        }
        plan.findings.extend(left_behind(entry));
        for (index, &range) in ranges.iter().enumerate() {
            let mut planned = planned(library, clip, range, index, options);
            let mut check = || {
                check_name(&planned)?;
                planned.unit = place.unit(library, &planned)?;
                planned.up = place.up(library, &planned);
                if planned.format == DerivedFormat::Glb {
                    planned.animation = options.edit.animation(planned.unit, planned.stem());
                }
                names.take(&planned, &entry.name)?;
                disk.check(&planned, options.force, &sources)
            };
            match check() {
                Ok(replaces) => planned.replaces = replaces,
                Err(error) => errors.push(error),
            }
            plan.clips.push(planned);
        }
    }
    plan.settings = place.text(library, &plan.clips);
    if errors.is_empty() {
        Ok(plan)
    } else {
        Err(errors)
    }
}

fn planned(
    library: &Library,
    clip: ClipId,
    range: FrameRange,
    index: usize,
    options: &DeriveOptions,
) -> DerivedClip {
    let entry = &library.clips()[clip];
    let format = options
        .format
        .unwrap_or_else(|| options.edit.format_like(entry));
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
    DerivedClip {
        clip,
        range,
        file,
        animation: None,
        format,
        unit: LengthUnit::Metre,
        up: UpAxis::Y,
        root: options
            .edit
            .root()
            .unwrap_or_else(|| entry.root.to_string()),
        frames: 0,
        rate: entry.rate,
        spans: 0,
        events: 0,
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

/// Returns a finding if a sidecar has unknown lines, which are not copied to the derived clips.
fn left_behind(entry: &ClipEntry) -> Option<Finding> {
    let lines = entry.labels()?.lines().iter();
    let is_unknown = |line: &&Line| matches!(line, Line::Other(bytes) if !bytes.is_empty());
    let count = lines.filter(is_unknown).count();
    (count > 0).then(|| Finding {
        severity: Severity::Note,
        file: entry.name.clone(),
        position: None,
        code: "left-behind",
        message: match count {
            1 => "1 line of its sidecar has an unknown kind and is not copied".to_owned(),
            _ => format!("{count} lines of its sidecar have unknown kinds and are not copied"),
        },
    })
}

fn check_name(planned: &DerivedClip) -> Result<(), DeriveError> {
    let named = file_name::check(&planned.file);
    named.map_err(|reason| DeriveError::BadName {
        file: planned.file.clone(),
        reason,
    })
}
