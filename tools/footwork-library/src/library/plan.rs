//! Planning: finding out what an edit changes in the current files.
//!
//! Planning reads the files again, because other programs may have written them since the library was opened.
//! It changes neither the library nor any file.
//!
//! An edit in frames is refused if the sidecar was written for another version of its clip. Otherwise the sidecar would
//! mix frame numbers of two versions, with nothing to tell them apart, and rebasing would move both.

use std::collections::BTreeMap;
use std::time::SystemTime;

use footwork_base::Name;
use footwork_store::{FileChange, StoreError, read_bounded};
use footwork_tags::{ClipId, RangeSet};

use super::Library;
use crate::clip_entry::ClipEntry;
use crate::edit::{Edit, EditError, FileContent, Operation, Plan, Target, follow_shift, is_done};
use crate::editable::library_of;
use footwork_sidecar::{MAX_SIDECAR_BYTES, SETTINGS_FILE, SettingsEdit, Sidecar, edit_settings};

/// A clip of the edit, and the edit's changes to it.
struct Planned<'a> {
    target: Target<'a>,
    operations: Vec<&'a Operation>,
    /// The content of the clip's sidecar; `None` if there is none.
    bytes: Option<Vec<u8>>,
    is_there: bool,
    /// The parsed content, or the sidecar that the first edit of the clip starts from.
    sidecar: Sidecar,
}

impl Library {
    /// Plans an edit: returns the files that change, with their bytes before and after.
    ///
    /// If the edit is already done, no file changes, even if spans and events that it removes do not exist.
    ///
    /// ```
    /// use footwork_library::{Edit, Operation};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let folder = tempfile::tempdir()?;
    /// # let walk = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/walk.txt");
    /// # std::fs::copy(walk, folder.path().join("walk.txt"))?;
    /// use footwork_library::Library;
    ///
    /// let mut library = Library::open(folder.path())?;
    /// let mut editor = library.editor();
    /// let operation = Operation::AddEvent { event: "Clap".parse()?, time: 3.5, data: None };
    /// let edit = Edit::one(library.find_clip("walk")?, operation);
    ///
    /// assert_eq!(library.plan(&edit)?.changes[0].file, "walk.txt.tags");
    /// let saved = editor.commit(|| library.plan(&edit))?;
    /// assert_eq!(library.accept(&saved), None);
    /// assert_eq!(library.database().events().count(), 1);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// - If frames or times are outside their clip.
    /// - If a span, event or other item to remove or move does not exist, unless the clips are already as the edit
    ///   would leave them.
    /// - If clips have changed since they were tagged, or are half written; the error names all such clips.
    /// - If a file cannot be read.
    pub fn plan(&self, edit: &Edit) -> Result<Plan, EditError> {
        self.check_edit(edit)?;
        self.plan_checked(edit)
    }

    /// Plans an edit that was [checked](Self::check_edit).
    pub(super) fn plan_checked(&self, edit: &Edit) -> Result<Plan, EditError> {
        let at = SystemTime::now();
        let mut operations: BTreeMap<ClipId, Vec<&Operation>> = BTreeMap::new();
        for of_clip in &edit.clips {
            let all = operations.entry(of_clip.clip).or_default();
            all.extend(&of_clip.operations);
        }
        let planned = operations.into_iter();
        let planned = planned.map(|(clip, operations)| self.planned(clip, operations));
        let planned: Vec<Planned<'_>> = planned.collect::<Result<_, _>>()?;
        self.check_libraries(&planned)?;
        self.check_versions(&planned)?;
        let edited = after(&planned)?;
        let (mut changes, mut unchanged) = (Vec::new(), Vec::new());
        for (planned, after) in planned.into_iter().zip(edited) {
            let (file, bytes) = (planned.target.entry.sidecar_name(), planned.bytes);
            match after {
                Some(after) => changes.push(FileChange {
                    file,
                    before: bytes,
                    after: Some(after.to_bytes()),
                }),
                None => unchanged.push(FileContent { file, bytes }),
            }
        }
        changes.extend(edit.others.iter().cloned());
        changes.extend(self.settings_change(&edit.settings)?);
        let label = edit.label.clone();
        Ok(Plan {
            id: None,
            label: label.unwrap_or_else(|| self.label_of(edit)),
            changes,
            unchanged,
            at,
        })
    }

    /// Returns the edit that paints `tag` on a set of frames. Mirrored twins are skipped, as they follow
    /// their originals.
    pub fn painting(&self, tag: &Name, frames: &RangeSet) -> Edit {
        let originals = frames.iter().filter(|(clip, _)| {
            let entry = self.clips.get(*clip);
            entry.is_none_or(|entry| entry.mirror_of.is_none())
        });
        let edit = Edit::new(format!("tag apply {tag}"));
        originals.fold(edit, |edit, (clip, ranges)| {
            let paint = |&range| Operation::Paint {
                tag: tag.clone(),
                range,
            };
            edit.with(clip, ranges.iter().map(paint))
        })
    }

    /// Rejects edits that are invalid whatever content the files have.
    pub(super) fn check_edit(&self, edit: &Edit) -> Result<(), EditError> {
        for of_clip in &edit.clips {
            let entry = self.editable(of_clip.clip)?;
            let mut operations = of_clip.operations.iter();
            operations.try_for_each(|operation| operation.check(entry))?;
        }
        let mut settings = edit.settings.iter();
        Ok(settings.try_for_each(SettingsEdit::check)?)
    }

    /// Returns a clip that can be edited.
    ///
    /// # Errors
    /// If it is not in this library, or is a mirrored twin.
    pub fn editable(&self, clip: ClipId) -> Result<&ClipEntry, EditError> {
        let entry = self.clips.get(clip).ok_or(EditError::UnknownClip)?;
        match &entry.mirror_of {
            None => Ok(entry),
            Some(original) => Err(EditError::MirroredClip {
                clip: entry.name.clone(),
                original: original.clone(),
            }),
        }
    }

    fn label_of(&self, edit: &Edit) -> String {
        let of_clip = edit.clips.iter().find_map(|of_clip| {
            let operation = of_clip.operations.first()?;
            Some(operation.label(&self.clips.get(of_clip.clip)?.name))
        });
        let of_settings = || edit.settings.first().map(SettingsEdit::label);
        of_clip.or_else(of_settings).unwrap_or_default()
    }

    fn planned<'a>(
        &'a self,
        clip: ClipId,
        operations: Vec<&'a Operation>,
    ) -> Result<Planned<'a>, EditError> {
        let entry = self.editable(clip)?;
        let (bytes, now) = read_sidecar(entry)?;
        let is_there = now.is_some();
        // The first edit of a clip keeps the labels stored in its file.
        let first = || entry.embedded.clone();
        let new = || Sidecar::new(entry.base_name(), entry.frames, entry.rate, entry.hash);
        Ok(Planned {
            target: Target {
                entry,
                groups: &self.settings.exclusive,
            },
            operations,
            bytes,
            is_there,
            sidecar: now.or_else(first).unwrap_or_else(new),
        })
    }

    /// Rejects edits of clips that belong to a library inside this one. The error names the first such library and its
    /// clips.
    fn check_libraries(&self, planned: &[Planned<'_>]) -> Result<(), EditError> {
        let mut nested: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for planned in planned {
            let entry = planned.target.entry;
            if let Some(folder) = library_of(&self.root, &entry.sidecar_name())? {
                nested.entry(folder).or_default().push(entry.name.clone());
            }
        }
        match nested.pop_first() {
            Some((folder, clips)) => Err(EditError::NestedLibrary { folder, clips }),
            None => Ok(()),
        }
    }

    /// Rejects edits that refer to frames of clips whose sidecar is stale; the error names all such clips, or all that
    /// are half written. If the file of such a clip has changed since the library was opened, the error names only that
    /// clip; the same goes for edits that keep the frames.
    fn check_versions(&self, planned: &[Planned<'_>]) -> Result<(), EditError> {
        let (mut clips, mut half_written) = (Vec::new(), Vec::new());
        for planned in planned {
            let entry = planned.target.entry;
            let mut operations = planned.operations.iter();
            let is_in_frames = operations.clone().any(|operation| operation.is_in_frames());
            let is_stale = planned.is_there && entry.is_of_another_version(&planned.sidecar);
            let is_refused = is_in_frames && is_stale;
            // `KeepFrames` records the hash of the clip's file, so the file must be unchanged since the
            // library was opened.
            let rests_on_it = operations.any(|operation| *operation == &Operation::KeepFrames);
            if (is_refused || rests_on_it) && !self.is_as_opened(entry) {
                let clip = entry.name.clone();
                return Err(EditError::ClipChanged { clip });
            }
            let refused = is_refused.then(|| entry.name.clone());
            if entry.is_half_written {
                half_written.extend(refused);
            } else {
                clips.extend(refused);
            }
        }
        if !half_written.is_empty() {
            let clips = half_written;
            return Err(EditError::HalfWritten { clips });
        }
        if clips.is_empty() {
            Ok(())
        } else {
            Err(EditError::Stale { clips })
        }
    }

    fn settings_change(&self, edits: &[SettingsEdit]) -> Result<Option<FileChange>, EditError> {
        if edits.is_empty() {
            return Ok(None);
        }
        let file = SETTINGS_FILE.to_owned();
        let before = match read_bounded(&self.root.join(SETTINGS_FILE), MAX_SIDECAR_BYTES) {
            // An edit of settings that existed when the library was opened must not create a new file.
            Ok(None) if self.opening.seen.contains_key(&file) => {
                return Err(EditError::SettingsDeleted { file });
            }
            Ok(before) => before,
            Err(error) => return Err(StoreError::NotSaved { file, error }.into()),
        };
        let after = edit_settings(before.as_deref(), edits)?;
        Ok(after.map(|after| FileChange {
            file,
            before,
            after: Some(after),
        }))
    }
}

/// Returns each sidecar after the edit; `None` for a sidecar that the edit does not change.
///
/// If something to remove is missing, the same edit may already have been made, and its response lost on the way to the
/// client. It counts as done only if every sidecar is already as the edit would leave it; otherwise the missing item is
/// an error.
fn after(planned: &[Planned<'_>]) -> Result<Vec<Option<Sidecar>>, EditError> {
    let edited = planned.iter().map(|planned| {
        let mut sidecar = planned.sidecar.clone();
        for operation in &planned.operations {
            operation.apply(&mut sidecar, planned.target)?;
        }
        follow_shift(&planned.sidecar, &planned.operations, &mut sidecar);
        let is_other = sidecar.in_order() != planned.sidecar.in_order();
        Ok(is_other.then_some(sidecar))
    });
    let edited = edited.collect();
    let Err(EditError::NoSuchSpan { .. } | EditError::NoSuchEvent { .. }) = edited else {
        return edited;
    };
    for Planned {
        target,
        operations,
        sidecar,
        ..
    } in planned
    {
        match is_done(operations, sidecar, *target) {
            Ok(true) => {}
            Err(error @ EditError::BadTime { .. }) => return Err(error),
            _ => return edited,
        }
    }
    Ok(planned.iter().map(|_| None).collect())
}

/// Reads the current sidecar; `None` if there is none.
fn read_sidecar(entry: &ClipEntry) -> Result<(Option<Vec<u8>>, Option<Sidecar>), EditError> {
    let file = entry.sidecar_name();
    let bytes = match read_bounded(&entry.sidecar_path(), MAX_SIDECAR_BYTES) {
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
