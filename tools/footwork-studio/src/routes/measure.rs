//! `POST /api/measure`: the measures of ranges of clips, as `footwork measure` and `footwork report` have them.
//!
//! A page requests what it shows, in parts of at most [`MAX_RANGES`]: it draws the first values while the others are
//! measured, and a part that is no longer wanted ends soon.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use footwork_base::FrameRange;
use footwork_library::MotionSource;
use footwork_pipeline::{Measured, Measurer};
use footwork_sidecar::{Measure, PlainBound};

use crate::answer::Answer;
use crate::api::{
    MeasureAnswer, MeasureInfo, MeasureRange, MeasureRequest, MeasuredRow, MeasuredValue,
};
use crate::body::Json;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer_query};

/// The maximum number of ranges of one request.
const MAX_RANGES: usize = 256;

pub(super) async fn show(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<MeasureRequest>,
) -> Result<Answer, Refusal> {
    answer_query(studio, move |studio, wanted| {
        if request.ranges.len() > MAX_RANGES {
            let message = format!(
                "{} ranges are more than the limit of {MAX_RANGES} per request",
                request.ranges.len()
            );
            return Err(Refusal::unprocessable("too-many", message));
        }
        let sources = sources(studio, &request.ranges)?;
        let mut rows: Vec<Option<MeasuredRow>> = vec![None; request.ranges.len()];
        for (clip, source) in &sources {
            wanted.check()?;
            let loaded = source.read();
            let measurer = loaded.as_ref().map(Measurer::new);
            let of_clip = request.ranges.iter().zip(&mut rows);
            for (range, row) in of_clip.filter(|(range, _)| range.clip == *clip) {
                *row = Some(match &measurer {
                    Ok(measurer) => measured(measurer, range)?,
                    Err(error) => MeasuredRow {
                        range: range.clone(),
                        values: Vec::new(),
                        problem: Some(error.to_string()),
                    },
                });
            }
        }
        Ok(MeasureAnswer {
            measures: Measure::ALL.iter().map(info).collect(),
            rows: rows.into_iter().flatten().collect(),
        })
    })
    .await
}

/// Returns the motion of each clip of the ranges, by name, to be read without the library's lock.
fn sources(
    studio: &Studio,
    ranges: &[MeasureRange],
) -> Result<BTreeMap<String, MotionSource>, Refusal> {
    let open = studio.open();
    let mut sources = BTreeMap::new();
    for MeasureRange { clip, .. } in ranges {
        if !sources.contains_key(clip) {
            let source = open.library.motion_source(open.clip(clip)?);
            sources.insert(clip.clone(), source);
        }
    }
    Ok(sources)
}

fn measured(measurer: &Measurer<'_>, range: &MeasureRange) -> Result<MeasuredRow, Refusal> {
    let frames = FrameRange::new(range.start, range.stop).ok_or_else(|| {
        let message = format!(
            "the range from {} to {} of {} has no frames",
            range.start, range.stop, range.clip
        );
        Refusal::unprocessable("no-frames", message)
    })?;
    let values = measurer.measure(frames, Measure::ALL).into_iter();
    Ok(MeasuredRow {
        range: range.clone(),
        values: values.map(value).collect(),
        problem: None,
    })
}

fn value(measured: Measured) -> MeasuredValue {
    match measured {
        Ok(reading) => MeasuredValue {
            value: Some(reading.value),
            joint: reading.joint,
            frame: reading.frame,
            reason: None,
        },
        Err(reason) => MeasuredValue {
            value: None,
            joint: None,
            frame: None,
            reason: Some(reason.into_owned()),
        },
    }
}

fn info(measure: &Measure) -> MeasureInfo {
    MeasureInfo {
        name: measure.name().to_owned(),
        unit: measure.quantity().unit().to_owned(),
        definition: measure.definition().to_owned(),
        is_fault: measure.plain_bound() == PlainBound::AtMost,
    }
}
