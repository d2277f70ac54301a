//! Opening: reading each clip and the sidecar beside it, and where the two disagree.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::Arc;

use footwork_clip::gltf::{self, Labels};
use footwork_clip::{
    Clip, ClipError, ClipFormat, Limits, Loaded, LoadedFile, ReadOptions, Refused, read_clips,
};

use super::disagreement::disagreements;
use super::seen::Seen;
use super::waiting::Waiting;
use super::{ClipEntry, OpenError, mirrored};
use crate::bounded;
use crate::config::{ConfigError, FILE_NAME};
use crate::discover::Candidate;
use crate::{ClipHash, Config, Finding, Severity, Sidecar};

pub(super) fn read_config(
    root: &Path,
    waiting: &Waiting,
    opening: &mut Opening,
) -> Result<Config, OpenError> {
    let path = root.join(FILE_NAME);
    let unreadable = |message: String| ConfigError {
        position: None,
        message,
    };
    let parsed = match waiting.read(FILE_NAME, &path) {
        Ok(Some(bytes)) => {
            let seen = Seen::of(&path, &bytes);
            opening
                .seen
                .extend(seen.map(|seen| (FILE_NAME.to_owned(), seen)));
            match str::from_utf8(&bytes) {
                Ok(text) => Config::parse(text),
                Err(error) => Err(unreadable(format!("it is not UTF-8: {error}"))),
            }
        }
        Ok(None) => Ok(Default::default()),
        Err(error) => Err(unreadable(error.to_string())),
    };
    let (config, findings) = parsed.map_err(|error| OpenError::Config { path, error })?;
    opening.news.extend(findings);
    Ok(config)
}

/// What opening learns beside the clips.
#[derive(Debug, Default)]
pub(super) struct Opening {
    /// What is wrong in single files and somebody should know.
    pub(super) news: Vec<Finding>,
    /// What whoever tagged a clip knew already.
    pub(super) acknowledged: Vec<Finding>,
    /// The files that may be clips, in the order of their names.
    pub(super) files: Vec<String>,
    /// What the files were when they were read, by their names.
    pub(super) seen: BTreeMap<String, Seen>,
    joints: Joints,
}

/// The joints' names of the skeletons seen so far.
#[derive(Debug, Default)]
pub(super) struct Joints {
    seen: BTreeSet<Arc<[String]>>,
}

impl Joints {
    fn shared(&mut self, clip: &Clip) -> Arc<[String]> {
        let joints = clip.skeleton().joints().iter();
        let names: Arc<[String]> = joints.map(|joint| joint.name.clone()).collect();
        match self.seen.get(&names) {
            Some(known) => Arc::clone(known),
            None => {
                self.seen.insert(Arc::clone(&names));
                names
            }
        }
    }
}

/// Reads what a library must know of the clips of a file; none when it holds no clip or cannot be
/// read.
pub(super) fn open_clips(
    candidate: Candidate,
    config: &Config,
    waiting: &Waiting,
    opening: &mut Opening,
) -> Vec<ClipEntry> {
    let Candidate { name: file, path } = candidate;
    opening.files.push(file.clone());
    let bytes = match read_clip(&path) {
        Ok(bytes) => bytes,
        Err(error) => {
            opening.news.push(of_clip(&file, &error));
            return Vec::new();
        }
    };
    if let Some(seen) = Seen::of(&path, &bytes) {
        opening.seen.insert(file.clone(), seen);
    }
    // A text or JSON file that holds no motion is simply not a clip.
    if ClipFormat::of(&file, &bytes).is_none() {
        return Vec::new();
    }
    let options = ReadOptions {
        unit: config.length_unit(&file),
        beside: &gltf::Folder::of(&path),
        ..ReadOptions::default()
    };
    let LoadedFile { clips, refused } = match read_clips(&file, &bytes, &options) {
        Ok(loaded) => loaded,
        // Nor is a scene in which nothing moves.
        Err(error) if error.code == "no-animation" => return Vec::new(),
        Err(error) => {
            opening.news.push(of_clip(&file, &error));
            return Vec::new();
        }
    };
    for Refused { name, error } in refused {
        let name = format!("{file}#{name}");
        if config.includes_part(&file, &name) {
            opening.news.push(of_clip(&name, &error));
        }
    }
    let whole = ClipHash::of(&bytes);
    let mut entries = Vec::with_capacity(clips.len());
    for loaded in clips {
        let name = match &loaded.animation {
            Some(animation) => format!("{file}#{animation}"),
            None => file.clone(),
        };
        if !config.includes_part(&file, &name) {
            continue;
        }
        let has_twin = mirrored::has_twin(&name, &loaded.clip, config, opening);
        let mut entry = ClipEntry {
            name,
            path: path.clone(),
            animation_at: loaded.animation.as_ref().map(|_| file.len()),
            frames: loaded.clip.frame_count(),
            rate: loaded.clip.rate(),
            round_frames: loaded.clip.round_frames(),
            joints: opening.joints.shared(&loaded.clip),
            estimated_unit: loaded.estimated_unit.clone(),
            hash: loaded.fingerprint.map_or(whole, ClipHash::of_part),
            sidecar: None,
            sidecar_is_broken: false,
            embedded: None,
            mirror_of: None,
            has_twin,
        };
        if let Some(seen) = read_sidecar(&mut entry, waiting, &mut opening.news) {
            opening.seen.insert(entry.sidecar_name(), seen);
        }
        if let (None, false, Some(labels)) =
            (&entry.sidecar, entry.sidecar_is_broken, &loaded.labels)
        {
            entry.embedded = embedded(&entry, labels, &mut opening.news);
        }
        report_repairs(&entry, loaded, opening);
        check_sidecar(&entry, &mut opening.news);
        entries.push(entry);
    }
    entries
}

/// The labels that came in the clip's own file, if there are any.
fn embedded(entry: &ClipEntry, labels: &Labels, findings: &mut Vec<Finding>) -> Option<Sidecar> {
    let (sidecar, found) = Sidecar::from_labels(labels, entry);
    findings.extend(found);
    if !sidecar.has_items() {
        return None;
    }
    findings.push(Finding {
        severity: Severity::Note,
        file: entry.name.clone(),
        position: None,
        code: "labels-in-clip",
        message: format!(
            "its tags and events come from its own file; the first edit writes them to {}",
            entry.sidecar_name()
        ),
    });
    Some(sidecar)
}

/// Keeps what the reader repaired in a clip: news, unless the clip was tagged as it is.
fn report_repairs(entry: &ClipEntry, loaded: Loaded, opening: &mut Opening) {
    let tagged = entry.sidecar.as_ref().and_then(Sidecar::hash);
    let (list, severity) = match tagged == Some(entry.hash) {
        true => (&mut opening.acknowledged, Severity::Note),
        false => (&mut opening.news, Severity::Warning),
    };
    list.extend(loaded.findings.into_iter().map(|finding| Finding {
        severity,
        file: entry.name.clone(),
        position: finding.position,
        code: finding.code,
        message: finding.message,
    }));
}

/// The bytes of a clip's file.
pub(super) fn read_clip(path: &Path) -> Result<Vec<u8>, ClipError> {
    let bytes = bounded::read(path, Limits::default().bytes);
    let bytes = bytes.and_then(|bytes| bytes.ok_or_else(|| io::ErrorKind::NotFound.into()));
    bytes.map_err(|error| unreadable(&error))
}

pub(super) fn unreadable(error: &io::Error) -> ClipError {
    ClipError {
        position: None,
        code: "unreadable",
        message: format!("cannot be read: {error}"),
        hint: None,
    }
}

pub(crate) fn of_clip(name: &str, error: &ClipError) -> Finding {
    let hint = error.hint.as_ref().map(|hint| format!("; {hint}"));
    Finding {
        severity: Severity::Error,
        file: name.to_owned(),
        position: error.position,
        code: error.code,
        message: format!("{}{}", error.message, hint.unwrap_or_default()),
    }
}

/// Reads the sidecar of a clip; returns what it was, where there is one.
pub(super) fn read_sidecar(
    entry: &mut ClipEntry,
    waiting: &Waiting,
    findings: &mut Vec<Finding>,
) -> Option<Seen> {
    let (file, path) = (entry.sidecar_name(), entry.sidecar_path());
    let bytes = waiting.read(&file, &path);
    let read = match &bytes {
        Ok(None) => Ok(None),
        Ok(Some(bytes)) => Sidecar::read(&file, bytes).map(Some),
        Err(error) => Err(Box::new(of_clip(&file, &unreadable(error)))),
    };
    entry.sidecar_is_broken = read.is_err();
    entry.sidecar = match read {
        Ok(read) => read.map(|(sidecar, found)| {
            findings.extend(found);
            sidecar
        }),
        Err(finding) => {
            findings.push(*finding);
            None
        }
    };
    Seen::of(&path, &bytes.ok()??)
}

/// Reports where a sidecar and its clip disagree.
pub(super) fn check_sidecar(entry: &ClipEntry, findings: &mut Vec<Finding>) {
    let file = match entry.sidecar {
        Some(_) => entry.sidecar_name(),
        None => entry.name.clone(),
    };
    findings.extend(disagreements(entry).into_iter().map(|found| Finding {
        severity: Severity::Warning,
        file: file.clone(),
        position: None,
        code: found.code,
        message: found.message,
    }));
}
