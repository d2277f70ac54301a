//! `footwork info LIB`: shows the content of a library.

mod joints;

use footwork::base::Name;
use footwork::tags::{ClipId, Database, EventId, Ranges};
use footwork_library::{Library, skeleton_lines};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::shown;
use crate::source::{Source, SourceArg};
use crate::table::{Cell, Table, cells, count, secs};

/// Show the clips, frames, tags, events and durations of a library.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork info samples
  footwork info samples --joints")]
pub(crate) struct Args {
    #[command(flatten)]
    library: SourceArg,

    /// Show only the joints of each skeleton and their roles, such as left foot or head. LIBRARY may also be a clip file.
    #[arg(long)]
    joints: bool,

    /// Only the joints of clips whose names match.
    #[arg(long, value_name = "GLOB", requires = "joints")]
    clips: Option<String>,
}

#[derive(Serialize)]
struct Info<'a> {
    library: Option<&'a str>,
    frames: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    skeletons: Option<Vec<SkeletonInfo>>,
    clips: Vec<ClipInfo<'a>>,
    tags: Vec<TagInfo<'a>>,
    events: Vec<EventInfo<'a>>,
}

#[derive(Serialize)]
struct SkeletonInfo {
    /// The joint that carries the root motion.
    root: String,
    joints: usize,
    clips: usize,
    /// The size of the body, in metres.
    size: f64,
    /// The length unit of the files; `None` if the files state their unit.
    unit: Option<String>,
    unit_is_estimated: bool,
    /// The axis of the files that points up.
    up: String,
    /// Whether the body is a person's; `None` if its joints do not tell.
    is_person: Option<bool>,
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
    root: Option<&'a str>,
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
    if args.joints
        && let Some(done) = joints::of_file(args.library.path(), speech)
    {
        return done;
    }
    let (source, reading) = args.library.open(speech)?;
    if args.joints {
        let clips = args.clips.as_deref();
        let done = joints::of_library(source.folder("joints")?, clips, speech)?;
        return Ok(reading.matching(clips).end(done, speech));
    }
    source.note_units(speech);
    if let Source::Folder(library) = &source
        && !library.clips().is_empty()
    {
        // A library without clips reports these notes among its findings.
        speech.note(&library.notes_on_libraries_inside());
        speech.note(library.note_on_unread_kinds().as_slice());
    }
    let info = gather(&source);
    let done = speech.answer(
        &info,
        || to_table(&info.clips).csv(),
        || to_text(&source, &info),
    )?;
    Ok(reading.end(done, speech))
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
                root: root(source, id),
                estimated_unit: estimated_unit(source, id),
            }
        })
        .collect();
    Info {
        library: source.name(),
        frames: clips.iter().map(|clip| u64::from(clip.frames)).sum(),
        // The sum of no numbers is -0.0, which `abs` turns into 0.0.
        seconds: clips.iter().map(|clip| clip.seconds).sum::<f64>().abs(),
        skeletons: skeletons(source),
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

/// Returns the numbers of spans and events in the clip's sidecar or, if it has none, in the clip file.
fn authored(library: &Library, clip: ClipId) -> (usize, usize) {
    let Some(entry) = library.clips().get(clip) else {
        return (0, 0);
    };
    (entry.tags().count(), entry.events().count())
}

/// Returns the name of the clip that a mirrored twin was made from; `None` for other clips.
fn original(source: &Source, clip: ClipId) -> Option<&str> {
    match source {
        Source::Folder(library) => library.clips().get(clip)?.mirror_of.as_deref(),
        Source::Compiled { .. } => None,
    }
}

/// Returns the joint with the root motion of a clip.
fn root(source: &Source, clip: ClipId) -> Option<&str> {
    match source {
        Source::Folder(library) => Some(&library.clips().get(clip)?.root),
        Source::Compiled { .. } => None,
    }
}

/// Describes each skeleton: its joints, its size, and the unit and up axis of its files. `None` for a compiled library.
fn skeletons(source: &Source) -> Option<Vec<SkeletonInfo>> {
    let Source::Folder(library) = source else {
        return None;
    };
    let skeletons = library
        .skeletons()
        .into_iter()
        .map(|skeleton| SkeletonInfo {
            root: skeleton.root.to_string(),
            joints: skeleton.joints,
            clips: skeleton.clips,
            size: skeleton.size_m,
            unit: skeleton.unit.map(|unit| unit.to_string()),
            unit_is_estimated: skeleton.is_estimated,
            up: skeleton.up.to_string(),
            is_person: skeleton.is_person,
        });
    Some(skeletons.collect())
}

/// Returns the length unit of a clip, if it is estimated.
fn estimated_unit(source: &Source, clip: ClipId) -> Option<String> {
    let Source::Folder(library) = source else {
        return None;
    };
    let choice = library.clips().get(clip)?.estimated_unit.as_ref()?;
    Some(choice.unit.to_string())
}

/// Returns the numbers of ranges and events that the database stores for a clip.
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

fn to_table(clips: &[ClipInfo<'_>]) -> Table {
    let mut table = Table::new(["clip", "frames", "rate", "seconds", "spans", "events"])
        .heading("seconds", "length");
    for clip in clips {
        table.row(cells![
            clip.clip,
            clip.frames,
            Cell::right(clip.rate.as_str()),
            Cell::new(clip.seconds, secs(clip.seconds)),
            clip.spans,
            clip.events,
        ]);
    }
    table
}

fn to_text(source: &Source, info: &Info<'_>) -> String {
    let path = || source.path().display().to_string();
    let name = info.library.map_or_else(path, ToOwned::to_owned);
    let mut text = format!(
        "{}: {}, {}, {}\n",
        shown::line(&name),
        count(info.clips.len(), "clip"),
        count(info.frames, "frame"),
        secs(info.seconds)
    );
    if let Source::Folder(library) = source {
        for line in skeleton_lines(&library.skeletons()) {
            text += &format!("{line}\n");
        }
    }
    let mut tags = Table::new(["tag", "clips", "ranges", "frames"]);
    for tag in &info.tags {
        tags.row(cells![tag.tag, tag.clips, tag.ranges, tag.frames]);
    }
    let mut events = Table::new(["event", "clips", "times"]);
    for event in &info.events {
        events.row(cells![event.event, event.clips, event.count]);
    }
    let mut skeletons = Table::new(["root", "clips", "joints", "size", "unit"]);
    for skeleton in info.skeletons.iter().flatten() {
        let unit = match (&skeleton.unit, skeleton.unit_is_estimated) {
            (Some(unit), true) => format!("{unit}, estimated"),
            (Some(unit), false) => unit.clone(),
            (None, _) => "of the file".to_owned(),
        };
        skeletons.row(cells![
            skeleton.root.as_str(),
            skeleton.clips,
            skeleton.joints,
            Cell::right(format!("{:.2} m", skeleton.size)),
            unit,
        ]);
    }
    for table in [to_table(&info.clips), skeletons, tags, events] {
        text.push('\n');
        text += &table.headed("  ");
    }
    text
}
