//! The names of a vocabulary, and the name nearest to an unknown one.

use std::collections::BTreeSet;

use footwork_base::{Name, nearest};

/// The names of one vocabulary.
pub(super) struct Known<'a> {
    pub(super) article: &'static str,
    /// The kind of the names, for messages.
    pub(super) kind: &'static str,
    names: BTreeSet<&'a Name>,
}

impl<'a> Known<'a> {
    pub(super) fn new(
        article: &'static str,
        kind: &'static str,
        names: impl IntoIterator<Item = &'a Name>,
    ) -> Self {
        Self {
            article,
            kind,
            names: names.into_iter().collect(),
        }
    }

    pub(super) fn has(&self, name: &Name) -> bool {
        self.names.contains(name)
    }

    /// Returns whether the vocabulary has a name below this one.
    pub(super) fn has_below(&self, name: &Name) -> bool {
        self.names.iter().any(|known| known.is_below(name))
    }

    /// Returns the vocabulary name nearest to `name`. If `or_above` is set, names above the
    /// vocabulary's names count too.
    pub(super) fn nearest(&self, name: &Name, or_above: bool) -> Option<String> {
        let mut names: BTreeSet<Name> = self.names.iter().copied().cloned().collect();
        for own in &self.names {
            let mut above = own.parent().filter(|_| or_above);
            while let Some(parent) = above {
                above = parent.parent();
                names.insert(parent);
            }
        }
        let near = nearest(name.as_str(), names.iter().map(Name::as_str));
        near.map(ToOwned::to_owned)
    }
}
