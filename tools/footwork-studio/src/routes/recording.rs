//! `GET /api/recording` and `POST /api/recording?name=`: the recording of a character, from a file or a running game.

use std::sync::Arc;

use axum::extract::State;
use footwork_matching::Recording;
use footwork_pipeline::root_path;
use serde::Deserialize;

use super::motion::unreadable;
use crate::answer::Answer;
use crate::api::{Change, CurveHeader, RecordingHeader};
use crate::body::{Bytes, Parameters};
use crate::frame_file::frame_file;
use crate::recording::{OpenRecording, other_library};
use crate::refusal::Refusal;
use crate::studio::{Studio, not_sent, work};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    name: String,
}

pub(super) async fn show(State(studio): State<Arc<Studio>>) -> Result<Answer, Refusal> {
    work(studio, |studio| {
        let Some(open) = studio.recording() else {
            let nothing: Option<RecordingHeader> = None;
            let bytes = frame_file(&nothing, std::iter::empty());
            return bytes
                .map(Answer::frame_file)
                .map_err(|error| not_sent(&error));
        };
        // Reading a long recording takes time. Edits do not wait for it.
        let (database, stamp) = {
            let mut library = studio.open();
            let tags = open.recording.stamps().tags;
            (library.snapshot(), tags.map(|_| library.content_stamp()))
        };
        let header = open.header(&database, stamp);
        let bytes = frame_file(&header, open.numbers().into_iter());
        bytes
            .map(Answer::frame_file)
            .map_err(|error| not_sent(&error))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfClip {
    clip: String,
}

/// `GET /api/roots?clip=`: the root of a clip in each frame, with which the page places the clip's poses in a
/// recording.
pub(super) async fn roots(
    State(studio): State<Arc<Studio>>,
    Parameters(OfClip { clip: name }): Parameters<OfClip>,
) -> Result<Answer, Refusal> {
    work(studio, move |studio| {
        let source = {
            let open = studio.open();
            open.library.motion_source(open.clip(&name)?)
        };
        let loaded = source.read().map_err(|error| unreadable(&name, &error))?;
        let path = root_path(&loaded.clip);
        let lacks = path.is_none().then(|| "hips".to_owned());
        let path = path.unwrap_or_default();
        let header = CurveHeader {
            frames: u32::try_from(path.len()).unwrap_or(u32::MAX),
            lacks,
        };
        let numbers = path.iter().flat_map(|root| {
            let ([x, z], [sine, cosine]) = (root.position_m, root.facing);
            [x, z, sine, cosine]
        });
        let numbers: Vec<f32> = numbers.collect();
        let bytes = frame_file(&header, numbers.into_iter());
        bytes
            .map(Answer::frame_file)
            .map_err(|error| not_sent(&error))
    })
    .await
}

pub(super) async fn open(
    State(studio): State<Arc<Studio>>,
    Parameters(Named { name }): Parameters<Named>,
    Bytes(bytes): Bytes,
) -> Result<Answer, Refusal> {
    crate::studio::answer(studio, move |studio| {
        let revision = open_in(studio, name, &bytes)?;
        studio.tell(&Change::Recording { revision });
        Ok(revision)
    })
    .await
}

/// Opens a recording in place of the previous one. Returns its revision.
pub(crate) fn open_in(studio: &Studio, name: String, bytes: &[u8]) -> Result<u32, Refusal> {
    let recording = Recording::from_bytes(bytes)
        .map_err(|error| Refusal::unprocessable("bad-recording", format!("{name}: {error}")))?;
    let database = studio.open().snapshot();
    if let Some(why) = other_library(&recording, &database) {
        return Err(Refusal::unprocessable(
            "other-library",
            format!("{name}: {why}"),
        ));
    }
    Ok(studio.set_recording(|revision| OpenRecording {
        name,
        revision,
        recording,
    }))
}
