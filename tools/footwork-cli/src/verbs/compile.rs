//! `footwork compile LIB [-o FILE.tagdb]`: a library as one file for the run time.

use std::fs;
use std::path::{Path, PathBuf};

use footwork_library::{Library, atomic};
use serde::Serialize;

use super::LibraryArg;
use super::source::{EXTENSION, is_compiled};
use crate::failure::Failure;
use crate::output::{Done, Format, Speech, csv_row};
use crate::table::count;

/// Write the clips, tags and events of a library as one .tagdb file, which games open and which
/// `info`, `query` and `timeline` read.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork compile samples
  footwork compile samples -o build/motion.tagdb
  footwork query samples.tagdb 'Gait.Run - Direction.Turn'

Tags and events of the vocabulary are in the file even where no clip has them. Clips' motion, saved
queries and colours are not. The same library gives the same bytes.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The file to write; one that is there is replaced. Without it, NAME.tagdb in the current
    /// folder, where NAME is that of the library's folder.
    #[arg(short, long, value_name = "FILE.tagdb")]
    output: Option<PathBuf>,
}

/// What was written.
#[derive(Serialize)]
pub(super) struct Compiled {
    file: String,
    bytes: usize,
    clips: usize,
    frames: u64,
    tags: usize,
    events: usize,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    // A wrong name is found before the work.
    let given = args.output.as_deref().map(check_name).transpose()?;
    let library = args.library.open(speech)?;
    let file = match given {
        Some(path) => path.to_owned(),
        None => default_file(&library)?,
    };
    let compiled = compile(&library, &file)?;
    match speech.format {
        Format::Json => Done::json(&compiled),
        Format::Csv => Ok(Done::text(to_csv(&compiled))),
        Format::Table => Ok(Done::text(to_table(&compiled))),
    }
}

/// Writes the file.
pub(super) fn compile(library: &Library, file: &Path) -> Result<Compiled, Failure> {
    let db = library.database();
    let bytes = db.to_bytes();
    atomic::write(file, &bytes).map_err(|error| {
        let message = format!("{}: {error}", file.display());
        Failure::plain("not-saved", &message)
    })?;
    Ok(Compiled {
        file: file.display().to_string(),
        bytes: bytes.len(),
        clips: db.clips().len(),
        frames: db.clips().values().map(|clip| u64::from(clip.frames)).sum(),
        tags: db.tags().count(),
        events: db.events().count(),
    })
}

/// A name without the extension is more likely a slip than a wish, and other verbs would not read
/// the file.
pub(super) fn check_name(path: &Path) -> Result<&Path, Failure> {
    if is_compiled(path) {
        return Ok(path);
    }
    let message = format!("{}: the name does not end in .{EXTENSION}", path.display());
    let hint = path.with_extension(EXTENSION).display().to_string();
    Err(Failure::plain("bad-output", &message).hint(Some(format!("write {hint}"))))
}

/// `NAME.tagdb` in the current folder.
pub(super) fn default_file(library: &Library) -> Result<PathBuf, Failure> {
    // `.` and `..` have names too.
    let folder = fs::canonicalize(library.root()).ok();
    let name = folder.as_deref().and_then(Path::file_name);
    let name = name.ok_or_else(|| {
        let message = format!("{}: the folder has no name", library.root().display());
        let hint = format!("give the file with -o FILE.{EXTENSION}");
        Failure::plain("bad-output", &message).hint(Some(hint))
    })?;
    let mut file = name.to_owned();
    file.push(".");
    file.push(EXTENSION);
    Ok(PathBuf::from(file))
}

fn to_csv(compiled: &Compiled) -> String {
    csv_row(&HEADER.map(str::to_owned)) + &csv_row(&compiled.cells())
}

fn to_table(compiled: &Compiled) -> String {
    format!("{}\n", compiled.line())
}

/// The columns of CSV.
pub(super) const HEADER: [&str; 6] = ["file", "bytes", "clips", "frames", "tags", "events"];

impl Compiled {
    /// The cells of CSV.
    pub(super) fn cells(&self) -> [String; 6] {
        [
            self.file.clone(),
            self.bytes.to_string(),
            self.clips.to_string(),
            self.frames.to_string(),
            self.tags.to_string(),
            self.events.to_string(),
        ]
    }

    /// For people, without a newline.
    pub(super) fn line(&self) -> String {
        format!(
            "{}: {}, {}, {}, {} in {}",
            self.file,
            count(self.clips, "clip"),
            count(self.frames, "frame"),
            count(self.tags, "tag"),
            count(self.events, "event"),
            count(self.bytes, "byte"),
        )
    }
}
