//! A library with its editor; each kind of edit is one call.

#![allow(dead_code, reason = "no test crate makes every kind of edit")]

use std::ops::{Deref, DerefMut};
use std::path::Path;

use footwork_base::{FrameRange, Name};
use footwork_library::{
    Change, ClipEdit, Edit, EditError, Editor, Library, Operation, Renamed, Retried, Saved,
    UnreadSidecars,
};
use footwork_sidecar::{LabelKind, SettingsEdit, TagStyle};
use footwork_tags::{ClipId, RangeSet};

/// A library and its editor.
pub(crate) struct Desk {
    pub(crate) library: Library,
    pub(crate) editor: Editor,
}

impl Deref for Desk {
    type Target = Library;

    fn deref(&self) -> &Library {
        &self.library
    }
}

impl DerefMut for Desk {
    fn deref_mut(&mut self) -> &mut Library {
        &mut self.library
    }
}

impl Desk {
    pub(crate) fn open(root: &Path) -> Self {
        let library = Library::open(root).unwrap();
        let editor = library.editor();
        Self { library, editor }
    }

    pub(crate) fn edit(&mut self, edit: &Edit) -> Result<Change, EditError> {
        let saved = self.library.edit(&mut self.editor, edit);
        saved.map(|saved| saved.change())
    }

    fn one(&mut self, clip: ClipId, operation: Operation) -> Result<Change, EditError> {
        self.edit(&Edit::one(clip, operation))
    }

    pub(crate) fn paint(
        &mut self,
        tag: &Name,
        clip: ClipId,
        range: FrameRange,
    ) -> Result<Change, EditError> {
        let tag = tag.clone();
        self.one(clip, Operation::Paint { tag, range })
    }

    pub(crate) fn paint_all(&mut self, tag: &Name, frames: &RangeSet) -> Result<Change, EditError> {
        let edit = self.library.painting(tag, frames);
        self.edit(&edit)
    }

    pub(crate) fn erase(
        &mut self,
        tag: &Name,
        clip: ClipId,
        range: FrameRange,
    ) -> Result<Change, EditError> {
        let tag = tag.clone();
        self.one(clip, Operation::Erase { tag, range })
    }

    pub(crate) fn add_event(
        &mut self,
        event: &Name,
        clip: ClipId,
        time: f64,
    ) -> Result<Change, EditError> {
        let (event, data) = (event.clone(), None);
        self.one(clip, Operation::AddEvent { event, time, data })
    }

    pub(crate) fn remove_event(
        &mut self,
        event: &Name,
        clip: ClipId,
        time: f64,
    ) -> Result<Change, EditError> {
        let event = event.clone();
        self.one(clip, Operation::RemoveEvent { event, time })
    }

    pub(crate) fn apply(&mut self, label: &str, clips: &[ClipEdit]) -> Result<Change, EditError> {
        self.edit(&Edit {
            clips: clips.to_vec(),
            ..Edit::new(label)
        })
    }

    pub(crate) fn rename_tag(&mut self, old: &Name, new: &Name) -> Result<Renamed, EditError> {
        self.library
            .rename_tag(&mut self.editor, old, new, UnreadSidecars::Stay)
    }

    pub(crate) fn keep_frames(&mut self, clip: ClipId) -> Result<Change, EditError> {
        self.one(clip, Operation::KeepFrames)
    }

    pub(crate) fn save_query(&mut self, name: &str, query: &str) -> Result<Change, EditError> {
        let (name, query) = (name.to_owned(), query.to_owned());
        self.edit(&SettingsEdit::SaveQuery { name, query }.into())
    }

    pub(crate) fn replace_query(
        &mut self,
        name: &str,
        old: &str,
        new: &str,
    ) -> Result<Change, EditError> {
        let [name, old, new] = [name, old, new].map(str::to_owned);
        self.edit(&SettingsEdit::ReplaceQuery { name, old, new }.into())
    }

    pub(crate) fn remove_query(&mut self, name: &str) -> Result<Change, EditError> {
        let name = name.to_owned();
        self.edit(&SettingsEdit::RemoveQuery { name }.into())
    }

    pub(crate) fn rename_query(&mut self, name: &str, to: &str) -> Result<Change, EditError> {
        let [name, to] = [name, to].map(str::to_owned);
        self.edit(&SettingsEdit::RenameQuery { name, to }.into())
    }

    pub(crate) fn add_label(
        &mut self,
        kind: LabelKind,
        name: &Name,
        style: &TagStyle,
    ) -> Result<Change, EditError> {
        let (name, style) = (name.clone(), style.clone());
        self.edit(&SettingsEdit::AddLabel { kind, name, style }.into())
    }

    fn accepted(&mut self, saved: Option<Saved>) -> Option<Saved> {
        if let Some(saved) = &saved {
            assert_eq!(self.library.accept(saved), None);
        }
        saved
    }

    pub(crate) fn undo(&mut self) -> Result<Option<Saved>, EditError> {
        let saved = self.editor.undo()?;
        Ok(self.accepted(saved))
    }

    pub(crate) fn redo(&mut self) -> Result<Option<Saved>, EditError> {
        let saved = self.editor.redo()?;
        Ok(self.accepted(saved))
    }

    pub(crate) fn retry(&mut self) -> Result<Retried, EditError> {
        let retried = self.editor.retry()?;
        for saved in &retried.saved {
            assert_eq!(self.library.accept(saved), None);
        }
        Ok(retried)
    }

    pub(crate) fn unsaved(&self) -> impl ExactSizeIterator<Item = &str> {
        let unsaved = self.editor.unsaved().iter();
        unsaved.map(|unsaved| unsaved.label.as_str())
    }
}
