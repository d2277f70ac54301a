//! `footwork watch LIB [-o FILE.tagdb]`: compiles a library whenever it changes.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use footwork_library::{Library, Missing, Watch};
use footwork_studio::End;

use crate::failure::Failure;
use crate::output::{Done, Format, Speech, note, say};
use crate::reading::Reading;
use crate::source::LibraryArg;
use crate::tagdb::{self, Compiled};

/// Compile a library, and compile it again whenever its clips, tags or footwork.toml change.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork watch samples
  footwork watch samples -o build/motion.tagdb --format json

Prints a line each time it writes the file, with the number of files that it left out. While a file
cannot be read, such as a sidecar in the middle of a merge or a half-written BVH file, the compiled
file is unchanged. With --partial, files that cannot be read at the start are left out. Ctrl-C ends
it, and so does the end of a pipe on standard input or output. If the folder is removed or renamed,
it exits with 2.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The file to write. An existing file is replaced. By default this is NAME.tagdb in the current folder, and NAME
    /// is the name of the library's folder.
    #[arg(short, long, value_name = "FILE.tagdb")]
    output: Option<PathBuf>,
}

/// The interval between checks for the signal that ends the process.
const TICK: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let given = args.output.as_deref().map(tagdb::check_name).transpose()?;
    let end = End::listen().map_err(Failure::cannot_listen)?;
    let since = Instant::now();
    let (mut library, _) = args.library.open(speech)?;
    let file = match given {
        Some(path) => path.to_owned(),
        None => tagdb::default_file(&library)?,
    };
    let watch = Watch::passing_over(library.root(), Some(&file))
        .map_err(|error| Failure::plain("cannot-watch", error.to_string()))?;
    let mut target = Target::new(&library, file, args.library.read.is_partial());
    if let Some(compiled) = target.compile(&library, speech)?
        && !target.tell(compiled, since, speech)?
    {
        return Ok(Done::text(String::new()));
    }
    // Files may have changed while the library was opened.
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
        match target.compile_again(&mut library, speech) {
            Ok(compiled) => {
                failed.clear();
                if let Some(compiled) = compiled
                    && !target.tell(compiled, since, speech)?
                {
                    break;
                }
            }
            // The next change may fix the error. Until then, the same error is printed only once.
            Err(failure) if failure.to_text() == failed => {}
            Err(failure) => {
                speech.errors.fail(&failure);
                failed = failure.to_text();
            }
        }
    }
    Ok(Done::text(String::new()))
}

/// The compiled file that is kept up to date.
struct Target {
    file: PathBuf,
    /// The inputs that may be missing: those missing when `file` was last written, or accepted by `--partial`.
    known: BTreeSet<Missing>,
    /// Whether the file is out of date because an input is missing.
    is_kept: bool,
    /// Whether a write was reported before.
    is_told: bool,
}

impl Target {
    fn new(library: &Library, file: PathBuf, is_partial: bool) -> Self {
        let known = if is_partial {
            library.missing()
        } else {
            BTreeSet::new()
        };
        Self {
            file,
            known,
            is_kept: false,
            is_told: false,
        }
    }

    /// Rescans the library. Writes the file if its content would change and no further input is missing.
    fn compile_again(
        &mut self,
        library: &mut Library,
        speech: Speech,
    ) -> Result<Option<Compiled>, Failure> {
        let rescan = library.rescan()?;
        speech.note(&rescan.findings);
        let is_same = !rescan.reopened && rescan.clips.is_empty();
        if is_same && !self.is_kept && self.file.exists() {
            return Ok(None);
        }
        self.compile(library, speech)
    }

    /// Writes the file if no further input is missing; `None` if it keeps the old file.
    fn compile(&mut self, library: &Library, speech: Speech) -> Result<Option<Compiled>, Failure> {
        let reading = Reading::since(library, &self.known);
        if let Some(missing) = reading.first() {
            let name = &missing.file;
            let until = if missing.is_half_written() {
                "is complete, or is tagged as it is"
            } else {
                "can be read"
            };
            let message = format!("{} until {name} {until}", tagdb::kept(&self.file));
            let file = self.file.display().to_string();
            speech.note(&[note(&file, "kept", message)]);
            self.is_kept = true;
            return Ok(None);
        }
        let whole = reading.whole(&tagdb::kept(&self.file))?;
        let bytes = library.database().to_bytes();
        let compiled = tagdb::compile(library, &self.file, &bytes, &whole, speech)?;
        self.known = library.missing();
        self.is_kept = false;
        Ok(Some(compiled))
    }

    /// Prints that the file was written; the first CSV row follows a header. Returns whether standard output is still
    /// open.
    fn tell(
        &mut self,
        mut compiled: Compiled,
        since: Instant,
        speech: Speech,
    ) -> Result<bool, Failure> {
        let seconds = since.elapsed().as_secs_f64();
        compiled.seconds = Some(seconds);
        let is_first = !std::mem::replace(&mut self.is_told, true);
        let line = match speech.format {
            Format::Json => {
                let json = serde_json::to_string(&compiled)
                    .map_err(|error| Failure::plain("output", error.to_string()))?;
                json + "\n"
            }
            Format::Csv => {
                if is_first {
                    compiled.table().csv()
                } else {
                    compiled.table().rows_csv()
                }
            }
            Format::Table => format!("{} ({:.0} ms)\n", compiled.line(), seconds * 1e3),
        };
        say(&line, speech.format)
    }
}
