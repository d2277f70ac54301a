//! What is wrong with the tags and events of a library, in one list.
//!
//! | code | unless told otherwise | says |
//! |---|---|---|
//! | `not-in-vocabulary` | error | a tag or event that a vocabulary which is not empty does not know |
//! | `exclusive-overlap` | error | two tags of an exclusive group hold for the same frames |
//! | `span-outside`, `event-outside` | error | a span or an event lies past the clip's end |
//! | `required-missing` | error | a clip without any of the tags of a `required` list |
//! | `not-covered` | error | frames without any of the tags of a `covered` list |
//! | `orphan` | error | a sidecar that stands beside no clip |
//! | `span-short` | warning | a tag holds for fewer than `min_frames` frames in a row |
//! | `gap` | warning | a gap of at most `max_gap` frames in a tag |
//! | `group-gap` | warning | such a gap where one tag of an exclusive group stops and another starts |
//! | `duplicate-clip` | warning | a clip with the content of another |
//! | `event-at-edge` | off | an event on the first or the last frame of a clip |
//!
//! Whatever opening found is there too, under its own codes: what cannot be read, what a sidecar
//! says of its clip that is not so, spans of one tag that overlap. Notes of opening are left out.
//! `[checks.severity]` in `footwork.toml` has the last word on every code.
//!
//! Tags hold as queries see them: spans that touch or overlap count as one, and what lies past the
//! end of a clip does not count. A tag of a list stands for all tags below it. Mirrored twins have
//! no tags of their own and are not looked at.

mod duplicates;
mod events;
mod exclusive;
mod known;
mod opening;
pub(crate) mod orphans;
mod report;
mod required;
mod sidecar;
mod spans;
mod subject;
mod vocabulary;

use footwork_base::{FrameRange, Name};

use footwork_library::Library;
use footwork_sidecar::Severity;
use report::Report;
use subject::Subject;

/// What the work is called.
const CHECKING: &str = "checking";

/// One thing that is wrong with the tags or events of a library. Findings order by clip, by span
/// and by code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CheckFinding {
    /// The clip; or the file, when it is about none of the library's clips: `footwork.toml`, a
    /// sidecar without a clip, a file that cannot be read.
    pub clip: String,
    /// The frames, when it is about some.
    pub span: Option<FrameRange>,
    /// A stable name of the kind of finding, such as `exclusive-overlap`.
    pub code: &'static str,
    /// The tag or event, when it is about one.
    pub tag: Option<Name>,
    /// How much it matters: an error or a warning.
    pub severity: Severity,
    /// What is wrong and what would be right, without a final full stop.
    pub message: String,
}

/// Everything that is wrong with the tags and events of the library, as they are now, and what
/// opening found.
///
/// ```
/// use footwork_library::Library;
/// use footwork_pipeline::check::check;
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
    let mut report = Report::new(library.config());
    opening::check(library, &mut report);
    vocabulary::check(library, &mut report);
    library.progress().begin(CHECKING, library.clips().len());
    for (_, entry) in library.originals() {
        library.progress().step(CHECKING);
        let subject = Subject::of(entry);
        sidecar::check(&subject, &mut report);
        exclusive::check(&subject, &mut report);
        spans::check(&subject, &mut report);
        required::check(&subject, &mut report);
        events::check(&subject, &mut report);
    }
    duplicates::check(library, &mut report);
    orphans::check(library, &mut report);
    report.into_findings()
}
