//! Replaces old contents with new ones: all new files are written, then all are synced, then each replaces its old
//! file, then each folder is synced.
//!
//! The syncs are requested together, because many syncs at once take a file system little longer than a single one.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

use super::{REPLACING, Store, WRITING};
use crate::entry::FileChange;
use crate::error::{StoreError, not_saved};
use crate::files::{Files, LogFiles};
use crate::replace::Staged;

impl<F: Files, S: LogFiles> Store<F, S> {
    /// Durably replaces the old contents with the new ones.
    pub(super) fn put(&self, changes: &[FileChange]) -> Result<(), StoreError> {
        let mut staged = Vec::with_capacity(changes.len());
        let result = self.put_staged(changes, &mut staged);
        if result.is_err() {
            for staged in staged.into_iter().flatten() {
                _ = staged.discard(&self.files, io::ErrorKind::Other.into());
            }
        }
        result
    }

    fn put_staged(
        &self,
        changes: &[FileChange],
        staged: &mut Vec<Option<Staged>>,
    ) -> Result<(), StoreError> {
        let mut folders = BTreeSet::new();
        // All files are written before the first one replaces its old file, so that a full disk causes an error here.
        for FileChange { file, after, .. } in changes {
            let path = self.path(file);
            let new = after
                .as_ref()
                .map(|content| Staged::unsynced(&self.files, &path, content));
            let new = new.transpose().map_err(|error| not_saved(file, error))?;
            folders.insert(match &new {
                Some(new) => new.folder().to_path_buf(),
                None => path.parent().unwrap_or(&self.root).to_path_buf(),
            });
            staged.push(new);
        }
        let (temps, files): (Vec<PathBuf>, Vec<&str>) = staged
            .iter()
            .zip(changes)
            .filter_map(|(new, change)| Some((new.as_ref()?.temp().to_path_buf(), &*change.file)))
            .unzip();
        self.progress.begin(WRITING, temps.len());
        let progress = &*self.progress;
        let synced = self.files.sync_all(&temps, &|| progress.step(WRITING));
        synced.map_err(|(place, error)| not_saved(files.get(place).unwrap_or(&""), error))?;
        self.progress.begin(REPLACING, changes.len());
        for (change, staged) in changes.iter().zip(staged) {
            let file = &change.file;
            if self.read(file)? != change.before {
                let file = file.clone();
                return Err(StoreError::Changed { file });
            }
            let done = match staged.take() {
                Some(new) => new.put(&self.files),
                None if change.before.is_some() => self.files.remove(&self.path(file)),
                None => Ok(()),
            };
            done.map_err(|error| not_saved(file, error))?;
            self.progress.step(REPLACING);
        }
        self.sync_folders(&folders)
    }

    fn sync_folders(&self, folders: &BTreeSet<PathBuf>) -> Result<(), StoreError> {
        for folder in folders {
            let synced = self.files.sync_folder(folder);
            synced.map_err(|error| not_saved(&folder.display().to_string(), error))?;
        }
        Ok(())
    }
}
