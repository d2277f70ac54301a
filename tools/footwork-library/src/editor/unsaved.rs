//! Edits that could not be saved. They are kept in memory, to be retried or discarded.

use std::time::SystemTime;

use footwork_store::{FileChange, HistoryEntry, StoreError};

use super::{Editor, Locked, stepped};
use crate::edit::{EditError, Plan, Retried, Saved};

/// An edit that could not be saved.
#[derive(Clone, Debug)]
pub struct Unsaved {
    /// The id by which the caller recognises the edit; see [`Plan::id`].
    pub id: Option<String>,
    /// The edit's name in the history.
    pub label: String,
    changes: Vec<FileChange>,
}

impl Editor {
    /// Keeps an edit as unsaved, unless the edit changes nothing.
    pub(super) fn keep(&mut self, plan: Plan) {
        let Plan {
            id, label, changes, ..
        } = plan;
        if !changes.is_empty() {
            self.unsaved.push(Unsaved { id, label, changes });
        }
    }

    /// Returns the edits that could not be saved, oldest first.
    ///
    /// Edits become unsaved because of the disk or the lock, or because another program kept changing the same files.
    /// [`retry`](Self::retry) tries to save them again. Edits that are [in doubt](StoreError::InDoubt) are not listed,
    /// because the journal may still hold them.
    pub fn unsaved(&self) -> &[Unsaved] {
        &self.unsaved
    }

    /// Tries to save each unsaved edit, merging it into the current files.
    ///
    /// Edits that still cannot be saved, or that conflict with later changes, stay unsaved and do not block the others.
    /// Only an edit in doubt stops the retry: no other edit is made before the edit in doubt is completed.
    ///
    /// # Errors
    /// If the library cannot be written to. No edit is then tried.
    pub fn retry(&mut self) -> Result<Retried, EditError> {
        let at = SystemTime::now();
        let Locked { store, _lock, .. } = self.lock()?;
        let mut retried = Retried::default();
        let mut unsaved = std::mem::take(&mut self.unsaved).into_iter();
        for Unsaved { id, label, changes } in unsaved.by_ref() {
            let step = HistoryEntry { label, changes };
            match store.retry(step.clone()) {
                Ok((changes, kept)) => {
                    let label = step.label;
                    self.warn_if_too_large(&label, kept);
                    let saved = stepped(HistoryEntry { label, changes }, at);
                    retried.saved.push(Saved { id, ..saved });
                }
                Err(error @ StoreError::InDoubt { .. }) => {
                    retried.errors.push(error.into());
                    break;
                }
                Err(error) => {
                    let HistoryEntry { label, changes } = step;
                    self.unsaved.push(Unsaved { id, label, changes });
                    retried.errors.push(error.into());
                }
            }
        }
        self.unsaved.extend(unsaved);
        Ok(retried)
    }

    /// Discards all edits that could not be saved, and returns them.
    pub fn discard_all_unsaved(&mut self) -> Vec<Unsaved> {
        std::mem::take(&mut self.unsaved)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use footwork_base::{FrameRange, Name};
    use footwork_store::StoreError;

    use crate::edit::{Edit, Operation};
    use crate::{Change, EditError, Library};

    const CLIP: &str = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\nEnd Site\n{\n\
                        OFFSET 0 1.7 0\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.01\n0\n1\n2\n";

    fn library() -> (tempfile::TempDir, Library, Edit) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.bvh"), CLIP).unwrap();
        let library = Library::open(folder.path()).unwrap();
        let paint = Operation::Paint {
            tag: "A".parse::<Name>().unwrap(),
            range: FrameRange::new(0, 2).unwrap(),
        };
        let edit = Edit::new("an edit").with(library.find_clip("a").unwrap(), [paint]);
        (folder, library, edit)
    }

    /// Another program changes the sidecar after each plan of the edit, just before the plan is saved.
    #[test]
    fn an_edit_is_kept_if_another_program_always_writes_first() {
        let (folder, library, edit) = library();
        let mut editor = library.editor();
        let mut plans = 0;
        let edited = editor.commit(|| {
            let plan = library.plan(&edit)?;
            plans += 1;
            let theirs = format!("footwork-tags 1\nnote \"{plans}\"\n");
            fs::write(folder.path().join("a.bvh.tags"), theirs).unwrap();
            Ok::<_, EditError>(plan)
        });
        let error = edited.unwrap_err();
        assert!(
            matches!(error, EditError::Store(StoreError::Changed { .. })),
            "{error}"
        );
        assert!(plans > 1);
        assert_eq!(editor.unsaved()[0].label, "an edit");
        let retried = editor.retry().unwrap();
        assert_eq!((retried.change(), retried.errors.len()), (Change::Saved, 0));
        let text = fs::read_to_string(folder.path().join("a.bvh.tags")).unwrap();
        let theirs = format!("note \"{plans}\"\n");
        assert!(
            text.contains(&theirs) && text.contains("tag A 0 2\n"),
            "{text}"
        );
    }
}
