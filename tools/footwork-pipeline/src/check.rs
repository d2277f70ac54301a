//! Checks the tags, the events and the motion of a library, and lists the findings.

mod duplicates;
mod events;
mod exclusive;
mod expect;
mod fault;
mod fix;
mod keys;
mod known;
mod motion;
pub(crate) mod orphans;
mod queries;
mod report;
mod required;
mod rest_pose;
mod sidecar;
mod spans;
mod steps;
mod subject;
mod vocabulary;

use std::collections::BTreeMap;

use footwork_library::Library;
use footwork_sidecar::{Finding, Severity};
use report::{CHECKING, Report};
use sidecar::is_looked_at;
use subject::Subject;

pub use expect::{CheckedContract, ContractCounts};
pub(crate) use expect::{broken_limit, judge, ranges_of_contract};
pub use fix::{CheckFix, finding_fixes};
pub use motion::{MotionCheck, MotionFaults};
pub use report::CheckFinding;

/// The code of the note that no joint of a skeleton travels over the ground.
const STILL_ROOT: &str = "still-root";

/// Returns the findings about the current tags, events and motion of the library, and the findings from opening it.
///
/// | code | default | finding |
/// |---|---|---|
/// | `not-in-vocabulary` | error | a tag or event is missing from a vocabulary that is not empty |
/// | `exclusive-overlap` | error | two tags of an exclusive group hold for the same frames |
/// | `span-outside`, `event-outside` | error | a span or an event lies past the clip's end |
/// | `required-missing` | error | a clip has none of the tags of a `required` list |
/// | `not-covered` | error | frames have none of the tags of a `covered` list |
/// | `orphan` | error | a sidecar has no clip next to it |
/// | `span-overlap` | warning | two spans of one tag share frames |
/// | `span-short` | warning | a tag holds for fewer than `min_frames` frames in a row |
/// | `gap` | warning | a tag has a gap of at most `max_gap` frames |
/// | `group-gap` | warning | such a gap lies between two tags of an exclusive group |
/// | `duplicate-clip` | warning | a clip has the same content as another |
/// | `jump` | warning | a joint suddenly moves far from one frame to the next |
/// | `no-motion` | warning | nothing moves, or there is only one frame |
/// | `t-pose` | warning | the skeleton is at rest on the first or last frames, and the pose jumps to or from the motion |
/// | `below-floor` | warning | feet are far below y = 0 |
/// | `faulty-keys` | warning | rotation keys of the file are not of unit length or change their sign |
/// | `no-contacts` | warning | feet step by turns, and one or both never touch the ground |
/// | `expect-failed` | error | a range breaks a limit of a contract of `[[expect]]` |
/// | `expect-spread` | error | the ranges of a group are too far apart |
/// | `expect-missing` | error | a group lacks a part |
/// | `expect-not-evaluated` | warning | a contract's limit cannot be measured |
/// | `expect-empty` | warning | the query of a contract finds nothing |
/// | `event-at-edge` | off | an event lies on the first or the last frame of a clip |
///
/// Checks of motion scale their lengths with the size of the body. The lengths below are for a person of 1.7 m. A joint
/// jumps if its step from one frame to the next differs by more than 0.5 m from the steps before and after it. Below 32
/// fps the limit is higher, since a limb changes its speed by up to 500 m/s². A clip moves if a joint moves by 2 mm.
/// Feet may be 10 cm below the floor. A pose at rest has no rotated joint, or straight legs and arms stretched
/// sideways. It is reported if it lasts for at most a quarter of a second and some joint is 17 cm away one frame later.
/// At most the five farthest jumps of a clip are listed. Feet step by turns if one is lifted 5 cm above the other at
/// least three times. `faulty-keys` replaces the finding `not-unit-length` from opening the file. These checks read the
/// motion of all clips, unless all six are off.
///
/// The list includes the findings from opening the library, under their own codes, such as unreadable files and
/// sidecars that contradict their clips. Notes from opening are left out, except `still-root`, which is a warning here.
///
/// `[checks.severity]` in `footwork.toml` overrides the severity of a code, and so also adds notes from opening. It
/// does not apply to a rule that cannot be followed (`bad-rule`) and a saved query or a contract with mistakes
/// (`bad-query`, `bad-expect`), which are always errors.
///
/// Tags hold as queries see them: spans that touch or overlap count as one, and frames past the end
/// of a clip do not count. A tag in a list stands for itself and all tags below it. Mirrored twins
/// are not checked, because their labels are mirrored copies of the original's.
///
/// ```
/// use footwork_library::Library;
/// use footwork_pipeline::check;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("gone.bvh.tags"), "footwork-tags 1\n")?;
/// let findings = check(&Library::open(folder.path())?);
/// assert_eq!(findings.len(), 1);
/// assert_eq!((findings[0].clip.as_str(), findings[0].code), ("gone.bvh.tags", "orphan"));
/// # Ok(())
/// # }
/// ```
pub fn check(library: &Library) -> Vec<CheckFinding> {
    check_all(library, &motion_faults(library)).0
}

/// Reads the motion of all clips of a library and returns its faults.
pub fn motion_faults(library: &Library) -> MotionFaults {
    motion_faults_of(library, &MotionCheck::new(library))
}

/// Reads the motion of the clips of a check, with the progress of the library, and returns its faults.
pub fn motion_faults_of(library: &Library, motion: &MotionCheck) -> MotionFaults {
    library.progress().begin(CHECKING, motion.clip_count());
    motion.faults(|| library.progress().step(CHECKING))
}

/// Returns the findings of [`check()`], and the outcome of each contract, from faults of the motion that were found
/// earlier. Reading the motion of all clips is slow, and edits of labels do not change its faults.
///
/// `faults` must come from the same clips with the same settings.
pub fn check_all(
    library: &Library,
    faults: &MotionFaults,
) -> (Vec<CheckFinding>, Vec<CheckedContract>) {
    let mut report = Report::new(library.settings());
    check_texts(library, &mut report);
    motion::check(library, faults, &mut report);
    let contracts = expect::check(
        library,
        &faults.measured,
        |clip| faults.leaves_out(clip),
        &mut report,
    );
    (report.into_findings(), contracts)
}

/// Returns the findings of [`check()`] that need no motion: it checks neither the motion nor any contract.
pub fn check_labels(library: &Library) -> Vec<CheckFinding> {
    let mut report = Report::new(library.settings());
    check_texts(library, &mut report);
    report.into_findings()
}

/// Checks the labels, the settings and the files.
fn check_texts(library: &Library, report: &mut Report<'_>) {
    check_opening(library, report);
    vocabulary::check(library, report);
    queries::check(library, report);
    library.progress().begin(CHECKING, library.clips().len());
    for (_, entry) in library.originals() {
        library.progress().step(CHECKING);
        let subject = Subject::new(entry);
        sidecar::check(&subject, report);
        exclusive::check(&subject, report);
        spans::check(&subject, report);
        required::check(&subject, report);
        events::check(&subject, report);
    }
    duplicates::check(library, report);
    orphans::check(library, report);
}

/// Adds the findings from opening the library, by clip.
fn check_opening(library: &Library, report: &mut Report<'_>) {
    let mut clips: BTreeMap<String, &str> = BTreeMap::new();
    for (_, entry) in library.originals() {
        clips.insert(entry.sidecar_name(), &entry.name);
        clips.insert(entry.name.clone(), &entry.name);
    }
    for finding in library.findings() {
        match clips.get(&finding.file) {
            // The clip may have been edited since it was opened, so the checks below look for this fault again.
            Some(_) if is_looked_at(finding.code) => {}
            Some(clip) => report.include(clip, finding),
            None => report.include(&finding.file, finding),
        }
    }

    // On opening, this is a note. In a check it is a finding, because it makes the channels of the root useless.
    for finding in library.assumptions() {
        if finding.code == STILL_ROOT {
            let severity = Severity::Warning;
            report.include(
                &finding.file,
                &Finding {
                    severity,
                    ..finding.clone()
                },
            );
        }
    }
}
