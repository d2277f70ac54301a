//! `footwork recover LIB [--trust]`: edits that a library from elsewhere brought along, shown or carried out.

use std::fmt::Write as _;

use footwork_store::{FileChange, ForeignEdit, ForeignEdits};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::source::LibraryArg;
use crate::table::{Table, cells};

/// Show the interrupted edits that a library from elsewhere brought along, or carry them out.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork recover samples
  footwork recover samples --trust

An edit that is interrupted, as by a power cut, is carried out when the library is next opened by
the same user on the same machine in the same folder. What anybody else left there, as in a copy
of a library, is set aside: it is never carried out without --trust, and even then changes nothing
but footwork.toml and the sidecars of clips. It is made as one edit, all of it or nothing, which
`footwork undo` undoes.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// Carry them out.
    #[arg(long)]
    trust: bool,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let mut editor = args.library.open(speech)?.0.editor();
    let made = match args.trust {
        true => Some(editor.trust_foreign_edits()?),
        false => None,
    };
    speech.note(&editor.take_findings());
    let journals = editor.foreign_edits()?;
    let shown = journals.iter().flat_map(|journal| &journal.edits);
    let edits: Vec<&ForeignEdit> = match &made {
        Some(made) => made.iter().collect(),
        None => shown.collect(),
    };
    let answer = Answer {
        trusted: args.trust,
        edits: edits.iter().map(|edit| EditJson(edit)).collect(),
        journals: journals.iter().map(journal_json).collect(),
    };
    let csv = || {
        let mut table = Table::new(["edit", "file", "before_bytes", "after_bytes", "problem"]);
        for edit in &edits {
            for change in &edit.changes {
                let [before, after] = sizes(change);
                table.row(cells![
                    edit.label.as_str(),
                    change.file.as_str(),
                    before,
                    after,
                    ""
                ]);
            }
            for why in edit.refused.iter().chain(&edit.conflicts) {
                table.row(cells![
                    edit.label.as_str(),
                    "",
                    None::<usize>,
                    None::<usize>,
                    why.as_str()
                ]);
            }
        }
        table.csv()
    };
    speech.answer(&answer, csv, || text(args.trust, &edits, &journals))
}

fn text(is_trusted: bool, edits: &[&ForeignEdit], journals: &[ForeignEdits]) -> String {
    let mut text = String::new();
    for edit in edits {
        let label = on_one_line(&edit.label);
        let what = match (&edit.refused, is_trusted) {
            (Some(why), _) if label.is_empty() => format!("refused: {}\n", on_one_line(why)),
            (Some(why), _) => format!("refused: {label}: {}\n", on_one_line(why)),
            (None, true) => format!("carried out: {label}\n"),
            (None, false) if !edit.conflicts.is_empty() => format!("would conflict: {label}\n"),
            (None, false) => format!("would carry out: {label}\n"),
        };
        text += &what;
        for conflict in &edit.conflicts {
            _ = writeln!(text, "conflict: {}", on_one_line(conflict));
        }
        for change in &edit.changes {
            text += &diff(change);
        }
    }
    for journal in journals {
        let ForeignEdits {
            journal,
            edits,
            more_bytes,
        } = journal;
        _ = match more_bytes {
            0 => writeln!(text, "{journal}: {}", counted(edits.len())),
            more => writeln!(
                text,
                "{journal}: {}, and {more} bytes more that are no edits or too many to show",
                counted(edits.len())
            ),
        };
    }
    if text.is_empty() {
        text += "nothing is set aside\n";
    }
    text
}

/// Returns what a stranger wrote so that it forges no line and turns no text around.
fn on_one_line(text: &str) -> String {
    let turns = |c| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let escaped = |c: char| match c.is_control() || turns(c) {
        true => c.escape_unicode().to_string(),
        false => c.to_string(),
    };
    text.chars().map(escaped).collect()
}

fn counted(edits: usize) -> String {
    match edits {
        1 => "1 edit".to_owned(),
        edits => format!("{edits} edits"),
    }
}

fn journal_json(journal: &ForeignEdits) -> Value {
    json!({
        "file": journal.journal,
        "edits": journal.edits.len(),
        "more_bytes": journal.more_bytes,
    })
}

#[derive(Serialize)]
struct Answer<'a> {
    trusted: bool,
    edits: Vec<EditJson<'a>>,
    journals: Vec<Value>,
}

/// One edit at a time is in memory as JSON: a stranger's may be large.
struct EditJson<'a>(&'a ForeignEdit);

impl Serialize for EditJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(edit) = self;
        let file = |change: &FileChange| {
            let [before, after] = sizes(change);
            json!({
                "file": change.file,
                "before_bytes": before,
                "after_bytes": after,
                "diff": diff(change),
            })
        };
        json!({
            "label": edit.label,
            "files": edit.changes.iter().map(file).collect::<Vec<Value>>(),
            "conflicts": edit.conflicts,
            "refused": edit.refused,
        })
        .serialize(serializer)
    }
}

/// The sizes of a file before and after.
fn sizes(change: &FileChange) -> [Option<usize>; 2] {
    [&change.before, &change.after].map(|content| content.as_ref().map(Vec::len))
}

/// What changes in a file, line by line.
fn diff(change: &FileChange) -> String {
    let [before, after] = [&change.before, &change.after].map(|content| {
        let bytes = content.as_deref().unwrap_or_default();
        String::from_utf8_lossy(bytes)
    });
    let names = [&change.before, &change.after].map(|content| match content {
        Some(_) => change.file.clone(),
        None => "/dev/null".to_owned(),
    });
    let mut options = diffy::DiffOptions::new();
    let [old, new] = names;
    let patch = options
        .set_original_filename(old)
        .set_modified_filename(new)
        .create_patch(&before, &after);
    patch.to_string()
}

#[cfg(test)]
mod tests {
    use super::on_one_line;

    #[test]
    fn a_label_forges_no_line() {
        let label = "tidy\nnothing is set aside \u{202e}x";
        assert_eq!(
            on_one_line(label),
            "tidy\\u{a}nothing is set aside \\u{202e}x"
        );
        assert_eq!(on_one_line("l'été"), "l'été");
    }
}
