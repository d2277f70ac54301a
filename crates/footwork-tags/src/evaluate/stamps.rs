//! Stamps record what each block of an answer depends on, and so show which blocks have changed.
//!
//! Invariant: the stamp of a block is not newer than the kept answer for the block. A stamp holds three kinds of
//! revisions, checked in order of cost. The first is the revision of the block of clips, the second that of the tags
//! and events that the query reads in the block. The third is the resolver's revisions of the clips.

use std::sync::{Arc, LazyLock};

use smallvec::SmallVec;

use crate::block;
use crate::database::Database;
use crate::ids::EventId;
use crate::query::normal::{Normal, Term};
use crate::resolver::Resolver;
use crate::revision::Revision;

/// The revisions of the data that a block of an answer depends on, except for other blocks.
#[derive(Clone, Debug)]
pub(super) struct Stamp {
    /// The last change of the block, even if the answer does not depend on the change. While `block` is the same,
    /// `database` is the same too. `resolver` may still change.
    block: Revision,
    /// The last change of the tags and events that the query reads in the block, and of the block's clips.
    database: Revision,
    /// The resolver's revision of each clip; empty if the query needs no resolver.
    resolver: Arc<[u64]>,
}

impl Stamp {
    /// Returns the size of the stamp in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.resolver)
    }
}

/// Revisions that show that an answer is current, as long as they are the same. No stamps need to be compared then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Revisions {
    database: Revision,
    /// The revision of the resolver; 0 for a query without predicates.
    pub(super) resolver: u64,
}

/// Returns the current revisions for a query.
#[inline]
pub(super) fn revisions(database: &Database, normal: &Normal) -> Revisions {
    let resolver = database.resolver().filter(|_| normal.has_predicate());
    Revisions {
        database: database.revision(),
        resolver: resolver.map_or(0, |resolver| resolver.revision()),
    }
}

/// The resolver's revisions of the clips of a block.
type ClipRevisions = SmallVec<[u64; block::CLIPS]>;

/// Finds the changed blocks of an answer, in reused memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    /// The numbers of the blocks to evaluate, rising.
    blocks: Vec<usize>,
    /// Whether the number of blocks has changed or a block must be evaluated.
    is_any: bool,
    /// The new stamps of the changed blocks.
    fresh: Vec<(usize, Stamp)>,
}

impl Changes {
    /// Returns the numbers of the blocks to evaluate, rising.
    pub(super) fn blocks(&self) -> &[usize] {
        &self.blocks
    }

    /// Returns whether the answer has changed.
    pub(super) fn is_any(&self) -> bool {
        self.is_any
    }

    /// Updates the stamps of all blocks and finds the changed blocks.
    ///
    /// `is_resolver_same` means that the revision of the resolver has not changed since the stamps were last checked.
    /// The resolver's revisions of clips then need not be checked. For a query without a resolver, the value does not
    /// matter.
    pub(super) fn update(
        &mut self,
        stamps: &mut Vec<Stamp>,
        database: &Database,
        normal: &Normal,
        is_resolver_same: bool,
    ) {
        let now = Now {
            database,
            normal,
            resolver: database.resolver().filter(|_| normal.has_predicate()),
            is_resolver_same,
        };
        let count = block::count(database.clips().len());
        // A resolver may panic, so stamps are replaced only after all clips are checked.
        self.fresh.clear();
        for number in 0..count {
            let old = stamps.get_mut(number);
            if old
                .as_ref()
                .is_some_and(|old| now.is_untouched(number, old))
            {
                continue;
            }
            if let Some(stamp) = now.fresh(number, old) {
                self.fresh.push((number, stamp));
            }
        }
        self.is_any = !self.fresh.is_empty() || stamps.len() > count;
        self.blocks.clear();
        if self.is_any && normal.is_global() {
            self.blocks.extend(0..count);
        } else {
            let changed = self.fresh.iter().map(|(number, _)| number);
            self.blocks.extend(changed);
        }
        stamps.truncate(count);
        for (number, stamp) in self.fresh.drain(..) {
            match stamps.get_mut(number) {
                Some(old) => *old = stamp,
                None => stamps.push(stamp),
            }
        }
    }
}

/// The current revisions, with which stamps are compared.
struct Now<'a> {
    database: &'a Database,
    normal: &'a Normal,
    /// The resolver; `None` if the query needs no resolver.
    resolver: Option<&'a Arc<dyn Resolver>>,
    is_resolver_same: bool,
}

impl Now<'_> {
    /// Returns whether a block is certain to be unchanged.
    #[inline]
    fn is_untouched(&self, number: usize, old: &Stamp) -> bool {
        let has_none = self.resolver.is_none() && old.resolver.is_empty();
        has_none && old.block == self.database.block_revision(number)
    }

    /// Returns the new stamp of a block; `None` if the old stamp is current. The old stamp is then updated, so that the
    /// next check is quicker.
    fn fresh(&self, number: usize, old: Option<&mut Stamp>) -> Option<Stamp> {
        let block = self.database.block_revision(number);
        let database = last_change(self.database, self.normal, number);
        let mut old = old.filter(|old| old.database == database);
        if let Some(old) = &mut old
            && self.resolver.is_some()
            && self.is_resolver_same
        {
            // Another resolver would have changed the database's revision.
            old.block = block;
            return None;
        }
        let resolver = self.clip_revisions(number);
        match old {
            Some(old) if *old.resolver == *resolver => {
                old.block = block;
                None
            }
            _ => Some(Stamp {
                block,
                database,
                resolver: shared(&resolver),
            }),
        }
    }

    /// Returns the resolver's revision of each clip of a block.
    fn clip_revisions(&self, number: usize) -> ClipRevisions {
        let Some(resolver) = self.resolver else {
            return ClipRevisions::new();
        };
        let clips = block::clips(number, self.database.clips().len());
        clips.map(|clip| resolver.clip_revision(clip)).collect()
    }
}

/// Returns the revisions of a block's clips in shared memory.
fn shared(revisions: &[u64]) -> Arc<[u64]> {
    /// The empty list, shared by all blocks without a resolver.
    static NONE: LazyLock<Arc<[u64]>> = LazyLock::new(Arc::default);
    match revisions {
        [] => Arc::clone(&NONE),
        _ => revisions.into(),
    }
}

/// Returns the last change of the data that the query reads in a block.
fn last_change(database: &Database, normal: &Normal, block: usize) -> Revision {
    let of_events = |ids: &[EventId]| {
        let revisions = ids.iter().map(|&id| database.event_revision(id, block));
        revisions.max().unwrap_or_default()
    };
    let of_terms = normal.terms().iter().map(|term| match term {
        Term::Tag(tag) => database.tag_revision(*tag, block),
        Term::Event(ids) | Term::Near(ids, _) => of_events(ids),
        _ => Revision::default(),
    });
    let of_terms = of_terms.max().unwrap_or_default();
    let of_resolver = if normal.has_predicate() {
        // A new resolver changes this revision.
        database.names_revision()
    } else {
        Revision::default()
    };
    of_terms
        .max(database.clips_revision(block))
        .max(of_resolver)
}
