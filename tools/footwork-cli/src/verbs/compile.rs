//! `footwork compile LIB [-o FILE.tagdb] [--poses]`: writes a library as the files that games read.

use std::path::PathBuf;

use footwork::tags::{FrameTable, Query};
use footwork_library::Library;

use crate::ask;
use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::pose_file::{self, Precision};
use crate::reading::Reading;
use crate::source::LibraryArg;
use crate::tagdb;

/// Write the clips, tags and events of a library to one .tagdb file for games, `info`, `query` and `timeline`.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork compile samples
  footwork compile samples -o build/motion.tagdb
  footwork query samples.tagdb 'Gait.Run - Direction.Turn'
  footwork compile samples --poses --precision 0.5mm
  footwork compile samples --table Gait.Run --table 'Phase.Takeoff | Phase.Land'

If a clip, sidecar or folder cannot be read, nothing is written, an existing file stays, and the
exit code is 1. With --partial, unreadable files are left out, and the answer counts them.

Tags and events of the vocabulary are in the file even if no clip has them. The motion of clips,
saved queries and colours are not. The same library gives the same bytes.

With --poses, the motion is written too, compressed, to a .fwposes file next to
the .tagdb: skeletons, clips, the root, standing feet, and the search index of
each skeleton, at 60 frames per second. A body with legs is stored from the hips
on: joints above the hips become part of the hips, and joints that do not descend
from them are left out. Mirrored twins share the motion of their originals. The
answer gives the size of the motion per minute, without indexes, and the largest
measured error.

With --table, the file also stores which of the queries hold on each frame, in
8 bytes per frame. A game then looks up the result instead of evaluating a
query, in Rust with `Database::frame_table`.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The file to write. An existing file is replaced; programs that have the old file open keep reading it. By
    /// default this is NAME.tagdb in the current folder, and NAME is the name of the library's folder.
    #[arg(short, long, value_name = "FILE.tagdb")]
    output: Option<PathBuf>,

    /// Has no effect: this is the default without --partial.
    #[arg(long, hide = true, conflicts_with = "partial")]
    strict: bool,

    /// Add a query, or @NAME for a saved one, to the table of the file. Repeat this option for up to 64 queries.
    /// Queries with { … } or similar(…) need motion and are refused.
    #[arg(long, value_name = "QUERY")]
    table: Vec<String>,

    /// Also write the motion, compressed, to a .fwposes file next to the .tagdb.
    #[arg(long)]
    poses: bool,

    /// The largest error of the compressed motion, such as 0.5mm, at a point 3 cm from a joint. The default is 0.1mm.
    /// Repeat this option with QUERY=0.02mm, or @NAME=0.02mm for a saved query, to set the error for the clips that
    /// the query finds. If several queries find a clip, the last one counts.
    #[arg(long, value_name = "[QUERY=]LENGTH", requires = "poses")]
    precision: Vec<String>,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    // Check the name before doing the work.
    let given = args.output.as_deref().map(tagdb::check_name).transpose()?;
    let (library, reading) = args.library.open(speech)?;
    let file = match given {
        Some(path) => path.to_owned(),
        None => tagdb::default_file(&library)?,
    };
    let whole = reading.whole(&tagdb::kept(&file))?;
    let bytes = match args.table.as_slice() {
        [] => library.database().to_bytes(),
        queries => with_table(queries, &library, &reading, speech)?,
    };
    let poses = if args.poses {
        let precision = Precision::new(&args.precision, &library, &reading, speech)?;
        Some(pose_file::compress(&library, &precision, &file, speech)?)
    } else {
        None
    };
    let written = poses.map(|poses| poses.save(&whole, speech)).transpose()?;
    let mut compiled = tagdb::compile(&library, &file, &bytes, &whole, speech)?;
    compiled.poses = written;
    let text = || format!("{}\n", compiled.line());
    let done = speech.answer(&compiled, || compiled.table().csv(), text)?;
    Ok(reading.end(done, speech))
}

/// Returns the bytes of the library's database with a table of the given queries.
fn with_table(
    queries: &[String],
    library: &Library,
    reading: &Reading,
    speech: Speech,
) -> Result<Vec<u8>, Failure> {
    let db = library.database();
    let texts = queries.iter().map(|query| ask::text_for(query, library));
    let texts: Vec<String> = texts.collect::<Result<_, _>>()?;
    let parsed = texts
        .iter()
        .map(|text| ask::parse(text, db, reading, speech).map(|(query, _)| query));
    let parsed: Vec<Query<'_>> = parsed.collect::<Result<_, _>>()?;
    let mut table =
        FrameTable::new(parsed).map_err(|error| Failure::plain("too-large", error.to_string()))?;
    db.to_bytes_with(&mut table).map_err(|error| {
        let text = texts.get(error.index).map_or("", String::as_str);
        let errors = error.errors.iter().map(|error| error.to_diagnostic());
        Failure::in_text("query", text, errors)
    })
}
