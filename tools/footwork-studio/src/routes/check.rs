//! `GET /api/check?motion=`: the findings about the tags, the events and the motion of the library.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::State;
use footwork_library::Library;
use footwork_pipeline::{
    CheckFinding, CheckedContract, MotionCheck, MotionFaults, check_all, check_labels,
    finding_fixes,
};
use serde::Deserialize;

use crate::answer::Answer;
use crate::api::{Change, CheckAnswer, Checked, Contract, Fix};
use crate::body::Parameters;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer_query};

/// The number of clips that are read between two progress reports.
const STEPS: usize = 16;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// Whether to read the motion if it was not read before.
    #[serde(default)]
    pub(super) motion: bool,
}

pub(super) async fn show(
    State(studio): State<Arc<Studio>>,
    Parameters(asked): Parameters<Asked>,
) -> Result<Answer, Refusal> {
    answer_query(studio, move |studio, wanted| {
        let mut faults = known_faults(studio);
        if faults.is_none() && asked.motion {
            faults = Some(read_faults(studio));
            wanted.check()?;
        }
        let (library, revision) = {
            let mut open = studio.open();
            (open.copy(), open.revision)
        };
        let has_motion = faults.is_some();
        // Contracts measure the motion of clips, so they are checked with it.
        let (found, contracts) = match &faults {
            Some(faults) => check_all(&library, faults),
            None => (check_labels(&library), Vec::new()),
        };
        let checked = found.iter().map(|finding| checked(&library, finding));
        Ok(CheckAnswer {
            revision,
            has_motion,
            findings: checked.collect(),
            contracts: contracts.into_iter().map(contract).collect(),
        })
    })
    .await
}

/// Returns the faults of the motion; `None` if they were not read since the clip list last changed.
fn known_faults(studio: &Studio) -> Option<Arc<MotionFaults>> {
    let open = studio.open();
    let known = open.motion_faults.as_ref();
    let known = known.filter(|(generation, _)| *generation == open.generation);
    known.map(|(_, faults)| Arc::clone(faults))
}

/// Reads the motion of all clips and returns its faults. Does not hold the library's lock.
fn read_faults(studio: &Studio) -> Arc<MotionFaults> {
    let (generation, check) = {
        let open = studio.open();
        (open.generation, MotionCheck::new(&open.library))
    };
    let (of, done) = (check.clip_count(), AtomicUsize::new(0));
    let whole = |number| u32::try_from(number).unwrap_or(u32::MAX);
    let faults = check.faults(|| {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if of > STEPS && (done.is_multiple_of(STEPS) || done == of) {
            studio.tell(&Change::Progress {
                what: "checking the motion".to_owned(),
                done: whole(done),
                of: whole(of),
            });
        }
    });
    let faults = Arc::new(faults);
    studio.open().motion_faults = Some((generation, Arc::clone(&faults)));
    faults
}

fn contract(checked: CheckedContract) -> Contract {
    let whole = |number| u32::try_from(number).unwrap_or(u32::MAX);
    let counts = checked.counts;
    Contract {
        query: checked.query,
        message: checked.message,
        line: whole(checked.line),
        ranges: whole(counts.ranges),
        kept: whole(counts.evaluated - counts.failed),
        broken: whole(counts.failed),
        not_evaluated: whole(counts.not_evaluated),
        problem: checked.problem,
    }
}

fn checked(library: &Library, finding: &CheckFinding) -> Checked {
    let is_clip = library.database().clip_by_name(&finding.clip).is_some();
    let name = |is_it: bool| is_it.then(|| finding.clip.clone());
    Checked {
        severity: finding.severity.to_string(),
        code: finding.code.to_owned(),
        clip: name(is_clip),
        file: name(!is_clip),
        span: finding.span.map(|span| [span.start(), span.stop()]),
        label: finding.tag.as_ref().map(ToString::to_string),
        joint: finding.joint.clone(),
        message: finding.message.clone(),
        fixes: finding_fixes(library, finding)
            .into_iter()
            .map(|fix| Fix {
                title: fix.title,
                operations: fix.operations,
            })
            .collect(),
    }
}
