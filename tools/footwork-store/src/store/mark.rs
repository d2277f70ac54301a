//! The marker of an edit of several files, in the library's root.

use std::io;

use super::Store;
use crate::entry::Entry;
use crate::error::{StoreError, not_saved};
use crate::files::{Files, LogFiles};
use crate::marker::{InFlight, MARKER_FILE};
use crate::replace::temp_beside;

/// The edits that a marker names.
pub(super) struct Marked {
    /// Those of this user.
    pub(super) own: Vec<InFlight>,
    pub(super) others: Vec<InFlight>,
}

impl<F: Files, S: LogFiles> Store<F, S> {
    /// Returns the edits that the marker names. Under the lock, none of them
    /// is in progress. An unreadable marker, such as a link out of the library, names none.
    pub(super) fn in_flight(&self) -> Marked {
        let marker = self.files.read(&self.path(MARKER_FILE));
        let all = InFlight::all(&marker.ok().flatten().unwrap_or_default());
        let (own, others) = all.into_iter().partition(InFlight::is_own);
        Marked { own, others }
    }

    /// Adds an edit to the marker, next to those of others, durably. A root in which this user may not write has no
    /// marker.
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

    /// Leaves the edits of others in the marker, or removes the marker. If it cannot be removed, this user's next
    /// command removes it.
    pub(super) fn unmark(&self, others: &[InFlight]) {
        _ = match others {
            [] => self.files.remove(&self.path(MARKER_FILE)),
            others => self.write_marker(others),
        };
    }

    /// Replaces the marker, whose content is durable then. A link in its place is replaced, and not followed.
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
