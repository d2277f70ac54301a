//! `footwork compile LIB [-o FILE.tagdb]`: a library as one file for the run time.

use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::output::{Done, Speech, note};
use crate::source::LibraryArg;
use crate::table::count;
use crate::tagdb;
use footwork_sidecar::{Finding, Severity};

/// Write the clips, tags and events of a library as one .tagdb file, which games open and which
/// `info`, `query` and `timeline` read.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork compile samples
  footwork compile samples -o build/motion.tagdb --strict
  footwork query samples.tagdb 'Gait.Run - Direction.Turn'

Clips and sidecars that cannot be read are named and left out, and the answer counts them; the
command then exits with 0. With --strict it writes nothing and exits with 1.

Tags and events of the vocabulary are in the file even if no clip has them. The motion of clips,
saved queries and colours are not. The same library gives the same bytes.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The file to write; an existing one is replaced by renaming the new one over it, so that programs
    /// that have the old one open keep it. By default NAME.tagdb in the current folder, where NAME is that of
    /// the library's folder.
    #[arg(short, long, value_name = "FILE.tagdb")]
    output: Option<PathBuf>,

    /// If a clip or sidecar cannot be read, write nothing, keep the existing file, and exit with 1.
    /// By default, what cannot be read is left out.
    #[arg(long)]
    strict: bool,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    // A wrong name is found before the work.
    let given = args.output.as_deref().map(tagdb::check_name).transpose()?;
    let library = args.library.open(speech)?;
    let file = match given {
        Some(path) => path.to_owned(),
        None => tagdb::default_file(&library)?,
    };
    let left_out = library.left_out().len();
    if args.strict && left_out > 0 {
        speech.note(&[not_written(&file, left_out)]);
        return Ok(Done::text(String::new()).finding(true));
    }
    let compiled = tagdb::compile(&library, &file)?;
    let text = || format!("{}\n", compiled.line());
    speech.answer(&compiled, || compiled.table().csv(), text)
}

/// Why `--strict` wrote nothing.
fn not_written(file: &Path, left_out: usize) -> Finding {
    let state = match file.exists() {
        true => "it stays as it was",
        false => "it is not written",
    };
    let files = count(left_out, "file");
    Finding {
        severity: Severity::Error,
        ..note(
            &file.display().to_string(),
            "left-out",
            format!("{state}, as {files} could not be read"),
        )
    }
}
