//! Plan, commit and accept in one call, for callers that own both the library and its editor.

use std::sync::Arc;

use super::Library;
use crate::edit::{Edit, EditError, Saved};
use crate::editor::Editor;

impl Library {
    /// Returns an editor of this library that reports to the same observer.
    pub fn editor(&self) -> Editor {
        Editor::new(&self.root, Arc::clone(&self.progress))
    }

    /// Makes an edit and brings the library up to date with it. The edit is planned under the write lock, and is
    /// permanent when this returns.
    ///
    /// # Errors
    /// Same as [`plan`](Self::plan) and [`Editor::commit`]. Once the edit is permanent, no error is returned: if the
    /// library cannot be brought up to date, the editor holds a [finding](Editor::take_findings) about it.
    pub fn edit(&mut self, editor: &mut Editor, edit: &Edit) -> Result<Saved, EditError> {
        // Rejects impossible edits before waiting for the lock.
        self.check_edit(edit)?;
        let saved = editor.commit(|| self.plan_checked(edit))?;
        editor.add_findings(self.accept(&saved));
        Ok(saved)
    }

    /// Makes an edit that depends on the content of the files. `make` is called under the write lock each time the edit
    /// is planned, and should [reread](Self::reread) the clips on which the edit depends.
    ///
    /// # Errors
    /// Same as [`edit`](Self::edit), and the errors of `make`.
    pub fn edit_with<E: From<EditError>>(
        &mut self,
        editor: &mut Editor,
        mut make: impl FnMut(&mut Self) -> Result<Edit, E>,
    ) -> Result<Saved, E> {
        let saved = editor.commit(|| {
            let edit = make(self)?;
            Ok::<_, E>(self.plan(&edit)?)
        })?;
        editor.add_findings(self.accept(&saved));
        Ok(saved)
    }
}
