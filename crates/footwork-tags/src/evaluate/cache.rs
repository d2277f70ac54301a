//! The cache of query answers. Answers are shared without copying and never stale.

use std::hash::RandomState;
use std::sync::Arc;

use lru::LruCache;

use super::job::Job;
use super::picks::Picks;
use super::stamps::{Changes, Revisions, Stamp, revisions};
use crate::block::RangeBlock;
use crate::cached_ranges::CachedRanges;
use crate::database::Database;
use crate::evaluate::evaluator::Evaluator;
use crate::query::bind::BoundQuery;
use crate::query::error::StaleQuery;
use crate::query::normal::Normal;

/// A cache of the answers to queries. Queries with the same normal form, such as `A & B` and `B & A`, share an answer.
///
/// An answer is kept in blocks of 64 clips. After an edit of a tag on a clip, only that clip's block is evaluated
/// again, and only for queries that use the tag. A query with `pick` is evaluated whole, because its answer for one
/// clip depends on all clips. When the answers exceed the allowed memory, the least recently used ones are dropped.
///
/// ```
/// use std::sync::Arc;
///
/// use footwork_base::FrameRate;
/// use footwork_tags::{Database, Query, QueryCache};
///
/// let mut db = Database::new();
/// db.add_clip("walk", 100, FrameRate::whole(30).unwrap()).unwrap();
/// for tag in ["A", "B"] {
///     db.declare_tag(&tag.parse().unwrap()).unwrap();
/// }
/// let bind = |text: &'static str| Query::parse(text).unwrap().bind(&db).unwrap();
///
/// let mut cache = QueryCache::new(1 << 20);
/// let first = cache.answer(&db, &bind("A & B")).unwrap();
/// let again = cache.answer(&db, &bind("B & !!A & (A | B)")).unwrap();
/// assert!(Arc::ptr_eq(&first, &again));
/// assert_eq!((cache.stats().hits, cache.stats().misses), (1, 1));
/// ```
#[derive(Debug)]
pub struct QueryCache {
    entries: LruCache<Arc<Normal>, Entry, RandomState>,
    bytes: usize,
    max_bytes: usize,
    evaluator: Evaluator,
    /// The empty block, shared by all blocks without a frame.
    empty: Arc<RangeBlock>,
    changes: Changes,
    stats: CacheStats,
}

/// The counts of a cache since its creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CacheStats {
    /// Answers found in the cache and still current.
    pub hits: u64,
    /// Cached answers that had stale blocks. Only those blocks were evaluated again.
    pub refreshes: u64,
    /// Answers that were not in the cache.
    pub misses: u64,
    /// Evaluated blocks.
    pub blocks: u64,
    /// Answers evicted to make room.
    pub evictions: u64,
}

#[derive(Debug)]
struct Entry {
    answer: Arc<CachedRanges>,
    /// The versions of the data that each block of the answer depends on.
    stamps: Vec<Stamp>,
    /// The revisions at which the stamps were last found to be current.
    checked: Revisions,
    bytes: usize,
}

impl QueryCache {
    /// Creates a cache whose answers take at most `max_bytes` bytes.
    pub fn new(max_bytes: usize) -> Self {
        Self {
            entries: LruCache::unbounded_with_hasher(RandomState::new()),
            bytes: 0,
            max_bytes,
            evaluator: Evaluator::new(),
            empty: Arc::default(),
            changes: Changes::default(),
            stats: CacheStats::default(),
        }
    }

    /// Returns the frames for which a query currently holds. A current answer is returned without copying or allocating.
    /// If the query has predicates and the resolver's [`revision`](crate::Resolver::revision) has changed, the cache asks
    /// the resolver for the revision of every clip.
    ///
    /// # Errors
    /// Returns an error if the query is not [current](BoundQuery::is_current).
    pub fn answer(
        &mut self,
        database: &Database,
        query: &BoundQuery,
    ) -> Result<Arc<CachedRanges>, StaleQuery> {
        query.check(database)?;
        let normal = query.normal();
        let now = revisions(database, normal);
        if let Some(entry) = self.entries.get_mut(normal) {
            if entry.checked != now {
                let is_resolver_same = entry.checked.resolver == now.resolver;
                self.changes
                    .update(&mut entry.stamps, database, normal, is_resolver_same);
            }
            if entry.checked == now || !self.changes.is_any() {
                entry.checked = now;
                self.stats.hits += 1;
                return Ok(Arc::clone(&entry.answer));
            }
            self.stats.refreshes += 1;
        } else {
            self.stats.misses += 1;
        }
        let entry = match self.take(normal) {
            Some(entry) => entry,
            None => {
                let mut entry = Entry::nothing();
                self.changes
                    .update(&mut entry.stamps, database, normal, false);
                entry
            }
        };
        let entry = self.refresh(entry, now, database, query);
        let answer = Arc::clone(&entry.answer);
        self.put(Arc::clone(normal), entry);
        Ok(answer)
    }

    /// Returns the size of the answers in bytes. It never exceeds the `max_bytes` of [`new`](Self::new).
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the number of answers.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether the cache is empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the counts since the cache was created.
    pub fn stats(&self) -> CacheStats {
        self.stats
    }

    /// Removes all answers.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.bytes = 0;
    }

    /// Evaluates the changed blocks of an answer.
    fn refresh(
        &mut self,
        mut entry: Entry,
        now: Revisions,
        database: &Database,
        query: &BoundQuery,
    ) -> Entry {
        entry.checked = now;
        let picks = Picks::new(query.plan(), database);
        let job = Job {
            database,
            query,
            picks: &picks,
        };
        let blocks = Arc::make_mut(&mut entry.answer).blocks_mut();
        blocks.resize_with(entry.stamps.len(), || Arc::clone(&self.empty));
        for &number in self.changes.blocks() {
            let block = self.evaluator.block(job, number);
            blocks[number] = if block.is_empty() {
                Arc::clone(&self.empty)
            } else {
                Arc::new(block)
            };
            self.stats.blocks += 1;
        }
        entry.bytes = size_of::<Entry>()
            + entry.stamps.iter().map(Stamp::bytes).sum::<usize>()
            + entry.answer.bytes()
            + query.normal().bytes();
        entry
    }

    fn take(&mut self, normal: &Arc<Normal>) -> Option<Entry> {
        let entry = self.entries.pop(normal)?;
        self.bytes -= entry.bytes;
        Some(entry)
    }

    fn put(&mut self, normal: Arc<Normal>, entry: Entry) {
        if entry.bytes > self.max_bytes {
            return;
        }
        self.bytes += entry.bytes;
        self.entries.push(normal, entry);
        while self.bytes > self.max_bytes
            && let Some((_, least)) = self.entries.pop_lru()
        {
            self.bytes -= least.bytes;
            self.stats.evictions += 1;
        }
    }
}

impl Entry {
    fn nothing() -> Self {
        Self {
            answer: Arc::default(),
            stamps: Vec::new(),
            checked: Revisions::default(),
            bytes: 0,
        }
    }
}
