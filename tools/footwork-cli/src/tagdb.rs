//! Names and writes compiled libraries: `.tagdb` files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use footwork_library::{Library, Whole};
use footwork_store::{refuse_links, replace_file, sweep_beside};
use serde::Serialize;

use crate::compiled_name::{EXTENSION, is_compiled};
use crate::failure::Failure;
use crate::output::Speech;
use crate::output_file::note_unsynced;
use crate::pose_file::CompiledPoses;
use crate::shown;
use crate::table::{Cell, Table, cells, count};

/// Returns the path, or an error if it does not end in the extension of compiled libraries. Another name is more likely
/// a mistake than intended, and other verbs would not read the file.
pub(crate) fn check_name(path: &Path) -> Result<&Path, Failure> {
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
            "only a file can be written, not standard output or a device: give a name that ends in \
             .{EXTENSION}"
        ),
    };
    Err(Failure::plain("bad-output", message).hint(hint))
}

/// Returns `NAME.tagdb` in the current folder, where `NAME` is the name of the library's folder.
pub(crate) fn default_file(library: &Library) -> Result<PathBuf, Failure> {
    // `.` and `..` have no name of their own, so resolve them.
    let folder = fs::canonicalize(library.root()).ok();
    let name = folder.as_deref().and_then(Path::file_name);
    let name = name.ok_or_else(|| {
        let message = format!("{}: the folder has no name", library.root().display());
        Failure::plain("bad-output", message)
            .hint(format!("give the file with -o FILE.{EXTENSION}"))
    })?;
    let mut file = name.to_owned();
    file.push(".");
    file.push(EXTENSION);
    let file = PathBuf::from(file);
    refuse_links(Path::new(""), &file)
        .map_err(|error| Failure::plain("not-saved", error.to_string()))?;
    Ok(file)
}

/// Returns the start of an error for a file that is not written: `FILE stays as it was` if it exists, else `FILE is not
/// written`.
pub(crate) fn kept(file: &Path) -> String {
    if file.exists() {
        format!("{} stays as it was", file.display())
    } else {
        format!("{} is not written", file.display())
    }
}

/// A compiled file.
#[derive(Serialize)]
pub(crate) struct Compiled {
    file: String,
    bytes: usize,
    clips: usize,
    frames: u64,
    tags: usize,
    events: usize,
    /// The number of unreadable clips, animations and sidecars that the file leaves out.
    left_out: usize,
    /// The time that compiling took, in seconds, for a verb that compiles again and again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
    /// The compressed motion, if it is written as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) poses: Option<CompiledPoses>,
}

/// Writes the bytes of the library's database to the file.
pub(crate) fn compile(
    library: &Library,
    file: &Path,
    bytes: &[u8],
    _whole: &Whole,
    speech: Speech,
) -> Result<Compiled, Failure> {
    let db = library.database();
    let shown = file.display();
    sweep_beside(file);
    let saved = replace_file(file, bytes);
    let saved = saved.map_err(|error| Failure::plain("not-saved", format!("{shown}: {error}")))?;
    note_unsynced(&saved, speech);
    let missing = library.missing();
    let left_out: BTreeSet<&str> = missing.iter().map(|m| m.file.as_str()).collect();
    Ok(Compiled {
        file: shown.to_string(),
        bytes: bytes.len(),
        clips: db.clips().len(),
        frames: db.clips().values().map(|clip| u64::from(clip.frames)).sum(),
        tags: db.tags().count(),
        events: db.events().count(),
        left_out: left_out.len(),
        seconds: None,
        poses: None,
    })
}

impl Compiled {
    /// Returns a table with one row about the file.
    pub(crate) fn table(&self) -> Table {
        let mut header = vec![
            "file", "bytes", "clips", "frames", "tags", "events", "left_out",
        ];
        header.extend(self.poses.iter().flat_map(|_| CompiledPoses::COLUMNS));
        header.extend(self.seconds.map(|_| "seconds"));
        let (file, frames) = (self.file.as_str(), self.frames);
        let mut row = Vec::from(cells![file, self.bytes, self.clips, frames]);
        row.extend(cells![self.tags, self.events, self.left_out]);
        row.extend(self.poses.iter().flat_map(CompiledPoses::cells));
        row.extend(self.seconds.map(|secs| Cell::from(format!("{secs:.3}"))));
        let mut table = Table::new(header);
        table.row(row);
        table
    }

    /// Describes the file for people on one line, without a newline.
    pub(crate) fn line(&self) -> String {
        let left_out = match self.left_out {
            0 => String::new(),
            1 => "; 1 file could not be read, and is left out in whole or in part".to_owned(),
            more => {
                format!("; {more} files could not be read, and are left out in whole or in part")
            }
        };
        format!(
            "{}: {}, {}, {}, {} in {}{left_out}{}",
            shown::line(&self.file),
            count(self.clips, "clip"),
            count(self.frames, "frame"),
            count(self.tags, "tag"),
            count(self.events, "event"),
            count(self.bytes, "byte"),
            self.poses
                .as_ref()
                .map_or_else(String::new, CompiledPoses::line),
        )
    }
}
