//! `footwork merge-driver BASE OURS THEIRS`: what git runs where two branches changed a sidecar.

use std::fs;
use std::path::{Path, PathBuf};

use footwork::base::Position;
use footwork_library::sidecar::MAX_BYTES;
use footwork_library::{Conflict, Finding, Line, Severity, Sidecar, atomic, merge};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Done, Format, Speech, csv_row};

/// Merge what two branches made of the tags of a clip; the result replaces OURS.
#[derive(clap::Args)]
#[command(after_help = "Once in each clone, or with --global for all of them:
  git config merge.footwork.name 'tags of clips'
  git config merge.footwork.driver 'footwork merge-driver %O %A %B %P'
  git config merge.footwork.recursive binary

and once in the repository, in the file .gitattributes:
  *.tags merge=footwork

Different edits of one tag go together. Where both branches moved the same end of a span, or changed
the same event or line of the header, OURS gets both versions between the markers of git, and the
exit code is 1. Such a file does not count as tags until the markers are gone. When a file cannot be
read, OURS stays as it is, and the exit code is 2.

Example:
  footwork merge-driver base.tags ours.tags theirs.tags")]
pub(crate) struct Args {
    /// What both started from; an empty file where there was none.
    base: PathBuf,
    /// Our version, which is replaced.
    ours: PathBuf,
    /// Their version.
    theirs: PathBuf,
    /// What to call the file in messages: git's own names are temporary.
    name: Option<String>,
}

#[derive(Serialize)]
struct Answer<'a> {
    file: &'a str,
    conflicts: Vec<Place>,
}

/// A conflict, and the line of its first marker.
#[derive(Serialize)]
struct Place {
    line: usize,
    item: String,
    base: Vec<String>,
    ours: Vec<String>,
    theirs: Vec<String>,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let base = match read_bytes(&args.base)? {
        none if none.is_empty() => Sidecar::default(),
        bytes => parse(&args.base, &bytes)?,
    };
    let ours = parse(&args.ours, &read_bytes(&args.ours)?)?;
    let theirs = parse(&args.theirs, &read_bytes(&args.theirs)?)?;
    let merged = merge(&base, &ours, &theirs);
    let bytes = merged.to_bytes();
    let file = args.ours.display().to_string();
    if bytes.len() > MAX_BYTES {
        let message = format!("{file}: merged, it has more than {} MiB", MAX_BYTES >> 20);
        return Err(Failure::plain("sidecar-too-large", &message));
    }
    atomic::write(&args.ours, &bytes).map_err(|error| {
        let message = format!("{file} is not saved: {error}");
        Failure::plain("not-saved", &message)
    })?;
    let file = args.name.as_deref().unwrap_or(&file);
    let places = merged.conflicts.iter().zip(first_markers(&bytes));
    let findings: Vec<Finding> = places
        .clone()
        .map(|(conflict, line)| finding(file, conflict, line))
        .collect();
    speech.errors.note(&findings);
    let answer = Answer {
        file,
        conflicts: places
            .map(|(conflict, line)| place(conflict, line))
            .collect(),
    };
    let done = match speech.format {
        Format::Json => Done::json(&answer)?,
        Format::Csv => Done::text(to_csv(&answer)),
        // git says which files it merges.
        Format::Table => Done::text(String::new()),
    };
    Ok(done.finding(!merged.conflicts.is_empty()))
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| {
        let message = format!("{}: {error}", path.display());
        Failure::plain("unreadable", &message)
    })
}

fn parse(path: &Path, bytes: &[u8]) -> Result<Sidecar, Failure> {
    let file = path.display().to_string();
    match Sidecar::read(&file, bytes) {
        Ok((sidecar, _)) => Ok(sidecar),
        Err(finding) => Err(Failure::plain(finding.code, &finding.message).in_file(
            &file,
            path,
            finding.position,
        )),
    }
}

/// The numbers of the lines at which conflicts start.
fn first_markers(bytes: &[u8]) -> impl Iterator<Item = usize> + Clone {
    let lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
    let first = lines.filter(|(_, line)| line.starts_with(b"<<<<<<< "));
    first.map(|(number, _)| number)
}

fn finding(file: &str, conflict: &Conflict, line: usize) -> Finding {
    Finding {
        severity: Severity::Error,
        file: file.to_owned(),
        position: Some(Position { line, column: 1 }),
        code: "merge-conflict",
        message: conflict.to_string(),
    }
}

fn place(conflict: &Conflict, line: usize) -> Place {
    let texts = |lines: &[Line]| lines.iter().map(Line::to_string).collect();
    Place {
        line,
        item: conflict.item.to_string(),
        base: texts(&conflict.base),
        ours: texts(&conflict.ours),
        theirs: texts(&conflict.theirs),
    }
}

fn to_csv(answer: &Answer<'_>) -> String {
    let header = ["file", "line", "item", "side", "text"];
    let mut text = csv_row(&header.map(str::to_owned));
    for place in &answer.conflicts {
        let sides = [
            ("base", &place.base),
            ("ours", &place.ours),
            ("theirs", &place.theirs),
        ];
        for (side, lines) in sides {
            for line in lines {
                text += &csv_row(&[
                    answer.file.to_owned(),
                    place.line.to_string(),
                    place.item.clone(),
                    side.to_owned(),
                    line.clone(),
                ]);
            }
        }
    }
    text
}
