//! `POST /api/reject` records a rejection, `GET /api/rejected` lists the rejections, and `POST /api/withdraw` removes
//! one.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use footwork_pipeline::{ProposedPlace, Rejection, Rejections};

use super::edit::name;
use super::proposals::{range_in, rejections, whole};
use crate::answer::Answer;
use crate::api::{LabelKind, Reject, Rejected, RejectedList};
use crate::body::Json;
use crate::open_library::OpenLibrary;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer_edit, not_sent, query};

/// The maximum number of rejections in an answer.
const MAX_REJECTIONS: usize = 500;

pub(super) async fn reject(
    State(studio): State<Arc<Studio>>,
    Json(reject): Json<Reject>,
) -> Result<Answer, Refusal> {
    answer_edit(studio, move |studio, _| {
        let rejection = rejection(&*studio.open_to_edit()?, &reject)?;
        rejections(studio)?;
        record(studio, &rejection, false)?;
        studio.open().bursts.rejected(rejection);
        rejected(studio)
    })
    .await
}

/// Records a rejection, or removes it.
pub(super) fn record(
    studio: &Studio,
    rejection: &Rejection,
    withdrawn: bool,
) -> Result<(), Refusal> {
    Rejections::record(studio.root(), rejection, withdrawn).map_err(|error| {
        let message = format!("the rejection cannot be remembered: {error}");
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "not-remembered", message)
    })
}

/// Lists the latest rejections, the newest first.
pub(super) async fn list(State(studio): State<Arc<Studio>>) -> Result<Answer, Refusal> {
    query(studio, |studio, _| {
        let all = rejections(studio)?;
        let newest = all.newest_first().into_iter();
        let answer = RejectedList {
            rejected: newest.take(MAX_REJECTIONS).map(shown).collect(),
            total: whole(all.count()),
        };
        Answer::json(&answer).map_err(|error| not_sent(&error))
    })
    .await
}

/// Removes a recorded rejection, so that the place can be proposed again.
pub(super) async fn withdraw(
    State(studio): State<Arc<Studio>>,
    Json(asked): Json<Reject>,
) -> Result<Answer, Refusal> {
    answer_edit(studio, move |studio, _| {
        let all = rejections(studio)?;
        // The clip may no longer exist.
        let remembered = all.of_clip(&asked.clip).find(|one| shown(one) == asked);
        let remembered = remembered.ok_or_else(|| {
            let message = format!("no such proposal of {} is rejected", asked.name);
            Refusal::not_found("unknown-rejection", message)
        })?;
        record(studio, remembered, true)?;
        rejected(studio)
    })
    .await
}

fn rejected(studio: &Studio) -> Result<Rejected, Refusal> {
    Ok(Rejected {
        rejected: whole(rejections(studio)?.count()),
    })
}

fn shown(rejection: &Rejection) -> Reject {
    let [start, stop] = rejection.place.ends();
    Reject {
        clip: rejection.clip.clone(),
        kind: match rejection.place {
            ProposedPlace::Span(_) => LabelKind::Tag,
            ProposedPlace::Event(_) => LabelKind::Event,
        },
        name: rejection.name.to_string(),
        start,
        stop,
    }
}

fn rejection(open: &OpenLibrary, reject: &Reject) -> Result<Rejection, Refusal> {
    let clip = open.clip(&reject.clip)?;
    let frames = f64::from(open.entry(clip).frames);
    let bad = || {
        let message = format!(
            "{} to {} is no place in the {frames} frames of {}",
            reject.start, reject.stop, reject.clip
        );
        Refusal::unprocessable("bad-range", message)
    };
    let place = match reject.kind {
        LabelKind::Event if (0.0..frames).contains(&reject.start) => {
            ProposedPlace::Event(reject.start)
        }
        LabelKind::Event => return Err(bad()),
        LabelKind::Tag => {
            let [start, stop] = [reject.start, reject.stop].map(frame);
            let (start, stop) = start.zip(stop).ok_or_else(bad)?;
            ProposedPlace::Span(range_in(open, clip, start, stop)?)
        }
    };
    Ok(Rejection {
        clip: open.entry(clip).name.clone(),
        name: name(&reject.name)?,
        place,
    })
}

/// Returns a frame number as an integer; `None` if it is not a whole number, or out of range.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "only numbers that fit are cast"
)]
fn frame(number: f64) -> Option<u32> {
    let fits = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    fits.then_some(number as u32)
}
