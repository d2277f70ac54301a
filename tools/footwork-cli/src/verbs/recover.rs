//! `footwork recover LIB`: completes this user's interrupted edits, and lists those of other users.

use footwork_store::{InFlight, Recovered};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::source::LibraryArg;
use crate::table::{Table, cells};

/// Complete your interrupted edits, and list unfinished edits of other users.
#[derive(clap::Args)]
#[command(after_help = "Example:
  footwork recover samples

An edit that is interrupted, for example by a power cut, is in your journal, and your next command
on the library completes it. `recover` only does that and lists the changed files. Each user
completes only their own edits; the file `.footwork-edit` in the library tells other users about
an unfinished edit.

The journal and the undo history are in your state folder: $FOOTWORK_STATE_DIR, or
~/.local/state/footwork on Linux. To forget both, delete the library's folder in the state folder.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,
}

#[derive(Serialize)]
struct Answer<'a> {
    files: Vec<FileJson<'a>>,
    unfinished: Vec<EditJson<'a>>,
}

/// A file of a completed edit.
#[derive(Serialize)]
struct FileJson<'a> {
    file: &'a str,
    edit: &'a str,
    conflicts: &'a [String],
}

/// An unfinished edit of another user.
#[derive(Serialize)]
struct EditJson<'a> {
    user: &'a str,
    machine: &'a str,
    process: &'a str,
    time: &'a str,
    operation: &'a str,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let library = args.library.open(speech)?.0;
    let mut editor = library.editor();
    let mut recovered = library.recovered().to_vec();
    recovered.extend(editor.recover()?);
    speech.note(&editor.take_findings());
    let unfinished = library.unfinished();
    let answer = Answer {
        files: recovered.iter().map(FileJson::from).collect(),
        unfinished: unfinished.iter().map(EditJson::from).collect(),
    };
    let csv = || {
        let mut table = Table::new(["edit", "file", "user", "conflict"]);
        for Recovered {
            file,
            label,
            conflicts,
        } in &recovered
        {
            let conflicts = conflicts.join("; ");
            table.row(cells![label.as_str(), file.as_str(), "", conflicts]);
        }
        for edit in unfinished {
            table.row(cells![edit.operation.as_str(), "", edit.user.as_str(), ""]);
        }
        table.csv()
    };
    speech.answer(&answer, csv, || text(&recovered, unfinished))
}

fn text(recovered: &[Recovered], unfinished: &[InFlight]) -> String {
    let mut lines = Vec::new();
    for Recovered {
        file,
        label,
        conflicts,
    } in recovered
    {
        lines.push(format!("completed: {label} ({file})\n"));
        let conflicts = conflicts.iter();
        lines.extend(conflicts.map(|conflict| format!("conflict: {file}: {conflict}\n")));
    }
    let others = unfinished.iter();
    lines.extend(others.map(|edit| format!("unfinished edit of {edit}: {}\n", edit.operation)));
    if lines.is_empty() {
        "no edit was interrupted\n".to_owned()
    } else {
        lines.concat()
    }
}

impl<'a> From<&'a Recovered> for FileJson<'a> {
    fn from(recovered: &'a Recovered) -> Self {
        Self {
            file: &recovered.file,
            edit: &recovered.label,
            conflicts: &recovered.conflicts,
        }
    }
}

impl<'a> From<&'a InFlight> for EditJson<'a> {
    fn from(edit: &'a InFlight) -> Self {
        Self {
            user: &edit.user,
            machine: &edit.machine,
            process: &edit.process,
            time: &edit.time,
            operation: &edit.operation,
        }
    }
}
