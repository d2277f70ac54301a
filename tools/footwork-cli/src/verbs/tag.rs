//! `footwork tag add|remove LIB TAG CLIP START STOP`: gives a tag to frames, or takes it from them. `apply` and `rename`
//! work on many clips.

mod apply;
mod rename;

use footwork::base::{FrameRange, Name};
use footwork::tags::ClipId;
use footwork_library::{Edit, Library, Operation};
use serde::Serialize;

use crate::arguments::{parse_frame, parse_name};
use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::source::{LibraryArg, edit};
use crate::table::{Table, cells};
use crate::vocabulary;

/// Give a tag to frames, take it from them, or rename it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork tag add samples Gait.Run run 12 36
  footwork tag remove samples Gait.Run run 0.5s 0.75s
  footwork tag apply samples Tempo.Fast --where '{ mean(speed, 0.5s) > 3 }'
  footwork tag rename samples Gait.Run Gait.Sprint")]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// Paint frames. Spans of the same tag that overlap or touch them become one span, and the frames lose other tags of
    /// the tag's `exclusive` group.
    Add(Span),
    /// Erase frames. Spans of the tag are cut, split or removed.
    Remove(Span),
    Apply(apply::Args),
    Rename(rename::Args),
}

#[derive(clap::Args)]
struct Span {
    #[command(flatten)]
    library: LibraryArg,
    /// The tag. Parts with special characters are quoted: `Gait."Hand made"`.
    tag: String,
    /// The clip: its name, or the last part of its name.
    clip: String,
    /// The first frame, as a number (12) or a time (0.5s).
    #[arg(allow_hyphen_values = true)]
    start: String,
    /// The frame after the last frame, as a number or a time.
    #[arg(allow_hyphen_values = true)]
    stop: String,
}

#[derive(Serialize)]
struct Answer<'a> {
    changed: bool,
    clip: &'a str,
    tag: &'a str,
    range: [u32; 2],
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let (span, adds) = match &args.verb {
        Verb::Add(span) => (span, true),
        Verb::Remove(span) => (span, false),
        Verb::Apply(args) => return apply::run(args, speech),
        Verb::Rename(args) => return rename::run(args, speech),
    };
    let tag = parse_name(&span.tag).map_err(|failure| failure.in_name("tag", &span.tag))?;
    let (mut library, reading) = span.library.open(speech)?;
    let clip = library.find_clip(&span.clip)?;
    let whole = reading
        .only(&library, &[clip])
        .whole("nothing has changed")?;
    let start = parse_frame(&span.start, &library, clip)?;
    let stop = parse_frame(&span.stop, &library, clip)?;
    let range = FrameRange::new(start, stop).ok_or_else(|| {
        let message = if start == stop {
            format!("[{start}, {stop}) holds no frame")
        } else {
            format!("[{start}, {stop}) is reversed")
        };
        Failure::plain("bad-range", message).in_argument("stop", &span.stop)
    })?;
    let operation = if adds {
        vocabulary::hint_at(&library, &tag, speech);
        let tag = tag.clone();
        Operation::Paint { tag, range }
    } else {
        Operation::Erase {
            tag: tag.clone(),
            range,
        }
    };
    let changed = edit(&mut library, &Edit::one(clip, operation), &whole, speech);
    let changed = changed.map_err(|error| Failure::in_edit(error, "stop", &span.stop))?;
    let name = &library.clips()[clip].name;
    let answer = Answer {
        changed,
        clip: name,
        tag: tag.as_str(),
        range: [start, stop],
    };
    let csv = || {
        let mut table = Table::new(["changed", "clip", "tag", "start", "stop"]);
        table.row(cells![changed, name.as_str(), tag.as_str(), start, stop]);
        table.csv()
    };
    speech.answer(&answer, csv, || match (changed, adds) {
        (true, true) => format!("{name}: {tag} now holds for {range}\n"),
        (true, false) => format!("{name}: {tag} no longer holds for {range}\n"),
        (false, true) => format!("{name}: nothing to change\n"),
        (false, false) => {
            let below = below(&library, &tag, clip, range);
            let hint = match below.as_slice() {
                [] => String::new(),
                [one] => format!("; {one} holds there"),
                [others @ .., last] => format!("; {} and {last} hold there", others.join(", ")),
            };
            format!("{name}: nothing to change{hint}\n")
        }
    })
}

/// Returns the tags below `tag`, such as `Gait.Run` below `Gait`, that a frame of the range has. A query for `tag` also
/// finds these frames.
fn below(library: &Library, tag: &Name, clip: ClipId, range: FrameRange) -> Vec<String> {
    let db = library.database();
    let below = db.tags().filter(|(name, _)| name.is_below(tag));
    let holding = below.filter(|(_, id)| {
        let ranges = db.tag_frames(*id).ranges(clip);
        ranges.iter().any(|held| held.overlaps(range))
    });
    holding.map(|(name, _)| name.to_string()).collect()
}
