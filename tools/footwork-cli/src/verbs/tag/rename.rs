//! `footwork tag rename LIB OLD NEW`: call a tag by another name in all files of a library.

use footwork_library::Change;
use footwork_sidecar::{FILE_NAME, Finding, Severity};
use serde_json::json;

use crate::arguments::parse_name;
use crate::failure::Failure;
use crate::output::{Done, Format, Speech, csv_row};
use crate::source::LibraryArg;
use crate::table::count;

/// Call a tag, and the tags below it, by another name: in all sidecars, in the vocabulary, in the
/// names of rules and in the checks, as one edit. Texts of queries and rules that name it, and
/// sidecars that cannot be read, stay as they are and are listed.
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
    let mut library = args.library.open(speech)?;
    let mut editor = library.editor();
    let renamed = library.rename_tag(&mut editor, &old, &new)?;
    speech.errors.note_remarks(&mut editor);
    speech.errors.note(
        &renamed
            .left
            .iter()
            .map(|text| still_names(text, &args.old))
            .collect::<Vec<_>>(),
    );
    let unread = renamed.unread.iter().map(|file| Finding {
        severity: Severity::Warning,
        file: file.clone(),
        position: None,
        code: "not-renamed",
        message: format!(
            "it cannot be read as tags, and may still name {old}; mend it and rename again"
        ),
    });
    speech.errors.note(&unread.collect::<Vec<_>>());
    let changed = renamed.change == Change::Saved;
    let clips = count(renamed.clips, "clip");
    match speech.format {
        Format::Json => Done::json(&json!({
            "changed": changed,
            "old": old.as_str(),
            "new": new.as_str(),
            "clips": renamed.clips,
        })),
        Format::Csv => {
            let header = csv_row(&["changed", "old", "new", "clips"].map(str::to_owned));
            let row = csv_row(&[
                changed.to_string(),
                old.to_string(),
                new.to_string(),
                renamed.clips.to_string(),
            ]);
            Ok(Done::csv(header + &row))
        }
        Format::Table => Ok(Done::text(match changed {
            true => format!("{old} is now {new} in {clips}\n"),
            false if old == new => format!("{old} is already called that: nothing to change\n"),
            false if !renamed.unread.is_empty() => format!(
                "no file that can be read names {old}: nothing is changed, but {} cannot be read\n",
                count(renamed.unread.len(), "sidecar")
            ),
            false => format!("there is no {old}: nothing to change\n"),
        })),
    }
}

fn still_names(text: &str, old: &str) -> Finding {
    Finding {
        severity: Severity::Note,
        file: FILE_NAME.to_owned(),
        position: None,
        code: "still-named",
        message: format!("{text} still names {old} or a tag below it"),
    }
}
