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

    /// Carries out the edits in journals that were set aside, each as an edit of this user, and returns what was done.
    ///
    /// # Errors
    /// If an edit names a file that edits do not change, or a file cannot be written. Those before it are then made, and
    /// its journal stays.
    pub fn trust_foreign_edits(&mut self) -> Result<Vec<ForeignEdit>, EditError> {
        let _lock = self.lock()?;
        self.set_damaged_history_aside();
        Ok(self.store.trust()?)
    }
}
