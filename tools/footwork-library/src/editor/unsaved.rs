//! Edits that could not be saved: kept in memory, retried, or discarded.

use std::time::SystemTime;

use footwork_store::{FileChange, HistoryEntry};

use super::{Editor, stepped};
use crate::edit::{EditError, Plan, Retried};

/// An edit that could not be saved.
#[derive(Clone, Debug)]
pub(super) struct Unsaved {
    label: String,
    changes: Vec<FileChange>,
}

impl Editor {
    /// Keeps an edit that could not be saved, unless it changes nothing.
    pub(super) fn keep(&mut self, plan: Plan) {
        let Plan { label, changes, .. } = plan;
        if !changes.is_empty() {
            self.unsaved.push(Unsaved { label, changes });
        }
    }

    /// Returns the names of the edits that could not be saved, oldest first.
    ///
    /// These were refused by the disk or the lock, or another program kept changing the same files.
    /// [`retry`](Self::retry) tries them again. Edits that are
    /// [in doubt](footwork_store::StoreError::InDoubt) are not listed, as the journal holds them.
    pub fn unsaved(&self) -> impl ExactSizeIterator<Item = &str> {
        self.unsaved.iter().map(|unsaved| unsaved.label.as_str())
    }

    /// Tries to save each unsaved edit, merging it into the current files.
    ///
    /// Edits that still cannot be saved, or that conflict with later changes, stay unsaved and do not block
    /// the others.
    ///
    /// # Errors
    /// If the library cannot be written to; then no edit is tried.
    pub fn retry(&mut self) -> Result<Retried, EditError> {
        let (at, _lock) = (SystemTime::now(), self.lock()?);
        let mut retried = Retried::default();
        let unsaved = std::mem::take(&mut self.unsaved).into_iter();
        for (place, Unsaved { label, changes }) in unsaved.enumerate() {
            let step = HistoryEntry { label, changes };
            match self.store.retry(step.clone()) {
                Ok((changes, kept)) => {
                    let label = step.label;
                    self.warn_if_too_large(&label, kept);
                    retried.places.push(place);
                    retried
                        .saved
                        .push(stepped(HistoryEntry { label, changes }, at));
                }
                Err(error) => {
                    let HistoryEntry { label, changes } = step;
                    self.unsaved.push(Unsaved { label, changes });
                    retried.errors.push(error.into());
                }
            }
        }
        Ok(retried)
    }

    /// Discards the edit at this index of [`unsaved`](Self::unsaved) and returns its name; `None` if there is
    /// none.
    pub fn discard_unsaved(&mut self, place: usize) -> Option<String> {
        let is_there = place < self.unsaved.len();
        is_there.then(|| self.unsaved.remove(place).label)
    }

    /// Discards all edits that could not be saved.
    pub fn discard_all_unsaved(&mut self) {
        self.unsaved.clear();
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

    /// Another program writes the sidecar each time, just before an edit of it is saved.
    #[test]
    fn an_edit_that_others_outrun_each_time_is_kept() {
        let (folder, library, edit) = library();
        let mut editor = library.editor();
        let mut plans = 0;
        let edited = editor.commit_planned(|| {
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
        assert!(editor.unsaved().eq(["an edit"]));
        let retried = editor.retry().unwrap();
        assert_eq!((retried.change(), retried.errors.len()), (Change::Saved, 0));
        let text = fs::read_to_string(folder.path().join("a.bvh.tags")).unwrap();
        let theirs = format!("note \"{plans}\"\n");
        assert!(
            text.contains(&theirs) && text.contains("tag A 0 2\n"),
            "{text}"
        );
    }

    /// A plan is a value: another program may write the file before it is committed.
    #[test]
    fn a_plan_is_merged_into_what_others_wrote_since() {
        let (folder, mut library, edit) = library();
        let mut editor = library.editor();
        let plan = library.plan(&edit).unwrap();
        let path = folder.path().join("a.bvh.tags");
        fs::write(&path, "footwork-tags 1\ntag B 0 1\n").unwrap();
        let saved = editor.commit(plan).unwrap();
        library.accept(&saved).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.contains("tag A 0 2\n") && text.contains("tag B 0 1\n"),
            "{text}"
        );
        let clip = library.find_clip("a").unwrap();
        assert_eq!(library.clips()[clip].tags().count(), 2);
        assert_eq!(editor.unsaved().len(), 0);
    }
}
