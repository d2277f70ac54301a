//! The files that a library could not read. The command line, the studio and Python all use this list to report that a
//! result is incomplete.
//!
//! Functions that write results take a [`Whole`], which only this file creates.

use std::collections::BTreeSet;

use footwork_clip::ClipFormat;
use footwork_sidecar::{Finding, SIDECAR_SUFFIX, Severity};
use footwork_tags::ClipId;
use thiserror::Error;

use super::Library;
use crate::clip_entry::percent_decoded;
use crate::clip_name::looks_like_clip;
use crate::recovery::EDITS_WAITING;

/// Faults that readers repair in a half-written BVH file.
const HALF_WRITTEN: [&str; 2] = ["missing-rows", "truncated-row"];

/// Returns whether a finding with this code is about a half-written file.
pub(super) fn is_half_written(code: &str) -> bool {
    HALF_WRITTEN.contains(&code)
}

/// A file or folder that a library could not read, or could not read to its end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Missing {
    /// A clip, an animation, a sidecar or a folder: its path from the root separated by `/`, or `.` for the root
    /// itself. Can also be `journal`, or the name of a hidden clip.
    pub file: String,
    /// The code of the [finding](Library::findings) about the fault.
    pub code: &'static str,
}

impl Missing {
    /// Returns whether the file is shorter than its header states. Another program may still be writing it.
    pub fn is_half_written(&self) -> bool {
        is_half_written(self.code)
    }

    /// Returns whether a clip whose name satisfies `is_such`, or the tags of such a clip, may be missing. A missing
    /// folder or file of several clips may hold any clip.
    pub fn may_be_of(&self, is_such: impl Fn(&str) -> bool) -> bool {
        let clip = match self.file.strip_suffix(SIDECAR_SUFFIX) {
            Some(clip) => percent_decoded(clip).unwrap_or_else(|| clip.to_owned()),
            None => self.file.clone(),
        };
        !looks_like_clip(&clip) || ClipFormat::may_hold_several(&clip) || is_such(&clip)
    }
}

/// The maximum number of names in a message; the rest are only counted.
const MAX_NAMED: usize = 10;

/// Proof that everything a result depends on could be read, or that the caller accepts gaps.
#[derive(Clone, Copy, Debug)]
pub struct Whole(());

impl Whole {
    /// Creates the proof if nothing is missing, or if `is_partial` accepts the gaps.
    ///
    /// # Errors
    /// If anything is missing and gaps are not accepted.
    pub fn new(missing: &BTreeSet<Missing>, is_partial: bool) -> Result<Self, Incomplete> {
        if missing.is_empty() || is_partial {
            Ok(Self(()))
        } else {
            Err(Incomplete {
                missing: missing.clone(),
            })
        }
    }
}

/// Something that a result depends on could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} could not be read", self.names())]
pub struct Incomplete {
    missing: BTreeSet<Missing>,
}

impl Incomplete {
    /// Returns the names of the first ten files and folders, and how many others there are.
    pub fn names(&self) -> String {
        let files: BTreeSet<&str> = self.missing.iter().map(|m| m.file.as_str()).collect();
        let named: Vec<&str> = files.iter().take(MAX_NAMED).copied().collect();
        let named = named.join(", ");
        match files.len().saturating_sub(MAX_NAMED) {
            0 => named,
            1 => format!("{named} and 1 other"),
            more => format!("{named} and {more} others"),
        }
    }
}

impl Library {
    /// Returns the files that could not be read when the library was opened or last [rescanned](Self::rescan), and are
    /// missing from results. They are clips, animations, sidecars and folders with an error, and clips that are [half
    /// written](Missing::is_half_written), unless these were tagged in this state. The [`findings`](Self::findings)
    /// give the reasons. Includes clips whose motion could not be read since then, because cached results lack these
    /// clips too.
    pub fn missing(&self) -> BTreeSet<Missing> {
        let mut missing = self.missing_on_disk();
        let unread = self.predicates.failures().into_iter();
        missing.extend(unread.map(|(clip, code)| Missing {
            file: self.clips[clip].name.clone(),
            code,
        }));
        missing
    }

    /// Retains the missing files that concern these clips: their motion, their tags, and the journal, whose edits may
    /// concern any clip.
    pub fn retain_missing_of<'a>(
        &self,
        missing: &mut BTreeSet<Missing>,
        clips: impl IntoIterator<Item = &'a ClipId>,
    ) {
        let clips = clips.into_iter();
        let originals = clips.map(|&clip| &self.clips[self.original(clip).unwrap_or(clip)]);
        let files: BTreeSet<String> = originals
            .flat_map(|entry| [entry.name.clone(), entry.sidecar_name()])
            .collect();
        missing.retain(|missing| missing.code == EDITS_WAITING || files.contains(&missing.file));
    }

    /// Returns whether the tags of a clip are known. A clip with an unreadable sidecar does not count as untagged.
    pub fn knows_tags(&self, clip: ClipId) -> bool {
        !self.clips[self.original(clip).unwrap_or(clip)].sidecar_is_broken
    }

    /// Returns whether a clip and its tags could be read to the end when it was opened. Bulk edits leave out other
    /// clips. A [half-written](crate::ClipEntry::is_half_written) clip has tags, but its frames may differ from the
    /// tagged ones.
    pub fn is_whole(&self, clip: ClipId) -> bool {
        self.knows_tags(clip) && !self.clips[clip].is_half_written
    }

    /// Returns whether the motion of a clip is known; false if a query failed to read it.
    pub fn knows_motion(&self, clip: ClipId) -> bool {
        let original = |clip| self.original(clip).unwrap_or(clip);
        let mut failed = self.predicates.failures().into_iter();
        failed.all(|(other, _)| original(other) != original(clip))
    }

    /// Returns the files that could not be read when the library was opened or last rescanned, for programs that follow
    /// changes.
    pub fn missing_on_disk(&self) -> BTreeSet<Missing> {
        let one = |finding: &Finding| {
            let missing = Missing {
                file: finding.file.clone(),
                code: finding.code,
            };
            let is_missing = finding.severity == Severity::Error || missing.is_half_written();
            is_missing.then_some(missing)
        };
        self.findings().iter().filter_map(one).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_and_a_file_of_several_clips_may_hold_any_clip() {
        let check = |file: &str, clip: &str, expected| {
            let missing = Missing {
                file: file.to_owned(),
                code: "unreadable",
            };
            assert_eq!(missing.may_be_of(|name| name == clip), expected, "{file}");
        };
        check("run.bvh", "run.bvh", true);
        check("run.bvh.tags", "run.bvh", true);
        check("run.bvh", "walk.bvh", false);
        check("run.bvh.tags", "walk.bvh", false);
        check("walks", "walk.bvh", true);
        check(".", "walk.bvh", true);
        check("moves.glb", "moves.glb#Walk", true);
        check("moves.glb#Run", "moves.glb#Walk", false);
        check("moves.glb#Rig%7CWalk.tags", "moves.glb#Rig|Walk", true);
        check("moves.glb#Rig%7CWalk.tags", "moves.glb#Run", false);
    }
}
