//! Sidecars that stand beside no clip: what somebody tagged, and nobody sees.

use std::collections::BTreeSet;
use std::fs;

use footwork_base::nearest;
use footwork_clip::ClipFormat;

use super::report::Report;
use crate::discover::{Candidate, discover};
use crate::library::SIDECAR_SUFFIX;
use crate::{ClipEntry, Config, Library, Severity, Sidecar};

pub(super) fn check(library: &Library, report: &mut Report<'_>) {
    let originals = library.originals();
    let beside: BTreeSet<String> = originals.map(|(_, entry)| entry.sidecar_name()).collect();
    for Candidate { name, path } in discover(library.root(), library.config()).sidecars {
        let Some(clip) = name.strip_suffix(SIDECAR_SUFFIX) else {
            continue;
        };
        if beside.contains(&name) || !belongs(clip, library.config()) || is_named(clip, library) {
            continue;
        }
        let sidecar = fs::read(&path).ok();
        let sidecar = sidecar.and_then(|bytes| Sidecar::read(&name, &bytes).ok());
        if sidecar.is_none() && !looks_like_clip(clip) {
            continue;
        }
        let sidecar = sidecar.map(|(sidecar, _)| sidecar);
        let message = format!(
            "it stands beside no clip, as there is no {clip}; {}",
            what_to_do(library, clip, sidecar.as_ref())
        );
        report.add("orphan", &name, (None, None), message);
    }
}

/// The file of a clip of this name, which may have `#` and an animation behind it.
fn file_of(clip: &str) -> Option<&str> {
    let (file, _) = clip.rsplit_once('#')?;
    Some(file).filter(|file| ClipFormat::may_hold_several(file))
}

pub(crate) fn looks_like_clip(clip: &str) -> bool {
    ClipFormat::may_be_clip(clip) || file_of(clip).is_some()
}

/// Whether `footwork.toml` leaves the clip in the library.
pub(crate) fn belongs(clip: &str, config: &Config) -> bool {
    match file_of(clip) {
        Some(file) => config.includes_part(file, clip),
        None => config.includes(clip),
    }
}

/// Whether opening said why the clip is left out.
fn is_named(clip: &str, library: &Library) -> bool {
    let mut errors = library.findings().iter();
    errors.any(|finding| {
        finding.severity == Severity::Error
            && (finding.file == clip || Some(finding.file.as_str()) == file_of(clip))
    })
}

/// Which clip the sidecar is probably of: one with the content that was tagged, or else one of
/// nearly that name which has no tags.
fn what_to_do(library: &Library, clip: &str, sidecar: Option<&Sidecar>) -> String {
    let hash = sidecar.and_then(Sidecar::hash);
    let is_same = |entry: &&ClipEntry| Some(entry.hash) == hash;
    let entries = || library.originals().map(|(_, entry)| entry);
    let same: Vec<&ClipEntry> = entries().filter(is_same).collect();
    let untagged = |entry: &&&ClipEntry| entry.labels().is_none();
    let near = nearest(clip, same.iter().map(|entry| entry.name.as_str()));
    let near = near.and_then(|near| same.iter().find(|entry| entry.name == near));
    let same = same.iter().find(untagged).or(near).or(same.first());
    if let Some(entry) = same {
        let own = entry.sidecar_name();
        return match entry.labels() {
            None => format!(
                "was the clip renamed to {}? Then call this file {own}",
                entry.name
            ),
            Some(_) => format!(
                "was the clip renamed to {}? That has tags of its own in {own}",
                entry.name
            ),
        };
    }
    let bare = entries().filter(|entry| entry.labels().is_none());
    match nearest(clip, bare.map(|entry| entry.name.as_str())) {
        Some(near) => format!("did you mean {near}, which has no tags?"),
        None => "bring the clip back, or delete the sidecar".to_owned(),
    }
}
