//! `GET /api/motion?clip=&start=&stop=` and `GET /api/turns?…`: the positions and rotations of a clip's joints.

use std::ops::Range;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use footwork_clip::ClipError;
use serde::Deserialize;

use crate::answer::Answer;
use crate::api::{MotionHeader, TurnsHeader};
use crate::body::Parameters;
use crate::frame_file::frame_file;
use crate::motion_cache::{Key, Motion};
use crate::refusal::Refusal;
use crate::studio::{Studio, not_sent, work};

/// The maximum number of values in a response. Longer motion must be requested in parts.
pub(super) const MAX_NUMBERS: usize = 48 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    clip: String,
    start: Option<u32>,
    stop: Option<u32>,
}

pub(super) async fn show(
    State(studio): State<Arc<Studio>>,
    Parameters(asked): Parameters<Asked>,
) -> Result<Answer, Refusal> {
    work(studio, move |studio| {
        let motion = motion(studio, &asked.clip)?;
        let Part {
            start,
            stop,
            places,
        } = part(&motion, &asked);
        let positions = numbers(&motion.positions, places)?;
        let header = MotionHeader {
            joints: motion.joints.clone(),
            parents: motion.parents.clone(),
            drawn: motion.drawn.clone(),
            roles: motion.roles.clone(),
            sides: motion.sides.clone(),
            start,
            stop,
            frames: motion.frames,
            may_have_mesh: !motion.turns.is_empty(),
        };
        let bytes = frame_file(&header, positions.iter().copied());
        bytes
            .map(Answer::frame_file)
            .map_err(|error| not_sent(&error))
    })
    .await
}

pub(super) async fn show_turns(
    State(studio): State<Arc<Studio>>,
    Parameters(asked): Parameters<Asked>,
) -> Result<Answer, Refusal> {
    work(studio, move |studio| {
        let motion = motion(studio, &asked.clip)?;
        let Part {
            start,
            stop,
            places,
        } = part(&motion, &asked);
        let turns = numbers(&motion.turns, places)?;
        let bytes = frame_file(&TurnsHeader { start, stop }, turns.iter().copied());
        bytes
            .map(Answer::frame_file)
            .map_err(|error| not_sent(&error))
    })
    .await
}

/// The requested frames of a motion.
struct Part {
    start: u32,
    stop: u32,
    /// The range of the frames in the arrays of positions and rotations, which have one row per frame and joint.
    places: Range<usize>,
}

/// Returns the requested frames, without those beyond the end of the motion.
fn part(motion: &Motion, asked: &Asked) -> Part {
    let stop = asked.stop.unwrap_or(motion.frames).min(motion.frames);
    let start = asked.start.unwrap_or(0).min(stop);
    let joints = motion.joints.len();
    Part {
        start,
        stop,
        places: start as usize * joints..stop as usize * joints,
    }
}

/// Returns rows as numbers, or a refusal if there are more than [`MAX_NUMBERS`].
fn numbers<const N: usize>(rows: &[[f32; N]], places: Range<usize>) -> Result<&[f32], Refusal> {
    let numbers = rows.get(places).unwrap_or_default().as_flattened();
    if numbers.len() > MAX_NUMBERS {
        let message = "too many frames at once; ask for fewer";
        return Err(Refusal::unprocessable("too-large", message));
    }
    Ok(numbers)
}

/// Returns the motion of a clip, from the cache or the file. Reads the file without the library's lock.
fn motion(studio: &Studio, name: &str) -> Result<Arc<Motion>, Refusal> {
    let (key, source) = {
        let open = studio.open();
        let clip = open.clip(name)?;
        (
            Key::new(&open.library, clip),
            open.library.motion_source(clip),
        )
    };
    if let Some(motion) = studio.motions.find(&key) {
        return Ok(motion);
    }
    let loaded = source.read().map_err(|error| unreadable(name, &error))?;
    let motion = Arc::new(Motion::from_clip(
        &loaded.clip,
        loaded.format.may_have_mesh(),
    ));
    studio.motions.keep(key, &motion);
    Ok(motion)
}

/// Returns the refusal for a clip that can no longer be read.
pub(super) fn unreadable(name: &str, error: &ClipError) -> Refusal {
    let message = format!("{name}: {}", error.message);
    let refusal = Refusal::new(StatusCode::CONFLICT, error.code, message);
    refusal.hint(error.hint.clone())
}
