//! `footwork event add|remove LIB NAME CLIP TIME`.

use footwork::base::{FrameRate, Seconds};
use footwork_library::{Edit, Operation};
use serde_json::json;

use crate::arguments::parse_name;
use crate::failure::Failure;
use crate::output::{Done, Format, Speech, csv_row};
use crate::source::{LibraryArg, edit};

/// Add an event to a clip, or remove it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork event add samples Foot.Left walk 13.25
  footwork event remove samples Foot.Left walk 0.44s")]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// Add an event; nothing changes where it is already.
    Add(Moment),
    /// Remove the event at this time.
    Remove(Moment),
}

#[derive(clap::Args)]
struct Moment {
    #[command(flatten)]
    library: LibraryArg,
    /// The kind of event.
    name: String,
    /// The clip: its name, or the last part of it.
    clip: String,
    /// When, in frames that may be fractional (13.25) or as a time (0.44s, 440ms).
    #[arg(allow_hyphen_values = true)]
    time: String,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let (moment, adds) = match &args.verb {
        Verb::Add(moment) => (moment, true),
        Verb::Remove(moment) => (moment, false),
    };
    let event =
        parse_name(&moment.name).map_err(|failure| failure.in_name("event", &moment.name))?;
    let mut library = moment.library.open(speech)?;
    let clip = library.find_clip(&moment.clip)?;
    let time = parse_time(&moment.time, library.clips()[clip].rate)?;
    let operation = match (adds, event.clone()) {
        (true, event) => Operation::AddEvent {
            event,
            time,
            data: None,
        },
        (false, event) => Operation::RemoveEvent { event, time },
    };
    let changed = edit(&mut library, &Edit::one(clip, operation), speech);
    let changed = changed.map_err(|error| Failure::of_edit(error, "time", &moment.time))?;
    let name = &library.clips()[clip].name;
    match speech.format {
        Format::Json => Done::json(&json!({
            "changed": changed,
            "clip": name,
            "event": event.as_str(),
            "time": time,
        })),
        Format::Csv => {
            let header = csv_row(&["changed", "clip", "event", "time"].map(str::to_owned));
            let row = csv_row(&[
                changed.to_string(),
                name.clone(),
                event.to_string(),
                time.to_string(),
            ]);
            Ok(Done::csv(header + &row))
        }
        Format::Table => Ok(Done::text(match (changed, adds) {
            (true, true) => format!("{name}: {event} now happens at frame {time}\n"),
            (true, false) => format!("{name}: {event} no longer happens at frame {time}\n"),
            (false, true) => format!("{name}: nothing to change\n"),
            (false, false) => {
                let db = library.database();
                let id = db
                    .events()
                    .find(|(known, _)| **known == event)
                    .map(|(_, id)| id);
                let times = id.map_or(&[][..], |id| db.event_times(id, clip));
                let distance = |at: &&f64| (**at - time).abs();
                let nearest = times
                    .iter()
                    .min_by(|a, b| distance(a).total_cmp(&distance(b)));
                match nearest {
                    Some(at) => {
                        format!("{name}: nothing to change; the nearest is at frame {at}\n")
                    }
                    None => format!("{name}: nothing to change; it has no {event}\n"),
                }
            }
        })),
    }
}

/// A time in frames, which may be fractional; one in seconds is rounded once.
fn parse_time(text: &str, rate: FrameRate) -> Result<f64, Failure> {
    let secs = |digits: &str| digits.parse::<Seconds>().ok();
    let time = if let Some(millis) = text.strip_suffix("ms") {
        let secs = secs(millis).and_then(|millis| millis.as_thousandths().ok());
        secs.map(|secs| secs.to_fractional_frames(rate))
    } else if let Some(digits) = text.strip_suffix('s') {
        secs(digits).map(|secs| secs.to_fractional_frames(rate))
    } else {
        let is_plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        text.parse().ok().filter(|_| is_plain)
    };
    time.ok_or_else(|| {
        let message = format!("`{text}` is not a time in frames (13.25) or seconds (0.44s, 440ms)");
        Failure::plain("bad-time", &message)
    })
}
