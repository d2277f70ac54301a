//! How edits reach the disk.

use std::sync::Arc;

use footwork_sidecar::{FILE_NAME, Finding, MAX_BYTES, Severity, Sidecar};
use footwork_store::{DAMAGED, FOLDER, FileChange, Kept, StoreError, WriteLock, read_bounded};
use footwork_tags::ClipId;

use super::{Change, EditError, Shared};
use crate::{ClipEntry, Library};

/// How often an edit is made again when somebody else changes its file at the same moment.
const TRIES: usize = 3;

/// What an edit concerns.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    /// The clips whose sidecars it may change.
    pub(crate) clips: Vec<ClipId>,
    /// What it changes beside them.
    pub(crate) others: Vec<FileChange>,
    /// Whether it may change sidecars that are of another version of their clip: those edits may
    /// that do not speak of frames, or that say which version the frames are of.
    pub(crate) any_version: bool,
}

/// An edit as it is to be saved.
struct Prepared {
    sidecars: Vec<Edited>,
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
    ///
    /// # Errors
    /// When a clip has changed since it was tagged, `change` fails or a file cannot be replaced;
    /// then none is.
    pub(crate) fn edit(
        &mut self,
        label: &str,
        clips: &[ClipId],
        change: impl FnMut(ClipId, &mut Sidecar) -> Result<bool, EditError>,
    ) -> Result<Change, EditError> {
        edit_clips(self, label, clips, change)
    }

    /// The same where what the edit concerns depends on what the files say: it is asked for under
    /// the lock, each time that the edit is tried.
    ///
    /// # Errors
    /// As [`edit`](Self::edit), and those of `scope`.
    pub(crate) fn edit_in<E: From<EditError>>(
        &mut self,
        label: &str,
        scope: impl FnMut(&mut Self) -> Result<Scope, E>,
        change: impl FnMut(ClipId, &mut Sidecar) -> Result<bool, EditError>,
    ) -> Result<Change, E> {
        edit_shared(self, label, scope, change)
    }

    /// What an edit makes of the files as they are now.
    fn prepare(
        &self,
        scope: &Scope,
        change: &mut impl FnMut(ClipId, &mut Sidecar) -> Result<bool, EditError>,
    ) -> Result<Prepared, EditError> {
        let mut sidecars = Vec::with_capacity(scope.clips.len());
        for &clip in &scope.clips {
            self.editable_frames(clip)?;
            let (before, now) = read_again(&self.clips()[clip])?;
            sidecars.push(Edited {
                clip,
                before,
                now,
                after: None,
            });
        }
        if !scope.any_version {
            let read = sidecars.iter();
            self.check_versions(
                read.filter_map(|edited| Some((edited.clip, edited.now.as_ref()?))),
            )?;
        }
        for edited in &mut sidecars {
            let entry = &self.clips()[edited.clip];
            // The first edit of a clip keeps the labels that came in its file.
            let first = || entry.embedded.clone();
            let mut sidecar = edited.now.clone().or_else(first).unwrap_or_else(|| {
                Sidecar::new(entry.base_name(), entry.frames, entry.rate, entry.hash)
            });
            edited.after = change(edited.clip, &mut sidecar)?.then_some(sidecar);
        }
        let changed = sidecars.iter().filter_map(|edited| {
            Some(FileChange {
                file: self.clips()[edited.clip].sidecar_name(),
                before: edited.before.clone(),
                after: Some(edited.after.as_ref()?.to_bytes()),
            })
        });
        let changes = changed.chain(scope.others.iter().cloned()).collect();
        Ok(Prepared { sidecars, changes })
    }

    /// Gives the open library what an edit made of the files.
    fn take_up_edit(&mut self, prepared: Prepared) -> Result<Change, EditError> {
        let Prepared { sidecars, changes } = prepared;
        for FileChange { file, after, .. } in &changes {
            match file == FILE_NAME {
                true => self.take_up_config(after.as_deref())?,
                false => self.saw(file, after.as_deref()),
            }
        }
        for edited in sidecars {
            match edited.after {
                Some(_) => self.keep_pose(edited.clip),
                None => {
                    let file = self.clips()[edited.clip].sidecar_name();
                    self.saw(&file, edited.before.as_deref());
                }
            }
            let is_other = edited.after.is_some();
            if let Some(entry) = self.entry_mut(edited.clip) {
                entry.sidecar = edited.after.or(edited.now);
                entry.sidecar_is_broken = false;
            }
            self.refresh(edited.clip)?;
            if is_other {
                self.refresh_findings(edited.clip);
            }
        }
        Ok(match changes.is_empty() {
            true => Change::Nothing,
            false => Change::Saved,
        })
    }

    /// The right to write, with everything carried out that others left in the journal.
    pub(super) fn lock(&mut self) -> Result<Arc<WriteLock>, EditError> {
        let lock = match self.held.take() {
            Some(Ok(held)) => {
                self.held = Some(Ok(Arc::clone(&held)));
                Ok(held)
            }
            Some(Err(error)) => Err(error),
            None => WriteLock::take(self.root()).map(Arc::new),
        };
        let lock = lock.map_err(EditError::Lock)?;
        self.store().recover(&[]).map_err(EditError::Journal)?;
        Ok(lock)
    }

    /// What edits found that did not keep them from being made, since this was last asked: a damaged
    /// history that was set aside, an edit that is too large to stay in it.
    pub fn take_remarks(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.remarks)
    }

    /// Sets a history aside that cannot be read, the first time that this open library edits.
    fn set_damaged_history_aside(&mut self) {
        if std::mem::replace(&mut self.history_is_checked, true) {
            return;
        }
        // One that cannot be looked at now is for undo to speak of.
        let Ok(Some(why)) = self.store().set_damaged_history_aside() else {
            return;
        };
        self.remarks.push(Finding {
            severity: Severity::Warning,
            file: format!("{FOLDER}/history"),
            position: None,
            code: "bad-history",
            message: format!(
                "{why}; it is set aside as {DAMAGED}, and only edits from now on can be taken back"
            ),
        });
    }

    /// Says that an edit may not be in the history for long.
    pub(super) fn say_if_too_large(&mut self, label: &str, kept: Kept) {
        let Kept::TooLarge { bytes, max_bytes } = kept else {
            return;
        };
        let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
        self.remarks.push(Finding {
            severity: Severity::Warning,
            file: format!("{FOLDER}/history"),
            position: None,
            code: "too-large-to-undo",
            message: format!(
                "the edit {label} is too large to be kept: {} MiB, and the history keeps {}; it can \
                 be taken back now, but perhaps not after another edit",
                mebibytes(bytes),
                mebibytes(max_bytes)
            ),
        });
    }
}

/// [`Library::edit`] of a library that others may ask while the files are written.
pub(super) fn edit_clips(
    shared: &mut impl Shared,
    label: &str,
    clips: &[ClipId],
    change: impl FnMut(ClipId, &mut Sidecar) -> Result<bool, EditError>,
) -> Result<Change, EditError> {
    let scope = |_: &mut Library| {
        Ok(Scope {
            clips: clips.to_vec(),
            ..Scope::default()
        })
    };
    edit_shared(shared, label, scope, change)
}

/// [`Library::edit_in`] of a library that others may ask while the files are written.
pub(super) fn edit_shared<E: From<EditError>>(
    shared: &mut impl Shared,
    label: &str,
    mut scope: impl FnMut(&mut Library) -> Result<Scope, E>,
    mut change: impl FnMut(ClipId, &mut Sidecar) -> Result<bool, EditError>,
) -> Result<Change, E> {
    let library = shared.library();
    let lock = library.lock();
    let _lock = match lock {
        Ok(lock) => lock,
        Err(error) => {
            // What it would do is kept, and tried again on what the files say then.
            let scope = scope(library)?;
            let prepared = library.prepare(&scope, &mut change)?;
            library.keep_unsaved(label, prepared.changes);
            return Err(error.into());
        }
    };
    library.set_damaged_history_aside();
    let mut tries = 1;
    loop {
        let library = shared.library();
        let scope = scope(library)?;
        let prepared = library.prepare(&scope, &mut change)?;
        let store = library.store().clone();
        shared.let_go();
        let done = store.commit(label, prepared.changes.clone());
        let library = shared.library();
        match done {
            Ok(kept) => {
                library.say_if_too_large(label, kept);
                return Ok(library.take_up_edit(prepared)?);
            }
            Err(StoreError::Changed { .. }) if tries < TRIES => tries += 1,
            Err(error) => {
                // The journal holds what is in doubt.
                if !matches!(error, StoreError::InDoubt { .. }) {
                    library.keep_unsaved(label, prepared.changes);
                }
                return Err(EditError::from(error).into());
            }
        }
    }
}

/// What the sidecar says by now; nothing where there is none.
pub(super) fn read_again(
    entry: &ClipEntry,
) -> Result<(Option<Vec<u8>>, Option<Sidecar>), EditError> {
    let file = entry.sidecar_name();
    let bytes = match read_bounded(&entry.sidecar_path(), MAX_BYTES) {
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
