//! Predicates: how often a resolver is called, and which of its results a cache keeps.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use footwork_base::{Diagnostic, FrameRate};
use footwork_tags::{
    BoundQuery, ClipId, Database, Evaluator, Query, QueryCache, RangeSet, Ranges, Resolver,
    StaleQuery,
};

/// The revision of a clip for which the resolver panics.
const PANICS: u64 = u64::MAX;

/// A resolver that counts its calls. It finds one range in each clip, which changes with the clip's
/// revision.
#[derive(Debug)]
struct Counting {
    revision: AtomicU64,
    clips: Vec<AtomicU64>,
    frames_asked: AtomicU64,
    revisions_asked: AtomicU64,
}

impl Counting {
    fn new(clips: u32) -> Arc<Self> {
        Arc::new(Self {
            revision: AtomicU64::new(0),
            clips: (0..clips).map(|_| AtomicU64::new(0)).collect(),
            frames_asked: AtomicU64::new(0),
            revisions_asked: AtomicU64::new(0),
        })
    }

    fn change(&self, clip: usize, revision: u64) {
        self.clips[clip].store(revision, Ordering::Relaxed);
        self.revision.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of requests for frames and for revisions of clips, and resets both.
    fn asked(&self) -> (u64, u64) {
        let take = |count: &AtomicU64| count.swap(0, Ordering::Relaxed);
        (take(&self.frames_asked), take(&self.revisions_asked))
    }

    fn clip_stamp(&self, clip: ClipId) -> u64 {
        let clip = self.clips.get(clip.number() as usize);
        clip.map_or(0, |revision| revision.load(Ordering::Relaxed))
    }
}

impl Resolver for Counting {
    fn check(&self, _: &str) -> Vec<Diagnostic> {
        Vec::new()
    }

    fn frames(&self, _: &str, clip: ClipId, _: u32, out: &mut Ranges) {
        self.frames_asked.fetch_add(1, Ordering::Relaxed);
        let start = u32::try_from(self.clip_stamp(clip) % 10).unwrap();
        *out = Ranges::repair([(start, start + 5)]).0;
    }

    fn revision(&self) -> u64 {
        self.revision.load(Ordering::Relaxed)
    }

    fn clip_revision(&self, clip: ClipId) -> u64 {
        self.revisions_asked.fetch_add(1, Ordering::Relaxed);
        assert_ne!(self.clip_stamp(clip), PANICS, "no channels of this clip");
        self.clip_stamp(clip)
    }
}

fn add_clips(db: &mut Database, count: usize) {
    for _ in 0..count {
        let name = format!("clip_{}", db.clips().len());
        let rate = FrameRate::whole(30).unwrap();
        db.add_clip(&name, 200, rate).unwrap();
    }
}

/// Returns a database of clips with the tags `A` and `Other`, and its resolver.
fn database(clips: u32) -> (Database, Arc<Counting>) {
    let mut db = Database::new();
    add_clips(&mut db, clips as usize);
    for name in ["A", "Other"] {
        let tag = db.declare_tag(&name.parse().unwrap()).unwrap();
        let ids: Vec<_> = db.clips().ids().collect();
        for clip in ids {
            let ranges = Ranges::repair([(3, 50), (70, 90)]).0;
            db.set_tag(tag, clip, ranges).unwrap();
        }
    }
    let resolver = Counting::new(clips);
    db.set_resolver(resolver.clone());
    (db, resolver)
}

fn bind(text: &str, db: &Database) -> BoundQuery {
    Query::parse(text).unwrap().bind(db).unwrap()
}

/// Edits a tag on a clip.
fn edit(db: &mut Database, tag: &str, clip: u32) {
    let tag = db.declare_tag(&tag.parse().unwrap()).unwrap();
    let clip = ClipId::new(clip);
    let stop = db.tag_frames(tag).ranges(clip).frame_count();
    let ranges = Ranges::repair([(0, stop + 1)]).0;
    db.set_tag(tag, clip, ranges).unwrap();
}

#[test]
fn each_written_predicate_is_requested_once_per_clip() {
    #[track_caller]
    fn check(text: &str, expected: u64) {
        let (db, resolver) = database(100);
        let query = bind(text, &db);
        let mut found = RangeSet::new();
        Evaluator::new()
            .ranges_into(&db, &query, &mut found)
            .unwrap();
        assert_eq!(resolver.asked().0, expected, "{text}");
        let cached = QueryCache::new(1 << 20).answer(&db, &query).unwrap();
        assert_eq!(resolver.asked().0, expected, "{text}, cached");
        assert_eq!(cached.to_range_set(), found, "{text}");
    }
    check("{ x }", 100);
    check("pick({ x }, 5, 1)", 100);
    check("pick(pick(pick({ x }, 50, 1), 20, 2), 5, 3)", 100);
    check("first(pick(grow({ x }, 1) - A, 5, 1), 2) | A", 100);
    check("{ y } & A ^ pick({ x } ^ pick({ z }, 5, 1), 5, 2)", 300);
    // A predicate is requested once per call that contains it, even if the query repeats the call.
    check("first({ x }, 2) | last({ x }, 2) | { x }", 300);
    check("{ x } & A | { x } ^ Other", 100);
    check("first({ x }, 2) & A | first({ x }, 2) ^ Other", 100);
}

#[test]
fn predicates_are_requested_once_for_very_long_clips_too() {
    let mut db = Database::new();
    let name = "long";
    db.add_clip(name, 1 << 20, FrameRate::ONE).unwrap();
    let resolver = Counting::new(1);
    db.set_resolver(resolver.clone());
    let query = bind("pick(pick({ x }, 50, 1), 20, 2)", &db);
    assert_eq!(db.ranges(&query).unwrap().frame_count(), 5);
    assert_eq!(resolver.asked().0, 1);
}

#[test]
fn a_pick_of_many_clips_is_kept() {
    let mut db = Database::new();
    add_clips(&mut db, 50_000);
    db.set_resolver(Counting::new(50_000));
    let query = bind("pick({ x }, 5, 1)", &db);
    let mut cache = QueryCache::new(1 << 20);
    let first = cache.answer(&db, &query).unwrap();
    // The cache stores a number for each clip, and some bytes for each block.
    let bytes = cache.bytes();
    assert!((400_000..600_000).contains(&bytes), "{bytes}");
    assert!(Arc::ptr_eq(&first, &cache.answer(&db, &query).unwrap()));
}

/// The size of an answer does not depend on how it was computed.
#[test]
fn the_size_includes_added_clips_and_resolver_revisions() {
    #[track_caller]
    fn check(text: &str, change: impl Fn(&mut Database)) {
        let (mut db, _) = database(70);
        let mut cache = QueryCache::new(1 << 20);
        cache.answer(&db, &bind(text, &db)).unwrap();
        let before = cache.bytes();
        change(&mut db);
        let query = bind(text, &db);
        cache.answer(&db, &query).unwrap();
        let mut anew = QueryCache::new(1 << 20);
        anew.answer(&db, &query).unwrap();
        assert_eq!(cache.bytes(), anew.bytes(), "{text}");
        assert!(cache.bytes() > before, "{text}");
    }
    for text in ["{ x }", "pick({ x }, 500, 1)", "pick(A | { x }, 500, 1)"] {
        // The new clips are in the last block, or in the last block and a new one.
        check(text, |db| add_clips(db, 1));
        check(text, |db| add_clips(db, 100));
    }

    let mut plain = Database::new();
    add_clips(&mut plain, 70);
    let mut db = plain.clone();
    db.set_resolver(Counting::new(70));
    // The answer has no frames, with or without a resolver.
    let query = bind("{ x } - first(all, 20)", &db);
    let mut cache = QueryCache::new(1 << 20);
    cache.answer(&db, &query).unwrap();
    let with = cache.bytes();
    let mut cache = QueryCache::new(1 << 20);
    cache.answer(&plain, &bind("none", &plain)).unwrap();
    assert!(with >= cache.bytes() + 70 * size_of::<u64>());
}

#[test]
fn a_query_is_rejected_by_a_database_without_its_resolver() {
    for text in ["{ x }", "!{ x }", "pick({ x }, 5, 1)", "A ^ { x }"] {
        let (with, _) = database(100);
        let mut without = Database::new();
        without.declare_tag(&"A".parse().unwrap()).unwrap();
        add_clips(&mut without, 100);
        let mut db = without.clone();
        db.set_resolver(Counting::new(100));
        let mut cache = QueryCache::new(1 << 20);
        for database in [&db, &with, &db] {
            let query = bind(text, database);
            let answer = cache.answer(database, &query).unwrap().to_range_set();
            assert_eq!(answer, database.ranges(&query).unwrap(), "{text}");
            assert_eq!(cache.answer(&without, &query).err(), Some(StaleQuery));
        }
    }
}

#[test]
fn a_changed_resolver_is_asked_for_the_revisions_of_clips() {
    for text in ["{ x }", "{ x } & A", "pick({ x }, 500, 1)"] {
        let (mut db, resolver) = database(100);
        let query = bind(text, &db);
        let mut cache = QueryCache::new(1 << 20);
        let first = cache.answer(&db, &query).unwrap();
        assert_eq!(resolver.asked(), (100, 100), "{text}");

        // An edit of a tag outside the query does not concern the resolver.
        edit(&mut db, "Other", 70);
        assert!(Arc::ptr_eq(&first, &cache.answer(&db, &query).unwrap()));
        assert_eq!(resolver.asked(), (0, 0), "{text}");

        // The revision of the resolver changes, but no clip's revision changes.
        resolver.change(0, 0);
        assert!(Arc::ptr_eq(&first, &cache.answer(&db, &query).unwrap()));
        assert_eq!(resolver.asked(), (0, 100), "{text}");

        resolver.change(70, 1);
        let changed = cache.answer(&db, &query).unwrap().to_range_set();
        let blocks = if text.starts_with("pick") { 100 } else { 36 };
        assert_eq!(resolver.asked(), (blocks, 100), "{text}");
        assert_eq!(changed, db.ranges(&query).unwrap(), "{text}");
        assert_ne!(changed, first.to_range_set(), "{text}");
    }
}

/// If the resolver panics on a clip, the clips before it must not count as checked.
#[test]
fn a_resolver_that_panics_leaves_no_stale_answer() {
    let (mut db, resolver) = database(200);
    let query = bind("{ x } & A", &db);
    let mut cache = QueryCache::new(1 << 20);
    cache.answer(&db, &query).unwrap();
    resolver.change(5, 1);
    resolver.change(150, PANICS);
    edit(&mut db, "A", 10);
    let asked = AssertUnwindSafe(|| cache.answer(&db, &query).unwrap());
    assert!(catch_unwind(asked).is_err());
    resolver.change(150, 2);
    let answer = cache.answer(&db, &query).unwrap().to_range_set();
    assert_eq!(answer, db.ranges(&query).unwrap());
}
