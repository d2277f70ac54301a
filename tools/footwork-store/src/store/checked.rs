//! Checks that records change only files that edits of the library may change, according to the files' names and to the
//! targets of links.

use std::io;
use std::path::Path;

use super::Store;
use crate::entry::{FileChange, is_inside};
use crate::error::{StoreError, not_saved};
use crate::files::{Files, LogFiles};
use crate::merge::FileCheck;

impl<F: Files, S: LogFiles> Store<F, S> {
    /// Returns the path of a file that a record names, below the root, after following all links.
    ///
    /// # Errors
    /// If no edit may change a file of this name, or the target of its links.
    pub(super) fn end_of(&self, file: &str, check: &mut dyn FileCheck) -> io::Result<String> {
        let refused = |why: String| {
            let message = format!("a record names {file:?}: {why}");
            io::Error::new(io::ErrorKind::InvalidData, message)
        };
        let outside = || refused("it is not a file of the library".to_owned());
        if !is_inside(file) {
            return Err(outside());
        }
        // The name is checked first, so that links are followed only for files that edits may change.
        check.check(file, file).map_err(refused)?;
        let end = self.files.target(&self.path(file))?;
        let root = self.files.target(&self.root)?;
        let end = end.strip_prefix(&self.root).or(end.strip_prefix(&root));
        let end = end.ok().and_then(with_slashes).ok_or_else(outside)?;
        if end != file {
            let refused = |why| refused(format!("it is a link that leads to {end:?}: {why}"));
            if !is_inside(&end) {
                return Err(refused("that is not a file of the library".to_owned()));
            }
            check.check(file, &end).map_err(refused)?;
        }
        Ok(end)
    }

    /// Rejects changes of files that no edit of the library may change.
    pub(super) fn check_files(&self, changes: &[FileChange]) -> Result<(), StoreError> {
        let mut check = self.merge.file_check();
        for FileChange { file, .. } in changes {
            self.end_of(file, &mut *check)
                .map_err(|error| not_saved(file, error))?;
        }
        Ok(())
    }
}

fn with_slashes(path: &Path) -> Option<String> {
    let names: Option<Vec<&str>> = path.iter().map(|name| name.to_str()).collect();
    Some(names?.join("/"))
}
