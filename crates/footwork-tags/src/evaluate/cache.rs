//! Answers that are kept, shared without copying, and never stale.

use std::hash::RandomState;
use std::sync::{Arc, LazyLock};

use lru::LruCache;

use super::functions::Picks;
use super::job::Job;
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
    changes: Changes,
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
    /// The last change of anything in the block, whether the answer depends on it or not. While
    /// that is the same, so is the rest, unless a resolver or other blocks have a part in it.
    block: Revision,
    /// The last change of its tags, events and clips.
    database: Revision,
    /// The resolver's revision of each clip, where the query has predicates.
    resolver: Arc<[u64]>,
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
            changes: Changes::default(),
            stats: CacheStats::default(),
        }
    }

    /// The frames for which a query holds now. An answer that is current is neither copied nor
    /// allocated for.
    pub fn answer(&mut self, database: &Database, query: &BoundQuery) -> Arc<Answer> {
        let normal = query.normal();
        let now = revisions(database, normal);
        if let Some(entry) = self.entries.get_mut(normal) {
            if entry.checked != now {
                self.changes.update(&mut entry.stamps, database, normal);
            }
            let unchanged = self.changes.blocks.is_empty() && !self.changes.shrunk;
            if entry.checked == now || unchanged {
                entry.checked = now;
                self.stats.hits += 1;
                return Arc::clone(&entry.answer);
            }
            self.stats.refreshes += 1;
        } else {
            self.stats.misses += 1;
        }
        let entry = match self.take(normal) {
            Some(entry) => entry,
            None => {
                let mut entry = Entry::nothing();
                self.changes.update(&mut entry.stamps, database, normal);
                entry
            }
        };
        let entry = self.refresh(entry, now, database, query);
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

    /// Evaluates the blocks of an answer that have changed.
    fn refresh(
        &mut self,
        mut entry: Entry,
        now: (Revision, u64),
        database: &Database,
        query: &BoundQuery,
    ) -> Entry {
        entry.checked = now;
        let grown = entry.answer.blocks_len() != entry.stamps.len() || entry.bytes == 0;
        let picks = Picks::new(query.plan(), database);
        let job = Job {
            database,
            query,
            picks: &picks,
        };
        let blocks = Arc::make_mut(&mut entry.answer).blocks_mut();
        blocks.resize_with(entry.stamps.len(), || Arc::clone(&self.empty));
        for &number in &self.changes.blocks {
            let before = blocks[number].bytes();
            let block = self.evaluator.block(job, number);
            blocks[number] = match block.is_empty() {
                true => Arc::clone(&self.empty),
                false => Arc::new(block),
            };
            // Only what has changed is counted again, after the first time.
            entry.bytes = (entry.bytes + blocks[number].bytes()).saturating_sub(before);
            self.stats.blocks += 1;
        }
        if grown {
            let resolver_bytes = entry
                .stamps
                .iter()
                .map(|stamp| size_of_val(&*stamp.resolver));
            entry.bytes = size_of::<Entry>()
                + size_of_val(entry.stamps.as_slice())
                + resolver_bytes.sum::<usize>()
                + entry.answer.bytes()
                + query.normal().bytes();
        }
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

/// Finds the blocks of an answer that have changed, in memory that is used again.
#[derive(Debug, Default)]
struct Changes {
    /// The blocks that were found, rising.
    blocks: Vec<usize>,
    /// Whether there are fewer blocks than before: the database is another one.
    shrunk: bool,
    fresh: Vec<(usize, Stamp)>,
}

impl Changes {
    /// Brings the stamps of all blocks up to date, and finds those that were not.
    fn update(&mut self, stamps: &mut Vec<Stamp>, database: &Database, normal: &Normal) {
        let clips = database.clips().len();
        let resolver = database.resolver().filter(|_| normal.has_predicate());
        let alone = resolver.is_none() && !normal.is_global();
        self.blocks.clear();
        self.fresh.clear();
        for number in 0..block::count(clips) {
            let block = database.block_revision(number);
            if alone && stamps.get(number).is_some_and(|old| old.block == block) {
                continue;
            }
            let of_clip = |clip| resolver.map_or(0, |resolver| resolver.clip_revision(clip));
            let stamp = Stamp {
                block,
                database: last_change(database, normal, number),
                resolver: match resolver {
                    Some(_) => block::clips(number, clips).map(of_clip).collect(),
                    None => Arc::clone(&NOBODY),
                },
            };
            self.fresh.push((number, stamp));
        }
        if normal.is_global() {
            self.join();
        }
        for (number, stamp) in self.fresh.drain(..) {
            match stamps.get_mut(number) {
                Some(old) => {
                    if (old.database, &old.resolver) != (stamp.database, &stamp.resolver) {
                        self.blocks.push(number);
                    }
                    *old = stamp;
                }
                None => {
                    self.blocks.push(number);
                    stamps.push(stamp);
                }
            }
        }
        self.shrunk = stamps.len() > block::count(clips);
        stamps.truncate(block::count(clips));
    }

    /// Makes every block depend on all of them.
    fn join(&mut self) {
        let last = self.fresh.iter().map(|(_, stamp)| stamp.database).max();
        let resolvers = self
            .fresh
            .iter()
            .flat_map(|(_, stamp)| stamp.resolver.iter());
        let all: Arc<[u64]> = resolvers.copied().collect();
        for (_, stamp) in &mut self.fresh {
            stamp.database = last.unwrap_or_default();
            stamp.resolver = Arc::clone(&all);
        }
    }
}

/// The resolver's revisions where none has a part.
static NOBODY: LazyLock<Arc<[u64]>> = LazyLock::new(|| Arc::new([]));

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
