//! Measures how well two people who labelled the same clips agree: frames in common and Cohen's kappa for each tag, and
//! the places where they differ.
//!
//! The second labeller's work is a folder of sidecars with the layout of the library: a copy of the library with other
//! labels, or another branch, checked out with `git worktree add`. That folder need not contain the clips.
//!
//! Cohen's kappa (J. Cohen, "A coefficient of agreement for nominal scales", 1960) is the agreement beyond chance, as a
//! share of the largest possible agreement beyond chance. Each frame is one item, and each tag is a yes-or-no question
//! about the frame.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

use footwork_base::{FrameRange, Name};
use footwork_library::{ClipEntry, Library};
use footwork_sidecar::{Finding, MAX_SIDECAR_BYTES, Severity, Sidecar, WorkState};
use footwork_store::read_bounded;
use footwork_tags::{ClipId, Ranges, SetAlgebra};
use thiserror::Error;

/// The name of this task in progress reports.
const COMPARING: &str = "comparing labels";

/// The numbers of frames on which two labellers agree and differ about one tag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameCounts {
    /// Frames that both labellers tagged.
    pub both: u64,
    /// Frames that only our labeller tagged.
    pub only_ours: u64,
    /// Frames that only the second labeller tagged.
    pub only_theirs: u64,
    /// Frames that neither labeller tagged.
    pub neither: u64,
}

impl FrameCounts {
    /// Returns Cohen's kappa: 1 if the two agree everywhere, 0 if they agree as often as by chance, negative if less
    /// often. `None` if kappa is undefined: if there are no frames, or if both labellers give the same answer on all
    /// frames.
    #[allow(
        clippy::cast_precision_loss,
        reason = "frames of a library are far fewer than 2^53"
    )]
    pub fn kappa(&self) -> Option<f64> {
        let [both, ours, theirs, neither] =
            [self.both, self.only_ours, self.only_theirs, self.neither].map(|count| count as f64);
        let all = both + ours + theirs + neither;
        let (ours_yes, theirs_yes) = (both + ours, both + theirs);
        // Observed and expected agreement, times the square of the number of frames.
        let observed = (both + neither) * all;
        let expected = ours_yes * theirs_yes + (all - ours_yes) * (all - theirs_yes);
        let open = all * all - expected;
        (open > 0.0).then(|| (observed - expected) / open)
    }

    /// Returns the frames that both labellers tagged, as a share of those that at least one of them tagged; `None` if
    /// neither tagged any.
    #[allow(
        clippy::cast_precision_loss,
        reason = "frames of a library are far fewer than 2^53"
    )]
    pub fn common_part(&self) -> Option<f64> {
        let any = self.both + self.only_ours + self.only_theirs;
        (any > 0).then(|| self.both as f64 / any as f64)
    }

    fn add(&mut self, other: Self) {
        self.both += other.both;
        self.only_ours += other.only_ours;
        self.only_theirs += other.only_theirs;
        self.neither += other.neither;
    }
}

/// The agreement of two labellers about one tag, over all clips that both labelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagAgreement {
    /// The tag.
    pub tag: Name,
    /// The frames of all these clips.
    pub counts: FrameCounts,
    /// The number of clips in which the labellers differ.
    pub clips_apart: u32,
}

/// A run of frames in which the two labellers differ about a tag. Spans that touch or overlap belong to one run,
/// whichever labeller placed them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelDifference {
    /// The tag.
    pub tag: Name,
    /// The frames, from the first to the last one that either labeller tagged.
    pub range: FrameRange,
    /// The frames that our labels tag; may be empty.
    pub ours: Ranges,
    /// The frames that the second labeller's labels tag; may be empty.
    pub theirs: Ranges,
    /// Whether a `kept` line of our sidecar settles the difference: it states that our frames are right.
    pub is_kept: bool,
}

impl LabelDifference {
    /// Returns the largest distance between an edge of our ranges and the same edge of theirs, in frames. `None` if the
    /// two labellers have different numbers of ranges, so that more than edges differ.
    pub fn edges_apart(&self) -> Option<u32> {
        if self.ours.len() != self.theirs.len() {
            return None;
        }
        let pairs = self.ours.iter().zip(self.theirs.iter());
        let apart = pairs.map(|(ours, theirs)| {
            let start = ours.start().abs_diff(theirs.start());
            start.max(ours.stop().abs_diff(theirs.stop()))
        });
        apart.max()
    }

    /// Returns whether only the edges differ, by at most `tolerance_frames` frames.
    pub fn is_within(&self, tolerance_frames: u32) -> bool {
        self.edges_apart()
            .is_some_and(|apart| apart <= tolerance_frames)
    }
}

/// A clip that both labellers labelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipAgreement {
    /// The clip.
    pub clip: ClipId,
    /// The differences, by tag and first frame.
    pub differences: Vec<LabelDifference>,
}

/// Why a clip is not compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCompared {
    /// Neither labeller labelled the clip.
    Neither,
    /// The clip has no labels in this library.
    NotOurs,
    /// The clip has no labels in the other folder.
    NotTheirs,
    /// One of the labellers labelled another version of the clip.
    OtherVersion,
    /// The second labeller's sidecar cannot be read.
    Unreadable(String),
}

impl fmt::Display for NotCompared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Neither => f.write_str("it has no labels in either library"),
            Self::NotOurs => f.write_str("it has no labels here"),
            Self::NotTheirs => f.write_str("it has no labels there"),
            Self::OtherVersion => {
                f.write_str("one of the two sidecars is for another version of the clip")
            }
            Self::Unreadable(why) => write!(f, "its sidecar there cannot be read: {why}"),
        }
    }
}

/// The agreement of two labellers on the clips of a library.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Every tag that either labeller used on a compared clip, by name.
    pub tags: Vec<TagAgreement>,
    /// The clips that both labelled, in library order.
    pub clips: Vec<ClipAgreement>,
    /// The clips that are not compared, with the reasons.
    pub left_out: Vec<(ClipId, NotCompared)>,
    /// The second labeller's sidecars that may have been cut off.
    pub findings: Vec<Finding>,
}

/// Why labels cannot be compared.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AgreementError {
    /// There is no such folder.
    #[error("{} is not a folder", path.display())]
    NoFolder {
        /// The folder.
        path: PathBuf,
    },
    /// The folder is the library itself.
    #[error("{} is the library itself", path.display())]
    SameLibrary {
        /// The folder.
        path: PathBuf,
    },
}

impl AgreementError {
    /// Returns a stable name for the kind of error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoFolder { .. } => "no-folder",
            Self::SameLibrary { .. } => "same-library",
        }
    }
}

/// The folder of a second labeller's sidecars.
#[derive(Clone, Debug)]
pub struct SecondLabels {
    folder: PathBuf,
}

impl SecondLabels {
    /// Uses the sidecars in `folder` as the second labeller's, for the library at `root`.
    ///
    /// # Errors
    /// If `folder` is not a folder, or is the library itself.
    pub fn new(root: &Path, folder: &Path) -> Result<Self, AgreementError> {
        let path = folder.to_owned();
        if !folder.is_dir() {
            return Err(AgreementError::NoFolder { path });
        }
        match (root.canonicalize(), folder.canonicalize()) {
            (Ok(root), Ok(folder)) if root == folder => Err(AgreementError::SameLibrary { path }),
            _ => Ok(Self { folder: path }),
        }
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reads the second labeller's current sidecar of a clip. The finding, if any, says that the sidecar may have been
    /// cut off.
    ///
    /// # Errors
    /// The reason why the sidecar's labels cannot be compared with ours. An unreadable line is such a reason.
    pub fn of_clip(&self, entry: &ClipEntry) -> Result<(Sidecar, Option<Finding>), NotCompared> {
        let path = self.folder.join(entry.sidecar_name());
        let bytes = read_bounded(&path, MAX_SIDECAR_BYTES)
            .map_err(|error| NotCompared::Unreadable(error.to_string()))?;
        let (theirs, findings) = match bytes {
            Some(bytes) => {
                let read = Sidecar::read(&path.display().to_string(), &bytes);
                read.map_err(|finding| NotCompared::Unreadable(finding.message.clone()))?
            }
            None => Default::default(),
        };
        let is_error = |finding: &&Finding| finding.severity == Severity::Error;
        if let Some(error) = findings.iter().find(is_error) {
            let line = error.position.map_or(1, |at| at.line);
            let why = format!("line {line}: {}", error.message);
            return Err(NotCompared::Unreadable(why));
        }
        let mut findings = findings.into_iter();
        let cut_off = findings.find(|finding| finding.code == "no-final-newline");
        let is_touched = |state| state != WorkState::Untouched;
        match (
            is_touched(entry.work_state()),
            is_touched(theirs.work_state()),
        ) {
            (false, false) => Err(NotCompared::Neither),
            (true, false) => Err(NotCompared::NotTheirs),
            (false, true) => Err(NotCompared::NotOurs),
            _ if entry.is_stale() || entry.is_of_another_version(&theirs) => {
                Err(NotCompared::OtherVersion)
            }
            _ => Ok((theirs, cut_off)),
        }
    }
}

/// Compares the labels of a library with a second labeller's, in every clip that both labelled.
///
/// For each tag, compares the frames on which queries see it, including frames tagged by rules. A clip without tags
/// counts as labelled if its state is done or reviewed.
pub fn agreement(library: &Library, second: &SecondLabels) -> Agreement {
    let mut all = Agreement::default();
    let mut tags: BTreeMap<Name, TagAgreement> = BTreeMap::new();
    let mut frames: u64 = 0;
    library.progress().begin(COMPARING, library.clips().len());
    for (clip, entry) in library.originals() {
        library.progress().step(COMPARING);
        let theirs = match second.of_clip(entry) {
            Ok((theirs, cut_off)) => {
                all.findings.extend(cut_off);
                theirs
            }
            Err(why) => {
                all.left_out.push((clip, why));
                continue;
            }
        };
        frames += u64::from(entry.frames);
        let mut differences = Vec::new();
        for (tag, [ours, theirs]) in by_tag(entry, &theirs) {
            let of_tag = tags.entry(tag.clone()).or_insert_with(|| TagAgreement {
                tag: tag.clone(),
                counts: FrameCounts::default(),
                clips_apart: 0,
            });
            of_tag.counts.add(counts(&ours, &theirs));
            let apart = differences_of(&tag, &ours, &theirs);
            of_tag.clips_apart += u32::from(!apart.is_empty());
            differences.extend(apart);
        }
        mark_kept(entry, &mut differences);
        all.clips.push(ClipAgreement { clip, differences });
    }
    all.tags = tags.into_values().collect();
    for TagAgreement { counts, .. } in &mut all.tags {
        // Includes the frames of clips in which neither labeller gave the tag.
        counts.neither = frames - counts.both - counts.only_ours - counts.only_theirs;
    }
    all
}

/// Returns the differences between our labels of a clip and the second labeller's, by tag and first frame.
pub fn label_differences(entry: &ClipEntry, theirs: &Sidecar) -> Vec<LabelDifference> {
    let by_tag = by_tag(entry, theirs).into_iter();
    let mut differences: Vec<LabelDifference> = by_tag
        .flat_map(|(tag, [ours, theirs])| differences_of(&tag, &ours, &theirs))
        .collect();
    mark_kept(entry, &mut differences);
    differences
}

/// Marks the differences that a `kept` line of our sidecar settles in our favour.
fn mark_kept(entry: &ClipEntry, differences: &mut [LabelDifference]) {
    let kept = entry.labels().into_iter().flat_map(Sidecar::kept);
    let kept = kept.map(|kept| (kept.tag(), kept.ours(), kept.theirs()));
    let kept: BTreeSet<(&Name, &[FrameRange], &[FrameRange])> = kept.collect();
    if kept.is_empty() {
        return;
    }
    for one in differences {
        let [ours, theirs] =
            [&one.ours, &one.theirs].map(|side| side.iter().collect::<Vec<FrameRange>>());
        one.is_kept = kept.contains(&(&one.tag, ours.as_slice(), theirs.as_slice()));
    }
}

/// Returns, for every tag, the frames that each labeller tagged.
fn by_tag(entry: &ClipEntry, theirs: &Sidecar) -> BTreeMap<Name, [Ranges; 2]> {
    let names: BTreeSet<&Name> = entry
        .tags()
        .chain(theirs.tags())
        .map(|span| &span.name)
        .collect();
    let mut spans: BTreeMap<&Name, [Vec<FrameRange>; 2]> = BTreeMap::new();
    for name in names {
        spans.insert(name, [Vec::new(), Vec::new()]);
    }
    for span in entry.tags() {
        spans.entry(&span.name).or_default()[0].push(span.range);
    }
    for span in theirs.tags() {
        spans.entry(&span.name).or_default()[1].push(span.range);
    }
    let held = spans.into_iter().map(|(name, sides)| {
        let ranges = sides.map(|spans| Ranges::from_iter(spans).clamped(entry.frames));
        (name.clone(), ranges)
    });
    held.collect()
}

/// Counts the frames of a tag in a clip; frames that neither side tagged are left out.
fn counts(ours: &Ranges, theirs: &Ranges) -> FrameCounts {
    let count = |ranges: Ranges| u64::from(ranges.frame_count());
    FrameCounts {
        both: count(ours.intersection(theirs)),
        only_ours: count(ours.difference(theirs)),
        only_theirs: count(theirs.difference(ours)),
        neither: 0,
    }
}

/// Returns the runs of frames in which the two differ about a tag. Ranges that touch or overlap are one run, whichever
/// labeller placed them.
fn differences_of(tag: &Name, ours: &Ranges, theirs: &Ranges) -> Vec<LabelDifference> {
    let runs = ours.union(theirs);
    let within = |ranges: &Ranges, run: FrameRange| ranges.intersection(&Ranges::from_iter([run]));
    runs.iter()
        .map(|range| LabelDifference {
            tag: tag.clone(),
            range,
            ours: within(ours, range),
            theirs: within(theirs, range),
            is_kept: false,
        })
        .filter(|difference| difference.ours != difference.theirs)
        .collect()
}

#[cfg(test)]
mod tests;
