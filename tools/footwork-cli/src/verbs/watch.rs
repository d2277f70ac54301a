//! `footwork watch LIB [-o FILE.tagdb]`: compiles a library whenever it changes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use footwork_library::{Library, Watch};
use footwork_sidecar::Severity;
use footwork_studio::End;

use crate::failure::Failure;
use crate::output::{Done, Format, Speech, note, say};
use crate::source::LibraryArg;
use crate::tagdb::{self, Compiled};

/// Compile a library, and compile it again whenever its clips, tags or footwork.toml change.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork watch samples
  footwork watch samples -o build/motion.tagdb --format json

Prints a line each time it writes the file, with the number of files that could not be read and
are left out. If a file can no longer be read, such as a sidecar in the middle of a merge or a
half-written BVH file, the compiled file is kept as it is. Ctrl-C ends it, and so does the end of
a pipe on standard input or output. If the folder is removed or renamed, it exits with 2.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The file to write; an existing one is replaced. By default NAME.tagdb in the current folder,
    /// where NAME is that of the library's folder.
    #[arg(short, long, value_name = "FILE.tagdb")]
    output: Option<PathBuf>,
}

/// How often it looks whether to end.
const TICK: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let given = args.output.as_deref().map(tagdb::check_name).transpose()?;
    let end = End::listen().map_err(Failure::cannot_listen)?;
    let since = Instant::now();
    let mut library = args.library.open(speech)?;
    let file = match given {
        Some(path) => path.to_owned(),
        None => tagdb::default_file(&library)?,
    };
    let watch = Watch::passing_over(library.root(), Some(&file))
        .map_err(|error| Failure::plain("cannot-watch", error.to_string()))?;
    let mut known = unreadable(&library);
    let compiled = tagdb::compile(&library, &file, &library.database().to_bytes())?;
    if !tell(compiled, since, speech, true)? {
        return Ok(Done::text(String::new()));
    }
    // What changed while the library was opened.
    let mut is_changed = true;
    let mut failed = String::new();
    while !end.is_over() {
        let is_news = std::mem::take(&mut is_changed) || watch.wait(TICK);
        if watch.is_gone() {
            let root = library.root().display();
            let message = format!("{root} was removed or renamed, and is not watched any more");
            let hint = "start it again when the folder is there";
            return Err(Failure::plain("library-gone", message).hint(hint));
        }
        if !is_news {
            continue;
        }
        let since = Instant::now();
        match compile_again(&mut library, &file, &mut known, speech) {
            Ok(compiled) => {
                failed.clear();
                if let Some(compiled) = compiled
                    && !tell(compiled, since, speech, false)?
                {
                    break;
                }
            }
            // The next change may mend it; until then it is printed once.
            Err(failure) if failure.to_text() == failed => {}
            Err(failure) => {
                speech.errors.fail(&failure);
                failed = failure.to_text();
            }
        }
    }
    Ok(Done::text(String::new()))
}

/// Rescans the library, and writes the file if that matters to it and nothing is newly broken.
fn compile_again(
    library: &mut Library,
    file: &Path,
    known: &mut BTreeSet<Broken>,
    speech: Speech,
) -> Result<Option<Compiled>, Failure> {
    let rescan = library.rescan()?;
    speech.note(&rescan.findings);
    if !rescan.reopened && rescan.clips.is_empty() && file.exists() {
        return Ok(None);
    }
    let broken = unreadable(library);
    if let Some((name, code)) = broken.difference(known).next() {
        let until = match HALF_WRITTEN.contains(code) {
            true => "is whole, or somebody tags it as it is",
            false => "can be read",
        };
        let message = format!("it stays as it was until {name} {until}");
        speech.note(&[note(&file.display().to_string(), "kept", message)]);
        return Ok(None);
    }
    let compiled = tagdb::compile(library, file, &library.database().to_bytes())?;
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

/// Prints that the file was written, and returns whether anybody still reads. CSV begins with its header.
fn tell(
    mut compiled: Compiled,
    since: Instant,
    speech: Speech,
    is_first: bool,
) -> Result<bool, Failure> {
    let seconds = since.elapsed().as_secs_f64();
    compiled.seconds = Some(seconds);
    let line = match speech.format {
        Format::Json => {
            let json = serde_json::to_string(&compiled)
                .map_err(|error| Failure::plain("output", error.to_string()))?;
            json + "\n"
        }
        Format::Csv => match is_first {
            true => compiled.table().csv(),
            false => compiled.table().rows_csv(),
        },
        Format::Table => format!("{} ({:.0} ms)\n", compiled.line(), seconds * 1e3),
    };
    say(&line, speech.format)
}
