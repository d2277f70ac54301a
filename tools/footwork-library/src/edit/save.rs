//! How edits reach the disk, what is kept of those that do not, undo and redo.

use std::collections::BTreeSet;

use footwork_tags::ClipId;

use super::{Change, EditError};
use crate::bounded;
use crate::lock::WriteLock;
use crate::sidecar::MAX_BYTES;
use crate::store::{FileChange, Step, StoreError};
use crate::{ClipEntry, Library, Sidecar};

/// How often an edit is made again when somebody else changes its file at the same moment.
const TRIES: usize = 3;

/// An edit that was taken back or made again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turned {
    /// What it was.
    pub label: String,
    /// The files that it changed, from the library's root.
    pub files: Vec<String>,
}

/// An edit that could not be saved.
#[derive(Clone, Debug)]
pub(crate) struct Unsaved {
    label: String,
    changes: Vec<FileChange>,
}

/// A sidecar as it was read for an edit, and what the edit made of it.
struct Edited {
    clip: ClipId,
    before: Option<Vec<u8>>,
    now: Option<Sidecar>,
    after: Option<Sidecar>,
}

impl Library {
    /// Changes what the sidecars of these clips say now, and saves all of them if that changed
    /// anything. What the label says is for people, in the history.
    pub(crate) fn edit(
        &mut self,
        label: &str,
        clips: &[ClipId],
        change: impl FnMut(ClipId, &mut Sidecar) -> Result<bool, EditError>,
    ) -> Result<Change, EditError> {
        self.edit_with(label, clips, Vec::new(), change)
    }

    /// The same with changes of other files in the same step.
    pub(crate) fn edit_with(
        &mut self,
        label: &str,
        clips: &[ClipId],
        others: Vec<FileChange>,
        mut change: impl FnMut(ClipId, &mut Sidecar) -> Result<bool, EditError>,
    ) -> Result<Change, EditError> {
        let _lock = self.lock()?;
        for _ in 1..TRIES {
            match self.try_edit(label, clips, &others, &mut change) {
                Err(EditError::Store(StoreError::Changed { .. })) => {}
                done => return done,
            }
        }
        self.try_edit(label, clips, &others, &mut change)
    }

    fn try_edit(
        &mut self,
        label: &str,
        clips: &[ClipId],
        others: &[FileChange],
        change: &mut impl FnMut(ClipId, &mut Sidecar) -> Result<bool, EditError>,
    ) -> Result<Change, EditError> {
        let mut all = Vec::with_capacity(clips.len());
        for &clip in clips {
            self.editable_frames(clip)?;
            let entry = &self.clips()[clip];
            let (before, now) = read_again(entry)?;
            // The first edit of a clip keeps the labels that came in its file.
            let first = || entry.embedded.clone();
            let mut sidecar = now.clone().or_else(first).unwrap_or_else(|| {
                Sidecar::new(entry.base_name(), entry.frames, entry.rate, entry.hash)
            });
            let after = change(clip, &mut sidecar)?.then_some(sidecar);
            all.push(Edited {
                clip,
                before,
                now,
                after,
            });
        }
        let changed = all.iter().filter_map(|edited| {
            Some(FileChange {
                file: self.clips()[edited.clip].sidecar_name(),
                before: edited.before.clone(),
                after: Some(edited.after.as_ref()?.to_bytes()),
            })
        });
        let changes: Vec<FileChange> = changed.chain(others.iter().cloned()).collect();
        let change = match changes.is_empty() {
            true => Change::Nothing,
            false => Change::Saved,
        };
        self.save(label, changes)?;
        for edited in all {
            match edited.after {
                Some(_) => _ = self.remember_pose(edited.clip),
                None => {
                    let file = self.clips()[edited.clip].sidecar_name();
                    self.saw(&file, edited.before.as_deref());
                }
            }
            if let Some(entry) = self.entry_mut(edited.clip) {
                entry.sidecar = edited.after.or(edited.now);
                entry.sidecar_is_broken = false;
            }
            self.refresh(edited.clip)?;
        }
        Ok(change)
    }

    /// The right to write, with everything carried out that others left in the journal.
    fn lock(&self) -> Result<WriteLock, EditError> {
        let lock = WriteLock::take(self.root()).map_err(EditError::Lock)?;
        self.store().recover(&[]).map_err(EditError::Journal)?;
        Ok(lock)
    }

    fn save(&mut self, label: &str, changes: Vec<FileChange>) -> Result<(), EditError> {
        match self.store().commit(label, changes.clone()) {
            Err(error @ StoreError::NotSaved { .. }) => {
                let label = label.to_owned();
                self.unsaved.push(Unsaved { label, changes });
                Err(error.into())
            }
            done => {
                done?;
                for FileChange { file, after, .. } in &changes {
                    self.saw(file, after.as_deref());
                }
                Ok(())
            }
        }
    }

    /// What could not be saved, in the order in which it was tried; [`retry`](Self::retry) tries
    /// again.
    pub fn unsaved(&self) -> impl ExactSizeIterator<Item = &str> {
        self.unsaved.iter().map(|unsaved| unsaved.label.as_str())
    }

    /// Saves what could not be saved before, each edit on what the files say now.
    ///
    /// # Errors
    /// When one still cannot be saved, or its file was changed in another way since: it and those
    /// behind it stay unsaved.
    pub fn retry(&mut self) -> Result<Change, EditError> {
        let _lock = self.lock()?;
        let mut change = Change::Nothing;
        while let Some(Unsaved { label, changes }) = self.unsaved.first().cloned() {
            let step = Step { label, changes };
            let changes = self.store().make_again(step)?;
            self.unsaved.remove(0);
            self.reread(&changes)?;
            change = Change::Saved;
        }
        Ok(change)
    }

    /// Forgets what could not be saved.
    pub fn discard_unsaved(&mut self) {
        self.unsaved.clear();
    }

    /// Takes the last edit of the library back, whichever program made it; `None` where there is
    /// none. What others changed in the same files since then stays.
    ///
    /// # Errors
    /// When what the edit changed was changed since, or a file cannot be written.
    pub fn undo(&mut self) -> Result<Option<Turned>, EditError> {
        let _lock = self.lock()?;
        let step = self.store().undo()?;
        self.turned(step)
    }

    /// Makes the edit again that was taken back last; `None` where there is none, or where
    /// something was edited since.
    ///
    /// # Errors
    /// As [`undo`](Self::undo).
    pub fn redo(&mut self) -> Result<Option<Turned>, EditError> {
        let _lock = self.lock()?;
        let step = self.store().redo()?;
        self.turned(step)
    }

    fn turned(&mut self, step: Option<Step>) -> Result<Option<Turned>, EditError> {
        let Some(step) = step else {
            return Ok(None);
        };
        self.reread(&step.changes)?;
        let label = step.label;
        let files = step.changes.into_iter().map(|change| change.file).collect();
        Ok(Some(Turned { label, files }))
    }

    /// Takes up what was changed in sidecars.
    fn reread(&mut self, changes: &[FileChange]) -> Result<(), EditError> {
        for FileChange { file, after, .. } in changes {
            self.saw(file, after.as_deref());
        }
        let files: BTreeSet<&str> = changes.iter().map(|change| change.file.as_str()).collect();
        let clips = self.clips().iter();
        let clips = clips.filter(|(_, entry)| {
            entry.mirror_of.is_none() && files.contains(entry.sidecar_name().as_str())
        });
        let clips: Vec<ClipId> = clips.map(|(clip, _)| clip).collect();
        for clip in clips {
            let (_, now) = read_again(&self.clips()[clip])?;
            if let Some(entry) = self.entry_mut(clip) {
                entry.sidecar = now;
            }
            self.refresh(clip)?;
        }
        Ok(())
    }
}

/// What the sidecar says by now; nothing where there is none.
fn read_again(entry: &ClipEntry) -> Result<(Option<Vec<u8>>, Option<Sidecar>), EditError> {
    let file = entry.sidecar_name();
    let bytes = match bounded::read(&entry.sidecar_path(), MAX_BYTES) {
        Ok(None) => return Ok((None, None)),
        bytes => bytes.ok().flatten(),
    };
    let read = bytes.and_then(|bytes| {
        let (sidecar, _) = Sidecar::read(&file, &bytes).ok()?;
        Some((Some(bytes), Some(sidecar)))
    });
    match read {
        Some(read) => Ok(read),
        None if entry.sidecar_is_broken => Err(EditError::BrokenSidecar { file }),
        None => Err(EditError::ChangedOutside { file }),
    }
}
