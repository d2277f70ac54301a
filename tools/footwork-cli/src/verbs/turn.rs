//! `footwork undo LIB` and `footwork redo LIB`: the last edit taken back, and made again.

use footwork_library::{EditError, Library, Turned};
use serde_json::json;

use super::LibraryArg;
use crate::failure::Failure;
use crate::output::{Done, Format, Speech, csv_row};

/// Take the last edit of the library back, whichever program made it.
#[derive(clap::Args)]
#[command(after_help = "Example:
  footwork undo samples

An edit of many clips is taken back as one. What others changed in the same files since then stays.")]
pub(crate) struct UndoArgs {
    #[command(flatten)]
    library: LibraryArg,
}

/// Make the edit again that was taken back last.
#[derive(clap::Args)]
#[command(after_help = "Example:
  footwork redo samples")]
pub(crate) struct RedoArgs {
    #[command(flatten)]
    library: LibraryArg,
}

pub(crate) fn undo(args: &UndoArgs, speech: Speech) -> Result<Done, Failure> {
    run(
        &args.library,
        Library::undo,
        ["taken back", "take back"],
        speech,
    )
}

pub(crate) fn redo(args: &RedoArgs, speech: Speech) -> Result<Done, Failure> {
    run(
        &args.library,
        Library::redo,
        ["made again", "make again"],
        speech,
    )
}

fn run(
    library: &LibraryArg,
    turn: impl FnOnce(&mut Library) -> Result<Option<Turned>, EditError>,
    [done, infinitive]: [&str; 2],
    speech: Speech,
) -> Result<Done, Failure> {
    let turned = turn(&mut library.open(speech)?)?;
    let (label, files) = match &turned {
        Some(turned) => (Some(turned.label.as_str()), turned.files.as_slice()),
        None => (None, &[][..]),
    };
    match speech.format {
        Format::Json => Done::json(&json!({ "edit": label, "files": files })),
        Format::Csv => {
            let header = csv_row(&["edit", "file"].map(str::to_owned));
            let rows = files
                .iter()
                .map(|file| csv_row(&[label.unwrap_or_default().to_owned(), file.clone()]));
            Ok(Done::text(header + &rows.collect::<String>()))
        }
        Format::Table => Ok(Done::text(match (label, files) {
            (Some(label), [file]) => format!("{done}: {label} ({file})\n"),
            (Some(label), files) => format!("{done}: {label} ({} files)\n", files.len()),
            (None, _) => format!("there is nothing to {infinitive}\n"),
        })),
    }
}
