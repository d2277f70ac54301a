//! A bound query is rejected instead of answering about other tags or clips. This holds after any change of names, on
//! any other database, and on older and newer copies.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use footwork_base::FrameRate;
use footwork_tags::{
    BoundQuery, ClipId, Database, Evaluator, MaskSet, Pairwise, Query, QueryCache, RangeSet,
    Ranges, StaleQuery, plain_ranges,
};
use proptest::prelude::*;

const QUERIES: [&str; 8] = [
    "A",
    "A - B",
    "G",
    "event(Foot) | B",
    r#"clip("clip_*") & A"#,
    "first(A | B, 3)",
    "pick(A | B, 2, 1)",
    "all",
];

/// An action on one of a few databases.
#[derive(Clone, Debug)]
enum Step {
    Declare(usize, &'static str),
    DeclareEvent(usize, &'static str),
    AddClip(usize, u32),
    SetTag(usize, usize, u32, (u32, u32)),
    /// Replaces the second database with a copy of the first.
    Copy(usize, usize),
    Reopen(usize),
    New(usize),
    Bind(usize, usize),
}

const DATABASES: usize = 3;

fn step() -> impl Strategy<Value = Step> {
    let which = 0..DATABASES;
    let names = prop::sample::select(vec!["A", "B", "G", "G.Run", "G.Walk", "Other", "A.Deep"]);
    prop_oneof![
        3 => (which.clone(), names.clone()).prop_map(|(db, name)| Step::Declare(db, name)),
        1 => (which.clone(), names).prop_map(|(db, name)| Step::DeclareEvent(db, name)),
        1 => which.clone().prop_map(|db| Step::DeclareEvent(db, "Foot")),
        2 => (which.clone(), 0u32..40).prop_map(|(db, frames)| Step::AddClip(db, frames)),
        6 => (which.clone(), 0..9usize, 0u32..6, (0u32..40, 1u32..20))
            .prop_map(|(db, tag, clip, range)| Step::SetTag(db, tag, clip, range)),
        2 => (which.clone(), which.clone()).prop_map(|(from, to)| Step::Copy(from, to)),
        1 => which.clone().prop_map(Step::Reopen),
        1 => which.clone().prop_map(Step::New),
        4 => (which, 0..QUERIES.len()).prop_map(|(db, query)| Step::Bind(db, query)),
    ]
}

/// Returns a database in which every query can be bound.
fn new_database(first: &str, second: &str) -> Database {
    let mut db = Database::new();
    for name in [first, second, "G"] {
        db.declare_tag(&name.parse().unwrap()).unwrap();
    }
    db.declare_event(&"Foot".parse().unwrap()).unwrap();
    db
}

fn apply(step: &Step, databases: &mut [Database], bound: &mut Vec<(usize, BoundQuery)>) {
    match *step {
        Step::Declare(db, name) => {
            databases[db].declare_tag(&name.parse().unwrap()).unwrap();
        }
        Step::DeclareEvent(db, name) => {
            databases[db].declare_event(&name.parse().unwrap()).unwrap();
        }
        Step::AddClip(db, frames) => {
            let name = format!("clip_{}", databases[db].clips().len());
            databases[db]
                .add_clip(&name, frames, FrameRate::ONE)
                .unwrap();
        }
        Step::SetTag(db, tag, clip, (start, length)) => {
            let (db, clip) = (&mut databases[db], ClipId::new(clip));
            let tag = db.tags().nth(tag).map(|(_, id)| id);
            if let (Some(tag), Some(info)) = (tag, db.clips().get(clip)) {
                let ranges = Ranges::repair([(start, start + length)]).0;
                let ranges = ranges.clamped(info.frames);
                db.set_tag(tag, clip, ranges).unwrap();
            }
        }
        Step::Copy(from, to) => databases[to] = databases[from].clone(),
        Step::Reopen(db) => databases[db] = Database::from_bytes(databases[db].to_bytes()).unwrap(),
        // The new database has the same names with other ids.
        Step::New(db) => databases[db] = new_database("B", "A"),
        Step::Bind(db, query) => {
            let query_of_db = Query::parse(QUERIES[query]).unwrap();
            bound.push((query, query_of_db.bind(&databases[db]).unwrap()));
        }
    }
}

/// Checks that every way to evaluate a bound query either rejects it or returns the answer of its text on this
/// database.
fn check(
    db: &Database,
    text: &str,
    bound: &BoundQuery,
    cache: &mut QueryCache,
) -> Result<(), TestCaseError> {
    let query = Query::parse(text).unwrap();
    let expected = plain_ranges(&query.bind(db).unwrap(), db).unwrap();
    let expected = if bound.is_current(db) {
        Ok(expected)
    } else {
        Err(StaleQuery)
    };
    let count = |set: RangeSet| set.frame_count();
    let counted = expected.clone().map(count);
    prop_assert_eq!(&db.ranges(bound), &expected, "{}", text);
    prop_assert_eq!(&plain_ranges(bound, db), &expected, "{}", text);
    prop_assert_eq!(&Pairwise::new(db).evaluate(bound), &expected, "{}", text);
    prop_assert_eq!(
        &db.masks(bound).map(|masks| masks.to_ranges()),
        &expected,
        "{}",
        text
    );
    let cached = cache.answer(db, bound).map(|answer| answer.to_range_set());
    prop_assert_eq!(&cached, &expected, "{}", text);
    let explained = db.explain(&query, bound, |_| true);
    prop_assert_eq!(
        explained.map(|plan| plan.unwrap().frames),
        counted,
        "{}",
        text
    );
    let mut evaluator = Evaluator::new();
    prop_assert_eq!(evaluator.frame_count(db, bound), counted);
    prop_assert_eq!(evaluator.any(db, bound), counted.map(|frames| frames > 0));
    // Without an answer, the caller's buffer must be unchanged.
    let before = RangeSet::from_clips([(ClipId::new(7), Ranges::full(5))]).unwrap();
    let mut found = before.clone();
    let done = evaluator.ranges_into(db, bound, &mut found);
    prop_assert_eq!(done.map(|()| found.clone()), expected.clone());
    let mut masks = MaskSet::new();
    let done = evaluator.masks_into(db, bound, &mut masks);
    prop_assert_eq!(done.map(|()| masks.to_ranges()), expected.clone());
    prop_assert!(expected.is_ok() || found == before);
    #[cfg(feature = "rayon")]
    {
        prop_assert_eq!(&db.par_ranges(bound), &expected);
        prop_assert_eq!(db.par_frame_count(bound), counted);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if std::env::var_os("FOOTWORK_SOAK").is_some() { 20_000 } else { 500 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_bound_query_never_answers_about_another_tag(steps in prop::collection::vec(step(), 1..40)) {
        let mut databases = vec![new_database("A", "B"); DATABASES];
        let mut bound = Vec::new();
        let mut cache = QueryCache::new(1 << 20);
        for step in &steps {
            apply(step, &mut databases, &mut bound);
            for (query, bound) in &bound {
                for db in &databases {
                    check(db, QUERIES[*query], bound, &mut cache)?;
                }
            }
        }
    }
}

#[test]
fn a_query_bound_before_a_tag_was_declared_is_rejected() {
    let mut db = Database::new();
    let clip = db.add_clip("walk", 100, FrameRate::ONE).unwrap();
    let gait = db.declare_tag(&"Gait".parse().unwrap()).unwrap();
    db.set_tag(gait, clip, Ranges::full(10)).unwrap();
    let query = Query::parse("Gait").unwrap();
    let bound = query.bind(&db).unwrap();
    let copy = db.clone();
    assert_eq!(db.ranges(&bound).unwrap().frame_count(), 10);
    db.declare_tag(&"Gait.Run".parse().unwrap()).unwrap();
    assert_eq!(db.ranges(&bound), Err(StaleQuery));
    // The copy still has only the old names.
    assert_eq!(copy.ranges(&bound).unwrap().frame_count(), 10);
    let message = StaleQuery.to_string();
    assert!(message.ends_with("bind it again"), "{message}");
}
