//! Notes on what a library's folder contains besides the library: other libraries, and files that no reader supports.

use std::collections::BTreeMap;

use footwork_sidecar::{Finding, SETTINGS_FILE, Severity};

/// Returns a note for each folder that is a separate library.
pub(super) fn notes_on_libraries(folders: &[String]) -> Vec<Finding> {
    let note = |folder: &String| Finding {
        severity: Severity::Note,
        file: folder.clone(),
        position: None,
        code: "library-inside",
        message: format!(
            "has a {SETTINGS_FILE} of its own, so it is a library of its own and not part of this one"
        ),
    };
    folders.iter().map(note).collect()
}

/// The maximum number of kinds that the note names.
const MAX_KINDS: usize = 6;

/// Returns a note that counts the files of each kind; `None` if there are none.
pub(super) fn note_on_unread(kinds: &BTreeMap<&'static str, usize>) -> Option<Finding> {
    let count: usize = kinds.values().sum();
    let named = kinds.keys().take(MAX_KINDS).map(|kind| format!(".{kind}"));
    let named = named.collect::<Vec<_>>().join(", ");
    let more = if kinds.len() > MAX_KINDS { ", …" } else { "" };
    let what = match (count, kinds.len()) {
        (0, _) => return None,
        (1, _) => "1 file of a kind".to_owned(),
        (count, 1) => format!("{count} files of a kind"),
        (count, _) => format!("{count} files of kinds"),
    };
    Some(Finding {
        severity: Severity::Note,
        file: ".".to_owned(),
        position: None,
        code: "unread-kinds",
        message: format!("{what} that Footwork does not read: {named}{more}"),
    })
}
