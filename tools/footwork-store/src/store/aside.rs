//! Journals and histories that are not ours: they are set aside under numbered names, of which none is replaced.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use super::Store;
use super::recover::{Entries, Recovery};
use crate::files::Files;
use crate::log::{Log, Rest};
use crate::own_folder::{FOLDER, FOREIGN_JOURNAL};
use crate::regular_file::is_in_the_way;
use crate::rooted::is_not_ours;

/// How much is copied at once.
const PIECE: usize = 256 << 10;

impl<F: Files> Store<F> {
    /// The files that were set aside under names that begin so, oldest first.
    pub(super) fn set_aside(&self, prefix: &str) -> io::Result<Vec<String>> {
        let names = self.files.names(&self.folder())?.into_iter();
        let numbers: BTreeSet<u64> = names
            .filter_map(|name| {
                let file = format!("{FOLDER}/{}", name.to_str()?);
                let number = file.strip_prefix(prefix)?;
                // Of `7`, `007` and `+7`, only the first is a name that is given.
                let parsed: u64 = number.parse().ok()?;
                (parsed.to_string() == number).then_some(parsed)
            })
            .collect();
        let names = numbers.into_iter();
        Ok(names.map(|number| format!("{prefix}{number}")).collect())
    }

    /// A name that begins so and that nothing has.
    pub(super) fn free_name(&self, prefix: &str) -> io::Result<String> {
        let names = self.files.names(&self.folder())?.into_iter();
        // Some file systems take names for one that differ only by case.
        let lower = |name: &std::ffi::OsString| name.to_str().map(str::to_lowercase);
        let taken: BTreeSet<String> = names.filter_map(|name| lower(&name)).collect();
        let is_free = |file: &String| {
            let name = file.rsplit('/').next().unwrap_or_default();
            !taken.contains(name)
        };
        let mut names = (1_u64..).map(|number| format!("{prefix}{number}"));
        let free = names.find(is_free);
        free.ok_or_else(|| io::Error::other("no number is free to set a file aside"))
    }

    /// Sets aside what follows in a journal from a place on, and cuts it off; returns its new name.
    pub(super) fn set_rest_aside(&self, journal: &Log, from: u64) -> io::Result<String> {
        let aside = self.free_name(FOREIGN_JOURNAL)?;
        let path = self.path(&aside);
        if let Err(error) = self.copy(journal.path(), from, &path) {
            _ = self.files.remove(&path);
            return Err(error);
        }
        journal.cut_synced(&self.files, from)?;
        Ok(aside)
    }

    /// Appends a file of the library's own from a place on to another, durably.
    fn copy(&self, file: &Path, mut from: u64, to: &Path) -> io::Result<()> {
        loop {
            let piece = self.files.read_at(file, from, PIECE)?;
            if piece.is_empty() {
                break;
            }
            self.files.append(to, &piece)?;
            from += piece.len() as u64;
        }
        self.files.sync(to)?;
        self.files.sync_folder(&self.folder())
    }

    /// Gives the history a name that begins so, and returns it. Called with a journal of which nothing is left to make
    /// that is in this history.
    pub(super) fn rename_history(&self, prefix: &str) -> io::Result<String> {
        let aside = self.free_name(prefix)?;
        self.set_file_aside(self.history.path(), &self.path(&aside))?;
        Ok(aside)
    }

    /// Gives a file another name, which nothing has. It may be another user's who goes on with it: where a file can have
    /// two names, it never has none, whenever the machine stops.
    pub(super) fn set_file_aside(&self, file: &Path, aside: &Path) -> io::Result<()> {
        match self.files.link(file, aside) {
            Ok(()) => {
                self.files.sync_folder(&self.folder())?;
                self.files.remove(file)
            }
            Err(_) => self.files.rename(file, aside),
        }
    }

    /// The journals that somebody else set aside, and that begin with whole records of ours.
    pub(super) fn own_journals_aside(&self) -> io::Result<Vec<Log>> {
        let mut ours = Vec::new();
        for name in self.set_aside(FOREIGN_JOURNAL)? {
            let log = self.journal.moved_to(self.path(&name));
            let has_records = match log.begins_ours(&self.files) {
                Ok(true) => log.scan(&self.files).map(|all| !all.places.is_empty()),
                begins_ours => begins_ours,
            };
            match has_records {
                Ok(true) => ours.push(log),
                Ok(false) => {}
                Err(error) if is_somebody_elses(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(ours)
    }

    /// Removes journals that were set aside and that the journal still holds too: the machine stopped between the two, and
    /// what is there twice would be made twice. The folder is synced before the journal is carried out.
    pub(super) fn drop_copies_aside(&self) -> io::Result<()> {
        let size = self.journal.size(&self.files)?;
        if size == 0 {
            return Ok(());
        }
        for aside in self.own_journals_aside()? {
            let records = aside.scan(&self.files)?;
            let has_no_other = records.rest == Rest::Nothing || aside.size(&self.files)? == size;
            let mut places = records.places.iter();
            let is_copy = places.try_fold(has_no_other, |is_copy, place| {
                let payload = aside.load(&self.files, *place)?;
                Ok::<_, io::Error>(is_copy && self.journal.has_at(&self.files, place.at, &payload)?)
            })?;
            if is_copy {
                self.files.remove(aside.path())?;
            }
        }
        Ok(())
    }

    /// Puts a journal of ours back that somebody else set aside; there is no other. The folder is synced before it is
    /// carried out.
    pub(super) fn take_back(&self, aside: &Log, recovery: &mut Recovery) -> io::Result<()> {
        let records = aside.scan(&self.files)?;
        if records.rest == Rest::Foreign {
            let rest = self.set_rest_aside(aside, records.end())?;
            recovery.set_aside.push(rest);
        }
        let Entries { mut unmade, .. } = self.entries(aside, &records)?;
        self.place_anew(aside, &mut unmade, true)?;
        // It must never have no name.
        self.copy(aside.path(), 0, self.journal.path())?;
        self.files.remove(aside.path())
    }
}

/// Whether an error says that a file is none of ours, or none that this version can read. It is in nobody's way then.
fn is_somebody_elses(error: &io::Error) -> bool {
    let is_unread = [io::ErrorKind::PermissionDenied, io::ErrorKind::InvalidData];
    is_in_the_way(error) || is_not_ours(error) || is_unread.contains(&error.kind())
}
