//! `footwork import LIB FILE --from FORMAT`: reads tags and events of other programs.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use footwork::tags::ClipId;
use footwork_library::{Library, Whole};
use footwork_pipeline::{
    Addition, ImportSource, ImportedRows, MAX_IMPORT_BYTES, PlacedRows, add_placed, read_babel,
    read_bids, read_csv, read_cut_list, read_eaf, read_glb, read_unreal,
};
use footwork_sidecar::{Finding, Severity};
use serde::Serialize;

use crate::failure::Failure;
use crate::input::{self, STDIN, STDIN_NAME};
use crate::output::{Done, Speech, note};
use crate::source::{LibraryArg, edit_by};
use crate::table::{Table, cells, count};

/// Add the tags and events in a file of another program.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork import samples tags.csv --from csv --dry-run
  footwork import samples walk_events.tsv --from bids --clip walk
  footwork import samples walk.eaf --from eaf

Existing tags and events stay. An existing span is not added again, nor is an event with the same
data at the same time, to the precision of the file. A file is imported as one edit, which `undo`
undoes.

A row is wrong if it cannot be read, names no clip of the library, or lies outside its clip. All
wrong rows are listed, and nothing changes. With --skip-bad, the other rows are imported, and a
span that only ends outside its clip is trimmed with a warning. Times in seconds are rounded to
the nearest frame, and a note lists times between frames. The formats are the ones that
`footwork export --help` lists, and babel, the JSON of the BABEL dataset, whose categories become
tags such as Action.walk. With babel and cut-list, clips that are not in the library are skipped.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The file to read; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The format.
    #[arg(long, value_enum)]
    from: Origin,

    /// The clip of a bids, eaf or glb file that names no clip. By default it is taken from the name of the file.
    #[arg(long, value_name = "CLIP")]
    clip: Option<String>,

    /// Skip rows with errors, trim spans that start in their clip and end after it, and import the rest.
    #[arg(long)]
    skip_bad: bool,

    /// Show the tags and events without adding them.
    #[arg(long)]
    dry_run: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Origin {
    Csv,
    Bids,
    Eaf,
    CutList,
    Babel,
    Glb,
    Unreal,
}

impl Origin {
    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    fn read(self, bytes: &[u8], source: &ImportSource<'_>) -> ImportedRows {
        match self {
            Self::Csv => read_csv(bytes, source),
            Self::Bids => read_bids(bytes, source),
            Self::Eaf => read_eaf(bytes, source),
            Self::CutList => read_cut_list(bytes, source),
            Self::Babel => read_babel(bytes, source),
            Self::Glb => read_glb(bytes, source),
            Self::Unreal => read_unreal(bytes, source),
        }
    }
}

#[derive(Serialize)]
struct Answer {
    format: String,
    written: bool,
    skipped: usize,
    clips: Table,
}

/// The largest number of listed problems of a file; further ones are only counted.
const MAX_SHOWN: usize = 20;

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let (mut library, reading) = args.library.open(speech)?;
    let file = if is_dash(&args.file) {
        STDIN_NAME.to_owned()
    } else {
        args.file.display().to_string()
    };
    let bytes = input::file_or_stdin(&args.file, MAX_IMPORT_BYTES)
        .map_err(|message| Failure::plain("unreadable", message))?;
    let stem = named_after(&args.file);
    let named = stem.filter(|stem| args.from != Origin::Csv && library.find_clip(stem).is_ok());
    let find_first = |bytes: &[u8]| {
        let source = |clip| ImportSource { file: &file, clip };
        let found = args.from.read(bytes, &source(args.clip.as_deref()));
        let is_unnamed = found.findings.iter().any(|f| f.code == "missing-clip");
        match (&named, is_unnamed) {
            (Some(stem), true) => args.from.read(bytes, &source(Some(stem))),
            _ => found,
        }
    };
    let found = find_first(&bytes);
    let mut placed = if args.skip_bad {
        footwork_pipeline::place_trimmed_rows(&library, found, &file)
    } else {
        footwork_pipeline::place_rows(&library, found, &file)
    };
    let (errors, others): (Vec<Finding>, Vec<Finding>) = placed
        .findings
        .iter()
        .cloned()
        .partition(|finding| finding.severity == Severity::Error);
    speech.note(&capped(&others, &file));
    let names_unknown = errors.iter().any(|error| error.code == "unknown-clip");
    if args.skip_bad && !placed.is_refused {
        speech.note(&capped(&errors, &file));
    } else if !errors.is_empty() {
        let is_unread = names_unknown && reading.first().is_some();
        return Err(refuse(&errors, &placed, &file, &bytes).unread_if(is_unread));
    }
    let reading = match args.from {
        // These formats skip clips that the library lacks, so it does not matter which clips could not be read.
        Origin::Babel | Origin::CutList => reading,
        _ if names_unknown => reading,
        _ => {
            let named: Vec<ClipId> = placed.clips.iter().map(|placed| placed.clip).collect();
            reading.only(&library, &named)
        }
    };
    let whole = reading.whole("nothing is imported")?;
    placed.clips.retain(|placed| library.is_whole(placed.clip));
    let additions = additions(args, &mut library, &placed, &whole, speech)?;
    let done = answer(args, &library, placed.refused, &additions, speech)?;
    Ok(reading.end(done, speech))
}

fn additions(
    args: &Args,
    library: &mut Library,
    placed: &PlacedRows,
    whole: &Whole,
    speech: Speech,
) -> Result<Vec<Addition>, Failure> {
    if args.dry_run {
        return Ok(footwork_pipeline::additions(library, placed));
    }
    let name = if is_dash(&args.file) {
        "-".into()
    } else {
        args.file.file_name().unwrap_or_default().to_string_lossy()
    };
    let label = format!("import {name} --from {}", args.from.name());
    let added = edit_by(library, whole, speech, |library, editor| {
        add_placed(library, editor, &label, placed)
    });
    Ok(added?.additions)
}

/// Returns whether a path means standard input.
fn is_dash(path: &Path) -> bool {
    path.as_os_str() == STDIN
}

/// Returns the first findings; if there are more, adds a note with their number.
fn capped(findings: &[Finding], file: &str) -> Vec<Finding> {
    let more = findings.len().saturating_sub(MAX_SHOWN);
    let mut shown: Vec<Finding> = findings.iter().take(MAX_SHOWN).cloned().collect();
    if let (Some(last), true) = (shown.last(), more > 0) {
        shown.push(Finding {
            severity: last.severity,
            ..note(file, "more-findings", format!("{more} more are not shown"))
        });
    }
    shown
}

/// Returns the clip after which a file is probably named, such as `walk` for `walk_events.tsv`.
fn named_after(path: &Path) -> Option<String> {
    let stem = path.file_stem()?.to_str()?;
    Some(stem.strip_suffix("_events").unwrap_or(stem).to_owned())
}

fn refuse(errors: &[Finding], placed: &PlacedRows, file: &str, bytes: &[u8]) -> Failure {
    let shown = errors.iter().take(MAX_SHOWN).map(|finding| {
        Failure::plain(finding.code, finding.message.as_str()).in_bytes(
            file,
            bytes,
            finding.position,
        )
    });
    let more = (errors.len() > MAX_SHOWN).then(|| {
        let rows = placed.refused;
        let message = format!("{rows} rows of {file} cannot be imported; these are the first");
        Failure::plain("more-findings", message)
    });
    let hint = if placed.is_refused {
        "nothing has changed"
    } else {
        "nothing has changed; --skip-bad imports the other rows"
    };
    let end = Failure::plain("not-imported", format!("{file} is not imported")).hint(hint);
    shown
        .chain(more)
        .chain([end])
        .reduce(Failure::and)
        .unwrap_or_else(|| Failure::plain("not-imported", "the file is not imported"))
}

fn answer(
    args: &Args,
    library: &Library,
    skipped: usize,
    additions: &[Addition],
    speech: Speech,
) -> Result<Done, Failure> {
    let mut clips = Table::new(["clip", "spans", "events", "already"]);
    let mut text = Table::default();
    let (mut spans, mut events) = (0, 0);
    for addition in additions {
        let name = library.clips()[addition.clip].name.as_str();
        let already = addition.already;
        clips.row(cells![name, addition.spans, addition.events, already]);
        text.row(cells![
            name,
            count(addition.spans, "span"),
            count(addition.events, "event"),
            (already > 0).then(|| format!("{already} there already")),
        ]);
        spans += addition.spans;
        events += addition.events;
    }
    let answer = Answer {
        format: args.from.name(),
        written: !args.dry_run,
        skipped,
        clips,
    };
    speech.answer(
        &answer,
        || answer.clips.csv(),
        || {
            let skipped = match skipped {
                0 => String::new(),
                skipped => format!(", {skipped} skipped"),
            };
            let end = if args.dry_run {
                "nothing is written"
            } else {
                "added"
            };
            let gap = if additions.is_empty() { "" } else { "\n" };
            let (spans, events) = (count(spans, "span"), count(events, "event"));
            format!(
                "{}{gap}{spans}, {events}{skipped}: {end}\n",
                text.text("  ")
            )
        },
    )
}
