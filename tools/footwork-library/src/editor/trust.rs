//! Edits that a library from elsewhere brought along, and that were set aside.

use footwork_store::{ForeignEdit, ForeignEdits};

use super::Editor;
use crate::edit::EditError;

impl Editor {
    /// Returns the edits in journals that were set aside, since this user did not make them on this machine in this
    /// folder, and what they would do.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn foreign_edits(&self) -> Result<Vec<ForeignEdits>, EditError> {
        self.store.foreign_edits().map_err(EditError::Journal)
    }

    /// Carries out the edits in journals that were set aside, all as one edit of this user, and returns what was done.
    ///
    /// # Errors
    /// If any of them names a file that edits do not change, conflicts, or leaves what cannot be read, or a file cannot be
    /// written. Nothing is made then.
    pub fn trust_foreign_edits(&mut self) -> Result<Vec<ForeignEdit>, EditError> {
        let _lock = self.lock()?;
        self.set_damaged_history_aside();
        let (edits, kept) = self.store.trust()?;
        self.warn_if_too_large("recover --trust", kept);
        Ok(edits)
    }
}
