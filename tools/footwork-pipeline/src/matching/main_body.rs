//! Chooses the skeleton of a character: the one with the most seconds of motion among its clips.

use footwork_library::{Library, clip_finding};
use footwork_sidecar::{Finding, Severity};
use footwork_tags::ClipId;

use super::body::Body;
use super::character_error::CharacterError;
use super::left_out;

/// A skeleton, and the clips that have it.
struct Candidate {
    body: Body,
    secs: f64,
    clips: Vec<ClipId>,
}

/// Returns the body with the most seconds of motion, and its clips; each clip of another body
/// becomes a finding.
pub(super) fn main_body(
    library: &Library,
    clips: impl Iterator<Item = ClipId>,
    step: &impl Fn(),
    findings: &mut Vec<Finding>,
) -> Result<(Body, Vec<ClipId>), CharacterError> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for clip in clips {
        step();
        let name = &library.clips()[clip].name;
        let loaded = match library.load(clip) {
            Ok(loaded) => loaded,
            Err(error) => {
                findings.push(clip_finding(name, &error));
                continue;
            }
        };
        let Some(body) = Body::of(loaded.clip.skeleton()) else {
            let message = "it has no hips with two legs; `footwork info --joints` says why";
            findings.push(left_out(name, "no-legs", message.to_owned()));
            continue;
        };
        let secs = loaded.clip.duration_secs();
        match candidates
            .iter_mut()
            .find(|other| other.body.is_same(&body))
        {
            Some(same) => {
                same.secs += secs;
                same.clips.push(clip);
            }
            None => candidates.push(Candidate {
                body,
                secs,
                clips: vec![clip],
            }),
        }
    }
    // If two candidates tie, the first one wins.
    candidates.sort_by(|a, b| b.secs.total_cmp(&a.secs));
    let mut candidates = candidates.into_iter();
    let unread = || findings.iter().find(|f| f.severity == Severity::Error);
    let main = candidates.next().ok_or_else(|| match unread() {
        Some(Finding { file, message, .. }) => CharacterError::Clip {
            clip: file.clone(),
            message: message.clone(),
        },
        None => CharacterError::NoLegs,
    })?;
    for clip in candidates.flat_map(|other| other.clips) {
        let message =
            "its skeleton is not the one with the most seconds of motion, so it is not played";
        let name = &library.clips()[clip].name;
        findings.push(left_out(name, "other-skeleton", message.to_owned()));
    }
    Ok((main.body, main.clips))
}
