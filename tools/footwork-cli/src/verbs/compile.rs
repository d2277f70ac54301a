//! `footwork compile LIB [-o FILE.tagdb]`: a library as one file for the run time.

use std::path::{Path, PathBuf};

use footwork::tags::{FrameTable, Query};
use footwork_library::Library;

use crate::ask;
use crate::failure::Failure;
use crate::output::{Done, Speech, note};
use crate::source::LibraryArg;
use crate::table::count;
use crate::tagdb;
use footwork_sidecar::{Finding, Severity};

/// Write the clips, tags and events of a library as one .tagdb file, which games open and which
/// `info`, `query` and `timeline` read.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork compile samples
  footwork compile samples -o build/motion.tagdb --strict
  footwork query samples.tagdb 'Gait.Run - Direction.Turn'
  footwork compile samples --table Gait.Run --table 'Phase.Takeoff | Phase.Land'

Clips and sidecars that cannot be read are named and left out, and the answer counts them; the
command then exits with 0. With --strict it writes nothing and exits with 1.

Tags and events of the vocabulary are in the file even if no clip has them. The motion of clips,
saved queries and colours are not. The same library gives the same bytes.

With --table the file says of every frame which of the queries hold, eight bytes a frame, so that
a game looks that up without evaluating them: `Database::frame_table` in Rust.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The file to write; an existing one is replaced by renaming the new one over it, so that programs
    /// that have the old one open keep it. By default NAME.tagdb in the current folder, where NAME is that of
    /// the library's folder.
    #[arg(short, long, value_name = "FILE.tagdb")]
    output: Option<PathBuf>,

    /// If a clip or sidecar cannot be read, write nothing, keep the existing file, and exit with 1.
    /// By default, what cannot be read is left out.
    #[arg(long)]
    strict: bool,

    /// Add a query to the table of the file, or @NAME for a saved one; once for each, up to 64. Queries with { … }
    /// or similar(…) need motion, and are refused.
    #[arg(long, value_name = "QUERY")]
    table: Vec<String>,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    // A wrong name is found before the work.
    let given = args.output.as_deref().map(tagdb::check_name).transpose()?;
    let library = args.library.open(speech)?;
    let file = match given {
        Some(path) => path.to_owned(),
        None => tagdb::default_file(&library)?,
    };
    let left_out = library.left_out().len();
    if args.strict && left_out > 0 {
        speech.note(&[not_written(&file, left_out)]);
        return Ok(Done::text(String::new()).finding(true));
    }
    let bytes = match args.table.as_slice() {
        [] => library.database().to_bytes(),
        queries => with_table(queries, &library, speech)?,
    };
    let compiled = tagdb::compile(&library, &file, &bytes)?;
    let text = || format!("{}\n", compiled.line());
    speech.answer(&compiled, || compiled.table().csv(), text)
}

/// Returns the bytes of the library's database with a table of these queries.
fn with_table(queries: &[String], library: &Library, speech: Speech) -> Result<Vec<u8>, Failure> {
    let db = library.database();
    let texts = queries.iter().map(|query| ask::text_for(query, library));
    let texts: Vec<String> = texts.collect::<Result<_, _>>()?;
    let parsed = texts
        .iter()
        .map(|text| ask::parse(text, db, speech).map(|(query, _)| query));
    let parsed: Vec<Query<'_>> = parsed.collect::<Result<_, _>>()?;
    let mut table =
        FrameTable::new(parsed).map_err(|error| Failure::plain("too-large", error.to_string()))?;
    db.to_bytes_with(&mut table).map_err(|error| {
        let text = texts.get(error.index).map_or("", String::as_str);
        let errors = error.errors.iter().map(|error| error.to_diagnostic());
        Failure::in_text("query", text, errors)
    })
}

/// Why `--strict` wrote nothing.
fn not_written(file: &Path, left_out: usize) -> Finding {
    let state = match file.exists() {
        true => "it stays as it was",
        false => "it is not written",
    };
    let files = count(left_out, "file");
    Finding {
        severity: Severity::Error,
        ..note(
            &file.display().to_string(),
            "left-out",
            format!("{state}, as {files} could not be read"),
        )
    }
}
