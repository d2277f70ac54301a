//! `POST /api/encode`: the events of a clip as training signals for networks.

use std::sync::Arc;

use axum::extract::State;
use footwork_base::{FrameRate, nearest, to_f32};
use footwork_events::MIN_GAP_FRAMES;
use footwork_events::{Encoding, EventTrack, Guards, TooClose};
use footwork_library::Library;
use footwork_tags::{ClipId, EventId};

use super::edit::name;
use crate::answer::Answer;
use crate::api::{EncodeHeader, EncodeRequest};
use crate::body::Json;
use crate::frame_file::frame_file;
use crate::refusal::Refusal;
use crate::studio::{Studio, not_sent, work};

/// The names of the curves, in order.
const CURVES: [&str; 7] = [
    "signedTime",
    "clipped",
    "sin",
    "cos",
    "smoothSin",
    "smoothCos",
    "decoded",
];

/// The events of a clip. Events less than two frames apart are merged.
struct Source {
    track: EventTrack,
    rate: FrameRate,
    frames: usize,
    merged: usize,
}

pub(super) async fn encode(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<EncodeRequest>,
) -> Result<Answer, Refusal> {
    work(studio, move |studio| {
        let (own, all) = {
            let open = studio.open();
            let clip = open.clip(&request.clip)?;
            let events = events(&open.library, &request.event)?;
            let times = |clip| times(&open.library, &events, clip);
            let all: Result<Vec<Times>, Refusal> = match request.window_secs {
                Some(_) => Ok(Vec::new()),
                None => open.library.clips().ids().map(times).collect(),
            };
            (times(clip)?, all?)
        };
        let source = Source::from_times(own)?;
        let by_gaps = match request.window_secs {
            Some(secs) => secs,
            None => window_by_gaps(all)?,
        };
        let period = source.rate.period_secs();
        let sigma = request
            .sigma_secs
            .unwrap_or_else(|| period.min(0.25 * by_gaps));
        let encoding = Encoding::new(by_gaps, sigma).map_err(|error| wrong(&error))?;
        let curves = Curves::new(&source, encoding)?;
        let bytes = frame_file(&curves.header, curves.values.into_iter());
        bytes
            .map(Answer::frame_file)
            .map_err(|error| not_sent(&error))
    })
    .await
}

/// Returns the events with a name, or with a name below it.
fn events(library: &Library, text: &str) -> Result<Vec<EventId>, Refusal> {
    let name = name(text)?;
    let database = library.database();
    let all = database.events();
    let found = all.filter(|(known, _)| **known == name || known.is_below(&name));
    let found: Vec<EventId> = found.map(|(_, id)| id).collect();
    if !found.is_empty() || library.settings().events.contains_key(&name) {
        return Ok(found);
    }
    let near = nearest(text, database.events().map(|(name, _)| name.as_str()));
    let hint = near.map(|near| format!("did you mean {near}?"));
    Err(Refusal::not_found("unknown-event", format!("there is no event {name}")).hint(hint))
}

/// The times of a clip's events before they are encoded.
struct Times {
    track: EventTrack,
    rate: FrameRate,
    frames: usize,
}

fn times(library: &Library, events: &[EventId], clip: ClipId) -> Result<Times, Refusal> {
    let entry = &library.clips()[clip];
    let track = footwork_pipeline::event_track(library, events, clip);
    Ok(Times {
        track: track.map_err(|error| wrong(&error))?,
        rate: entry.rate,
        frames: entry.frames as usize,
    })
}

impl Source {
    fn from_times(times: Times) -> Result<Self, Refusal> {
        let Times {
            track,
            rate,
            frames,
        } = times;
        let before = track.times().len();
        let track = track.with_min_gap_frames(MIN_GAP_FRAMES, rate, TooClose::Merge);
        let track = track.map_err(|error| wrong(&error))?;
        Ok(Self {
            merged: before - track.times().len(),
            track,
            rate,
            frames,
        })
    }
}

/// Returns the window that fits the gaps between the events of all clips.
fn window_by_gaps(all: Vec<Times>) -> Result<f64, Refusal> {
    let rates = all.iter().map(|times| times.rate);
    let slowest = rates.min_by(|a, b| a.as_f64().total_cmp(&b.as_f64()));
    let apart = |times| Source::from_times(times).map(|source| source.track);
    let tracks: Result<Vec<EventTrack>, Refusal> = all.into_iter().map(apart).collect();
    let encoding = Encoding::from_gaps(&tracks?, slowest.unwrap_or(FrameRate::ONE));
    Ok(encoding.window_secs())
}

/// The curves of one clip and their header.
struct Curves {
    header: EncodeHeader,
    values: Vec<f32>,
}

impl Curves {
    fn new(source: &Source, encoding: Encoding) -> Result<Self, Refusal> {
        let window = encoding.window_secs();
        let sharp = Encoding::new(window, 0.0).map_err(|error| wrong(&error))?;
        let pairs = |encoding: Encoding| {
            let tracks = std::slice::from_ref(&source.track);
            let rows = encoding.encode(tracks, source.rate, source.frames);
            rows.map(|rows| rows.as_chunks::<2>().0.to_vec())
                .map_err(|error| wrong(&error))
        };
        let (sharp, smooth) = (pairs(sharp)?, pairs(encoding)?);
        let decoded = encoding.decode_all(&smooth, source.rate, Guards::default());
        let decoded = decoded.map_err(|error| wrong(&error))?;
        let signed: Vec<Option<f64>> = (0..source.frames)
            .map(|frame| source.track.signed_time(secs(frame, source.rate)))
            .collect();
        let mut values = Vec::with_capacity(CURVES.len() * source.frames);
        values.extend(signed.iter().map(|time| number(*time)));
        let clipped = |time: &Option<f64>| number(time.map(|time| time.clamp(-window, window)));
        values.extend(signed.iter().map(clipped));
        for pairs in [&sharp, &smooth] {
            values.extend(pairs.iter().map(|pair| pair[0]));
            values.extend(pairs.iter().map(|pair| pair[1]));
        }
        values.extend(smooth.iter().map(|pair| number(encoding.decode(*pair))));
        let mut warnings: Vec<String> = encoding
            .warnings(&source.track)
            .iter()
            .map(ToString::to_string)
            .collect();
        if source.merged > 0 {
            warnings.push(format!(
                "{} events were merged with another event less than two frames away",
                source.merged
            ));
        }
        Ok(Self {
            header: EncodeHeader {
                window_secs: window,
                sigma_secs: encoding.sigma_secs(),
                frames: u32::try_from(source.frames).unwrap_or(u32::MAX),
                times: source.track.times().to_vec(),
                decoded: decoded.times,
                curves: CURVES.map(str::to_owned).to_vec(),
                warnings,
            },
            values,
        })
    }
}

/// Returns the time of a frame, in seconds.
fn secs(frame: usize, rate: FrameRate) -> f64 {
    frame as f64 * rate.denominator() as f64 / rate.numerator() as f64
}

fn number(secs: Option<f64>) -> f32 {
    secs.map_or(f32::NAN, to_f32)
}

fn wrong(error: &dyn std::fmt::Display) -> Refusal {
    Refusal::unprocessable("bad-encoding", error.to_string())
}
