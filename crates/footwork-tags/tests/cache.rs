//! The query cache: which queries hit, which blocks are evaluated again after an edit, and that answers are never
//! stale.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use footwork_base::{Diagnostic, FrameRange, FrameRate};
use footwork_tags::{
    BoundQuery, CacheStats, ClipId, Database, Query, QueryCache, Ranges, Resolver, TagId,
};
use footwork_testkit::Random;

const CLIPS: u32 = 200;
const FRAMES: u32 = 50;
const TAGS: [&str; 4] = ["A", "B", "C", "C.D"];

/// Random numbers and ranges.
struct Numbers(Random);

impl Numbers {
    fn below(&mut self, limit: u32) -> u32 {
        u32::try_from(self.0.below(limit as usize)).unwrap()
    }

    fn ranges(&mut self) -> Ranges {
        let count = self.below(4);
        let pairs = (0..count).map(|_| {
            let start = self.below(FRAMES);
            (start, start + self.below(FRAMES - start + 1))
        });
        Ranges::repair(pairs.collect::<Vec<_>>()).0
    }
}

fn database(numbers: &mut Numbers) -> (Database, Vec<TagId>) {
    let mut db = Database::new();
    let tags: Vec<_> = TAGS
        .iter()
        .map(|tag| db.declare_tag(&tag.parse().unwrap()).unwrap())
        .collect();
    let foot = db.declare_event(&"Foot".parse().unwrap()).unwrap();
    for number in 0..CLIPS {
        let rate = FrameRate::whole(30 + u64::from(number % 3)).unwrap();
        let clip = db
            .add_clip(&format!("clip_{number}"), FRAMES, rate)
            .unwrap();
        for &tag in &tags {
            db.set_tag(tag, clip, numbers.ranges()).unwrap();
        }
        db.set_event(foot, clip, vec![f64::from(numbers.below(FRAMES))])
            .unwrap();
    }
    (db, tags)
}

fn bind(text: &str, db: &Database) -> BoundQuery {
    Query::parse(text).unwrap().bind(db).unwrap()
}

#[test]
fn queries_with_the_same_normal_form_share_an_answer() {
    let (db, _) = database(&mut Numbers(Random::new(1)));
    #[track_caller]
    fn check(db: &Database, a: &str, b: &str, same: bool) {
        assert_eq!(bind(a, db).is_same(&bind(b, db)), same, "{a} and {b}");
        let mut cache = QueryCache::new(1 << 24);
        let first = cache.answer(db, &bind(a, db)).unwrap();
        let second = cache.answer(db, &bind(b, db)).unwrap();
        assert_eq!(Arc::ptr_eq(&first, &second), same, "{a} and {b}");
    }
    check(&db, "A & B", "B & A", true);
    check(&db, "A | B | C", "C | (B | A)", true);
    check(&db, "A & A", "A", true);
    check(&db, "!!A", "A", true);
    check(&db, "A - B", "A & !B", true);
    check(&db, "!(A | B)", "!A & !B", true);
    check(&db, "A & (A | B)", "A", true);
    check(&db, "A | A & B", "A", true);
    check(&db, "A - (A & B)", "A - B", true);
    check(&db, "A & (!A | B)", "A & B", true);
    check(&db, "A ^ B ^ A", "B", true);
    check(&db, "!A ^ B", "!(A ^ B)", true);
    check(&db, "A - A", "none", true);
    check(&db, "A | !A", "all", true);
    check(&db, "A & all | none", "A", true);
    check(&db, "first(A & B, 3)", "first(B & A, 3)", true);
    check(&db, "grow(A, 2)", "grow(A, 2, 2)", true);
    check(&db, "C", "exact(C) | C.D", true);
    check(&db, "C", "exact(C)", false);
    check(&db, "first(A, 3)", "first(A, 4)", false);
    check(&db, "then(A, B, 3)", "then(B, A, 3)", false);
    check(&db, "A & B", "A | B", false);
}

#[test]
fn an_edit_evaluates_only_its_block_again() {
    let (mut db, tags) = database(&mut Numbers(Random::new(2)));
    let mut cache = QueryCache::new(1 << 24);
    let blocks = u64::from(CLIPS.div_ceil(64));
    let query = bind("first(A & B, 2)", &db);
    let before = cache.answer(&db, &query).unwrap();
    let stats = |cache: &QueryCache| {
        let CacheStats {
            hits,
            refreshes,
            misses,
            blocks,
            ..
        } = cache.stats();
        (hits, refreshes, misses, blocks)
    };
    assert_eq!(stats(&cache), (0, 0, 1, blocks));

    // This tag is not in the query.
    db.set_tag(tags[2], ClipId::new(70), Ranges::full(FRAMES))
        .unwrap();
    assert!(Arc::ptr_eq(&before, &cache.answer(&db, &query).unwrap()));
    assert_eq!(stats(&cache), (1, 0, 1, blocks));

    // Setting the current frames is not an edit.
    let same = db.tag_frames(tags[0]).ranges(ClipId::new(70));
    db.set_tag(tags[0], ClipId::new(70), same).unwrap();
    cache.answer(&db, &query).unwrap();
    assert_eq!(stats(&cache), (2, 0, 1, blocks));

    for tag in [tags[0], tags[1]] {
        db.set_tag(tag, ClipId::new(70), Ranges::full(FRAMES))
            .unwrap();
    }
    let after = cache.answer(&db, &query).unwrap();
    assert_eq!(stats(&cache), (2, 1, 1, blocks + 1));
    let first = FrameRange::new(0, 2).unwrap();
    assert_eq!(after.ranges(ClipId::new(70)), [first]);
    assert_eq!(after.to_range_set(), db.ranges(&query).unwrap());

    // The answer of a `pick` depends on every block.
    let pick = bind("pick(A, 5, 1)", &db);
    cache.answer(&db, &pick).unwrap();
    db.set_tag(tags[0], ClipId::new(0), Ranges::full(FRAMES))
        .unwrap();
    let counted = cache.stats().blocks;
    assert_eq!(
        cache.answer(&db, &pick).unwrap().to_range_set(),
        db.ranges(&pick).unwrap()
    );
    assert_eq!(cache.stats().blocks, counted + blocks);
}

const QUERIES: [&str; 16] = [
    "A & B",
    "B | C",
    "A - C",
    "!A",
    "first(A, 2) ^ B",
    "exact(C)",
    "clips(A & C.D)",
    "then(A, B, 0.1s)",
    "event(Foot) & A",
    "near(Foot, 3) - C",
    r#"clip("clip_1*") & B"#,
    "pick(A | B, 7, 3)",
    "C & pick(A, 9, 1)",
    "all",
    "until(A, C, 5)",
    "{ odd } & A",
];

/// Finds the odd frames of each clip whose revision is odd. `Odd::change` increases the revision of a clip.
#[derive(Debug, Default)]
struct Odd {
    clips: Mutex<Vec<u64>>,
    revision: AtomicU64,
}

impl Odd {
    fn change(&self, clip: ClipId) {
        let mut clips = self.clips.lock().unwrap();
        clips.resize(CLIPS as usize * 2, 0);
        clips[clip.number() as usize] += 1;
        self.revision.fetch_add(1, Ordering::Relaxed);
    }
}

impl Resolver for Odd {
    fn check(&self, _: &str) -> Vec<Diagnostic> {
        Vec::new()
    }

    fn frames(&self, _: &str, clip: ClipId, clip_frames: u32, out: &mut Ranges) {
        if self.clip_revision(clip) % 2 == 1 {
            let odd = (1..clip_frames + 9)
                .step_by(2)
                .map(|frame| (frame, frame + 1));
            *out = Ranges::repair(odd).0;
        }
    }

    fn revision(&self) -> u64 {
        self.revision.load(Ordering::Relaxed)
    }

    fn clip_revision(&self, clip: ClipId) -> u64 {
        let clips = self.clips.lock().unwrap();
        clips.get(clip.number() as usize).copied().unwrap_or(0)
    }
}

/// Makes ten thousand random edits (a hundred thousand in the soak). Checks some answers after each edit, and all
/// answers after every 500th edit. A copy of the database is edited separately.
#[test]
fn no_answer_is_ever_stale() {
    let mut numbers = Numbers(Random::new(3));
    let (mut db, tags) = database(&mut numbers);
    let odd = Arc::new(Odd::default());
    db.set_resolver(odd.clone());
    let foot = db.events().next().unwrap().1;
    let mut cache = QueryCache::new(40_000);
    let mut other = db.clone();
    let edits = if std::env::var_os("FOOTWORK_SOAK").is_some() {
        100_000
    } else {
        10_000
    };
    for edit in 0..edits {
        let clips = u32::try_from(db.clips().len()).unwrap();
        let clip = ClipId::new(numbers.below(clips));
        match numbers.below(100) {
            0 if clips < CLIPS * 2 => {
                let rate = FrameRate::whole(25).unwrap();
                db.add_clip(&format!("clip_{clips}"), FRAMES, rate).unwrap();
            }
            1..10 => odd.change(clip),
            10..20 => {
                let time = f64::from(numbers.below(FRAMES));
                db.set_event(foot, clip, vec![time]).unwrap();
            }
            20..30 => std::mem::swap(&mut db, &mut other),
            30 => other = db.clone(),
            _ => {
                let tag = tags[numbers.below(4) as usize];
                db.set_tag(tag, clip, numbers.ranges()).unwrap();
            }
        }
        for (index, text) in QUERIES.iter().enumerate() {
            if edit % 500 == 0 || numbers.below(16) == u32::try_from(index).unwrap() {
                let query = bind(text, &db);
                let answer = cache.answer(&db, &query).unwrap().to_range_set();
                assert_eq!(
                    answer,
                    db.ranges(&query).unwrap(),
                    "{text} after edit {edit}"
                );
            }
        }
        assert!(cache.bytes() <= 40_000);
    }
    let stats = cache.stats();
    assert!(
        stats.hits > 100 && stats.refreshes > 100 && stats.evictions > 10,
        "{stats:?}"
    );
}

#[test]
fn an_answer_larger_than_the_cache_is_returned_but_not_kept() {
    let (db, _) = database(&mut Numbers(Random::new(4)));
    let mut cache = QueryCache::new(100);
    let query = bind("A", &db);
    assert_eq!(
        cache.answer(&db, &query).unwrap().to_range_set(),
        db.ranges(&query).unwrap()
    );
    assert_eq!((cache.len(), cache.bytes()), (0, 0));
}

#[test]
fn adding_names_or_clips_makes_a_bound_query_outdated() {
    let (mut db, _) = database(&mut Numbers(Random::new(5)));
    let query = bind("C", &db);
    assert!(query.is_current(&db));
    db.declare_tag(&"C".parse().unwrap()).unwrap();
    assert!(query.is_current(&db));
    db.declare_tag(&"C.E".parse().unwrap()).unwrap();
    assert!(!query.is_current(&db));
    let query = bind("C", &db);
    db.add_clip("new", 5, FrameRate::ONE).unwrap();
    assert!(!query.is_current(&db));
}

#[test]
fn a_smaller_database_has_its_own_answers() {
    let (large, _) = database(&mut Numbers(Random::new(6)));
    let mut small = Database::new();
    let mut cache = QueryCache::new(1 << 24);
    for _ in 0..2 {
        let query = bind("all", &large);
        assert_eq!(
            cache.answer(&large, &query).unwrap().clip_count(),
            CLIPS as usize
        );
        let query = bind("all", &small);
        assert_eq!(
            cache.answer(&small, &query).unwrap().clip_count(),
            small.clips().len()
        );
        let name = format!("clip_{}", small.clips().len());
        small.add_clip(&name, 5, FrameRate::ONE).unwrap();
    }
}

#[test]
fn an_answer_too_large_to_keep_evicts_nothing() {
    let (db, _) = database(&mut Numbers(Random::new(7)));
    let small = bind("A & none", &db);
    let mut cache = QueryCache::new(1 << 24);
    cache.answer(&db, &small).unwrap();
    let mut cache = QueryCache::new(cache.bytes() + 100);
    cache.answer(&db, &small).unwrap();
    assert_eq!(cache.len(), 1);
    cache.answer(&db, &bind("A", &db)).unwrap();
    assert_eq!(cache.len(), 1);
    cache.answer(&db, &small).unwrap();
    assert_eq!((cache.stats().hits, cache.stats().evictions), (1, 0));
}
