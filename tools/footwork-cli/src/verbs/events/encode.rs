//! `footwork events encode`: turns times, or the events of a library, into pairs of sine and cosine.

use std::path::{Path, PathBuf};

use footwork::base::{FrameRate, Name, nearest};
use footwork::events::{Encoding, EventTrack, MIN_GAP_FRAMES, TooClose, TrackError};
use footwork::tags::{ClipId, EventId};
use footwork_clip::Limits;
use footwork_library::Library;
use footwork_pipeline::write_signals;
use footwork_sidecar::Finding;
use serde::Serialize;

use super::times::{Times, parse_secs};
use crate::arguments::parse_name;
use crate::failure::Failure;
use crate::output::{Done, Format, Speech, note, warning};
use crate::reading::{ReadArgs, Reading};
use crate::table::{count, secs};

/// Encode events as pairs of sine and cosine, one row per frame.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork events encode --times 0.5,1.1 --frames 60 --rate 30
  footwork events encode --times 0.2,0.7 --frames 30 --rate 30 --loop
  footwork events encode samples Foot.Left --window 0.3 > left.csv

With --times, it prints frame,sin,cos for these times; frame i is at i / rate.
With a library, it prints clip,frame,sin,cos for all clips, for an event and all
events below it. Clips whose files say that they loop are encoded as loops:
their last frame is the first one of the next repetition, so both have the same
pair. With --loop, the times repeat after all frames.

By default, the window is half the tenth percentile of the gaps between events,
or 0.5 s if there is no gap, and the smoothing is one frame of each clip.
The window is printed on standard error; pass the same one to decode. Events that
are less than two frames apart become one event in their middle.")]
pub(super) struct Args {
    /// The folder of clips.
    #[arg(requires = "name", required_unless_present = "times")]
    library: Option<PathBuf>,

    #[command(flatten)]
    read: ReadArgs,

    /// The event; events below it are included.
    name: Option<String>,

    /// Times in seconds instead of a library: `0.5,1.1`; `-` reads them from standard input, separated
    /// by commas, spaces or line ends.
    #[arg(
        long,
        value_name = "SECS,…",
        conflicts_with = "library",
        allow_hyphen_values = true
    )]
    #[arg(requires = "frames", requires = "rate")]
    times: Option<String>,

    /// The number of frames.
    #[arg(long, value_name = "N", requires = "times", value_parser = frames)]
    #[arg(allow_negative_numbers = true)]
    frames: Option<usize>,

    /// The rate, in frames per second: `30`, `30000/1001`.
    #[arg(long, value_name = "RATE", requires = "times")]
    #[arg(allow_negative_numbers = true)]
    rate: Option<FrameRate>,

    /// The window: how long a signal lasts before and after an event, in seconds.
    #[arg(long, value_name = "SECS", value_parser = parse_secs)]
    #[arg(allow_negative_numbers = true)]
    window: Option<f64>,

    /// The standard deviation of the smoothing in seconds; 0 for none.
    #[arg(long, value_name = "SECS", value_parser = parse_secs)]
    #[arg(allow_negative_numbers = true)]
    sigma: Option<f64>,

    /// Repeat the times after all frames.
    #[arg(long = "loop", requires = "times")]
    loops: bool,
}

/// The events of a clip, before they are encoded.
struct Source {
    clip: Option<String>,
    track: EventTrack,
    rate: FrameRate,
    frames: usize,
}

/// The encoded events of a clip.
#[derive(Serialize)]
struct Encoded {
    clip: Option<String>,
    rate: String,
    loops: bool,
    sigma: f64,
    pairs: Vec<[f32; 2]>,
}

#[derive(Serialize)]
struct Answer {
    window: f64,
    clips: Vec<Encoded>,
}

pub(super) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let (sources, reading) = match (&args.library, &args.times) {
        (_, Some(times)) => (vec![of_times(args, times)?], args.read.of_nothing()),
        (Some(root), None) => of_library(args, root, speech)?,
        (None, None) => (Vec::new(), args.read.of_nothing()),
    };
    let mut notes = Vec::new();
    if args.times.is_some() {
        notes.extend(sources.iter().filter_map(outside));
    }
    let sources = apart(sources, &mut notes)?;
    let window = args.window.unwrap_or_else(|| window_of(&sources));
    if args.window.is_none() {
        let mut gaps = sources.iter().flat_map(|source| source.track.gaps());
        let by = match gaps.next() {
            Some(_) => "from the gaps between events",
            None => "the default without gaps between events",
        };
        let message = format!("the window is {window} s, {by}");
        notes.push(note("events", "window", message));
    }
    let mut clips = Vec::with_capacity(sources.len());
    let mut warned = Vec::new();
    for source in sources {
        let encoding = encoding(window, args.sigma, source.rate)?;
        for warning in encoding.warnings(&source.track) {
            let clip = source.clip.as_ref().map(|clip| format!("{clip}: "));
            warned.push(format!("{}{warning}", clip.unwrap_or_default()));
        }
        let tracks = std::slice::from_ref(&source.track);
        let row = encoding
            .encode(tracks, source.rate, source.frames)
            .map_err(|error| Failure::plain("not-encoded", error.to_string()))?;
        clips.push(Encoded {
            clip: source.clip,
            rate: source.rate.to_string(),
            loops: source.track.loop_secs().is_some(),
            sigma: encoding.sigma_secs(),
            pairs: row.as_chunks().0.to_vec(),
        });
    }
    notes.extend(said(warned));
    speech.note(&notes);
    let done = match speech.format {
        Format::Json => Done::json(&Answer { window, clips })?,
        Format::Csv | Format::Table => {
            let signals = clips.iter();
            let signals = signals.map(|e| (e.clip.as_deref(), e.pairs.as_flattened()));
            Done::csv(write_signals(signals))
        }
    };
    Ok(reading.end(done, speech))
}

fn of_times(args: &Args, times: &str) -> Result<Source, Failure> {
    let times = Times::read("--times", times)?;
    let (frames, rate) = (
        args.frames.unwrap_or(0),
        args.rate.unwrap_or(FrameRate::ONE),
    );
    let max = Limits::default().frames;
    if frames > max {
        let message = format!("{frames} frames are more than the limit of {max}");
        return Err(Failure::plain("too-large", message));
    }
    let secs = times.secs.clone();
    let track = if args.loops {
        EventTrack::looped(secs, frames as f64 * rate.period_secs())
    } else {
        EventTrack::new(secs)
    };
    let track = track.map_err(|error| match error {
        TrackError::NotATime { index } | TrackError::OutsideLoop { index, .. } => {
            times.wrong(index, &error.to_string())
        }
        _ => Failure::plain("bad-loop", error.to_string()),
    })?;
    Ok(Source {
        clip: None,
        track,
        rate,
        frames,
    })
}

/// The largest number of listed times outside a clip; further ones are only counted.
const MAX_OUTSIDE: usize = 5;

/// Returns a note on the times outside the clip; `None` if there are none.
fn outside(source: &Source) -> Option<Finding> {
    let length = source.frames as f64 * source.rate.period_secs();
    let times = source.track.times().iter();
    let times = times.filter(|time| !(0.0..=length).contains(*time));
    let mut said: Vec<String> = times.map(|time| format!("{time} s")).collect();
    let more = said.len().saturating_sub(MAX_OUTSIDE);
    said.truncate(MAX_OUTSIDE);
    if more > 0 {
        said.push(format!("{more} more"));
    }
    let said = said.join(", ");
    let message = format!(
        "these times are outside the clip, which is {} long: {said}",
        secs(length)
    );
    (!said.is_empty()).then(|| note("events", "outside-clip", message))
}

/// Returns every clip of a library with its events of the given name and of names below that name.
fn of_library(args: &Args, root: &Path, speech: Speech) -> Result<(Vec<Source>, Reading), Failure> {
    let name = args.name.as_deref().unwrap_or("");
    let name = parse_name(name).map_err(|failure| failure.in_name("event", name))?;
    let (library, reading) = args.read.open(root, speech)?;
    let events = below(&library, &name, &reading)?;
    let sources = library.clips().iter().map(|(clip, entry)| {
        Ok(Source {
            clip: Some(entry.name.clone()),
            track: track(&library, &events, clip)?,
            rate: entry.rate,
            frames: entry.frames as usize,
        })
    });
    Ok((sources.collect::<Result<_, Failure>>()?, reading))
}

/// Returns the events with this name, or with a name below it.
pub(super) fn below(
    library: &Library,
    name: &Name,
    reading: &Reading,
) -> Result<Vec<EventId>, Failure> {
    let db = library.database();
    let events = db.events();
    let events = events.filter(|(known, _)| *known == name || known.is_below(name));
    let events: Vec<EventId> = events.map(|(_, id)| id).collect();
    if !events.is_empty() || library.settings().events.contains_key(name) {
        return Ok(events);
    }
    let near = nearest(name.as_str(), db.events().map(|(name, _)| name.as_str()));
    let message = format!("there is no event {name}");
    let failure = Failure::plain("unknown-event", message);
    let failure = failure.maybe_hint(near.map(|near| format!("did you mean {near}?")));
    Err(reading.doubted(failure))
}

/// Returns the times of events in a clip, in seconds.
fn track(library: &Library, events: &[EventId], clip: ClipId) -> Result<EventTrack, Failure> {
    let track = footwork_pipeline::event_track(library, events, clip);
    let name = &library.clips()[clip].name;
    track.map_err(|error| Failure::plain("bad-time", format!("{name}: {error}")))
}

/// Merges events less than two frames apart, and notes how many were merged.
fn apart(sources: Vec<Source>, notes: &mut Vec<Finding>) -> Result<Vec<Source>, Failure> {
    let mut merged = 0;
    let sources = sources.into_iter().map(|source| {
        let before = source.track.times().len();
        let track = source.track;
        let track = track.with_min_gap_frames(MIN_GAP_FRAMES, source.rate, TooClose::Merge);
        let track = track.map_err(|error| Failure::plain("bad-time", error.to_string()))?;
        merged += before - track.times().len();
        Ok(Source { track, ..source })
    });
    let sources: Result<Vec<Source>, Failure> = sources.collect();
    if merged > 0 {
        let events = count(merged, "event");
        let message = format!("{events} merged with another less than two frames away");
        notes.push(note("events", "too-close", message));
    }
    sources
}

/// Parses a number of frames.
fn frames(text: &str) -> Result<usize, String> {
    let frames = text.parse();
    frames.map_err(|_| "it is not a number of frames (0, 60)".to_owned())
}

/// Returns the default window for the gaps between events in all clips, in seconds.
fn window_of(sources: &[Source]) -> f64 {
    let tracks: Vec<EventTrack> = sources.iter().map(|source| source.track.clone()).collect();
    let rates = sources.iter().map(|source| source.rate);
    let slowest = rates.min_by(|a, b| a.as_f64().total_cmp(&b.as_f64()));
    Encoding::from_gaps(&tracks, slowest.unwrap_or(FrameRate::ONE)).window_secs()
}

/// Returns the encoding of a clip. The default smoothing is one frame, but at most a quarter of the window.
fn encoding(window: f64, sigma: Option<f64>, rate: FrameRate) -> Result<Encoding, Failure> {
    let sigma = sigma.unwrap_or_else(|| rate.period_secs().min(0.25 * window));
    Encoding::new(window, sigma).map_err(|error| Failure::plain("bad-encoding", error.to_string()))
}

/// The largest number of listed warnings; further ones are only counted.
const MAX_WARNINGS: usize = 5;

fn said(mut warnings: Vec<String>) -> Vec<Finding> {
    let more = warnings.len().saturating_sub(MAX_WARNINGS);
    warnings.truncate(MAX_WARNINGS);
    if more > 0 {
        warnings.push(format!("{} of the same kind", count(more, "more warning")));
    }
    let findings = warnings.into_iter();
    findings
        .map(|message| warning("events", "encoding", message))
        .collect()
}
