//! `footwork compile LIB [-o FILE.tagdb]`: a library as one file for the run time.

use std::fs;
use std::path::{Path, PathBuf};

use footwork_library::Library;
use footwork_sidecar::{Finding, Severity};
use footwork_store::replace_file;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Done, Format, Speech, csv_row};
use crate::shown;
use crate::source::LibraryArg;
use crate::source::{EXTENSION, is_compiled};
use crate::table::count;

/// Write the clips, tags and events of a library as one .tagdb file, which games open and which
/// `info`, `query` and `timeline` read.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork compile samples
  footwork compile samples -o build/motion.tagdb --strict
  footwork query samples.tagdb 'Gait.Run - Direction.Turn'

What cannot be read in clips and sidecars is named and left out, and the answer says of how many files;
the command exits with 0 all the same, or with --strict writes nothing and exits with 1.

Tags and events of the vocabulary are in the file even where no clip has them. Clips' motion, saved
queries and colours are not. The same library gives the same bytes.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The file to write; one that is there is replaced. Without it, NAME.tagdb in the current
    /// folder, where NAME is that of the library's folder.
    #[arg(short, long, value_name = "FILE.tagdb")]
    output: Option<PathBuf>,

    /// Where a clip or sidecar cannot be read, write nothing, keep the file that is there, and exit
    /// with 1. Without it, what cannot be read is left out.
    #[arg(long)]
    strict: bool,
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
    /// How many clips, animations and sidecars could not be read.
    left_out: usize,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    // A wrong name is found before the work.
    let given = args.output.as_deref().map(check_name).transpose()?;
    let library = args.library.open(speech)?;
    let file = match given {
        Some(path) => path.to_owned(),
        None => default_file(&library)?,
    };
    let left_out = library.left_out().len();
    if args.strict && left_out > 0 {
        speech.errors.note(&[not_written(&file, left_out)]);
        return Ok(Done::text(String::new()).finding(true));
    }
    let compiled = compile(&library, &file)?;
    match speech.format {
        Format::Json => Done::json(&compiled),
        Format::Csv => Ok(Done::csv(to_csv(&compiled))),
        Format::Table => Ok(Done::text(to_table(&compiled))),
    }
}

/// Says why `--strict` wrote nothing.
fn not_written(file: &Path, left_out: usize) -> Finding {
    let stays = if file.exists() {
        "it stays as it was"
    } else {
        "it is not written"
    };
    Finding {
        severity: Severity::Error,
        file: file.display().to_string(),
        position: None,
        code: "left-out",
        message: format!("{stays}, as {} could not be read", count(left_out, "file")),
    }
}

/// Writes the file.
pub(super) fn compile(library: &Library, file: &Path) -> Result<Compiled, Failure> {
    let db = library.database();
    let bytes = db.to_bytes();
    replace_file(file, &bytes).map_err(|error| {
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
        left_out: library.left_out().len(),
    })
}

/// A name without the extension is more likely a slip than a wish, and other verbs would not read
/// the file.
pub(super) fn check_name(path: &Path) -> Result<&Path, Failure> {
    if is_compiled(path) {
        return Ok(path);
    }
    let message = format!("{}: the name does not end in .{EXTENSION}", path.display());
    let is_plain = path
        .metadata()
        .map_or(path != Path::new("-"), |it| it.is_file());
    let hint = match is_plain {
        true => format!("write {}", path.with_extension(EXTENSION).display()),
        false if path.is_dir() => {
            let example = path.join("motion").with_extension(EXTENSION);
            format!("give a file in the folder, such as {}", example.display())
        }
        false => format!(
            "this writes a file, and neither standard output nor a device: give a name that ends in \
             .{EXTENSION}"
        ),
    };
    Err(Failure::plain("bad-output", &message).hint(Some(hint)))
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
pub(super) const HEADER: [&str; 7] = [
    "file", "bytes", "clips", "frames", "tags", "events", "left_out",
];

impl Compiled {
    /// The cells of CSV.
    pub(super) fn cells(&self) -> [String; 7] {
        [
            self.file.clone(),
            self.bytes.to_string(),
            self.clips.to_string(),
            self.frames.to_string(),
            self.tags.to_string(),
            self.events.to_string(),
            self.left_out.to_string(),
        ]
    }

    /// For people, without a newline.
    pub(super) fn line(&self) -> String {
        let left_out = match self.left_out {
            0 => String::new(),
            1 => "; 1 file could not be read, and is left out in whole or in part".to_owned(),
            more => {
                format!("; {more} files could not be read, and are left out in whole or in part")
            }
        };
        format!(
            "{}: {}, {}, {}, {} in {}{left_out}",
            shown::line(&self.file),
            count(self.clips, "clip"),
            count(self.frames, "frame"),
            count(self.tags, "tag"),
            count(self.events, "event"),
            count(self.bytes, "byte"),
        )
    }
}
