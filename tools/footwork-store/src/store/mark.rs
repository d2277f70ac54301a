//! The marker of an edit of several files, in the library's root.

use std::io;

use super::Store;
use crate::entry::Entry;
use crate::error::{StoreError, not_saved};
use crate::files::{Files, LogFiles};
use crate::marker::{InFlight, MARKER_FILE};
use crate::replace::temp_beside;

/// The edits listed in a marker.
pub(super) struct Marked {
    /// The edits of this user.
    pub(super) own: Vec<InFlight>,
    pub(super) others: Vec<InFlight>,
}

impl<F: Files, S: LogFiles> Store<F, S> {
    /// Returns the edits that the marker lists. The caller holds the lock, so none of the edits is in progress. An
    /// unreadable marker, such as a link out of the library, counts as empty.
    pub(super) fn in_flight(&self) -> Marked {
        let marker = self.files.read(&self.path(MARKER_FILE));
        let all = InFlight::all(&marker.ok().flatten().unwrap_or_default());
        let (own, others) = all.into_iter().partition(InFlight::is_own);
        Marked { own, others }
    }

    /// Durably adds an edit to the marker, next to the edits of other users. If this user may not write to the root, no
    /// marker is written.
    pub(super) fn mark(&self, entry: &Entry, others: &[InFlight]) -> Result<(), StoreError> {
        let own = InFlight::own(&entry.label);
        let marked = self
            .write_marker(&[others, &[own]].concat())
            .and_then(|()| self.files.sync_folder(&self.root));
        match marked {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
            marked => marked.map_err(|error| not_saved(MARKER_FILE, error)),
        }
    }

    /// Removes this user's edits from the marker, and removes the marker if no others are in it. If that fails, this
    /// user's next command tries again.
    pub(super) fn unmark(&self, others: &[InFlight]) {
        _ = match others {
            [] => self.files.remove(&self.path(MARKER_FILE)),
            others => self.write_marker(others),
        };
    }

    /// Replaces the marker durably. A link in its place is replaced, not followed.
    fn write_marker(&self, all: &[InFlight]) -> io::Result<()> {
        let marker = self.path(MARKER_FILE);
        let temp = temp_beside(&marker);
        let written = self
            .files
            .create(&temp, &InFlight::to_marker(all), &temp)
            .and_then(|()| self.files.sync(&temp))
            .and_then(|()| self.files.rename(&temp, &marker));
        written.inspect_err(|_| _ = self.files.remove(&temp))
    }
}
