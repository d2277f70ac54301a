//! `footwork info LIB`: what is in a library.

use footwork::base::Name;
use footwork::tags::{ClipId, Database, EventId, Ranges};
use footwork_library::Library;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Done, Format, Speech, csv_row};
use crate::shown;
use crate::source::{Source, SourceArg};
use crate::table::{Table, count, secs};

/// Show what is in a library: clips, frames, tags, events, durations.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  footwork info samples")]
pub(crate) struct Args {
    #[command(flatten)]
    library: SourceArg,
}

#[derive(Serialize)]
struct Info<'a> {
    library: Option<&'a str>,
    frames: u64,
    seconds: f64,
    clips: Vec<ClipInfo<'a>>,
    tags: Vec<TagInfo<'a>>,
    events: Vec<EventInfo<'a>>,
}

#[derive(Serialize)]
struct ClipInfo<'a> {
    clip: &'a str,
    frames: u32,
    rate: String,
    seconds: f64,
    spans: usize,
    events: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    mirror_of: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated_unit: Option<String>,
}

#[derive(Serialize)]
struct TagInfo<'a> {
    tag: &'a str,
    clips: usize,
    ranges: usize,
    frames: u64,
}

#[derive(Serialize)]
struct EventInfo<'a> {
    event: &'a str,
    clips: usize,
    count: usize,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let source = args.library.open(speech)?;
    source.note_units(speech);
    let info = gather(&source);
    match speech.format {
        Format::Json => Done::json(&info),
        Format::Csv => Ok(Done::csv(to_csv(&info))),
        Format::Table => Ok(Done::text(to_table(&source, &info))),
    }
}

fn gather(source: &Source) -> Info<'_> {
    let db = source.database();
    let clips: Vec<_> = db
        .clips()
        .iter()
        .map(|(id, clip)| {
            let (spans, events) = match source {
                Source::Folder(library) => authored(library, id),
                Source::Compiled { database, .. } => held(database, id),
            };
            ClipInfo {
                clip: &clip.name,
                frames: clip.frames,
                rate: clip.rate.to_string(),
                seconds: f64::from(clip.frames) * clip.rate.period_secs(),
                spans,
                events,
                mirror_of: original(source, id),
                estimated_unit: estimated_unit(source, id),
            }
        })
        .collect();
    Info {
        library: source.name(),
        frames: clips.iter().map(|clip| u64::from(clip.frames)).sum(),
        // An empty sum is minus zero.
        seconds: clips.iter().map(|clip| clip.seconds).sum::<f64>().abs(),
        clips,
        tags: db
            .tags()
            .map(|(name, id)| {
                let set = db.tag_frames(id);
                TagInfo {
                    tag: name.as_str(),
                    clips: set.clip_count(),
                    ranges: set.range_count(),
                    frames: set.frame_count(),
                }
            })
            .collect(),
        events: db.events().map(|(name, id)| event(db, name, id)).collect(),
    }
}

/// How many spans and events somebody has written down.
fn authored(library: &Library, clip: ClipId) -> (usize, usize) {
    let Some(entry) = library.clips().get(clip) else {
        return (0, 0);
    };
    (entry.tags().count(), entry.events().count())
}

/// The clip that a mirrored twin mirrors.
fn original(source: &Source, clip: ClipId) -> Option<&str> {
    match source {
        Source::Folder(library) => library.clips().get(clip)?.mirror_of.as_deref(),
        Source::Compiled { .. } => None,
    }
}

/// The length unit of a clip, where it is estimated.
fn estimated_unit(source: &Source, clip: ClipId) -> Option<String> {
    let Source::Folder(library) = source else {
        return None;
    };
    let choice = library.clips().get(clip)?.estimated_unit.as_ref()?;
    Some(choice.unit.to_string())
}

/// How many ranges of tags and times of events a database holds.
fn held(db: &Database, clip: ClipId) -> (usize, usize) {
    let mut ranges = Ranges::new();
    let spans = db.tags().map(|(_, tag)| {
        db.tag_frames(tag).ranges_into(clip, &mut ranges);
        ranges.len()
    });
    let times = db.events().map(|(_, id)| db.event_times(id, clip).len());
    (spans.sum(), times.sum())
}

fn event<'a>(db: &Database, name: &'a Name, id: EventId) -> EventInfo<'a> {
    let counts = db.clips().ids().map(|clip| db.event_times(id, clip).len());
    let counts: Vec<usize> = counts.filter(|&count| count > 0).collect();
    EventInfo {
        event: name.as_str(),
        clips: counts.len(),
        count: counts.iter().sum(),
    }
}

fn to_csv(info: &Info<'_>) -> String {
    let header = ["clip", "frames", "rate", "seconds", "spans", "events"];
    let mut text = csv_row(&header.map(str::to_owned));
    for clip in &info.clips {
        text += &csv_row(&[
            clip.clip.to_owned(),
            clip.frames.to_string(),
            clip.rate.clone(),
            clip.seconds.to_string(),
            clip.spans.to_string(),
            clip.events.to_string(),
        ]);
    }
    text
}

fn to_table(source: &Source, info: &Info<'_>) -> String {
    let name = info
        .library
        .map_or_else(|| source.path().display().to_string(), ToOwned::to_owned);
    let mut text = format!(
        "{}: {}, {}, {}\n",
        shown::line(&name),
        count(info.clips.len(), "clip"),
        count(info.frames, "frame"),
        secs(info.seconds)
    );
    let mut clips = Table::with_numbers(&[1, 2, 3, 4, 5]);
    clips.row(["clip", "frames", "rate", "length", "spans", "events"].map(str::to_owned));
    for clip in &info.clips {
        clips.row([
            clip.clip.to_owned(),
            clip.frames.to_string(),
            clip.rate.clone(),
            secs(clip.seconds),
            clip.spans.to_string(),
            clip.events.to_string(),
        ]);
    }
    let mut tags = Table::with_numbers(&[1, 2, 3]);
    tags.row(["tag", "clips", "ranges", "frames"].map(str::to_owned));
    for tag in &info.tags {
        let numbers = [
            tag.clips.to_string(),
            tag.ranges.to_string(),
            tag.frames.to_string(),
        ];
        tags.row([tag.tag.to_owned()].into_iter().chain(numbers));
    }
    let mut events = Table::with_numbers(&[1, 2]);
    events.row(["event", "clips", "times"].map(str::to_owned));
    for event in &info.events {
        let numbers = [event.clips.to_string(), event.count.to_string()];
        events.row([event.event.to_owned()].into_iter().chain(numbers));
    }
    for table in [clips, tags, events] {
        text.push('\n');
        text += &table.print("  ");
    }
    text
}
