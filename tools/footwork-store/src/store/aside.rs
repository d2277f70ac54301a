//! Journals and histories that are not ours: they are set aside under numbered names, of which none is replaced.

use std::collections::BTreeSet;
use std::io;

use super::Store;
use super::recover::{Entries, Recovery};
use crate::files::Files;
use crate::log::{Log, Rest};
use crate::own_folder::{FOLDER, FOREIGN_HISTORY, FOREIGN_JOURNAL};

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
        let copy = || {
            let mut at = from;
            loop {
                let piece = self.files.read_at(journal.path(), at, PIECE)?;
                if piece.is_empty() {
                    return self.files.sync(&path);
                }
                self.files.append(&path, &piece)?;
                at += piece.len() as u64;
            }
        };
        if let Err(error) = copy() {
            _ = self.files.remove(&path);
            return Err(error);
        }
        self.files.sync_folder(&self.folder())?;
        journal.cut_synced(&self.files, from)?;
        Ok(aside)
    }

    /// Sets the history aside, and returns its new name. Called with a journal of which nothing is left to make.
    pub(super) fn set_foreign_history_aside(&self) -> io::Result<String> {
        let aside = self.free_name(FOREIGN_HISTORY)?;
        self.files.rename(self.history.path(), &self.path(&aside))?;
        Ok(aside)
    }

    /// The journals that somebody else set aside, and that begin with whole records of ours.
    pub(super) fn own_journals_aside(&self) -> io::Result<Vec<Log>> {
        let names = self.set_aside(FOREIGN_JOURNAL)?.into_iter();
        let logs = names.map(|name| self.journal.moved_to(self.path(&name)));
        // One that cannot be read is in nobody's way here.
        let is_ours = |log: &Log| {
            let begins_ours = log.begins_ours(&self.files).unwrap_or(false);
            let has_records = |log: &Log| Some(!log.scan(&self.files).ok()?.places.is_empty());
            begins_ours && has_records(log).unwrap_or(false)
        };
        Ok(logs.filter(is_ours).collect())
    }

    /// Puts a journal of ours back that somebody else set aside; there is no other.
    pub(super) fn take_back(&self, aside: &Log, recovery: &mut Recovery) -> io::Result<()> {
        let records = aside.scan(&self.files)?;
        if records.rest == Rest::Foreign {
            let rest = self.set_rest_aside(aside, records.end())?;
            recovery.set_aside.push(rest);
        }
        let Entries { mut unmade, .. } = self.entries(aside, &records)?;
        self.place_anew(aside, &mut unmade)?;
        self.files.rename(aside.path(), self.journal.path())?;
        self.files.sync_folder(&self.folder())
    }
}
