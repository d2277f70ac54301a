//! `footwork undo LIB [--discard]` and `footwork redo LIB`: undoes, discards or redoes the user's last edit.

use footwork_library::{EditError, Editor, Saved};
use footwork_store::{Action, StoreError};
use serde_json::json;

use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::source::{LibraryArg, edit_by};
use crate::table::{Table, cells};

/// Undo your last edit of the library, whichever program made it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork undo samples
  footwork undo samples --discard

An edit of many clips is undone as one. Each user undoes only their own edits, and changes by
others in the same files stay. If others changed the same spans, the undo is refused and nothing
changes. The message names those spans. You can then discard the edit with --discard: its changes
stay in the files, and your edits before it can be undone. An edit whose changes are no longer in
the files, for example on another branch, is discarded immediately. A library that is moved keeps
its undo history; a copy has none.

An undo interrupted, for example, by a power cut is completed when the library is next opened. If
`undo` is the command that opens it, that call undoes no other edit.")]
pub(crate) struct UndoArgs {
    #[command(flatten)]
    library: LibraryArg,

    /// Discard your last edit: its changes stay, but it can no longer be undone or redone.
    #[arg(long)]
    discard: bool,
}

/// Redo the edit that you undid last.
#[derive(clap::Args)]
#[command(after_help = "Example:
  footwork redo samples")]
pub(crate) struct RedoArgs {
    #[command(flatten)]
    library: LibraryArg,
}

/// An action on the last edit, and the words in which the verb reports it.
struct Turn {
    turn: fn(&mut Editor) -> Result<Option<Saved>, EditError>,
    /// The past participle of the action, such as `undone`.
    done: &'static str,
    /// The infinitive of the action, such as `undo`.
    infinitive: &'static str,
    /// The end of the printed answer.
    end: &'static str,
    is_discard: bool,
}

const UNDO: Turn = Turn {
    turn: Editor::undo,
    done: "undone",
    infinitive: "undo",
    end: "",
    is_discard: false,
};

const REDO: Turn = Turn {
    turn: Editor::redo,
    done: "redone",
    infinitive: "redo",
    ..UNDO
};

const DISCARD: Turn = Turn {
    turn: Editor::discard_last,
    done: "discarded",
    infinitive: "discard",
    end: ": its changes stay and can no longer be undone, but the edits before it can",
    is_discard: true,
};

/// The end of the answer if the changes of the edit are no longer in the files.
const GONE: &str =
    ": its changes were no longer in the files, so nothing has changed, and it cannot be redone";

/// The end of the answer if an earlier call began the action.
const COMPLETED: &str = ": it had been interrupted and is now complete; nothing else has changed";

pub(crate) fn undo(args: &UndoArgs, speech: Speech) -> Result<Done, Failure> {
    if args.discard {
        run(&args.library, &DISCARD, speech)
    } else {
        run(&args.library, &UNDO, speech)
    }
}

pub(crate) fn redo(args: &RedoArgs, speech: Speech) -> Result<Done, Failure> {
    run(&args.library, &REDO, speech)
}

fn run(library: &LibraryArg, turn: &Turn, speech: Speech) -> Result<Done, Failure> {
    let (mut library, reading) = library.open(speech)?;
    // The last edit is in the history, so it does not matter which clips could not be read.
    let whole = reading.only(&library, &[]).whole("nothing has changed")?;
    let turned = edit_by(&mut library, &whole, speech, |library, editor| {
        editor.resume(library.completed().cloned());
        (turn.turn)(editor)
    });
    let turned = turned.map_err(|error| refused(error, turn))?;
    let was_gone = turned.as_ref().is_some_and(|turned| turned.was_gone);
    let completed = turned.as_ref().and_then(|turned| turned.completed);
    let is_discarded =
        was_gone || completed.map_or(turn.is_discard, |done| done == Action::Discard);
    let (label, files) = match &turned {
        Some(turned) => (Some(turned.label.as_str()), turned.files.as_slice()),
        None => (None, &[][..]),
    };
    let answer = if is_discarded {
        json!({ "edit": label, "files": files, "discarded": true })
    } else {
        json!({ "edit": label, "files": files })
    };
    let csv = || {
        let mut table = Table::new(["edit", "file"]);
        for file in files {
            table.row(cells![label, file.as_str()]);
        }
        table.csv()
    };
    speech.answer(&answer, csv, || {
        let (done, end) = match completed {
            Some(Action::Discard) => (DISCARD.done, COMPLETED),
            Some(Action::Redo) => (REDO.done, COMPLETED),
            Some(Action::Undo | Action::Edit) => (UNDO.done, COMPLETED),
            None if was_gone => (DISCARD.done, GONE),
            None => (turn.done, turn.end),
        };
        match (label, files) {
            (Some(label), [file]) => format!("{done}: {label} ({file}){end}\n"),
            (Some(label), files) => format!("{done}: {label} ({} files){end}\n", files.len()),
            (None, _) => format!("there is nothing to {}\n", turn.infinitive),
        }
    })
}

/// Returns the error of a refused action. If an undo conflicts with other changes, the hint offers to discard the edit.
fn refused(error: EditError, turn: &Turn) -> Failure {
    let is_conflict = matches!(error, EditError::Store(StoreError::Conflict { .. }));
    let failure = Failure::from(error);
    if is_conflict && turn.done == UNDO.done {
        failure.hint(
            "edit the file by hand, or restore it from version control; or discard this edit with \
             --discard, so that older ones can be undone",
        )
    } else {
        failure
    }
}
