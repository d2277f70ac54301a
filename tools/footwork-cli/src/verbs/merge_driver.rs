//! `footwork merge-driver BASE OURS THEIRS`: merges a sidecar or `footwork.toml` that two branches changed. git runs it.

use std::path::{Path, PathBuf};

use footwork::base::Position;
use footwork_sidecar::{
    Conflict, Finding, KeyConflict, Line, MAX_SIDECAR_BYTES, SETTINGS_FILE, Severity, Sidecar,
    merge, merge_settings, merge_without_base, unended_line,
};
use footwork_store::{replace_file, sweep_beside};
use serde::Serialize;

use crate::failure::Failure;
use crate::input;
use crate::output::{Done, Speech, warning};
use crate::output_file::note_unsynced;
use crate::table::{Table, cells};

/// Merge two branches' versions of a sidecar or of footwork.toml. The result replaces OURS.
#[derive(clap::Args)]
#[command(
    after_help = "Run this once in each clone, or with --global once for all clones:
  git config merge.footwork.name 'tags of clips'
  git config merge.footwork.driver 'footwork merge-driver %O %A %B %P'

Add this once to the file .gitattributes of the repository:
  *.tags merge=footwork
  footwork.toml merge=footwork

Different edits of one tag are merged. If both branches moved the same end of a span, or changed
the same event or line of the header, OURS gets both versions between git's markers, and the exit
code is 1. Such a file cannot be read as tags until you remove the markers. If one branch rebased
the clip's tags to another version of the clip, and the other branch changed tags of the old
frames, all of these tags are one conflict. If a file cannot be read, OURS is unchanged, and the
exit code is 2.

If one branch renamed a tag or an event, the changes of the other go to the new name. If the new
name is ambiguous, because both renamed it or one removed it, these names are one conflict.

A file called footwork.toml is merged by lines if possible, else by keys, in the order of OURS,
with the comments of both. A comment of THEIRS that would be lost is a conflict.

After criss-cross merges, git first merges the common ancestors. If that has conflicts, BASE
contains markers, and every difference between OURS and THEIRS is a conflict. (Do not set
merge.footwork.recursive: with `binary`, git would start from a version that is too old, and items
that a branch has removed since then could come back.)

Example:
  footwork merge-driver base.tags ours.tags theirs.tags"
)]
pub(crate) struct Args {
    /// The common ancestor; an empty file if there is none.
    base: PathBuf,
    /// Our version, which the result replaces.
    ours: PathBuf,
    /// Their version.
    theirs: PathBuf,
    /// The file's name for messages, since git's own names are temporary. A file called footwork.toml is merged as
    /// settings.
    name: Option<String>,
}

#[derive(Serialize)]
struct Answer<'a> {
    file: &'a str,
    conflicts: Vec<Choice>,
}

/// A merged file.
struct Outcome {
    bytes: Vec<u8>,
    /// The conflicts, in the order of their markers in the file. One pair of markers may hold several conflicts.
    conflicts: Vec<Choice>,
}

/// A conflict, described in words and by the lines of each version.
#[derive(Serialize)]
struct Choice {
    /// The line of the conflict's first marker in the merged file.
    line: usize,
    #[serde(skip)]
    message: String,
    item: String,
    base: Vec<String>,
    ours: Vec<String>,
    theirs: Vec<String>,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let shown = args.ours.display().to_string();
    let file = args.name.as_deref().unwrap_or(&shown);
    let is_config = Path::new(file)
        .file_name()
        .is_some_and(|name| name == SETTINGS_FILE);
    let outcome = if is_config {
        configs(args)?
    } else {
        sidecars(args, file, speech)?
    };
    let Outcome {
        bytes,
        mut conflicts,
    } = outcome;
    if bytes.len() > MAX_SIDECAR_BYTES {
        let message = format!(
            "{shown}: the merged file is larger than the limit of {} MiB",
            MAX_SIDECAR_BYTES >> 20
        );
        return Err(Failure::plain("sidecar-too-large", message));
    }
    // Remove temporary files that a killed driver left, because git does not know them.
    sweep_beside(&args.ours);
    let saved = replace_file(&args.ours, &bytes);
    let not_saved = |error| Failure::plain("not-saved", format!("{shown} is not saved: {error}"));
    note_unsynced(&saved.map_err(not_saved)?, speech);
    let markers = first_markers(&bytes);
    let last = markers.last().copied().unwrap_or(1);
    let lines = markers.into_iter().chain(std::iter::repeat(last));
    for (choice, line) in conflicts.iter_mut().zip(lines) {
        choice.line = line;
    }
    let findings = conflicts.iter().map(|choice| finding(file, choice));
    speech.note(&findings.collect::<Vec<_>>());
    let answer = Answer { file, conflicts };
    // No text: git itself prints the names of the files that it merges.
    let done = speech.answer(&answer, || to_csv(&answer), String::new)?;
    Ok(done.finding(!answer.conflicts.is_empty()))
}

fn sidecars(args: &Args, file: &str, speech: Speech) -> Result<Outcome, Failure> {
    let bytes = read_bytes(&args.base)?;
    // The markers come from git's own merge of the ancestors.
    let is_broken = Sidecar::read("", &bytes).is_err_and(|error| error.code == "merge-conflict");
    let base = match (bytes.is_empty(), is_broken) {
        (true, _) => Some(Sidecar::default()),
        (_, true) => None,
        _ => Some(parse(&args.base, &bytes)?),
    };
    let [ours, theirs] = [(&args.ours, "our"), (&args.theirs, "their")].map(|(path, side)| {
        let bytes = read_bytes(path)?;
        speech.note(cut_off(file, side, &bytes).as_slice());
        parse(path, &bytes)
    });
    let (ours, theirs) = (ours?, theirs?);
    let merged = match &base {
        Some(base) => merge(base, &ours, &theirs),
        None => merge_without_base(&ours, &theirs),
    };
    let mut conflicts: Vec<Choice> = merged.conflicts.iter().map(choice).collect();
    if base.is_none() && conflicts.is_empty() && ours != theirs {
        conflicts.push(without_base());
    }
    let bytes = merged.to_bytes();
    Ok(Outcome { bytes, conflicts })
}

fn configs(args: &Args) -> Result<Outcome, Failure> {
    let [base, ours, theirs] = [
        read_text(&args.base)?,
        read_text(&args.ours)?,
        read_text(&args.theirs)?,
    ];
    let is_broken = base.lines().any(|line| line.starts_with("<<<<<<< "));
    let known = if is_broken { "" } else { base.as_str() };
    let merged = merge_settings(known, &ours, &theirs).map_err(|error| {
        let file = args.name.as_deref().unwrap_or(SETTINGS_FILE);
        let message = format!(
            "{file}: one of the versions is not TOML: {}",
            error.message()
        );
        Failure::plain("config-syntax", message)
    })?;
    let mut conflicts: Vec<Choice> = merged.conflicts.iter().map(key_choice).collect();
    if is_broken && conflicts.is_empty() && ours != theirs {
        conflicts.push(without_base());
    }
    let bytes = merged.text.into_bytes();
    Ok(Outcome { bytes, conflicts })
}

fn choice(conflict: &Conflict) -> Choice {
    let texts = |lines: &[Line]| lines.iter().map(Line::to_string).collect();
    Choice {
        line: 0,
        message: conflict.to_string(),
        item: conflict.item.to_string(),
        base: texts(&conflict.base),
        ours: texts(&conflict.ours),
        theirs: texts(&conflict.theirs),
    }
}

fn key_choice(conflict: &KeyConflict) -> Choice {
    let lines = |value: &Option<String>| value.iter().cloned().collect();
    Choice {
        line: 0,
        message: conflict.to_string(),
        item: conflict.key.clone(),
        base: lines(&conflict.base),
        ours: lines(&conflict.ours),
        theirs: lines(&conflict.theirs),
    }
}

/// Returns the conflict reported if the common ancestor is unknown. It says that removed items may be back.
fn without_base() -> Choice {
    let message = "the common ancestor of the branches is not known, because git could not merge it; check \
                   that no item removed by one branch is back";
    Choice {
        line: 0,
        message: message.to_owned(),
        item: "base".to_owned(),
        base: Vec::new(),
        ours: Vec::new(),
        theirs: Vec::new(),
    }
}

fn read_text(path: &Path) -> Result<String, Failure> {
    String::from_utf8(read_bytes(path)?)
        .map_err(|_| Failure::plain("unreadable", format!("{}: not UTF-8", path.display())))
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    input::file(path, MAX_SIDECAR_BYTES).map_err(|message| Failure::plain("unreadable", message))
}

fn parse(path: &Path, bytes: &[u8]) -> Result<Sidecar, Failure> {
    let file = path.display().to_string();
    match Sidecar::read(&file, bytes) {
        Ok((sidecar, _)) => Ok(sidecar),
        Err(finding) => Err(
            Failure::plain(finding.code, finding.message.as_str()).in_file(
                &file,
                path,
                finding.position,
            ),
        ),
    }
}

/// Returns a warning if a version of a sidecar may have been cut off, which the merged file does not show; else `None`.
fn cut_off(file: &str, side: &str, bytes: &[u8]) -> Option<Finding> {
    let line = unended_line(bytes)?;
    let message = format!(
        "line {line} of {side} version, its last one, has no line end, so that version may be cut off there; the \
         merge keeps the line and ends it"
    );
    Some(warning(file, "no-final-newline", message))
}

/// Returns the numbers of the lines with the first marker of each conflict.
fn first_markers(bytes: &[u8]) -> Vec<usize> {
    let lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
    let first = lines.filter(|(_, line)| line.starts_with(b"<<<<<<< "));
    first.map(|(number, _)| number).collect()
}

fn finding(file: &str, choice: &Choice) -> Finding {
    Finding {
        severity: Severity::Error,
        file: file.to_owned(),
        position: Some(Position {
            line: choice.line,
            column: 1,
        }),
        code: "merge-conflict",
        message: choice.message.clone(),
    }
}

fn to_csv(answer: &Answer<'_>) -> String {
    let mut table = Table::new(["file", "line", "item", "side", "text"]);
    for choice in &answer.conflicts {
        let sides = [
            ("base", &choice.base),
            ("ours", &choice.ours),
            ("theirs", &choice.theirs),
        ];
        for (side, lines) in sides {
            for line in lines {
                let item = choice.item.as_str();
                table.row(cells![answer.file, choice.line, item, side, line.as_str()]);
            }
        }
    }
    table.csv()
}
