//! Plan, commit and accept in a row, for whoever has the library and its editor to itself.

use std::sync::Arc;

use super::Library;
use crate::edit::{Edit, EditError, Saved};
use crate::editor::Editor;

impl Library {
    /// An editor of this library, with the same progress.
    pub fn editor(&self) -> Editor {
        Editor::new(&self.root, Arc::clone(&self.progress))
    }

    /// Makes an edit that lasts when this returns, and brings the library up to date with it. It is planned under the
    /// write lock.
    ///
    /// # Errors
    /// As [`plan`](Self::plan) and [`Editor::commit_planned`].
    pub fn edit(&mut self, editor: &mut Editor, edit: &Edit) -> Result<Saved, EditError> {
        // What cannot be done is refused before anybody waits for the lock.
        self.check_edit(edit)?;
        let saved = editor.commit_planned(|| self.plan(edit))?;
        self.accept(&saved)?;
        Ok(saved)
    }

    /// The same for an edit that depends on what the files say: it is made under the write lock, each time that it is
    /// planned. `make` [reads again](Self::reread) what it depends on.
    ///
    /// # Errors
    /// As [`edit`](Self::edit), and those of `make`.
    pub fn edit_with<E: From<EditError>>(
        &mut self,
        editor: &mut Editor,
        mut make: impl FnMut(&mut Self) -> Result<Edit, E>,
    ) -> Result<Saved, E> {
        let saved = editor.commit_planned(|| {
            let edit = make(self)?;
            Ok::<_, E>(self.plan(&edit)?)
        })?;
        self.accept(&saved).map_err(EditError::from)?;
        Ok(saved)
    }
}
