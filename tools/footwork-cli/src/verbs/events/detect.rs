//! `footwork events detect LIB [--prefix Foot] [--write]`: finds strikes of feet, and the ends of ranges.

use clap::ValueEnum;
use footwork::events::ContactOptions;
use footwork::tags::ClipId;
use footwork_library::Library;
use footwork_pipeline::{Detected, RangeEnd, SAME_EVENT_FRAMES, SAME_EVENT_SECS, add_detected};
use serde::Serialize;

use crate::arguments::parse_name;
use crate::ask;
use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::plausible::PlausibleArgs;
use crate::reading::Reading;
use crate::source::{LibraryArg, edit_by};
use crate::table::{Table, cells, count};

/// Show where feet strike the ground, or where ranges of a query start or stop, or add events there.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork events detect samples --prefix Detected
  footwork events detect samples --prefix Detected --write
  footwork events detect samples --touch-speed 0.5 --prefix Detected
  footwork events detect samples --of '{ height > 1.2 }' --at starts --name Apex

A foot strikes when one of its joints comes near its floor and slows down. The
floor is local: the lowest height that the joint reaches before or after, until
it rises by --clear-height. So a foot may strike a box, a stair, a rung or a
slope, but a foot held in the air does not strike. In a clip that steps in
place, speeds are relative to ground that moves below the feet. The defaults
are tuned on half of the sample library; samples/README.md gives their scores
and timing errors, and `events score` measures them on your own labels. A foot
that hovers slowly just above its floor counts as standing. Feet are found by
the roles of joints (`info --joints`). Times are in frames, with two decimals.

With --of, events are at the first frame of each range, or at the frame after
its last, unless the range reaches the end of its clip.

No event is added close to an existing event with the same name: within 0.1 s,
the precision of strikes, or within two frames with --of. The table shows such
times in brackets.
--write makes one edit, which `undo` undoes.")]
pub(super) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The name above the events of strikes, which are NAME.Left and NAME.Right.
    #[arg(long, value_name = "NAME", default_value = "Foot")]
    prefix: String,

    /// A query whose ranges give the events, instead of feet. `@NAME` means a saved query, and `-` reads
    /// it from standard input.
    #[arg(long, value_name = "QUERY", requires = "at", requires = "name")]
    #[arg(conflicts_with = "prefix")]
    of: Option<String>,

    /// The side of each range that becomes an event.
    #[arg(long, value_enum, requires = "of")]
    at: Option<At>,

    /// The name of the events.
    #[arg(long, requires = "of")]
    name: Option<String>,

    #[command(flatten)]
    thresholds: Thresholds,

    #[command(flatten)]
    plausible: PlausibleArgs,

    /// Add the events to the sidecars.
    #[arg(long)]
    write: bool,
}

/// The thresholds that decide whether a foot is in contact.
#[derive(clap::Args)]
#[command(next_help_heading = "Thresholds of strikes")]
struct Thresholds {
    /// The greatest height above its floor at which a joint touches it, in metres.
    #[arg(long, value_name = "M", conflicts_with = "of")]
    #[arg(default_value_t = ContactOptions::default().touch_height_m)]
    touch_height: f64,

    /// The height above its floor at which a touching joint lifts off, in metres.
    #[arg(long, value_name = "M", conflicts_with = "of")]
    #[arg(default_value_t = ContactOptions::default().lift_height_m)]
    lift_height: f64,

    /// The greatest speed over the ground at which a joint touches it, in m/s.
    #[arg(long, value_name = "M/S", conflicts_with = "of")]
    #[arg(default_value_t = ContactOptions::default().touch_speed_mps)]
    touch_speed: f64,

    /// The speed over the ground at which a touching joint lifts off, in m/s.
    #[arg(long, value_name = "M/S", conflicts_with = "of")]
    #[arg(default_value_t = ContactOptions::default().lift_speed_mps)]
    lift_speed: f64,

    /// The rise after which a joint may come down on another floor, in metres; `inf` for a single floor.
    #[arg(long, value_name = "M", conflicts_with = "of")]
    #[arg(default_value_t = ContactOptions::default().clear_height_m)]
    clear_height: f64,

    /// The gap below which two contacts are joined, in seconds.
    #[arg(long, value_name = "SECS", conflicts_with = "of")]
    #[arg(default_value_t = ContactOptions::default().close_secs)]
    close: f64,

    /// The length below which a contact is dropped, in seconds.
    #[arg(long, value_name = "SECS", conflicts_with = "of")]
    #[arg(default_value_t = ContactOptions::default().min_secs)]
    min: f64,
}

impl Thresholds {
    fn options(&self) -> Result<ContactOptions, Failure> {
        let options = ContactOptions {
            clear_height_m: self.clear_height,
            touch_height_m: self.touch_height,
            lift_height_m: self.lift_height,
            touch_speed_mps: self.touch_speed,
            lift_speed_mps: self.lift_speed,
            close_secs: self.close,
            min_secs: self.min,
        };
        match options.check() {
            Ok(()) => Ok(options),
            Err(error) => Err(Failure::plain("bad-thresholds", error.to_string())),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum At {
    Starts,
    Stops,
}

#[derive(Serialize)]
struct Answer<'a> {
    written: bool,
    clips: Vec<OfClip<'a>>,
}

#[derive(Serialize)]
struct OfClip<'a> {
    clip: &'a str,
    events: Vec<Event<'a>>,
}

#[derive(Serialize)]
struct Event<'a> {
    event: &'a str,
    /// The time in frames.
    time: f64,
    secs: f64,
    /// The time in frames of an existing event that counts as the same event.
    same_as: Option<f64>,
}

pub(super) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let (mut library, mut reading) = args.library.open(speech)?;
    if args.write {
        reading.whole(KEPT)?;
    }
    let mut events = match &args.of {
        Some(query) => of_query(args, &library, query, &mut reading, speech)?,
        None => of_feet(args, &library, &mut reading, speech)?,
    };
    events.retain(|event| library.is_whole(event.clip));
    let same = if args.write {
        let whole = reading.whole(KEPT)?;
        let label = match &args.of {
            Some(_) => format!("events detect {}", args.name.as_deref().unwrap_or("")),
            None => format!("events detect {}", args.prefix),
        };
        let added = edit_by(&mut library, &whole, speech, |library, editor| {
            add_detected(library, editor, &label, &events)
        });
        added?.duplicates
    } else {
        footwork_pipeline::existing_times(&library, &events)
    };
    let answer = Answer {
        written: args.write,
        clips: by_clip(&library, &events, &same),
    };
    let near = match &args.of {
        Some(_) => format!("{SAME_EVENT_FRAMES} frames"),
        None => format!("{SAME_EVENT_SECS} s"),
    };
    let done = speech.answer(&answer, || to_csv(&answer), || to_text(&answer, &near))?;
    Ok(reading.end(done, speech))
}

const KEPT: &str = "nothing is written";

fn of_feet(
    args: &Args,
    library: &Library,
    reading: &mut Reading,
    speech: Speech,
) -> Result<Vec<Detected>, Failure> {
    args.plausible.check(library, library.clips().ids())?;
    let prefix = &args.prefix;
    let below = parse_name(prefix).map_err(|failure| failure.in_name("--prefix", prefix))?;
    let detection = footwork_pipeline::detect_strikes(library, &below, &args.thresholds.options()?);
    speech.note(&library.assumptions());
    speech.note(&detection.findings);
    reading.note(&detection.unread, speech);
    Ok(detection.events)
}

fn of_query(
    args: &Args,
    library: &Library,
    query: &str,
    reading: &mut Reading,
    speech: Speech,
) -> Result<Vec<Detected>, Failure> {
    let name = args.name.as_deref().unwrap_or("");
    let name = parse_name(name).map_err(|failure| failure.in_name("--name", name))?;
    let text = ask::text_for(query, library)?;
    let db = library.database();
    let (_, bound) = ask::parse(&text, db, reading, speech)?;
    let found = db.ranges(&bound)?;
    let clips = library.clips().ids();
    let clips = clips.filter(|&clip| !found.ranges(clip).is_empty());
    args.plausible.check(library, clips)?;
    reading.note_unread(library, speech);
    if text.contains('{') {
        speech.note(&library.assumptions());
    }
    let at = match args.at {
        Some(At::Stops) => RangeEnd::Stops,
        _ => RangeEnd::Starts,
    };
    Ok(footwork_pipeline::detect_ends(library, &found, at, &name))
}

/// Groups the events by clip. The groups are in the order of the clips.
fn by_clip<'a>(
    library: &'a Library,
    events: &'a [Detected],
    same: &[Option<f64>],
) -> Vec<OfClip<'a>> {
    let mut clips: Vec<(ClipId, OfClip<'a>)> = Vec::new();
    for (event, &same_as) in events.iter().zip(same) {
        let entry = &library.clips()[event.clip];
        let printed = Event {
            event: event.name.as_str(),
            time: event.frame,
            secs: event.frame * entry.rate.period_secs(),
            same_as,
        };
        match clips.last_mut() {
            Some((clip, of_clip)) if *clip == event.clip => of_clip.events.push(printed),
            _ => {
                let of_clip = OfClip {
                    clip: &entry.name,
                    events: vec![printed],
                };
                clips.push((event.clip, of_clip));
            }
        }
    }
    clips.into_iter().map(|(_, of_clip)| of_clip).collect()
}

fn to_csv(answer: &Answer<'_>) -> String {
    let mut table = Table::new(["clip", "event", "time", "secs", "same_as"]);
    for of_clip in &answer.clips {
        for event in &of_clip.events {
            table.row(cells![
                of_clip.clip,
                event.event,
                event.time,
                event.secs,
                event.same_as,
            ]);
        }
    }
    table.csv()
}

/// Formats the answer for people. `near` is the distance within which an existing event counts as the same event.
fn to_text(answer: &Answer<'_>, near: &str) -> String {
    let mut table = Table::default();
    let (mut new, mut old) = (0, 0);
    for of_clip in &answer.clips {
        for (index, events) in of_clip
            .events
            .chunk_by(|a, b| a.event == b.event)
            .enumerate()
        {
            let times = events.iter().map(|event| match event.same_as {
                Some(_) => format!("({})", event.time),
                None => event.time.to_string(),
            });
            let clip = if index == 0 { of_clip.clip } else { "" };
            let name = events.first().map_or("", |event| event.event);
            let times = times.collect::<Vec<_>>().join(" ");
            table.row(cells![clip, name, times]);
        }
        let same = of_clip
            .events
            .iter()
            .filter(|event| event.same_as.is_some());
        let same = same.count();
        old += same;
        new += of_clip.events.len() - same;
    }
    let clips = count(answer.clips.len(), "clip");
    let found = match old {
        0 => count(new, "event"),
        _ => format!(
            "{} and {old} within {near} of an existing event",
            count(new, "new event")
        ),
    };
    let end = match (new, answer.written) {
        (0, _) => "nothing to add",
        (_, true) => "written",
        (_, false) => "nothing is written; add --write",
    };
    format!("{}\n{clips}, {found}: {end}\n", table.text("  "))
}
