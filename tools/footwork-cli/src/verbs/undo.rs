//! `footwork undo LIB [--skip]` and `footwork redo LIB`: the last edit taken back, or given up, and made
//! again.

use footwork_library::{EditError, Editor, Saved};
use footwork_store::StoreError;
use serde_json::json;

use crate::failure::Failure;
use crate::output::{Done, Format, Speech, csv_row};
use crate::source::LibraryArg;

/// Take the last edit of the library back, whichever program made it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork undo samples
  footwork undo samples --skip

An edit of many clips is taken back as one. What others changed in the same files since then stays. Where
they changed the very same spans, the edit is not taken back, and nothing is changed: --skip gives it up,
which leaves the files as they are, so that the edits before it can be taken back. An edit that is not there
any more, as on a branch that never had it, is given up by itself.")]
pub(crate) struct UndoArgs {
    #[command(flatten)]
    library: LibraryArg,

    /// Give the last edit up: it stays, and can neither be taken back nor made again.
    #[arg(long)]
    skip: bool,
}

/// Make the edit again that was taken back last.
#[derive(clap::Args)]
#[command(after_help = "Example:
  footwork redo samples")]
pub(crate) struct RedoArgs {
    #[command(flatten)]
    library: LibraryArg,
}

/// What a verb does with the last edit.
struct Turn {
    turn: fn(&mut Editor) -> Result<Option<Saved>, EditError>,
    /// What was done, and what there was nothing to do it to.
    done: &'static str,
    infinitive: &'static str,
    /// What follows from it that is not plain.
    end: &'static str,
    is_skip: bool,
}

const UNDO: Turn = Turn {
    turn: Editor::undo,
    done: "taken back",
    infinitive: "take back",
    end: "",
    is_skip: false,
};

const REDO: Turn = Turn {
    turn: Editor::redo,
    done: "made again",
    infinitive: "make again",
    ..UNDO
};

const SKIP: Turn = Turn {
    turn: Editor::discard_last,
    done: "given up",
    infinitive: "give up",
    end: ": it stays and cannot be taken back any more, but the edits before it can",
    is_skip: true,
};

/// What is said of an edit that others took back before.
const GONE: &str =
    ": it was not there any more, so nothing is changed, and redo will not make it again";

pub(crate) fn undo(args: &UndoArgs, speech: Speech) -> Result<Done, Failure> {
    match args.skip {
        true => run(&args.library, &SKIP, speech),
        false => run(&args.library, &UNDO, speech),
    }
}

pub(crate) fn redo(args: &RedoArgs, speech: Speech) -> Result<Done, Failure> {
    run(&args.library, &REDO, speech)
}

fn run(library: &LibraryArg, turn: &Turn, speech: Speech) -> Result<Done, Failure> {
    let turned = (turn.turn)(&mut library.open(speech)?.editor());
    let turned = turned.map_err(|error| refused(error, turn))?;
    let was_gone = turned.as_ref().is_some_and(|turned| turned.was_gone);
    let (label, files) = match &turned {
        Some(turned) => (Some(turned.label.as_str()), turned.files.as_slice()),
        None => (None, &[][..]),
    };
    match speech.format {
        Format::Json => Done::json(&match turn.is_skip || was_gone {
            true => json!({ "edit": label, "files": files, "skipped": true }),
            false => json!({ "edit": label, "files": files }),
        }),
        Format::Csv => {
            let header = csv_row(&["edit", "file"].map(str::to_owned));
            let rows = files
                .iter()
                .map(|file| csv_row(&[label.unwrap_or_default().to_owned(), file.clone()]));
            Ok(Done::csv(header + &rows.collect::<String>()))
        }
        Format::Table => {
            let (done, end) = match was_gone {
                true => ("given up", GONE),
                false => (turn.done, turn.end),
            };
            Ok(Done::text(match (label, files) {
                (Some(label), [file]) => format!("{done}: {label} ({file}){end}\n"),
                (Some(label), files) => format!("{done}: {label} ({} files){end}\n", files.len()),
                (None, _) => format!("there is nothing to {}\n", turn.infinitive),
            }))
        }
    }
}

/// An undo that others are in the way of need not be in the way of all before it.
fn refused(error: EditError, turn: &Turn) -> Failure {
    let is_conflict = matches!(error, EditError::Store(StoreError::Conflict { .. }));
    let failure = Failure::from(error);
    match is_conflict && turn.done == UNDO.done {
        true => failure.hint(Some(
            "edit the file by hand, or restore it from version control; or give this step up with \
             --skip, so that older ones can be taken back"
                .to_owned(),
        )),
        false => failure,
    }
}
