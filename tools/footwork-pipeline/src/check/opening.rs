//! The findings of opening the library, by clip.

use std::collections::BTreeMap;

use super::report::Report;
use super::sidecar::is_looked_at;
use footwork_library::Library;

pub(super) fn check(library: &Library, report: &mut Report<'_>) {
    let mut clips: BTreeMap<String, &str> = BTreeMap::new();
    for (_, entry) in library.originals() {
        clips.insert(entry.sidecar_name(), &entry.name);
        clips.insert(entry.name.clone(), &entry.name);
    }
    for finding in library.findings() {
        match clips.get(&finding.file) {
            // The clip may have been edited since; the checks find this again.
            Some(_) if is_looked_at(finding.code) => {}
            Some(clip) => report.take_up(clip, finding),
            None => report.take_up(&finding.file, finding),
        }
    }
}
