//! `GET /api/clips`: all clips as rows. `GET /api/labels?clip=`: the tags and events of one clip.
//! `POST /api/strips`: the approximate places of the tags of some clips.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use footwork_base::{FrameRange, Name};
use footwork_library::ClipEntry;
use footwork_tags::Ranges;
use serde::Deserialize;

use super::rules::pairs;
use crate::answer::Answer;
use crate::api::{ClipList, Strip, StripTag, StripsRequest};
use crate::body::{Json, Parameters};
use crate::refusal::Refusal;
use crate::studio::{Studio, answer};

pub(super) async fn list(State(studio): State<Arc<Studio>>) -> Result<Answer, Refusal> {
    answer(studio, |studio| {
        let (generation, revision, rows) = {
            let mut open = studio.open();
            (open.generation, open.revision, open.all_rows())
        };
        Ok(ClipList {
            generation,
            revision,
            clips: rows.to_vec(),
        })
    })
    .await
}

/// The maximum number of clips in one request for strips.
const MAX_STRIPS: usize = 500;

/// The number of columns in a strip.
const COLUMNS: u64 = 100;

pub(super) async fn strips(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<StripsRequest>,
) -> Result<Answer, Refusal> {
    if request.clips.len() > MAX_STRIPS {
        let message = format!("a request may ask for the strips of at most {MAX_STRIPS} clips");
        return Err(Refusal::unprocessable("too-many", message));
    }
    answer(studio, move |studio| {
        let open = studio.open();
        let strips = request.clips.into_iter().map(|clip| {
            let tags = strip_tags(open.entry(open.clip(&clip)?));
            Ok(Strip { clip, tags })
        });
        strips.collect::<Result<Vec<Strip>, Refusal>>()
    })
    .await
}

fn strip_tags(entry: &ClipEntry) -> Vec<StripTag> {
    let mut tags: BTreeMap<&Name, Vec<FrameRange>> = BTreeMap::new();
    for span in entry.tags() {
        tags.entry(&span.name).or_default().push(span.range);
    }
    let frames = u64::from(entry.frames).max(1);
    let whole = |column: u64| u32::try_from(column).unwrap_or(u32::MAX);
    let columns = |range: FrameRange| {
        let start = u64::from(range.start()) * COLUMNS / frames;
        let stop = (u64::from(range.stop()) * COLUMNS).div_ceil(frames);
        FrameRange::new(whole(start), whole(stop))
    };
    let strip = |(tag, spans): (&Name, Vec<FrameRange>)| {
        let spans = Ranges::from_iter(spans).clamped(entry.frames);
        let columns = Ranges::from_iter(spans.iter().filter_map(columns).collect::<Vec<_>>());
        StripTag {
            tag: tag.to_string(),
            ranges: pairs(&columns),
        }
    };
    tags.into_iter().map(strip).collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    clip: String,
}

pub(super) async fn labels(
    State(studio): State<Arc<Studio>>,
    Parameters(asked): Parameters<Asked>,
) -> Result<Answer, Refusal> {
    answer(studio, move |studio| {
        let open = studio.open();
        Ok(open.labels(open.clip(&asked.clip)?))
    })
    .await
}
