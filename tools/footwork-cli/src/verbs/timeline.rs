//! `footwork timeline LIB ['Q']`: shows the tags of each clip as bars of text.

use footwork::base::{ClipPattern, FrameRange};
use footwork::tags::{ClipId, Database, RangeSet};
use serde::Serialize;

use crate::ask;
use crate::bar;
use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::shown;
use crate::source::SourceArg;
use crate::table::{Table, cells, count, secs};

/// Show the tags and events of each clip as bars, with the answer to a query below.
#[derive(clap::Args)]
#[command(after_help = "Example:
  footwork timeline samples 'Gait - Direction.Turn' --clips 'walk*' --tags 'Gait*'")]
pub(crate) struct Args {
    #[command(flatten)]
    library: SourceArg,

    /// A query whose answer is shown below the tags. Clips without an answer are left out. `@NAME` means a saved
    /// query, and `-` reads it from standard input.
    query: Option<String>,

    /// Only clips whose names match.
    #[arg(long, value_name = "GLOB")]
    clips: Option<String>,

    /// Only tags and events whose names match.
    #[arg(long, value_name = "GLOB")]
    tags: Option<String>,
}

#[derive(Serialize)]
struct Timeline<'a> {
    query: Option<String>,
    clips: Vec<ClipLanes<'a>>,
}

#[derive(Serialize)]
struct ClipLanes<'a> {
    clip: &'a str,
    frames: u32,
    rate: String,
    tags: Vec<TagLane<'a>>,
    events: Vec<EventLane<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Vec<[u32; 2]>>,
}

#[derive(Serialize)]
struct TagLane<'a> {
    tag: &'a str,
    ranges: Vec<[u32; 2]>,
}

#[derive(Serialize)]
struct EventLane<'a> {
    event: &'a str,
    times: &'a [f64],
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let (source, reading) = args.library.open(speech)?;
    let db = source.database();
    let text = args
        .query
        .as_ref()
        .map(|argument| ask::text(argument, &source));
    let text = text.transpose()?;
    let asked = text
        .as_ref()
        .map(|text| ask::parse(text, db, &reading, speech));
    let asked = asked.transpose()?;
    let pattern = args.clips.as_deref().map(ClipPattern::new);
    let mut reading = reading.matching(args.clips.as_deref());
    let answer = match asked {
        Some((query, bound)) => {
            let found = db.ranges(&bound)?;
            source.note_unread(&mut reading, speech);
            Some((query.to_string(), found))
        }
        None => None,
    };
    let found = answer.as_ref().map(|(_, found)| found);
    if let (Some(glob), Some(pattern)) = (&args.clips, &pattern)
        && !db.clips().values().any(|clip| pattern.matches(&clip.name))
    {
        speech.no_clip_matches(glob, db.clips().values().map(|c| c.name.as_str()));
    }
    let timeline = Timeline {
        clips: shown_clips(args, db, found)
            .map(|clip| lanes(clip, args, db, found))
            .collect(),
        query: answer.as_ref().map(|(query, _)| query.clone()),
    };
    let done = speech.answer(&timeline, || to_csv(&timeline), || to_text(&timeline, db))?;
    Ok(reading.end(done, speech))
}

fn shown_clips<'a>(
    args: &Args,
    db: &'a Database,
    found: Option<&'a RangeSet>,
) -> impl Iterator<Item = ClipId> + use<'a> {
    let pattern = args.clips.as_deref().map(ClipPattern::new);
    db.clips().iter().filter_map(move |(id, clip)| {
        let named = pattern.as_ref().is_none_or(|p| p.matches(&clip.name));
        let answers = found.is_none_or(|found| !found.ranges(id).is_empty());
        (named && answers).then_some(id)
    })
}

fn lanes<'a>(
    clip: ClipId,
    args: &Args,
    db: &'a Database,
    found: Option<&RangeSet>,
) -> ClipLanes<'a> {
    let pattern = args.tags.as_deref().map(ClipPattern::new);
    let named = |name: &str| pattern.as_ref().is_none_or(|p| p.matches(name));
    let info = &db.clips()[clip];
    ClipLanes {
        clip: &info.name,
        frames: info.frames,
        rate: info.rate.to_string(),
        tags: db
            .tags()
            .map(|(name, id)| TagLane {
                tag: name.as_str(),
                ranges: pairs(db.tag_frames(id).ranges(clip).as_slice()),
            })
            .filter(|lane| !lane.ranges.is_empty() && named(lane.tag))
            .collect(),
        events: db
            .events()
            .map(|(name, id)| EventLane {
                event: name.as_str(),
                times: db.event_times(id, clip),
            })
            .filter(|lane| !lane.times.is_empty() && named(lane.event))
            .collect(),
        found: found.map(|found| pairs(found.ranges(clip))),
    }
}

fn pairs(ranges: &[FrameRange]) -> Vec<[u32; 2]> {
    ranges.iter().map(|r| [r.start(), r.stop()]).collect()
}

fn to_csv(timeline: &Timeline<'_>) -> String {
    let mut table = Table::new(["clip", "kind", "name", "start", "stop"]);
    for clip in &timeline.clips {
        for lane in &clip.tags {
            for &[start, stop] in &lane.ranges {
                table.row(cells![clip.clip, "tag", lane.tag, start, stop]);
            }
        }
        for lane in &clip.events {
            for &time in lane.times {
                table.row(cells![clip.clip, "event", lane.event, time, time]);
            }
        }
        for &[start, stop] in clip.found.iter().flatten() {
            let query = timeline.query.as_deref();
            table.row(cells![clip.clip, "query", query, start, stop]);
        }
    }
    table.csv()
}

fn to_text(timeline: &Timeline<'_>, db: &Database) -> String {
    let names = timeline.clips.iter().flat_map(|clip| {
        let tags = clip.tags.iter().map(|lane| lane.tag.chars().count());
        tags.chain(clip.events.iter().map(|lane| lane.event.chars().count()))
    });
    let width = bar::width(names.max().unwrap_or(0) + 6);
    let mut text = String::new();
    for clip in &timeline.clips {
        let seconds = f64::from(clip.frames) * rate_period(db, clip.clip);
        text += &format!(
            "{}  {} at {} a second, {}\n",
            shown::line(clip.clip),
            count(clip.frames, "frame"),
            clip.rate,
            secs(seconds)
        );
        let mut table = Table::default();
        for lane in &clip.tags {
            let bar = bar::of_ranges(&ranges(&lane.ranges), clip.frames, width);
            table.row(cells![lane.tag, bar]);
        }
        for lane in &clip.events {
            let bar = bar::of_times(lane.times, clip.frames, width);
            table.row(cells![lane.event, bar]);
        }
        if let Some(found) = &clip.found {
            let bar = bar::of_ranges(&ranges(found), clip.frames, width);
            table.row(cells!["= query", bar]);
        }
        text += &table.text("  ");
        text.push('\n');
    }
    match &timeline.query {
        Some(query) => text += &format!("{query}: {}\n", count(timeline.clips.len(), "clip")),
        None => text += &format!("{}\n", count(timeline.clips.len(), "clip")),
    }
    text
}

fn rate_period(db: &Database, clip: &str) -> f64 {
    let clip = db.clip_by_name(clip).and_then(|id| db.clips().get(id));
    clip.map_or(0.0, |clip| clip.rate.period_secs())
}

fn ranges(pairs: &[[u32; 2]]) -> Vec<FrameRange> {
    let ranges = pairs
        .iter()
        .filter_map(|&[start, stop]| FrameRange::new(start, stop));
    ranges.collect()
}
