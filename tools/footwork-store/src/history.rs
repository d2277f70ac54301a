//! The history: which edits can be undone, and which can be redone.

use std::io;

use crate::entry::{HistoryEntry, Record, RecordKind, to_bytes};
use crate::files::LogFiles;
use crate::log::{HEADER, Log, Place};

/// The size, in bytes, beyond which a history is shortened.
pub(crate) const MAX_BYTES: u64 = 48 << 20;

/// The minimum number of edits of a long history that can be undone. The places of older edits may be forgotten, which
/// bounds the memory that a history takes.
const MAX_STEPS: usize = 1 << 18;

/// Returns the size to which a history with the limit `max_bytes` is shortened. It is half of the limit, so that
/// later edits need not shorten the history every time.
pub(crate) fn kept_bytes(max_bytes: u64) -> u64 {
    max_bytes / 2
}

/// The edits of a library, oldest first, as the places of their records. Only the record to undo or redo is loaded.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// The edits that can be undone.
    pub(crate) done: Vec<Place>,
    /// The undone edits, in the order in which they were undone.
    pub(crate) undone: Vec<Place>,
}

impl History {
    /// # Errors
    /// If a record cannot be read; the records after it are then unknown.
    pub(crate) fn read(log: &Log, files: &impl LogFiles) -> io::Result<Self> {
        let mut history = Self::default();
        let torn_bytes = log.scan_each(files, &mut |place| {
            history.push(place, RecordKind::from_first_byte(place.first)?);
            Ok(())
        })?;
        if torn_bytes > 0 {
            let message = "a record is damaged: earlier edits stay, and cannot be undone";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(history)
    }

    fn push(&mut self, place: Place, kind: RecordKind) {
        match kind {
            RecordKind::Step => {
                if self.done.len() == 2 * MAX_STEPS {
                    self.done.drain(..MAX_STEPS);
                }
                self.done.push(place);
                self.undone.clear();
            }
            RecordKind::Undone => self.undone.extend(self.done.pop()),
            RecordKind::Redone => self.done.extend(self.undone.pop()),
            RecordKind::Discarded => _ = self.done.pop(),
        }
    }

    /// Returns the edits that remain, in the order in which they were made, and the number of undone edits at their
    /// end. The oldest edits are dropped until the rest has at most `max_bytes`; edits that can be redone all stay.
    fn shortened(self, max_bytes: u64) -> (Vec<Place>, usize) {
        let undone = self.undone.len();
        let steps = self.done.into_iter().chain(self.undone.into_iter().rev());
        let mut steps: Vec<Place> = steps.collect();
        let size = |place: &Place| u64::from(place.length);
        let mut total: u64 = steps.iter().map(size).sum();
        let mut dropped = 0;
        while total > max_bytes && dropped + undone < steps.len() {
            total -= size(&steps[dropped]);
            dropped += 1;
        }
        steps.drain(..dropped);
        (steps, undone)
    }

    /// Replaces the log with the newest part of the history, in at most `max_bytes`. All edits that can be redone stay.
    /// Memory holds the new log and one payload at a time.
    pub(crate) fn shorten(
        self,
        log: &Log,
        files: &impl LogFiles,
        max_bytes: u64,
    ) -> io::Result<()> {
        let (steps, undone) = self.shortened(max_bytes);
        let bytes = steps
            .iter()
            .map(|place| HEADER as u64 + u64::from(place.length));
        let bytes = bytes.sum::<u64>() + undone as u64 * (HEADER as u64 + 1);
        let steps = steps.into_iter().map(|place| log.load(files, place));
        let turns = (0..undone).map(|_| to_bytes(&Record::<HistoryEntry>::Undone));
        log.rewrite(files, bytes, steps.chain(turns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a history made by these records in order. The place of a record is its index.
    fn history(kinds: &[RecordKind]) -> History {
        let mut history = History::default();
        for (at, kind) in (0..).zip(kinds) {
            let place = Place {
                at,
                length: 10,
                first: 0,
            };
            history.push(place, *kind);
        }
        history
    }

    fn places(steps: &[Place]) -> Vec<u64> {
        steps.iter().map(|place| place.at).collect()
    }

    use RecordKind::{Discarded, Redone, Step, Undone};

    #[test]
    fn a_new_edit_forgets_the_undone_edits() {
        let before = history(&[Step, Step, Step, Undone, Undone, Redone]);
        assert_eq!(places(&before.done), [0, 1]);
        assert_eq!(places(&before.undone), [2]);
        let after = history(&[Step, Step, Step, Undone, Undone, Redone, Step]);
        assert_eq!(places(&after.done), [0, 1, 6]);
        assert!(after.undone.is_empty());
    }

    #[test]
    fn the_places_of_a_long_history_are_bounded() {
        let long = history(&[Step; 2 * MAX_STEPS + 3]);
        assert_eq!(long.done.len(), MAX_STEPS + 3);
        assert_eq!(
            long.done.last().map(|place| place.at),
            Some(2 * MAX_STEPS as u64 + 2)
        );
    }

    #[test]
    fn discarding_an_edit_keeps_the_others() {
        let one = history(&[Step, Step, Step, Undone, Discarded]);
        assert_eq!(places(&one.done), [0]);
        assert_eq!(places(&one.undone), [2]);
        let none = history(&[Step, Step, Undone, Discarded, Discarded, Discarded]);
        assert!(none.done.is_empty());
    }

    #[test]
    fn shortening_drops_the_oldest_edits() {
        let (steps, undone) = history(&[Step, Step, Step, Step, Undone]).shortened(25);
        assert_eq!((places(&steps), undone), (vec![2, 3], 1));
        let (steps, undone) = history(&[Step, Step, Undone, Undone]).shortened(0);
        assert_eq!((places(&steps), undone), (vec![0, 1], 2));
    }
}
