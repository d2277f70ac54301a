//! All evaluators agree on random queries over random libraries.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

#[path = "agreement/random.rs"]
mod random;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use footwork_base::FrameRate;
use footwork_tags::Pairwise;
use footwork_tags::{Database, Evaluator, Query, QueryCache, RangeSet, Ranges, SimdLevel};
use footwork_tags::{plain_ranges, query_functions};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use random::{Library, TAGS, add, cases, database, large_library, library, query};

proptest! {
    #![proptest_config(cases(8_000, 100_000))]

    #[test]
    fn evaluators_agree(library in library(), text in query()) {
        let db = database(&library);
        let query = Query::parse(&text).unwrap();
        let bound = query.bind(&db).unwrap();
        let expected = plain_ranges(&bound, &db).unwrap();
        prop_assert_eq!(&Pairwise::new(&db).evaluate(&bound).unwrap(), &expected, "pairwise: {}", text);
        prop_assert_eq!(&db.ranges(&bound).unwrap(), &expected, "ranges: {}", text);
        prop_assert_eq!(&db.masks(&bound).unwrap().to_ranges(), &expected, "masks: {}", text);
        let mut cache = QueryCache::new(1 << 20);
        let cached = cache.answer(&db, &bound).unwrap().to_range_set();
        prop_assert_eq!(&cached, &expected, "cached: {}", text);
        for level in SimdLevel::available() {
            let mut found = RangeSet::new();
            Evaluator::with_level(level).unwrap().ranges_into(&db, &bound, &mut found).unwrap();
            prop_assert_eq!(&found, &expected, "{:?}: {}", level, text);
        }
        let mut evaluator = Evaluator::new();
        prop_assert_eq!(evaluator.frame_count(&db, &bound).unwrap(), expected.frame_count());
        prop_assert_eq!(evaluator.any(&db, &bound).unwrap(), !expected.is_empty());
        let plan = db.explain(&query, &bound, |_| true).unwrap().unwrap();
        prop_assert_eq!(plan.frames, expected.frame_count(), "explained: {}", text);

        let printed = query.to_string();
        let again = Query::parse(&printed).unwrap();
        prop_assert_eq!(&again, &query, "{} printed as {}", text, printed);
        prop_assert_eq!(again.to_string(), printed.as_str());
    }
}

/// A new function must be among the random queries, so that all evaluators are compared on it.
#[test]
fn every_function_is_among_the_random_queries() {
    let names = query_functions().map(|function| function.call.split_once('(').unwrap().0);
    let mut left: BTreeSet<&str> = names.collect();
    assert!(left.len() > 20, "{left:?}");
    let mut runner = TestRunner::deterministic();
    let queries = query();
    for _ in 0..20_000 {
        let text = queries.new_tree(&mut runner).unwrap().current();
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        for word in words {
            left.remove(word);
        }
        if left.is_empty() {
            return;
        }
    }
    panic!("no random query has {left:?}");
}

thread_local! {
    /// One evaluator for each SIMD level, reused for all queries.
    static EVALUATORS: RefCell<Vec<Evaluator>> =
        RefCell::new(SimdLevel::available().filter_map(Evaluator::with_level).collect());
}

/// Returns a library of up to three long clips with many ranges. The engine evaluates a long clip in strips of 48,640
/// frames.
fn long_library() -> impl Strategy<Value = Library> {
    let ranges = prop_oneof![
        4 => (1u32..400, 1u32..600, 0u32..400).prop_map(|(length, gap, first)| {
            let starts = (first..160_000).step_by((length + gap) as usize);
            starts.map(|start| (start, length)).collect()
        }),
        2 => prop::collection::vec((0u32..150_000, 0u32..60_000), 0..4),
        1 => Just(vec![(0, u32::MAX / 2)]),
    ];
    let clip = (
        0..3usize,
        prop_oneof![
            // The lengths are those of one, two or three strips, and one frame less or more.
            (1u32..4, 0u32..3).prop_map(|(strips, past)| 48_640 * strips - 1 + past),
            16_000u32..160_000,
        ],
        prop::collection::vec(ranges, TAGS.len()),
        Just(vec![vec![0.5], vec![]]),
    );
    prop::collection::vec(clip, 1..4)
}

/// Checks a query on a library with some tags pinned.
fn check(library: &Library, text: &str, pinned: &[bool]) -> Result<(), TestCaseError> {
    let mut db = database(library);
    let ids: Vec<_> = db.tags().map(|(_, id)| id).collect();
    for (id, _) in ids.into_iter().zip(pinned).filter(|(_, pinned)| **pinned) {
        db.pin(id).unwrap();
    }
    check_database(&db, text)
}

/// Checks that all evaluators agree with the article's evaluator, [`Pairwise`].
fn check_database(db: &Database, text: &str) -> Result<(), TestCaseError> {
    let bound = Query::parse(text).unwrap().bind(db).unwrap();
    let expected = Pairwise::new(db).evaluate(&bound).unwrap();
    EVALUATORS.with_borrow_mut(|evaluators| {
        for (level, evaluator) in SimdLevel::available().zip(evaluators) {
            let mut found = RangeSet::new();
            evaluator.ranges_into(db, &bound, &mut found).unwrap();
            prop_assert_eq!(&found, &expected, "{:?}: {}", level, text);
            // `any` stops early. This must not change the next answer.
            prop_assert_eq!(evaluator.any(db, &bound).unwrap(), !expected.is_empty());
        }
        Ok(())
    })?;
    let cached = QueryCache::new(1 << 26)
        .answer(db, &bound)
        .unwrap()
        .to_range_set();
    prop_assert_eq!(&cached, &expected, "cached: {}", text);
    Ok(())
}

/// A database of pinned tags of more than 4 MiB each. Up to that size, the engine answers a query by tiles. It
/// estimates the size from the first block, so only the 64 clips of that block have tags. The other 130 blocks are
/// empty.
static FAR: LazyLock<Database> = LazyLock::new(|| {
    let every_other = (0..200).map(|i| (20 * i, 10)).collect::<Vec<_>>();
    let full = (0, 4_095, vec![every_other; TAGS.len()], vec![]);
    let empty = (0, 0, vec![vec![]; TAGS.len()], vec![]);
    let mut db = database(&vec![full; 64]);
    add(&mut db, &vec![empty; 64 * 130]);
    let tags: Vec<_> = db.tags().map(|(_, tag)| tag).collect();
    tags.iter().for_each(|tag| db.pin(*tag).unwrap());
    db
});

/// Generates queries that consist only of set operators over tags.
fn set_query() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["A", "B", "exact(G)", "G.Run", "G.Walk", "all", "none"]);
    let leaf = leaf.prop_map(str::to_owned);
    leaf.prop_recursive(5, 24, 2, |inner| {
        let binary = prop::sample::select(vec!["|", "&", "-", "^"]);
        prop_oneof![
            6 => (inner.clone(), binary, inner.clone()).prop_map(|(a, op, b)| format!("({a}){op}({b})")),
            1 => inner.prop_map(|a| format!("!({a})")),
        ]
    })
}

proptest! {
    #![proptest_config(cases(150, 5_000))]

    #[test]
    fn the_engine_agrees_on_words_of_short_clips(
        library in large_library(),
        text in set_query(),
        pinned in prop::collection::vec(prop::bool::weighted(0.9), TAGS.len()),
        longest in 1u32..4096,
    ) {
        let mut library = library;
        library.iter_mut().for_each(|clip| clip.1 %= longest);
        check(&library, &text, &pinned)?;
    }

    #[test]
    fn the_engine_agrees_on_words_in_far_memory(
        library in large_library(),
        text in set_query(),
        longest in 1u32..6000,
    ) {
        let (mut library, mut db) = (library, FAR.clone());
        library.iter_mut().for_each(|clip| clip.1 %= longest);
        add(&mut db, &library);
        check_database(&db, &text)?;
    }

    #[test]
    fn the_engine_agrees_on_many_and_long_clips(
        library in large_library(),
        text in query(),
        pinned in prop::collection::vec(any::<bool>(), TAGS.len()),
    ) {
        check(&library, &text, &pinned)?;
    }

    #[test]
    fn the_engine_agrees_on_strips_of_long_clips(
        library in long_library(),
        text in query(),
        pinned in prop::collection::vec(any::<bool>(), TAGS.len()),
    ) {
        check(&library, &text, &pinned)?;
    }
}

/// The tags of a query take more than 1 MiB together, so the engine prefetches them.
#[test]
fn a_large_database_gives_the_same_answers() {
    let mut db = Database::new();
    let tags = ["A", "B", "C"].map(|tag| db.declare_tag(&tag.parse().unwrap()).unwrap());
    for number in 0..2_000u32 {
        let frames = 1 + number * 37 % 4_500;
        let clip = db
            .add_clip(&number.to_string(), frames, FrameRate::ONE)
            .unwrap();
        for (first, tag) in (number % 7..).zip(tags) {
            let step = [3, 90, 5_000][(number + first) as usize % 3];
            let starts = (first..frames).step_by(step as usize);
            let pairs = starts.map(|start| (start, (start + step / 2).min(frames)));
            db.set_tag(tag, clip, Ranges::repair(pairs).0).unwrap();
        }
    }
    for tag in &tags[..2] {
        db.pin(*tag).unwrap();
    }
    assert!(db.tag_frames(tags[0]).bytes() > 1 << 19);
    for text in [
        "A & B",
        "(A | C) - B",
        "A ^ longer(B, 2) ^ C",
        "first(C, 9) & !A",
    ] {
        check_database(&db, text).unwrap();
    }
}
