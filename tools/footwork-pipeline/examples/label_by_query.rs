//! Tags frames of a library by a query, checks the library, and lists all tags as CSV.

use std::env;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use footwork_pipeline::{check, open_library, tag_table, write_csv};
use footwork_tags::ClipId;

/// Labels the library given as the argument.
pub fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).ok_or("name the folder of a library")?;
    print!("{}", label(Path::new(&folder))?);
    Ok(())
}

/// Tags the frames in which the hips are high as `Airborne`, and returns all tags and events.
pub fn label(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut library = open_library(folder, Arc::new(()))?;
    for finding in library.findings() {
        eprintln!("{finding}");
    }
    let high = library.database().query("{ height > 1.1 }")?;
    // A query finds no frames in a clip that cannot be read. Without this check, the result would
    // look complete.
    if let Some(unread) = library.take_unread().first() {
        return Err(unread.to_string().into());
    }
    let edit = library.painting(&"Airborne".parse()?, &high);
    let mut editor = library.editor();
    let saved = library.edit(&mut editor, &edit)?;
    eprintln!("{}: {} files", saved.label, saved.files.len());
    for finding in editor.take_findings() {
        eprintln!("{finding}");
    }
    for finding in check(&library) {
        eprintln!("{}: {}", finding.clip, finding.message);
    }
    let clips: Vec<ClipId> = library.clips().ids().collect();
    let exported = tag_table(&library, &clips);
    if let Some(left) = &exported.left_behind {
        eprintln!("{left}");
    }
    Ok(write_csv(&exported.table))
}
