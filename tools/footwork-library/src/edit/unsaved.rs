//! Edits that could not be saved: kept in the open library, tried again, or given up.

use footwork_store::{FileChange, Step};

use super::turn::without_library;
use super::{Change, EditError, Shared};
use crate::Library;

/// An edit that could not be saved.
#[derive(Clone, Debug)]
pub(crate) struct Unsaved {
    label: String,
    changes: Vec<FileChange>,
}

/// What trying again came to.
#[derive(Debug)]
pub struct Retried {
    /// Whether anything was saved.
    pub change: Change,
    /// The files that were changed, from the library's root.
    pub files: Vec<String>,
    /// The places that what was saved had in [`Library::unsaved`], ascending.
    pub places: Vec<usize>,
    /// Why what is still unsaved could not be: an error for each, in their order.
    pub errors: Vec<EditError>,
}

impl Library {
    /// Keeps an edit that could not be saved, unless it is none.
    pub(super) fn keep_unsaved(&mut self, label: &str, changes: Vec<FileChange>) {
        if !changes.is_empty() {
            let label = label.to_owned();
            self.unsaved.push(Unsaved { label, changes });
        }
    }

    /// What could not be saved, in the order in which it was tried: whatever was refused by the disk
    /// or the lock, or by somebody who changed the same files at the same moment, again and again.
    /// [`retry`](Self::retry) tries again. What is [in doubt](footwork_store::StoreError::InDoubt) is
    /// not among them, as the journal holds it.
    pub fn unsaved(&self) -> impl ExactSizeIterator<Item = &str> {
        self.unsaved.iter().map(|unsaved| unsaved.label.as_str())
    }

    /// Saves what could not be saved before, each edit on what the files say now. What still cannot
    /// be, or was changed in another way since, stays unsaved and keeps none of the others from being
    /// saved.
    ///
    /// # Errors
    /// When the library cannot be written to, and nothing is tried; or when what was saved cannot be
    /// read again.
    pub fn retry(&mut self) -> Result<Retried, EditError> {
        retry(self)
    }

    /// Forgets one edit that could not be saved, by its place in [`unsaved`](Self::unsaved); returns
    /// what it was, or `None` where there is none at that place.
    pub fn discard_unsaved(&mut self, place: usize) -> Option<String> {
        let is_there = place < self.unsaved.len();
        is_there.then(|| self.unsaved.remove(place).label)
    }

    /// Forgets all edits that could not be saved.
    pub fn discard_all_unsaved(&mut self) {
        self.unsaved.clear();
    }
}

pub(super) fn retry(shared: &mut impl Shared) -> Result<Retried, EditError> {
    let _lock = shared.library().lock()?;
    let mut retried = Retried {
        change: Change::Nothing,
        files: Vec::new(),
        places: Vec::new(),
        errors: Vec::new(),
    };
    let mut place = 0;
    while let Some(Unsaved { label, changes }) = shared.library().unsaved.get(place).cloned() {
        let step = Step { label, changes };
        let made = without_library(shared, |store| store.retry(step));
        let library = shared.library();
        match made {
            Ok((changes, kept)) => {
                let Unsaved { label, .. } = library.unsaved.remove(place);
                retried.places.push(place + retried.places.len());
                retried.change = Change::Saved;
                library.say_if_too_large(&label, kept);
                library.take_up_changes(&changes)?;
                let files = changes.into_iter().map(|change| change.file);
                retried.files.extend(files);
            }
            Err(error) => {
                retried.errors.push(error.into());
                place += 1;
            }
        }
    }
    Ok(retried)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use footwork_base::{FrameRange, Name};

    use super::*;
    use footwork_store::StoreError;

    const CLIP: &str = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\nEnd Site\n{\n\
                        OFFSET 0 1.7 0\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.01\n0\n1\n2\n";

    /// Somebody else writes the sidecar each time just before an edit of it is saved.
    #[test]
    fn an_edit_that_others_outrun_each_time_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.bvh"), CLIP).unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let clip = library.find_clip("a").unwrap();
        let tag: Name = "A".parse().unwrap();
        let range = FrameRange::new(0, 2).unwrap();
        let mut tries = 0;
        let edited = library.edit("an edit", &[clip], |_, sidecar| {
            tries += 1;
            let theirs = format!("footwork-tags 1\nnote \"{tries}\"\n");
            fs::write(folder.path().join("a.bvh.tags"), theirs).unwrap();
            Ok(sidecar.paint(&tag, range))
        });
        let error = edited.unwrap_err();
        assert!(
            matches!(error, EditError::Store(StoreError::Changed { .. })),
            "{error}"
        );
        assert!(tries > 1);
        assert!(library.unsaved().eq(["an edit"]));
        let retried = library.retry().unwrap();
        assert_eq!((retried.change, retried.errors.len()), (Change::Saved, 0));
        let text = fs::read_to_string(folder.path().join("a.bvh.tags")).unwrap();
        let theirs = format!("note \"{tries}\"\n");
        assert!(
            text.contains(&theirs) && text.contains("tag A 0 2\n"),
            "{text}"
        );
    }
}
