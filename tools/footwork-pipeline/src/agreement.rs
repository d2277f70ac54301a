//! How well two people agree who labelled the same clips: frames in common and Cohen's kappa for each tag, and the
//! places where they differ.
//!
//! The second labeller's work is a folder of sidecars with the layout of the library: a copy of the library that
//! somebody else labelled, or another branch of it as `git worktree add` checks it out. The clips themselves are not
//! needed there.
//!
//! Kappa is that of Cohen (1960), "A coefficient of agreement for nominal scales": of the agreement that chance leaves
//! open, the part that the two reach. Each frame is one item, and each tag one question with the answers yes and no.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

use footwork_base::{FrameRange, Name};
use footwork_library::{ClipEntry, Library};
use footwork_sidecar::{MAX_SIDECAR_BYTES, Sidecar, WorkState};
use footwork_store::read_bounded;
use footwork_tags::{ClipId, Ranges, SetAlgebra};
use thiserror::Error;

/// The name of the work in progress reports.
const COMPARING: &str = "comparing labels";

/// How two labellers answered one question, in frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameCounts {
    /// Frames to which both gave the tag.
    pub both: u64,
    /// Frames to which only we gave it.
    pub only_ours: u64,
    /// Frames to which only they gave it.
    pub only_theirs: u64,
    /// Frames to which nobody gave it.
    pub neither: u64,
}

impl FrameCounts {
    /// Returns Cohen's kappa: 1 if the two agree everywhere, 0 if they agree as often as by chance, negative if less
    /// often. `None` if chance leaves nothing open: if there are no frames, or if both say the same one answer
    /// everywhere.
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

    /// Returns the frames that both gave the tag as a part of those that anybody did; `None` if nobody did.
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

/// How two labellers agree about one tag, over all clips that both labelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagAgreement {
    /// The tag.
    pub tag: Name,
    /// The frames of all these clips.
    pub counts: FrameCounts,
    /// The number of clips in which they differ.
    pub clips_apart: u32,
}

/// Frames that are one question: what both gave a tag there touches or overlaps, and is not the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelDifference {
    /// The tag.
    pub tag: Name,
    /// The frames, from the first that either tagged to the last.
    pub range: FrameRange,
    /// The frames that we tagged; may be empty.
    pub ours: Ranges,
    /// The frames that they tagged; may be empty.
    pub theirs: Ranges,
    /// Whether a `kept` line of our sidecar says that ours are right, so that nobody is asked again.
    pub is_kept: bool,
}

/// A clip that both labelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipAgreement {
    /// The clip.
    pub clip: ClipId,
    /// Where the two differ, by tag and first frame.
    pub differences: Vec<LabelDifference>,
}

/// Why a clip is not compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCompared {
    /// Neither of the two labelled it.
    Neither,
    /// Nobody labelled it here.
    NotOurs,
    /// Nobody labelled it there.
    NotTheirs,
    /// One of the two was labelled in another version of the clip.
    OtherVersion,
    /// The sidecar there cannot be read.
    Unreadable(String),
}

impl fmt::Display for NotCompared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Neither => f.write_str("neither of the two labelled it"),
            Self::NotOurs => f.write_str("nobody labelled it here"),
            Self::NotTheirs => f.write_str("nobody labelled it there"),
            Self::OtherVersion => f.write_str("it was labelled in another version of the clip"),
            Self::Unreadable(why) => write!(f, "its sidecar there cannot be read: {why}"),
        }
    }
}

/// How well two labellers agree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Every tag that either gave to a compared clip, by name.
    pub tags: Vec<TagAgreement>,
    /// The clips that both labelled, in the order of the library.
    pub clips: Vec<ClipAgreement>,
    /// The other clips.
    pub left_out: Vec<(ClipId, NotCompared)>,
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
    /// Nobody disagrees with themselves.
    #[error("{} is the library itself", path.display())]
    SameLibrary {
        /// The folder.
        path: PathBuf,
    },
}

impl AgreementError {
    /// What kind of error it is, for machines.
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
    /// Names the folder of the second labeller of a library.
    ///
    /// # Errors
    /// If it is not a folder, or is that of the library.
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

    /// Reads the second labeller's sidecar of a clip, as it is now.
    ///
    /// # Errors
    /// Why its labels cannot be compared with ours.
    pub fn of_clip(&self, entry: &ClipEntry) -> Result<Sidecar, NotCompared> {
        let file = entry.sidecar_name();
        let bytes = read_bounded(&self.folder.join(&file), MAX_SIDECAR_BYTES)
            .map_err(|error| NotCompared::Unreadable(error.to_string()))?;
        let theirs = match bytes {
            Some(bytes) => {
                let read = Sidecar::read(&file, &bytes);
                read.map_err(|finding| NotCompared::Unreadable(finding.message.clone()))?
                    .0
            }
            None => Sidecar::default(),
        };
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
            _ => Ok(theirs),
        }
    }
}

/// Compares the labels of a library with those of a second labeller.
///
/// Tags hold as queries see them, in every clip that both labelled; spans of rules count too. A clip in which one of
/// them found nothing to tag counts once that is said by its state.
pub fn agreement(library: &Library, second: &SecondLabels) -> Agreement {
    let mut all = Agreement::default();
    let mut tags: BTreeMap<Name, TagAgreement> = BTreeMap::new();
    let mut frames: u64 = 0;
    library.progress().begin(COMPARING, library.clips().len());
    for (clip, entry) in library.originals() {
        library.progress().step(COMPARING);
        let theirs = match second.of_clip(entry) {
            Ok(theirs) => theirs,
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
        // Also the frames of clips in which nobody gave the tag.
        counts.neither = frames - counts.both - counts.only_ours - counts.only_theirs;
    }
    all
}

/// Returns where our labels of a clip differ from a second labeller's, by tag and first frame.
pub fn label_differences(entry: &ClipEntry, theirs: &Sidecar) -> Vec<LabelDifference> {
    let by_tag = by_tag(entry, theirs).into_iter();
    let mut differences: Vec<LabelDifference> = by_tag
        .flat_map(|(tag, [ours, theirs])| differences_of(&tag, &ours, &theirs))
        .collect();
    mark_kept(entry, &mut differences);
    differences
}

/// Marks the differences in which our sidecar says that ours are right.
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

/// Returns the frames that each of the two gave every tag.
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

/// Counts the frames of a tag in a clip, but for those that nobody gave it.
fn counts(ours: &Ranges, theirs: &Ranges) -> FrameCounts {
    let count = |ranges: Ranges| u64::from(ranges.frame_count());
    FrameCounts {
        both: count(ours.intersection(theirs)),
        only_ours: count(ours.difference(theirs)),
        only_theirs: count(theirs.difference(ours)),
        neither: 0,
    }
}

/// Returns the runs of frames in which the two differ about a tag. Ranges of either that touch or overlap are one run.
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
mod tests {
    use super::*;

    fn ranges(pairs: &[(u32, u32)]) -> Ranges {
        Ranges::from_pairs(pairs.iter().copied()).unwrap()
    }

    fn kappa(both: u64, only_ours: u64, only_theirs: u64, neither: u64) -> Option<f64> {
        let counts = FrameCounts {
            both,
            only_ours,
            only_theirs,
            neither,
        };
        counts.kappa()
    }

    fn check(counts: [u64; 4], expected: f64) {
        let [both, ours, theirs, neither] = counts;
        let kappa = kappa(both, ours, theirs, neither).unwrap();
        assert!((kappa - expected).abs() < 1e-12, "{counts:?}: {kappa}");
    }

    /// Computed by hand from the observed and the expected agreement.
    #[test]
    fn kappa_by_hand() {
        // Observed 35/50. Expected 25/50 · 30/50 + 25/50 · 20/50 = 1/2. (0.7 - 0.5) / 0.5.
        check([20, 5, 10, 15], 0.4);
        // Observed 60/100. Expected 0.7 · 0.6 + 0.3 · 0.4 = 0.54. 0.06 / 0.46.
        check([45, 25, 15, 15], 0.06 / 0.46);
        // Observed 60/100 again, but expected 0.5 · 0.3 + 0.5 · 0.7 = 0.5. 0.1 / 0.5.
        check([20, 30, 10, 40], 0.2);
        // Two halves that do not overlap: observed 0, expected 1/2.
        check([0, 10, 10, 0], -1.0);
        // As often as by chance: observed 1/2, expected 1/2.
        check([5, 5, 5, 5], 0.0);
        check([7, 0, 0, 13], 1.0);
    }

    #[test]
    fn nothing_is_open_if_both_always_say_the_same() {
        assert_eq!(kappa(0, 0, 0, 0), None);
        assert_eq!(kappa(9, 0, 0, 0), None);
        assert_eq!(kappa(0, 0, 0, 9), None);
        // One of them always says yes, and the other never: as chance expects.
        assert_eq!(kappa(0, 9, 0, 0), Some(0.0));
    }

    #[test]
    fn frames_in_common() {
        let counts = counts(&ranges(&[(0, 25)]), &ranges(&[(0, 20), (25, 35)]));
        assert_eq!(
            (counts.both, counts.only_ours, counts.only_theirs),
            (20, 5, 10)
        );
        assert_eq!(counts.common_part(), Some(20.0 / 35.0));
        assert_eq!(FrameCounts::default().common_part(), None);
    }

    /// Seven clips of 100 frames each, of which three are compared.
    #[test]
    fn a_clip_is_compared_if_both_labelled_it() {
        let [ours, theirs] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let bvh = format!(
            "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\nEnd Site\n{{\nOFFSET 0 1 0\n}}\n}}\n\
             MOTION\nFrames: 100\nFrame Time: 0.01\n{}",
            "0\n".repeat(100)
        );
        let write = |folder: &tempfile::TempDir, clip: &str, lines: &str| {
            let text = format!("footwork-tags 1\n{lines}");
            std::fs::write(folder.path().join(format!("{clip}.bvh.tags")), text).unwrap();
        };
        for clip in [
            "apart", "done", "neither", "ours", "rules", "same", "theirs",
        ] {
            std::fs::write(ours.path().join(format!("{clip}.bvh")), &bvh).unwrap();
        }
        write(&ours, "apart", "tag A 10 30\n");
        write(&theirs, "apart", "tag A 20 50\n");
        write(&ours, "same", "tag A 0 10\n");
        write(&theirs, "same", "tag A 0 10\n");
        // Nothing is to be tagged there, says one; five frames are, says the other.
        write(&ours, "done", "state done\n");
        write(&theirs, "done", "tag A 0 5\n");
        write(&ours, "ours", "tag A 0 100\n");
        write(&theirs, "theirs", "tag A 0 100\n");
        // Spans of rules are nobody's work.
        write(&ours, "rules", "tag A 0 100 rule\n");
        let library = Library::open(ours.path()).unwrap();
        let second = SecondLabels::new(ours.path(), theirs.path()).unwrap();
        let found = agreement(&library, &second);
        // Both 10 + 10; only ours 10; only theirs 20 + 5; of 300 frames.
        let expected = FrameCounts {
            both: 20,
            only_ours: 10,
            only_theirs: 25,
            neither: 245,
        };
        assert_eq!(found.tags[0].counts, expected);
        assert_eq!(found.tags[0].clips_apart, 2);
        // Observed 265/300; expected 30/300 · 45/300 + 270/300 · 255/300 = 0.78.
        let kappa = found.tags[0].counts.kappa().unwrap();
        assert!(
            (kappa - (265.0 / 300.0 - 0.78) / 0.22).abs() < 1e-12,
            "{kappa}"
        );
        let left = found.left_out.iter();
        let left = left.map(|(clip, why)| (library.clips()[*clip].base_name(), why.clone()));
        let expected = [
            ("neither.bvh", NotCompared::Neither),
            ("ours.bvh", NotCompared::NotTheirs),
            ("rules.bvh", NotCompared::Neither),
            ("theirs.bvh", NotCompared::NotOurs),
        ];
        assert_eq!(left.collect::<Vec<_>>(), expected);
    }

    /// A choice counts for exactly the frames that were compared, of either.
    #[test]
    fn what_was_kept_is_no_question_until_either_changes() {
        let [ours, theirs] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let bvh = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n\
                   MOTION\nFrames: 30\nFrame Time: 0.01\n";
        let bvh = format!("{bvh}{}", "0\n".repeat(30));
        std::fs::write(ours.path().join("a.bvh"), bvh).unwrap();
        let write = |folder: &tempfile::TempDir, lines: &str| {
            let text = format!("footwork-tags 1\n{lines}");
            std::fs::write(folder.path().join("a.bvh.tags"), text).unwrap();
        };
        let kept = "kept A ours 0 20 theirs 0 10\nkept B ours none theirs 3 9\n";
        for (of_ours, of_theirs, expected) in [
            ("tag A 0 20\n", "tag A 0 10\ntag B 3 9\n", [true, true]),
            ("tag A 0 20\n", "tag A 0 11\ntag B 3 9\n", [false, true]),
            ("tag A 1 20\n", "tag A 0 10\ntag B 3 8\n", [false, false]),
            // The other way round, it was the other labels that were kept.
            ("tag A 0 10\ntag B 3 9\n", "tag A 0 20\n", [false, false]),
        ] {
            write(&ours, &format!("{of_ours}{kept}"));
            write(&theirs, of_theirs);
            let library = Library::open(ours.path()).unwrap();
            let second = SecondLabels::new(ours.path(), theirs.path()).unwrap();
            let found = agreement(&library, &second);
            let found = found.clips[0].differences.iter();
            let found: Vec<bool> = found.map(|one| one.is_kept).collect();
            assert_eq!(found, expected, "{of_ours}{of_theirs}");
        }
    }

    #[test]
    fn ranges_that_touch_are_one_question() {
        let tag: Name = "A".parse().unwrap();
        let ours = ranges(&[(0, 10), (20, 30), (40, 50), (60, 70)]);
        let theirs = ranges(&[(0, 10), (25, 40), (60, 64), (66, 70), (80, 81)]);
        let found = differences_of(&tag, &ours, &theirs);
        let found: Vec<String> = found
            .iter()
            .map(|one| format!("{} {} {}", one.range, one.ours, one.theirs))
            .collect();
        let expected = [
            "[20, 50) {[20, 30), [40, 50)} {[25, 40)}",
            "[60, 70) {[60, 70)} {[60, 64), [66, 70)}",
            "[80, 81) {} {[80, 81)}",
        ];
        assert_eq!(found, expected);
        assert_eq!(differences_of(&tag, &ours, &ours), []);
    }
}
