//! `footwork cut LIB 'Q' -o DIR`: each range that a query finds as a clip of its own.

use std::path::PathBuf;

use clap::ValueEnum;
use footwork::tags::Query;
use footwork_library::{CutError, CutFormat, CutOptions, CutPlan, Library, Piece, Template};
use serde::Serialize;

use crate::ask;
use crate::failure::Failure;
use crate::output::{Done, Format, Speech, csv_row};
use crate::source::LibraryArg;
use crate::table::{Table, count};

/// Write each range that a query finds as a clip of its own, with its tags and events.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork cut samples 'Gait.Walk' -o walks
  footwork cut samples 'Gait' -o cuts --name '{tag:Gait}/{clip}_{index:02}' --dry-run

Places in the template: {clip} without folders and extension, {folder} of the clip in its library,
{tag:Gait} the child of Gait that holds on most of the range, or none, {index} from 0 in each clip,
{start} and {stop} in frames; {index:02} has at least two digits, and {{ and }} are braces.

Each piece has a sidecar with the tags and events of its frames. Pieces of BVH clips are BVH with
channels, units and numbers as they are; others are GLB. A mirrored twin gives its mirrored motion;
`Q - clip(\"*~mirrored\")` leaves twins out. All pieces are written, or none.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The query; `@NAME` is a saved one, `-` reads it from standard input.
    query: String,

    /// The folder for the pieces, which is made if need be.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// What the pieces are called, without extension; folders are allowed.
    #[arg(long, value_name = "TEMPLATE", default_value = "{clip}_{index:02}")]
    name: String,

    /// What the pieces become, whatever the clips are.
    #[arg(long = "as", value_name = "FORMAT", value_enum)]
    becomes: Option<PieceFormat>,

    /// Only show what would be written.
    #[arg(long)]
    dry_run: bool,

    /// Replace files that are there, and their sidecars.
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum PieceFormat {
    Bvh,
    Glb,
}

#[derive(Serialize)]
struct Answer<'a> {
    query: String,
    folder: String,
    written: bool,
    pieces: Vec<Written<'a>>,
}

#[derive(Serialize)]
struct Written<'a> {
    file: &'a str,
    clip: &'a str,
    start: u32,
    stop: u32,
    format: &'static str,
    spans: usize,
    events: usize,
    replaces: bool,
}

/// More mistakes than this are only counted.
const MOST_SHOWN: usize = 10;

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let library = args.library.open(speech)?;
    let text = ask::read_for(&args.query, &library)?;
    let db = library.database();
    let (query, bound) =
        Query::parse_for(&text, db).map_err(|errors| Failure::in_query(&text, &errors))?;
    for hint in bound.hints() {
        speech.errors.hint(&text, hint);
    }
    let name = Template::parse_for(&args.name, db)
        .map_err(|errors| Failure::in_text("--name", &args.name, errors))?;
    let found = db.ranges(&bound);
    let unread = library.take_unread();
    speech.errors.note(&unread);
    speech.errors.note(&library.take_lacking());
    if !unread.is_empty() {
        let message = "nothing is cut, as the motion of some clips could not be read";
        return Err(Failure::plain("unreadable", message));
    }
    let options = CutOptions {
        name,
        format: args.becomes.map(|format| match format {
            PieceFormat::Bvh => CutFormat::Bvh,
            PieceFormat::Glb => CutFormat::Glb,
        }),
        force: args.force,
    };
    let plan = library
        .plan_cut(&found, &args.output, &options)
        .map_err(|errors| all_of(&errors))?;
    if !args.dry_run {
        plan.write(&library).map_err(|error| one(&error))?;
    }
    speech.errors.note(plan.findings());
    let answer = Answer {
        query: query.to_string(),
        folder: plan.folder().display().to_string(),
        written: !args.dry_run,
        pieces: pieces(&plan, &library),
    };
    match speech.format {
        Format::Json => Done::json(&answer),
        Format::Csv => Ok(Done::csv(to_csv(&answer))),
        Format::Table => Ok(Done::text(to_table(&answer))),
    }
}

fn one(error: &CutError) -> Failure {
    Failure::plain(error.code(), &error.to_string()).hint(error.hint())
}

fn all_of(errors: &[CutError]) -> Failure {
    let shown = errors.iter().take(MOST_SHOWN).map(one);
    let hidden = errors.len().saturating_sub(MOST_SHOWN);
    let more = (hidden > 0).then(|| {
        let message = format!("{hidden} more pieces cannot be written");
        Failure::plain("more", &message)
    });
    let all = shown.chain(more).reduce(Failure::and);
    all.unwrap_or_else(|| Failure::plain("not-saved", "nothing could be cut"))
}

fn pieces<'a>(plan: &'a CutPlan, library: &'a Library) -> Vec<Written<'a>> {
    let written = |piece: &'a Piece| Written {
        file: &piece.file,
        clip: &library.clips()[piece.clip].name,
        start: piece.range.start(),
        stop: piece.range.stop(),
        format: piece.format.extension(),
        spans: piece.spans,
        events: piece.events,
        replaces: piece.replaces,
    };
    plan.pieces().iter().map(written).collect()
}

fn to_csv(answer: &Answer<'_>) -> String {
    let header = [
        "file", "clip", "start", "stop", "format", "spans", "events", "replaces",
    ];
    let mut text = csv_row(&header.map(str::to_owned));
    for piece in &answer.pieces {
        text += &csv_row(&[
            piece.file.to_owned(),
            piece.clip.to_owned(),
            piece.start.to_string(),
            piece.stop.to_string(),
            piece.format.to_owned(),
            piece.spans.to_string(),
            piece.events.to_string(),
            piece.replaces.to_string(),
        ]);
    }
    text
}

fn to_table(answer: &Answer<'_>) -> String {
    if answer.pieces.is_empty() {
        return "no frame is such\n".to_owned();
    }
    let mut table = Table::with_numbers(&[3, 4]);
    for piece in &answer.pieces {
        let replaces = if piece.replaces { "replaces" } else { "" };
        table.row([
            piece.file.to_owned(),
            piece.clip.to_owned(),
            format!("[{}, {})", piece.start, piece.stop),
            count(piece.spans, "span"),
            count(piece.events, "event"),
            replaces.to_owned(),
        ]);
    }
    let clips = count(answer.pieces.len(), "clip");
    let end = match answer.written {
        true => format!("written to {}", answer.folder),
        false => format!("would go to {}; nothing is written", answer.folder),
    };
    format!("{}\n{clips}: {end}\n", table.print("  "))
}
