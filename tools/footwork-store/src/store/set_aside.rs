//! Setting aside a history that cannot be read, so that edits can be taken back again from then on.

use std::io;

use super::Store;
use crate::files::Files;
use crate::history::History;
use crate::own_folder::DAMAGED;

impl<F: Files> Store<F> {
    /// Sets the history aside if it is damaged or of another version; says why it was. Under the
    /// library's lock, behind [`recover`](Self::recover). No file of the library is touched: all
    /// edits stay, and those before can only not be taken back.
    ///
    /// # Errors
    /// When the history cannot be read for another reason, or not be renamed.
    pub fn set_damaged_history_aside(&self) -> io::Result<Option<String>> {
        let error = match History::read(&self.history, &self.files) {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => error,
            read => return read.map(|_| None),
        };
        // What the journal holds is found in the history by its place.
        self.journal.empty_synced(&self.files)?;
        // This lasts with the next edit, which is the first of a history.
        self.files
            .rename(self.history.path(), &self.path(DAMAGED))?;
        Ok(Some(error.to_string()))
    }
}
