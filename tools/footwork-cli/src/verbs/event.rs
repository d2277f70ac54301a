//! `footwork event add|remove LIB NAME CLIP TIME`: adds and removes events.

use footwork::base::Name;
use footwork::tags::ClipId;
use footwork_library::{Edit, Library, Operation};

use crate::arguments::{parse_name, parse_time};
use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::source::{LibraryArg, edit};
use crate::table::{Table, cells};

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
    /// Add an event. An existing event is not added again.
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
    /// The clip: its name, or the last part of its name.
    clip: String,
    /// The time of the event, in frames, which may be fractional (13.25), or as a time (0.44s, 440ms).
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
    let (mut library, reading) = moment.library.open(speech)?;
    let clip = library.find_clip(&moment.clip)?;
    let whole = reading
        .only(&library, &[clip])
        .whole("nothing has changed")?;
    let time = parse_time(&moment.time, library.clips()[clip].rate)?;
    let operation = match (adds, event.clone()) {
        (true, event) => Operation::AddEvent {
            event,
            time,
            data: None,
        },
        (false, event) => Operation::RemoveEvent { event, time },
    };
    let changed = edit(&mut library, &Edit::one(clip, operation), &whole, speech);
    let changed = changed.map_err(|error| Failure::in_edit(error, "time", &moment.time))?;
    let name = &library.clips()[clip].name;
    let mut table = Table::new(["changed", "clip", "event", "time"]);
    table.row(cells![changed, name.as_str(), event.as_str(), time]);
    speech.record(&table, || match (changed, adds) {
        (true, true) => format!("{name}: {event} now happens at frame {time}\n"),
        (true, false) => format!("{name}: {event} no longer happens at frame {time}\n"),
        (false, true) => format!("{name}: nothing to change\n"),
        (false, false) => {
            let hint = match nearest(&library, &event, clip, time) {
                Some(at) => format!("the nearest is at frame {at}"),
                None => format!("it has no {event}"),
            };
            format!("{name}: nothing to change; {hint}\n")
        }
    })
}

/// Returns the time of the clip's event nearest to `time`, in frames; `None` if the clip has no such event.
fn nearest(library: &Library, event: &Name, clip: ClipId, time: f64) -> Option<f64> {
    let db = library.database();
    let (_, id) = db.events().find(|(known, _)| *known == event)?;
    let times = db.event_times(id, clip).iter().copied();
    times.min_by(|a, b| (a - time).abs().total_cmp(&(b - time).abs()))
}
