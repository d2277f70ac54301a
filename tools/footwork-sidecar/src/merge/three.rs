//! Three versions of an item, the base and two sides, and merges of lists in which an item may occur several times.

use std::collections::BTreeMap;

/// The base, ours and theirs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Three<T> {
    pub(super) base: T,
    pub(super) ours: T,
    pub(super) theirs: T,
}

impl<T> Three<T> {
    /// Applies a function to each version.
    pub(super) fn map<'a, U>(&'a self, mut of: impl FnMut(&'a T) -> U) -> Three<U> {
        Three {
            base: of(&self.base),
            ours: of(&self.ours),
            theirs: of(&self.theirs),
        }
    }
}

impl<T: PartialEq> Three<T> {
    /// Returns the merged version if at most one side changed the base, or both sides changed it in the same way;
    /// `None` otherwise.
    pub(super) fn settled(&self) -> Option<&T> {
        if self.ours == self.theirs || self.theirs == self.base {
            Some(&self.ours)
        } else if self.ours == self.base {
            Some(&self.theirs)
        } else {
            None
        }
    }
}

/// Returns the number of times that each item occurs after the merge. Additions and removals by either side apply;
/// changes that both sides made count once.
pub(super) fn merged_counts<K: Ord>(
    lists: Three<impl IntoIterator<Item = K>>,
) -> BTreeMap<K, usize> {
    let mut counts: BTreeMap<K, Three<usize>> = BTreeMap::new();
    for key in lists.base {
        counts.entry(key).or_default().base += 1;
    }
    for key in lists.ours {
        counts.entry(key).or_default().ours += 1;
    }
    for key in lists.theirs {
        counts.entry(key).or_default().theirs += 1;
    }
    let merged = counts.into_iter().map(|(key, count)| {
        let Three { base, ours, theirs } = count;
        let merged = if ours.min(theirs) >= base {
            ours.max(theirs)
        } else if ours.max(theirs) <= base {
            ours.min(theirs)
        } else {
            ours + theirs - base
        };
        (key, merged)
    });
    merged.collect()
}

/// Returns the merged list: the remaining items of ours, in their order, then the items that only theirs has.
pub(super) fn merged_list<T: Clone, K: Ord>(
    lists: &Three<Vec<T>>,
    key: impl Fn(&T) -> K,
) -> Vec<T> {
    let mut left = merged_counts(lists.map(|list| list.iter().map(&key)));
    let both = lists.ours.iter().chain(&lists.theirs);
    let stays = both.filter(|item| take_one(&mut left, &key(item)));
    stays.cloned().collect()
}

/// Decrements a count; returns false if it is already 0.
pub(super) fn take_one<K: Ord>(counts: &mut BTreeMap<K, usize>, key: &K) -> bool {
    match counts.get_mut(key) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    }
}
