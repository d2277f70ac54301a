//! `footwork tag apply LIB TAG --where 'Q'`: paints all frames that a query finds.

use serde::Serialize;

use crate::arguments::parse_name;
use crate::ask;
use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::reading::Reading;
use crate::source::{LibraryArg, edit};
use crate::table::{Table, cells, count};
use crate::vocabulary;

/// Paint all frames that a query finds, in all clips, as one edit. The frames lose other tags of the tag's `exclusive`
/// group.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    library: LibraryArg,
    /// The tag. Parts with special characters are quoted: `Gait."Hand made"`.
    tag: String,
    /// The query.
    #[arg(long = "where", value_name = "QUERY")]
    query: String,
}

#[derive(Serialize)]
struct Answer<'a> {
    changed: bool,
    tag: &'a str,
    query: String,
    clips: Vec<Painted<'a>>,
}

#[derive(Serialize)]
struct Painted<'a> {
    clip: &'a str,
    ranges: Vec<[u32; 2]>,
}

pub(super) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let tag = parse_name(&args.tag).map_err(|failure| failure.in_name("tag", &args.tag))?;
    let (mut library, mut reading) = args.library.open(speech)?;
    reading.whole(KEPT)?;
    vocabulary::hint_at(&library, &tag, speech);
    let text = &args.query;
    let (query, bound) = ask::parse(text, library.database(), &reading, speech)?;
    let found = Reading::of_whole_clips(&library, library.database().ranges(&bound)?);
    reading.note_unread(&library, speech);
    if text.contains('{') {
        speech.note(&library.assumptions());
    }
    let whole = reading.whole(KEPT)?;
    let painting = library.painting(&tag, &found);
    let changed = edit(&mut library, &painting, &whole, speech)?;
    // Edit only originals: mirrored twins follow them.
    let originals = library
        .clips()
        .iter()
        .filter(|(_, e)| e.mirror_of.is_none());
    let clips = originals.filter_map(|(clip, entry)| {
        let ranges = found.ranges(clip).iter();
        let ranges: Vec<_> = ranges.map(|range| [range.start(), range.stop()]).collect();
        let clip = entry.name.as_str();
        (!ranges.is_empty()).then_some(Painted { clip, ranges })
    });
    let answer = Answer {
        changed,
        tag: tag.as_str(),
        query: query.to_string(),
        clips: clips.collect(),
    };
    let done = speech.answer(&answer, || to_csv(&answer), || to_text(&answer))?;
    Ok(reading.end(done, speech))
}

const KEPT: &str = "nothing is tagged";

fn to_csv(answer: &Answer<'_>) -> String {
    let mut table = Table::new(["tag", "clip", "start", "stop"]);
    for painted in &answer.clips {
        for &[start, stop] in &painted.ranges {
            table.row(cells![answer.tag, painted.clip, start, stop]);
        }
    }
    table.csv()
}

fn to_text(answer: &Answer<'_>) -> String {
    let mut table = Table::default();
    for painted in &answer.clips {
        let ranges = painted.ranges.iter();
        let ranges: Vec<_> = ranges
            .map(|[start, stop]| format!("[{start}, {stop})"))
            .collect();
        table.row(cells![painted.clip, ranges.join(" ")]);
    }
    let clips = count(answer.clips.len(), "clip");
    match (answer.clips.is_empty(), answer.changed) {
        (true, _) => "no frame is found\n".to_owned(),
        (_, true) => format!(
            "{}\n{clips}: {} now holds there\n",
            table.text("  "),
            answer.tag
        ),
        (_, false) => format!("{clips}: nothing to change\n"),
    }
}
