//! `POST /api/measure`: the measures of ranges, as in `footwork measure` and `footwork report`.
//!
//! A page requests the shown ranges in parts of at most [`MAX_RANGES`]. It can then show the first values while the
//! others are measured, and a part that it no longer needs ends soon.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use footwork_base::FrameRange;
use footwork_clip::ClipError;
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

/// The maximum number of ranges per request.
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
                *row = Some(row_of(&measurer, range)?);
            }
        }
        Ok(MeasureAnswer {
            measures: Measure::ALL.iter().map(info).collect(),
            rows: rows.into_iter().flatten().collect(),
        })
    })
    .await
}

/// Returns the source of each clip of the ranges, by name.
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

/// Returns the values of a range, or the problem if the range's clip could not be read.
fn row_of(
    measurer: &Result<Measurer<'_>, &ClipError>,
    range: &MeasureRange,
) -> Result<MeasuredRow, Refusal> {
    match measurer {
        Ok(measurer) => measured(measurer, range),
        Err(error) => Ok(MeasuredRow {
            range: range.clone(),
            values: Vec::new(),
            problem: Some(error.to_string()),
        }),
    }
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

#[cfg(test)]
mod tests {
    use std::fs;

    use footwork_library::Library;

    use super::*;

    const CLIP: &str = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\nEnd Site\n{\n\
                        OFFSET 0 1.7 0\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.01\n0\n1\n2\n";

    #[test]
    fn a_file_that_changed_after_the_scan_is_a_problem() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.bvh");
        fs::write(&file, CLIP).unwrap();
        let library = Library::open(folder.path()).unwrap();
        let clip = library.database().clip_by_name("a.bvh").unwrap();
        let source = library.motion_source(clip);
        let range = MeasureRange {
            clip: "a.bvh".to_owned(),
            start: 0,
            stop: 3,
        };
        let row = || {
            let loaded = source.read();
            row_of(&loaded.as_ref().map(Measurer::new), &range).unwrap()
        };
        assert_eq!(row().problem, None);
        fs::write(&file, CLIP.replace("\n2\n", "\n5\n")).unwrap();
        let changed = row();
        assert!(changed.values.is_empty());
        assert!(changed.problem.unwrap().contains("changed"));
    }
}
