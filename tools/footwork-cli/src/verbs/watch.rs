//! `footwork watch LIB [-o FILE.tagdb]`: the compiled file, written anew whenever the library changes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use footwork_library::{Library, Watch};
use footwork_sidecar::{Finding, Severity};
use serde::Serialize;

use super::compile::{self, Compiled};
use crate::failure::Failure;
use crate::output::{Done, Format, Speech, csv_row, say};
use crate::source::LibraryArg;
use crate::until_ended;

/// Compile a library, and again whenever its clips, tags or footwork.toml change.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork watch samples
  footwork watch samples -o build/motion.tagdb --format json

Each time the file is written, one line says so, and how many files could not be read and are left out.
While something cannot be read that could be read before, such as a sidecar in the middle of a merge or
a BVH file that is half written, the file stays as it was. Ctrl-C ends it, and so
does the end of a pipe on standard input or output. When the folder is removed or renamed, it ends with 2.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The file to write; one that is there is replaced. Without it, NAME.tagdb in the current
    /// folder, where NAME is that of the library's folder.
    #[arg(short, long, value_name = "FILE.tagdb")]
    output: Option<PathBuf>,
}

/// One line of JSON.
#[derive(Serialize)]
struct Written<'a> {
    #[serde(flatten)]
    compiled: &'a Compiled,
    seconds: f64,
}

/// How soon the wish to end is noticed.
const TICK: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let given = args
        .output
        .as_deref()
        .map(compile::check_name)
        .transpose()?;
    let is_over = until_ended::listen()?;
    let since = Instant::now();
    let mut library = args.library.open(speech)?;
    let file = match given {
        Some(path) => path.to_owned(),
        None => compile::default_file(&library)?,
    };
    let watch = Watch::passing_over(library.root(), Some(&file))
        .map_err(|error| Failure::plain("cannot-watch", &error.to_string()))?;
    let mut known = unreadable(&library);
    let compiled = compile::compile(&library, &file)?;
    if speech.format == Format::Csv {
        let mut header = compile::HEADER.map(str::to_owned).to_vec();
        header.push("seconds".to_owned());
        say(&csv_row(&header), speech.format)?;
    }
    if !tell(&compiled, since, speech)? {
        return Ok(Done::text(String::new()));
    }
    // What changed while the library was opened.
    let mut is_changed = true;
    let mut failed = String::new();
    while !is_over.load(Ordering::Relaxed) {
        let is_news = std::mem::take(&mut is_changed) || watch.wait(TICK);
        if watch.is_gone() {
            let root = library.root().display();
            let message = format!("{root} was removed or renamed, and is not watched any more");
            let hint = "start it again when the folder is there";
            return Err(Failure::plain("library-gone", &message).hint(Some(hint.to_owned())));
        }
        if !is_news {
            continue;
        }
        let since = Instant::now();
        match compile_again(&mut library, &file, &mut known, speech) {
            Ok(Some(compiled)) if !tell(&compiled, since, speech)? => break,
            Ok(_) => failed.clear(),
            // It may be right after the next change, and is said once until then.
            Err(failure) if failure.to_text() == failed => {}
            Err(failure) => {
                speech.errors.fail(&failure);
                failed = failure.to_text();
            }
        }
    }
    Ok(Done::text(String::new()))
}

/// Takes up what changed, and writes the file if that matters to it and nothing is newly broken.
fn compile_again(
    library: &mut Library,
    file: &Path,
    known: &mut BTreeSet<Broken>,
    speech: Speech,
) -> Result<Option<Compiled>, Failure> {
    let rescan = library.rescan()?;
    speech.errors.note(&rescan.findings);
    if !rescan.reopened && rescan.clips.is_empty() && file.exists() {
        return Ok(None);
    }
    let broken = unreadable(library);
    if let Some((name, code)) = broken.difference(known).next() {
        let until = match HALF_WRITTEN.contains(code) {
            true => "is whole, or somebody tags it as it is",
            false => "can be read",
        };
        speech.errors.note(&[Finding {
            severity: Severity::Note,
            file: file.display().to_string(),
            position: None,
            code: "kept",
            message: format!("it stays as it was until {name} {until}"),
        }]);
        return Ok(None);
    }
    let compiled = compile::compile(library, file)?;
    *known = broken;
    Ok(Some(compiled))
}

/// A file that cannot be read, or not to its end, and the code of why.
type Broken = (String, &'static str);

/// What readers repair in a BVH file of which another program has written only a part.
const HALF_WRITTEN: [&str; 2] = ["frame-count", "truncated-row"];

fn unreadable(library: &Library) -> BTreeSet<Broken> {
    let findings = library.findings().iter();
    let broken = findings.filter(|finding| {
        finding.severity == Severity::Error || HALF_WRITTEN.contains(&finding.code)
    });
    broken
        .map(|finding| (finding.file.clone(), finding.code))
        .collect()
}

/// Says that the file was written; returns whether somebody still reads.
fn tell(compiled: &Compiled, since: Instant, speech: Speech) -> Result<bool, Failure> {
    let seconds = since.elapsed().as_secs_f64();
    let line = match speech.format {
        Format::Json => {
            let written = Written { compiled, seconds };
            let json = serde_json::to_string(&written)
                .map_err(|error| Failure::plain("output", &error.to_string()))?;
            json + "\n"
        }
        Format::Csv => {
            let mut cells = compiled.cells().to_vec();
            cells.push(format!("{seconds:.3}"));
            csv_row(&cells)
        }
        Format::Table => format!("{} ({:.0} ms)\n", compiled.line(), seconds * 1e3),
    };
    say(&line, speech.format)
}
