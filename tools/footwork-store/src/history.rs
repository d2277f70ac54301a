//! The history: which edits can be undone, and which can be redone.

use std::io;

use crate::entry::{HistoryEntry, Record, to_bytes};
use crate::files::Files;
use crate::log::Log;

/// The size of a history beyond which it is shortened.
pub(crate) const MAX_BYTES: u64 = 64 << 20;

/// The size to which a history of at most `max_bytes` is shortened: half of it, so that not every edit has to.
pub(crate) fn kept_bytes(max_bytes: u64) -> u64 {
    max_bytes / 2
}

/// The edits of a library, oldest first.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// Those that can be undone.
    pub(crate) done: Vec<HistoryEntry>,
    /// Those that were undone, the last one undone last.
    pub(crate) undone: Vec<HistoryEntry>,
}

impl History {
    /// # Errors
    /// If a record cannot be read: what follows it is then unknown.
    pub(crate) fn read(log: &Log, files: &impl Files) -> io::Result<Self> {
        let records = log.read(files)?;
        if records.torn_bytes > 0 {
            let message = "a record is damaged: earlier edits stay, and cannot be undone";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let mut history = Self::default();
        for payload in &records.payloads {
            history.push(Record::read(payload)?);
        }
        Ok(history)
    }

    fn push(&mut self, record: Record) {
        match record {
            Record::Step(step) => {
                self.done.push(step);
                self.undone.clear();
            }
            Record::Undone => self.undone.extend(self.done.pop()),
            Record::Redone => self.done.extend(self.undone.pop()),
            Record::Discarded => _ = self.done.pop(),
        }
    }

    /// Records of the same history without its oldest edits, in at most `max_bytes`; edits that can be redone all
    /// stay.
    pub(crate) fn shortened(self, max_bytes: u64) -> io::Result<Vec<Vec<u8>>> {
        let undone = self.undone.len();
        let steps = self.done.into_iter().chain(self.undone.into_iter().rev());
        let steps: io::Result<Vec<Vec<u8>>> =
            steps.map(|step| to_bytes(&Record::Step(step))).collect();
        let mut steps = steps?;
        let size = |payload: &Vec<u8>| payload.len() as u64;
        let mut total: u64 = steps.iter().map(size).sum();
        let mut dropped = 0;
        while total > max_bytes && dropped + undone < steps.len() {
            total -= size(&steps[dropped]);
            dropped += 1;
        }
        steps.drain(..dropped);
        for _ in 0..undone {
            steps.push(to_bytes(&Record::Undone)?);
        }
        Ok(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(label: &str) -> HistoryEntry {
        HistoryEntry {
            label: label.to_owned(),
            changes: Vec::new(),
        }
    }

    fn labels(steps: &[HistoryEntry]) -> Vec<&str> {
        steps.iter().map(|step| step.label.as_str()).collect()
    }

    #[test]
    fn a_new_edit_forgets_what_was_undone() {
        let mut history = History::default();
        for label in ["a", "b", "c"] {
            history.push(Record::Step(step(label)));
        }
        history.push(Record::Undone);
        history.push(Record::Undone);
        history.push(Record::Redone);
        assert_eq!(labels(&history.done), ["a", "b"]);
        assert_eq!(labels(&history.undone), ["c"]);
        history.push(Record::Step(step("d")));
        assert_eq!(labels(&history.done), ["a", "b", "d"]);
        assert!(history.undone.is_empty());
    }

    #[test]
    fn a_step_that_is_given_up_leaves_the_others() {
        let mut history = History::default();
        for label in ["a", "b", "c"] {
            history.push(Record::Step(step(label)));
        }
        history.push(Record::Undone);
        history.push(Record::Discarded);
        assert_eq!(labels(&history.done), ["a"]);
        assert_eq!(labels(&history.undone), ["c"]);
        history.push(Record::Discarded);
        history.push(Record::Discarded);
        assert!(history.done.is_empty());
    }

    #[test]
    fn shortening_drops_the_oldest() {
        let mut history = History::default();
        for label in ["a", "b", "c", "d"] {
            history.push(Record::Step(step(label)));
        }
        history.push(Record::Undone);
        let mut short = History::default();
        for payload in history.shortened(10).unwrap() {
            short.push(Record::read(&payload).unwrap());
        }
        assert_eq!(labels(&short.done), ["c"]);
        assert_eq!(labels(&short.undone), ["d"]);
    }
}
