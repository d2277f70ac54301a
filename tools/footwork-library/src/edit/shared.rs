//! Edits of a library that others ask meanwhile.
//!
//! An edit has the library while it finds out what it makes of the files, and again to take over what
//! they say then. Writing them takes longer than both, and needs nothing of the library: meanwhile it
//! answers as it did before the edit.

use std::sync::Arc;

use footwork_base::Name;
use footwork_store::{LockError, WriteLock};
use footwork_tags::RangeSet;

use super::{Change, ClipOperations, EditError, Retried, Turned};
use crate::Library;

/// A library that an edit lets others ask while it writes.
///
/// They must not change it then: it has the same clips, with the same ids, when it is taken again.
pub trait Shared {
    /// The library, which nobody else asks from now on until it is [let go](Self::let_go).
    fn library(&mut self) -> &mut Library;

    /// Lets others ask it.
    fn let_go(&mut self);
}

/// Nobody else asks.
impl Shared for Library {
    fn library(&mut self) -> &mut Library {
        self
    }

    fn let_go(&mut self) {}
}

impl Library {
    /// Edits with a lock that was waited for before, when nobody else waited for this library; or as
    /// when it could not be had.
    pub fn holding<S: Shared, T>(
        shared: &mut S,
        lock: Result<WriteLock, LockError>,
        edit: impl FnOnce(&mut S) -> T,
    ) -> T {
        /// Lets the lock go, also when the edit panics.
        struct Held<'a, S: Shared>(&'a mut S);
        impl<S: Shared> Drop for Held<'_, S> {
            fn drop(&mut self) {
                self.0.library().held = None;
            }
        }
        shared.library().held = Some(lock.map(Arc::new));
        edit(Held(shared).0)
    }

    /// [`apply`](Self::apply), which lets others ask the library while it writes.
    ///
    /// # Errors
    /// As [`apply`](Self::apply).
    pub fn apply_shared(
        shared: &mut impl Shared,
        label: &str,
        edits: &[ClipOperations],
    ) -> Result<Change, EditError> {
        super::operation::apply(shared, label, edits)
    }

    /// [`paint_all`](Self::paint_all), which lets others ask the library while it writes.
    ///
    /// # Errors
    /// As [`paint_all`](Self::paint_all).
    pub fn paint_all_shared(
        shared: &mut impl Shared,
        tag: &Name,
        frames: &RangeSet,
    ) -> Result<Change, EditError> {
        super::paint_all(shared, tag, frames)
    }

    /// [`undo`](Self::undo), which lets others ask the library while it writes.
    ///
    /// # Errors
    /// As [`undo`](Self::undo).
    pub fn undo_shared(shared: &mut impl Shared) -> Result<Option<Turned>, EditError> {
        super::turn::undo(shared)
    }

    /// [`redo`](Self::redo), which lets others ask the library while it writes.
    ///
    /// # Errors
    /// As [`redo`](Self::redo).
    pub fn redo_shared(shared: &mut impl Shared) -> Result<Option<Turned>, EditError> {
        super::turn::redo(shared)
    }

    /// [`retry`](Self::retry), which lets others ask the library while it writes.
    ///
    /// # Errors
    /// As [`retry`](Self::retry).
    pub fn retry_shared(shared: &mut impl Shared) -> Result<Retried, EditError> {
        super::unsaved::retry(shared)
    }
}
