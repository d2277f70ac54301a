//! Answers that are kept, shared without copying, and never stale.

use std::hash::RandomState;
use std::sync::Arc;

use lru::LruCache;

use super::engine::Job;
use super::functions::Picks;
use crate::block::{self, RangeBlock};
use crate::query::BoundQuery;
use crate::query::normal::{Normal, Term};
use crate::revision::Revision;
use crate::{Answer, Database, Evaluator};

/// Keeps the answers to queries under their normal form, so that `B & A` finds what `A & B` found.
///
/// An answer is kept in blocks of 64 clips. After an edit of one tag in one clip, only the block of
/// that clip is evaluated again, and only for queries that the tag is in; queries with `pick`,
/// whose answer for a clip depends on all clips, are evaluated whole. What was least recently used
/// goes first when the answers take more memory than allowed.
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
/// let first = cache.answer(&db, &bind("A & B"));
/// let again = cache.answer(&db, &bind("B & !!A & (A | B)"));
/// assert!(Arc::ptr_eq(&first, &again));
/// assert_eq!((cache.stats().hits, cache.stats().misses), (1, 1));
/// ```
#[derive(Debug)]
pub struct QueryCache {
    entries: LruCache<Arc<Normal>, Entry, RandomState>,
    bytes: usize,
    max_bytes: usize,
    evaluator: Evaluator,
    /// What all blocks without a frame share.
    empty: Arc<RangeBlock>,
    stats: CacheStats,
}

/// What a cache has done since it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CacheStats {
    /// Answers that were there and current.
    pub hits: u64,
    /// Answers that were there, of which some blocks were evaluated again.
    pub refreshes: u64,
    /// Answers that were not there.
    pub misses: u64,
    /// Blocks that were evaluated.
    pub blocks: u64,
    /// Answers that went to make room.
    pub evictions: u64,
}

#[derive(Debug)]
struct Entry {
    answer: Arc<Answer>,
    /// What each block of the answer was made from.
    stamps: Vec<Stamp>,
    /// When the stamps were last found to be true.
    checked: (Revision, u64),
    bytes: usize,
}

/// Stands for everything that a block of an answer depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    /// The last change of its tags, events and clips.
    database: Revision,
    /// The resolver's revision of each clip, where the query has predicates.
    resolver: Box<[u64]>,
}

impl QueryCache {
    /// A cache whose answers take at most so many bytes.
    pub fn new(max_bytes: usize) -> Self {
        Self {
            entries: LruCache::unbounded_with_hasher(RandomState::new()),
            bytes: 0,
            max_bytes,
            evaluator: Evaluator::new(),
            empty: Arc::default(),
            stats: CacheStats::default(),
        }
    }

    /// The frames for which a query holds now. An answer that is current is neither copied nor
    /// allocated for.
    pub fn answer(&mut self, database: &Database, query: &BoundQuery) -> Arc<Answer> {
        let normal = query.normal();
        let now = revisions(database, normal);
        if let Some(entry) = self.entries.get(normal)
            && entry.checked == now
        {
            self.stats.hits += 1;
            return Arc::clone(&entry.answer);
        }
        let stamps = stamps(database, normal);
        let mut entry = self.take(normal);
        match &entry {
            Some(entry) if entry.stamps == stamps => self.stats.hits += 1,
            Some(_) => self.stats.refreshes += 1,
            None => self.stats.misses += 1,
        }
        let old = entry.take().unwrap_or_else(Entry::nothing);
        let entry = self.refresh(old, stamps, now, database, query);
        let answer = Arc::clone(&entry.answer);
        self.put(Arc::clone(normal), entry);
        answer
    }

    /// How many bytes the answers take; never more than allowed.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many answers there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What the cache has done since it was made.
    pub fn stats(&self) -> CacheStats {
        self.stats
    }

    /// Forgets every answer.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.bytes = 0;
    }

    /// Evaluates the blocks whose stamps have changed.
    fn refresh(
        &mut self,
        mut entry: Entry,
        stamps: Vec<Stamp>,
        now: (Revision, u64),
        database: &Database,
        query: &BoundQuery,
    ) -> Entry {
        let changed = |number: &usize| entry.stamps.get(*number) != stamps.get(*number);
        let changed: Vec<usize> = (0..stamps.len()).filter(changed).collect();
        if !changed.is_empty() {
            let picks = Picks::new(query.plan(), database);
            let job = Job {
                database,
                query,
                picks: &picks,
            };
            let blocks = Arc::make_mut(&mut entry.answer).blocks_mut();
            blocks.resize_with(stamps.len(), || Arc::clone(&self.empty));
            for number in changed {
                let block = self.evaluator.block(job, number);
                blocks[number] = match block.is_empty() {
                    true => Arc::clone(&self.empty),
                    false => Arc::new(block),
                };
                self.stats.blocks += 1;
            }
        }
        let resolver_bytes = stamps.iter().map(|stamp| size_of_val(&*stamp.resolver));
        let bytes = size_of::<Entry>()
            + size_of_val(stamps.as_slice())
            + resolver_bytes.sum::<usize>()
            + entry.answer.bytes()
            + query.normal().bytes();
        Entry {
            stamps,
            checked: now,
            bytes,
            ..entry
        }
    }

    fn take(&mut self, normal: &Arc<Normal>) -> Option<Entry> {
        let entry = self.entries.pop(normal)?;
        self.bytes -= entry.bytes;
        Some(entry)
    }

    fn put(&mut self, normal: Arc<Normal>, entry: Entry) {
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
            checked: (Revision::default(), 0),
            bytes: 0,
        }
    }
}

/// What must be as it was for an answer to be current without looking any closer.
fn revisions(database: &Database, normal: &Normal) -> (Revision, u64) {
    let resolver = database.resolver().filter(|_| normal.has_predicate());
    (database.revision(), resolver.map_or(0, |r| r.revision()))
}

/// The stamp of every block.
fn stamps(database: &Database, normal: &Normal) -> Vec<Stamp> {
    let clips = database.clips().len();
    let resolver = database.resolver().filter(|_| normal.has_predicate());
    let mut stamps: Vec<Stamp> = (0..block::count(clips))
        .map(|number| Stamp {
            database: last_change(database, normal, number),
            resolver: resolver.map_or_else(Box::default, |resolver| {
                let of_clip = |clip| resolver.clip_revision(clip);
                block::clips(number, clips).map(of_clip).collect()
            }),
        })
        .collect();
    if normal.is_global() {
        // Every block depends on all of them.
        let last = stamps.iter().map(|stamp| stamp.database).max();
        let resolver: Box<[u64]> = stamps
            .iter()
            .flat_map(|s| s.resolver.iter().copied())
            .collect();
        for stamp in &mut stamps {
            stamp.database = last.unwrap_or_default();
            stamp.resolver = resolver.clone();
        }
    }
    stamps
}

/// The last change of anything in a block that the query looks at.
fn last_change(database: &Database, normal: &Normal, block: usize) -> Revision {
    let of_events = |ids: &[crate::EventId]| {
        let revisions = ids.iter().map(|&id| database.event_revision(id, block));
        revisions.max().unwrap_or_default()
    };
    let of_terms = normal.terms().iter().map(|term| match term {
        Term::Tag(tag) => database.tag_revision(*tag, block),
        Term::Event(ids) | Term::Near(ids, _) => of_events(ids),
        _ => Revision::default(),
    });
    let of_terms = of_terms.max().unwrap_or_default();
    let of_resolver = match normal.has_predicate() {
        // Another resolver is another change of names.
        true => database.names_revision(),
        false => Revision::default(),
    };
    of_terms
        .max(database.clips_revision(block))
        .max(of_resolver)
}
