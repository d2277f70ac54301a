//! A query and the stamps that show which blocks of its answer are current, for answers kept frame by frame.

use std::mem::take;

use super::engine::Sink;
use super::evaluator::Evaluator;
use super::job::Job;
use super::picks::Picks;
use super::stamps::{Changes, Revisions, Stamp, revisions};
use crate::database::Database;
use crate::query::bind::BoundQuery;
use crate::query::error::QueryErrors;
use crate::query::tree::Query;

/// A store for the frames of a kept answer.
pub(super) trait Frames: Sink {
    /// Removes all frames of a block of clips from the answer.
    fn clear_block(&mut self, number: usize);
}

/// A query that binds itself, and the stamp of each block of its answer.
#[derive(Clone, Debug)]
pub(super) struct Kept<'q> {
    query: Query<'q>,
    bound: Option<BoundQuery>,
    stamps: Vec<Stamp>,
    /// The revisions at which the stamps were last found to be current; `None` if the stamps must be compared.
    checked: Option<Revisions>,
}

impl<'q> Kept<'q> {
    /// Creates a query without an answer.
    pub(super) fn new(query: Query<'q>) -> Self {
        Self {
            query,
            bound: None,
            stamps: Vec::new(),
            checked: None,
        }
    }

    pub(super) fn query(&self) -> &Query<'q> {
        &self.query
    }

    /// Returns whether no part of the answer is known.
    pub(super) fn is_new(&self) -> bool {
        self.stamps.is_empty()
    }

    /// Returns whether the answer is known to be current without comparing stamps.
    #[inline]
    pub(super) fn is_current(&self, database: &Database) -> bool {
        match &self.bound {
            Some(bound) => self.checked == Some(revisions(database, bound.normal())),
            None => false,
        }
    }

    /// Returns the size of the stamps in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.stamps.iter().map(Stamp::bytes).sum()
    }

    /// Forgets the answer.
    pub(super) fn forget(&mut self) {
        self.stamps.clear();
        self.checked = None;
    }

    /// Binds the query if it is not current, and forgets the answer if the query now has another meaning.
    pub(super) fn bind(&mut self, database: &Database) -> Result<(), QueryErrors> {
        let is_current = |bound: &BoundQuery| bound.is_current(database);
        if self.bound.as_ref().is_some_and(is_current) {
            return Ok(());
        }
        let bound = self.query.bind(database)?;
        let is_same = |before: &BoundQuery| before.is_same(&bound);
        if !self.bound.as_ref().is_some_and(is_same) {
            self.forget();
        }
        self.bound = Some(bound);
        Ok(())
    }

    /// Marks the caller's answer for this state of the database as current, after [`bind`](Self::bind).
    pub(super) fn adopt(&mut self, database: &Database, changes: &mut Changes) {
        if let Some(bound) = &self.bound {
            let normal = bound.normal();
            let mut stamps = Vec::new();
            changes.update(&mut stamps, database, normal, false);
            self.stamps = stamps;
            self.checked = Some(revisions(database, normal));
        }
    }

    /// Evaluates the blocks that have changed, after [`bind`](Self::bind).
    pub(super) fn update(
        &mut self,
        database: &Database,
        changes: &mut Changes,
        frames: &mut impl Frames,
    ) {
        let Some(bound) = &self.bound else {
            return;
        };
        let now = revisions(database, bound.normal());
        let before = self.checked.take();
        // If a resolver panics, no stamps are left, and all blocks are evaluated next time.
        let mut stamps = take(&mut self.stamps);
        let is_resolver_same = before.is_some_and(|before| before.resolver == now.resolver);
        changes.update(&mut stamps, database, bound.normal(), is_resolver_same);
        if !changes.blocks().is_empty() {
            let picks = Picks::new(bound.plan(), database);
            let job = Job {
                database,
                query: bound,
                picks: &picks,
            };
            let mut evaluator = Evaluator::new();
            // Evaluates adjacent blocks together.
            for blocks in changes.blocks().chunk_by(|a, b| a + 1 == *b) {
                blocks.iter().for_each(|&number| frames.clear_block(number));
                evaluator.blocks(job, blocks[0]..blocks[0] + blocks.len(), frames);
            }
        }
        self.stamps = stamps;
        self.checked = Some(now);
    }
}
