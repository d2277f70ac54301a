//! `footwork tag rename LIB OLD NEW`: renames a tag in all files of a library.

use footwork_library::{Change, UnreadSidecars};
use footwork_sidecar::SETTINGS_FILE;

use crate::arguments::parse_name;
use crate::failure::Failure;
use crate::output::{Done, Speech, note, warning};
use crate::source::{LibraryArg, edit_by};
use crate::table::{Table, cells, count};

/// Rename a tag and the tags below it: in all sidecars, in the vocabulary, in the names of rules and in the checks, as
/// one edit. Saved queries and rules whose queries use the tag stay unchanged and are listed. With --partial,
/// unreadable sidecars stay unchanged and are listed too.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    library: LibraryArg,
    /// The tag.
    old: String,
    /// Its new name.
    new: String,
}

pub(super) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let name = |argument, text: &str| parse_name(text).map_err(|f| f.in_name(argument, text));
    let (old, new) = (name("old", &args.old)?, name("new", &args.new)?);
    let (mut library, mut reading) = args.library.open(speech)?;
    let whole = reading.whole(KEPT)?;
    let unread = if args.library.read.is_partial() {
        UnreadSidecars::Stay
    } else {
        UnreadSidecars::KeepAll
    };
    let renamed = edit_by(&mut library, &whole, speech, |library, editor| {
        library.rename_tag(editor, &old, &new, unread)
    })?;
    let left = renamed.left.iter().map(|text| {
        let message = format!("{text} still names {old} or a tag below it");
        note(SETTINGS_FILE, "still-named", message)
    });
    let unread = renamed.unread.iter().map(|file| {
        let message = format!(
            "it cannot be read as tags, and may still name {old}; repair it and rename again"
        );
        warning(file, "not-renamed", message)
    });
    speech.note(&left.collect::<Vec<_>>());
    speech.note(&unread.collect::<Vec<_>>());
    for file in &renamed.unread {
        reading.lacks(file, "not-renamed");
    }
    reading.whole(KEPT)?;
    let changed = renamed.change == Change::Saved;
    let mut table = Table::new(["changed", "old", "new", "clips"]);
    table.row(cells![changed, old.as_str(), new.as_str(), renamed.clips]);
    let done = speech.record(&table, || match changed {
        true => format!("{old} is now {new} in {}\n", count(renamed.clips, "clip")),
        false if old == new => format!("{old} is already called that: nothing to change\n"),
        false if !renamed.unread.is_empty() => format!(
            "no readable file names {old}, but {} could not be read; nothing has changed\n",
            count(renamed.unread.len(), "sidecar")
        ),
        false => format!("there is no {old}: nothing to change\n"),
    })?;
    Ok(reading.end(done, speech))
}

const KEPT: &str = "nothing is renamed";
