//! Remembers the ids of edits, so that a resent edit is made only once.

use std::collections::{BTreeMap, VecDeque};

/// The number of remembered edits.
const MAX_IDS: usize = 1000;

/// The outcome of an edit. An unsaved edit that the editor keeps has no outcome yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The edit is on disk; `changed` tells whether it changed anything.
    Made { changed: bool },
    /// The edit could not be saved, and was discarded.
    Discarded,
}

/// The ids of the latest edits and their outcomes.
#[derive(Debug, Default)]
pub(crate) struct EditIds {
    outcomes: BTreeMap<String, Outcome>,
    in_order: VecDeque<String>,
}

impl EditIds {
    /// Returns the outcome of an edit; `None` if the edit is not one of the latest [`MAX_IDS`].
    pub(crate) fn find(&self, id: &str) -> Option<Outcome> {
        self.outcomes.get(id).copied()
    }

    /// Notes the outcome of an edit.
    pub(crate) fn remember(&mut self, id: &str, outcome: Outcome) {
        if self.outcomes.insert(id.to_owned(), outcome).is_none() {
            self.in_order.push_back(id.to_owned());
        }
        while self.in_order.len() > MAX_IDS {
            if let Some(oldest) = self.in_order.pop_front() {
                self.outcomes.remove(&oldest);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EditIds, MAX_IDS, Outcome};

    #[test]
    fn the_latest_outcomes_are_remembered() {
        let mut ids = EditIds::default();
        for number in 0..=MAX_IDS {
            let changed = number % 2 == 0;
            ids.remember(&number.to_string(), Outcome::Made { changed });
            ids.remember("1", Outcome::Discarded);
        }
        assert_eq!(ids.find("0"), None);
        assert_eq!(ids.find("1"), Some(Outcome::Discarded));
        assert_eq!(ids.find("2"), Some(Outcome::Made { changed: true }));
        assert_eq!(ids.find("3"), Some(Outcome::Made { changed: false }));
        assert_eq!(ids.in_order.len(), ids.outcomes.len());
    }
}
