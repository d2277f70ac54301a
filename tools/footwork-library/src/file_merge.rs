//! Merges an edit into a file that another program changed as well.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork_store::{Direction, FileCheck, Merge, MergedFile, Progress, Sides, Store, UserFolder};

use crate::editable::EditableFiles;

use footwork_sidecar::{
    Conflict, Finding, Line, MergedSettings, SETTINGS_FILE, SIDECAR_SUFFIX, Sidecar, merge,
    merge_settings,
};

/// Merges sidecars and `footwork.toml`; no other file is ever merged.
///
/// If the two sides of a sidecar conflict, the result holds both. A sidecar that now belongs to a version of its clip
/// that the edit does not know is a conflict too, because its frame numbers have another meaning. Settings are not
/// merged if a key or a comment conflicts. Unreadable files are not merged either.
#[derive(Clone, Debug)]
pub struct LibraryMerge {
    root: PathBuf,
}

impl LibraryMerge {
    /// Returns the merge for the library at `root`.
    pub fn new(root: &Path) -> Self {
        let root = root.to_owned();
        Self { root }
    }
}

impl Merge for LibraryMerge {
    fn merge(&self, file: &str, sides: Sides<'_>, direction: Direction) -> Option<MergedFile> {
        match file {
            SETTINGS_FILE => merged_settings(sides),
            _ if file.ends_with(SIDECAR_SUFFIX) => merged_sidecar(file, sides, direction),
            _ => None,
        }
    }

    fn file_check(&self) -> Box<dyn FileCheck + '_> {
        Box::new(EditableFiles::new(&self.root))
    }
}

impl FileCheck for EditableFiles<'_> {
    fn check(&mut self, file: &str, end: &str) -> Result<(), String> {
        // The name must match the kind of the written file.
        if (file == SETTINGS_FILE) == (end == SETTINGS_FILE) {
            self.check(end)
        } else {
            Err(format!(
                "{SETTINGS_FILE} and a sidecar cannot replace each other"
            ))
        }
    }
}

/// Returns the store of the library at `root`.
///
/// # Errors
/// If the user has no state folder for it.
pub(crate) fn store(root: &Path, progress: Arc<dyn Progress>) -> io::Result<Store> {
    let state = UserFolder::State.of_library(root)?;
    let merge = Arc::new(LibraryMerge::new(root));
    Ok(Store::new(root, state.path(), merge).with_progress(progress))
}

fn merged_settings(Sides { base, ours, theirs }: Sides<'_>) -> Option<MergedFile> {
    let MergedSettings { text, conflicts } =
        merge_settings(text(base)?, text(ours)?, text(theirs)?).ok()?;
    // Settings with conflict markers would keep the library from opening.
    conflicts.is_empty().then(|| MergedFile {
        content: (!text.is_empty()).then(|| text.into_bytes()),
        conflicts: Vec::new(),
    })
}

fn merged_sidecar(file: &str, sides: Sides<'_>, direction: Direction) -> Option<MergedFile> {
    let [base, ours, theirs] =
        [sides.base, sides.ours, sides.theirs].map(|side| read(file, side).ok());
    let (base, ours, theirs) = (base?, ours?, theirs?);
    let merged = merge(&base, &ours, &theirs);
    let other_frames = has_other_frames(&[&base, &ours], &theirs);
    let other_frames = other_frames.then(|| {
        "the edit belongs to another version of the clip than the file, and their frames have \
         different numbers"
            .to_owned()
    });
    let conflicts = merged.conflicts.iter();
    let conflicts = conflicts.map(|conflict| said(conflict, direction));
    let is_gone = merged.sidecar == Sidecar::default();
    Some(MergedFile {
        content: (!is_gone).then(|| merged.sidecar.to_bytes()),
        conflicts: other_frames.into_iter().chain(conflicts).collect(),
    })
}

/// Returns whether a sidecar is for another version of its clip than all `known` sidecars.
fn has_other_frames(known: &[&Sidecar], now: &Sidecar) -> bool {
    let known: Vec<_> = known.iter().filter_map(|sidecar| sidecar.hash()).collect();
    let is_other = |hash| !known.is_empty() && !known.contains(&hash);
    now.hash().is_some_and(is_other)
}

/// Returns the text of a file; empty if there is no file.
fn text(bytes: Option<&[u8]>) -> Option<&str> {
    str::from_utf8(bytes.unwrap_or_default()).ok()
}

/// Reads a sidecar; it has no lines if there is no file.
fn read(file: &str, bytes: Option<&[u8]>) -> Result<Sidecar, Box<Finding>> {
    match bytes {
        Some(bytes) => Sidecar::read(file, bytes).map(|(sidecar, _)| sidecar),
        None => Ok(Sidecar::default()),
    }
}

/// Returns a message that shows the edit's change and the current content of the file.
fn said(conflict: &Conflict, direction: Direction) -> String {
    let (from, to) = match direction {
        Direction::Forward => (&conflict.base, &conflict.ours),
        Direction::Back => (&conflict.ours, &conflict.base),
    };
    let (item, now) = (&conflict.item, Lines(&conflict.theirs));
    let (from, to) = (Lines(from), Lines(to));
    format!("{item}: the edit wrote {to} in place of {from}, and the file now has {now}")
}

/// The first few lines, for a message.
struct Lines<'a>(&'a [Line]);

/// The maximum number of lines, and of characters per line, that a message shows.
const SHOWN: (usize, usize) = (4, 80);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("nothing");
        }
        for (number, line) in self.0.iter().take(SHOWN.0).enumerate() {
            let text = line.to_string();
            let cut: String = text.chars().take(SHOWN.1).collect();
            let more = if cut.len() < text.len() { "…" } else { "" };
            let comma = if number > 0 { ", " } else { "" };
            write!(f, "{comma}`{cut}{more}`")?;
        }
        if self.0.len() > SHOWN.0 {
            f.write_str(", …")
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rename is interrupted between two files, and the user adds a comment before it is completed.
    #[test]
    fn a_settings_edit_is_merged_with_a_new_comment() {
        let made = |now: &str| {
            let sides = Sides {
                base: Some(b"[tags.A]\n"),
                ours: Some(b"[tags.B]\n"),
                theirs: Some(now.as_bytes()),
            };
            let merged =
                LibraryMerge::new(Path::new("")).merge(SETTINGS_FILE, sides, Direction::Forward)?;
            assert_eq!(merged.conflicts, [] as [String; 0]);
            Some(String::from_utf8(merged.content.unwrap_or_default()).unwrap())
        };
        for (now, after) in [
            ("# mine\n[tags.A]\n", "# mine\n[tags.B]\n"),
            ("[tags.A]\n# mine\n", "# mine\n[tags.B]\n"),
            ("[tags.A]\n\n[tags.C]\n", "[tags.B]\n\n[tags.C]\n"),
        ] {
            assert_eq!(made(now).as_deref(), Some(after));
        }
        for now in ["[tags.A]\nkey = \"a\"\n", "[tags.A] # mine\n", "[tags"] {
            assert_eq!(made(now), None);
        }
    }
}
