//! A table of items with dotted names. Items are found by name or by their place in the hierarchy.

use std::collections::BTreeMap;
use std::ops::Bound;

use footwork_base::{Id, IdVec, Name, TooManyIds};

/// Items numbered in the order of declaration, looked up by name.
#[derive(Clone, Debug)]
pub(crate) struct NameTable<I, T> {
    by_name: BTreeMap<Name, I>,
    items: IdVec<I, T>,
    /// The largest number of `-` in a name.
    max_dashes: usize,
}

impl<I: Id, T> Default for NameTable<I, T> {
    fn default() -> Self {
        Self {
            by_name: BTreeMap::new(),
            items: IdVec::new(),
            max_dashes: 0,
        }
    }
}

impl<I: Id, T: Default> NameTable<I, T> {
    /// Returns the id of `name`, and whether the name was added because it was new.
    pub(crate) fn declare(&mut self, name: &Name) -> Result<(I, bool), TooManyIds> {
        if let Some(&id) = self.by_name.get(name) {
            return Ok((id, false));
        }
        let id = self.items.push(T::default())?;
        self.by_name.insert(name.clone(), id);
        self.max_dashes = self.max_dashes.max(dashes(name));
        Ok((id, true))
    }
}

impl<I: Id, T> NameTable<I, T> {
    /// Builds a table from items numbered in order; `None` if the names are not strictly rising.
    pub(crate) fn from_sorted(items: impl Iterator<Item = (Name, T)>) -> Option<Self> {
        let mut numbered = IdVec::new();
        let mut names: Vec<(Name, I)> = Vec::with_capacity(items.size_hint().0);
        for (name, item) in items {
            if names.last().is_some_and(|(last, _)| *last >= name) {
                return None;
            }
            names.push((name, numbered.push(item).ok()?));
        }
        Some(Self {
            max_dashes: names
                .iter()
                .map(|(name, _)| dashes(name))
                .max()
                .unwrap_or(0),
            by_name: names.into_iter().collect(),
            items: numbered,
        })
    }

    pub(crate) fn get(&self, id: I) -> Option<&T> {
        self.items.get(id)
    }

    pub(crate) fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.get_mut(id)
    }

    pub(crate) fn by_name(&self) -> impl Iterator<Item = (&Name, I)> {
        self.by_name.iter().map(|(name, &id)| (name, id))
    }

    /// Returns the item with exactly this name; `None` if there is none.
    pub(crate) fn exact(&self, name: &str) -> Option<I> {
        self.by_name.get(name).copied()
    }

    /// Returns the items below `name` in the hierarchy, without the item `name` itself.
    pub(crate) fn below(&self, name: &str) -> impl Iterator<Item = I> {
        let prefix = format!("{name}.");
        self.by_name
            .range::<str, _>((Bound::Included(prefix.as_str()), Bound::Unbounded))
            .take_while(move |(name, _)| name.as_str().starts_with(&prefix))
            .map(|(_, &id)| id)
    }

    /// Returns the largest number of `-` in a name.
    pub(crate) fn max_dashes(&self) -> usize {
        self.max_dashes
    }

    /// Returns whether `name` is the name of an item or a prefix of one.
    pub(crate) fn is_known(&self, name: &str) -> bool {
        self.exact(name).is_some() || self.below(name).next().is_some()
    }

    /// Returns the names of all items and all their prefixes, sorted, each once.
    pub(crate) fn known(&self) -> Vec<Name> {
        let mut all: Vec<Name> = Vec::new();
        for name in self.by_name.keys() {
            let mut ancestor = name.parent();
            while let Some(name) = ancestor {
                ancestor = name.parent();
                all.push(name);
            }
            all.push(name.clone());
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}

fn dashes(name: &Name) -> usize {
    name.as_str().matches('-').count()
}
