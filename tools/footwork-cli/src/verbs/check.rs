//! `footwork check LIB`: reports faults in the tags and events of a library.

mod baseline;
mod github;
mod junit;
mod place;
mod sarif;
mod since;

use std::collections::BTreeMap;
use std::path::PathBuf;

use footwork_library::Library;
use footwork_pipeline::{CheckFinding, ContractCounts, MotionCheck};
use footwork_sidecar::{Finding, Severity};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use crate::failure::Failure;
use crate::output::{Done, FindingFormat, Speech, note};
use crate::shown;
use crate::source::LibraryArg;
use crate::table::{Table, cells, count};
use baseline::Baseline;
use since::Changed;

/// Report faults in the tags, events and motion of a library.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork check samples
  footwork check samples --format json
  footwork check clips --since origin/main --format github
  footwork check clips --baseline old.json --format sarif > findings.sarif

The exit code is 1 if there is an error or an unreadable file. Otherwise it is 0, even if there are
warnings. With --partial, unreadable clips are listed and do not count.

footwork.toml says which tags exclude each other, and which other checks apply:

  exclusive = [\"Gait\", [\"Style.Combat\", \"Style.Acrobatic\"]]

  [checks]
  min_frames = 3                           # a tag holds for at least 3 frames in a row
  max_gap = 2                              # gaps of 1 or 2 frames in a tag are findings
  required = [\"Source\", [\"Gait\", \"Action\"]] # every clip has a Source, and a Gait or an Action
  covered = [\"Phase\"]                      # every frame has a Phase

  [checks.severity]
  duplicate-clip = \"off\"
  event-at-edge = \"warning\"

In `exclusive`, a name such as \"Gait\" means that a frame has at most one of the tags directly below
it, and a list means that a frame has at most one of the listed tags. Tags include all tags below
them.

The motion of every clip is checked too. The findings `jump`, `no-motion`, `t-pose`, `below-floor`,
`faulty-keys` and `no-contacts` name the frames. If all six are \"off\", only clips that a contract
needs are read.

A contract limits what the ranges of a query measure; docs/guides/contracts.md has all keys:

  [[expect]]
  where = \"Loop & Gait.Walk\"
  loop = { position = \"1cm\", rotation = \"2deg\" }
  foot_slide = \"3cm/s\"

A range that cannot be measured counts as not evaluated, and never passes.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// Show only findings about the whole library, or about files that differ from this revision of git.
    #[arg(long, value_name = "REVISION")]
    since: Option<String>,

    /// Leave out findings that are also in this earlier answer of `check --format json`.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
}

#[derive(Serialize)]
struct Answer<'a> {
    findings: Vec<FindingJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contracts: Option<ContractsJson>,
}

#[derive(Serialize)]
struct ContractsJson {
    contracts: usize,
    ranges: usize,
    evaluated: usize,
    not_evaluated: usize,
    failed: usize,
}

#[derive(Serialize)]
struct FindingJson<'a> {
    code: &'a str,
    severity: String,
    clip: &'a str,
    span: Option<[u32; 2]>,
    tag: Option<&'a str>,
    message: &'a str,
}

/// Codes of findings about several clips or the whole library. `--since` keeps them, because a change of one clip may
/// cause them in another clip.
const OF_LIBRARY: [&str; 5] = [
    "bad-expect",
    "duplicate-clip",
    "expect-empty",
    "expect-missing",
    "expect-spread",
];

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let library = args.library.read.open_quietly(args.library.folder()?)?;
    speech.note(&notes(&library));
    let changed = args
        .since
        .as_deref()
        .map(|since| Changed::since(since, &library));
    let changed = changed.transpose()?;
    let mut old = args.baseline.as_deref().map(Baseline::read).transpose()?;
    let is_looked_at = |name: &str| changed.as_ref().is_none_or(|c| c.has(name, &library));
    let motion = MotionCheck::new(&library).only(is_looked_at);
    let faults = footwork_pipeline::motion_faults_of(&library, &motion);
    let (mut findings, contracts) = footwork_pipeline::check_all(&library, &faults);
    let counts = ContractCounts::total(&contracts);
    findings.retain(|f| OF_LIBRARY.contains(&f.code) || is_looked_at(&f.clip));
    let before = findings.len();
    findings.retain(|finding| !old.as_mut().is_some_and(|old| old.takes(finding)));
    if findings.len() < before {
        let number = count(before - findings.len(), "finding");
        let message = format!("{number} of the baseline left out");
        speech.note(&[note("--baseline", "baseline", message)]);
    }
    let mut reading = args.library.read.of(&library);
    for unread in faults.unread() {
        reading.lacks(&unread.file, unread.code);
    }
    let done = match speech.findings {
        Some(FindingFormat::Sarif) => Done::json(&sarif::sarif(&findings, &library))?,
        Some(FindingFormat::Junit) => {
            Done::bytes(junit::junit(&findings, &library, is_looked_at).into_bytes())
        }
        Some(FindingFormat::Github) => {
            Done::bytes(github::github(&findings, &library).into_bytes())
        }
        None => {
            let answer = Answer {
                findings: findings.iter().map(found).collect(),
                contracts: counted(counts),
            };
            let text = || to_text(&findings, &library) + &said(counts);
            speech.answer(&answer, || to_csv(&findings), text)?
        }
    };
    // An unreadable file fails the check unless `--partial` is given, even if the settings lower its severity.
    let is_wrong = |f: &CheckFinding| {
        f.severity == Severity::Error && !reading.explains(&library, &f.clip, f.code)
    };
    let is_wrong = findings.iter().any(is_wrong);
    Ok(reading.end(done, speech).finding(is_wrong))
}

/// Returns the contract counts for JSON; `None` if the library has no contracts.
fn counted(counts: ContractCounts) -> Option<ContractsJson> {
    (counts.contracts > 0).then_some(ContractsJson {
        contracts: counts.contracts,
        ranges: counts.ranges,
        evaluated: counts.evaluated,
        not_evaluated: counts.not_evaluated,
        failed: counts.failed,
    })
}

/// Returns the summary line of the contracts; empty if there are none.
fn said(counts: ContractCounts) -> String {
    if counts.contracts == 0 {
        return String::new();
    }
    format!(
        "{} on {}: {} kept, {} broken, {} not evaluated\n",
        count(counts.contracts, "contract"),
        count(counts.ranges, "range"),
        count(counts.evaluated - counts.failed, "limit"),
        counts.failed,
        counts.not_evaluated
    )
}

/// Returns the notes from opening the library, except those that the settings turn into findings.
fn notes(library: &Library) -> Vec<Finding> {
    let severity = &library.settings().checks.severity;
    let is_noted = |f: &&Finding| f.severity == Severity::Note && !severity.contains_key(f.code);
    library
        .findings()
        .iter()
        .filter(is_noted)
        .cloned()
        .collect()
}

fn found(finding: &CheckFinding) -> FindingJson<'_> {
    FindingJson {
        code: finding.code,
        severity: finding.severity.to_string(),
        clip: &finding.clip,
        span: finding.span.map(|span| [span.start(), span.stop()]),
        tag: finding.tag.as_ref().map(|tag| tag.as_str()),
        message: &finding.message,
    }
}

fn to_csv(findings: &[CheckFinding]) -> String {
    let mut table = Table::new([
        "clip", "start", "stop", "code", "severity", "tag", "message",
    ]);
    for finding in findings {
        let (start, stop) = finding.span.map(|span| (span.start(), span.stop())).unzip();
        table.row(cells![
            finding.clip.as_str(),
            start,
            stop,
            finding.code,
            finding.severity.to_string(),
            finding.tag.as_ref().map(|tag| tag.as_str()),
            finding.message.as_str(),
        ]);
    }
    table.csv()
}

/// The greatest width of a line of the table, in characters.
const COLUMNS: usize = 80;

/// The indentation of messages.
const INDENT: &str = "           ";

fn to_text(findings: &[CheckFinding], library: &Library) -> String {
    let clips = count(library.clips().len(), "clip");
    if findings.is_empty() {
        return format!("{clips}: nothing found\n");
    }
    let mut text = String::new();
    for group in findings.chunk_by(|a, b| a.clip == b.clip) {
        if let Some(first) = group.first() {
            text += &format!("{}\n", shown::line(&first.clip));
        }
        let mut heads = Table::default();
        for finding in group {
            heads.row(cells![
                finding.severity.to_string(),
                finding.code,
                finding.span.map(|span| span.to_string()),
            ]);
        }
        for (head, finding) in heads.text("  ").lines().zip(group) {
            text += &format!("{head}\n{}", wrapped(&shown::line(&finding.message)));
        }
        text.push('\n');
    }
    let mut counts: BTreeMap<(Severity, &str), usize> = BTreeMap::new();
    for finding in findings {
        *counts.entry((finding.severity, finding.code)).or_default() += 1;
    }
    let mut table = Table::default();
    for ((severity, code), number) in counts.iter().rev() {
        table.row(cells![severity.to_string(), *code, *number]);
    }
    let of = |severity| findings.iter().filter(|f| f.severity == severity).count();
    text += &table.text("  ");
    text += &format!(
        "\n{clips}: {}, {}\n",
        count(of(Severity::Error), "error"),
        count(of(Severity::Warning), "warning")
    );
    text
}

/// Wraps a message to lines of at most [`COLUMNS`] characters. A longer word stays whole on its line.
fn wrapped(message: &str) -> String {
    let mut lines = String::new();
    let mut line = INDENT.to_owned();
    let mut is_empty = true;
    for word in message.split(' ') {
        if !is_empty && line.width() + 1 + word.width() > COLUMNS {
            lines += &line;
            lines.push('\n');
            line = INDENT.to_owned();
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line += word;
        is_empty = false;
    }
    lines + &line + "\n"
}
