//! `footwork cut LIB 'Q' -o DIR`: writes each range that a query finds as a separate clip.

use std::path::PathBuf;

use footwork_library::Library;
use footwork_pipeline::{Derived, Edit};
use serde::Serialize;

use super::retarget;
use crate::derived::{self, ClipFormat, Destination, Shown};
use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::output_file::no_dash;
use crate::plausible::PlausibleArgs;
use crate::source::LibraryArg;
use crate::table::{Cell, Table, cells};

/// Write each range that a query finds as a clip of its own, with its tags and events.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork cut samples 'Gait.Walk' -o walks
  footwork cut samples 'Gait' -o cuts --name '{tag:Gait}/{clip}_{index:02}' --dry-run
  footwork cut samples 'Gait.Walk' -o cmu --onto cmu/playground_turn_right_jump_01.bvh

Placeholders of the template:

  {clip}           the clip's name without folders and extension
  {folder}         the folder of the clip in its library
  {tag:Gait}       the tag below Gait on most frames of the range, or `none`
  {index}          the number of the range in its clip, from 0
  {start}, {stop}  the frames of the range
  {index:02}       a number with at least two digits
  {{, }}           braces

Each piece has a sidecar with the tags and events of its frames. A piece of a
BVH clip is BVH with the same channels, units and numbers; other pieces are
GLB. FBX pieces have the mesh of their source, or of the file of --onto, and
their rate must be one that FBX can store. The piece of a mirrored twin has
mirrored motion; `Q - clip(\"*~mirrored\")` leaves twins out. A folder without
settings gets a footwork.toml with the length unit and the root of the pieces.
If the folder has settings, BVH is written in their unit. All pieces are
written, or none.

With --onto, the whole clip is put on another skeleton before it is cut. Joints
are matched by their roles, and bones have the lengths of the other skeleton.
Standing feet stay in place, and hands touch what they touched. The other
skeleton may be a character without animation, or one of many animations, as in
`moves.glb#Idle`.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The query, `@NAME` for a saved query, or `-` to read it from standard input.
    query: String,

    /// The folder for the pieces; it is created if necessary.
    #[arg(short, long, value_name = "DIR", value_parser = no_dash())]
    output: PathBuf,

    /// The template for names of pieces, without extension. It may contain folders.
    #[arg(long, value_name = "TEMPLATE", default_value = "{clip}_{index:02}")]
    name: String,

    /// The format of all pieces. By default BVH for BVH clips and GLB for others, and always GLB on a character whose
    /// meshes are kept.
    #[arg(long = "as", value_name = "FORMAT", value_enum)]
    becomes: Option<ClipFormat>,

    /// Put the motion on another skeleton: that of a clip in the library, or of a file, as in
    /// `moves.glb#Idle`.
    #[arg(long, value_name = "CLIP")]
    onto: Option<String>,

    #[command(flatten)]
    plausible: PlausibleArgs,

    /// Make the pieces without writing them, which shows every failure.
    #[arg(long)]
    dry_run: bool,

    /// Replace existing files and their sidecars.
    #[arg(long)]
    force: bool,
}

#[derive(Serialize)]
struct Answer {
    query: String,
    folder: String,
    written: bool,
    settings: Option<String>,
    pieces: Table,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let selected = derived::select(
        &args.library,
        &args.query,
        args.plausible,
        args.dry_run,
        speech,
    )?;
    let edit = match &args.onto {
        Some(name) => retarget::onto(name, None, &selected.library, speech)?,
        None => Edit::Cut,
    };
    let to = Destination {
        folder: &args.output,
        name: &args.name,
        format: args.becomes,
        force: args.force,
        dry_run: args.dry_run,
    };
    let made = derived::make(&selected, &selected.found, edit, &to, speech)?;
    let answer = Answer {
        query: selected.query.clone(),
        folder: args.output.display().to_string(),
        written: !args.dry_run,
        settings: made.settings,
        pieces: pieces(&made.derived, &selected.library),
    };
    let done = speech.answer(
        &answer,
        || answer.pieces.csv(),
        || to_text(&answer, &made.derived, &selected.library),
    )?;
    Ok(selected.reading.end(done, speech))
}

fn pieces(derived: &Derived, library: &Library) -> Table {
    let mut table = Table::new([
        "file", "clip", "start", "stop", "format", "spans", "events", "replaces",
    ]);
    for piece in &derived.clips {
        let clip = library.clips()[piece.clip].name.as_str();
        let (start, stop) = (piece.range.start(), piece.range.stop());
        let counts = cells![piece.spans, piece.events, piece.replaces];
        let place = cells![piece.file.as_str(), clip, start, stop];
        let format = cells![piece.format.extension()];
        table.row(place.into_iter().chain(format).chain(counts));
    }
    table
}

fn to_text(answer: &Answer, derived: &Derived, library: &Library) -> String {
    if derived.clips.is_empty() {
        return "no frame is found\n".to_owned();
    }
    let mut table = Table::default();
    for piece in &derived.clips {
        table.row(cells![
            piece.file.as_str(),
            library.clips()[piece.clip].name.as_str(),
            piece.range.to_string(),
            Cell::count(piece.spans, "span"),
            Cell::count(piece.events, "event"),
            if piece.replaces { "replaces" } else { "" },
        ]);
    }
    let shown = Shown {
        clips: derived.clips.len(),
        folder: &answer.folder,
        has_settings: answer.settings.is_some(),
        is_written: answer.written,
    };
    format!("{}\n{}\n", table.text("  "), shown.end())
}
