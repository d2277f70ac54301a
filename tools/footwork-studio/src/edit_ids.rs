//! Remembers the ids of edits, so that an edit that a page sends again is made only once.

use std::collections::{BTreeMap, VecDeque};

/// The number of edits that are remembered.
const MAX_IDS: usize = 1000;

/// The outcome of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It is on disk; `changed` says whether it changed anything.
    Made { changed: bool },
    /// It could not be saved, and the editor keeps it.
    Unsaved,
    /// It could not be saved and was discarded.
    Discarded,
}

/// The ids of the latest edits and their outcomes.
#[derive(Debug, Default)]
pub(crate) struct EditIds {
    outcomes: BTreeMap<String, Outcome>,
    in_order: VecDeque<String>,
    /// The unsaved edits that the editor keeps, in order.
    unsaved: Vec<Unsaved>,
}

/// An unsaved edit that the editor keeps.
#[derive(Debug)]
struct Unsaved {
    /// `None` if it came without an id.
    id: Option<String>,
    label: String,
}

impl EditIds {
    /// Returns the outcome of an edit; `None` if it is not one of the latest.
    pub(crate) fn find(&self, id: &str) -> Option<Outcome> {
        self.outcomes.get(id).copied()
    }

    /// Notes that an edit is on disk.
    pub(crate) fn made(&mut self, id: &str, changed: bool) {
        self.remember(id, Outcome::Made { changed });
    }

    /// Notes that the editor keeps an edit, behind all others that it keeps.
    pub(crate) fn kept(&mut self, id: Option<&str>, label: &str) {
        if let Some(id) = id {
            self.remember(id, Outcome::Unsaved);
        }
        self.unsaved.push(Unsaved {
            id: id.map(str::to_owned),
            label: label.to_owned(),
        });
    }

    /// Returns the labels of the edits that the editor keeps.
    pub(crate) fn unsaved(&self) -> Vec<String> {
        let unsaved = self.unsaved.iter();
        unsaved.map(|unsaved| unsaved.label.clone()).collect()
    }

    /// Notes that these edits, by their place among those that the editor kept, are on disk.
    pub(crate) fn saved(&mut self, places: &[usize]) {
        let kept = std::mem::take(&mut self.unsaved);
        for (place, unsaved) in kept.into_iter().enumerate() {
            match (places.contains(&place), &unsaved.id) {
                (false, _) => self.unsaved.push(unsaved),
                (true, Some(id)) => self.remember(id, Outcome::Made { changed: true }),
                (true, None) => {}
            }
        }
    }

    /// Notes that the edits that the editor kept were discarded.
    pub(crate) fn discarded(&mut self) {
        let kept = std::mem::take(&mut self.unsaved);
        for id in kept.into_iter().filter_map(|unsaved| unsaved.id) {
            self.remember(&id, Outcome::Discarded);
        }
    }

    fn remember(&mut self, id: &str, outcome: Outcome) {
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
    fn the_last_ones_are_remembered() {
        let mut ids = EditIds::default();
        for number in 0..=MAX_IDS {
            ids.made(&number.to_string(), number % 2 == 0);
            ids.made("1", true);
        }
        assert_eq!(ids.find("0"), None);
        assert_eq!(ids.find("2"), Some(Outcome::Made { changed: true }));
        assert_eq!(ids.find("3"), Some(Outcome::Made { changed: false }));
        assert_eq!(ids.in_order.len(), ids.outcomes.len());
    }

    #[test]
    fn those_that_are_kept_are_saved_or_discarded() {
        let mut ids = EditIds::default();
        for id in [Some("a"), None, Some("b"), Some("c")] {
            ids.kept(id, "an edit");
        }
        ids.saved(&[1, 2]);
        assert_eq!(ids.find("a"), Some(Outcome::Unsaved));
        assert_eq!(ids.find("b"), Some(Outcome::Made { changed: true }));
        ids.saved(&[1]);
        assert_eq!(ids.find("c"), Some(Outcome::Made { changed: true }));
        ids.discarded();
        assert_eq!(ids.find("a"), Some(Outcome::Discarded));
    }
}
