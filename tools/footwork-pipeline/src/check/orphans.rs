//! Sidecars without a clip, whose tags are lost to every query.

use std::collections::{BTreeMap, BTreeSet};

use footwork_base::nearest;
use footwork_sidecar::{MAX_SIDECAR_BYTES, SIDECAR_SUFFIX, Severity, Sidecar};
use footwork_store::read_bounded;

use super::report::{About, Report};
use footwork_library::{Candidate, belongs, discover, file_of, looks_like_clip};
use footwork_library::{ClipEntry, Library};

/// The maximum number of orphans for which similar names are searched. Each search takes time proportional to the size
/// of the library.
const MAX_NEAR_CLIPS: usize = 20;

pub(super) fn check(library: &Library, report: &mut Report<'_>) {
    let mut clips = Clips::new(library);
    let named = named(library);
    let originals = library.originals();
    let beside: BTreeSet<String> = originals.map(|(_, entry)| entry.sidecar_name()).collect();
    let found = discover(library.root(), library.settings(), library.follow_links());
    // The folder could be read when the library was opened, but cannot be read now.
    let known = library.findings();
    for finding in found.findings.iter().filter(|found| !known.contains(found)) {
        report.include(&finding.file, finding);
    }
    for Candidate { name, path } in found.sidecars {
        let Some(clip) = name.strip_suffix(SIDECAR_SUFFIX) else {
            continue;
        };
        if beside.contains(&name) || !belongs(clip, library.settings()) || is_named(clip, &named) {
            continue;
        }
        let sidecar = read_bounded(&path, MAX_SIDECAR_BYTES).ok().flatten();
        let sidecar = sidecar.and_then(|bytes| Sidecar::read(&name, &bytes).ok());
        if sidecar.is_none() && !looks_like_clip(clip) {
            continue;
        }
        let sidecar = sidecar.map(|(sidecar, _)| sidecar);
        let message = format!(
            "its clip {clip} does not exist; {}",
            clips.what_to_do(clip, sidecar.as_ref())
        );
        let about = About {
            clip: &name,
            span: None,
            tag: None,
            joint: None,
        };
        report.add("orphan", about, message);
    }
}

/// Returns the clips and files that are missing from the library because of an error.
fn named(library: &Library) -> BTreeSet<&str> {
    let errors = library.findings().iter();
    let errors = errors.filter(|finding| finding.severity == Severity::Error);
    errors.map(|finding| finding.file.as_str()).collect()
}

fn is_named(clip: &str, named: &BTreeSet<&str>) -> bool {
    named.contains(clip) || file_of(clip).is_some_and(|file| named.contains(file))
}

/// The clips that an orphan may belong to.
struct Clips<'a> {
    by_hash: BTreeMap<u64, Vec<&'a ClipEntry>>,
    untagged: Vec<&'a ClipEntry>,
    /// The number of orphans for which names may still be compared.
    left: usize,
}

impl<'a> Clips<'a> {
    fn new(library: &'a Library) -> Self {
        let mut by_hash: BTreeMap<u64, Vec<&ClipEntry>> = BTreeMap::new();
        let mut untagged = Vec::new();
        for (_, entry) in library.originals() {
            by_hash.entry(entry.hash.number()).or_default().push(entry);
            if entry.labels().is_none() {
                untagged.push(entry);
            }
        }
        for same in by_hash.values_mut() {
            // Untagged clips come first, then tagged clips, each ordered by name.
            same.sort_by_key(|entry| entry.labels().is_some());
        }
        Self {
            by_hash,
            untagged,
            left: MAX_NEAR_CLIPS,
        }
    }

    /// Returns advice on the clip that the sidecar probably belongs to: a clip whose content has the hash in the
    /// sidecar, or else an untagged clip with a similar name.
    fn what_to_do(&mut self, clip: &str, sidecar: Option<&Sidecar>) -> String {
        let compares = self.left > 0;
        self.left = self.left.saturating_sub(1);
        let near = |all: &[&'a ClipEntry]| {
            let names = all.iter().map(|entry| entry.name.as_str());
            let near = compares.then(|| nearest(clip, names)).flatten()?;
            all.iter().find(|entry| entry.name == near).copied()
        };
        let hash = sidecar.and_then(Sidecar::hash);
        let same = hash.and_then(|hash| self.by_hash.get(&hash.number()));
        if let Some((same, first)) = same.and_then(|same| Some((same, *same.first()?))) {
            let is_untagged = first.labels().is_none();
            let entry = if is_untagged {
                first
            } else {
                near(same).unwrap_or(first)
            };
            let (name, own) = (&entry.name, entry.sidecar_name());
            return if is_untagged {
                format!("was the clip renamed to {name}? Then call this file {own}")
            } else {
                format!("was the clip renamed to {name}? That has tags of its own in {own}")
            };
        }
        match near(&self.untagged) {
            Some(near) => format!("did you mean {}, which has no tags?", near.name),
            None => "restore the clip, or delete the sidecar".to_owned(),
        }
    }
}
