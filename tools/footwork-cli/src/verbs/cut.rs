//! `footwork cut LIB 'Q' -o DIR`: writes each range that a query finds as a clip of its own.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;
use footwork_clip::{Limits, Mesh, ReadOptions, Skeleton, read_clip, read_mesh};
use footwork_library::Library;
use footwork_pipeline::{CutError, CutFormat, CutOptions, CutPlan, CutTemplate};
use serde::Serialize;

use crate::ask;
use crate::failure::Failure;
use crate::output::{Done, Speech, note};
use crate::plausible::PlausibleArgs;
use crate::reading::Reading;
use crate::source::LibraryArg;
use crate::table::{Cell, Table, cells, count};

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

Each piece has a sidecar with the tags and events of its frames. A piece of a BVH clip is BVH with
the same channels, units and numbers; other pieces are GLB. FBX pieces have the mesh of their
source, or of the file of --onto, and need rates that FBX holds. A mirrored twin gives its mirrored
motion; `Q - clip(\"*~mirrored\")` leaves twins out. A folder without settings gets a
footwork.toml with the length unit and the root of the pieces. If the folder has settings, BVH is
written in their unit. All pieces are written, or none.

With --onto, the whole clip is put on another skeleton before it is cut: joints are matched by
their roles, bones have the lengths of the other skeleton, and standing feet stay in place.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The query; `@NAME` is a saved one, `-` reads it from standard input.
    query: String,

    /// The folder for the pieces; it is created if necessary.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// The template for names of pieces, without extension. It may contain folders.
    #[arg(long, value_name = "TEMPLATE", default_value = "{clip}_{index:02}")]
    name: String,

    /// The format of all pieces. By default BVH for BVH clips, and GLB for others.
    #[arg(long = "as", value_name = "FORMAT", value_enum)]
    becomes: Option<PieceFormat>,

    /// Put the motion on the skeleton of another clip: its name in the library, or a clip file.
    #[arg(long, value_name = "CLIP")]
    onto: Option<String>,

    #[command(flatten)]
    plausible: PlausibleArgs,

    /// Show the pieces without writing them.
    #[arg(long)]
    dry_run: bool,

    /// Replace existing files and their sidecars.
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum PieceFormat {
    Bvh,
    Glb,
    Fbx,
}

#[derive(Serialize)]
struct Answer {
    query: String,
    folder: String,
    written: bool,
    settings: Option<String>,
    pieces: Table,
}

/// The largest number of mistakes to list; the others are only counted.
const MAX_SHOWN: usize = 10;

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let (library, mut reading) = args.library.open(speech)?;
    if !args.dry_run {
        reading.whole(KEPT)?;
    }
    let text = ask::text_for(&args.query, &library)?;
    let db = library.database();
    let (query, bound) = ask::parse(&text, db, &reading, speech)?;
    let name = CutTemplate::parse_for(&args.name, db)
        .map_err(|errors| Failure::in_text("--name", &args.name, errors))?;
    let found = Reading::tagged(&library, db.ranges(&bound)?);
    reading.note_unread(&library, speech);
    let cut = library.clips().ids();
    let cut = cut.filter(|&clip| !found.ranges(clip).is_empty());
    args.plausible.check(&library, cut)?;
    let whole = if args.dry_run {
        None
    } else {
        Some(reading.whole(KEPT)?)
    };
    let onto = args.onto.as_deref();
    let onto_mesh = onto.filter(|_| matches!(args.becomes, Some(PieceFormat::Fbx)));
    let options = CutOptions {
        name,
        format: args.becomes.map(|format| match format {
            PieceFormat::Bvh => CutFormat::Bvh,
            PieceFormat::Glb => CutFormat::Glb,
            PieceFormat::Fbx => CutFormat::Fbx,
        }),
        onto: match onto {
            Some(name) => Some(skeleton(name, &library, speech)?),
            None => None,
        },
        onto_mesh: onto_mesh.and_then(|name| mesh(name, &library, speech).map(Arc::new)),
        force: args.force,
    };
    if !args.dry_run {
        settle(&args.output, speech)?;
    }
    let plan = footwork_pipeline::plan_cut(&library, &found, &args.output, &options)
        .map_err(|errors| all_of(&errors))?;
    if let Some(whole) = whole {
        let written = plan.write(&library, &whole);
        speech.note(&written.map_err(|error| one(&error))?);
    }
    speech.note(plan.findings());
    let answer = Answer {
        query: query.to_string(),
        folder: plan.folder().display().to_string(),
        written: !args.dry_run,
        settings: plan.settings().map(str::to_owned),
        pieces: pieces(&plan, &library),
    };
    let done = speech.answer(
        &answer,
        || answer.pieces.csv(),
        || to_text(&answer, &plan, &library),
    )?;
    Ok(reading.end(done, speech))
}

const KEPT: &str = "nothing is cut";

/// Returns the skeleton of a clip of the library, or of a file outside it.
fn skeleton(name: &str, library: &Library, speech: Speech) -> Result<Arc<Skeleton>, Failure> {
    let clip = library.clips().iter().find(|(_, entry)| entry.name == name);
    let loaded = match clip {
        Some((clip, _)) => library.load(clip),
        None => {
            let limits = Limits::default();
            let bytes = footwork_store::read_existing(Path::new(name), limits.bytes);
            let bytes = bytes.map_err(|error| {
                let message = format!(
                    "--onto {name}: neither a clip of the library nor a readable file: {error}"
                );
                Failure::plain("unknown-clip", message)
            })?;
            read_clip(name, &bytes, None, &limits)
        }
    };
    let loaded = loaded.map_err(|error| {
        Failure::plain(error.code, format!("--onto {name}: {error}")).maybe_hint(error.hint.clone())
    })?;
    if let Some(choice) = &loaded.estimated_unit {
        let message = format!(
            "its length unit is estimated as {}: {}",
            choice.unit, choice.explanation
        );
        speech.note(&[note(name, "estimated-unit", message)]);
    }
    for finding in &loaded.findings {
        speech.note(&[note(name, finding.code, finding.message.clone())]);
    }
    Ok(Arc::clone(loaded.clip.skeleton()))
}

/// Returns the mesh that is bound to that skeleton. One that cannot be read is left out with a note.
fn mesh(name: &str, library: &Library, speech: Speech) -> Option<Mesh> {
    let clip = library.clips().iter().find(|(_, entry)| entry.name == name);
    let read = match clip {
        Some((clip, _)) => library.motion_source(clip).read_mesh(),
        None => {
            let options = ReadOptions::default();
            let bytes =
                footwork_store::read_existing(Path::new(name), options.limits.bytes).ok()?;
            read_mesh(name, &bytes, &options)
        }
    };
    read.unwrap_or_else(|error| {
        let message = format!("its mesh is left out: {error}");
        speech.note(&[note(name, error.code, message)]);
        None
    })
}

/// Completes or removes the unfinished work of killed cuts in the folder, and reports it.
fn settle(folder: &Path, speech: Speech) -> Result<(), Failure> {
    let shown = folder.display().to_string();
    let finished = footwork_pipeline::finish_cuts(folder)
        .map_err(|error| Failure::plain("not-saved", format!("{shown}: {error}")))?;
    if finished > 0 {
        let files = count(finished, "file");
        let message = format!("an interrupted cut in this folder has been completed: {files}");
        speech.note(&[note(&shown, "cut-finished", message)]);
    }
    Ok(())
}

fn one(error: &CutError) -> Failure {
    Failure::plain(error.code(), error.to_string()).maybe_hint(error.hint())
}

fn all_of(errors: &[CutError]) -> Failure {
    let shown = errors.iter().take(MAX_SHOWN).map(one);
    let hidden = errors.len().saturating_sub(MAX_SHOWN);
    let more = (hidden > 0)
        .then(|| Failure::plain("more", format!("{hidden} more pieces cannot be written")));
    let all = shown.chain(more).reduce(Failure::and);
    all.unwrap_or_else(|| Failure::plain("not-saved", "nothing could be cut"))
}

fn pieces(plan: &CutPlan, library: &Library) -> Table {
    let mut table = Table::new([
        "file", "clip", "start", "stop", "format", "spans", "events", "replaces",
    ]);
    for piece in plan.pieces() {
        let clip = library.clips()[piece.clip].name.as_str();
        let (start, stop) = (piece.range.start(), piece.range.stop());
        let counts = cells![piece.spans, piece.events, piece.replaces];
        let place = cells![piece.file.as_str(), clip, start, stop];
        let format = cells![piece.format.extension()];
        table.row(place.into_iter().chain(format).chain(counts));
    }
    table
}

fn to_text(answer: &Answer, plan: &CutPlan, library: &Library) -> String {
    if plan.pieces().is_empty() {
        return "no frame is found\n".to_owned();
    }
    let mut table = Table::default();
    for piece in plan.pieces() {
        table.row(cells![
            piece.file.as_str(),
            library.clips()[piece.clip].name.as_str(),
            piece.range.to_string(),
            Cell::count(piece.spans, "span"),
            Cell::count(piece.events, "event"),
            if piece.replaces { "replaces" } else { "" },
        ]);
    }
    let clips = count(plan.pieces().len(), "clip");
    let folder = &answer.folder;
    let settings = match answer.settings {
        Some(_) => " with a footwork.toml",
        None => "",
    };
    let end = if answer.written {
        format!("written to {folder}{settings}")
    } else {
        format!("would go to {folder}{settings}; nothing is written")
    };
    format!("{}\n{clips}: {end}\n", table.text("  "))
}
