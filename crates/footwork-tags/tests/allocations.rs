//! Checks with a counting allocator that functions documented not to allocate do not.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use footwork_base::{Diagnostic, FrameRate, Name};
use footwork_tags::{
    ClipId, Database, Evaluator, FrameTable, LiveQuery, MaskSet, Query, QueryCache, RangeSet,
    Ranges, Resolver,
};
use footwork_testkit::allocations;

fn database() -> Database {
    database_of(150, 500)
}

fn database_of(clips: u32, frames: u32) -> Database {
    let mut db = Database::new();
    let tags = ["A", "B", "C.D"].map(|tag| db.declare_tag(&tag.parse().unwrap()).unwrap());
    for number in 0..clips {
        let rate = FrameRate::whole(60).unwrap();
        let clip = db
            .add_clip(&format!("clip_{number}"), frames, rate)
            .unwrap();
        for (offset, tag) in (0..).zip(tags) {
            let ranges = (0..9).map(|i| (i * 50 + offset * 7, i * 50 + offset * 7 + number % 40));
            db.set_tag(tag, clip, Ranges::repair(ranges).0).unwrap();
        }
    }
    db
}

#[test]
fn a_warm_evaluator_allocates_nothing() {
    // A block has 64 clips. The cases are less than a block, a full block, one clip more, and several blocks. In the
    // last case, the words take more than 4 MiB.
    for (clips, frames) in [(5, 500), (64, 500), (65, 500), (150, 500), (3_000, 4_000)] {
        for pinned in [false, true] {
            let mut db = database_of(clips, frames);
            let tags: Vec<_> = db.tags().map(|(_, tag)| tag).collect();
            tags.into_iter()
                .filter(|_| pinned)
                .for_each(|tag| db.pin(tag).unwrap());
            check_that_it_allocates_nothing(&db, EVERYTHING);
            check_that_it_allocates_nothing(&db, "(A | B) - (C ^ (A & B))");
        }
    }
}

const EVERYTHING: &str =
    "(A | B) - C & !first(grow(A, 3), 0.1s) ^ until(A, B, 5) | longer(close(C, 9), 12)";

fn check_that_it_allocates_nothing(db: &Database, text: &str) {
    let query = Query::parse(text).unwrap().bind(db).unwrap();
    let mut evaluator = Evaluator::new();
    let (mut ranges, mut masks) = (RangeSet::new(), MaskSet::new());
    let mut run = || {
        evaluator.ranges_into(db, &query, &mut ranges).unwrap();
        evaluator.masks_into(db, &query, &mut masks).unwrap();
        (
            evaluator.frame_count(db, &query).unwrap(),
            evaluator.any(db, &query).unwrap(),
        )
    };
    let (first, (frames, any)) = allocations(&mut run);
    assert!(first.count > 0 && frames > 0 && any);
    assert_eq!(allocations(&mut run).0.count, 0);

    let clip = ClipId::new(4);
    let mut holds = || {
        let frames = 0..500;
        let held = frames.filter(|&frame| evaluator.holds(db, &query, clip, frame) == Ok(true));
        held.count()
    };
    assert!(holds() > 0);
    assert_eq!(allocations(&mut holds).0.count, 0);

    // The first run of a query warms up the evaluator.
    let mut evaluator = Evaluator::new();
    let mut count = || evaluator.frame_count(db, &query).unwrap();
    count();
    assert_eq!(allocations(&mut count).0.count, 0);
}

#[test]
fn testing_frames_allocates_nothing() {
    let mut db = database();
    let other = db.declare_tag(&"Other".parse().unwrap()).unwrap();
    let frames: Vec<_> = (0..400).map(|i| (ClipId::new(i % 160), i)).collect();
    let mut bits = vec![0; 7];
    let queries =
        ["A & B - C", EVERYTHING, "pick(A, 3, 1)"].map(|text| Query::parse(text).unwrap());
    let mut live = queries.clone().map(LiveQuery::new);
    let mut table = FrameTable::new(queries).unwrap();
    let mut ask = |db: &Database| {
        let mut found = 0;
        for live in &mut live {
            let holds = live.current(db).unwrap();
            holds.holds_many(&frames, &mut bits);
            found += bits.iter().map(|word| word.count_ones()).sum::<u32>();
            let next = frames
                .iter()
                .filter_map(|&(clip, frame)| holds.next_change(clip, frame));
            found += next.max().unwrap();
            found += holds
                .ranges_in(ClipId::new(3))
                .map(|range| range.stop())
                .sum::<u32>();
        }
        let words = table.current(db).unwrap();
        let words = frames
            .iter()
            .map(|&(clip, frame)| words.word(clip, frame).count_ones());
        found + words.sum::<u32>()
    };
    let first = ask(&db);
    let (made, again) = allocations(|| ask(&db));
    assert_eq!((made.count, again), (0, first));
    // An edit on which no answer depends must not cause an allocation.
    ask(&db);
    db.set_tag(other, ClipId::new(70), Ranges::full(5)).unwrap();
    ask(&db);
    db.set_tag(other, ClipId::new(70), Ranges::full(6)).unwrap();
    let (made, again) = allocations(|| ask(&db));
    assert_eq!((made.count, again), (0, first));
}

/// A resolver that finds the first frame of every clip.
#[derive(Debug)]
struct FirstFrame {
    revision: AtomicU64,
}

impl Resolver for FirstFrame {
    fn check(&self, _: &str) -> Vec<Diagnostic> {
        Vec::new()
    }

    fn frames(&self, _: &str, _: ClipId, _: u32, out: &mut Ranges) {
        *out = Ranges::full(1);
    }

    fn revision(&self) -> u64 {
        self.revision.load(Ordering::Relaxed)
    }

    fn clip_revision(&self, _: ClipId) -> u64 {
        0
    }
}

#[test]
fn a_hit_copies_and_allocates_nothing() {
    let mut db = database();
    let other = db.declare_tag(&"Other".parse().unwrap()).unwrap();
    let resolver = Arc::new(FirstFrame {
        revision: AtomicU64::new(0),
    });
    db.set_resolver(resolver.clone());
    let mut round = 0;
    for (text, same) in [
        ("A & B - C", "B & A & !C"),
        ("pick(A, 3, 1)", "pick(A & A, 3, 1)"),
        ("{ x } & A", "A & { x }"),
        ("pick({ x } - A, 5, 1)", "pick(!A & { x }, 5, 1)"),
    ] {
        let query = Query::parse(text).unwrap().bind(&db).unwrap();
        let same = Query::parse(same).unwrap().bind(&db).unwrap();
        let mut cache = QueryCache::new(1 << 20);
        let first = cache.answer(&db, &query).unwrap();
        let mut check = |db: &Database, what| {
            let (made, again) = allocations(|| cache.answer(db, &same).unwrap());
            assert_eq!(made.count, 0, "{text}, {what}");
            assert!(Arc::ptr_eq(&first, &again), "{text}, {what}");
        };
        check(&db, "asked again");

        // An edit on which the answer does not depend must not cause an allocation.
        for _ in 0..3 {
            round += 1;
            let frames = Ranges::repair([(0, 5 + round)]).0;
            db.set_tag(other, ClipId::new(70), frames).unwrap();
            check(&db, "after an edit of another tag");
        }

        // Neither must a change of the resolver on other clips.
        resolver.revision.fetch_add(1, Ordering::Relaxed);
        check(&db, "after a change of the resolver");
        assert_eq!((cache.stats().hits, cache.stats().refreshes), (5, 0));
    }
}

#[test]
fn a_short_query_built_in_code_allocates_nothing() {
    let names = ["A", "B", "C.D"].map(|name| name.parse::<Name>().unwrap());
    let [a, b, c] = &names;
    let (made, query) = allocations(|| {
        let either = Query::tag(b) | Query::tag(c);
        (Query::tag(a) & (either.clone() - Query::all())) ^ !either
    });
    assert_eq!(made.count, 0);
    assert_eq!(query.to_string(), "A & (B | C.D) - all ^ !(B | C.D)");
}

/// The memory for words does not grow with the length of a clip, for any number of leaves.
#[test]
fn memory_for_words_does_not_grow_with_a_clip() {
    let frames = 4_000_000;
    let mut db = Database::new();
    let clip = db.add_clip("long", frames, FrameRate::ONE).unwrap();
    let names = (0..200).map(|number| format!("T{number}"));
    let tags: Vec<_> = names
        .clone()
        .map(|name| db.declare_tag(&name.parse().unwrap()).unwrap())
        .collect();
    let ranges = (0..frames / 100).map(|i| (100 * i, 100 * i + 40));
    db.set_tag(tags[7], clip, Ranges::repair(ranges).0).unwrap();
    let text: Vec<String> = names.collect();
    let query = Query::parse(&text.join(" ^ ")).unwrap().bind(&db).unwrap();
    let (made, found) = allocations(|| db.ranges(&query).unwrap());
    let allocated = made.bytes;
    assert_eq!(found.frame_count(), u64::from(frames / 100 * 40));
    // The ranges take 320 kB, and up to three times as much while buffers grow. The rows of 200 tags take 1.4 MB.
    assert!(allocated < 4_000_000, "{allocated}");
}

/// The evaluator does not estimate the size of an answer from the first clips alone.
#[test]
fn room_for_an_answer_is_in_proportion_to_it() {
    let mut db = Database::new();
    let tag = db.declare_tag(&"A".parse().unwrap()).unwrap();
    let first = db.add_clip("first", 8_000_000, FrameRate::ONE).unwrap();
    let ranges = (0..2_000_000).map(|i| (4 * i, 4 * i + 1));
    db.set_tag(tag, first, Ranges::repair(ranges).0).unwrap();
    for number in 0..2_560 {
        db.add_clip(&format!("{number}"), 10, FrameRate::ONE)
            .unwrap();
    }
    let query = Query::parse("A").unwrap().bind(&db).unwrap();
    let (mut found, mut evaluator) = (RangeSet::new(), Evaluator::new());
    let (made, ()) = allocations(|| evaluator.ranges_into(&db, &query, &mut found).unwrap());
    let allocated = made.bytes;
    let length = 8 * found.range_count() as u64;
    assert!(allocated < 8 * length, "{allocated} for {length}");
}

/// A small file cannot make the reader allocate much memory.
#[test]
fn opening_a_file_allocates_in_proportion_to_its_length() {
    let check = |what: &str, db: &Database| {
        let bytes = db.to_bytes();
        let length = bytes.len() as u64;
        let (made, opened) = allocations(|| Database::from_bytes(bytes).unwrap());
        let allocated = made.bytes;
        assert_eq!(opened.clips().len(), db.clips().len());
        let most = 16 * length + 4096;
        assert!(allocated < most, "{what}: {allocated} for {length}");
    };
    check("nothing", &Database::new());
    check("ranges", &database());
    let many_clips = || {
        let mut db = Database::new();
        for number in 0..5_000 {
            db.add_clip(&format!("{number:x}"), 1, FrameRate::ONE)
                .unwrap();
        }
        db
    };
    check("clips", &many_clips());
    let names = || (0..1_000).map(|number| format!("t{number:x}").parse::<Name>().unwrap());
    let mut unused = Database::new();
    names().for_each(|name| _ = unused.declare_tag(&name).unwrap());
    check("unused tags", &unused);
    let (mut tags, mut events) = (many_clips(), many_clips());
    for name in names() {
        let last = tags.clips().ids().next_back().unwrap();
        let tag = tags.declare_tag(&name).unwrap();
        tags.set_tag(tag, last, Ranges::full(1)).unwrap();
        let event = events.declare_event(&name).unwrap();
        events.set_event(event, last, vec![0.0]).unwrap();
    }
    check("tags of the last clip", &tags);
    check("events of the last clip", &events);
}

/// The frames of tags are read in place from the file.
#[test]
fn opening_a_file_copies_no_frames() {
    let mut db = Database::new();
    let tag = db.declare_tag(&"A".parse().unwrap()).unwrap();
    for number in 0..100 {
        let name = format!("clip_{number}");
        let clip = db.add_clip(&name, 50_000, FrameRate::ONE).unwrap();
        let ranges = (0..20_000).map(|i| (2 * i, 2 * i + 1));
        db.set_tag(tag, clip, Ranges::repair(ranges).0).unwrap();
    }
    let bytes = db.to_bytes();
    let length = bytes.len();
    let (made, opened) = allocations(|| Database::from_bytes(bytes).unwrap());
    let allocated = made.bytes;
    assert!(length > 500_000 && allocated < 100_000, "{allocated}");
    assert!(
        opened.tag_frames(tag).bytes() > 500_000,
        "`bytes` also counts frames in the file"
    );
}
